"""The game as two functions: `refuse` says why not, `apply` makes the next state and its events."""

from collections.abc import Sequence
from typing import assert_never

from msgspec import structs

from shanghai.engine import (
    calls,
    correction,
    dealing,
    evening,
    exchange,
    shanghai,
    stalemate,
    supply,
    turn,
)
from shanghai.engine.actions import (
    Action,
    Call,
    CallShanghai,
    Correct,
    Deal,
    Discard,
    Draw,
    DrawForDealer,
    EndTurn,
    GoDown,
    HandOver,
    LayOff,
    Pass,
    StopGame,
    Swap,
    Take,
    ThrowIn,
)
from shanghai.engine.events import Event
from shanghai.engine.handicap import NO_HANDICAP, Handicap, handicap_fault
from shanghai.engine.legal import legal
from shanghai.engine.refusal import Refusal, refusal
from shanghai.engine.rules import Rules
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Phase, Seat, State
from shanghai.engine.supply import Need

__all__ = ["Need", "Refused", "apply", "game_before", "legal", "needs", "new_game", "refuse"]


class Refused(ValueError):
    """The rules refuse an action; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code} ({refusal.rule})")
        self.refusal = refusal


def new_game(rules: Rules, names: Sequence[str], handicaps: Sequence[Handicap] = ()) -> State:
    """A game before the draw for dealer, with a handicap for each seat or none at all.

    ValueError for a number of players that it does not take, and for handicaps that do not fit.
    """
    if not rules.min_players <= len(names) <= rules.max_players:
        raise ValueError(
            f"{rules.name} takes {rules.min_players} to {rules.max_players} players, "
            f"not {len(names)}"
        )
    if len(set(names)) < len(names):
        raise ValueError("two players have the same name")
    agreed = tuple(handicaps) or (NO_HANDICAP,) * len(names)
    if len(agreed) != len(names):
        raise ValueError("handicaps stand for each seat or for none")
    if fault := handicap_fault(rules, agreed):
        raise ValueError(fault)
    seats = [
        Seat(name, chips=rules.chips, handicap=each)
        for name, each in zip(names, agreed, strict=True)
    ]
    return State(rules=rules, seats=tuple(seats))


def game_before(rules: Rules, names: Sequence[str], round: int, dealer: SeatIndex) -> State:
    """A game before the deal of a round, nothing scored and all earlier contracts met."""
    state = new_game(rules, names)
    met = min(round, len(rules.contracts)) - 1 if rules.contracts_by != "round" else 0
    numbers = tuple(range(1, met + 1))
    done, played = (numbers * (rules.contracts_by == by) for by in ("free", "first"))
    seats = tuple(
        structs.replace(seat, met=met * rules.is_by_player, done=done) for seat in state.seats
    )
    before = structs.replace(state, phase=Phase.DEALING, round=round, dealer=dealer)
    return structs.replace(before, seats=seats, played=played)


def refuse(state: State, action: Action) -> Refusal | None:
    """Why the rules turn the action away, or None where it is legal."""
    match action:
        case Draw():
            return _refuse_seat(state, action.seat) or calls.refuse_draw(state, action)
        case Discard():
            return _refuse_seat(state, action.seat) or turn.refuse_discard(state, action)
        case Take():
            return _refuse_seat(state, action.seat) or calls.refuse_take(state, action)
        case Call():
            return _refuse_seat(state, action.seat) or calls.refuse_call(state, action)
        case LayOff():
            return _refuse_seat(state, action.seat) or turn.refuse_lay_off(state, action)
        case Pass():
            return _refuse_seat(state, action.seat) or calls.refuse_pass(state, action)
        case GoDown():
            return _refuse_seat(state, action.seat) or turn.refuse_go_down(state, action)
        case Swap():
            return _refuse_seat(state, action.seat) or exchange.refuse_swap(state, action)
        case CallShanghai():
            return _refuse_seat(state, action.seat) or shanghai.refuse_shanghai(state, action)
        case EndTurn():
            return _refuse_seat(state, action.seat) or turn.refuse_end(state, action)
        case HandOver():
            return _refuse_seat(state, action.seat) or dealing.refuse_hand_over(state, action)
        case DrawForDealer():
            return dealing.refuse_draw_for_dealer(state, action)
        case Deal():
            return dealing.refuse_deal(state, action)
        case ThrowIn():
            return stalemate.refuse_throw_in(state, action)
        case StopGame():
            return evening.refuse_stop(state)
        case Correct():
            return _refuse_seat(state, action.seat) or correction.refuse_correct(state, action)
        case _:
            assert_never(action)


def _refuse_seat(state: State, seat: SeatIndex) -> Refusal | None:
    if 0 <= seat < len(state.seats):
        return None
    return refusal("no-such-seat", "ALL-1", number=seat)


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after an action and what has happened.

    Raises Refused where the rules refuse it, ValueError where chance that it needs is missing.
    """
    if bad := refuse(state, action):
        raise Refused(bad)
    match action:
        case Draw():
            return calls.do_draw(state, action)
        case Discard():
            return turn.do_discard(state, action)
        case Take():
            return calls.do_take(state, action)
        case Call():
            return calls.do_call(state, action)
        case LayOff():
            return turn.do_lay_off(state, action)
        case Pass():
            return calls.do_pass(state, action)
        case GoDown():
            return turn.do_go_down(state, action)
        case Swap():
            return exchange.do_swap(state, action)
        case CallShanghai():
            return shanghai.do_shanghai(state, action)
        case EndTurn():
            return turn.do_end(state, action)
        case HandOver():
            return dealing.do_hand_over(state, action)
        case DrawForDealer():
            return dealing.do_draw_for_dealer(state, action)
        case Deal():
            return dealing.do_deal(state, action)
        case ThrowIn():
            return stalemate.do_throw_in(state, action)
        case StopGame():
            return evening.do_stop(state)
        case Correct():
            return correction.do_correct(state, action)
        case _:
            assert_never(action)


def needs(state: State, action: Action) -> Need:
    """The chance that a legal action asks for: discards to be turned, a hand to draw from."""
    match action:
        case Draw() | Pass() | Call():
            return supply.stock_need(state, action)
        case CallShanghai(seat=seat):
            need = supply.stock_need(state, action)
            return need._replace(pick=state.seats[seat].hand * state.rules.shanghai_gives)
        case _:
            return supply.NO_NEED
