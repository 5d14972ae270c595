import pytest
from hypothesis import given
from hypothesis import strategies as st

from shanghai.text.cells import cell_width
from shanghai.text.player_names import (
    COMPUTER_NAMES,
    MAX_CELLS,
    TEMPER_NAMES,
    clean_name,
    free_computer_name,
    is_computer_name,
    name_fault,
)


@given(st.text(max_size=60))
def test_a_cleaned_name_is_one_short_line_and_stays_as_it_is(text):
    name = clean_name(text)
    assert cell_width(name) <= MAX_CELLS
    assert name == name.strip()
    assert "  " not in name
    assert name.isprintable()
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Ann \t Lee ", "Ann Lee"),
        ("\x1b[31mAnn\x07", "[31mAnn"),
        ("A\u200bn\u202en", "Ann"),
        ("\u3164\u2800", ""),
        ("Ａｎｎ", "Ann"),
        ("山田太郎" * 5, "山田太郎" * 5),
        ("山田太郎" * 5 + "山", "山田太郎" * 4 + "山田太…"),
        ("[bold]x[/]", "[bold]x[/]"),
    ],
)
def test_cleaned(text, name):
    assert clean_name(text) == name


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("", ()),
        ("-", ()),
        ("Ann", ("ann",)),
        ("Zoe", ("Zoë",)),
        ("A nn", ("Ann",)),
        ("bot:hard", ()),
        ("a,b", ()),
    ],
)
def test_faults_are_sentences(name, others):
    fault = name_fault(name, others)
    assert fault
    assert fault.endswith(".")


@pytest.mark.parametrize("name", ["Ann", "4", "Stock", "[/]", "山田"])
def test_names_that_are_taken(name):
    if any(letter.isalnum() for letter in name):
        assert name_fault(name, ("Bob",)) is None


def test_computers_never_share_a_name():
    taken = []
    for _ in range(20):
        taken.append(free_computer_name(taken))
    assert len(set(taken)) == 20
    assert all(map(is_computer_name, taken))


@pytest.mark.parametrize("temper", [*TEMPER_NAMES, "unheard-of", ""])
def test_the_name_of_a_computer_tells_its_temper(temper):
    taken = ["Ann"]
    for _ in range(10):
        taken.append(free_computer_name(taken, temper))
    fitting = TEMPER_NAMES.get(temper, COMPUTER_NAMES)
    assert taken[1:9] == list(fitting)
    assert is_computer_name(taken[1])
    assert not is_computer_name("Ann")


def test_no_two_computer_names_are_alike():
    names = [*COMPUTER_NAMES, *(name for names in TEMPER_NAMES.values() for name in names)]
    assert all(name_fault(name, names[:at]) is None for at, name in enumerate(names))
