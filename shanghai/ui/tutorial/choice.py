"""Learning by playing: the choice of a lesson, and the pages before and after it."""

from collections.abc import Sequence

from shanghai.engine.rules import Rules
from shanghai.ui.kit.choices import Choice
from shanghai.ui.kit.command import LAST, command
from shanghai.ui.kit.lines import Bit, Row, row, wrap
from shanghai.ui.kit.list_screen import ListScreen
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.table.log_lines import reason_row
from shanghai.words import setup
from shanghai.words import tutorial as words


class LessonsScreen(ListScreen[str]):
    """Offers the lessons; gives the variant of the one chosen, or None."""

    HEADING = words.WHICH_GAME
    HELP_TEXT = words.CHOICE_HELP
    WITHOUT = ("choose",)

    def __init__(self, lessons: Sequence[Choice], marked: str = "") -> None:
        """Offers choices whose ids are variants, one of them marked."""
        super().__init__()
        self._lessons = tuple(lessons)
        ids = [choice.id for choice in lessons]
        self._at = ids.index(marked) if marked in ids else 0

    @property
    def choices(self) -> Sequence[Choice]:
        """The lessons."""
        return self._lessons

    @property
    def first_at(self) -> int:
        """The lesson that is marked first."""
        return self._at

    async def take(self, choice: Choice) -> None:
        """Answers with the variant of a lesson."""
        self.dismiss(choice.id)

    @command("enter,space", id="begin-lesson")
    async def action_choose(self) -> None:
        """Takes the marked lesson."""
        await super().action_choose()


class LessonPage(ReadingScreen[bool]):
    """What is to be known before a lesson, or what has been learned in it; True: Enter."""

    HELP_TEXT = words.PAGE_HELP

    def __init__(self, rules: Rules, paragraphs: Sequence[str], *, begins: bool = False) -> None:
        super().__init__()
        self._rules = rules
        self._paragraphs = tuple(paragraphs)
        self.begins = begins

    def heading(self) -> str:
        """What is learned."""
        return words.LESSON_TITLE.format(rules=self._rules.name)

    @property
    def page_label(self) -> str:
        """Where the key leads."""
        return words.BEGIN if self.begins else setup.DONE

    @property
    def is_before(self) -> bool:
        """Whether there is a way back in the bar."""
        return self.begins

    @command("enter", True, id="onward", label=page_label)
    @command("escape,q", False, id="back", shown=is_before, place=LAST)
    def action_answer(self, goes_on: bool) -> None:
        """Goes on with the lesson, or back."""
        self.dismiss(goes_on)

    def rows(self, wide: int) -> Sequence[Row]:
        """The paragraphs, a blank line between them."""
        style = self.app.card_style
        heading = words.BEFORE if self.begins else words.AFTER
        rows: list[Row] = [row(Bit(heading, "accent"))]
        for paragraph in self._paragraphs:
            rows += [(), *wrap(reason_row(paragraph, style, (), ""), wide)]
        return rows
