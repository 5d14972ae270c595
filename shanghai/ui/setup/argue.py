"""An argument at the table: a question is typed, and the sentences that settle it are shown."""

from collections.abc import Sequence

from shanghai.engine.rules import Rules
from shanghai.records.arguments import lines_of, settled_by
from shanghai.ui.kit.command import CLOSE, Reason, command
from shanghai.ui.kit.line_screen import LineScreen
from shanghai.ui.kit.lines import Bit, Row, row, wrap
from shanghai.ui.kit.page import ReadingScreen
from shanghai.words.games import of_game
from shanghai.words.language import in_language
from shanghai.words.rulebook import arguments as words

_LOOKS = ("strong", "", "dim")
"""How the lines of an answer look, by their indent."""


class QuestionScreen(LineScreen[None]):
    """Asks for a question in anybody's words, and opens its answers by the rules of a game."""

    SHOWS_NO_HAND = True
    HEADING = words.say.late("HEADING")
    HELP_TEXT = words.say.late("HELP_TEXT")
    EXAMPLE = words.say.late("FOR_INSTANCE")
    MAX_LETTERS = 120

    def __init__(self, rules: Rules) -> None:
        super().__init__(words.TYPE_A_QUESTION)
        self._rules = rules

    def fault(self) -> Reason | None:
        """Why there is nothing to look for."""
        return None if self.field.value.strip() else words.NOTHING_SAID

    @command("enter", may=fault, typing=True)
    def action_find_answer(self) -> None:
        """Opens the answers in the language of the question, or says that none is near."""
        question = self.field.value
        with in_language(words.language_of(question, [self._rules])):
            answers = [settled for settled, _ in settled_by(self._rules, question)]
            lines = [line for settled in answers for line in lines_of(settled)]
        if not lines:
            self.tell_why_not(words.NOTHING_HERE(name=of_game(self._rules.name)))
            return
        self.open(AnswerScreen(question, lines))


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
