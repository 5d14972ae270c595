"""What a computer player is: it sees a seat's view and public events, and answers with actions."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, runtime_checkable

from msgspec import Struct

from shanghai.engine.seats import SeatIndex

if TYPE_CHECKING:
    from shanghai.engine.actions import AnyCall, SeatAction
    from shanghai.engine.events import Event
    from shanghai.engine.state import SeatView


class Bot(Protocol):
    """One computer player in one seat. Its chance is seeded again before each question, and it may
    remember only what `notice` tells, so that a resumed game goes on as it would have."""

    def decide(self, view: "SeatView") -> "SeatAction":
        """The next step of its turn: a draw in the draw phase, else a play or a discard."""

    def wants_call(self, view: "SeatView") -> "AnyCall | None":
        """Whether to call the top discard; asked once for each fresh top card."""

    def notice(self, event: "Event") -> None:
        """Takes note of an event, already masked for this seat (ALL-13)."""


@runtime_checkable
class Searcher(Protocol):
    """A computer player whose answers follow from its chance and from how many worlds it tries."""

    most_worlds: int | None
    """The worlds it tries for an answer; None: as many as its time allows."""
    tried: int
    """The worlds it tried for its last answer."""

    @property
    def remark(self) -> str:
        """Why it does not search, as the end of a sentence about it; "" where it does."""


@runtime_checkable
class Neighbour(Protocol):
    """A computer player that knows before each question what everybody at the table knows."""

    levels: Mapping[SeatIndex, str]
    """By seat the levels of the computer players at the table."""


MOST_WORLDS: Final = 2048
"""Worlds after which a move is chosen at the latest."""
SECONDS: Final = 0.4
"""Seconds after which a move is chosen at the latest, whatever has been tried."""


class SearchQuestion(NamedTuple):
    """What a seat does now, from what it sees and has heard of the round."""

    seat: SeatIndex
    view: "SeatView"
    heard: "Sequence[Event]"
    """The events since the deal, as the seat may know them."""
    seed: int
    most: int
    """Worlds tried at most."""
    seconds: float | None
    """Seconds after which it must be answered; None: whenever the worlds have been tried."""
    is_call: bool


class Thought(NamedTuple):
    """A move, the worlds tried for it (0: nothing was to choose), and what they came to."""

    move: "SeatAction | None"
    """None: no call."""
    tried: int = 0
    is_changed: bool = False
    """Whether another move than the hard player's was chosen."""
    gain: float = 0.0
    """The points that the move chosen is better by than that one."""
    error: float = 0.0
    """The standard error of the gain."""


class SearchEngine(Protocol):
    """Who answers questions to the search, in this process or in another one."""

    @property
    def is_apart(self) -> bool:
        """Whether another process searches, so that this one goes on meanwhile."""

    @property
    def remark(self) -> str:
        """What it waits for or lacks, as the end of a sentence; "" where it searches."""

    def think(self, question: SearchQuestion) -> Thought | None:
        """The answer; None where none is to be had."""


@runtime_checkable
class SearchUser(Protocol):
    """A computer player that has another one search."""

    search: SearchEngine
    """Who searches for it."""


IsLate = Callable[[], bool]
"""Whether the time for the question that is being thought about is used up."""
BotMaker = Callable[[SeatIndex, Random, IsLate], Bot]
"""Makes a computer player for a seat: a class, or any other callable. It gets the seat, the chance
of the player, and what tells when an answer is due."""


def never() -> bool:
    """For a computer player that may take its time: it is bounded by the work it does alone."""
    return False


class Level(Struct, frozen=True):
    """A kind of computer player: its maker, name and character in a line, and `version`, 0 where
    unknown, raised where its moves become others. One with a name of its own has a `strength`, the
    id of a level about as strong, a `sign` of one cell with one of ASCII after it, and a `face`."""

    make: BotMaker
    called: object
    """Its name: a text, or a value whose text is in the current language."""
    plays: object
    """How it plays, as a value of the same kind."""
    strength: str = ""
    sign: str = ""
    face: str = ""
    version: int = 0

    @property
    def name(self) -> str:
        """Its name in the current language."""
        return str(self.called)

    @property
    def character(self) -> str:
        """How it plays, in the current language."""
        return str(self.plays)

    @property
    def own_name(self) -> str:
        """Its name where that is one of its own, else empty."""
        return self.name if self.strength else ""
