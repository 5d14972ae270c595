"""What a computer player is: it gets a seat's view and events, and answers with actions."""

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
    """One computer player in one seat.

    Its random numbers are seeded again before each question. It may remember only what it learns
    from `notice`. So a resumed game goes on as it would have without the pause.
    """

    def decide(self, view: "SeatView") -> "SeatAction":
        """The next step of its turn: a draw in the draw phase, else a play or a discard."""

    def wants_call(self, view: "SeatView") -> "AnyCall | None":
        """Its call of the top discard; None for no call. It is asked once for each new discard."""

    def notice(self, event: "Event") -> None:
        """Takes note of an event. Cards that this seat may not see are hidden in it (ALL-13)."""


@runtime_checkable
class Searcher(Protocol):
    """A computer player that tries its moves in many worlds.

    In each world the hidden cards are dealt at random. With the same seed and the same number of
    worlds it gives the same answer.
    """

    max_worlds: int | None
    """How many worlds to try for an answer. None: as many as its time allows."""
    tried: int
    """How many worlds it tried for its last answer."""

    @property
    def remark(self) -> str:
        """Why it does not search, as the end of a sentence about it; "" if it does."""


@runtime_checkable
class Neighbour(Protocol):
    """A computer player that learns the levels of all computers at the table."""

    levels: Mapping[SeatIndex, str]
    """By seat the levels of the computer players at the table."""


MAX_WORLDS: Final = 2048
"""The most worlds that are tried for a move."""
SECONDS: Final = 0.4
"""The most seconds that a search for a move takes."""


class SearchQuestion(NamedTuple):
    """A question to the search: the best move of a seat, by what it has seen of the round."""

    seat: SeatIndex
    view: "SeatView"
    events: "Sequence[Event]"
    """The events since the deal, as the seat may know them."""
    seed: int
    max_worlds: int
    """The most worlds to try."""
    seconds: float | None
    """The most seconds to take. None: as long as the worlds take."""
    is_call: bool


class Thought(NamedTuple):
    """The answer of the search."""

    move: "SeatAction | None"
    """The chosen move, None for no call."""
    tried: int = 0
    """How many worlds were tried, 0 if there was nothing to choose."""
    is_changed: bool = False
    """Whether it is another move than the hard player's."""
    gain: float = 0.0
    """By how many points it is better than the hard player's."""
    error: float = 0.0
    """The standard error of the gain."""
    others: "tuple[tuple[SeatAction | None, float], ...]" = ()
    """The other moves that were tried, each with the points that it costs more."""


class SearchEngine(Protocol):
    """Answers questions to the search, in this process or in another one."""

    @property
    def in_other_process(self) -> bool:
        """Whether another process searches. This one can then go on meanwhile."""

    @property
    def remark(self) -> str:
        """What it waits for or lacks, as the end of a sentence; "" if it can search."""

    def think(self, question: SearchQuestion) -> Thought | None:
        """The answer. None if it cannot search, or fails."""


@runtime_checkable
class SearchUser(Protocol):
    """A computer player that lets an engine search."""

    search: SearchEngine


IsLate = Callable[[], bool]
"""Returns whether the time for the current question is used up."""
BotMaker = Callable[[SeatIndex, Random, IsLate], Bot]
"""Makes a computer player: a class, or any other callable. It gets the seat, the random numbers
of the player, and a function that says whether its time is used up."""


def never() -> bool:
    """The `IsLate` of a computer player without a limit of time."""
    return False


class Level(Struct, frozen=True):
    """A kind of computer player."""

    make: BotMaker
    name_text: object
    """Its name: a text, or a value whose `str` is the text in the current language."""
    description_text: object
    """A line on how it plays: a text, or such a value."""
    strength: str = ""
    """The id of a level that is about as strong. Only a player with a name of its own has one."""
    sign: str = ""
    """Two signs of such a player, one cell wide each: the second is in ASCII."""
    face: str = ""
    """The face of such a player."""
    version: int = 0
    """Its number, which is raised when its moves change. 0 if unknown."""

    @property
    def name(self) -> str:
        """Its name in the current language."""
        return str(self.name_text)

    @property
    def description(self) -> str:
        """How it plays, in the current language."""
        return str(self.description_text)

    @property
    def own_name(self) -> str:
        """The name of a player such as Walter, in the current language; "" for a plain level."""
        return self.name if self.strength else ""
