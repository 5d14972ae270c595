"""The files of frozen games: written once, and read back byte for byte."""

import lzma
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path

import msgspec

from tests.saving import ROOT, chain

FOLDER = ROOT / "tests" / "data" / "corpus"


@dataclass(frozen=True)
class FrozenGame:
    """A kept game, and what is known of it apart from its file."""

    name: str
    """The id that it had among the saved games."""
    kinds: list[str]
    """What was done in it, and what is special about it."""
    scores: list[int]
    """The scores at its end, or where it was left."""
    winners: list[int]
    witness: str
    """The hex digits that stand for the whole file."""
    noted: str = ""
    """The witness that somebody noted in the middle of the game, or nothing."""
    noted_at: int = 0
    """After which entry it was noted."""
    source: str = ""
    """The name of the game that its cards come from, where they were played again."""
    lines: list[str] = field(default_factory=list, repr=False)
    """The JSON of its lines, without their checksums."""

    @property
    def data(self) -> bytes:
        """The bytes of its file."""
        return chain([line.encode() for line in self.lines])


def write(path: Path, games: Iterable[FrozenGame]) -> None:
    """Writes a file of games; FileExistsError where there is one, for it is frozen."""
    path.parent.mkdir(exist_ok=True)
    with path.open("xb") as file:
        text = "\n".join(_text(game) for game in games)
        file.write(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def _text(game: FrozenGame) -> str:
    facts = asdict(game)
    lines = facts.pop("lines")
    return "\n".join([msgspec.json.encode(facts).decode(), *lines, ""])


@cache
def frozen_games(path: Path) -> tuple[FrozenGame, ...]:
    """The games of a file, in their order."""
    parts = lzma.decompress(path.read_bytes()).decode().removesuffix("\n").split("\n\n")
    split = (part.split("\n") for part in parts)
    return tuple(FrozenGame(**msgspec.json.decode(facts), lines=lines) for facts, *lines in split)


def all_games() -> list[FrozenGame]:
    """All frozen games, of the older formats first."""
    return [game for path in sorted(FOLDER.glob("*.xz")) for game in frozen_games(path)]
