"""One computer player as the host knows it: told of events when it is asked, given a deadline,
under which all that it answers is looked at too, and replaced when it breaks."""

import gc
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from random import Random
from types import FrameType
from typing import Any, Final, NamedTuple, TypeVar, cast, get_args

import msgspec
from msgspec import Struct

from shanghai.bots.deadline import WATCH, BreakIn, DeadlineMissed, within
from shanghai.bots.foreign import ForeignMaker
from shanghai.bots.levels import Bot, Level
from shanghai.bots.protocol import IsLate
from shanghai.engine.actions import AnyCall, Draw, HandOver, Pass, SeatAction, without_chance
from shanghai.engine.events import Event
from shanghai.engine.game import refuse
from shanghai.engine.seats import SeatIndex
from shanghai.engine.seen import seen_by
from shanghai.engine.state import State
from shanghai.processes import ENDING_SIGNALS
from shanghai.words import computers as words

T = TypeVar("T")

MOST_SILENT: Final = 3
"""Answers of a round that fail to come, after which a player is not asked again in it."""

_MOVES: Final = frozenset(get_args(SeatAction))
_NAME_OF: Final = vars(type)["__name__"].__get__
"""The name of a class, whatever its own class says."""
_ENDING: Final = [name for name in ENDING_SIGNALS if hasattr(signal, name)]
_OWN_ENDS: Final = (Exception, SystemExit, GeneratorExit)
"""What a player of ours can end by itself with; anything else comes from a signal."""
_MOST_LETTERS: Final = 400
_MOST_WORLDS: Final = 10**9


class UnfitMove(Exception):
    """An answer that is no move, or none that the rules allow."""


class NoAnswer(Exception):
    """A computer player gave no fit answer; the message says why and is not cleaned yet."""


class _Fault(Struct, frozen=True):
    """Why there is no answer, in place of one."""

    text: str
    is_unfit: bool = False


class Heard(NamedTuple):
    """What a player is told before a question: the first `told` events of the log, and its seed."""

    log: Sequence[Event]
    told: int
    chance: str


class BotRunner:
    """The computer player of one seat: the thread that asks it also makes it and informs it."""

    def __init__(self, seat: SeatIndex, level: Level, chance: str, is_late: IsLate) -> None:
        """A player of a level; `chance` is the seed of what its maker draws."""
        self.seat = seat
        self.silent = 0
        """Answers of this round that failed to come."""
        self._level = level
        self._chance = chance
        self._is_late = is_late
        self._random = Random()
        self._bot: Bot | None = None
        self._told = 0

    def replacement(self) -> "BotRunner":
        """Another player for the seat, for use when this one never stops thinking."""
        mind = BotRunner(self.seat, self._level, self._chance, self._is_late)
        mind.silent = self.silent + 1
        return mind

    def ask(self, question: Callable[[Bot], T], heard: Heard, seconds: float, work: int = 0) -> T:
        """Its answer, once it knows what is to be told; raises NoAnswer, or what a signal raises.
        With `work` it is asked once more after `seconds`, and that many calls of functions decide;
        after a failure it is made again, and told all events again unless the telling failed."""
        with _signals_heard(self._level) as raised:
            answer = partial(self._answer, question, heard)
            try:
                try:
                    found = WATCH.ask(answer, seconds)
                except DeadlineMissed:
                    if not work:
                        raise
                    self._bot, self._told = None, 0
                    found = within(answer, work)
            except DeadlineMissed:
                self.silent += 1
                found = _Fault(words.DID_NOT_ANSWER)
        if raised:
            raise raised[0]
        if not isinstance(found, _Fault):
            return found
        if not found.is_unfit:
            self._bot = None
            if self._told >= heard.told:
                self._told = 0
        raise NoAnswer(found.text)

    def _answer(self, question: Callable[[Bot], T], heard: Heard) -> T | _Fault:
        try:
            if self._bot is None:
                # Chance is seeded again before each question; a maker may draw from it too.
                self._random.seed(self._chance)
                self._bot = self._level.make(self.seat, self._random, self._is_late)
            while self._told < heard.told:
                event = heard.log[self._told]
                self._told += 1
                self._bot.notice(seen_by(event, self.seat))
            self._random.seed(heard.chance)
            return question(self._bot)
        except BreakIn:
            raise
        except BaseException as error:
            # Asked of the class, as an error may tell another one of itself.
            kind = type(error)
            if not issubclass(kind, _OWN_ENDS) and not _is_foreign(self._level):
                raise
            # First of all, as its frames may hold all the memory there is.
            BaseException.with_traceback(error, None)
            if kind is UnfitMove:
                return _Fault(plain_text(error.args[0] if error.args else ""), is_unfit=True)
            self._bot = None
            if issubclass(kind, MemoryError):
                gc.collect()
            return _Fault(words.BROKE_DOWN.format(error=plain_text(_NAME_OF(kind))))


def _is_foreign(level: Level) -> bool:
    return isinstance(level.make, ForeignMaker)


@contextmanager
def _signals_heard(level: Level) -> Iterator[list[BaseException]]:
    """Lists what signals raise while a player of another package thinks in the main thread."""
    heard: list[BaseException] = []
    is_main = threading.current_thread() is threading.main_thread()
    before = {}
    for name in _ENDING if is_main and _is_foreign(level) else ():
        handler = signal.getsignal(number := getattr(signal, name))
        if callable(handler):
            before[number] = handler

    def hear(number: int, frame: FrameType | None) -> None:
        try:
            before[number](number, frame)
        except BaseException as error:
            heard.append(error)
            raise

    for number in before:
        signal.signal(number, hear)
    try:
        yield heard
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def plain_text(value: object) -> str:
    """The first letters of a text, as a plain string; nothing of any other value."""
    # A class made from `str` has no say in this.
    is_text = issubclass(type(value), str)
    return str.__getitem__(cast(str, value), slice(_MOST_LETTERS)) if is_text else ""


def fit_count(value: object) -> int:
    """How many worlds a player says that it tried, 0 where that cannot be."""
    return value if type(value) is int and 0 < value <= _MOST_WORLDS else 0


def fit_move(state: State, seat: SeatIndex, answer: object, has_passed: bool) -> SeatAction:
    """A computer's own step of its turn, if it is one; raises UnfitMove."""
    action = _plain(answer)
    if isinstance(action, AnyCall | HandOver):
        raise UnfitMove(words.NO_MOVE_OF_A_TURN.format(kind=type(action).__name__))
    if has_passed and isinstance(action, Pass):
        raise UnfitMove(words.PASSED_TWICE)
    return _allowed(state, seat, action)


def fit_call(state: State, seat: SeatIndex, answer: object) -> AnyCall | None:
    """A computer's call of the top discard, or none; raises UnfitMove."""
    if answer is None:
        return None
    action = _plain(answer)
    if not isinstance(action, AnyCall):
        raise UnfitMove(words.NO_CALL.format(kind=type(action).__name__))
    _allowed(state, seat, action)
    return action


def _plain(answer: object) -> SeatAction:
    """The answer, sure to hold plain values and to leave all chance to the host."""
    kind = type(answer)
    if kind not in _MOVES:
        raise UnfitMove(words.NO_MOVE)
    if isinstance(answer, Draw) and type(answer.seat) is int:
        return Draw(answer.seat)
    ordered = without_chance(cast(SeatAction, answer))
    plain: Any = msgspec.convert(msgspec.to_builtins(ordered), kind)
    return cast(SeatAction, plain)


def _allowed(state: State, seat: SeatIndex, action: SeatAction) -> SeatAction:
    if action.seat != seat or refuse(state, action) is not None:
        raise UnfitMove(words.NOT_ALLOWED.format(kind=type(action).__name__))
    return action
