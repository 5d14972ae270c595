"""Nothing jumps: window, piles and places stay where they are, and melds stay cards."""

import pytest

from shanghai.engine.state import public_view
from shanghai.ui.kit.lines import row
from shanghai.ui.kit.pictures import SIZES
from shanghai.ui.table.felt import TableView
from shanghai.ui.table.middle import pile_blocks
from shanghai.words.cards import CardStyle
from tests.long import some
from tests.ui.pictures import screen_lines
from tests.ui.tables import (
    HANDS,
    HUGE,
    SMALL,
    WIDE,
    after_draw,
    at_table,
    before_draw,
    host_of,
    position,
    press,
)

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

FOURS = [("Ann", "set", "4S 4H 4C")]


def lines_of(app, sign):
    """The numbers of the lines of the table on which a sign stands."""
    table = app.screen.query_one(TableView).region
    return [y for y, line in enumerate(screen_lines(app)) if y < table.bottom and sign in line]


def corners(app):
    """Where the frames of the places stand, and those of the window."""
    return [lines_of(app, sign) for sign in "╭╰┏┗"]


@pytest.mark.parametrize("size", some([(WIDE,), (SMALL,), (HUGE,)]))
async def test_a_call_changes_neither_the_window_nor_the_table(tmp_path, size):
    async with at_table(tmp_path, host_of(before_draw(table=FOURS)), size) as (app, pilot):
        before = corners(app)
        assert "stock 90" in "".join(screen_lines(app)), "the counts stay in sight"
        await press(pilot, "2")
        assert corners(app) == before
        await press(pilot, "2")
        assert corners(app) == before


@pytest.mark.parametrize("size", some([(WIDE,), (SMALL,), (HUGE,)]))
async def test_shanghai_does_not_shift_the_table(tmp_path, size, monkeypatch):
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "full")
    host = host_of(before_draw(table=FOURS))
    async with at_table(tmp_path, host, size, animation=True) as (app, pilot):
        places = [lines_of(app, name) for name in (" 1 Ann ", " 2 Bob ", " 3 Cy D ")]
        await press(pilot, "s", "2")
        assert app.screen.banner.shown
        screen = app.screen
        for _ in range(2):
            now = [lines_of(app, name) for name in (" 1 Ann ", " 2 Bob ", " 3 Cy D ")]
            assert [found[0] for found in now] == [found[0] for found in places]
            screen.banner.end()
            screen.redraw()


@pytest.mark.parametrize("size", some([(WIDE,), (SMALL,), (HUGE,)]))
async def test_the_piles_keep_their_place_through_a_turn(tmp_path, size):
    host = host_of(before_draw(table=[("Ann", "set", "4S 4H 4C"), ("Bob", "run", "5H 6H 7H 8H")]))
    async with at_table(tmp_path, host, size) as (app, pilot):
        await press(pilot, "2", "enter")
        seen = [lines_of(app, "░░░░░░"), lines_of(app, " 1 Ann ")]
        assert seen[0]
        for key in ("d", "space", "escape"):
            await press(pilot, key)
            assert [lines_of(app, "░░░░░░"), lines_of(app, " 1 Ann ")] == seen, key


async def test_a_long_run_stays_on_paper_where_four_seats_leave_little_room(tmp_path):
    hands = {**HANDS, "Dee": "9S TD"}
    table = [("Ann", "run", "3H 4H 5H 6H"), ("Cy", "run", "9C TC JC QC KC AC")]
    state = position("california", hands, turn="Ann", by="Dee", discards="QD", table=table, round=4)
    async with at_table(tmp_path, host_of(state), WIDE) as (app, pilot):
        await press(pilot, "enter")
        (at,) = lines_of(app, "9♣ 10 J Q K A♣")
        assert "▄▄▄▄▄▄" in screen_lines(app)[at - 1]


async def test_what_a_card_may_go_on_is_asked_with_hand_and_piles_in_place(tmp_path):
    async with at_table(tmp_path, host_of(after_draw(hand="JK KC 4S")), WIDE) as (app, pilot):
        await press(pilot, "enter", "asterisk", "space")
        seen = [lines_of(app, "░░░░░░"), lines_of(app, " 1 Ann ")]
        await press(pilot, "l")
        assert app.screen.places.is_open
        assert [lines_of(app, "░░░░░░"), lines_of(app, " 1 Ann ")] == seen
        await press(pilot, "escape")
        assert not app.screen.places.is_open


@pytest.mark.parametrize("size", some([(SMALL,), (WIDE,), (HUGE,)]))
async def test_a_wrong_key_does_not_shift_a_cover(tmp_path, size):
    async with at_table(tmp_path, host_of(before_draw()), size) as (app, pilot):
        await press(pilot, "v", "2")
        before = screen_lines(app)
        await press(pilot, "d")
        changed = [new for old, new in zip(before, screen_lines(app), strict=True) if old != new]
        assert len(changed) == 1
        assert "That key shows nothing" in changed[0]


def test_the_piles_keep_their_place_whatever_is_said_beside_them():
    view = before_draw()
    places = set()
    for said in ("Cy tossed the Q♦.", "Cy tossed the Q♦, let go by Bartholomew."):
        for block in pile_blocks(public_view(view), CardStyle(), [row(said)])[:-1]:
            drawn = block(78)
            texts = ["".join(bit.text for bit in line) for line in drawn]
            assert "stock" in "".join(texts)
            places.add((len(drawn), len(texts[0]) - len(texts[0].lstrip())))
    assert len(places) == len(SIZES)
