import pytest
from hypothesis import given, strategies as st
from rich.cells import cell_len

from shanghai.engine.game import new_game
from shanghai.engine.seen import public_view
from shanghai.variants.loader import load_variant
from shanghai.words.cells import cell_width
from shanghai.words.player_names import clean_name, name_fault
from shanghai.words.short_names import short_names
from shanghai.words.table import seat_label

WIDE = "漢" * 18
TWO_AND_THREE = ("漢漢漢…2", "漢漢漢…3")
LETTERS = st.text("ab 漢字é…1", min_size=1, max_size=30)


@given(st.lists(LETTERS | st.text(max_size=60), max_size=8), st.integers(1, 44))
def test_short_names_fit_and_differ(texts, room):
    names = tuple(dict.fromkeys(filter(None, map(clean_name, texts))))
    shown = short_names(names, room)
    assert len(shown) == len(names)
    for name, short in zip(names, shown, strict=True):
        assert cell_width(short) <= room
        assert cell_len(short) <= room
        assert short == name if cell_width(name) <= room else "…" in short
    if room > 3:
        assert len(set(shown)) == len(names)


@given(st.lists(LETTERS, min_size=2, max_size=8), st.integers(4, 20))
def test_what_is_short_already_can_be_cut_again(texts, room):
    names = tuple(dict.fromkeys(filter(None, map(clean_name, texts))))
    assert len(set(short_names(short_names(names, 20), room))) == len(names)


@pytest.mark.parametrize(
    ("names", "room", "shown"),
    [
        (("Ann", "Grandma Davis"), 14, ("Ann", "Grandma Davis")),
        (("Ann", "Bartholomew the Great"), 14, ("Ann", "Bartholomew t…")),
        (("甲" + WIDE, "乙" + WIDE), 8, ("甲漢漢…", "乙漢漢…")),
        ((WIDE + "甲", WIDE + "乙"), 10, ("漢漢漢…甲", "漢漢漢…乙")),
        ((WIDE + "甲乙", WIDE + "甲丙", "Ann"), 14, ("漢漢漢漢…甲乙", "漢漢漢漢…甲丙", "Ann")),
        ((WIDE + "甲" + WIDE, WIDE + "乙" + WIDE), 8, ("漢漢漢…1", "漢漢漢…2")),
        (
            ("漢漢漢…1", WIDE + "甲" + WIDE, WIDE + "乙" + WIDE),
            8,
            ("漢漢漢…1", "漢漢漢…2", "漢漢漢…3"),
        ),
        (("Anna Maria Lee", "Anna Maria Low"), 10, ("Anna M…Lee", "Anna M…Low")),
        (("ab", "ac"), 1, ("…", "…")),
    ],
)
def test_shown(names, room, shown):
    assert short_names(names, room) == shown


def test_names_of_twenty_wide_letters_are_seated():
    names = [clean_name(WIDE + "漢" + last) for last in "甲乙丙丁戊己庚辛"]
    assert all(len(name) == 20 for name in names)
    assert all(name_fault(name, names[:at]) is None for at, name in enumerate(names))
    assert len(set(short_names(tuple(names), 6))) == 8


def test_a_key_for_a_seat_that_is_not_there_is_named_by_its_number():
    """In a lesson every pressed key is named, also the number of a seat that nobody has."""
    view = public_view(new_game(load_variant("california"), ["Ann", "Bob"]))
    assert seat_label(view, 0, "agree")[1] == "Ann"
    assert seat_label(view, 7, "agree")[1] == "8"
