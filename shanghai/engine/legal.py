"""The legal actions of a state: each one that `refuse` lets pass, cards of one face given once."""

from collections.abc import Iterator
from itertools import islice

from shanghai.engine import actions, calls, shanghai, turn
from shanghai.engine.cards import FACE_OF, Card, Face
from shanghai.engine.melds import Openings, openings
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Phase, Seat, SeatView, Situation
from shanghai.engine.wild import exchange_faces

_FEW_SWAPS = 2
"""No more exchanges than these are sooner tried one by one than ruled out together."""


def legal(state: Situation, most_lay_downs: int | None = None) -> Iterator[actions.SeatAction]:
    """Every legal action, of a SeatView the viewer's own, HandOver left out; `most_lay_downs`
    bounds the ways of going down, the best first, else all come in no order."""
    seats = (state.viewer,) if isinstance(state, SeatView) else state.seat_numbers
    if state.phase is Phase.DRAW:
        return iter(_before_the_draw(state, seats))
    if state.phase is not Phase.PLAY or state.turn not in seats:
        return iter(())
    seat = state.seats[state.turn]
    if seat.down and not state.rules.meld_when_down:
        return iter(_after_the_draw(state, seat))
    return _with_lay_downs(state, seat, most_lay_downs)


def _with_lay_downs(state: Situation, seat: Seat, most: int | None) -> Iterator[actions.SeatAction]:
    if turn.may_lay(state, state.turn) if seat.down else state.may_go_down_yet:
        from shanghai.engine.solver import every_lay_down, lay_downs

        asked = seat.hand, state.to_lay(state.turn), state.rules
        all_in = state.all_in and not seat.down
        if most is None:
            found = every_lay_down(*asked, all_in=all_in)
        else:
            found = (lay.melds for lay in islice(lay_downs(*asked, all_in=all_in), most))
        for melds in found:
            yield actions.GoDown(state.turn, melds)
    yield from _after_the_draw(state, seat)


def _before_the_draw(state: Situation, seats: tuple[SeatIndex, ...]) -> list[actions.SeatAction]:
    on_turn, word = state.turn, state.rules.call_word
    found: list[actions.SeatAction] = []
    if on_turn in seats:
        found += (actions.Draw(on_turn), actions.Pass(on_turn))
        if calls.refuse_take(state, take := actions.Take(on_turn)) is None:
            found.append(take)
    found += [actions.Call(seat, word) for seat in calls.callers(state) if seat in seats]
    found += shanghai.shanghai_calls(state, seats)
    return found


def _after_the_draw(state: Situation, seat: Seat) -> list[actions.SeatAction]:
    """All but going down, of cards of one face the first one."""
    cards = {FACE_OF[card]: card for card in reversed(seat.hand)}
    taken = openings(state.rules, state.table)
    found: list[actions.SeatAction] = []
    if turn.may_lay(state, state.turn):
        found += _lay_offs(state, cards, taken)
    if state.rules.exchange != "none":
        found += _swaps(state, cards)
    if not (state.must_go_down or (state.owed is not None and turn.owes_joker(state))):
        found += _endings(state, cards, taken)
    return found


def _lay_offs(
    state: Situation, cards: dict[Face, Card], taken: tuple[Openings, ...]
) -> list[actions.LayOff]:
    on_turn = state.turn
    if len(state.seats[on_turn].hand) == 1 and turn.rules_keep_one(state):
        return []
    if state.rules.lay_off_on != "any":
        may = [turn.may_lay_on(state, on_turn, meld) for meld in state.table]
        taken = tuple(each if fits else {} for each, fits in zip(taken, may, strict=True))
    return [
        actions.LayOff(on_turn, card, index, end)
        for index, places in enumerate(taken)
        if not cards.keys().isdisjoint(places)
        for face, card in cards.items()
        if face in places
        for end in places[face]
    ]


def _swaps(state: Situation, cards: dict[Face, Card]) -> list[actions.Swap]:
    faces = cards.keys()
    fitting = [
        actions.Swap(state.turn, card, index)
        for index, meld in enumerate(state.table)
        if meld.wild_count and not faces.isdisjoint(meld.stood_for)
        for taken in (exchange_faces(state.rules, meld),)
        for face, card in cards.items()
        if face in taken
    ]
    if len(fitting) > _FEW_SWAPS and not turn.may_lead_down(state):
        return []
    return [swap for swap in fitting if turn.refuse_swap(state, swap) is None]


def _endings(
    state: Situation, cards: dict[Face, Card], taken: tuple[Openings, ...]
) -> list[actions.Discard] | list[actions.EndTurn]:
    on_turn = state.turn
    if len(state.seats[on_turn].hand) == 1 and not turn.may_discard_last(state):
        end = actions.EndTurn(on_turn)
        return [end] if turn.refuse_end(state, end) is None else []
    if state.rules.discard_ban:
        # Of two copies of a face one may be barred, as the card that was just taken.
        hand = state.seats[on_turn].hand
        cards = {FACE_OF[card]: card for card in hand if not turn.is_barred(state, card)}
    found = [actions.Discard(on_turn, card) for card in cards.values()]
    if state.rules.shanghai:
        playable = set[Face]().union(*taken)
        found += [
            actions.Discard(on_turn, card, True) for face, card in cards.items() if face in playable
        ]
    return found
