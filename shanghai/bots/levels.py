"""The levels of computer players. The module of a player is loaded when it first gets a seat."""

from collections import ChainMap
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from importlib import import_module
from random import Random
from typing import Final, cast

from msgspec import Struct

from shanghai.bots.foreign import ForeignMaker, LevelTable
from shanghai.bots.protocol import Bot, BotMaker, IsLate, Level
from shanghai.engine.seats import SeatIndex
from shanghai.words.computers import COMPUTERS
from shanghai.words.language import in_english

_VERSIONS: Final[dict[str, int]] = {
    **dict.fromkeys(("easy", "pip"), 14),
    **dict.fromkeys(("hard", "walter", "mia", "vera", "rocco"), 3),
    "even": 15,
    "master": 10,
}
"""The version of the decisions of a level (`tests/bots/decisions`). All other levels have 1."""
_FOREIGN_VERSION: Final = 2
"""To be raised when the seeds of players of other packages change."""


class LevelMaker(Struct, frozen=True):
    """Makes the player of a level. Its class is `IDBot`, such as `HardBot`, in the module `ID.py`.
    A level that is as strong as another one (`strength`) has its class in `characters.py`."""

    id: str
    strength: str

    def __call__(self, seat: SeatIndex, random: Random, is_late: IsLate) -> Bot:
        """A player for a seat."""
        module = import_module(f"{__package__}.{'characters' if self.strength else self.id}")
        bot: Bot = getattr(module, f"{self.id.title()}Bot")(seat, random, is_late)
        return bot


class _LevelText(Struct, frozen=True):
    """A text about a level in the current language: its name (0) or how it plays (1)."""

    id: str
    index: int

    def __str__(self) -> str:
        return COMPUTERS[self.id][self.index]


_LOOKS: Final = {
    "pip": ("easy", "♪~", "(o.O)"),
    "emil": ("simple", "○.", "(-.-)"),
    "greta": ("simple", "▲^", "(^.^)"),
    "walter": ("hard", "▼v", "{o_o}"),
    "mia": ("hard", "●+", "(*o*)"),
    "vera": ("hard", "◊o", "(@.@)"),
    "rocco": ("hard", "☼*", "(-_^)"),
}
"""For each level with a name of its own: the level that is as strong, its signs, and its face."""


def _level(id: str, strength: str = "", sign: str = "", face: str = "") -> Level:
    maker, version = LevelMaker(id, strength), _VERSIONS.get(id, 1)
    return Level(maker, _LevelText(id, 0), _LevelText(id, 1), strength, sign, face, version)


FORMER: Final = {"hard-cautious": "walter", "hard-buyer": "mia"}
"""Former ids of levels, each with the present id."""

with in_english():
    LEVELS: Final = LevelTable({id: _level(id, *_LOOKS.get(id, ())) for id in COMPUTERS}, FORMER)
"""The levels by id, the weakest first. Players name the id as `bot:ID` or `--bots ID`."""

SEARCHING: Final = frozenset({"master"})
"""The levels that search, for which the extra `full` must be installed."""


def level_versions(levels: Iterable[str]) -> str:
    """`ID:VERSION` of each level of this program, and of each level of `levels` that is of another
    package, with blanks between them."""
    named = dict.fromkeys((*LEVELS, *sorted({*levels} - {*LEVELS.former})))
    return " ".join(f"{level}:{version}" for level in named if (version := _version_of(level)))


def decides_as(level: str, versions: str) -> bool:
    """Whether a level decides as it did in the program whose `level_versions` are `versions`. Also
    true if its version is not known."""
    known = _version_of(level)
    return not known or f"{FORMER.get(level, level)}:{known}" in versions.split()


def _version_of(level: str) -> str:
    if level not in LEVELS:
        return ""
    known = LEVELS[level]
    if isinstance(known.make, ForeignMaker):
        package = known.make.entry.dist
        return f"{package.version if package else ''}/{_FOREIGN_VERSION}"
    return str(known.version or "")


def with_makers(
    seats: Sequence[str | BotMaker], levels: Mapping[str, Level]
) -> tuple[tuple[str, ...], Mapping[str, Level]]:
    """Makes a level of each maker among the seats. Returns by seat the id of its level, and all
    levels. A new id is the name of the maker, with a number if that is in use."""
    new_levels: dict[str, Level] = {}
    # By identity, as a maker need not be hashable.
    ids: dict[int, str] = {}
    for make in seats:
        if isinstance(make, str) or id(make) in ids:
            continue
        name = getattr(make, "__name__", type(make).__name__)
        names = (name, *(f"{name} {number}" for number in range(2, len(seats) + 2)))
        ids[id(make)] = free_id = next(
            each for each in names if each not in new_levels and each not in levels
        )
        new_levels[free_id] = Level(make, free_id, free_id)
    if not new_levels:
        return cast(tuple[str, ...], tuple(seats)), levels
    known = ChainMap(new_levels, cast(MutableMapping[str, Level], levels))
    return tuple(make if isinstance(make, str) else ids[id(make)] for make in seats), known


USUAL_LEVEL: Final = "simple"
"""The level of a computer player if none is named."""
BEGINNERS_LEVEL: Final = "easy"
"""The level of the computer players of somebody's first game."""

__all__ = ["BEGINNERS_LEVEL", "LEVELS", "SEARCHING", "USUAL_LEVEL", "Bot", "Level"]
