import pytest
from hypothesis import given, strategies as st

from shanghai.bots.levels import LEVELS
from shanghai.words.cells import cell_width
from shanghai.words.player_names import (
    COMPUTER_NAMES,
    MAX_CELLS,
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


@pytest.mark.parametrize("own", ["Mia", ""])
def test_a_computer_with_a_name_of_its_own_has_it(own):
    taken = ["Ann"]
    for _ in range(10):
        taken.append(free_computer_name(taken, own))
    fitting = ("Mia", *(f"Mia {number}" for number in range(2, 9))) if own else COMPUTER_NAMES
    assert taken[1:9] == list(fitting)
    assert is_computer_name(taken[2], ("Mia",))
    assert not is_computer_name("Ann", ("Mia",))
    assert not is_computer_name("Computer")


def test_no_two_computer_names_are_alike():
    own = [level.name for level in LEVELS.values() if level.strength]
    names = [*COMPUTER_NAMES, *own]
    assert all(name_fault(name, names[:at]) is None for at, name in enumerate(names))
