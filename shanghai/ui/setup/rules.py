"""The rules of a variant, each with the clause it is read from and the rulings."""

from collections.abc import Sequence

from shanghai.engine.rules import Rules
from shanghai.ui.kit.command import CLOSE, command
from shanghai.ui.kit.lines import Bit, Row, pad, row, wrap
from shanghai.ui.kit.page import ReadingScreen
from shanghai.words import setup
from shanghai.words.contracts import contract_text
from shanghai.words.games import of_game
from shanghai.words.rulebook import brief, rule_lines
from shanghai.words.setup import variant_facts


class RulesScreen(ReadingScreen[None]):
    """The rules page of one variant, or of several that one turns over."""

    KEYS = (CLOSE,)
    CALLS_OPEN = True
    SHOWS_NO_HAND = True
    HELP_TEXT = setup.say.late("RULES_HELP")
    MIDDLE = 112

    def __init__(
        self, rules: Rules, others: Sequence[Rules] = (), players: int | None = None
    ) -> None:
        super().__init__()
        self._pages = (rules, *others)
        self._at = 0
        self._players = players

    def heading(self) -> str:
        """The name of the variant."""
        return setup.RULES_TITLE.format(rules=self._pages[self._at].name)

    @property
    def has_several(self) -> bool:
        """Whether there are rules of other variants to turn to."""
        return len(self._pages) > 1

    @command("right,l,tab", 1, id="next-rules", when=has_several, cap="←→")
    @command("left,h,shift+tab", -1, id="rules-before", said="left", when=has_several, shown=False)
    def action_turn(self, by: int) -> None:
        """Turns to the rules of another variant."""
        self._at = (self._at + by) % len(self._pages)
        self.draw_from_top()

    def rows(self, wide: int) -> Sequence[Row]:
        """What makes it different, the contracts, then rule after rule."""
        return rules_rows(self._pages[self._at], wide, self._players)


def rules_rows(rules: Rules, wide: int, players: int | None = None) -> list[Row]:
    """The rules page in lines of at most `wide` cells."""
    rows = [row(Bit(rules.name, "accent"))]
    rows += [*wrap(row(of_game(rules.summary)), wide), row(Bit(variant_facts(rules), "dim"))]
    rows += [*wrap(row(Bit(of_game(rules.text), "dim")), wide), (), *brief_rows(rules, wide), ()]
    rows += contract_rows(rules)
    heading = ""
    for line in rule_lines(rules, players):
        if line.heading != heading:
            heading = line.heading
            rows += [(), row(Bit(heading, "accent"))]
        clauses = f"  [{line.source}]" if line.source else ""
        rows += wrap(row("  ", Bit(line.sentence), Bit(clauses, "dim")), wide, indent=2)
        if line.ruling:
            ruling = Bit(setup.RULING.format(words=line.ruling, change=line.change), "dim")
            rows += wrap(row("    ", ruling), wide, indent=4)
    return rows


def brief_rows(rules: Rules, wide: int) -> list[Row]:
    """What makes a variant different, a phrase a line."""
    return [line for phrase in brief(rules) for line in wrap(row(f"- {phrase}"), wide, indent=2)]


def contract_rows(rules: Rules) -> list[Row]:
    """The contracts with the cards dealt and the calls of each round."""
    texts = [contract_text(rules, number) for number in range(1, len(rules.contracts) + 1)]
    wide = max(*map(len, texts), 8)
    cards, call = setup.HEAD_CARDS, setup.say.of("HEAD_CALLS", rules.call_word)
    head = f"{setup.HEAD_ROUND(rules):<6}{setup.HEAD_CONTRACT:<{wide}}"
    rows = [row(Bit(f"{head}  {cards}  {call}", "dim"))]
    for number, text in enumerate(texts, start=1):
        line = pad(row(Bit(f"{number:>4}  ", "dim"), text), wide + 6)
        figures = (
            f"  {rules.cards_dealt(number):>{len(cards)}}  {rules.calls_in(number):>{len(call)}}"
        )
        rows.append((*line, Bit(figures, "dim")))
    return rows
