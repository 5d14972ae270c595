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
    """What makes a computer player: its file among these, its class there, and its weights."""

    file: str
    kind: str
    weights: Weights | None = None
    strength: str = ""
    sign: str = ""

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
    "hard": Character("hard", "HardBot"),
    "master": Character("master", "MasterBot"),
    "pip": Character("characters", "PipBot", strength="easy", sign="♪~"),
    "emil": Character("characters", "EmilBot", strength="simple", sign="○."),
    "greta": Character("characters", "GretaBot", strength="simple", sign="▲^"),
    "walter": Character("hard", "HardBot", CAUTIOUS, strength="hard", sign="▼v"),
    "mia": Character("hard", "HardBot", BUYER, strength="hard", sign="●+"),
    "vera": Character("hard", "HardBot", WARY, strength="hard", sign="◊o"),
    "rocco": Character("characters", "RoccoBot", strength="hard", sign="☼*"),
}
"""By id the strengths, the weakest first, then the players with a name of their own."""

LEVELS: Final[LevelTable] = LevelTable(
    {id: Level(one, *COMPUTERS[id], one.strength, one.sign) for id, one in _CHARACTERS.items()},
    FORMER,
)
"""Level id to level; the id is what `bot:ID` and `--bots ID` name."""

SEARCHING: Final = frozenset({"master"})
"""The levels that search, which takes the extra `playouts`."""


def code_of(levels: Iterable[str]) -> str:
    """What computer players are: the hash of this program, and the versions of other packages."""
    from shanghai.bots.machine_code import code_hash

    parts = []
    for level in sorted({*levels}):
        make = LEVELS[level].make if level in LEVELS else None
        if isinstance(make, ForeignMaker) and make.entry.dist:
            parts.append(f" {level} {make.entry.dist.version}")
    return "".join((code_hash(), *parts))


USUAL_LEVEL: Final = "simple"
"""The level of a computer player of whom nothing else is said."""

__all__ = ["LEVELS", "SEARCHING", "USUAL_LEVEL", "Bot", "Level"]
