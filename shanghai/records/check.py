"""Plays scenarios and records in the engine, and says where the engine differs from them."""

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
from shanghai.yamlio.reader import MOST_LISTED, Fault, Faults

_MOST_CELLS: Final = 600
SEEDS: Final = 12
"""How often a document is played, with different seeds, if chance decides something in it."""
_NO_LIBRARY: Final = Library()


class CheckResult(Struct, frozen=True):
    """The result of playing one document. `lines` say what is wrong, or why it is unusable."""

    state: Literal["passed", "failed", "unusable"]
    lines: tuple[str, ...] = ()
    title: str = ""
    line: int = 0
    results: tuple[RoundResult, ...] = ()
    """The scored rounds up to the end of the document, without corrections of scores."""
    end: State | None = None
    """The game after the last move, before a stop or corrections; None if it did not pass."""


class _Fails(Exception):
    """The game differs from the document. The message names the place, what the document expects,
    and what happened."""

    def __init__(self, where: str, expected: str, actual: str) -> None:
        super().__init__(words.EXPECTED(where=where, expected=expected, found=actual))


class _Unreadable(Exception):
    """The text of a move in the document cannot be read as a move."""

    def __init__(self, move: Move, why: str) -> None:
        super().__init__(why)
        self.move = move


def find_files(path: str | Path) -> list[Path]:
    """The file itself, or all YAML files below a folder, sorted. Raises ValueError, with a
    sentence, if there is no file, or a folder cannot be read."""
    root = Path(path)
    try:
        if not root.exists():
            raise ValueError(words.NO_SUCH_FILE(path=path))
        if not root.is_dir():
            return [root]
    except OSError as error:
        raise ValueError(f"{path}: {system_fault(error)}") from None

    def stop(error: OSError) -> None:
        raise ValueError(f"{error.filename}: {system_fault(error)}")

    files = sorted(
        Path(folder, name)
        for folder, _, names in os.walk(root, onerror=stop)
        for name in names
        if name.endswith((".yaml", ".yml"))
    )
    if not files:
        raise ValueError(words.NO_YAML(path=path))
    return files


def read_file_documents(
    path: str | Path, library: Library = _NO_LIBRARY
) -> list[Document | tuple[Fault, ...]]:
    """The documents of a file. A document that cannot be used is replaced by its faults. Raises
    Faults if the file is not YAML."""
    load = partial(_load, Path(path).parent, library)
    return read_documents(read_yaml_file(path), str(path), load)


@in_english()
def check_file(
    path: str | Path, library: Library = _NO_LIBRARY, wanted: Sequence[str] = ()
) -> list[CheckResult]:
    """Plays the documents of a file. Returns a result for each, or one if the file is not YAML.

    `wanted` has clauses and words of titles. If it is not empty, only the documents that prove such
    a clause, or have such words in their title, are played. The lines are in English.
    """
    try:
        documents = read_file_documents(path, library)
    except Faults as error:
        return [CheckResult("unusable", tuple(map(_one_line, error.lines())))]
    checked: list[CheckResult] = []
    # Playing documents again must not take more moves than a whole file may have.
    spare_moves, fault_count = notation.MOST_MOVES, 0
    results: tuple[RoundResult, ...] = ()
    for document in documents:
        if isinstance(document, Document):
            if wanted and not any(map(document.proves, wanted)):
                continue
            seeds = min(SEEDS, 1 + spare_moves // max(1, len(document.moves)))
            spare_moves -= (seeds - 1) * len(document.moves)
            is_last = document is documents[-1] and not document.clauses
            checked.append(check_document(document, seeds, results, ends_game=is_last))
            results = checked[-1].results
        else:
            listed = document[: max(0, MOST_LISTED - fault_count)]
            fault_count += len(document)
            checked.append(
                CheckResult("unusable", tuple(_one_line(str(fault)) for fault in listed))
            )
    if fault_count > MOST_LISTED:
        more = _one_line(yaml_files.MORE_FAULTS(file=path, more=fault_count - MOST_LISTED))
        checked[-1] = structs.replace(checked[-1], lines=(*checked[-1].lines, more))
    return checked


def _load(folder: Path, library: Library, variant: str) -> Rules:
    """The rules of a variant by its id, or by a path. The path starts at the folder of the
    document, or else at the current folder."""
    path = folder / variant
    is_there = is_path(variant) and os.path.isfile(path)
    return load_variant(path if is_there else variant, library=library)


def check_document(
    document: Document,
    seeds: int = SEEDS,
    results: tuple[RoundResult, ...] = (),
    *,
    ends_game: bool = False,
) -> CheckResult:
    """Plays a document and compares it with the engine.

    `results` are those of the rounds before it. If chance decides something in it, it is played
    with `seeds` seeds, and must be right with each of them. With `ends_game` it may name winners
    after any round.
    """
    if document.state is not None:
        earlier = [line for line in results if len(line.points) == document.state.players]
        state = structs.replace(document.state, results=tuple(earlier))
        document = structs.replace(document, state=state)
    result = CheckResult("passed", title=document.title, line=document.line)
    head = f"{document.file}:{document.line}: {document.title}"
    for seed in range(seeds):
        try:
            play = _run(document, Random(seed), ends_game=ends_game)
        except _Fails as error:
            line = _one_line(f"{head}: {error}")
            return structs.replace(result, state="failed", lines=(line,))
        except _Unreadable as error:
            place = f"{document.file}:{error.move.line}:{error.move.column}"
            line = _one_line(f"{place}: {error}")
            return structs.replace(result, state="unusable", lines=(line,))
        if play is None or not play.drew:
            break
    if play is not None:
        results = by_the_rules(play.state).results
        result = structs.replace(result, results=results, end=play.after_moves)
    return result


def _run(document: Document, chance: Random, *, ends_game: bool) -> "DocumentPlay | None":
    """Plays a document to its end; None if its position is unusable, as the document expects.
    Raises _Fails or _Unreadable."""
    if document.unusable is not None:
        reasons = "; ".join(document.reasons) or words.USABLE
        if document.state is not None or not document.unusable.is_in(reasons):
            expected = words.NOT_USABLE(pattern=document.unusable.text)
            raise _Fails(words.THE_POSITION, expected, reasons)
        return None
    if document.state is None:
        raise _Fails(words.THE_POSITION, words.USABLE_ONE, "; ".join(document.reasons))
    play = DocumentPlay(document.state, chance)
    for number, move in enumerate(document.moves, 1):
        play.do(move, words.AT_MOVE(number=number, text=move.text))
    play.end()
    play.after_moves = play.state
    if ends_game and document.then.winners and play.state.phase is Phase.ROUND_OVER:
        play.host(actions.StopGame(), "winners")
    for number, corrected in enumerate(document.corrections, 1):
        play.correct(corrected, words.AT_CORRECTION(number=number))
    if wrong := mismatches(document.then, play.state):
        expected = ", ".join(f"{what} {wanted}" for what, wanted, _ in wrong)
        raise _Fails("then", expected, ", ".join(f"{what} {actual}" for what, _, actual in wrong))
    return play


class DocumentPlay:
    """A document that is being played. `where` names, in each method, the place in the document."""

    def __init__(self, state: State, chance: Random) -> None:
        self.state = state
        self.after_moves = state
        """The game after the moves of the document, before it is stopped or corrected."""
        self.events: list[Event] = []
        """The events of all moves so far."""
        self.refusal: Refusal | None = None
        """Why the last move was refused that the document expects to be refused."""
        self.drew = False
        """Whether chance has decided something that the document does not say."""
        self._chance = chance
        self._former_names: set[str] = set()
        self._stock: notation.StockBecomes | None = None
        self._stock_at = ""

    def do(self, move: Move, where: str) -> None:
        """Plays one move, or checks that it is refused if the document expects that. Raises _Fails
        if the engine does otherwise, and _Unreadable if the text is not a move."""
        try:
            action = notation.read_move(move.text, self.state)
        except notation.NotationError as error:
            # Its player may be unknown because the seat was handed over.
            has_left = isinstance(error, notation.UnknownPlayer) and any(
                move.text.startswith(f"{name} ") for name in self._former_names
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
        """Ends the moves. Raises _Fails if an order for a renewed stock was not used."""
        if self._stock is not None:
            raise _Fails(self._stock_at, words.A_RENEWAL, words.NO_RENEWAL)

    def _compare(self, move: Move, where: str, why: str) -> None:
        """Raises _Fails if the pattern `because` of a move does not match the reason `why`."""
        if move.because is not None and not move.because.is_in(why):
            raise _Fails(where, words.A_REFUSAL_BY(pattern=move.because.text), why)

    def correct(self, corrected: Corrected, where: str) -> None:
        """Corrects the score of a round; raises _Fails if that is not allowed."""
        seat = self.state.seat_named(corrected.player)
        if seat == NOBODY:
            raise _Fails(where, words.A_PLAYER, corrected.player)
        self.host(actions.Correct(seat, corrected.round, corrected.points, corrected.why), where)

    def host(self, action: actions.Action, where: str, why: Refusal | None = None) -> None:
        """Plays an action of the host. Raises _Fails if it is refused, or if `why` is given."""
        self._allow(why or refuse(self.state, action), where)
        self.state, _ = apply(self.state, action)

    def _see_refused(self, move: Move, refusal: Refusal | None, where: str) -> None:
        if refusal is None:
            raise _Fails(where, words.A_REFUSAL, words.ALLOWED)
        self.refusal = refusal
        self._compare(move, where, self._why(refusal))

    def _why(self, refusal: Refusal) -> str:
        """The text of a refusal, in which `because` is searched: code, clauses and sentence."""
        rules = self.state.rules
        names = [seat.name for seat in self.state.seats]
        clauses = " ".join(dict.fromkeys((*rules.clauses(refusal.rule), refusal.rule)))
        return f"{refusal.code} {clauses} {reason(rules, refusal, names)}"

    def _apply(self, action: actions.SeatAction, where: str) -> None:
        """Plays a player's action, with what chance decides; raises _Fails if it is refused."""
        self._allow(refuse(self.state, action), where)
        filled = self._with_chance(action)
        self._allow(refuse(self.state, filled), where)
        before = {seat.name for seat in self.state.seats}
        try:
            self.state, happened = apply(self.state, filled)
        except ValueError as error:
            raise _Fails(where, words.CAN_BE_DONE, why(error)) from None
        self.events += happened
        self._former_names |= before - {seat.name for seat in self.state.seats}

    def _allow(self, refusal: Refusal | None, where: str) -> None:
        if refusal is not None:
            raise _Fails(where, words.ALLOWED, words.REFUSED(why=self._why(refusal)))

    def _with_chance(self, action: actions.SeatAction) -> actions.Action:
        """The action with what chance decides: as the document says, else at random."""
        need = needs(self.state, action)
        if self._stock is not None and need.renew:
            action = structs.replace(action, renewed=self._written_order(need.renew, need.shuffled))
        filled = with_random(self.state, action, self._chance)
        self.drew |= filled != action and (need.shuffled or len(need.pick) > 1)
        return filled

    def _written_order(self, pile: tuple[Card, ...], shuffled: bool) -> tuple[Card, ...]:
        """The cards of a pile in the order that the document gives for the new stock. Raises _Fails
        if the document names other cards, or another order of cards that are only turned over."""
        assert self._stock is not None
        written, self._stock = self._stock.faces, None
        text = notation.card_list(written)
        if sorted(written) != sorted(map(face_of, pile)):
            raise _Fails(self._stock_at, words.THE_CARDS(cards=labels(pile)), text)
        if shuffled:
            copies = {face: [card for card in pile if face_of(card) == face] for face in written}
            return tuple(copies[face].pop(0) for face in written)
        if written != tuple(map(face_of, pile)):
            raise _Fails(self._stock_at, words.THE_ORDER(cards=labels(pile)), text)
        return pile


def _one_line(text: str) -> str:
    return sanitize(text, _MOST_CELLS)
