"""An argument at the table: a question is typed, and the sentences that settle it are shown."""

from collections.abc import Sequence

from textual.app import ComposeResult

from shanghai.engine.rules import Rules
from shanghai.records.arguments import lines_of, settled_by
from shanghai.ui.kit.command import BACK, CLOSE, Reason, command
from shanghai.ui.kit.lines import Bit, Lines, Row, row, wrap, wrap_text
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.kit.text_field import TextField
from shanghai.words.games import of_game
from shanghai.words.rulebook import arguments as words

_MAX_LETTERS = 120
_LOOKS = ("strong", "", "dim")
"""How the lines of an answer look, by their indent."""


class QuestionScreen(BaseScreen[None]):
    """Asks for a question in anybody's words, and opens its answers by the rules of a game."""

    SHOWS_NO_HAND = True
    MIDDLE = 72
    HEADING = words.say.late("HEADING")
    AUTO_FOCUS = "Input"
    DEFAULT_CLASSES = "-typing"
    KEYS = (BACK,)
    HELP_TEXT = words.say.late("HELP_TEXT")
    DEFAULT_CSS = """
    QuestionScreen {
        & Lines { width: 66; height: auto; }
        & Input { width: 66; margin: 1 0; }
        & #said { height: 3; }
    }
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._rules = rules

    def content(self) -> ComposeResult:
        """The field, and room for why there is no answer."""
        yield Lines(wrap_text(words.TYPE_A_QUESTION, 66, "accent"))
        yield TextField(max_length=_MAX_LETTERS, placeholder=words.FOR_INSTANCE)
        yield Lines([()], id="said")

    def fault(self) -> Reason | None:
        """Why there is nothing to look for."""
        return None if self.field.value.strip() else words.NOTHING_SAID

    @command("enter", may=fault, typing=True)
    def action_find_answer(self) -> None:
        """Opens the answers, or says that none is near."""
        question = self.field.value
        found = [settled for settled, _ in settled_by(self._rules, question)]
        if not found:
            self.tell_why_not(words.NOTHING_HERE(name=of_game(self._rules.name)))
            return
        rows = [line for settled in found for line in lines_of(settled)]
        self.open(AnswerScreen(question, rows))

    def tell_why_not(self, sentence: str) -> None:
        """Says below the field why there is no answer."""
        self.query_one("#said", Lines).show(wrap_text(sentence, 66, "warn")[:3])


class AnswerScreen(ReadingScreen[None]):
    """The sentences that settle a question, with what changes them and what proves the first."""

    SHOWS_NO_HAND = True
    KEYS = (CLOSE,)
    MIDDLE = 100
    HELP_TEXT = words.say.late("ANSWER_HELP")

    def __init__(self, question: str, lines: Sequence[tuple[int, str]]) -> None:
        super().__init__()
        self.HEADING = words.ANSWER_TO(question=question)
        self._lines = lines

    def rows(self, width: int) -> Sequence[Row]:
        """Each answer with an empty line before the next."""
        rows: list[Row] = []
        for step, text in self._lines:
            if rows and step == 0:
                rows.append(())
            line = row(" " * 2 * step, Bit(text, _LOOKS[step]))
            rows += wrap(line, width, indent=2 * step + 2)
        return rows
