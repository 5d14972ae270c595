"""The computer players, by level; one file a character, loaded when one is first seated."""

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
    **dict.fromkeys(("easy", "pip"), 9),
    **dict.fromkeys(("hard", "walter", "mia", "vera", "rocco"), 3),
    "even": 11,
    "master": 9,
}
"""The version of a level whose decisions (`tests/bots/decisions`) have changed; else it is 1."""
_FOREIGN_VERSION: Final = 2
"""Raised where players of other packages come to draw by other seeds."""


class Character(Struct, frozen=True):
    """Makes the player of a level: `IDBot`, of a strength in `ID.py`, else in `characters.py`."""

    id: str
    strength: str

    def __call__(self, seat: SeatIndex, random: Random, is_late: IsLate) -> Bot:
        """One for a seat."""
        module = import_module(f"{__package__}.{'characters' if self.strength else self.id}")
        bot: Bot = getattr(module, f"{self.id.title()}Bot")(seat, random, is_late)
        return bot


class _LevelText(Struct, frozen=True):
    """The name of a level, at 0, or how it plays, in the current language."""

    id: str
    at: int

    def __str__(self) -> str:
        return COMPUTERS[self.id][self.at]


_LOOKS: Final = {
    "pip": ("easy", "♪~", "(o.O)"),
    "emil": ("simple", "○.", "(-.-)"),
    "greta": ("simple", "▲^", "(^.^)"),
    "walter": ("hard", "▼v", "{o_o}"),
    "mia": ("hard", "●+", "(*o*)"),
    "vera": ("hard", "◊o", "(@.@)"),
    "rocco": ("hard", "☼*", "(-_^)"),
}
"""Of the levels with a name of their own the strength, the sign and the face."""


def _level(id: str, strength: str = "", sign: str = "", face: str = "") -> Level:
    made, version = Character(id, strength), _VERSIONS.get(id, 1)
    return Level(made, _LevelText(id, 0), _LevelText(id, 1), strength, sign, face, version)


FORMER: Final = {"hard-cautious": "walter", "hard-buyer": "mia"}
"""Ids of levels before they had a name of their own, each with the present one."""

with in_english():
    LEVELS: Final = LevelTable({id: _level(id, *_LOOKS.get(id, ())) for id in COMPUTERS}, FORMER)
"""Level id to level, the weakest first; the id is what `bot:ID` and `--bots ID` name."""

SEARCHING: Final = frozenset({"master"})
"""The levels that search, which takes the extra `playouts`."""


def code_of(levels: Iterable[str]) -> str:
    """The versions of all levels of this program, and of those of other packages among some."""
    named = dict.fromkeys((*LEVELS, *sorted({*levels} - {*LEVELS.former})))
    return " ".join(f"{level}:{version}" for level in named if (version := _version_of(level)))


def decides_as(level: str, code: str) -> bool:
    """Whether a level decides as it did in the program that a journal names by `code_of`."""
    known = _version_of(level)
    return not known or f"{FORMER.get(level, level)}:{known}" in code.split()


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
    """The id of each seat's level, and all levels, those of makers among them. Such a level has the
    name of its maker as its id, with a number where another level has that name."""
    own: dict[str, Level] = {}
    # By identity, as a maker need not be hashable.
    ids: dict[int, str] = {}
    for make in seats:
        if isinstance(make, str) or id(make) in ids:
            continue
        name = getattr(make, "__name__", type(make).__name__)
        names = (name, *(f"{name} {number}" for number in range(2, len(seats) + 2)))
        ids[id(make)] = free = next(
            each for each in names if each not in own and each not in levels
        )
        own[free] = Level(make, free, free)
    if not own:
        return cast(tuple[str, ...], tuple(seats)), levels
    known = ChainMap(own, cast(MutableMapping[str, Level], levels))
    return tuple(make if isinstance(make, str) else ids[id(make)] for make in seats), known


USUAL_LEVEL: Final = "simple"
"""The level of a computer player for which none is named."""
BEGINNERS_LEVEL: Final = "easy"
"""The level of the computer players of somebody's first game."""

__all__ = ["BEGINNERS_LEVEL", "LEVELS", "SEARCHING", "USUAL_LEVEL", "Bot", "Level"]
