"""One computer player as the host knows it: it is told of events when it is asked, has a deadline,
and is replaced when it breaks."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, TypeVar, cast, get_args

import msgspec
from msgspec import structs

from shanghai.bots.deadline import WATCH, DeadlineMissed
from shanghai.bots.levels import Bot, Level
from shanghai.bots.protocol import IsLate
from shanghai.engine.actions import (
    Call,
    CallShanghai,
    Draw,
    HandOver,
    Pass,
    SeatAction,
)
from shanghai.engine.events import Event, seen_by
from shanghai.engine.game import refuse
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import State

T = TypeVar("T")

MOST_SILENT: Final = 3
"""Answers of a round that fail to come, after which a player is not asked again in it."""

_MOVES: Final = frozenset(get_args(SeatAction))


class UnfitMove(Exception):
    """An answer that is no move, or none that the rules allow."""


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

    def ask(
        self,
        question: Callable[[Bot], T],
        log: Sequence[Event],
        told: int,
        chance: str,
        seconds: float,
    ) -> T:
        """Its answer, once it knows the first `told` events; raises DeadlineMissed or its error.

        After a failure it is made again, and told all events again unless the telling failed.
        """
        try:
            return WATCH.ask(lambda: self._answer(question, log, told, chance), seconds)
        except UnfitMove:
            raise
        except BaseException as error:
            self.silent += isinstance(error, DeadlineMissed)
            self._bot = None
            if self._told >= told:
                self._told = 0
            raise

    def _answer(
        self, question: Callable[[Bot], T], log: Sequence[Event], told: int, chance: str
    ) -> T:
        if self._bot is None:
            # Chance is seeded again before each question; a maker may draw from it too.
            self._random.seed(self._chance)
            self._bot = self._level.make(self.seat, self._random, self._is_late)
        while self._told < told:
            event = log[self._told]
            self._told += 1
            self._bot.notice(seen_by(event, self.seat))
        self._random.seed(chance)
        return question(self._bot)


def fit_move(state: State, seat: SeatIndex, answer: object, has_passed: bool) -> SeatAction:
    """A computer's own step of its turn, if it is one; raises UnfitMove."""
    action = _plain(answer)
    if isinstance(action, Call | CallShanghai | HandOver):
        raise UnfitMove(f"chose no move of a turn ({type(action).__name__})")
    if has_passed and isinstance(action, Pass):
        raise UnfitMove("passed twice on one card")
    return _allowed(state, seat, action)


def fit_call(state: State, seat: SeatIndex, answer: object) -> Call | CallShanghai | None:
    """A computer's call of the top discard, or none; raises UnfitMove."""
    if answer is None:
        return None
    action = _plain(answer)
    if not isinstance(action, Call | CallShanghai):
        raise UnfitMove(f"answered with no call ({type(action).__name__})")
    _allowed(state, seat, action)
    return action


def _plain(answer: object) -> SeatAction:
    """The answer, sure to hold plain values and to leave all chance to the host."""
    kind = type(answer)
    if kind not in _MOVES:
        raise UnfitMove("answered with no move")
    if isinstance(answer, Draw) and type(answer.seat) is int:
        return Draw(answer.seat)
    if isinstance(answer, Draw | Pass | Call) and answer.renewed:
        answer = structs.replace(answer, renewed=())
    elif isinstance(answer, CallShanghai):
        answer = structs.replace(answer, picked=None, renewed=())
    plain: Any = msgspec.convert(msgspec.to_builtins(answer), kind)
    return cast(SeatAction, plain)


def _allowed(state: State, seat: SeatIndex, action: SeatAction) -> SeatAction:
    if action.seat != seat or refuse(state, action) is not None:
        raise UnfitMove(f"chose a move that is not allowed ({type(action).__name__})")
    return action


def fault_text(error: BaseException) -> str:
    """What to say of a computer player that gave no fit answer; never what an error says."""
    if isinstance(error, DeadlineMissed):
        return "did not answer"
    return str(error) if isinstance(error, UnfitMove) else f"broke down ({type(error).__name__})"
