"""Calling SHANGHAI on a tossed card: by the rules, what becomes of it and what the tosser pays."""

from collections.abc import Iterator, Sequence

from msgspec import structs

from shanghai.engine.actions import CallShanghai
from shanghai.engine.calls import refuse_between_rounds
from shanghai.engine.cards import FACE_OF, HIDDEN, Card
from shanghai.engine.events import CallLapsed, Event, ShanghaiCalled
from shanghai.engine.melds import extended, openings, refuse_place
from shanghai.engine.refusal import Refusal, Refused, refusal
from shanghai.engine.scoring import end_round
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Ending, Phase, Situation, State
from shanghai.engine.supply import Need, Outcome, Piles, refuse_renewed, stock_need, without_top
from shanghai.engine.turn import refuse_meld_number, with_meld


def refuse_shanghai(state: Situation, action: CallShanghai) -> Refusal | None:
    """Why a seat may not call SHANGHAI on the tossed card (GD-18)."""
    if not state.rules.shanghai:
        return refusal("no-shanghai", "shanghai")
    if bad := refuse_between_rounds(state):
        return bad
    if state.phase is not Phase.DRAW or not state.discards:
        return refusal("window-closed", "shanghai", phase=state.phase.value)
    if state.locked:
        return refusal("declared-shanghai", "shanghai", card=state.discards[0])
    if not state.tossed:
        return refusal("not-just-tossed", "shanghai", card=state.discards[0])
    if action.seat == state.tossers[0]:
        return refusal("own-toss", "shanghai", seat=action.seat, card=state.discards[0])
    if bad := refuse_meld_number(state, action.meld):
        return bad
    if bad := refuse_place(state.rules, state.table[action.meld], state.discards[0], action.end):
        return bad
    if action.picked is not None and not state.rules.shanghai_gives:
        return refusal("nothing-given", "shanghai_gives")
    if action.picked is not None and action.picked not in state.seats[action.seat].hand:
        return refusal("not-in-hand", "shanghai", seat=action.seat, card=action.picked)
    return refuse_renewed(state, action.renewed, need_of_shanghai, action)


def need_of_shanghai(state: Situation, action: CallShanghai) -> Need:
    """What chance must choose: a card of the caller's hand, and the order of a new stock."""
    pick = state.seats[action.seat].hand if state.rules.shanghai_gives else ()
    return stock_need(state, state.rules.shanghai_cards, called=True)._replace(pick=pick)


def do_shanghai(state: State, action: CallShanghai) -> Outcome:
    """Plays the tossed card on the meld, or gives it back. The rules say what the tosser pays."""
    rules, card, tosser = state.rules, state.discards[0], state.tossers[0]
    caller, picked = state.seats[action.seat], _picked(state, action)
    hand = tuple(card for card in caller.hand if card != picked)
    seats, table = list(state.seats), state.table
    seats[action.seat] = structs.replace(caller, hand=hand)
    gained = [picked] if rules.shanghai_gives else []
    is_back = rules.shanghai_card == "back"
    if is_back:
        gained.append(card)
    else:
        meld = extended(rules, table[action.meld], card, action.end)
        table = with_meld(state, action.meld, meld)
    piles = Piles(without_top(state), action.renewed)
    extra = piles.supply(rules.shanghai_cards)
    seats[tosser] = structs.replace(
        seats[tosser],
        hand=(*seats[tosser].hand, *gained, *extra),
        fined=seats[tosser].fined + rules.shanghai_points,
    )
    after = structs.replace(piles.state, seats=tuple(seats), table=table)
    events: list[Event] = [
        *piles.events,
        ShanghaiCalled(
            action.seat, tosser, card, action.meld, action.end, picked, rules.shanghai_gives,
            is_back, extra, rules.shanghai_points,
        ),
        *(CallLapsed(seat, card) for seat in state.calls),
    ]  # fmt: skip
    if not hand:
        after, ended = end_round(after, action.seat, Ending.SHANGHAI)
        events += ended
    return after, tuple(events)


def _picked(state: State, action: CallShanghai) -> Card:
    """The card that the tosser draws from the caller's hand; HIDDEN if the rules give none."""
    if not state.rules.shanghai_gives:
        return HIDDEN
    hand = state.seats[action.seat].hand
    if action.picked is None and len(hand) != 1:
        raise Refused(refusal("no-card-picked", "shanghai"))
    return hand[0] if action.picked is None else action.picked


def shanghai_calls(state: Situation, seats: Sequence[SeatIndex]) -> Iterator[CallShanghai]:
    """The calls of SHANGHAI that these seats may make now, without the picked card."""
    if not (state.rules.shanghai and state.tossed and state.phase is Phase.DRAW):
        return
    face, tosser = FACE_OF[state.discards[0]], state.tossers[0]
    spots = [
        (index, end)
        for index, places in enumerate(openings(state.rules, state.table))
        for end in places.get(face, ())
    ]
    for seat in seats:
        if seat != tosser:
            for index, end in spots:
                yield CallShanghai(seat, index, end)


def shanghai_triers(state: State) -> tuple[SeatIndex, ...]:
    """The seats that may try to call SHANGHAI. The tossed card need not fit a meld."""
    if not (state.rules.shanghai and state.tossed and state.table and state.phase is Phase.DRAW):
        return ()
    return tuple(seat for seat in state.seat_numbers if seat != state.tossers[0])


def shanghai_callers(state: State) -> tuple[SeatIndex, ...]:
    """The seats that may call SHANGHAI on the top discard now."""
    return tuple(sorted({call.seat for call in shanghai_calls(state, state.seat_numbers)}))
