"""The legal actions of a state: those that `refuse` allows, once for cards with the same face."""

from collections.abc import Iterator
from itertools import islice

from shanghai.engine import actions, calls, turn
from shanghai.engine.cards import FACE_OF, Card, Face
from shanghai.engine.melds import Openings, openings
from shanghai.engine.moves import CALLS
from shanghai.engine.opening import opens_with_taken, rules_to_open_by
from shanghai.engine.seats import SeatIndex
from shanghai.engine.solver import every_lay_down, lay_downs
from shanghai.engine.state import Phase, Seat, SeatView, Situation
from shanghai.engine.wild import exchange_faces

_FEW_SWAPS = 2
"""If at most so many exchanges are possible, each is tried without a check of all of them."""


def legal(state: Situation, most_lay_downs: int | None = None) -> Iterator[actions.SeatAction]:
    """Every legal action except HandOver; for a SeatView, only those of its viewer.

    Cards with the same face are listed once. At most `most_lay_downs` lay-downs are listed, the
    best first; None lists all of them, in no order.
    """
    seats = (state.viewer,) if isinstance(state, SeatView) else state.seat_numbers
    if state.phase is Phase.DRAW:
        return iter(_before_the_draw(state, seats))
    if state.phase is not Phase.PLAY or state.turn not in seats:
        return iter(())
    seat = state.seats[state.turn]
    if seat.down and not state.rules.meld_when_down:
        return iter(_all_but_lay_downs(state, seat))
    return _after_the_draw(state, seat, most_lay_downs)


def _after_the_draw(
    state: Situation, seat: Seat, limit: int | None
) -> Iterator[actions.SeatAction]:
    """All actions of the player on turn after the draw, with at most `limit` lay-downs."""
    if turn.may_lay(state, state.turn) if seat.down else state.may_go_down_yet:
        contract, all_in = state.to_lay(state.turn), state.all_in and not seat.down
        if limit is None:
            options = every_lay_down(seat.hand, contract, state.rules, all_in=all_in)
        else:
            best_first = lay_downs(seat.hand, contract, rules_to_open_by(state), all_in=all_in)
            options = (each.melds for each in best_first)
        allowed = (
            melds
            for melds in options
            if opens_with_taken(state, melds) and turn.is_part(state, melds)
        )
        for melds in islice(allowed, limit):
            yield actions.GoDown(state.turn, melds)
    yield from _all_but_lay_downs(state, seat)


def _before_the_draw(state: Situation, seats: tuple[SeatIndex, ...]) -> list[actions.SeatAction]:
    """The draws and the calls of these seats."""
    on_turn = state.turn
    options: list[actions.SeatAction] = []
    if on_turn in seats:
        options += (actions.Draw(on_turn), actions.Pass(on_turn))
        if calls.refuse_take(state, take := actions.Take(on_turn)) is None:
            options.append(take)
    for possible_calls in CALLS:
        options += possible_calls(state, seats)
    return options


def _all_but_lay_downs(state: Situation, seat: Seat) -> list[actions.SeatAction]:
    """All actions except going down. Of cards with the same face only the first is used."""
    cards = {FACE_OF[card]: card for card in reversed(seat.hand)}
    table_openings = openings(state.rules, state.table)
    options: list[actions.SeatAction] = []
    if turn.may_lay(state, state.turn):
        options += _lay_offs(state, cards, table_openings)
    if state.rules.exchange != "none":
        options += _swaps(state, cards)
    if not (state.must_go_down or (state.owed is not None and turn.owes_joker(state))):
        options += _discards_or_end(state, cards, table_openings)
    return options


def _lay_offs(
    state: Situation, cards: dict[Face, Card], table_openings: tuple[Openings, ...]
) -> list[actions.LayOff]:
    on_turn = state.turn
    if len(state.seats[on_turn].hand) == 1 and turn.rules_keep_one(state):
        return []
    if state.rules.lay_off_on != "any":
        table_openings = tuple(
            ends_by_face if turn.may_lay_on(state, on_turn, meld) else {}
            for ends_by_face, meld in zip(table_openings, state.table, strict=True)
        )
    return [
        actions.LayOff(on_turn, card, index, end)
        for index, ends_by_face in enumerate(table_openings)
        if not cards.keys().isdisjoint(ends_by_face)
        for face, card in cards.items()
        if face in ends_by_face
        for end in ends_by_face[face]
    ]


def _swaps(state: Situation, cards: dict[Face, Card]) -> list[actions.Swap]:
    faces = cards.keys()
    fitting = [
        actions.Swap(state.turn, card, index)
        for index, meld in enumerate(state.table)
        if meld.wild_count and not faces.isdisjoint(meld.stood_for)
        for winning in (exchange_faces(state.rules, meld),)
        for face, card in cards.items()
        if face in winning
    ]
    if len(fitting) > _FEW_SWAPS and not turn.may_lead_down(state):
        return []
    return [swap for swap in fitting if turn.refuse_swap(state, swap) is None]


def _discards_or_end(
    state: Situation, cards: dict[Face, Card], table_openings: tuple[Openings, ...]
) -> list[actions.Discard] | list[actions.EndTurn]:
    on_turn = state.turn
    if len(state.seats[on_turn].hand) == 1 and not turn.may_discard_last(state):
        end = actions.EndTurn(on_turn)
        return [end] if turn.refuse_end(state, end) is None else []
    if state.rules.discard_ban:
        # Of two copies of a face one may be barred, as the card that was just taken.
        hand = state.seats[on_turn].hand
        cards = {FACE_OF[card]: card for card in hand if not turn.is_barred(state, card)}
    discards = [actions.Discard(on_turn, card) for card in cards.values()]
    if state.rules.shanghai:
        playable = set[Face]().union(*table_openings)
        discards += [
            actions.Discard(on_turn, card, True) for face, card in cards.items() if face in playable
        ]
    return discards
