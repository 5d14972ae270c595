"""A lesson at the table: the game's own screens, a guide on each, a session that keeps course."""

from asyncio import to_thread
from typing import Any

from textual.screen import Screen

from shanghai.engine.actions import Call, Correct, SeatAction
from shanghai.engine.rules import Rules
from shanghai.engine.seats import SeatIndex
from shanghai.engine.view import SeatView
from shanghai.lessons.course import Course
from shanghai.lessons.generated import generated_lesson, written_lesson
from shanghai.lessons.lesson import LEARNER
from shanghai.ui import open as opening
from shanghai.ui.kit.app import GameApp, app_of
from shanghai.ui.kit.command import cap_of
from shanghai.ui.kit.everywhere import BACK
from shanghai.ui.kit.guide import Guide
from shanghai.ui.kit.keybar import Key
from shanghai.ui.kit.lines import Bit, Row, cut_row, pad, wrap
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.scores.round_over import RoundOverScreen
from shanghai.ui.table.log_lines import reason_row
from shanghai.ui.table.play import play_a_round
from shanghai.ui.table.session.session import Session
from shanghai.ui.tutorial.steps import KeyAdvice, advice
from shanghai.words import tutorial as texts
from shanghai.words.cards import CardStyle


async def teach(app: GameApp, rules: Rules | None) -> bool:
    """Gives the lesson of a variant from its first page to its last; False: it was not begun."""
    try:
        if rules is None:
            raise ValueError(texts.NOT_OWN_FILE)
        written = written_lesson(rules)
        lesson = await to_thread(generated_lesson, rules) if written is None else written
    except ValueError as error:
        app.notify(texts.NO_LESSON.format(fault=error), markup=False)
        return False
    words = lesson.words
    if not await app.ask(opening.lesson_page(lesson.rules, words.opening, begins=True)):
        return False
    course = Course(lesson)
    session = LessonSession(course)
    if await play_a_round(app, course.host, session):
        await app.ask(opening.lesson_page(lesson.rules, words.closing))
    return True


class LessonSession(Session):
    """The session of a lesson: what it does not ask for is answered with a sentence, not done."""

    is_lesson = True

    def __init__(self, course: Course) -> None:
        super().__init__(course.host)
        self.course = course
        self.answer = ""
        """What there is to say of the key that was pressed last."""

    def guide_for(self, screen: Screen[Any]) -> Guide:
        """The guide of a screen."""
        return LessonGuide(self, screen)

    def do(self, action: SeatAction | Correct) -> str:
        """Does what comes next in the lesson; anything else is refused, by the rules if they do."""
        if isinstance(action, Correct):
            return texts.KEEPS_SCORES
        why = self.why_not(action)
        if why:
            return why
        move = self.course.next
        if move is None or not self.course.wants(action):
            return texts.OTHERWISE
        # Not the action itself: in the lesson's own move melds lie in order and chance is settled.
        return super().do(self.course.next or action)

    def close_window(self) -> None:
        """Lets the card on offer go by, unless the lesson is to call for it."""
        if self.course.call_of(LEARNER) is None:
            super().close_window()
        else:
            self.answer = texts.WANTS_IT

    def hand_over(self, seat: SeatIndex, name: str, bot: str = "") -> str:
        """Nobody changes seats in a lesson."""
        return texts.KEEPS_SEATS

    def unsolved_wishes(self) -> list[SeatView]:
        """Wishes call where the lesson calls too."""
        return super().unsolved_wishes() if isinstance(self.course.next, Call) else []

    def call_wishes(self) -> bool:
        """Wishes call where the lesson calls too."""
        return isinstance(self.course.next, Call) and super().call_wishes()


class LessonGuide(Guide):
    """Why, in up to three lines, and the key to press, in the last."""

    def __init__(self, session: LessonSession, screen: Screen[Any]) -> None:
        super().__init__(id="guide")
        self._session = session
        self._for = screen

    @property
    def advice(self) -> KeyAdvice:
        """The key to press on this screen now, and what it does."""
        return advice(self._for, self._session.course, self._session)

    def hear(self, key: Key | None) -> None:
        """Forgets what was said of the key before; says so if this one does nothing now."""
        if key is None:
            self._session.answer = texts.NO_KEY
        else:
            self._session.answer = (
                "" if key.enabled else texts.LESSON_DIMMED.format(label=key.label)
            )
        self.draw()

    def draw(self) -> None:
        """Draws what is to be done now, and why."""
        if not self.is_attached or not self.size.width:
            return
        wide = self.size.width
        why = [*self._why(wide - 2)[: self.LINES - 1]]
        why += [()] * (self.LINES - 1 - len(why))
        bar = "|" if self._style.ascii else "▌"
        self.show([(Bit(bar, "accent"), Bit(" "), *line) for line in (*why, self._now(wide - 2))])

    @property
    def _style(self) -> CardStyle:
        return app_of(self).card_style

    def _why(self, wide: int) -> list[Row]:
        """The answer to the last key, or what is to be said here as far as there is room."""
        answer, names = self._session.answer, self._session.short_names
        if answer:
            return wrap(reason_row(answer, self._style, names, "warn"), wide)
        said = self._said()
        rows = wrap(reason_row(" ".join(said), self._style, names, ""), wide)
        if len(rows) >= self.LINES:
            rows = wrap(reason_row(said[-1], self._style, names, ""), wide)
        return rows

    def _said(self) -> tuple[str, ...]:
        """What is to be said on this screen at this step, the least dispensable last."""
        course = self._session.course
        words = course.lesson.words
        if not isinstance(self._for, RoundOverScreen):
            return (course.say.why if course.say is not None and self._is_due else "",)
        if self._for.shows_both:
            return words.hands, words.scorecard
        return (words.scorecard if self._for.has_class("-card") else words.hands,)

    @property
    def _is_due(self) -> bool:
        """Whether the learner is to do something; what they have let go is in the past."""
        course = self._session.course
        return course.is_learners or bool(self.advice.command)

    def _now(self, wide: int) -> Row:
        command, words = self.advice
        course = self._session.course
        said, steps = course.say, course.lesson.steps
        step = "" if said is None else texts.STEP.format(number=said.number, steps=steps)
        press: Row = reason_row(words, self._style, self._session.short_names, "strong")
        if command and isinstance(self._for, BaseScreen):
            table = self._for.commands
            found = table.get(command, BACK)
            cap = cap_of(found.names[0], self._style.ascii)
            press = (Bit(texts.PRESS), Bit(f" {cap} ", "cursor"), Bit(" "), *press)
        return (
            *pad(cut_row(press, wide - 15, self._style.mark), wide - 14),
            Bit(step.rjust(14), "dim"),
        )
