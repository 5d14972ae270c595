"""The legal actions of a state: each one that `refuse` lets pass, cards of one face given once."""

from collections.abc import Iterator
from itertools import islice

from shanghai.engine import calls, shanghai, turn
from shanghai.engine.actions import (
    Call,
    Discard,
    Draw,
    EndTurn,
    GoDown,
    LayOff,
    Pass,
    SeatAction,
    Swap,
    Take,
)
from shanghai.engine.cards import FACES, Card
from shanghai.engine.melds import places
from shanghai.engine.solver import lay_downs
from shanghai.engine.state import Phase, State
from shanghai.engine.view import SeatView


def legal(state: State, most_lay_downs: int | None = None) -> Iterator[SeatAction]:
    """Every legal action of every seat, or of the viewer alone for a SeatView; HandOver left out.

    `most_lay_downs` bounds how many ways of going down are listed, the best first.
    """
    seats = (state.viewer,) if isinstance(state, SeatView) else range(state.players)
    if state.phase is Phase.DRAW:
        yield from _before_the_draw(state, seats)
    elif state.phase is Phase.PLAY and state.turn in seats:
        yield from _after_the_draw(state, most_lay_downs)


def _before_the_draw(state: State, seats: tuple[int, ...] | range) -> Iterator[SeatAction]:
    on_turn, rules = state.turn, state.rules
    if on_turn in seats:
        yield Draw(on_turn)
        yield Pass(on_turn)
        if calls.refuse_take(state, take := Take(on_turn)) is None:
            yield take
    for seat in seats:
        call = Call(seat, rules.call_word)
        if calls.refuse_call(state, call) is None:
            yield call
    yield from shanghai.shanghai_calls(state, seats)


def _one_of_each(hand: tuple[Card, ...]) -> tuple[Card, ...]:
    faces = {card % FACES: card for card in reversed(hand)}
    return tuple(faces.values())


def _after_the_draw(state: State, most_lay_downs: int | None) -> Iterator[SeatAction]:
    on_turn = state.turn
    seat = state.seats[on_turn]
    cards = _one_of_each(seat.hand)
    if not seat.down:
        found = lay_downs(seat.hand, state.contract, state.rules, all_in=state.all_in)
        for lay in islice(found, most_lay_downs):
            yield GoDown(on_turn, lay.melds)
    elif not state.went_down or state.rules.lay_off_at_once:
        yield from _lay_offs(state, cards)
    if state.rules.exchange != "none":
        yield from _swaps(state, cards)
    if not state.must_go_down:
        yield from _endings(state, cards)


def _lay_offs(state: State, cards: tuple[Card, ...]) -> Iterator[SeatAction]:
    for index, meld in enumerate(state.table):
        for card in cards:
            ends = places(state.rules, meld, card)
            for end in ends:
                yield LayOff(state.turn, card, index, end)


def _swaps(state: State, cards: tuple[Card, ...]) -> Iterator[SeatAction]:
    for index, meld in enumerate(state.table):
        if not meld.jokers:
            continue
        for card in cards:
            swap = Swap(state.turn, card, index)
            if meld.joker_place(card) >= 0 and turn.refuse_swap(state, swap) is None:
                yield swap


def _endings(state: State, cards: tuple[Card, ...]) -> Iterator[SeatAction]:
    on_turn = state.turn
    if len(state.seats[on_turn].hand) == 1 and not turn.may_discard_last(state):
        if turn.refuse_end(state, end := EndTurn(on_turn)) is None:
            yield end
        return
    for card in cards:
        yield Discard(on_turn, card)
    if state.rules.shanghai and state.table:
        for card in cards:
            if turn.is_playable(state, card):
                yield Discard(on_turn, card, shanghai=True)
