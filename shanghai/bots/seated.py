"""What a computer player is asked and what it answers, as data that can go to another process, and
a player in its seat that is asked so."""

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
"""The name of a class, whatever its own class says."""


class BotTask(Struct, frozen=True):
    """A question to a computer player: the next step of its turn, or whether it calls."""

    view: SeatView
    is_call: bool
    seed: str
    """The seed of what it draws for this answer."""
    maker_seed: str = ""
    """The seed of what is drawn when it is made."""
    events: tuple[Event, ...] = ()
    """What has happened since the last question, as its seat may know it."""
    levels: Mapping[SeatIndex, str] = {}
    """By seat the levels of the computer players at the table."""
    max_worlds: int | None = None
    """The worlds to try for the answer, where it searches; None: as many as its time allows."""
    seconds: float | None = None
    """Its thinking time in seconds; None: as long as its work takes."""


class BotAnswer(Struct, frozen=True, tag=True):
    """What a computer player has answered; the move is not checked yet."""

    move: SeatAction | None
    """The step, or the call; None for no call."""
    tried: int = 0
    """The worlds that were tried for it."""
    remark: str = ""
    """Why it does not search, as the end of a sentence about it."""
    looked_at_time: bool = False
    """Whether it asked for how long it may think."""


class BotFailure(Struct, frozen=True, tag=True):
    """The error of a computer player that gave no answer."""

    error: str
    """The name of the error's class; empty for an answer that is no move."""
    event_count: int
    """How many events of the task it got, the one on which it failed among them."""


class NoReply(Exception):
    """A computer player of another process did not answer; the message says why."""


class SeatedBot:
    """A computer player in its seat, which is made with the first question."""

    def __init__(
        self,
        seat: SeatIndex,
        make: BotMaker,
        is_late: IsLate,
        search: Callable[[], SearchEngine | None] = lambda: None,
    ) -> None:
        """The player that `make` makes; `search` gives who searches for it, None: it sees to it."""
        self._seat, self._make, self._is_late, self._search = seat, make, is_late, search
        self._random = Random()
        self._bot: Bot | None = None
        self._neighbour: Neighbour | None = None
        self._search_user: SearchUser | None = None
        self._searcher: Searcher | None = None
        """The same player where it is one of these, as to ask a protocol each time takes long."""
        self.event_count = 0
        """How many events of the last task it got."""

    def answer(self, task: BotTask) -> BotAnswer:
        """Its answer, after it got the events. Raises whatever the player raises."""
        self.event_count = 0
        bot = self._bot or self._made(task.maker_seed)
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
            return BotAnswer(_asked(bot, task))
        searcher.tried = 0
        searcher.most_worlds = task.max_worlds
        move = _asked(bot, task)
        return BotAnswer(move, fit_count(searcher.tried), plain_text(searcher.remark))

    def _made(self, seed: str) -> Bot:
        """The player, made now. Its chance is seeded again before each question; its maker may draw
        from it too."""
        self._random.seed(seed)
        bot = self._bot = self._make(self._seat, self._random, self._is_late)
        self._neighbour = bot if isinstance(bot, Neighbour) else None
        self._search_user = bot if isinstance(bot, SearchUser) else None
        self._searcher = bot if isinstance(bot, Searcher) else None
        return bot


def _asked(bot: Bot, task: BotTask) -> SeatAction | None:
    return bot.wants_call(task.view) if task.is_call else bot.decide(task.view)


def name_of(error: BaseException) -> str:
    """The name of the class of an error, as a plain string."""
    return plain_text(_NAME_OF(type(error)))


def plain_text(value: object) -> str:
    """The first letters of a text, as a plain string; nothing of any other value."""
    if not issubclass(type(value), str):
        return ""
    # A class made from `str` has no say in this.
    letters = str.__getitem__(cast(str, value), slice(_MAX_LETTERS))
    return letters.encode("utf-8", "replace").decode()


def fit_count(value: object) -> int:
    """How many worlds a player says that it tried, 0 where that cannot be."""
    return value if type(value) is int and 0 < value <= _MAX_WORLDS else 0
