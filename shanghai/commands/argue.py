"""`shanghai argue WORDS`: the sentence of the rules that settles a question, with its proof."""

import argparse
import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from shanghai.commands.exits import FAILED, USAGE, Stop
from shanghai.commands.options import chosen_rules, folder_to_read
from shanghai.commands.printing import answer
from shanghai.engine.parameters.fields import RULES
from shanghai.engine.rules import Rules
from shanghai.records.cases import Case, CaseStep, cases_of, played_out, titles_by_clause
from shanghai.variants.library import known_variants
from shanghai.words import commands
from shanghai.words.games import of_game
from shanghai.words.language import spoken
from shanghai.words.rulebook import RuleLine, arguments as words
from shanghai.words.rulebook.rules import RULE_WORDS
from shanghai.words.stems import Stems

_WIDTH: Final = 80
_MAX_LETTERS: Final = 400


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The question, the game that it is about, and how the answer is printed."""
    add = parser.add_argument
    add("words", metavar="WORDS", nargs="+", help=words.WORDS)
    add("--variant", metavar="ID", default=None, help=words.VARIANT)
    add("--house-rule", metavar="RULE", action="append", default=[], help=commands.RULE_OR_NAME)
    as_file = parser.add_mutually_exclusive_group()
    as_file.add_argument("--document", action="store_true", help=words.DOCUMENT)
    as_file.add_argument("--json", action="store_true", help=commands.ONE_JSON)


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


def run(args: argparse.Namespace) -> int:
    """Prints the answers; 0: answered; 1: nothing is near; 2: usage; 3: a bad variant file."""
    question = " ".join(args.words)[:_MAX_LETTERS]
    if not question.strip():
        raise Stop(USAGE, words.NOTHING_SAID)
    folder = folder_to_read(args)
    variants = [args.variant] if args.variant else known_variants()
    games = [chosen_rules(variant, args.house_rule, folder) for variant in variants]
    answers = [each for rules in games for each in _settled(rules, question, len(games) == 1)]
    if not answers:
        raise Stop(FAILED, words.NOTHING_NEAR(name=of_game(games[0].name), id=games[0].id))
    if args.document:
        proving = [proof for settled, proof in answers if proof is not None]
        if not proving:
            raise Stop(FAILED, words.NO_DOCUMENT)
        print(proving[0].text, end="")
        return 0
    return answer(args, [settled for settled, _ in answers], _lines([each for each, _ in answers]))


def _settled(rules: Rules, question: str, is_alone: bool) -> Iterator[tuple[Settled, Case | None]]:
    """The answers of a game with the case that proves each; where several are asked, one each."""
    titles = titles_by_clause(rules.id)
    answers = words.answers(rules, question, titles)
    asked = words.question_stems(question, rules)
    for each in answers if is_alone else answers[:1]:
        line = each.line
        case = _clearest(cases_of(line.clauses, rules.id), asked, rules)
        settled = Settled(rules.id, line.sentence, line.clauses, line.ruling, _keys(line))
        if case is not None and each is answers[0]:
            settled.proof = ShownCase(case.title, case.variant, *played_out(case))
        yield settled, case


def _clearest(cases: Sequence[Case], asked: Stems, rules: Rules) -> Case | None:
    """The case whose title is nearest to the question, of the variant if it can be, and short."""

    def rank(case: Case) -> tuple[int, bool, int]:
        shared = asked & words.question_stems(case.title, rules)
        return -len(shared), case.variant != rules.id, len(case.text)

    return min(cases, key=rank, default=None)


def _keys(line: RuleLine) -> tuple[str, ...]:
    return tuple(key for key in line.keys if key in RULES)


def _lines(answers: list[Settled]) -> Iterator[str]:
    """All answers as lines for people; the proof only below the first."""
    variant = ""
    for number, settled in enumerate(answers):
        if settled.variant != variant:
            variant = settled.variant
            yield from ([""] if number else [])
            yield variant
        source = f" ({', '.join(settled.clauses)})" if settled.clauses else ""
        yield from _wrapped(f"{settled.sentence}{source}", 2)
        if settled.ruling:
            yield from _wrapped(words.RULING(ruling=settled.ruling), 4)
        if settled.keys:
            titles = [RULE_WORDS[key].title for key in settled.keys]
            yield from _wrapped(words.CHANGED_BY(titles=titles, keys=settled.keys), 4)
        if number == 0 and settled.proof is not None:
            yield from _proof_lines(settled.proof, variant)
    yield from ("", words.TO_KEEP)


def _proof_lines(proof: ShownCase, variant: str) -> Iterator[str]:
    other = "" if proof.variant == variant else proof.variant
    # Titles of scenarios are English.
    title = proof.title if spoken() == "en" else ""
    yield from _wrapped(words.PROVED(title=title, variant=other), 4)
    for line in proof.position:
        yield from _wrapped(line, 6)
    for step in proof.steps:
        sentence = words.REFUSED if step.is_refused else words.ALLOWED
        yield from _wrapped(sentence(move=step.move, outcome=step.outcome).strip(), 6)


def _wrapped(text: str, indent: int) -> list[str]:
    blanks = " " * indent
    return textwrap.wrap(
        text, _WIDTH, initial_indent=blanks, subsequent_indent=f"{blanks}  ", break_on_hyphens=False
    )
