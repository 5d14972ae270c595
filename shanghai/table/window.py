"""The call window: who may call a new top discard, and what each seat has answered about it."""

from collections.abc import Callable
from random import Random

from msgspec import Struct, structs

from shanghai.engine.actions import Action, AnyCall, Pass, Take
from shanghai.engine.calls import is_fresh_top
from shanghai.engine.game import refuse
from shanghai.engine.legal import legal
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Phase, State


class CallWindow(Struct, frozen=True):
    """The window of one top discard. People answer each for their seat. Computers are asked in a
    random order."""

    fresh: State
    """The state of the game when the card came there."""
    event_count: int
    """The number of events at that time."""
    known_events: int
    """The number of events that a computer knows when it is asked about the card."""
    passed: bool = False
    """Whether the player on turn has let the card go."""
    let_go: frozenset[SeatIndex] = frozenset()
    """The people who have let the card go. They may still call it until the draw."""
    order: tuple[SeatIndex, ...] = ()
    """All seats that may call or take the card, in the order in which they speak."""
    asked: tuple[SeatIndex, ...] = ()
    """The computers among them that may call."""
    quick: frozenset[SeatIndex] = frozenset()
    """The seats that come before the first person in that order."""
    wishes: dict[SeatIndex, AnyCall | None] = {}
    """The call of each computer that was asked. None: it lets the card go."""

    def after(self, before: State, action: Action, after: State, event_count: int) -> "CallWindow":
        """The window after a move. It is a new one if there is a new top discard."""
        if is_fresh_top(before, after, action):
            return CallWindow(after, event_count, event_count)
        return structs.replace(self, passed=True) if isinstance(action, Pass) else self

    def ordered(self, key: str, is_bot: Callable[[SeatIndex], bool]) -> "CallWindow":
        """The window with the order of speaking, which follows from the key of chance."""
        fresh = self.fresh
        if fresh.phase is not Phase.DRAW:
            return self
        may_call = {call.seat for call in legal(fresh) if isinstance(call, AnyCall)}
        may_take = {fresh.turn} if refuse(fresh, Take(fresh.turn)) is None else set()
        order = sorted(may_call | may_take)
        Random(f"{key} order {fresh.round} {self.event_count}").shuffle(order)
        people = (index for index, seat in enumerate(order) if not is_bot(seat))
        return structs.replace(
            self,
            order=tuple(order),
            asked=tuple(seat for seat in order if seat in may_call and is_bot(seat)),
            quick=frozenset(order[: next(people, len(order))]),
        )

    def reopened(
        self, known_events: int, let_go: frozenset[SeatIndex] = frozenset()
    ) -> "CallWindow":
        """The window in which all are asked again, except the people in `let_go`. Computers know
        the first `known_events` events when they are asked."""
        return structs.replace(self, known_events=known_events, let_go=let_go, wishes={})

    def without(self, *seats: SeatIndex) -> "CallWindow":
        """The window after these people have let the card go."""
        return structs.replace(self, let_go=self.let_go.union(seats))
