"""The computer players of a table: who is asked, how long they may think, and notes about them."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import Final, NamedTuple, TypeVar

from msgspec import Struct

from shanghai.bots import runner
from shanghai.bots.levels import Level
from shanghai.bots.protocol import SearchEngine
from shanghai.bots.seated import BotAnswer, BotTask, fit_count, plain_text
from shanghai.engine.actions import AnyCall, Discard, Draw, EndTurn, SeatAction
from shanghai.engine.events import Event
from shanghai.engine.game import legal, refuse
from shanghai.engine.seats import SeatIndex
from shanghai.engine.seen import view_for
from shanghai.engine.state import Phase, State
from shanghai.words import computers as words
from shanghai.words.sanitize import sanitize

T = TypeVar("T")

PATIENCE: Final = 10.0
"""Seconds for an answer where no thinking time bounds it."""
GRACE: Final = 2.0
"""Seconds beyond the thinking time after which an answer is not waited for any longer."""
_MOST_CELLS: Final = 200
"""Cells of a note about a computer player, without its name."""
_HALF: Final = 0.5
"""The share of the thinking time for all calls of a card, and for the draw that follows."""


class Note(NamedTuple):
    """A line of the log about a computer player, after the first `at` events; it names no card."""

    at: int
    text: str


class Tried(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The worlds that a computer player tried for an answer, after the first `at` events."""

    seat: SeatIndex
    at: int
    worlds: int
    is_call: bool = False


class Abandoned(Exception):
    """An answer came, or failed, when the game had gone on without it."""


class Asked(Struct, eq=False):
    """A question under way: whose, about what, for how many seconds, and since when."""

    seat: SeatIndex
    is_call: bool
    allowed: float | None
    since: float | None = None
    """None while the player is made ready."""


class BotPool:
    """Asks the players of one game. A note tells of one that fails, or that is of another package
    and takes more than `limit` seconds; the simplest legal move replaces its answer."""

    def __init__(self, levels: Mapping[str, Level], limit: float | None) -> None:
        self.levels = levels
        self.think: float | None = None
        """Seconds that a player takes between two moves at most; None: as much work as it does."""
        self.notes: list[Note] = []
        self.replaced = 0
        """How many answers were replaced: a move by the simplest legal one, a call by none. Those
        of a player that is not asked again in the round count as well."""
        self.uses_time = False
        """Whether a player at this table looks at the time it has, and so may use all of it."""
        self.tried: list[Tried] = []
        """How many worlds were tried for the answers so far."""
        self.known: dict[tuple[SeatIndex, int, bool], int] | None = None
        """How many were tried before, by seat, events and call, where a game is computed again."""
        self.search: SearchEngine | None = None
        """Who searches for the players of this process; None: each in this process."""
        self._remarks: dict[SeatIndex, str] = {}
        self._limit = limit
        self._runners: dict[SeatIndex, runner.BotRunner] = {}
        self._names: dict[SeatIndex, str] = {}
        self._level_of: dict[SeatIndex, str] = {}
        self._asked: Asked | None = None

    @property
    def patience(self) -> float:
        """Seconds after which an answer is not waited for any longer."""
        if self._limit is not None:
            return self._limit
        return PATIENCE if self.think is None else self.think + GRACE

    @property
    def waited(self) -> float:
        """For how many seconds the question under way has gone unanswered, 0 if there is none."""
        asked = self._asked
        return 0.0 if asked is None or asked.since is None else monotonic() - asked.since

    def seat(self, seat: SeatIndex, name: str, level: str, chance: str) -> None:
        """Gives a seat to a new computer player of a level, or to none."""
        if self._asked is not None and self._asked.seat == seat:
            self._asked = None
        if seat in self._runners:
            self._runners.pop(seat).end()
        self._names[seat], self._level_of[seat] = name, level
        if level:
            self._runners[seat] = runner.BotRunner(
                seat, self.levels[level], chance, self._is_late, lambda: self.search
            )

    def game_went_on(self, *, is_dealt: bool) -> None:
        """Hurries the player that is thinking; after a new deal the silent ones are asked again."""
        asked = self._asked
        if asked is not None:
            asked.allowed = 0.0
            self._runners[asked.seat].hurry()
        if is_dealt:
            for mind in self._runners.values():
                mind.start_round()

    def close(self) -> None:
        """Ends the processes of players; one that is asked again starts another one."""
        for mind in self._runners.values():
            mind.end()

    def wish(
        self,
        state: State,
        seat: SeatIndex,
        known: runner.KnownEvents,
        chance: str,
        among: int,
        at: int,
    ) -> AnyCall | None:
        """The call that a seat, one of `among` that are asked, makes of the top discard, which came
        to lie there after the first `at` events."""
        asked = Asked(seat, True, self._share(_HALF / max(1, among)))
        task = self._task(asked, state, chance, at)
        return self._put(asked, task, partial(runner.fit_call, state, seat), known, at)

    def move(
        self, state: State, log: Sequence[Event], chance: str, *, has_passed: bool
    ) -> SeatAction:
        """The next step of the seat on turn, or the simplest legal move in its stead."""
        seat = state.turn
        asked = Asked(seat, False, self._share(_HALF if state.phase is Phase.DRAW else 1))
        task = self._task(asked, state, chance, len(log))
        fit = partial(runner.fit_move, state, seat, has_passed=has_passed)
        known = runner.KnownEvents(log, len(log))
        return self._put(asked, task, fit, known, len(log)) or simplest(state, seat)

    def _task(self, asked: Asked, state: State, chance: str, at: int) -> BotTask:
        """A question for the player of a seat, who searches as many worlds as before, if known."""
        known = self.known
        return BotTask(
            view_for(state, asked.seat),
            asked.is_call,
            chance,
            levels={seat: level for seat, level in self._level_of.items() if level},
            max_worlds=None if known is None else known.get((asked.seat, at, asked.is_call), 0),
            seconds=asked.allowed,
        )

    def _note_answer(self, asked: Asked, answer: BotAnswer, at: int) -> None:
        """Notes what was searched for an answer, and what the player remarks."""
        self.uses_time = self.uses_time or answer.looked_at_time
        if tried := fit_count(answer.tried):
            self.tried.append(Tried(asked.seat, at, tried, asked.is_call))
        remark = sanitize(plain_text(answer.remark), _MOST_CELLS)
        if remark and self.known is None and self._remarks.get(asked.seat) != remark:
            self._remarks[asked.seat] = remark
            self._say(asked.seat, remark, at)

    def give_up(self, at: int) -> Asked | None:
        """Stops waiting for the open question, from another thread than the one that asks it.

        Returns that question, or None if none is open. `Abandoned` is raised in the thread that
        asks. `at` is the length of the log.
        """
        asked, self._asked = self._asked, None
        if asked is not None:
            mind = self._runners[asked.seat]
            self._runners[asked.seat] = mind.replacement()
            mind.end()
            self._note(asked, words.DID_NOT_ANSWER, at)
        return asked

    def _put(
        self,
        asked: Asked,
        task: BotTask,
        fit: Callable[[object], T],
        known: runner.KnownEvents,
        at: int,
    ) -> T | None:
        """The answer to a question about what lay there after `at` events, None where none came
        that is fit, and a note of that."""
        mind = self._runners[asked.seat]
        if mind.is_given_up:
            self.replaced += 1
            return None
        self._asked = asked
        reply: tuple[T, BotAnswer] | None = None
        fault = ""
        try:
            mind.make_ready()
            asked.since = monotonic()
            reply = mind.ask(task, known, fit, self.patience)
        except runner.NoAnswer as none:
            fault = str(none) or words.GAVE_NO_ANSWER
        if self._asked is not asked:
            raise Abandoned
        self._asked = None
        if reply is None:
            self._note(asked, fault, known.event_count)
            return None
        self._note_answer(asked, reply[1], at)
        return reply[0]

    def _note(self, asked: Asked, fault: str, at: int) -> None:
        """Counts an answer that is replaced, and notes why, never with a card in it."""
        self.replaced += 1
        instead = words.NO_CALL_MADE if asked.is_call else words.SIMPLEST_MOVE
        is_silent = self._runners[asked.seat].is_given_up
        more = words.NOT_ASKED_AGAIN * is_silent
        fault = sanitize(fault, _MOST_CELLS)
        self._say(asked.seat, words.REPLACED.format(fault=fault, instead=instead, more=more), at)

    def _say(self, seat: SeatIndex, clean: str, at: int) -> None:
        self.notes.append(Note(at, words.NOTE.format(name=self._names[seat], said=clean)))

    def _share(self, part: float) -> float | None:
        return None if self.think is None else self.think * part

    def _is_late(self) -> bool:
        self.uses_time = True
        asked = self._asked
        if asked is None:
            return True
        return asked.allowed is not None and self.waited > asked.allowed


def simplest(state: State, seat: SeatIndex) -> SeatAction:
    """The simplest legal move of the seat on turn: draw, or discard; else whatever is legal."""
    hand = state.seats[seat].hand
    discards = [Discard(seat, card) for card in reversed(hand)]
    plain: list[SeatAction] = [Draw(seat), *discards, EndTurn(seat)]
    for action in plain:
        if refuse(state, action) is None:
            return action
    listed = legal(state, 1)
    return next(a for a in listed if a.seat == seat and not isinstance(a, AnyCall))
