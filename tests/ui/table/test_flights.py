"""Cards that travel: what goes from where to where after a move, and what each frame shows."""

from typing import NamedTuple

import pytest
from msgspec import structs
from textual.geometry import Region, Size

from shanghai.engine import actions
from shanghai.engine.cards import face_of, read_face
from shanghai.engine.seats import NOBODY
from shanghai.engine.seen import public_view, view_for
from shanghai.ui.kit.lines import Bit, row
from shanghai.ui.table.card_row import HandMarks, grid_for, hand_rows
from shanghai.ui.table.flights import (
    FLIGHT_FRAMES,
    DrawnLines,
    Flight,
    Pictured,
    cells_of,
    flight_frames,
    flights,
    overlaid,
    without,
)
from shanghai.ui.table.middle import pile_blocks
from shanghai.ui.table.movement import _lit
from shanghai.ui.table.table_contents import TableContents
from shanghai.ui.table.targets import CardTarget, DiscardTarget, MeldTarget, SeatTarget, StockTarget
from shanghai.words.cards import CardStyle
from tests.ui.tables import MOVING_HANDS, host_of, position

STYLE = CardStyle()
TABLE = (("Ann", "set", "8S 8D 8C"), ("Bob", "run", "5H 6H 7H JK"))
ACROSS, DOWN = 100, 24


class Block(NamedTuple):
    """Lines of the screen that only have a place."""

    region: Region
    size: Size = Size(ACROSS, DOWN)


FELT, HAND = Block(Region(0, 1, ACROSS, DOWN)), Block(Region(0, 25, ACROSS, 9))


def pictured(state, seat=NOBODY):
    """A seat's view of a game, or that of the table, as it is drawn."""
    view = public_view(state) if seat == NOBODY else view_for(state, seat)
    contents = TableContents(view, STYLE, middle=pile_blocks(view, STYLE, ()))
    drawn = [DrawnLines(FELT, contents.rows(ACROSS, DOWN))]
    if seat != NOBODY:
        cards = view.seats[seat].hand
        grid = grid_for(len(cards), ACROSS, 9, STYLE)
        drawn.append(DrawnLines(HAND, hand_rows(cards, HandMarks(), grid, STYLE, ACROSS)))
    return Pictured(view, tuple(drawn))


def game(phase="draw", hands=MOVING_HANDS, table=TABLE):
    return host_of(
        position(
            "grandma-davis", hands, turn="Ann", phase=phase, table=table, discards="QD 5C", by="Cy"
        )
    )


def after(host, *moves, seat=NOBODY):
    """The flights of some moves as a seat or the table sees them, and the picture after them."""
    before = pictured(host.state, seat)
    for move in moves:
        host.do(move)
    now = pictured(host.state, seat)
    return flights(before, now), before, now


def named(host, name, seat=0):
    """The card of a hand by its name."""
    return next(c for c in host.state.seats[seat].hand if face_of(c) == read_face(name))


@pytest.mark.parametrize("seat", [NOBODY, 0, 1])
def test_a_draw_goes_face_down_from_the_stock_to_the_hand(seat):
    host = game()
    ((flight,), before, now) = after(host, actions.Draw(0), seat=seat)
    drawn = host.state.seats[0].hand[-1]
    assert flight.card is None, "its face is for nobody on the way"
    assert flight.start == before.place(StockTarget())
    if seat == 0:
        assert flight.end == now.place(CardTarget(drawn))
        assert flight.hidden == {CardTarget(drawn)}
    else:
        assert flight.end == now.place(SeatTarget(0))
        assert not flight.hidden


@pytest.mark.parametrize("seat", [NOBODY, 0, 2])
def test_a_taken_card_goes_open_from_the_discards(seat):
    host = game()
    top = host.state.top
    ((flight,), before, now) = after(host, actions.Take(0), seat=seat)
    assert flight.card == top
    assert flight.start == before.place(DiscardTarget())
    assert flight.end == now.place(CardTarget(top) if seat == 0 else SeatTarget(0))


@pytest.mark.parametrize("seat", [NOBODY, 0, 1])
def test_a_toss_goes_from_the_hand_to_the_discards_and_covers_the_last_one(seat):
    host = game("play")
    card, top = named(host, "KC"), host.state.top
    ((flight,), before, now) = after(host, actions.Discard(0, card), seat=seat)
    assert (flight.card, flight.covers) == (card, top)
    assert flight.start == before.place(CardTarget(card) if seat == 0 else SeatTarget(0))
    assert flight.end == now.place(DiscardTarget())


def test_a_lay_off_goes_to_its_meld_and_a_joker_won_to_the_hand():
    host = game("play")
    card = named(host, "8H")
    ((flight,), before, now) = after(host, actions.LayOff(0, card, 0), seat=0)
    assert (flight.card, flight.start) == (card, before.place(CardTarget(card)))
    assert flight.end == now.place(MeldTarget(0))
    assert flight.hidden == set(), "the meld that it joins stays in sight"


def test_a_new_round_lets_nothing_travel():
    before = pictured(game().state)
    view = before.view
    later = Pictured(_of_round(view, view.round + 1), before.drawn)
    assert flights(before, later) == ()


def _of_round(view, number):
    return structs.replace(view, round=number, discards=())


def test_a_card_travels_on_a_line_over_what_is_there_and_is_seen_once_it_lands():
    host = game("play")
    card = named(host, "KC")
    found, _, now = after(host, actions.Discard(0, card), seat=0)
    frames = flight_frames(now, found, STYLE)
    assert len(frames) == FLIGHT_FRAMES
    tops = []
    for frame in frames:
        lines = [frame[FELT](y, line) for y, line in enumerate(now.drawn[0].rows)]
        assert [bit for line in lines for bit in line if bit.target == DiscardTarget()]
        text = ["".join(bit.text for bit in line) for line in lines]
        assert text != ["".join(bit.text for bit in line) for line in now.drawn[0].rows]
        whole = [*lines, *(frame[HAND](y, line) for y, line in enumerate(now.drawn[1].rows))]
        flown = [y for y, line in enumerate(whole) if any(_flies(bit) for bit in line)]
        assert flown, "the card is on the screen"
        tops.append(min(flown))
    assert tops == sorted(tops, reverse=True), "from the hand at the foot up to the discards"


def _flies(bit):
    return "paper-club" in bit.look and bit.target is None


def test_what_has_not_landed_is_hidden():
    line = row(Bit("7S", "paper", CardTarget(3)), " ", Bit("8S", "paper", CardTarget(4)))
    flight = Flight(3, Region(0, 0, 5, 4), Region(20, 9, 5, 4), frozenset({CardTarget(4)}))
    drawn = Pictured(None, (DrawnLines(HAND, [line]),))
    frame = flight_frames(drawn, [flight], STYLE)[0]
    assert "".join(bit.text for bit in frame[HAND](0, line)) == "7S   "


@pytest.mark.parametrize(
    ("x", "expected"),
    [
        (0, "##cdef"),
        (2, "ab##ef"),
        (-1, "#bcdef"),
        (5, "abcde##"),
        (8, "abcdef  ##"),
        (-2, "abcdef"),
    ],
)
def test_bits_lie_over_the_cells_of_a_line(x, expected):
    line = row("ab", "cdef")
    assert "".join(bit.text for bit in overlaid(line, row("##"), x)) == expected


def test_a_wide_letter_that_is_cut_leaves_a_blank():
    assert "".join(bit.text for bit in cells_of(row("花子x"), 1, 5)) == "    "
    assert "".join(bit.text for bit in cells_of(row("花子", "x"), 0, 5)) == "花子x"


def test_a_line_in_which_nothing_moves_stays_the_line_that_is_drawn():
    line, targets = row("a", Bit("b", "", StockTarget())), frozenset({DiscardTarget()})
    assert without(targets, line) is line
    assert _lit(targets, "glow", 0, line) is line
    assert without(frozenset({StockTarget()}), line) == row("a", " ")
