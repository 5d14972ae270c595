"""A bound for the master: the same search by a player who sees every card. It sits at no table."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from shanghai.bots.foreign import LevelTable
from shanghai.bots.levels import MEASURED_LEVELS, Level
from shanghai.bots.protocol import Bot, IsLate
from shanghai.bots.simple import SimpleBot
from shanghai.engine.actions import Call, CallShanghai, SeatAction
from shanghai.engine.cards import face_of
from shanghai.engine.events import Event
from shanghai.engine.seats import SeatIndex, by_seat
from shanghai.engine.view import SeatView
from shanghai.host.host import Host

if TYPE_CHECKING:
    from shanghai.bots.playouts.law import Law
    from shanghai.bots.playouts.worlds import Seen, Worlds

ORACLE: Final = "oracle"
_WORLDS: Final = 32
"""Times the one true world is played out: chance still decides how others play."""


class _Seen:
    """The table that the oracle sees."""

    host: Host | None = None


@contextmanager
def open_to_the_oracle(host: Host) -> Iterator[None]:
    """Lets the oracle see every card of a table."""
    _Seen.host = host
    try:
        yield
    finally:
        _Seen.host = None


def _true_worlds(law: "Law", viewer: SeatIndex, seen: "Seen", count: int, seed: int) -> "Worlds":
    """The world as it is, so many times over."""
    import numpy as np

    from shanghai.bots.playouts.worlds import Worlds

    if _Seen.host is None:
        raise RuntimeError("the oracle sits at a table that is not open to it")
    state, base = _Seen.host.state, seen[0]
    hands = np.zeros((count, *base.hands.shape), np.int64)
    for number, seat in by_seat(state.seats):
        for card in seat.hand:
            hands[:, number, face_of(card)] += 1
    stocks, piles = (np.zeros((count, len(base.stock)), np.int64) for _ in range(2))
    stocks[:, : len(state.stock)] = [face_of(card) for card in reversed(state.stock)]
    piles[:, : len(state.discards)] = [face_of(card) for card in reversed(state.discards)]
    chances = np.random.default_rng(seed).integers(0, 1 << 60, count)
    return Worlds(viewer, base, hands, stocks, piles, chances)


class _Oracle(Struct, frozen=True):
    """Makes one for a seat."""

    def __call__(self, seat: SeatIndex, random: Random, is_late: IsLate) -> Bot:
        return OracleBot(seat, random, is_late)


class OracleBot(SimpleBot):
    """Searches as the master does, in the one world that there is."""

    def __init__(self, seat: SeatIndex, random: Random, is_late: IsLate) -> None:
        super().__init__(seat, random, is_late)
        from shanghai.bots.playouts.thinking import Thinker

        self._thinker = Thinker(seat, random, _true_worlds)

    def notice(self, event: Event) -> None:
        """Remembers as the master does."""
        self._thinker.notice(event)

    def decide(self, view: SeatView) -> SeatAction:
        """The next step, after a search."""
        move = self._thinker.choose(view, _WORLDS, self._is_due, is_call=False).move
        return move if move is not None else self._thinker.decide(view)

    def wants_call(self, view: SeatView) -> Call | CallShanghai | None:
        """Whether it calls, after a search."""
        move = self._thinker.choose(view, _WORLDS, self._is_due, is_call=True).move
        return move if isinstance(move, Call | CallShanghai) else None

    def _is_due(self) -> bool:
        return False


TRIED_LEVELS: Final[LevelTable] = LevelTable(
    {
        ORACLE: Level(_Oracle(), "Oracle", "Sees every card: the bound for the master."),
        **MEASURED_LEVELS,
    }
)
"""The levels that may be tried against each other."""
