import pytest
from hypothesis import given
from hypothesis import strategies as st

from shanghai.clean import cells
from shanghai.names import (
    MAX_CELLS,
    clean_name,
    free_computer_name,
    name_fault,
)


@given(st.text(max_size=60))
def test_a_cleaned_name_is_one_short_line_and_stays_as_it_is(text):
    name = clean_name(text)
    assert cells(name) <= MAX_CELLS
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
        ("山田太郎山田太郎", "山田太郎山田…"),
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
