"""The screens about rules: the rules page of a variant, answers to questions about it, and what
differs between two variants."""

from collections.abc import Sequence
from functools import cached_property

from shanghai.engine.rules import Rules
from shanghai.records.arguments import lines_of, settled_by
from shanghai.ui.kit.command import CLOSE, Reason, command
from shanghai.ui.kit.frames import beside
from shanghai.ui.kit.line_screen import LineScreen
from shanghai.ui.kit.lines import Bit, Row, balanced, pad, row, wrap, wrap_text
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.table.seat_keys import SeatKeys
from shanghai.variants.house_rules import is_changed
from shanghai.variants.loader import Offer, summary_and_text
from shanghai.words import setup
from shanghai.words.contracts import contract_text
from shanghai.words.games import of_game
from shanghai.words.language import in_language
from shanghai.words.rulebook import (
    arguments,
    brief,
    differences,
    differing_sentences,
    rule_lines,
    with_origin,
)

_LABEL_CELLS = 20
_GAP = 2
_LOOKS = ("strong", "", "dim")
"""The looks of the lines of an answer, by their indent."""


class RulesScreen(ReadingScreen[None]):
    """The rules page of a variant. Keys lead to the pages of the others, if there are any."""

    KEYS = (CLOSE,)
    seats = cached_property(SeatKeys)
    SHOWS_NO_HAND = True
    HELP_TEXT = setup.say.late("RULES_HELP")
    MIDDLE = 112

    def __init__(self, rules: Rules, others: Sequence[Offer] = ()) -> None:
        super().__init__()
        self._rules = rules
        self._pages = (Offer(rules), *others)
        self._at = 0

    def heading(self) -> str:
        """The title with the name of the variant."""
        return setup.RULES_TITLE.format(rules=of_game(self._rules.name))

    @property
    def has_several(self) -> bool:
        """Whether other variants have a page here too."""
        return any(page.rules is not None for page in self._pages[1:])

    @command("right,l,tab", 1, id="next-rules", when=has_several, cap="←→")
    @command(
        "left,h,shift+tab", -1, id="rules-before", message="left", when=has_several, shown=False
    )
    def action_turn(self, by: int) -> None:
        """Shows the rules of the next variant, or of the one before."""
        self._at, self._rules = next_rules(self._pages, self._at, by)
        self.draw_from_top()

    @command("slash", id="argue")
    def action_argue(self) -> None:
        """Asks for a question about these rules."""
        self.app.open(QuestionScreen(self._rules))

    def rows(self, width: int) -> Sequence[Row]:
        """What makes the variant different, its contracts, then all rules with their clauses."""
        rules, heading = self._rules, ""
        summary, text = summary_and_text(rules)
        rows = [row(Bit(of_game(rules.name), "accent")), *balanced((Bit(summary),), width)]
        rows += [row(Bit(setup.variant_facts(rules), "dim")), *balanced((Bit(text, "dim"),), width)]
        rows += [(), *brief_rows(rules, width), (), *contract_rows(rules)]
        for line in rule_lines(rules):
            if line.heading != heading:
                heading = line.heading
                rows += [(), row(Bit(heading, "accent"))]
            clauses = f"  [{line.source}]" if line.source else ""
            rows += wrap(row("  ", Bit(line.sentence), Bit(clauses, "dim")), width, indent=2)
            if line.ruling:
                ruling = Bit(setup.RULING.format(words=line.ruling, change=line.change), "dim")
                rows += wrap(row("    ", ruling), width, indent=4)
        return rows


def next_rules(pages: Sequence[Offer], index: int, by: int) -> tuple[int, Rules]:
    """The index and rules of the next page that has rules, in steps of `by`, around the ends. At
    least one page must have rules."""
    while True:
        index = (index + by) % len(pages)
        if (rules := pages[index].rules) is not None:
            return index, rules


def brief_rows(rules: Rules, width: int) -> list[Row]:
    """What makes a variant different, a line for each phrase."""
    return [line for phrase in brief(rules) for line in wrap(row(f"- {phrase}"), width, indent=2)]


def contract_rows(rules: Rules) -> list[Row]:
    """A table of the rounds: contract, dealt cards and calls."""
    texts = [contract_text(rules, number) for number in range(1, len(rules.contracts) + 1)]
    width = max(*map(len, texts), 8)
    cards, call = setup.HEAD_CARDS, setup.say.of("HEAD_CALLS", rules.call_word)
    head = f"{setup.HEAD_ROUND(rules):<6}{setup.HEAD_CONTRACT:<{width}}"
    rows = [row(Bit(f"{head}  {cards}  {call}", "dim"))]
    for number, text in enumerate(texts, start=1):
        line = pad(row(Bit(f"{number:>4}  ", "dim"), text), width + 6)
        dealt, calls = rules.cards_dealt(number), rules.calls_in(number)
        rows.append((*line, Bit(f"  {dealt:>{len(cards)}}  {calls:>{len(call)}}", "dim")))
    return rows


class QuestionScreen(LineScreen[None]):
    """Asks for a question in free words about the rules of a game, and opens the answers."""

    SHOWS_NO_HAND = True
    HEADING = arguments.say.late("HEADING")
    HELP_TEXT = arguments.say.late("HELP_TEXT")
    EXAMPLE = arguments.say.late("FOR_INSTANCE")
    MAX_LETTERS = 120

    def __init__(self, rules: Rules) -> None:
        super().__init__(arguments.TYPE_A_QUESTION)
        self._rules = rules

    def fault(self) -> Reason | None:
        """Why there is nothing to look for: nothing was typed."""
        return None if self.field.value.strip() else arguments.EMPTY_QUESTION

    @command("enter", why_not=fault, typing=True)
    def action_find_answer(self) -> None:
        """Opens the answers in the language of the question, or says that there are none."""
        question = self.field.value
        with in_language(arguments.language_of(question, [self._rules])):
            answers = [settled for settled, _ in settled_by(self._rules, question)]
            lines = [line for settled in answers for line in lines_of(settled)]
        if not lines:
            self.tell_why_not(arguments.NOTHING_HERE(name=of_game(self._rules.name)))
            return
        self.app.open(AnswerScreen(question, lines))


class AnswerScreen(ReadingScreen[None]):
    """The rules that answer a question, with the house rules that change them and a proof."""

    SHOWS_NO_HAND = True
    KEYS = (CLOSE,)
    MIDDLE = 100
    HELP_TEXT = arguments.say.late("ANSWER_HELP")

    def __init__(self, question: str, lines: Sequence[tuple[int, str]]) -> None:
        super().__init__()
        self.HEADING = arguments.ANSWER_TO(question=question)
        self._lines = lines

    def rows(self, width: int) -> Sequence[Row]:
        """The answers, with an empty line between them."""
        rows: list[Row] = []
        for step, text in self._lines:
            if rows and step == 0:
                rows.append(())
            line = row(" " * 2 * step, Bit(text, _LOOKS[step]))
            rows += wrap(line, width, indent=2 * step + 2)
        return rows


class CompareScreen(ReadingScreen[None]):
    """Shows what differs between a variant and another one. Keys change the other, or swap them."""

    SHOWS_NO_HAND = True
    HEADING = setup.say.late("WHAT_DIFFERS")
    KEYS = (CLOSE.on("escape,q,enter,c"),)
    HELP_TEXT = setup.say.late("COMPARE_HELP")
    MIDDLE = 112

    def __init__(self, first: Rules, others: Sequence[Offer]) -> None:
        """Compares the first with one of the others at a time. At least one must have rules."""
        super().__init__()
        self._first = first
        self._others = list(others)
        self._at, self._other = next_rules(others, -1, 1)
        self.is_in_full = False

    @property
    def has_several(self) -> bool:
        """Whether there is more than one variant to compare with."""
        return next_rules(self._others, self._at, 1)[0] != self._at

    @command("right,l", 1, id="another", when=has_several, cap="←→")
    @command("left,h", -1, id="one-before", message="left", when=has_several, shown=False)
    def action_turn(self, by: int) -> None:
        """Compares the first variant with another one."""
        self._at, self._other = next_rules(self._others, self._at, by)
        self.draw_from_top()

    @command("tab")
    def action_swap(self) -> None:
        """Swaps the two variants."""
        self._others[self._at] = Offer(self._first)
        self._first, self._other = self._other, self._first
        self.draw()

    @command("f", label=lambda self: setup.IN_SHORT if self.is_in_full else setup.IN_FULL)
    def action_form(self) -> None:
        """Switches between short words and full sentences."""
        self.is_in_full = not self.is_in_full
        self.draw_from_top()

    def rows(self, width: int) -> Sequence[Row]:
        """The two names, then a row for each difference."""
        if self.is_in_full:
            return sentence_rows(self._first, self._other, width)
        return difference_rows(self._first, self._other, width)


def difference_rows(a: Rules, b: Rules, width: int) -> list[Row]:
    """The differences in short: a row for each rule that differs, with the two values."""
    each = (width - _LABEL_CELLS - 2 * _GAP) // 2
    names = (("", ""), (_title(a), "accent"), (_title(b), "accent"))
    rows = [*_columns(names, (_LABEL_CELLS, each, each)), ()]
    rules = differences(a, b)
    for rule in rules:
        values = with_origin(a, rule.key, rule.first), with_origin(b, rule.key, rule.second)
        cells = ((rule.title, "dim"), *((value, "") for value in values))
        rows += _columns(cells, (_LABEL_CELLS, each, each))
    return rows if rules else [*rows, row(setup.NO_DIFFERENCE)]


def sentence_rows(a: Rules, b: Rules, width: int) -> list[Row]:
    """The differences in full: the sentences of the two rules pages next to each other."""
    each = (width - _GAP) // 2
    rows = [*_columns(((_title(a), "accent"), (_title(b), "accent")), (each, each))]
    before, sentences = "", differing_sentences(a, b)
    for heading, first, second in sentences:
        rows += [(), row(Bit(heading, "strong"))] if heading != before else [()]
        before = heading
        rows += _columns(((first or "-", ""), (second or "-", "")), (each, each))
    return rows if sentences else [*rows, (), row(setup.NO_DIFFERENCE)]


def _title(rules: Rules) -> str:
    name = of_game(rules.name)
    return setup.WITH_HOUSE_RULES.format(rules=name) if is_changed(rules) else name


def _columns(cells: Sequence[tuple[str, str]], widths: Sequence[int]) -> list[Row]:
    """Texts next to each other, each wrapped to its width. A cell is a text and its look."""
    blocks = [
        wrap_text(text, width, look) for (text, look), width in zip(cells, widths, strict=True)
    ]
    return beside(blocks, widths, _GAP)
