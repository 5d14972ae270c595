"""Undo: which moves may be taken back, and how far (ALL-13).

Players alone may take back their moves of this turn, up to the last one that showed a hidden card,
and their last call if nothing was done since. If the whole table agrees, other moves can be taken
back too. Nobody goes back past a deal, a seat handed over, a corrected score or the end of a round.
"""

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

HostStateT = TypeVar("HostStateT")


class UndoRequest(Struct, frozen=True):
    """The request to go back to the moment with the number `to`.

    It is `agreed` if the whole table wants it.
    """

    seat: SeatIndex
    to: int
    agreed: bool = False


UndoObserver = Callable[[UndoRequest, State, State, MovesUndone], None]
"""Called when moves are taken back, with the request, the states before and after, the event."""


class Moment(Struct, Generic[HostStateT], frozen=True):
    """A moment to go back to: the state before `action`.

    Before it there were `number` moves and undos, and `event_count` events. `host_state` is what
    the host needs to go back to it.
    """

    number: int
    state: State
    event_count: int
    action: Action
    host_state: HostStateT


class UndoHistory(Struct, Generic[HostStateT]):
    """The moments of the current round, the oldest first."""

    moments: list[Moment[HostStateT]] = []

    def note(self, moment: Moment[HostStateT], after: State) -> None:
        """Adds the moment before a move, or clears all moments if the move cannot be undone."""
        if isinstance(moment.action, HostAction | HandOver) or after.phase not in _PLAYED:
            self.moments.clear()
        else:
            self.moments.append(moment)

    def refuse(
        self, request: UndoRequest, state: Situation, log: Sequence[Event]
    ) -> Refusal | None:
        """Why the moves may not be taken back (ALL-13)."""
        undone = [moment for moment in self.moments if moment.number >= request.to]
        if not undone or undone[0].number != request.to or not 0 <= request.seat < state.players:
            return refusal("nothing-to-take-back", "ALL-13")
        is_own_turn = state.turn == request.seat and all(
            moment.state.turn == request.seat
            and not isinstance(moment.action, HostAction)
            and moment.action.seat == request.seat
            for moment in undone
        )
        last = undone[-1].action
        is_last_call = len(undone) == 1 and isinstance(last, Call) and last.seat == request.seat
        is_shown = any(map(_shows, log[undone[0].event_count :]))
        if request.agreed or ((is_own_turn or is_last_call) and not is_shown):
            return None
        return refusal("hidden-shown", "ALL-13", seat=request.seat)

    def rewind_log(
        self, request: UndoRequest, log: list[Event]
    ) -> tuple[Moment[HostStateT], MovesUndone]:
        """Cuts the log at the requested moment and adds the event of the undo. Returns both."""
        index = next(i for i, moment in enumerate(self.moments) if moment.number == request.to)
        moment, moves = self.moments[index], len(self.moments) - index
        event = MovesUndone(request.seat, request.agreed, moves, tuple(log[moment.event_count :]))
        del self.moments[index:]
        log[moment.event_count :] = [event]
        return moment, event


def _shows(event: Event) -> bool:
    """Whether an event showed somebody a hidden card, or one of the events that it undid did."""
    if isinstance(event, MovesUndone):
        return any(map(_shows, event.events))
    return isinstance(event, SHOWING)
