"""`shanghai solve`: prints the best lay-down of a hand, and what can be laid off after it."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from msgspec import UNSET, Struct, UnsetType

from shanghai.commands.chosen_rules import chosen_rules
from shanghai.commands.exits import BAD_FILE, USAGE, Stop
from shanghai.commands.options import folder_to_read
from shanghai.commands.parser import HelpInLines
from shanghai.commands.printing import answer, say_json
from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import FACES, JOKER, LABELS, Card, Face, face_of, label, labels
from shanghai.engine.melds import read_meld
from shanghai.engine.refusal import Refusal
from shanghai.engine.rules import Rules
from shanghai.engine.seats import SeatIndex
from shanghai.engine.solver import Lay, LayOffStep, best, distance, lay_offs
from shanghai.engine.state import Kind, Meld
from shanghai.records.notation import CardCopies, NotationError, in_capitals, read_faces
from shanghai.words import commands, solve as words
from shanghai.words.games import of_game
from shanghai.words.grammar import counted, table_words
from shanghai.words.refusals import reason
from shanghai.words.sanitize import sanitize

_MOST_COPIES, _MOST_JOKERS, _MOST_CARDS, _MOST_LETTERS = 8, 40, 60, 4000


class LayOffLine(Struct):
    """A lay-off as it is printed. `meld` counts from 1, and `end` is `low` or `high` on a run."""

    card: str
    meld: int
    end: str | None


class SolveAnswer(Struct):
    """What is printed for a hand. The last two fields are there only if a table was given."""

    can_go_down: bool
    melds: list[list[str]]
    left: list[str]
    points_left: int
    lay_offs: list[LayOffLine] | UnsetType = UNSET
    points_left_after_lay_offs: int | UnsetType = UNSET


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the rules, the round, the hand, and the table."""
    parser.formatter_class = HelpInLines
    parser.epilog = words.HOW_TO_ASK
    add = parser.add_argument
    add("cards", metavar="CARDS", nargs="+", help=words.CARDS)
    add("--variant", metavar="ID", required=True, help=commands.VARIANT)
    add("--round", metavar="N", type=int, required=True, help=words.ROUND)
    add("--json", action="store_true", help=commands.ONE_JSON)
    add("--table", metavar="MELDS", default=None, help=words.TABLE)
    add("--down", action="store_true", help=words.DOWN)
    add("--house-rule", metavar="RULE", action="append", default=[], help=commands.RULE_OR_NAME)


def run(args: argparse.Namespace) -> int:
    """Prints the answer; 0: answered; 2: usage; 3: a bad variant file, table or hand."""
    question = _question(args)
    if args.cards == ["-"]:
        if sys.stdin is None:
            raise Stop(USAGE, words.NO_INPUT)
        return _answer_lines(question, _lines(sys.stdin))
    hand = _read_cards(" ".join(args.cards))
    solution = question.solve(hand)
    return answer(args, question.answer(hand, *solution), question.lines(hand, *solution))


class _Question(Struct, frozen=True):
    """The rules, the round and the table for which hands are solved. `down` says that the player is
    down already."""

    rules: Rules
    round: int
    table: tuple[Meld, ...] | None
    down: bool

    def solve(self, hand: Sequence[Card]) -> tuple[Lay | None, tuple[LayOffStep, ...] | None]:
        """The best lay-down, or None, and the lay-offs; these are None if there is no table."""
        rules = self.rules
        lay = None
        if self.down and rules.meld_when_down:
            lay = best(hand, rules.further_meld, rules)
        elif not self.down:
            contract, all_in = rules.contract(self.round), rules.is_all_in(self.round)
            lay = best(hand, contract, rules, all_in=all_in)
        if self.table is None:
            return lay, None
        if lay is None:
            return lay, lay_offs(hand, self.table, rules) if self.down else ()
        melds = [read_meld(rules, SeatIndex(1), meld) for meld in lay.melds]
        table = (*self.table, *(meld for meld in melds if isinstance(meld, Meld)))
        return lay, lay_offs(lay.left, table, rules)

    def answer(
        self, hand: Sequence[Card], lay: Lay | None, steps: tuple[LayOffStep, ...] | None
    ) -> SolveAnswer:
        """The answer as a value for JSON."""
        left = sorted(lay.left if lay else hand, key=lambda card: card % FACES)
        points = self._points(left)
        melds = [[label(card) for card in meld.cards] for meld in lay.melds] if lay else []
        answer = SolveAnswer(lay is not None, melds, [label(card) for card in left], points)
        if steps is not None:
            answer.lay_offs = [
                LayOffLine(label(s.card), s.meld + 1, None if s.end is None else s.end.name.lower())
                for s in steps
            ]
            answer.points_left_after_lay_offs = points - self._points(s.card for s in steps)
        return answer

    def lines(
        self, hand: Sequence[Card], lay: Lay | None, steps: tuple[LayOffStep, ...] | None
    ) -> Iterator[str]:
        """Yields the answer for people, with a line for each meld and each lay-off."""
        answer = self.answer(hand, lay, steps)
        named = table_words(self.rules)
        if lay is not None:
            for meld in lay.melds:
                yield f"{named['set' if meld.kind is Kind.SET else 'run']}: {labels(meld.cards)}"
        elif not self.down:
            need = distance(hand, self.rules.contract(self.round), self.rules)
            helps = " ".join(LABELS[face] for face in sorted(need.helps))
            short = counted(need.short, "card")
            yield words.SHORT.format(cards=short, helps=helps) if need.short else words.ALL_IN
        cards = " ".join(answer.left) or words.NO_CARDS
        yield words.LEFT.format(cards=cards, points=counted(answer.points_left, "point"))
        if isinstance(answer.lay_offs, UnsetType):
            return
        if lay is not None and answer.lay_offs and not self.rules.lay_off_at_once:
            yield words.LATER
        for line in answer.lay_offs:
            place = f"{line.meld} {line.end}" if line.end else f"{line.meld}"
            yield words.LAY_OFF.format(card=line.card, meld=place)
        if answer.lay_offs and not isinstance(answer.points_left_after_lay_offs, UnsetType):
            yield words.THEN_LEFT.format(points=counted(answer.points_left_after_lay_offs, "point"))

    def _points(self, cards: Iterable[Card]) -> int:
        return sum(self.rules.face_points(face_of(card)) for card in cards)


def _question(args: argparse.Namespace) -> _Question:
    """The question that the arguments ask; raises Stop if one is wrong."""
    rules = chosen_rules(args.variant, args.house_rule, folder_to_read(args))
    if not 1 <= args.round <= len(rules.contracts):
        has = {"name": of_game(rules.name), "last": len(rules.contracts)}
        raise Stop(USAGE, words.HAS_ROUNDS(rules, given=args.round, **has))
    if args.down and args.table is None:
        raise Stop(USAGE, words.DOWN_WHERE)
    table = None if args.table is None else _read_table(args.table, rules)
    return _Question(rules.in_round(args.round), args.round, table, args.down)


def _read_cards(text: str, *, is_hand: bool = True) -> list[Card]:
    """The cards of a hand or a meld, as different physical cards; raises Stop if it is wrong."""
    if len(text) > _MOST_LETTERS:
        raise Stop(BAD_FILE, words.TOO_LONG(is_hand=is_hand, most=_MOST_LETTERS))
    try:
        faces = read_faces(in_capitals(text.replace(",", " ")))
    except NotationError as error:
        raise Stop(BAD_FILE, sanitize(str(error), 200)) from None
    if len(faces) > _MOST_CARDS:
        fault = words.TOO_MANY(count=len(faces), is_hand=is_hand, most=_MOST_CARDS)
        raise Stop(BAD_FILE, fault)
    _require_packs(faces)
    return list(CardCopies().take(faces))


def _require_packs(faces: Iterable[Face]) -> None:
    """Raises Stop if a card is there more often than in any pack."""
    for face, count in Counter(faces).items():
        if count > (_MOST_JOKERS if face == JOKER else _MOST_COPIES):
            raise Stop(BAD_FILE, words.NO_PACK.format(card=LABELS[face], count=count))


def _read_table(text: str, rules: Rules) -> tuple[Meld, ...]:
    """The melds in a text such as `set:Bob:QS QD QC; run:5S 6S 7S 8S`. The names of players are
    ignored. Raises Stop if a part is not a meld."""
    melds = []
    for number, part in enumerate((p for p in text.split(";") if p.strip()), 1):
        kind, *owner, cards = part.split(":") if ":" in part else ("", "")
        if kind.strip() not in ("set", "run") or len(owner) > 1:
            raise Stop(BAD_FILE, words.NO_MELD.format(number=number, part=sanitize(part, 60)))
        try:
            cards_of_meld = MeldCards(Kind(kind.strip()), tuple(_read_cards(cards, is_hand=False)))
        except Stop as stop:
            raise Stop(stop.code, words.MELD_FAULT.format(number=number, fault=stop)) from None
        meld = read_meld(rules, SeatIndex(0), cards_of_meld)
        if isinstance(meld, Refusal):
            why = reason(rules, meld, [])
            raise Stop(BAD_FILE, words.MELD_FAULT.format(number=number, fault=why))
        melds.append(meld)
    _require_packs(face_of(card) for meld in melds for card in meld.cards)
    return tuple(melds)


def _lines(stream: TextIO) -> Iterator[str]:
    """Yields the lines of a stream. A line that is too long is cut, but still too long to read."""
    while line := stream.readline(_MOST_LETTERS + 1):
        yield line
        while line and not line.endswith("\n"):
            line = stream.readline(_MOST_LETTERS)


def _answer_lines(question: _Question, lines: Iterable[str]) -> int:
    """Prints an object of JSON for each line with a hand, and returns the exit code. A line that
    cannot be read has an object with its error."""
    code = 0
    for line in lines:
        try:
            hand = _read_cards(line)
        except Stop as stop:
            code = stop.code
            say_json({"error": str(stop)})
        else:
            say_json(question.answer(hand, *question.solve(hand)))
    return code
