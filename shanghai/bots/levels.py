"""The computer players, by level; one file a character, loaded when one is first seated."""

from collections.abc import Iterable
from importlib import import_module
from random import Random
from typing import Final

from msgspec import Struct

from shanghai.bots.foreign import ForeignMaker, LevelTable
from shanghai.bots.protocol import Bot, IsLate, Level
from shanghai.bots.weights import BUYER, CAUTIOUS, WARY, Weights
from shanghai.engine.seats import SeatIndex
from shanghai.words.computers import COMPUTERS


class Character(Struct, frozen=True):
    """What makes a computer player: its file among these, its class there, and its weights.

    `version` is raised with every change of what it decides (`tests/bots/decisions`).
    """

    file: str
    kind: str
    weights: Weights | None = None
    strength: str = ""
    sign: str = ""
    version: int = 1

    def __call__(self, seat: SeatIndex, random: Random, is_late: IsLate) -> Bot:
        """One for a seat."""
        found = import_module(f"{__package__}.{self.file}")
        more = {"weights": self.weights} if self.weights else {}
        bot: Bot = getattr(found, self.kind)(seat, random, is_late, **more)
        return bot


FORMER: Final = {"hard-cautious": "walter", "hard-buyer": "mia"}
"""Ids of levels before they had a name of their own, each with the present one."""

_CHARACTERS: Final = {
    "random": Character("random_player", "RandomBot"),
    "easy": Character("easy", "EasyBot"),
    "simple": Character("simple", "SimpleBot"),
    "hard": Character("hard", "HardBot", version=2),
    "master": Character("master", "MasterBot", version=2),
    "even": Character("even", "EvenBot", version=2),
    "pip": Character("characters", "PipBot", strength="easy", sign="♪~"),
    "emil": Character("characters", "EmilBot", strength="simple", sign="○."),
    "greta": Character("characters", "GretaBot", strength="simple", sign="▲^"),
    "walter": Character("hard", "HardBot", CAUTIOUS, strength="hard", sign="▼v", version=2),
    "mia": Character("hard", "HardBot", BUYER, strength="hard", sign="●+", version=2),
    "vera": Character("hard", "HardBot", WARY, strength="hard", sign="◊o", version=2),
    "rocco": Character("characters", "RoccoBot", strength="hard", sign="☼*", version=2),
}
"""By id the strengths, the weakest first, one that adapts, then those with a name of their own."""

LEVELS: Final[LevelTable] = LevelTable(
    {
        id: Level(one, *COMPUTERS[id], one.strength, one.sign, one.version)
        for id, one in _CHARACTERS.items()
    },
    FORMER,
)
"""Level id to level; the id is what `bot:ID` and `--bots ID` name."""

SEARCHING: Final = frozenset({"master"})
"""The levels that search, which takes the extra `playouts`."""


def code_of(levels: Iterable[str]) -> str:
    """The versions of all levels of this program, and of those of other packages among some."""
    named = dict.fromkeys((*LEVELS, *sorted({*levels} - {*LEVELS.former})))
    return " ".join(f"{level}:{version}" for level in named if (version := _version_of(level)))


def decides_as(level: str, code: str) -> bool:
    """Whether a level decides as the one of the program that a journal names by `code_of`."""
    known = _version_of(level)
    return not known or f"{FORMER.get(level, level)}:{known}" in code.split()


def _version_of(level: str) -> str:
    """The version by which a level decides; empty where nothing is known of it."""
    if level not in LEVELS:
        return ""
    found = LEVELS[level]
    if isinstance(found.make, ForeignMaker):
        return found.make.entry.dist.version if found.make.entry.dist else ""
    return str(found.version or "")


USUAL_LEVEL: Final = "simple"
"""The level of a computer player of whom nothing else is said."""

__all__ = ["LEVELS", "SEARCHING", "USUAL_LEVEL", "Bot", "Level"]
