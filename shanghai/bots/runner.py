"""The computer player of one seat, as the host uses it. The player gets new events with each
question, its answer is checked by the rules, and after an error a new one is made."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar, cast, get_args

import msgspec
from msgspec import structs

from shanghai.bots.foreign import ForeignMaker
from shanghai.bots.levels import Level
from shanghai.bots.protocol import IsLate, SearchEngine
from shanghai.bots.seated import (
    BotAnswer,
    BotFailure,
    BotTask,
    NoReply,
    SeatedBot,
    name_of,
    plain_text,
)
from shanghai.engine.actions import AnyCall, Draw, HandOver, Pass, SeatAction, without_chance
from shanghai.engine.events import Event
from shanghai.engine.game import refuse
from shanghai.engine.seats import SeatIndex
from shanghai.engine.seen import seen_by
from shanghai.engine.state import State
from shanghai.words import computers as words

if TYPE_CHECKING:
    from shanghai.bots.foreign_process import ForeignPlayer

T = TypeVar("T")
FindSearchEngine = Callable[[], SearchEngine | None]
"""Returns the engine that searches for players of this process. None: they take one themselves."""

MAX_FAILURES: Final = 3
"""After so many failures in a round a player is not asked again in it."""
_MOVES: Final = frozenset(get_args(SeatAction))


class UnfitMove(Exception):
    """The answer is no move, or one that the rules do not allow."""


class NoAnswer(Exception):
    """A computer player gave no usable answer. The message is the reason, not cleaned yet."""


class _LocalPlayer:
    """A player that thinks in this process, for as long as its work takes."""

    def __init__(
        self, seat: SeatIndex, level: Level, is_late: IsLate, search: FindSearchEngine
    ) -> None:
        self._parts = seat, level.make, is_late, search
        self._bot = SeatedBot(*self._parts)

    def make_ready(self) -> None:
        """Does nothing, as it is always ready."""

    def answer(self, task: BotTask, seconds: float) -> BotAnswer | BotFailure:
        """Its answer, without a limit of time. An error of the player becomes a BotFailure."""
        try:
            return self._bot.answer(task)
        except (Exception, SystemExit, GeneratorExit) as error:
            return BotFailure(name_of(error), self._bot.event_count)

    def hurry(self) -> None:
        """Does nothing, as the player looks at the time itself."""

    def end(self) -> None:
        """Forgets the player. Another one is made for the next question."""
        self._bot = SeatedBot(*self._parts)


def _player_of(
    seat: SeatIndex, level: Level, is_late: IsLate, search: FindSearchEngine
) -> "_LocalPlayer | ForeignPlayer":
    if not isinstance(level.make, ForeignMaker):
        return _LocalPlayer(seat, level, is_late, search)
    # Imported here, as it makes every start of the program slower and few games need it.
    from shanghai.bots.foreign_process import ForeignPlayer

    return ForeignPlayer(level.make, seat)


class KnownEvents(NamedTuple):
    """The events that a player may know when it is asked: the first `event_count` of the log."""

    log: Sequence[Event]
    event_count: int


class BotRunner:
    """The computer player of one seat."""

    def __init__(
        self,
        seat: SeatIndex,
        level: Level,
        seed: str,
        is_late: IsLate,
        search: FindSearchEngine = lambda: None,
    ) -> None:
        """A player of a level. `seed` is for its maker, `search` returns its search engine."""
        self.seat = seat
        self.failures = 0
        """How often a player of another package failed in this round."""
        self._given = level, seed, is_late, search
        self._seed = seed
        self._is_foreign = isinstance(level.make, ForeignMaker)
        self._player = _player_of(seat, level, is_late, search)
        self._event_count = 0
        """How many events of the game the player knows."""

    @property
    def is_given_up(self) -> bool:
        """Whether it is not asked again in this round."""
        return self.failures >= MAX_FAILURES

    def replacement(self) -> "BotRunner":
        """A new player for the seat after this one was too late, which counts as a failure."""
        runner = BotRunner(self.seat, *self._given)
        runner.failures = self.failures + 1
        return runner

    def start_round(self) -> None:
        """Lets the player be asked again. After too many failures it gets a single try."""
        self.failures = min(self.failures, MAX_FAILURES - 1)

    def make_ready(self) -> None:
        """Prepares the player for a question, before its thinking time starts. Raises NoAnswer."""
        try:
            self._player.make_ready()
        except NoReply as none:
            raise self._failure(str(none)) from None

    def ask(
        self, task: BotTask, known: KnownEvents, fit: Callable[[object], T], seconds: float
    ) -> tuple[T, BotAnswer]:
        """Tells the player the events that it does not know yet, and asks it.

        Returns the move, as `fit` has checked it, and the whole answer. `fit` raises UnfitMove.
        Raises NoAnswer if the player fails, takes more than `seconds`, or makes an unfit move.
        """
        unknown = known.log[self._event_count : known.event_count]
        news = tuple(seen_by(event, self.seat) for event in unknown)
        task = structs.replace(task, events=news, maker_seed=self._seed)
        try:
            reply = self._player.answer(task, seconds)
        except NoReply as none:
            raise self._failure(str(none)) from None
        if isinstance(reply, BotFailure):
            # The next one gets the events that this one got, unless it failed on one of them.
            event_count = self._event_count + min(max(reply.event_count, 0), len(news))
            fault = words.BROKE_DOWN.format(error=plain_text(reply.error))
            raise self._failure(
                fault if reply.error else words.NO_MOVE,
                event_count if event_count < known.event_count else 0,
            )
        self._event_count = known.event_count
        try:
            return fit(reply.move), reply
        except UnfitMove as unfit:
            if not self._is_foreign:
                raise NoAnswer(str(unfit)) from None
            raise self._failure(str(unfit)) from None

    def _failure(self, fault: str, event_count: int = 0) -> NoAnswer:
        """Replaces the player by one that knows the first `event_count` events, and returns the
        error to raise. Failures of players of this process are not counted."""
        self._player.end()
        self._event_count = event_count
        self.failures += self._is_foreign
        return NoAnswer(fault)

    def hurry(self) -> None:
        """Tells the player that its time is used up."""
        self._player.hurry()

    def end(self) -> None:
        """Ends the player and its process. If it is asked again, a new one is made."""
        self._player.end()
        self._event_count = 0


def fit_move(state: State, seat: SeatIndex, answer: object, has_passed: bool) -> SeatAction:
    """The answer as a step of the seat's own turn. Raises UnfitMove if it is none, or not allowed.
    `has_passed` says that the seat has passed the top discard and may not do so again."""
    action = _plain(answer)
    if isinstance(action, AnyCall | HandOver):
        raise UnfitMove(words.NO_MOVE_OF_A_TURN.format(kind=type(action).__name__))
    if has_passed and isinstance(action, Pass):
        raise UnfitMove(words.PASSED_TWICE)
    return _allowed(state, seat, action)


def fit_call(state: State, seat: SeatIndex, answer: object) -> AnyCall | None:
    """The answer as a call of the top discard, None for no call. Raises UnfitMove for others."""
    if answer is None:
        return None
    action = _plain(answer)
    if not isinstance(action, AnyCall):
        raise UnfitMove(words.NO_CALL.format(kind=type(action).__name__))
    _allowed(state, seat, action)
    return action


def _plain(answer: object) -> SeatAction:
    """The answer as a new action of plain values, without cards of chance. Raises UnfitMove."""
    kind = type(answer)
    if kind not in _MOVES:
        raise UnfitMove(words.NO_MOVE)
    if isinstance(answer, Draw) and type(answer.seat) is int:
        return Draw(answer.seat)
    ordered = without_chance(cast(SeatAction, answer))
    try:
        plain: Any = msgspec.convert(msgspec.to_builtins(ordered), kind)
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError):
        raise UnfitMove(words.NO_MOVE) from None
    return cast(SeatAction, plain)


def _allowed(state: State, seat: SeatIndex, action: SeatAction) -> SeatAction:
    if action.seat != seat or refuse(state, action) is not None:
        raise UnfitMove(words.NOT_ALLOWED.format(kind=type(action).__name__))
    return action
