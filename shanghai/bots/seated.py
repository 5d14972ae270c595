"""Questions to a computer player and its answers, as data that can be sent to another process.
`SeatedBot` puts such questions to a player."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final, cast

from msgspec import Struct

from shanghai.bots.protocol import (
    Bot,
    BotMaker,
    IsLate,
    Neighbour,
    SearchEngine,
    Searcher,
    SearchUser,
)
from shanghai.engine.actions import SeatAction
from shanghai.engine.events import Event
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import SeatView

_MAX_LETTERS: Final = 400
_MAX_WORLDS: Final = 10**9
_NAME_OF: Final = vars(type)["__name__"].__get__
"""Reads the name of a class, even of one whose metaclass overrides `__name__`."""


class BotTask(Struct, frozen=True):
    """A question to a computer player: the next step of its turn, or whether it calls."""

    view: SeatView
    is_call: bool
    seed: str
    """The seed of its random numbers for this answer."""
    maker_seed: str = ""
    """The seed of the random numbers when the player is made."""
    events: tuple[Event, ...] = ()
    """The events since the last question, as its seat may know them."""
    levels: Mapping[SeatIndex, str] = {}
    """By seat the levels of the computer players at the table."""
    max_worlds: int | None = None
    """How many worlds a searching player tries for the answer. None: as its time allows."""
    seconds: float | None = None
    """Its thinking time in seconds. None: as long as its work takes."""


class BotAnswer(Struct, frozen=True, tag=True):
    """The answer of a computer player. Its move is not checked yet."""

    move: SeatAction | None
    """The step, or the call; None for no call."""
    tried: int = 0
    """How many worlds the player tried for it."""
    remark: str = ""
    """The reason why it does not search, as the end of a sentence about it."""
    looked_at_time: bool = False
    """Whether it asked for how long it may think."""


class BotFailure(Struct, frozen=True, tag=True):
    """The error of a computer player that gave no answer."""

    error: str
    """The name of the error's class; empty for an answer that is no move."""
    event_count: int
    """How many events of the task it got, including one on which it failed."""


class NoReply(Exception):
    """A computer player of another process did not answer; the message says why."""


class SeatedBot:
    """A computer player in its seat. The player is made when the first question comes."""

    def __init__(
        self,
        seat: SeatIndex,
        make: BotMaker,
        is_late: IsLate,
        search: Callable[[], SearchEngine | None] = lambda: None,
    ) -> None:
        """`make` makes the player. `search` returns an engine for it, None to leave it its own."""
        self._seat, self._make, self._is_late, self._search = seat, make, is_late, search
        self._random = Random()
        self._bot: Bot | None = None
        self._neighbour: Neighbour | None = None
        self._search_user: SearchUser | None = None
        self._searcher: Searcher | None = None
        """These three are the player itself if it fits the protocol, else None. They are stored
        because a check against a protocol is slow."""
        self.event_count = 0
        """How many events of the last task the player got."""

    def answer(self, task: BotTask) -> BotAnswer:
        """Tells the player the events and returns its answer. Raises whatever the player raises."""
        self.event_count = 0
        bot = self._bot or self._make_bot(task.maker_seed)
        for event in task.events:
            self.event_count += 1
            bot.notice(event)
        self._random.seed(task.seed)
        if self._neighbour is not None:
            self._neighbour.levels = task.levels
        if self._search_user is not None and (search := self._search()) is not None:
            self._search_user.search = search
        searcher = self._searcher
        if searcher is None:
            return BotAnswer(_move_of(bot, task))
        searcher.tried = 0
        searcher.max_worlds = task.max_worlds
        move = _move_of(bot, task)
        return BotAnswer(move, fit_count(searcher.tried), plain_text(searcher.remark))

    def _make_bot(self, seed: str) -> Bot:
        """Makes the player, and returns it. Its maker may use the random numbers of `seed`; before
        each question they are seeded again."""
        self._random.seed(seed)
        bot = self._bot = self._make(self._seat, self._random, self._is_late)
        self._neighbour = bot if isinstance(bot, Neighbour) else None
        self._search_user = bot if isinstance(bot, SearchUser) else None
        self._searcher = bot if isinstance(bot, Searcher) else None
        return bot


def _move_of(bot: Bot, task: BotTask) -> SeatAction | None:
    return bot.wants_call(task.view) if task.is_call else bot.decide(task.view)


def name_of(error: BaseException) -> str:
    """The name of the class of an error, as an ordinary `str`."""
    return plain_text(_NAME_OF(type(error)))


def plain_text(value: object) -> str:
    """The first 400 letters of a text as an ordinary `str`. "" for a value that is no text."""
    if not issubclass(type(value), str):
        return ""
    # A subclass of `str` cannot change this.
    letters = str.__getitem__(cast(str, value), slice(_MAX_LETTERS))
    return letters.encode("utf-8", "replace").decode()


def fit_count(value: object) -> int:
    """The number of worlds that a player reports, or 0 if it is not possible."""
    return value if type(value) is int and 0 < value <= _MAX_WORLDS else 0
