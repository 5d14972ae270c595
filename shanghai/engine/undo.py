"""Taking moves back: alone what one did in one's turn since anything hidden was last shown, and a
call that waits if nothing was done since; farther by agreement, never past a deal, a new seat, a
corrected score or the end of a round."""

from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

from msgspec import Struct

from shanghai.engine.actions import Action, Call, HandOver, HostAction
from shanghai.engine.events import Event, MovesUndone
from shanghai.engine.refusal import Refusal, refusal
from shanghai.engine.seats import SeatIndex
from shanghai.engine.seen import SHOWING
from shanghai.engine.state import Phase, Situation, State

_PLAYED: Final = (Phase.DRAW, Phase.PLAY)

MoreT = TypeVar("MoreT")


class UndoRequest(Struct, frozen=True):
    """The order to go back to a moment, by its number; `agreed`: the whole table agrees."""

    seat: SeatIndex
    to: int
    agreed: bool = False


UndoObserver = Callable[[UndoRequest, State, State, MovesUndone], None]
"""Told of moves taken back: the order, the state before it and after it, the event."""


class Moment(Struct, Generic[MoreT], frozen=True):
    """A moment to go back to, after `number` moves and undos, with what its writer must know."""

    number: int
    state: State
    event_count: int
    action: Action
    more: MoreT


class UndoHistory(Struct, Generic[MoreT]):
    """The moments of the present round, the oldest first."""

    moments: list[Moment[MoreT]] = []

    def note(self, moment: Moment[MoreT], after: State) -> None:
        """Keeps the moment before a move that was made, or forgets all where the move is final."""
        if isinstance(moment.action, HostAction | HandOver) or after.phase not in _PLAYED:
            self.moments.clear()
        else:
            self.moments.append(moment)

    def refuse(self, order: UndoRequest, state: Situation, log: Sequence[Event]) -> Refusal | None:
        """Why the moves may not be taken back (ALL-13)."""
        left = [moment for moment in self.moments if moment.number >= order.to]
        if not left or left[0].number != order.to or not 0 <= order.seat < state.players:
            return refusal("nothing-to-take-back", "ALL-13")
        is_own = state.turn == order.seat and all(
            moment.state.turn == order.seat
            and not isinstance(moment.action, HostAction)
            and moment.action.seat == order.seat
            for moment in left
        )
        last = left[-1].action
        is_last_call = len(left) == 1 and isinstance(last, Call) and last.seat == order.seat
        is_shown = any(map(_shows, log[left[0].event_count :]))
        if order.agreed or ((is_own or is_last_call) and not is_shown):
            return None
        return refusal("hidden-shown", "ALL-13", seat=order.seat)

    def back(self, order: UndoRequest, log: list[Event]) -> tuple[Moment[MoreT], MovesUndone]:
        """Goes back in the log to a moment that may be gone back to; what the log says of it."""
        at = next(i for i, moment in enumerate(self.moments) if moment.number == order.to)
        moment, moves = self.moments[at], len(self.moments) - at
        event = MovesUndone(order.seat, order.agreed, moves, tuple(log[moment.event_count :]))
        del self.moments[at:]
        log[moment.event_count :] = [event]
        return moment, event


def _shows(event: Event) -> bool:
    """Whether somebody saw a hidden card by it, also if it was taken back since."""
    if isinstance(event, MovesUndone):
        return any(map(_shows, event.events))
    return isinstance(event, SHOWING)
