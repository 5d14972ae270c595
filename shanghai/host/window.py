"""The window in which a top discard may be called: who could want it, and who speaks first."""

from collections.abc import Callable
from random import Random

from msgspec import Struct, structs

from shanghai.engine.actions import Call, CallShanghai, Take
from shanghai.engine.calls import callers
from shanghai.engine.game import refuse
from shanghai.engine.seats import SeatIndex
from shanghai.engine.shanghai import shanghai_callers
from shanghai.engine.state import Phase, State


class CallWindow(Struct, frozen=True):
    """A top discard as it came to lie, and who wants it as far as they were asked.

    `at` and `known` are so many events: when it came to lie, and those known to who is asked;
    `order` is that of speaking, `asked` the computer players in it that could call.
    """

    fresh: State
    at: int
    known: int
    passed: bool = False
    order: tuple[SeatIndex, ...] = ()
    asked: tuple[SeatIndex, ...] = ()
    quick: frozenset[SeatIndex] = frozenset()
    wishes: dict[SeatIndex, Call | CallShanghai | None] = {}


def in_order(window: CallWindow, key: str, is_bot: Callable[[SeatIndex], bool]) -> CallWindow:
    """The window with the order, drawn by chance, in which those that could want the card speak."""
    fresh = window.fresh
    if fresh.phase is not Phase.DRAW:
        return window
    may_call = {*callers(fresh), *shanghai_callers(fresh)}
    takes = {fresh.turn} if refuse(fresh, Take(fresh.turn)) is None else set()
    order = sorted(may_call | takes)
    Random(f"{key} order {fresh.round} {window.at}").shuffle(order)
    first_person = next((i for i, seat in enumerate(order) if not is_bot(seat)), len(order))
    return structs.replace(
        window,
        order=tuple(order),
        asked=tuple(seat for seat in order if seat in may_call and is_bot(seat)),
        quick=frozenset(order[:first_person]),
    )
