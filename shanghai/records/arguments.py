"""Answers a family's question about the rules, so that an argument at the table is settled.

An answer is a sentence of the rules page. With it come the settings that change the rule, and a
scenario that proves it: a position and moves, which are shown step by step. Here such a scenario is
called a case.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Final

from msgspec import Struct, structs

from shanghai.engine.actions import SeatAction
from shanghai.engine.cards import label, labels
from shanghai.engine.parameters.fields import RULES
from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY
from shanghai.engine.seen import view_for
from shanghai.engine.state import State
from shanghai.records.check import DocumentPlay
from shanghai.records.documents import Document, Move, read_documents
from shanghai.records.notation import NotationError, read_move
from shanghai.storage.files import read_plain
from shanghai.storage.paths import SCENARIOS
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant
from shanghai.words.events import tell
from shanghai.words.language import if_english, in_english
from shanghai.words.moves import move_text
from shanghai.words.refusals import reason
from shanghai.words.rulebook import RuleLine, arguments as words, rule_lines
from shanghai.words.rulebook.rules import RULE_WORDS
from shanghai.words.stems import Stems
from shanghai.words.view_lines import meld_text

_MAX_BYTES: Final = 1 << 20
_DIVIDER: Final = re.compile(r"^---$", re.MULTILINE)
_TITLE: Final = re.compile(r"^title: \"?(.*?)\"?$", re.MULTILINE)
_CLAUSES: Final = re.compile(r"^rules: \[(.*)\]$", re.MULTILINE)
_VARIANT: Final = re.compile(r"^variant: (\S+)$", re.MULTILINE)
_OWN_RULES: Final = re.compile(r"^house_rules:", re.MULTILINE)
_UNUSABLE: Final = re.compile(r"^unusable:", re.MULTILINE)


class Case(Struct, frozen=True):
    """A scenario with its title, the clauses that it proves, and its variant. `text` is the whole
    document. `is_changed` says that house rules apply in it."""

    title: str
    clauses: tuple[str, ...]
    variant: str
    is_changed: bool
    text: str


class CaseStep(Struct, frozen=True):
    """A move of a case and its outcome: what happened, or why the move is refused."""

    move: str
    outcome: str
    is_refused: bool


@cache
def all_cases() -> tuple[Case, ...]:
    """All cases, in the order of their files. Only a few lines of each document are searched, as
    reading all documents takes seconds."""
    return tuple(
        case
        for file in sorted(SCENARIOS.rglob("*.yaml"))
        for text in _DIVIDER.split(read_plain(file, _MAX_BYTES).decode())
        if (case := _read_case(text.strip() + "\n")) is not None
    )


def _read_case(text: str) -> Case | None:
    """The case in the text of a document; None if it has no title or no variant."""
    title, clauses, variant = (
        match[1] if (match := pattern.search(text)) else ""
        for pattern in (_TITLE, _CLAUSES, _VARIANT)
    )
    if not title or not variant:
        return None
    names = tuple(name.strip() for name in clauses.split(",") if name.strip())
    return Case(title, names, variant, _OWN_RULES.search(text) is not None, text)


def titles_by_clause(variant: str) -> dict[str, list[str]]:
    """The titles of the cases of a variant without house rules, by the clauses that they prove."""
    titles: dict[str, list[str]] = {}
    for case in all_cases():
        if case.variant == variant and not case.is_changed:
            for clause in case.clauses:
                titles.setdefault(clause, []).append(case.title)
    return titles


def cases_of(clauses: Iterable[str], variant: str) -> list[Case]:
    """The cases that prove any of the clauses, best first.

    Cases without house rules come first, and among these the ones of the variant. A case with a
    position that is unusable on purpose has no moves, and is left out.
    """
    wanted = set(clauses)
    proving = [
        case
        for case in all_cases()
        if wanted.intersection(case.clauses) and not _UNUSABLE.search(case.text)
    ]
    return sorted(proving, key=lambda case: (case.is_changed, case.variant != variant))


def played_out(case: Case) -> tuple[list[str], list[CaseStep]]:
    """Plays a case. Returns the lines of its position, and its moves with their outcomes."""
    [document] = read_documents(case.text, case.title, load_variant)
    if not isinstance(document, Document) or document.state is None:
        return [], []
    replay, steps = DocumentPlay(document.state, Random(0)), list[CaseStep]()
    for move in document.moves:
        event_count, text = len(replay.events), _move_in_words(move.text, replay.state)
        # A case names the reason of a refusal in English.
        with in_english():
            replay.do(move, move.text)
        steps.append(_step(move, text, replay, event_count))
    return list(_position_lines(document.state)), steps


def _move_in_words(text: str, state: State) -> str:
    """A move of a case for people. In English it is the text of the document. In other languages it
    is put into words, if it is the move of a player."""
    if if_english(text):
        return text
    try:
        action = read_move(text, state)
    except NotationError:
        return text
    if not isinstance(action, SeatAction):
        return text
    order = move_text(view_for(state, NOBODY), action, "do", label)
    return words.MOVE(name=state.seats[action.seat].name, order=order) if order else text


def _step(move: Move, text: str, replay: DocumentPlay, event_count: int) -> CaseStep:
    """A move that was just played, with its outcome. `event_count` is the number of events before
    the move."""
    if move.refused:
        names = [seat.name for seat in replay.state.seats]
        refusal = replay.refusal
        outcome = reason(replay.state.rules, refusal, names) if refusal else ""
        return CaseStep(text, outcome, is_refused=True)
    sentences = [tell(event, replay.state) for event in replay.events[event_count:]]
    return CaseStep(text, " ".join(filter(None, sentences)), is_refused=False)


def _position_lines(state: State) -> Sequence[str]:
    """The lines of a position: the round, all hands, the melds, and the top discard."""
    view = view_for(state, NOBODY)
    lines = [words.ROUND(state.rules, number=state.round)]
    lines += [words.HAND(name=seat.name, cards=labels(seat.hand)) for seat in state.seats]
    for number, meld in enumerate(state.table, 1):
        owner = state.seats[meld.owner].name
        lines.append(words.MELD(number=number, name=owner, meld=meld_text(view, meld)))
    if view.top is not None:
        lines.append(words.TOP(card=labels([view.top])))
    return lines


class ShownCase(Struct):
    """A case as it is shown: its position in lines, and its moves with their outcomes."""

    title: str
    variant: str
    position: list[str]
    steps: list[CaseStep]


class Settled(Struct):
    """A sentence of the rules page that answers a question.

    `keys` are the rules by which a table can change it. `proof` is the case that proves it, if the
    answer is the first one and a case exists.
    """

    variant: str
    sentence: str
    clauses: tuple[str, ...]
    ruling: str
    keys: tuple[str, ...]
    proof: ShownCase | None = None


def settled_by(
    rules: Rules, question: str, *, is_alone: bool = True
) -> Iterator[tuple[Settled, Case | None]]:
    """Yields the answers of a game to a question, each with the case that proves it, or None. If
    `is_alone` is false, several games are asked, and only the best answer is given."""
    titles = titles_by_clause(rules.id)
    answers = words.answers(rules, question, titles)
    asked = words.question_stems(question, rules)
    for each in answers if is_alone else answers[:1]:
        line = each.line
        clauses = line.clauses or _clauses_elsewhere(line, rules)
        case = _clearest(cases_of(clauses, rules.id), asked, rules)
        settled = Settled(rules.id, line.sentence, line.clauses, line.ruling, _keys(line))
        if case is not None and each is answers[0]:
            settled.proof = ShownCase(case.title, case.variant, *played_out(case))
        yield settled, case


def _clauses_elsewhere(line: RuleLine, rules: Rules) -> tuple[str, ...]:
    """The clauses of a known variant in which the rule has the same sentence; empty if none has.
    The cases of that variant prove the sentence as well."""
    for variant in known_variants():
        in_same_words = structs.replace(load_variant(variant), words=rules.words)
        for other in rule_lines(in_same_words):
            if (other.rule, other.sentence) == (line.rule, line.sentence) and other.clauses:
                return other.clauses
    return ()


def _clearest(cases: Sequence[Case], asked: Stems, rules: Rules) -> Case | None:
    """The case whose title shares the most words with the question; None if there are no cases. Of
    several, it is one of the variant, then one with few clauses, then a short one."""

    def rank(case: Case) -> tuple[int, bool, int, int]:
        shared = asked & words.question_stems(case.title, rules)
        return -len(shared), case.variant != rules.id, len(case.clauses), len(case.text)

    return min(cases, key=rank, default=None)


def _keys(line: RuleLine) -> tuple[str, ...]:
    """The rules of play by which a table can change a line."""
    return tuple(key for key in line.keys if key in RULES)


def lines_of(settled: Settled) -> Iterator[tuple[int, str]]:
    """Yields the lines of an answer, each with how many steps it is indented, from 0 to 2."""
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
    """Yields the lines of a case, with their indents. If the case is of another variant than the
    given one, they name it."""
    other_variant = "" if case.variant == variant else case.variant
    yield 1, words.PROVED(title=if_english(case.title), variant=other_variant)
    yield from ((2, line) for line in case.position)
    for step in case.steps:
        message = words.REFUSED if step.is_refused else words.ALLOWED
        yield 2, message(move=step.move, outcome=step.outcome).strip()
