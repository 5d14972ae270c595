"""How long computer players take: levels whose answers are timed, in time of the processor."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from random import Random
from time import process_time

from msgspec import Struct, structs

from shanghai.bots.levels import Bot, Level
from shanghai.bots.protocol import IsLate
from shanghai.engine.actions import AnyCall, SeatAction
from shanghai.engine.events import Event
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import SeatView


class Times(Struct, frozen=True):
    """The answers of a level: how many, the seconds of all together, the longest."""

    answers: int = 0
    seconds: float = 0.0
    longest: float = 0.0


class Stopwatch:
    """Takes the seconds of the answers of one level down."""

    def __init__(self) -> None:
        self.taken: list[float] = []

    def add(self, seconds: float) -> None:
        """Takes note of one answer."""
        self.taken.append(seconds)

    def times(self) -> Times:
        """What it has come to."""
        return Times(len(self.taken), sum(self.taken), max(self.taken, default=0.0))


class _ClockedBot:
    """A computer player whose answers are timed, what it was told before each one included."""

    def __init__(self, bot: Bot, clock: Stopwatch) -> None:
        self._bot = bot
        self._clock = clock
        self._listened = 0.0

    def notice(self, event: Event) -> None:
        started = process_time()
        try:
            self._bot.notice(event)
        finally:
            self._listened += process_time() - started

    def decide(self, view: SeatView) -> SeatAction:
        with self._timed():
            return self._bot.decide(view)

    def wants_call(self, view: SeatView) -> AnyCall | None:
        with self._timed():
            return self._bot.wants_call(view)

    @contextmanager
    def _timed(self) -> Iterator[None]:
        started, self._listened = process_time() - self._listened, 0.0
        try:
            yield
        finally:
            self._clock.add(process_time() - started)


def clocked(levels: Mapping[str, Level]) -> tuple[dict[str, Level], dict[str, Stopwatch]]:
    """The same levels with a clock for each."""
    clocks = {name: Stopwatch() for name in levels}
    return {name: _clocked(level, clocks[name]) for name, level in levels.items()}, clocks


def _clocked(level: Level, clock: Stopwatch) -> Level:
    def make(seat: SeatIndex, chance: Random, is_late: IsLate) -> Bot:
        return _ClockedBot(level.make(seat, chance, is_late), clock)

    return structs.replace(level, make=make)


def together(times: Iterable[Times]) -> Times:
    """Several tables as one."""
    known = list(times)
    return Times(
        sum(one.answers for one in known),
        sum(one.seconds for one in known),
        max((one.longest for one in known), default=0.0),
    )
