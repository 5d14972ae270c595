"""Learning by playing: the choice of a lesson, and the pages before and after it."""

from collections.abc import Sequence

from shanghai.engine.rules import Rules
from shanghai.ui.kit.command import LAST, command
from shanghai.ui.kit.lines import Bit, Row, row, wrap
from shanghai.ui.kit.list_screen import Choice, PickScreen
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.table.log_lines import reason_row
from shanghai.words import setup
from shanghai.words import tutorial as words


class LessonsScreen(PickScreen):
    """Offers the lessons; gives the variant of the one chosen, or None."""

    HELP_TEXT = words.CHOICE_HELP
    WITHOUT = ("choose",)

    def __init__(self, lessons: Sequence[Choice], marked: str = "") -> None:
        """Offers choices whose ids are variants, one of them marked."""
        ids = [choice.id for choice in lessons]
        at = ids.index(marked) if marked in ids else 0
        super().__init__(words.WHICH_GAME, lessons, self.HELP_TEXT, at)

    @command("enter,space", id="begin-lesson")
    async def action_choose(self) -> None:
        """Takes the marked lesson."""
        await super().action_choose()


class LessonPage(ReadingScreen[bool]):
    """What is to be known before a lesson, or what has been learned in it; True: Enter."""

    HELP_TEXT = words.PAGE_HELP

    def __init__(self, rules: Rules, paragraphs: Sequence[str], begins: bool) -> None:
        super().__init__()
        self.HEADING = words.LESSON_TITLE.format(rules=rules.name)
        self._paragraphs = tuple(paragraphs)
        self.begins = begins

    @command(
        "enter", True, id="onward", label=lambda self, _: words.BEGIN if self.begins else setup.DONE
    )
    @command("escape,q", False, id="back", shown=lambda self, _: self.begins, place=LAST)
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
