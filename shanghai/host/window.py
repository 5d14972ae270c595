"""The window in which a top discard may be called, and what a game that was left goes on with.

Who is first where the first to call has the card (a call by PR-6, a called SHANGHAI by GD-18):
for every fresh top discard the seats that could want it are put into a random order. Computer
players who stand before every person in it call at once; the others wait until the people have
had their chance, that is until a computer on turn is allowed to draw, or the person on turn
passes or draws. So everybody at the table has the same chance of being first. All other calls
wait for the player on turn by the rules, and are made at once.
"""

from collections.abc import Callable
from random import Random

from msgspec import Struct, field, structs

from shanghai.bots.pool import Note
from shanghai.engine.actions import Action, AnyCall, Pass, Take
from shanghai.engine.calls import callers, is_fresh_top
from shanghai.engine.game import refuse
from shanghai.engine.seats import SeatIndex
from shanghai.engine.shanghai import shanghai_callers
from shanghai.engine.state import Phase, State
from shanghai.engine.undo import UndoHistory
from shanghai.host.pins import PinHash


class CallWindow(Struct, frozen=True):
    """A top discard as it came to lie, and who wants it as far as they were asked.

    `at` and `known` are numbers of events: when it came to lie, and those known to who is asked;
    `order` is that of speaking, `asked` the computer players in it that could call.
    """

    fresh: State
    at: int
    known: int
    passed: bool = False
    order: tuple[SeatIndex, ...] = ()
    asked: tuple[SeatIndex, ...] = ()
    quick: frozenset[SeatIndex] = frozenset()
    wishes: dict[SeatIndex, AnyCall | None] = {}


def window_after(
    window: CallWindow, before: State, action: Action, after: State, told: int
) -> CallWindow:
    """The window after a move, new for a fresh top; `told` is the number of events by then."""
    if is_fresh_top(before, after, action):
        return CallWindow(after, told, told)
    if isinstance(action, Pass):
        return structs.replace(window, passed=True)
    return window


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


class Resumption(Struct):
    """What a reader knows of a game besides its state and its log.

    `version` counts the moves, cuts and takings back; `past` has the moments of this round that
    can be gone back to, `window` is the last top discard, `hinted` the seats that asked for a
    hint, `pins` the seats that have a PIN.
    """

    window: CallWindow
    version: int = 0
    past: UndoHistory[CallWindow] = field(default_factory=UndoHistory)
    notes: list[Note] = []
    hinted: set[SeatIndex] = set()
    cuts: tuple[int, ...] = ()
    pins: dict[SeatIndex, PinHash] = {}
