"""Nothing jumps: window, piles and places stay where they are, and melds stay cards."""

import re

import pytest

from shanghai.engine.seen import public_view
from shanghai.ui.kit.lines import row
from shanghai.ui.kit.pictures import PILES
from shanghai.ui.table.card_row import CardRow
from shanghai.ui.table.middle import pile_blocks
from shanghai.ui.table.table_contents import TableView
from shanghai.ui.table.targets import CardTarget
from shanghai.variants.loader import load_variant
from shanghai.words.cards import CardStyle
from tests.long import some
from tests.ui.pictures import faces_drawn, screen_lines
from tests.ui.tables import (
    HANDS,
    HUGE,
    SMALL,
    TABLE,
    WIDE,
    after_draw,
    at_table,
    before_draw,
    host_of,
    position,
    press,
    status,
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
        places = [lines_of(app, name) for name in (" 1 Ann ", " 2 Bob ", " 3 Cy ")]
        await press(pilot, "s", "2")
        assert app.screen.banner.shown
        screen = app.screen
        for _ in range(2):
            now = [lines_of(app, name) for name in (" 1 Ann ", " 2 Bob ", " 3 Cy ")]
            assert [found[0] for found in now] == [found[0] for found in places]
            screen.banner.end()
            screen.redraw()


@pytest.mark.parametrize("size", some([(WIDE,), (SMALL,), (HUGE,)]))
async def test_the_piles_keep_their_place_through_a_turn(tmp_path, size):
    host = host_of(before_draw(table=[("Ann", "set", "4S 4H 4C"), ("Bob", "run", "5H 6H 7H 8H")]))
    async with at_table(tmp_path, host, size) as (app, pilot):
        await press(pilot, "2", "enter")
        seen = [lines_of(app, "▚▚▚▚▚"), lines_of(app, " 1 Ann ")]
        assert seen[0]
        for key in ("d", "space", "escape"):
            await press(pilot, key)
            assert [lines_of(app, "▚▚▚▚▚"), lines_of(app, " 1 Ann ")] == seen, key


async def test_a_long_run_stays_on_paper_where_four_seats_leave_little_room(tmp_path):
    hands = {**HANDS, "Dee": "9S TD"}
    table = [("Ann", "run", "3H 4H 5H 6H"), ("Cy", "run", "9C TC JC QC KC AC")]
    state = position("california", hands, turn="Ann", by="Dee", discards="QD", table=table, round=4)
    async with at_table(tmp_path, host_of(state), WIDE) as (app, pilot):
        await press(pilot, "enter")
        drawn = " ".join(faces_drawn(screen_lines(app)))
        assert "9♣ 10♣ J♣ Q♣ K♣ A♣" in drawn


async def test_what_a_card_may_go_on_is_asked_with_hand_and_piles_in_place(tmp_path):
    async with at_table(tmp_path, host_of(after_draw(hand="JK KC 4S")), WIDE) as (app, pilot):
        await press(pilot, "enter", "asterisk", "space")
        seen = [lines_of(app, "▚▚▚▚▚"), lines_of(app, " 1 Ann ")]
        await press(pilot, "l")
        assert app.screen.picker.is_open
        assert [lines_of(app, "▚▚▚▚▚"), lines_of(app, " 1 Ann ")] == seen
        await press(pilot, "escape")
        assert not app.screen.picker.is_open


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
    assert len(places) == len(PILES)


def drawn_cards(app):
    """The cells in which the edge of each card of the hand on the screen stands."""
    found = {}
    for y, line in enumerate(app.screen.query_one(CardRow).rows):
        x = 0
        for bit in line:
            match bit.target:
                case CardTarget(card) if bit.text.strip() and bit.look != "accent":
                    found.setdefault(card, (y, x))
            x += bit.width
    return found


GAMES = [
    "rummygames",
    "grandma-davis",
    "california",
    "playerules",
    "variants/more/dummy-rummy.yaml",
]


@pytest.mark.parametrize("size", some([(SMALL,), (WIDE,), (HUGE,)]))
@pytest.mark.parametrize("variant", some(GAMES, 2))
async def test_the_hand_keeps_its_form_and_place_over_a_turn(tmp_path, size, variant):
    ranks = "4S 5S 9S TS JS 2H 3H QH 7D 9D KC 2C 3C"
    rules = load_variant(variant)
    hand = " ".join(ranks.split()[: rules.cards_dealt(1, 3)])
    state = position(variant, {**HANDS, "Ann": hand}, turn="Ann", by="Cy", discards="4D QD")
    async with at_table(tmp_path, host_of(state), size) as (app, pilot):
        await press(pilot, "enter")
        row = app.screen.query_one(CardRow)
        form, before = row.grid, drawn_cards(app)
        await press(pilot, "d")
        after = drawn_cards(app)
        assert len(row.cards) == len(before) + 1, "a card was drawn"
        assert row.grid == form
        (new,) = {*row.cards} - {*before}
        kept = row.cards[: row.cards.index(new)]
        assert all(after[card] == before[card] for card in kept), "the cards left of it stay"
        await press(pilot, "space", "space", "left", "g")
        assert app.screen.query_one(CardRow).grid.form == form.form
        await press(pilot, "escape", "space")
        assert app.screen.query_one(CardRow).grid == form


@pytest.mark.parametrize("size", some([(SMALL,), (WIDE,), (HUGE,)]))
async def test_going_down_and_laying_off_change_no_form_in_that_turn(tmp_path, size):
    hand = "4S 4H 4D 9D 9S 9H 2H KS QD 2C 3C"
    host = host_of(after_draw(hand=hand, table=TABLE[1:2]))
    async with at_table(tmp_path, host, size) as (app, pilot):
        await press(pilot, "enter")
        form = app.screen.query_one(CardRow).grid
        await press(pilot, "g")
        await press(pilot, "enter")
        assert host.state.seats[0].down
        assert app.screen.query_one(CardRow).grid == form
        await press(pilot, "a", "a")
        assert len(host.state.seats[0].hand) == 4, "the king lies on those of Bob"
        assert app.screen.query_one(CardRow).grid == form


@pytest.mark.parametrize("size", some([(WIDE,), (SMALL,), (HUGE,)]))
async def test_a_hint_lights_the_card_and_moves_nothing(tmp_path, size):
    host = host_of(after_draw(hand="4S 4H 9D 9S KS QD 2C 3C 7H 8C JD"))
    async with at_table(tmp_path, host, size) as (app, pilot):
        await press(pilot, "enter", "end")
        before, hand = screen_lines(app), app.screen.hand
        last = hand.cursor
        await press(pilot, "h")
        assert "Hint: lay 4" in status(app)
        assert hand.cursor != last, "the cursor lights the card that is named"
        marks = app.screen.query_one(TableView)._contents.marks
        assert marks.lit == {0}, "and so is the meld on which it goes"
        changed = [
            y
            for y, (old, new) in enumerate(zip(before, screen_lines(app), strict=True))
            if any(frame in old + new for frame in "╭╰│") and _apart(old) != _apart(new)
        ]
        assert not changed, "no frame has moved, and no line within one"
        await press(pilot, "o")
        assert not app.screen.query_one(TableView)._contents.marks.lit


def _apart(line):
    """A line without what tells of hints and of lit melds, which has a place of its own."""
    return re.sub(r"had a hint|h: has asked for a hint| h |[›‹]", "", line).replace(" ", "")


async def test_a_hint_to_take_the_discard_lights_it(tmp_path):
    hands = {"Ann": "9S 9D 7S 7D KC", "Bob": "QS QD 7H 3H", "Cy": "8D 8H JK 3C"}
    state = position("playerules", hands, turn="Ann", by="Cy", discards="9H 4D")
    async with at_table(tmp_path, host_of(state)) as (app, pilot):
        await press(pilot, "enter", "h")
        assert "Hint: take the discard" in status(app)
        assert app.screen.query_one(TableView)._contents.marks.lit_pile == "discards"
        await press(pilot, "d")
        assert app.screen.query_one(TableView)._contents.marks.lit_pile == ""
