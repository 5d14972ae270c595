"""The file that keeps the review of a game: what its decisions have cost so far, and its luck."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from shanghai.bots.machine_code import code_hash, has_numba
from shanghai.engine.cards import label
from shanghai.review.decisions import Cost, RoundLuck
from shanghai.review.report import Review, review_of
from shanghai.storage.files import read_plain, write_file
from shanghai.storage.journal import Journal, Step, opened_course
from shanghai.storage.saves import JOURNAL, CannotStore
from shanghai.words import evenings as words
from shanghai.words.moves import ShowCard
from shanghai.words.system import system_fault

METHOD: Final = 9
"""The version of judging. If it is raised, saved reviews are made again."""
_COARSE: Final = " coarse"
"""Comes after `code` in a saved review that was made without machine code."""
_MAX_BYTES: Final = 8 * 2**20


class SavedReview(Struct, frozen=True):
    """The file of a review: the costs and luck so far, with the program and the game they are
    of."""

    method: int
    code: str
    game: str
    """The digest of the first `moves` of the game."""
    moves: int
    costs: tuple[Cost, ...] = ()
    luck: tuple[RoundLuck, ...] = ()


def review_path(game: Path) -> Path:
    """The file of the review of a game. It is next to the file of the game."""
    return game.with_name("review.json" if game.name == JOURNAL else f"{game.stem}.review.json")


def load_judged(
    game: Path, read: Journal, *, of_any_program: bool = False
) -> tuple[dict[int, Cost], dict[int, RoundLuck]]:
    """The saved costs of a game by number of the decision, and its luck by round. Both are empty if
    the file is of another game or cannot be read. They are also empty if another program judged,
    unless `of_any_program`."""
    saved = _load(game, read, of_any_program=of_any_program)
    costs, luck = (saved.costs, saved.luck) if saved else ((), ())
    return {cost.number: cost for cost in costs}, {each.round: each for each in luck}


def _load(game: Path, read: Journal, *, of_any_program: bool = False) -> SavedReview | None:
    try:
        saved = msgspec.json.decode(read_plain(review_path(game), _MAX_BYTES), type=SavedReview)
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
        return None
    is_of_this_program = saved.code in {code_hash(), _code()}
    if saved.method != METHOD or not (is_of_this_program or of_any_program):
        return None
    is_same = saved.game == _digest(read, opened_course(read)[: saved.moves])
    return saved if is_same else None


def save_costs(
    game: Path,
    read: Journal,
    costs: Mapping[int, Cost],
    luck: Mapping[int, RoundLuck] | None = None,
) -> None:
    """Saves the costs and the luck of a game. Raises CannotStore if that is not possible."""
    ordered = tuple(costs[number] for number in sorted(costs))
    steps = opened_course(read)
    lucks = tuple((luck or {}).values())
    saved = SavedReview(METHOD, _code(), _digest(read, steps), len(steps), ordered, lucks)
    try:
        write_file(review_path(game), msgspec.json.encode(saved))
    except OSError as error:
        raise CannotStore(words.REVIEW_NOT_SAVED(why=system_fault(error))) from error


def saved_review(path: Path, read: Journal, show: ShowCard = label) -> Review:
    """The review of a finished game as far as it is saved. It may have no judged decision."""
    costs, luck = load_judged(path, read)
    return review_of(read, costs, show, luck)


def _code() -> str:
    """A hash of this program, with a mark if it judges without machine code."""
    return code_hash() if has_numba() else code_hash() + _COARSE


def _digest(read: Journal, steps: Sequence[Step]) -> str:
    """A digest of the seed and of these moves, 16 hex digits. Pass only the moves that were
    judged, so that later corrections do not change it."""
    seed = read.header.seed if read.header else ""
    moves = msgspec.json.encode((str(seed), [step.action for step in steps]))
    return sha256(moves).hexdigest()[:16]
