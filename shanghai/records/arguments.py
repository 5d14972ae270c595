"""What settles an argument: sentences of the rules, each with what changes and what proves it."""

from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from shanghai.engine.parameters.fields import RULES
from shanghai.engine.rules import Rules
from shanghai.records.cases import Case, CaseStep, cases_of, played_out, titles_by_clause
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant
from shanghai.words.language import if_english
from shanghai.words.rulebook import RuleLine, arguments as words, rule_lines
from shanghai.words.rulebook.rules import RULE_WORDS
from shanghai.words.stems import Stems


class ShownCase(Struct):
    """A scenario: its title and variant, its position in lines, its moves and their outcomes."""

    title: str
    variant: str
    position: list[str]
    steps: list[CaseStep]


class Settled(Struct):
    """A sentence that answers: its variant, clauses and ruling, what changes it, its proof."""

    variant: str
    sentence: str
    clauses: tuple[str, ...]
    ruling: str
    keys: tuple[str, ...]
    proof: ShownCase | None = None


def settled_by(
    rules: Rules, question: str, *, is_alone: bool = True
) -> Iterator[tuple[Settled, Case | None]]:
    """The answers of a game with the case that proves each; where several are asked, one each."""
    titles = titles_by_clause(rules.id)
    answers = words.answers(rules, question, titles)
    asked = words.question_stems(question, rules)
    for each in answers if is_alone else answers[:1]:
        line = each.line
        clauses = line.clauses or _same_elsewhere(line, rules)
        case = _clearest(cases_of(clauses, rules.id), asked, rules)
        settled = Settled(rules.id, line.sentence, line.clauses, line.ruling, _keys(line))
        if case is not None and each is answers[0]:
            settled.proof = ShownCase(case.title, case.variant, *played_out(case))
        yield settled, case


def _same_elsewhere(line: RuleLine, rules: Rules) -> tuple[str, ...]:
    """The clauses of the game of the four that says the same: its cases prove it as well."""
    for variant in known_variants():
        in_same_words = structs.replace(load_variant(variant), words=rules.words)
        for other in rule_lines(in_same_words):
            if (other.rule, other.sentence) == (line.rule, line.sentence) and other.clauses:
                return other.clauses
    return ()


def _clearest(cases: Sequence[Case], asked: Stems, rules: Rules) -> Case | None:
    """The case with the title nearest to the question; of the variant, and short, if possible."""

    def rank(case: Case) -> tuple[int, bool, int, int]:
        shared = asked & words.question_stems(case.title, rules)
        return -len(shared), case.variant != rules.id, len(case.clauses), len(case.text)

    return min(cases, key=rank, default=None)


def _keys(line: RuleLine) -> tuple[str, ...]:
    return tuple(key for key in line.keys if key in RULES)


def lines_of(settled: Settled) -> Iterator[tuple[int, str]]:
    """An answer in lines, each with its indent in steps: what proves it is two steps in."""
    source = f" ({', '.join(settled.clauses)})" if settled.clauses else ""
    yield 0, f"{settled.sentence}{source}"
    if settled.ruling:
        yield 1, words.RULING(ruling=settled.ruling)
    if settled.keys:
        titles = [RULE_WORDS[key].title for key in settled.keys]
        yield 1, words.CHANGED_BY(titles=titles)
    if settled.proof is not None:
        yield from _case_lines(settled.proof, settled.variant)


def _case_lines(case: ShownCase, variant: str) -> Iterator[tuple[int, str]]:
    other = "" if case.variant == variant else case.variant
    yield 1, words.PROVED(title=if_english(case.title), variant=other)
    yield from ((2, line) for line in case.position)
    for step in case.steps:
        message = words.REFUSED if step.is_refused else words.ALLOWED
        yield 2, message(move=step.move, outcome=step.outcome).strip()
