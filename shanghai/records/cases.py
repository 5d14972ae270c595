"""The scenarios that prove the rules: found by their clauses, and shown step by step."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from random import Random
from typing import Final

from msgspec import Struct

from shanghai.engine.cards import labels
from shanghai.engine.seats import NOBODY
from shanghai.engine.seen import view_for
from shanghai.engine.state import State
from shanghai.records.check import DocumentPlay
from shanghai.records.documents import Document, Move, read_documents
from shanghai.storage.files import read_plain
from shanghai.storage.paths import SCENARIOS
from shanghai.variants.loader import load_variant
from shanghai.words.events import tell
from shanghai.words.language import in_english
from shanghai.words.refusals import reason
from shanghai.words.rulebook import arguments as words
from shanghai.words.view_lines import meld_text

_MAX_BYTES: Final = 1 << 20
_DIVIDER: Final = re.compile(r"^---$", re.MULTILINE)
_TITLE: Final = re.compile(r"^title: \"?(.*?)\"?$", re.MULTILINE)
_CLAUSES: Final = re.compile(r"^rules: \[(.*)\]$", re.MULTILINE)
_VARIANT: Final = re.compile(r"^variant: (\S+)$", re.MULTILINE)
_OWN_RULES: Final = re.compile(r"^house_rules:", re.MULTILINE)


class Case(Struct, frozen=True):
    """A scenario: its title, the clauses that it proves, its variant, and the document itself.

    `is_changed` where house rules apply in it.
    """

    title: str
    clauses: tuple[str, ...]
    variant: str
    is_changed: bool
    text: str


class CaseStep(Struct, frozen=True):
    """A move of a case as it is written, what comes of it, and whether it is refused."""

    move: str
    outcome: str
    is_refused: bool


@cache
def all_cases() -> tuple[Case, ...]:
    """All cases, in the order of their files.

    A case is found by its first lines alone: reading every document takes seconds.
    """
    return tuple(
        case
        for file in sorted(SCENARIOS.rglob("*.yaml"))
        for text in _DIVIDER.split(read_plain(file, _MAX_BYTES).decode())
        if (case := _read_case(text.strip() + "\n")) is not None
    )


def _read_case(text: str) -> Case | None:
    title, clauses, variant = (
        match[1] if (match := pattern.search(text)) else ""
        for pattern in (_TITLE, _CLAUSES, _VARIANT)
    )
    if not title or not variant:
        return None
    names = tuple(name.strip() for name in clauses.split(",") if name.strip())
    return Case(title, names, variant, _OWN_RULES.search(text) is not None, text)


def titles_by_clause(variant: str) -> dict[str, list[str]]:
    """The titles of the cases that hold in a variant, by clause."""
    titles: dict[str, list[str]] = {}
    for case in all_cases():
        if case.variant == variant and not case.is_changed:
            for clause in case.clauses:
                titles.setdefault(clause, []).append(case.title)
    return titles


def cases_of(clauses: Iterable[str], variant: str) -> list[Case]:
    """The cases that prove any of the clauses: those of the variant first, then all others."""
    wanted = set(clauses)
    proving = [case for case in all_cases() if wanted.intersection(case.clauses)]
    return sorted(proving, key=lambda case: (case.is_changed, case.variant != variant))


def played_out(case: Case) -> tuple[list[str], list[CaseStep]]:
    """The position of a case in lines, and its moves with what comes of each."""
    [document] = read_documents(case.text, case.title, load_variant)
    if not isinstance(document, Document) or document.state is None:
        return [], []
    replay, steps = DocumentPlay(document.state, Random(0)), list[CaseStep]()
    for move in document.moves:
        seen = len(replay.events)
        # A case names the reason of a refusal in English.
        with in_english():
            replay.do(move, move.text)
        steps.append(_step(move, replay, seen))
    return list(_position_lines(document.state)), steps


def _step(move: Move, replay: DocumentPlay, seen: int) -> CaseStep:
    if move.refused:
        names = [seat.name for seat in replay.state.seats]
        refusal = replay.refusal
        outcome = reason(replay.state.rules, refusal, names) if refusal else ""
        return CaseStep(move.text, outcome, is_refused=True)
    sentences = [tell(event, replay.state) for event in replay.events[seen:]]
    return CaseStep(move.text, " ".join(filter(None, sentences)), is_refused=False)


def _position_lines(state: State) -> Sequence[str]:
    """Who holds what, what is on the table, the top discard, and whose turn it is."""
    view = view_for(state, NOBODY)
    lines = [words.ROUND(state.rules, number=state.round)]
    lines += [words.HAND(name=seat.name, cards=labels(seat.hand)) for seat in state.seats]
    for number, meld in enumerate(state.table, 1):
        owner = state.seats[meld.owner].name
        lines.append(words.MELD(number=number, name=owner, meld=meld_text(view, meld)))
    if view.top is not None:
        lines.append(words.TOP(card=labels([view.top])))
    return lines
