"""The kinds of actions, each with the functions that refuse it, do it and list it.

A new kind is a line of `MOVES`, which leads to the module of its phase.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

from shanghai.engine import (
    actions,
    calls,
    dealing,
    evening,
    scoring,
    shanghai,
    stalemate,
    supply,
    turn,
)
from shanghai.engine.events import Event
from shanghai.engine.refusal import Refusal
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Situation


class ActionKind(NamedTuple):
    """The functions of one kind of action, each called with a state and such an action."""

    refuse: Callable[[Any, Any], Refusal | None]
    """Why it is not allowed, None if it is."""
    do: Callable[[Any, Any], tuple[Any, tuple[Event, ...]]]
    """The state after it, and its events."""
    need: Callable[[Situation, Any], supply.Need] = supply.no_need
    """What chance has to choose for it."""
    calls: Callable[[Situation, Sequence[SeatIndex]], Iterable[actions.AnyCall]] | None = None
    """All calls of this kind that some seats may make; None if it is no call."""


MOVES: Final[dict[type[actions.Action], ActionKind]] = {
    actions.Draw: ActionKind(calls.refuse_draw, calls.do_draw, calls.need_of_draw),
    actions.Take: ActionKind(calls.refuse_take, calls.do_take),
    actions.Pass: ActionKind(calls.refuse_draw, calls.do_pass, calls.need_of_draw),
    actions.Call: ActionKind(
        calls.refuse_call, calls.do_call, calls.need_of_call, calls.possible_calls
    ),
    actions.CallShanghai: ActionKind(
        shanghai.refuse_shanghai,
        shanghai.do_shanghai,
        shanghai.need_of_shanghai,
        shanghai.shanghai_calls,
    ),
    actions.Swap: ActionKind(turn.refuse_swap, turn.do_swap),
    actions.GoDown: ActionKind(turn.refuse_go_down, turn.do_go_down),
    actions.LayOff: ActionKind(turn.refuse_lay_off, turn.do_lay_off),
    actions.Discard: ActionKind(turn.refuse_discard, turn.do_discard),
    actions.EndTurn: ActionKind(turn.refuse_end, turn.do_end),
    actions.HandOver: ActionKind(dealing.refuse_hand_over, dealing.do_hand_over),
    actions.DrawForDealer: ActionKind(dealing.refuse_draw_for_dealer, dealing.do_draw_for_dealer),
    actions.Deal: ActionKind(dealing.refuse_deal, dealing.do_deal),
    actions.ThrowIn: ActionKind(stalemate.refuse_throw_in, stalemate.do_throw_in),
    actions.StopGame: ActionKind(evening.refuse_stop, evening.do_stop),
    actions.Correct: ActionKind(scoring.refuse_correct, scoring.do_correct),
}
CALLS: Final = tuple(move.calls for move in MOVES.values() if move.calls is not None)
"""The functions that list calls, one for each kind of call."""
