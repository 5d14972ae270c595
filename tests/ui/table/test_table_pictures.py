"""What the table looks like: plain-text pictures at three sizes, full and empty tables."""

import pytest
from msgspec import structs

from shanghai.ui.kit.lines import Lines, row_width
from shanghai.ui.kit.pictures import BROAD_FAN
from shanghai.ui.table.card_row import CardRow
from shanghai.ui.table.targets import SeatTarget
from tests.long import some
from tests.ui.pictures import (
    assert_picture,
    assert_pictures,
    faces_drawn,
    screen_lines,
    screen_text,
)
from tests.ui.tables import (
    HUGE,
    SMALL,
    WIDE,
    at_table,
    click_target,
    host_of,
    pick,
    position,
    press,
    settle,
)

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

NAMES = ("Ann", "Bartholomäus", "Cy", "Dee", "Eva", "Frank", "Grandma Davis", "Hu")
HAND = "AS 2S 2S 5S 8S 10S JS QS 2H 3H 4H 5H 6H 9H 2D 5D 6D 7D 8D QD 3C 4C 6C 8C KC JK"
MELDS = (
    ("Ann", "run", "8H JK 10H JH QH"),
    ("Ann", "set", "4S 4H 4D 4D"),
    ("Ann", "set", "3D 3D 3S 3C JK"),
    ("Bartholomäus", "set", "7S 7H 7C"),
    ("Bartholomäus", "run", "4C 5C 6C 7C"),
    ("Bartholomäus", "run", "6D 7D 8D 9D"),
    ("Cy", "run", "2D 3D 4D JK"),
    ("Cy", "run", "7H 8H 9H 10H JK QH KH"),
    ("Cy", "run", "5H 6H 7H 8H"),
    ("Dee", "run", "AC 2C JK 4C 5C 6C 7C"),
    ("Dee", "set", "9S 9S 9H 9C 9D"),
    ("Dee", "run", "4H 5H 6H 7H 8H"),
    ("Eva", "run", "8S 9S 10S JS QS KS AS"),
    ("Eva", "set", "5S 5D 5C"),
    ("Eva", "run", "AS JK 3S 4S"),
    ("Frank", "set", "AD AC JK"),
    ("Frank", "set", "QS QS QH QD QC"),
    ("Frank", "run", "AC 2C 3C 4C 5C 6C 7C"),
    ("Grandma Davis", "set", "JS JD JC JC JH"),
    ("Grandma Davis", "run", "7S 8S 9S 10S"),
    ("Grandma Davis", "run", "6D 7D 8D 9D 10D JD QD"),
    ("Hu", "set", "8S 8D 8C"),
    ("Hu", "set", "10H 10H 10C"),
    ("Hu", "set", "KD KD KC"),
)


def full(phase="play"):
    """Eight seats, 24 melds, a hand of 26 cards."""
    rest = ("3S 6S", "KH AD", "2H", "JD 3H 9C", "KS 10D", "AH", "2C 9D")
    hands = dict(zip(NAMES, (HAND, *rest), strict=True))
    state = position(
        "california",
        hands,
        turn="Ann",
        phase=phase,
        round=10,
        table=MELDS,
        discards="AH QC",
        by="Hu",
    )
    scores = (299, 118, 399, 361, 1050, 111, 0, 102)
    seats = tuple(structs.replace(s, score=n) for s, n in zip(state.seats, scores, strict=True))
    return structs.replace(state, seats=seats)


def duel():
    hands = {"Ann": "AS 2S 5S 8H 9H 10H QD KD 3C 4C JK", "Bob": "2H 3H 4H"}
    table = (("Bob", "set", "7S 7H 7C"), ("Bob", "run", "9S 10S JK QS"))
    return position(
        "grandma-davis",
        hands,
        turn="Ann",
        phase="draw",
        round=2,
        table=table,
        discards="8D",
        by="Bob",
    )


def host_without_needs(state):
    return host_of(state)


SIZES = (SMALL, WIDE, HUGE)


@pytest.mark.parametrize("kind", ["full", "duel"])
async def test_own_view(tmp_path, kind):
    host = host_of(full() if kind == "full" else duel())
    async with at_table(tmp_path, host, no_needs=(host.players[0].name,)) as (_, pilot):
        await press(pilot, "enter")
        if kind == "full":
            await pick(pilot, host, 0, "KC")
        await assert_pictures(f"own-{kind}", pilot, SIZES)


@pytest.mark.parametrize("kind", ["full", "duel"])
async def test_window(tmp_path, kind):
    host = host_of(full("draw") if kind == "full" else duel())
    async with at_table(tmp_path, host) as (_, pilot):
        await assert_pictures(f"window-{kind}", pilot, SIZES)


async def test_called(tmp_path):
    host = host_of(
        position(
            "grandma-davis",
            {"Ann": "4S", "Bob": "2S 3S", "Cy": "8D", "Dee": "5D 6D"},
            turn="Bob",
            by="Ann",
            discards="KD QD",
            table=(("Dee", "set", "KS KH KC"),),
        )
    )
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "4")
        assert_picture("window-called", app)
        await click_target(pilot, SeatTarget(2))
        assert_picture("look-cover", app)
        await press(pilot, "p")
        assert_picture("look", app)


@pytest.mark.slow
async def test_a_window_made_larger_looks_as_one_that_was_large(tmp_path):
    hands = {"Ann": "4S 4H 4D 9D", "Bob": "2S 3S", "Cy": "8D", "Dee": "5D 6D"}
    table = (("Dee", "set", "KS KH KC"),)
    state = position(
        "grandma-davis", hands, turn="Bob", by="Ann", round=2, discards="KD", table=table
    )
    async with at_table(tmp_path, host_of(state)) as (app, pilot):
        await pilot.resize_terminal(*WIDE)
        await settle(pilot)
        text, drawn = screen_text(app), faces_drawn(screen_lines(app))
    assert "K♦" in drawn, "the tossed card is large"
    assert "3 runs of 4, no" in text, "the scores stand beside it"
    async with at_table(tmp_path, host_of(state), WIDE) as (app, _):
        assert screen_text(app) == text


@pytest.mark.slow
async def test_a_hand_follows_the_window_while_melds_are_laid_out(tmp_path):
    hand = "4S 4H 4D 9D 9S 9H KC 2H 6S JK 3D 10H 5C 7C 8C JC QC AS 2S 3S 5S 6H 7H"
    state = position("playerules", {"Ann": hand, "Bob": "2S"}, turn="Ann", phase="play")
    async with at_table(tmp_path, host_of(state), HUGE) as (app, pilot):
        await press(pilot, "enter", "g", "u")
        for wide, high in (SMALL, WIDE, HUGE):
            await pilot.resize_terminal(wide, high)
            await settle(pilot)
            shown = app.screen.query_one(CardRow)
            assert max(map(row_width, shown.rows)) <= wide
            assert (shown.grid.form == BROAD_FAN) == ((wide, high) == HUGE)


async def test_going_down(tmp_path):
    hand = "4S 4H 4D 9D 9S 9H KC 2H 6S JK 3D 10H"
    state = position("playerules", {"Ann": hand, "Bob": "2S"}, turn="Ann", phase="play")
    host = host_of(state)
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "g", "u")
        await pick(pilot, host, 0, "4S", "4H", "4D")
        await press(pilot, "n")
        await pick(pilot, host, 0, "9D", "9S")
        assert_picture("down", app)


async def test_laying_off_a_joker(tmp_path):
    table = (("Bob", "set", "7S 7H 7C"), ("Ann", "run", "9S 10S JS QS"))
    hands = {"Ann": "JK KC 2H", "Bob": "2S 9H"}
    state = position("playerules", hands, turn="Ann", phase="play", table=table)
    host = host_of(state)
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter")
        await pick(pilot, host, 0, "JK")
        await press(pilot, "l")
        assert_picture("place", app)
        for key, meld in (("right", "2"), ("left", "1")):
            await press(pilot, key)
            assert [bit.text for bit in chosen_on_table(app)] == ["▸", f"{meld} ", "◂"]
        app.change_settings(ascii=True)
        await press(pilot, "right")
        assert [bit.text for bit in chosen_on_table(app)] == ["[", "2 ", "]"]


def chosen_on_table(app):
    rows = app.screen.query_one("#table", Lines).rows
    return [bit for line in rows for bit in line if "cursor" in bit.look.split()]


async def test_ascii(tmp_path):
    host = host_of(full())
    async with at_table(tmp_path, host, ascii=True, no_needs=("Ann",)) as (app, pilot):
        await press(pilot, "enter")
        await pick(pilot, host, 0, "KC")
        assert_picture("own-ascii", app)
    host = host_of(duel())
    async with at_table(tmp_path, host, ascii=True) as (app, _):
        assert_picture("window-ascii", app)


@pytest.mark.parametrize("size", some([(SMALL,), (WIDE,), (HUGE,)]))
async def test_only_plain_signs_are_drawn(tmp_path, size):
    host = host_of(full())
    async with at_table(tmp_path, host, size) as (app, pilot):
        await press(pilot, "enter")
        text = screen_text(app)
        assert "\ufe0f" not in text
        assert "\u200d" not in text
        assert not any("\U0001f0a0" <= sign <= "\U0001f0ff" for sign in text)
    async with at_table(tmp_path, host_of(full()), size, ascii=True) as (app, pilot):
        await press(pilot, "enter")
        names = "ä"
        assert all(sign.isascii() or sign in names for sign in screen_text(app))
