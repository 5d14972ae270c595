"""The screens of lessons: the list, the pages before and after, and the guide on the game's own
screens."""

from asyncio import to_thread
from collections.abc import Sequence
from typing import Any

from textual.screen import Screen

from shanghai.engine import actions
from shanghai.engine.cards import Card, face_of, label
from shanghai.engine.rules import Rules
from shanghai.lessons.lesson import Course, generated_lesson, written_lesson
from shanghai.ui.kit.app import GameApp, app_of
from shanghai.ui.kit.command import BACK, LAST, Command, cap_of, command
from shanghai.ui.kit.keybar import Guide, Key
from shanghai.ui.kit.lines import Bit, Row, balanced, cut_row, pad, row, wrap
from shanghai.ui.kit.list_screen import Choice, PickScreen
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.scores.round_over import RoundOverScreen
from shanghai.ui.table.lay_down import LayDownScreen
from shanghai.ui.table.log_lines import reason_row
from shanghai.ui.table.option_picker import OptionQuestion
from shanghai.ui.table.play import play_a_round
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.session import Session
from shanghai.words import setup, tutorial as texts
from shanghai.words.cards import CardStyle
from shanghai.words.games import of_game
from shanghai.words.short_names import name_at

Advice = tuple[str, str]
"""The id of the command to use, empty to wait, and the words about what it does."""


class LessonsScreen(PickScreen):
    """Offers the lessons. Answers with the variant of the chosen one, or with None."""

    HELP_TEXT = texts.late("CHOICE_HELP")
    WITHOUT = ("choose",)
    KEYS = (Command(id="begin-lesson", keys="enter,space", action="choose"),)

    def __init__(self, lessons: Sequence[Choice], marked: str = "") -> None:
        ids = [choice.id for choice in lessons]
        title = texts.WHICH_GAME.format(first=lessons[0].name)
        super().__init__(title, lessons, self.HELP_TEXT, ids.index(marked) if marked in ids else 0)


class LessonPage(ReadingScreen[bool]):
    """The page before a lesson, or the one after it. Answers True to go on, False to go back."""

    SHOWS_NO_HAND = True
    HELP_TEXT = texts.late("PAGE_HELP")
    DEFAULT_CSS = "LessonPage VerticalScroll { max-width: 92; }"

    def __init__(self, rules: Rules, paragraphs: Sequence[str], begins: bool) -> None:
        super().__init__()
        self.HEADING = texts.LESSON_TITLE.format(rules=of_game(rules.name))
        self._paragraphs = tuple(paragraphs)
        self.begins = begins

    @command(
        "enter", True, id="onward", label=lambda self, _: texts.BEGIN if self.begins else setup.DONE
    )
    @command("escape,q", False, id="back", shown=lambda self, _: self.begins, place=LAST)
    def action_answer(self, goes_on: bool) -> None:
        """Answers whether to go on with the lesson."""
        self.dismiss(goes_on)

    def rows(self, width: int) -> Sequence[Row]:
        """The paragraphs, with blank lines between them."""
        style = self.app.card_style
        rows: list[Row] = [row(Bit(texts.BEFORE if self.begins else texts.AFTER, "accent"))]
        for paragraph in self._paragraphs:
            rows += [(), *wrap(reason_row(paragraph, style, (), ""), width)]
        return rows


async def teach(app: GameApp, rules: Rules | None) -> bool:
    """Gives the lesson of a variant, from its first page to its last. Returns False if it did not
    begin: the player went back, or there is no lesson for these rules."""
    try:
        if rules is None:
            raise ValueError(texts.NOT_OWN_FILE)
        written = written_lesson(rules)
        lesson = await to_thread(generated_lesson, rules) if written is None else written
    except ValueError as error:
        app.notify(texts.NO_LESSON.format(fault=error), markup=False)
        return False
    *paragraphs, last = lesson.words.opening
    opening = (*paragraphs, texts.SEATS_SHOW, last)
    if not await app.ask(LessonPage(lesson.rules, opening, True)):
        return False
    course = Course(lesson)
    if await play_a_round(app, LessonSession(course)):
        await app.ask(LessonPage(lesson.rules, lesson.words.closing, False))
    return True


class LessonSession(Session):
    """The session of a lesson. Each of its screens has a guide."""

    is_lesson = True
    tells_shanghai = True

    def __init__(self, course: Course) -> None:
        super().__init__(course.host)
        self.course = course
        self.judge = course.judge
        self.answer = ""
        """What the guide says about the key that was pressed last."""

    def guide_for(self, screen: Screen[Any]) -> Guide:
        """The guide for a screen of the lesson."""
        return LessonGuide(self, screen)

    def let_go(self) -> str:
        """Lets the card on offer go (extends). The guide says why if it may not."""
        self.answer = super().let_go()
        return self.answer


class LessonGuide(Guide):
    """Explains a step of the lesson. Its last line names the key to press, the others say why."""

    def __init__(self, session: LessonSession, screen: Screen[Any]) -> None:
        super().__init__(id="guide")
        self._session = session
        self._for = screen

    @property
    def named(self) -> str:
        """The id of the command that the learner should use now."""
        return self.advice[0]

    @property
    def advice(self) -> Advice:
        """The command to use on this screen now, and the words about what it does."""
        match self._for:
            case RoundOverScreen() as screen:
                is_read = screen.shows_both or screen.shows_card
                return "go-on", texts.TO_END if is_read else texts.TO_SCORECARD
            case PlayerScreen() as screen:
                return _on_own_screen(screen, self._session.course, self._session)
            case LayDownScreen() as screen:
                return _going_down(screen, self._session.course)
            case _:
                return "back", texts.TO_GO_BACK

    def note_key(self, key: Key | None, reason: str = "") -> None:
        """Says in the guide if a pressed key does nothing now, and removes older messages. If the
        rules of the lesson have no use for the key at all, it says the reason."""
        if key is None:
            self._session.answer = texts.NO_KEY
        elif reason and isinstance(self._for, BaseScreen) and key.command in self._for.unused:
            self._session.answer = reason
        else:
            dimmed = texts.LESSON_DIMMED.format(label=key.label)
            self._session.answer = "" if key.enabled else dimmed
        self.draw()

    def text_rows(self, width: int) -> list[Row]:
        """Rows that say why, and a last row with the key to press."""
        why = self._why(width)[: self.LINES - 1]
        return [*why, *[()] * (self.LINES - 1 - len(why)), self._now(width)]

    @property
    def _style(self) -> CardStyle:
        return app_of(self).card_style

    def _why(self, width: int) -> list[Row]:
        """The answer to the last key, then the sentences of this step as far as there is room."""
        style, names = self._style, self._session.short_names
        answer, sentences = self._session.answer, self._sentences()
        answer_rows = balanced(reason_row(answer, style, names, "warn"), width) if answer else []
        room = max(0, self.LINES - 1 - len(answer_rows))
        rows = balanced(reason_row(" ".join(sentences), style, names, ""), width)
        if len(rows) > room:
            rows = balanced(reason_row(sentences[-1], style, names, ""), width)
        if len(rows) > room > 0:
            first = wrap(reason_row(sentences[-1], style, names, ""), width - 2)[:room]
            rows = [*first[:-1], (*first[-1], Bit(f" {style.mark}"))]
        return [*answer_rows, *rows[:room]]

    def _sentences(self) -> tuple[str, ...]:
        """The sentences for this screen at this step, the most important one last."""
        course = self._session.course
        words = course.lesson.words
        if not isinstance(self._for, RoundOverScreen):
            # A sentence about a card that the learner has let go is not needed any more.
            is_due = course.is_learners or bool(self.advice[0])
            return (course.say.why if course.say is not None and is_due else "",)
        if self._for.shows_both:
            return words.hands, words.scorecard
        return (words.scorecard if self._for.shows_card else words.hands,)

    def _now(self, width: int) -> Row:
        """The row with the key to press and the number of the step."""
        command, words = self.advice
        course = self._session.course
        step = ""
        if course.say is not None:
            step = texts.STEP.format(number=course.say.number, steps=course.lesson.steps)
        press: Row = reason_row(words, self._style, self._session.short_names, "strong")
        if command and isinstance(self._for, BaseScreen):
            is_there = command in self._for.COMMAND_TABLE
            cap = self._for.keys.cap(command) if is_there else cap_of(BACK.keys, self._style.ascii)
            press = (Bit(texts.PRESS), Bit(f" {cap} ", "cursor"), Bit(" "), *press)
        return (
            *pad(cut_row(press, width - 15, self._style.mark), width - 14),
            Bit(step.rjust(14), "dim"),
        )


def _on_own_screen(screen: PlayerScreen, course: Course, session: Session) -> Advice:
    """The advice on the screen of the learner's hand, by the next move of the lesson."""
    move = course.next
    if move is None or not course.is_learners:
        if screen.is_offered:
            return "no-call", texts.TO_LET_GO
        turn = session.public().turn
        if turn < 0 or not session.is_bot(turn):
            return "", texts.A_MOMENT
        return "", texts.ON_TURN.format(name=name_at(session.public(), turn))
    match move:
        case actions.Draw():
            return "draw", texts.TO_DRAW
        case actions.Take():
            return "take", texts.TO_TAKE
        case actions.Call(seat=seat):
            return f"seat-{seat + 1}", texts.TO_CALL
        case actions.CallShanghai() if question := screen.picker.question:
            return _at_a_place(question, move)
        case actions.CallShanghai():
            return "shanghai", texts.TO_CALL_SHANGHAI
        case actions.GoDown():
            return "go-down", texts.TO_LAY_OUT
        case actions.LayOff() if course.say is not None and course.say.step == "lay all":
            return "lay-all", texts.TO_LAY_ALL
        case actions.LayOff(card=card):
            return _with_card(screen, card, ("lay-off", texts.TO_LAY_OFF), move)
        case actions.Swap(card=card):
            return _with_card(screen, card, ("exchange", texts.TO_EXCHANGE), move)
        case actions.Discard(card=card, shanghai=tosses):
            toss, discard = ("discard-shanghai", texts.TO_TOSS), ("discard", texts.TO_DISCARD)
            return _with_card(screen, card, toss if tosses else discard, move)
        case _:
            return "back", texts.TO_GO_BACK


def _with_card(screen: PlayerScreen, card: Card, then: Advice, move: actions.SeatAction) -> Advice:
    """How to pick a card: move the cursor to it, or pick it. `then` is the advice once it is."""
    hand, count = screen.hand, len(screen.hand.cards)
    if question := screen.picker.question:
        return _at_a_place(question, move)
    if [*map(face_of, hand.picked)] == [face_of(card)]:
        return then
    if hand.picked:
        return "step-back", texts.TO_PUT_BACK
    # Any copy of the card will do. The cursor goes around the ends of the hand, which is harder to
    # see, only if that takes less than half as many keys.
    faces = enumerate(map(face_of, hand.cards))
    distances = [at - hand.cursor for at, face in faces if face == face_of(card)]
    around = [(2 * (count - abs(distance)), -distance) for distance in distances]
    _, ahead = min([*((abs(distance), distance) for distance in distances), *around])
    if not ahead:
        return "pick", texts.TO_PICK.format(card=label(card))
    command = "card-right" if ahead > 0 else "card-left"
    return command, texts.TO_MOVE.format(card=label(card))


def _going_down(screen: LayDownScreen, course: Course) -> Advice:
    """The advice on the screen that lays down melds. The lesson's lay-down is the first
    proposal."""
    move = course.next
    if not isinstance(move, actions.GoDown) or not screen.proposals:
        return "back", texts.TO_GO_BACK
    if course.wants(actions.GoDown(move.seat, screen.staged.meld_cards)):
        return "lay-down", texts.TO_LAY_DOWN
    if screen.at > 0:
        return "clear-melds", texts.TO_CLEAR
    return "next-lay-down", texts.TO_LAY_BEST


def _at_a_place(question: OptionQuestion, move: actions.SeatAction | None) -> Advice:
    """The advice for the question where a card goes: choose the place of the lesson's move."""
    if isinstance(move, actions.LayOff | actions.Swap | actions.CallShanghai):
        end = None if isinstance(move, actions.Swap) else move.end
        for at, option in enumerate(question.options):
            if (option.meld, option.end) == (move.meld, end):
                advice = texts.TO_CHOOSE.format(number=option.number)
                return "take-place" if at == question.marked else "next-place", advice
    return "back", texts.TO_GO_BACK
