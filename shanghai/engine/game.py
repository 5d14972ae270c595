"""The game as two functions: `refuse` says why not, `apply` makes the next state and its events."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar, get_args

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
from shanghai.engine.supply import Need, Outcome

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


_Ordered = TypeVar("_Ordered", bound=Action)
_Refuse = Callable[[State, _Ordered], Refusal | None]
_Do = Callable[[State, _Ordered], Outcome]
_STEPS: Final[dict[type, tuple[_Refuse[Any], _Do[Any]]]] = {}
"""By the kind of an action why it is refused and what it does."""


def _step(kind: type[_Ordered], refuse: _Refuse[_Ordered], do: _Do[_Ordered]) -> None:
    _STEPS[kind] = refuse, do


_step(Draw, calls.refuse_draw, calls.do_draw)
_step(Take, calls.refuse_take, calls.do_take)
_step(Pass, calls.refuse_pass, calls.do_pass)
_step(Call, calls.refuse_call, calls.do_call)
_step(CallShanghai, shanghai.refuse_shanghai, shanghai.do_shanghai)
_step(Swap, exchange.refuse_swap, exchange.do_swap)
_step(GoDown, turn.refuse_go_down, turn.do_go_down)
_step(LayOff, turn.refuse_lay_off, turn.do_lay_off)
_step(Discard, turn.refuse_discard, turn.do_discard)
_step(EndTurn, turn.refuse_end, turn.do_end)
_step(HandOver, dealing.refuse_hand_over, dealing.do_hand_over)
_step(DrawForDealer, dealing.refuse_draw_for_dealer, dealing.do_draw_for_dealer)
_step(Deal, dealing.refuse_deal, dealing.do_deal)
_step(ThrowIn, stalemate.refuse_throw_in, stalemate.do_throw_in)
_step(StopGame, evening.refuse_stop, evening.do_stop)
_step(Correct, correction.refuse_correct, correction.do_correct)
assert {*_STEPS} == {*get_args(Action)}


def refuse(state: State, action: Action) -> Refusal | None:
    """Why the rules turn the action away, or None where it is legal."""
    seat: SeatIndex | None = getattr(action, "seat", None)
    if seat is not None and not 0 <= seat < len(state.seats):
        return refusal("no-such-seat", "ALL-1", number=seat)
    return _STEPS[type(action)][0](state, action)


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after an action and what has happened.

    Raises Refused where the rules refuse it, ValueError where chance that it needs is missing.
    """
    if bad := refuse(state, action):
        raise Refused(bad)
    return _STEPS[type(action)][1](state, action)


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
