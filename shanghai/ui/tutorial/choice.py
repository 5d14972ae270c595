"""Learning by playing: the choice of a lesson, and the pages before and after it."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Middle

from shanghai.engine.rules import Rules
from shanghai.ui.commands.setup import LESSON_PAGE, LESSONS
from shanghai.ui.kit.choices import Choice, Choices
from shanghai.ui.kit.lines import Bit, Row, row, wrap
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.table.log_lines import reason_row
from shanghai.words.setup import LESSON_AFTER, LESSON_BEFORE


class LessonsScreen(BaseScreen[str]):
    """Offers the lessons; gives the variant of the one chosen, or None."""

    HEADING = "Learn by playing: which game?"
    COMMAND_LIST = LESSONS
    HELP_TEXT = (
        "A lesson is the first round of a game with fixed cards: it says what comes next, why, and "
        "which key does it. It takes a few minutes, can be left at any time, and nothing is kept."
    )
    DEFAULT_CSS = """
    LessonsScreen Middle { align: center middle; width: 100%; height: 1fr; }
    LessonsScreen Choices { width: 100%; max-width: 78; height: auto; }
    LessonsScreen.-tall Choices { max-width: 84; }
    """

    def __init__(self, lessons: Sequence[Choice], marked: str = "") -> None:
        """Offers choices whose ids are variants, one of them marked."""
        super().__init__()
        self._lessons = tuple(lessons)
        ids = [choice.id for choice in lessons]
        self._at = ids.index(marked) if marked in ids else 0

    def content(self) -> ComposeResult:
        """The lessons, in the middle of the screen."""
        with Middle():
            yield Choices(self._lessons, at=self._at, name_width=25)

    def action_move(self, by: int) -> None:
        """Moves the mark."""
        self.query_one(Choices).move(by)

    def action_choose(self) -> None:
        """Takes the marked lesson."""
        self.dismiss(self.query_one(Choices).current.id)

    def on_choices_chosen(self, message: Choices.Chosen) -> None:
        """Takes the lesson that was clicked."""
        self.dismiss(message.choice.id)


class LessonPage(ReadingScreen[bool]):
    """What is to be known before a lesson, or what has been learned in it; True: Enter."""

    COMMAND_LIST = LESSON_PAGE
    HELP_TEXT = "A page to read, before a lesson or after it; {onward} goes on, {back} goes back."

    def __init__(self, rules: Rules, paragraphs: Sequence[str], *, begins: bool = False) -> None:
        super().__init__()
        self._rules = rules
        self._paragraphs = tuple(paragraphs)
        self.begins = begins

    def heading(self) -> str:
        """What is learned."""
        return f"Learn by playing: {self._rules.name}"

    def rows(self, wide: int) -> Sequence[Row]:
        """The paragraphs, a blank line between them."""
        style = self.app.card_style
        heading = LESSON_BEFORE if self.begins else LESSON_AFTER
        rows: list[Row] = [row(Bit(heading, "accent"))]
        for paragraph in self._paragraphs:
            rows += [(), *wrap(reason_row(paragraph, style, (), ""), wide)]
        return rows
