"""`shanghai argue WORDS`: answers a question with the sentence of the rules, and its proof."""

import argparse
import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from shanghai.commands.chosen_rules import chosen_rules
from shanghai.commands.exits import FAILED, USAGE, Stop
from shanghai.commands.options import folder_to_read
from shanghai.commands.printing import answer
from shanghai.engine.rules import Rules
from shanghai.records.arguments import Settled, lines_of, settled_by
from shanghai.variants.library import known_variants
from shanghai.words import commands
from shanghai.words.games import of_game
from shanghai.words.language import in_language
from shanghai.words.rulebook import arguments as words

_WIDTH: Final = 80
_MAX_LETTERS: Final = 400


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the question, the game that it is about, and how the answer is printed."""
    add = parser.add_argument
    add("words", metavar="WORDS", nargs="+", help=words.WORDS)
    add("--variant", metavar="ID", default=None, help=words.VARIANT)
    add("--house-rule", metavar="RULE", action="append", default=[], help=commands.RULE_OR_NAME)
    as_file = parser.add_mutually_exclusive_group()
    as_file.add_argument("--document", action="store_true", help=words.DOCUMENT)
    as_file.add_argument("--json", action="store_true", help=commands.ONE_JSON)


def run(args: argparse.Namespace) -> int:
    """Prints the answers to a question, and returns the exit code. 0: answered; 1: no rule is near
    the question; 2: usage; 3: a bad variant file."""
    question = " ".join(args.words)[:_MAX_LETTERS]
    if not question.strip():
        raise Stop(USAGE, words.EMPTY_QUESTION)
    folder = folder_to_read(args)
    variants = [args.variant] if args.variant else known_variants()
    games = [chosen_rules(variant, args.house_rule, folder) for variant in variants]
    is_named = hasattr(args, "language")
    with in_language(words.language_of(question, games, is_named=is_named)):
        return _print_answers(args, question, games)


def _print_answers(args: argparse.Namespace, question: str, games: Sequence[Rules]) -> int:
    """Prints the answers of these games in the current language; Stop if there is none."""
    answers = [
        each for rules in games for each in settled_by(rules, question, is_alone=len(games) == 1)
    ]
    if not answers:
        name, id = of_game(games[0].name), games[0].id
        is_one = len(games) == 1
        raise Stop(
            FAILED, words.NOTHING_NEAR(name=name, id=id) if is_one else words.NOTHING_IN_FOUR
        )
    if args.document:
        proving = [proof for settled, proof in answers if proof is not None]
        if not proving:
            raise Stop(FAILED, words.NO_DOCUMENT)
        print(proving[0].text, end="")
        return 0
    return answer(args, [settled for settled, _ in answers], _lines([each for each, _ in answers]))


def _lines(answers: list[Settled]) -> Iterator[str]:
    """Yields all answers as lines for people. The name of a game comes before its answers."""
    variant = ""
    for number, settled in enumerate(answers):
        if settled.variant != variant:
            variant = settled.variant
            yield from ([""] if number else [])
            yield variant
        for step, text in lines_of(settled):
            indent = "".ljust(2 + 2 * step)
            yield from textwrap.wrap(
                text,
                _WIDTH,
                initial_indent=indent,
                subsequent_indent=f"{indent}  ",
                break_on_hyphens=False,
            )
    if any(settled.proof for settled in answers):
        yield from ("", words.TO_KEEP)
