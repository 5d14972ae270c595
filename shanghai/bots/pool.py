"""The computer players of a table: asks them, limits their time, and writes notes about them."""

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
"""The seconds to wait for an answer if there is no thinking time."""
GRACE: Final = 2.0
"""The seconds to wait for an answer after the thinking time is over."""
_MOST_CELLS: Final = 200
"""The width of a note about a computer player, without its name, in cells of the terminal."""
_HALF: Final = 0.5
"""The share of the thinking time for all calls of one card together, and for the draw after it."""


class Note(NamedTuple):
    """A line of the log about a player, after the first `at` events. It names no card."""

    at: int
    text: str


class Tried(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How many worlds a computer player tried for its answer after the first `at` events."""

    seat: SeatIndex
    at: int
    worlds: int
    is_call: bool = False


class Abandoned(Exception):
    """The game went on without the answer that this thread was waiting for."""


class OpenQuestion(Struct, eq=False):
    """The open question: the seat that is asked, whether it is about a call, the seconds `allowed`,
    and the time `since` when it waits."""

    seat: SeatIndex
    is_call: bool
    allowed: float | None
    since: float | None = None
    """As of `monotonic`. None while the player is prepared."""


class BotPool:
    """Asks the computer players of one game. If one fails, or one of another package takes more
    than `limit` seconds, the simplest legal move replaces its answer, with a note."""

    def __init__(self, levels: Mapping[str, Level], limit: float | None) -> None:
        self.levels = levels
        self.think: float | None = None
        """The thinking time in seconds between two moves. None: each works as long as it needs."""
        self.notes: list[Note] = []
        self.replaced = 0
        """How many answers were replaced: a move by the simplest legal one, a call by none. Those
        of a player that is not asked again in the round count as well."""
        self.uses_time = False
        """Whether a player has looked at its time, so that it may use all of it."""
        self.tried: list[Tried] = []
        """How many worlds were tried for each answer so far."""
        self.known: dict[tuple[SeatIndex, int, bool], int] | None = None
        """When a game is computed again, the worlds that were tried then. The key is the seat, the
        number of events and whether it is a call."""
        self.search: SearchEngine | None = None
        """The engine that searches for players of this process. None: each takes one itself."""
        self._remarks: dict[SeatIndex, str] = {}
        """By seat the last remark of its player."""
        self._limit = limit
        self._runners: dict[SeatIndex, runner.BotRunner] = {}
        self._names: dict[SeatIndex, str] = {}
        self._level_of: dict[SeatIndex, str] = {}
        self._asked: OpenQuestion | None = None

    @property
    def patience(self) -> float:
        """How many seconds to wait for an answer."""
        if self._limit is not None:
            return self._limit
        return PATIENCE if self.think is None else self.think + GRACE

    @property
    def waited(self) -> float:
        """For how many seconds the open question has been waiting, 0 if there is none."""
        asked = self._asked
        return 0.0 if asked is None or asked.since is None else monotonic() - asked.since

    def seat(self, seat: SeatIndex, name: str, level: str, chance: str) -> None:
        """Gives a seat to a new computer player with a seed. With no `level` a person has it."""
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
        """Hurries the player that is thinking. After a deal all players are asked again."""
        asked = self._asked
        if asked is not None:
            asked.allowed = 0.0
            self._runners[asked.seat].hurry()
        if is_dealt:
            for player in self._runners.values():
                player.start_round()

    def close(self) -> None:
        """Ends the processes of players. A player that is asked again starts a new one."""
        for player in self._runners.values():
            player.end()

    def wish(
        self,
        state: State,
        seat: SeatIndex,
        known: runner.KnownEvents,
        chance: str,
        among: int,
        at: int,
    ) -> AnyCall | None:
        """The call of the top discard by a seat, None for no call. `known` are the events that it
        may know, `among` is how many seats are asked, `at` how many events came before."""
        asked = OpenQuestion(seat, True, self._share(_HALF / max(1, among)))
        task = self._task(asked, state, chance, at)
        return self._ask(asked, task, partial(runner.fit_call, state, seat), known, at)

    def move(
        self, state: State, log: Sequence[Event], chance: str, *, has_passed: bool
    ) -> SeatAction:
        """Asks the seat on turn for its next step. The simplest legal move replaces a bad one."""
        seat = state.turn
        asked = OpenQuestion(seat, False, self._share(_HALF if state.phase is Phase.DRAW else 1))
        task = self._task(asked, state, chance, len(log))
        fit = partial(runner.fit_move, state, seat, has_passed=has_passed)
        known = runner.KnownEvents(log, len(log))
        return self._ask(asked, task, fit, known, len(log)) or simplest(state, seat)

    def _task(self, asked: OpenQuestion, state: State, chance: str, at: int) -> BotTask:
        """The question as data. If a game is computed again, the player tries as many worlds."""
        known = self.known
        return BotTask(
            view_for(state, asked.seat),
            asked.is_call,
            chance,
            levels={seat: level for seat, level in self._level_of.items() if level},
            max_worlds=None if known is None else known.get((asked.seat, at, asked.is_call), 0),
            seconds=asked.allowed,
        )

    def _note_answer(self, asked: OpenQuestion, answer: BotAnswer, at: int) -> None:
        """Stores how many worlds were tried, and writes a note if the remark is a new one."""
        self.uses_time = self.uses_time or answer.looked_at_time
        if tried := fit_count(answer.tried):
            self.tried.append(Tried(asked.seat, at, tried, asked.is_call))
        remark = sanitize(plain_text(answer.remark), _MOST_CELLS)
        if remark and self.known is None and self._remarks.get(asked.seat) != remark:
            self._remarks[asked.seat] = remark
            self._say(asked.seat, remark, at)

    def give_up(self, at: int) -> OpenQuestion | None:
        """Stops waiting for the open question, from another thread than the one that asks it.

        Returns that question, or None if none is open. `Abandoned` is raised in the thread that
        asks. `at` is the length of the log.
        """
        asked, self._asked = self._asked, None
        if asked is not None:
            player = self._runners[asked.seat]
            self._runners[asked.seat] = player.replacement()
            player.end()
            self._note(asked, words.DID_NOT_ANSWER, at)
        return asked

    def _ask(
        self,
        asked: OpenQuestion,
        task: BotTask,
        fit: Callable[[object], T],
        known: runner.KnownEvents,
        at: int,
    ) -> T | None:
        """Asks a player, and returns its answer as `fit` has checked it. Without a fit answer it
        returns None and writes a note. Raises Abandoned if the game went on meanwhile."""
        player = self._runners[asked.seat]
        if player.is_given_up:
            self.replaced += 1
            return None
        self._asked = asked
        reply: tuple[T, BotAnswer] | None = None
        fault = ""
        try:
            player.make_ready()
            asked.since = monotonic()
            reply = player.ask(task, known, fit, self.patience)
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

    def _note(self, asked: OpenQuestion, fault: str, at: int) -> None:
        """Counts an answer that is replaced, and writes a note why. The note names no card."""
        self.replaced += 1
        instead = words.NO_CALL_MADE if asked.is_call else words.SIMPLEST_MOVE
        is_silent = self._runners[asked.seat].is_given_up
        more = words.NOT_ASKED_AGAIN if is_silent else ""
        fault = sanitize(fault, _MOST_CELLS)
        self._say(asked.seat, words.REPLACED.format(fault=fault, instead=instead, more=more), at)

    def _say(self, seat: SeatIndex, clean: str, at: int) -> None:
        """Adds what a player has to say to `notes`, with its name, after the first `at` events.

        `clean` is text without control codes.
        """
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
    """The simplest legal move of the seat on turn: a draw, a discard, or else any legal one."""
    hand = state.seats[seat].hand
    discards = [Discard(seat, card) for card in reversed(hand)]
    plain: list[SeatAction] = [Draw(seat), *discards, EndTurn(seat)]
    for action in plain:
        if refuse(state, action) is None:
            return action
    listed = legal(state, 1)
    return next(a for a in listed if a.seat == seat and not isinstance(a, AnyCall))
