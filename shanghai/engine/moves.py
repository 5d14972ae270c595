"""The kinds of actions: why each is refused, what it does and needs of chance, who may call.

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


class ActionFunctions(NamedTuple):
    """The functions of one kind of action, each called with a state and such an action."""

    refuse: Callable[[Any, Any], Refusal | None]
    """Why it is not allowed, None if it is."""
    do: Callable[[Any, Any], tuple[Any, tuple[Event, ...]]]
    """The state after it, and its events."""
    need: Callable[[Situation, Any], supply.Need] = supply.no_need
    """What chance has to choose for it."""
    calls: Callable[[Situation, Sequence[SeatIndex]], Iterable[actions.AnyCall]] | None = None
    """All of a kind of call that some seats may make; None for a move of the player on turn."""


MOVES: Final[dict[type[actions.Action], ActionFunctions]] = {
    actions.Draw: ActionFunctions(calls.refuse_draw, calls.do_draw, calls.need_of_draw),
    actions.Take: ActionFunctions(calls.refuse_take, calls.do_take),
    actions.Pass: ActionFunctions(calls.refuse_draw, calls.do_pass, calls.need_of_draw),
    actions.Call: ActionFunctions(
        calls.refuse_call, calls.do_call, calls.need_of_call, calls.possible_calls
    ),
    actions.CallShanghai: ActionFunctions(
        shanghai.refuse_shanghai,
        shanghai.do_shanghai,
        shanghai.need_of_shanghai,
        shanghai.shanghai_calls,
    ),
    actions.Swap: ActionFunctions(turn.refuse_swap, turn.do_swap),
    actions.GoDown: ActionFunctions(turn.refuse_go_down, turn.do_go_down),
    actions.LayOff: ActionFunctions(turn.refuse_lay_off, turn.do_lay_off),
    actions.Discard: ActionFunctions(turn.refuse_discard, turn.do_discard),
    actions.EndTurn: ActionFunctions(turn.refuse_end, turn.do_end),
    actions.HandOver: ActionFunctions(dealing.refuse_hand_over, dealing.do_hand_over),
    actions.DrawForDealer: ActionFunctions(
        dealing.refuse_draw_for_dealer, dealing.do_draw_for_dealer
    ),
    actions.Deal: ActionFunctions(dealing.refuse_deal, dealing.do_deal),
    actions.ThrowIn: ActionFunctions(stalemate.refuse_throw_in, stalemate.do_throw_in),
    actions.StopGame: ActionFunctions(evening.refuse_stop, evening.do_stop),
    actions.Correct: ActionFunctions(scoring.refuse_correct, scoring.do_correct),
}
CALLS: Final = tuple(move.calls for move in MOVES.values() if move.calls is not None)
"""What lists each kind of call."""
