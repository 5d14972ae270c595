"""The course of a lesson: how far it has come, what comes next, and who plays the other seats."""

from typing import Final

from msgspec import structs

from shanghai.bots.levels import LEVELS, Level
from shanghai.engine.actions import (
    Action,
    AnyCall,
    CallShanghai,
    Discard,
    Draw,
    GoDown,
    LayOff,
    MeldCards,
    SeatAction,
    Swap,
)
from shanghai.engine.cards import Card, Face, face_of
from shanghai.engine.events import Event, MovesUndone
from shanghai.engine.seats import SeatIndex, by_seat
from shanghai.engine.state import Kind, State
from shanghai.engine.undo import UndoRequest
from shanghai.engine.view import SeatView
from shanghai.host.host import Host, Player
from shanghai.lessons.lesson import LEARNER, Lesson, Say
from shanghai.words import lessons as words

SCRIPTED: Final = "lesson"
"""The level of the computer players in a lesson."""


class Course:
    """A lesson under way, on a host that plays it; it follows what happens there."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self._moves = list(lesson.moves)
        self._states: list[State] = [lesson.start]
        level = Level(lambda seat, *_: Scripted(self, seat), words.LEVEL, words.LEVEL_NOTE)
        players = [
            Player(seat.name, "" if number == LEARNER else SCRIPTED)
            for number, seat in by_seat(lesson.start.seats)
        ]
        self.host = Host(lesson.rules, players, 0, lesson.start, levels={**LEVELS, SCRIPTED: level})
        self.host.on_change.append(self._note)
        self.host.on_undo.append(self._note_back)

    @property
    def at(self) -> int:
        """How many moves have been made."""
        return len(self._states) - 1

    @property
    def next(self) -> SeatAction | None:
        """The move that comes next, None at the end."""
        return self._moves[self.at] if self.at < len(self._moves) else None

    @property
    def say(self) -> Say | None:
        """What is said now, if there is something for the learner to do."""
        return self.lesson.says.get(self.at)

    @property
    def is_learners(self) -> bool:
        """Whether the next move is the learner's."""
        return self.next is not None and self.next.seat == LEARNER

    def wants(self, action: SeatAction) -> bool:
        """Whether an action of the learner is the next move; cards are laid off in any order."""
        ahead = self.at
        while ahead < len(self._moves):
            move = self._moves[ahead]
            if same_move(move, action):
                self._moves.insert(self.at, self._moves.pop(ahead))
                return True
            if not isinstance(move, LayOff) or move.seat != LEARNER:
                break
            ahead += 1
        return False

    def call_of(self, seat: SeatIndex) -> AnyCall | None:
        """The call that a seat makes of the present top discard, if it makes one."""
        for move in self._moves[self.at :]:
            if not isinstance(move, AnyCall):
                break
            if move.seat == seat:
                return move
        return None

    def _note(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        self._states.append(after)

    def _note_back(
        self, order: UndoRequest, before: State, after: State, event: MovesUndone
    ) -> None:
        del self._states[self._states.index(after) + 1 :]


class Scripted:
    """Plays one of the other seats as the lesson has it."""

    def __init__(self, course: Course, seat: SeatIndex) -> None:
        self._course = course
        self._seat = seat

    def decide(self, view: SeatView) -> SeatAction:
        """The next move of the lesson, or a draw, which is turned away, if it is another's."""
        move = self._course.next
        return move if move is not None and move.seat == self._seat else Draw(self._seat)

    def wants_call(self, view: SeatView) -> AnyCall | None:
        """The call of this seat, if the lesson has one."""
        return self._course.call_of(self._seat)

    def notice(self, event: Event) -> None:
        """Needs to know nothing."""


def same_move(one: SeatAction, other: SeatAction) -> bool:
    """Whether two moves differ at most in which copy of a card they name, or in an order."""
    return _means(one) == _means(other)


def _means(action: SeatAction) -> object:
    """An action without what does not matter: the copy of a card, the order of a set."""
    match action:
        case GoDown(melds=melds):
            laid = sorted((meld.kind.value, _faces(meld)) for meld in melds)
            return action.seat, tuple(laid)
        case CallShanghai():
            return structs.replace(action, picked=None)
        case Discard(card=card) | LayOff(card=card) | Swap(card=card):
            return face_of(card), structs.replace(action, card=Card(0))
        case _:
            return action


def _faces(meld: MeldCards) -> tuple[Face, ...]:
    faces = [face_of(card) for card in meld.cards]
    return tuple(faces) if meld.kind is Kind.RUN else tuple(sorted(faces))
