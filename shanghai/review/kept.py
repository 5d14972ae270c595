"""A review as it is kept beside its game, as far as it has come."""

from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from shanghai.bots.machine_code import code_hash
from shanghai.engine.cards import label
from shanghai.review.costs import Cost
from shanghai.review.report import Review, review_of
from shanghai.storage.entries import state_hash
from shanghai.storage.files import read_plain, write_file
from shanghai.storage.journal import Journal
from shanghai.storage.saves import JOURNAL, CannotStore
from shanghai.words.commands import install_command
from shanghai.words.moves import ShowCard

METHOD: Final = 2
"""Raised where decisions are judged otherwise: reviews that were kept are then made again."""
_MOST_BYTES: Final = 8 * 2**20


class KeptReview(Struct, frozen=True):
    """What was found so far: by which program and method, of which game, and each cost."""

    method: int
    code: str
    game: str
    costs: tuple[Cost, ...] = ()


def review_path(game: Path) -> Path:
    """Where the review of a game's file is kept: beside it."""
    return game.with_name("review.json" if game.name == JOURNAL else f"{game.stem}.review.json")


def load_costs(game: Path, read: Journal) -> dict[int, Cost]:
    """The costs kept of a game, by the number of the decision; none where they are of another
    game or program, or cannot be read."""
    try:
        kept = msgspec.json.decode(read_plain(review_path(game), _MOST_BYTES), type=KeptReview)
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
        return {}
    if (kept.method, kept.code, kept.game) != (METHOD, code_hash(), _game(read)):
        return {}
    return {cost.number: cost for cost in kept.costs}


def save_costs(game: Path, read: Journal, costs: dict[int, Cost]) -> None:
    """Keeps the costs of a game; CannotStore where nothing can be written beside it."""
    ordered = tuple(costs[number] for number in sorted(costs))
    kept = KeptReview(METHOD, code_hash(), _game(read), ordered)
    try:
        write_file(review_path(game), msgspec.json.encode(kept))
    except OSError as error:
        why = error.strerror or str(error)
        raise CannotStore(f"The review cannot be kept beside the game: {why}.") from error


def missing_library() -> str:
    """What must be installed before a game can be reviewed, as a sentence; empty for nothing."""
    if find_spec("numba") is not None:
        return ""
    return f"For a review Numba is needed: {install_command('playouts')}"


def kept_review(path: Path, read: Journal, show: ShowCard = label) -> Review:
    """The review of a finished game as far as it is kept; it may hold no decision yet."""
    return review_of(read, load_costs(path, read), show)


def _game(read: Journal) -> str:
    """What tells this game from others; a score that is corrected later changes nothing."""
    if read.state is None or read.header is None:
        return ""
    return f"{read.header.seed} {state_hash(read.state)} {read.moves}"
