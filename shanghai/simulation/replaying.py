"""Rounds of the compact table played again by the engine, which refuses what is not legal."""

from collections.abc import Iterator, Sequence

from shanghai.bots.playouts import table as t
from shanghai.bots.playouts.arrays import zeros
from shanghai.engine import actions as a
from shanghai.engine.cards import FACES, Card
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import End, Kind, State

Line = list[int]
"""A line of a log of the compact table."""


def actions_of(lines: Sequence[Line]) -> Iterator[tuple[Line, Sequence[Line], list[int]]]:
    """The actions of a log, each with the melds that it lays and the faces of a stock that was
    renewed before it."""
    renewed: list[int] = []
    index = 0
    while index < len(lines):
        line, index = lines[index], index + 1
        if line[0] == t.A_RENEWAL:
            renewed.append(line[2])
            continue
        last = index + (line[3] if line[0] == t.A_DOWN else 0)
        yield line, lines[index:last], renewed
        index, renewed = last, []


def action_of(
    state: State, line: Line, melds: Sequence[Line], renewed: Sequence[int]
) -> a.SeatAction:
    """A line of a log as an action of the engine, with cards of the faces that it names."""
    kind, number, face, meld, end, *_ = line
    seat = SeatIndex(number)
    hand = list(state.seats[seat].hand)
    order: tuple[Card, ...] = ()
    if len(renewed) > 1 and state.rules.recycle == "shuffle":
        pile = list(state.discards[2 if state.calls or kind == t.A_CALL else 1 :])
        order = tuple(_take(pile, each) for each in renewed)
    match kind:
        case t.A_DRAW:
            return a.Draw(seat, order)
        case t.A_TAKE:
            return a.Take(seat)
        case t.A_PASS:
            return a.Pass(seat, order)
        case t.A_CALL:
            return a.Call(seat, state.rules.call_word, order)
        case t.A_SWAP:
            return a.Swap(seat, _take(hand, face), meld)
        case t.A_DOWN:
            return a.GoDown(seat, tuple(_meld_cards(row, hand) for row in melds))
        case t.A_LAY:
            return a.LayOff(seat, _take(hand, face), meld, _end(end))
        case t.A_DISCARD:
            return a.Discard(seat, _take(hand, face, state.taken), bool(meld))
        case t.A_END:
            return a.EndTurn(seat)
    raise AssertionError(kind)


def _take(cards: list[Card], face: int, last: Card | None = None) -> Card:
    """Takes a card of a face out of some, `last` only where it is the only one."""
    card_taken = min(
        (card for card in cards if card % FACES == face), key=lambda card: card == last
    )
    cards.remove(card_taken)
    return card_taken


def _end(number: int) -> End | None:
    return {1: End.LOW, 2: End.HIGH}.get(number)


def _meld_cards(line: Line, hand: list[Card]) -> a.MeldCards:
    """The cards of a meld, taken out of a hand."""
    row = zeros(t.MELD)
    row[:] = line[1:]
    if row[t.IS_RUN]:
        places = [t.spot(int(row[t.LOW]) + step) for step in range(row[t.SIZE])]
        faces = [t.face_at(row, place) for place in places]
    else:
        faces = [
            suit * 13 + row[t.LOW] - 1 for suit in range(4) for _ in range(row[t.NATURALS + suit])
        ] + [t.wild_at(row, i) for i in range(row[t.JOKERS])]
    kind = Kind.RUN if row[t.IS_RUN] else Kind.SET
    return a.MeldCards(kind, tuple(_take(hand, face) for face in faces))
