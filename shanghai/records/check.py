"""Runs scenario and record documents against the engine and says what does not hold."""

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, Literal

from msgspec import Struct, structs

from shanghai.engine import actions
from shanghai.engine.cards import Card, face_of, labels
from shanghai.engine.events import Event
from shanghai.engine.game import apply, needs, refuse
from shanghai.engine.refusal import Refusal
from shanghai.engine.rules import Rules
from shanghai.engine.scoring import by_the_rules
from shanghai.engine.seats import NOBODY
from shanghai.engine.stalemate import refuse_still, refuse_stopped
from shanghai.engine.state import Phase, RoundResult, State
from shanghai.records import notation
from shanghai.records.documents import Corrected, Document, Move, read_documents
from shanghai.records.positions import mismatches
from shanghai.table.chance import with_random
from shanghai.variants.library import Library, is_path, read_yaml_file
from shanghai.variants.loader import load_variant
from shanghai.words import records as words, yaml_files
from shanghai.words.language import in_english
from shanghai.words.refusals import reason, why
from shanghai.words.sanitize import sanitize
from shanghai.words.system import system_fault
from shanghai.yamlio.reader import MOST_TOLD, Fault, Faults

_MOST_CELLS: Final = 600
SEEDS: Final = 12
"""How often a document is run that leaves chance unwritten."""
_NO_LIBRARY: Final = Library()


class CheckResult(Struct, frozen=True):
    """What became of one document; `lines` say what does not hold, or why it is unusable."""

    state: Literal["passed", "failed", "unusable"]
    lines: tuple[str, ...] = ()
    title: str = ""
    line: int = 0
    results: tuple[RoundResult, ...] = ()
    """The scored rounds up to its end, as the rules have counted them."""


class _Fails(Exception):
    """The document does not hold: at this move, this was expected and this found."""

    def __init__(self, where: str, expected: str, found: str) -> None:
        super().__init__(words.EXPECTED(where=where, expected=expected, found=found))


class _Unreadable(Exception):
    """A move of the document is no move at all."""

    def __init__(self, move: Move, why: str) -> None:
        super().__init__(why)
        self.move = move


def find_files(path: str | Path) -> list[Path]:
    """A file itself, or the YAML files of a folder and its folders in order; ValueError if none."""
    place = Path(path)
    try:
        if not place.exists():
            raise ValueError(words.NO_SUCH_FILE(path=path))
        if not place.is_dir():
            return [place]
    except OSError as error:
        raise ValueError(f"{path}: {system_fault(error)}") from None

    def stop(error: OSError) -> None:
        raise ValueError(f"{error.filename}: {system_fault(error)}")

    found = sorted(
        Path(folder, name)
        for folder, _, names in os.walk(place, onerror=stop)
        for name in names
        if name.endswith((".yaml", ".yml"))
    )
    if not found:
        raise ValueError(words.NO_YAML(path=path))
    return found


def read_file_documents(
    path: str | Path, library: Library = _NO_LIBRARY
) -> list[Document | tuple[Fault, ...]]:
    """Each document of a file, or what makes it unusable; Faults where the file is no YAML."""
    load = partial(_load, Path(path).parent, library)
    return read_documents(read_yaml_file(path), str(path), load)


@in_english()
def check_file(
    path: str | Path, library: Library = _NO_LIBRARY, wanted: Sequence[str] = ()
) -> list[CheckResult]:
    """The verdict on each document of a file, or on the file if it is no YAML; in English.

    Only documents are run that prove one of the wanted clauses, or have such words in their title;
    all are where nothing is wanted.
    """
    try:
        documents = read_file_documents(path, library)
    except Faults as error:
        return [CheckResult("unusable", tuple(map(_one_line, error.lines())))]
    verdicts: list[CheckResult] = []
    spare, told = notation.MOST_MOVES, 0
    results: tuple[RoundResult, ...] = ()
    for document in documents:
        if isinstance(document, Document):
            if wanted and not any(map(document.proves, wanted)):
                continue
            again = min(SEEDS, 1 + spare // max(1, len(document.moves)))
            spare -= (again - 1) * len(document.moves)
            is_last = document is documents[-1] and not document.clauses
            verdicts.append(check_document(document, again, results, ends_game=is_last))
            results = verdicts[-1].results
        else:
            lines = tuple(_one_line(str(fault)) for fault in document[: max(0, MOST_TOLD - told)])
            told += len(document)
            verdicts.append(CheckResult("unusable", lines))
    if told > MOST_TOLD:
        more = _one_line(yaml_files.MORE_FAULTS(file=path, more=told - MOST_TOLD))
        verdicts[-1] = structs.replace(verdicts[-1], lines=(*verdicts[-1].lines, more))
    return verdicts


def _load(folder: Path, library: Library, variant: str) -> Rules:
    """A variant by its id, or by its path from a file's folder or the working folder."""
    beside = folder / variant
    is_beside = is_path(variant) and os.path.isfile(beside)
    return load_variant(beside if is_beside else variant, library=library)


def check_document(
    document: Document,
    seeds: int = SEEDS,
    results: tuple[RoundResult, ...] = (),
    *,
    ends_game: bool = False,
) -> CheckResult:
    """The verdict on a document after rounds with these results, which holds only if it does for
    `seeds` seeds of unwritten chance; one that `ends_game` may name winners after any round."""
    if document.state is not None:
        earlier = [line for line in results if len(line.points) == document.state.players]
        state = structs.replace(document.state, results=tuple(earlier))
        document = structs.replace(document, state=state)
    found = CheckResult("passed", title=document.title, line=document.line)
    head = f"{document.file}:{document.line}: {document.title}"
    for seed in range(seeds):
        try:
            play = _run(document, Random(seed), ends_game=ends_game)
        except _Fails as error:
            line = _one_line(f"{head}: {error}")
            return structs.replace(found, state="failed", lines=(line,))
        except _Unreadable as error:
            place = f"{document.file}:{error.move.line}:{error.move.column}"
            line = _one_line(f"{place}: {error}")
            return structs.replace(found, state="unusable", lines=(line,))
        if play is None or not play.drew:
            break
    if play is not None:
        found = structs.replace(found, results=by_the_rules(play.state).results)
    return found


def _run(document: Document, chance: Random, *, ends_game: bool) -> "DocumentPlay | None":
    if document.unusable is not None:
        found = "; ".join(document.reasons) or words.USABLE
        if document.state is not None or not document.unusable.is_in(found):
            expected = words.NOT_USABLE(pattern=document.unusable.text)
            raise _Fails(words.THE_POSITION, expected, found)
        return None
    if document.state is None:
        raise _Fails(words.THE_POSITION, words.USABLE_ONE, "; ".join(document.reasons))
    play = DocumentPlay(document.state, chance)
    for number, move in enumerate(document.moves, 1):
        play.do(move, words.AT_MOVE(number=number, text=move.text))
    play.end()
    if ends_game and document.then.winners and play.state.phase is Phase.ROUND_OVER:
        play.host(actions.StopGame(), "winners")
    for number, made in enumerate(document.corrections, 1):
        play.correct(made, words.AT_CORRECTION(number=number))
    if wrong := mismatches(document.then, play.state):
        expected = ", ".join(f"{what} {wanted}" for what, wanted, _ in wrong)
        raise _Fails("then", expected, ", ".join(f"{what} {found}" for what, _, found in wrong))
    return play


class DocumentPlay:
    """A document being played: its state, the order of the stock that waits, and its chance."""

    def __init__(self, state: State, chance: Random) -> None:
        self.state = state
        self.events: list[Event] = []
        """What has happened in its moves."""
        self.refusal: Refusal | None = None
        """Why the last move that was to be refused was refused."""
        self.drew = False
        self._chance = chance
        self._gone: set[str] = set()
        self._stock: notation.StockBecomes | None = None
        self._stock_at = ""

    def do(self, move: Move, where: str) -> None:
        """Does one move, or checks that it is refused; raises where the outcome is another."""
        try:
            action = notation.read_move(move.text, self.state)
        except notation.NotationError as error:
            # It may be unreadable only because its player has handed the seat over.
            has_left = isinstance(error, notation.UnknownPlayer) and any(
                move.text.startswith(f"{name} ") for name in self._gone
            )
            if isinstance(error, notation.AmbiguousMeld) or has_left:
                if not move.refused:
                    raise _Fails(where, words.ALLOWED, str(error)) from None
                self._compare(move, where, str(error))
                return
            raise _Unreadable(move, str(error)) from None
        if isinstance(action, notation.StandsStill):
            # The host's line: the hands count, or nobody scores (ALL-11).
            why = refuse_stopped(self.state) if action.stopped else refuse_still(self.state)
            if move.refused:
                self._see_refused(move, why, where)
            else:
                self.host(actions.ThrowIn(), where, why)
        elif isinstance(action, notation.StockBecomes):
            if move.refused:
                raise _Unreadable(move, words.NOT_TO_REFUSE)
            self.end()
            self._stock, self._stock_at = action, where
        elif move.refused:
            self._see_refused(move, refuse(self.state, action), where)
        else:
            self._apply(action, where)

    def end(self) -> None:
        """Raises where a `stock becomes` has not been used."""
        if self._stock is not None:
            raise _Fails(self._stock_at, words.A_RENEWAL, words.NO_RENEWAL)

    def _compare(self, move: Move, where: str, why: str) -> None:
        if move.because is not None and not move.because.is_in(why):
            raise _Fails(where, words.A_REFUSAL_BY(pattern=move.because.text), why)

    def correct(self, made: Corrected, where: str) -> None:
        """Corrects a score that has been counted; raises where that cannot be."""
        seat = self.state.seat_named(made.player)
        if seat == NOBODY:
            raise _Fails(where, words.A_PLAYER, made.player)
        self.host(actions.Correct(seat, made.round, made.points, made.why), where)

    def host(self, action: actions.Action, where: str, why: Refusal | None = None) -> None:
        """Does what the host does, or the table; raises where it is refused, as by a `why`."""
        self._allow(why or refuse(self.state, action), where)
        self.state, _ = apply(self.state, action)

    def _see_refused(self, move: Move, refusal: Refusal | None, where: str) -> None:
        if refusal is None:
            raise _Fails(where, words.A_REFUSAL, words.ALLOWED)
        self.refusal = refusal
        self._compare(move, where, self._why(refusal))

    def _why(self, refusal: Refusal) -> str:
        """The code, the clauses and the sentence of a refusal, which `because` searches."""
        rules = self.state.rules
        names = [seat.name for seat in self.state.seats]
        clauses = " ".join(dict.fromkeys((*rules.clauses(refusal.rule), refusal.rule)))
        return f"{refusal.code} {clauses} {reason(rules, refusal, names)}"

    def _apply(self, action: actions.SeatAction, where: str) -> None:
        self._allow(refuse(self.state, action), where)
        filled = self._with_chance(action)
        self._allow(refuse(self.state, filled), where)
        before = {seat.name for seat in self.state.seats}
        try:
            self.state, happened = apply(self.state, filled)
        except ValueError as error:
            raise _Fails(where, words.CAN_BE_DONE, why(error)) from None
        self.events += happened
        self._gone |= before - {seat.name for seat in self.state.seats}

    def _allow(self, refusal: Refusal | None, where: str) -> None:
        if refusal is not None:
            raise _Fails(where, words.ALLOWED, words.REFUSED(why=self._why(refusal)))

    def _with_chance(self, action: actions.SeatAction) -> actions.Action:
        """The action with what chance gives: as the document writes it, else at random."""
        need = needs(self.state, action)
        if self._stock is not None and need.renew:
            action = structs.replace(action, renewed=self._written_order(need.renew, need.shuffled))
        filled = with_random(self.state, action, self._chance)
        self.drew |= filled != action and (need.shuffled or len(need.pick) > 1)
        return filled

    def _written_order(self, turned: tuple[Card, ...], shuffled: bool) -> tuple[Card, ...]:
        assert self._stock is not None
        written, self._stock = self._stock.faces, None
        named = notation.card_list(written)
        if sorted(written) != sorted(map(face_of, turned)):
            raise _Fails(self._stock_at, words.THE_CARDS(cards=labels(turned)), named)
        if shuffled:
            copies = {face: [card for card in turned if face_of(card) == face] for face in written}
            return tuple(copies[face].pop(0) for face in written)
        if written != tuple(map(face_of, turned)):
            raise _Fails(self._stock_at, words.THE_ORDER(cards=labels(turned)), named)
        return turned


def _one_line(text: str) -> str:
    return sanitize(text, _MOST_CELLS)
