"""SHANGHAI called on a card just tossed: it goes to the meld, the tosser draws from the caller."""

from collections.abc import Iterator, Sequence

from msgspec import structs

from shanghai.engine.actions import CallShanghai
from shanghai.engine.calls import Outcome, refuse_idle
from shanghai.engine.cards import FACE_OF
from shanghai.engine.events import CallLapsed, Event, ShanghaiCalled
from shanghai.engine.melds import grown, openings, refuse_place
from shanghai.engine.refusal import Refusal, refusal
from shanghai.engine.scoring import end_round
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Ending, Phase, State


def refuse_shanghai(state: State, action: CallShanghai) -> Refusal | None:
    """Why a seat may not call SHANGHAI on the tossed card (GD-18)."""
    if not state.rules.shanghai:
        return refusal("no-shanghai", "shanghai")
    if bad := refuse_idle(state):
        return bad
    if state.phase is not Phase.DRAW or not state.discards:
        return refusal("window-closed", "shanghai", phase=state.phase.value)
    if state.locked:
        return refusal("declared-shanghai", "shanghai", card=state.discards[0])
    if not state.tossed:
        return refusal("not-just-tossed", "shanghai", card=state.discards[0])
    if action.seat == state.tossers[0]:
        return refusal("own-toss", "shanghai", seat=action.seat, card=state.discards[0])
    if not 0 <= action.meld < len(state.table):
        return refusal("no-such-meld", "ALL-6", meld=action.meld, melds=len(state.table))
    if bad := refuse_place(state.rules, state.table[action.meld], state.discards[0], action.end):
        return bad
    if action.picked is not None and action.picked not in state.seats[action.seat].hand:
        return refusal("not-in-hand", "shanghai", seat=action.seat, card=action.picked)
    return None


def do_shanghai(state: State, action: CallShanghai) -> Outcome:
    """Plays the tossed card on the meld; the tosser draws a card from the caller's hand."""
    card, tosser, caller = state.discards[0], state.tossers[0], state.seats[action.seat]
    picked = action.picked
    if picked is None:
        if len(caller.hand) != 1:
            raise ValueError("the card that the tosser draws is missing")
        picked = caller.hand[0]
    meld = grown(state.rules, state.table[action.meld], card, action.end)
    hand = tuple(held for held in caller.hand if held != picked)
    seats = list(state.seats)
    seats[action.seat] = structs.replace(caller, hand=hand)
    seats[tosser] = structs.replace(seats[tosser], hand=(*seats[tosser].hand, picked))
    after = structs.replace(
        state,
        seats=tuple(seats),
        table=(*state.table[: action.meld], meld, *state.table[action.meld + 1 :]),
        discards=state.discards[1:],
        tossers=state.tossers[1:],
        live=state.rules.beneath == "open",
        tossed=False,
        given_up=False,
        calls=(),
    )
    events: list[Event] = [
        ShanghaiCalled(action.seat, tosser, card, action.meld, action.end, picked),
        *(CallLapsed(seat, card) for seat in state.calls),
    ]
    if not hand:
        after, ended = end_round(after, action.seat, Ending.SHANGHAI)
        events += ended
    return after, tuple(events)


def shanghai_calls(state: State, seats: Sequence[SeatIndex]) -> Iterator[CallShanghai]:
    """Every place where one of the seats may call SHANGHAI now, the picked card left open."""
    if not (state.rules.shanghai and state.tossed and state.phase is Phase.DRAW):
        return
    face, tosser = FACE_OF[state.discards[0]], state.tossers[0]
    spots = [
        (index, end)
        for index, taken in enumerate(openings(state.rules, state.table))
        for end in taken.get(face, ())
    ]
    for seat in seats:
        if seat != tosser:
            for index, end in spots:
                yield CallShanghai(seat, index, end)


def shanghai_triers(state: State) -> tuple[SeatIndex, ...]:
    """The seats that could call SHANGHAI if the card just tossed fitted a meld; it may not fit."""
    if not (state.rules.shanghai and state.tossed and state.table and state.phase is Phase.DRAW):
        return ()
    return tuple(seat for seat in state.seat_numbers if seat != state.tossers[0])


def shanghai_callers(state: State) -> tuple[SeatIndex, ...]:
    """The seats that may call SHANGHAI on the top discard now."""
    return tuple(sorted({call.seat for call in shanghai_calls(state, state.seat_numbers)}))
