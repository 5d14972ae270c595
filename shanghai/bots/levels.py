"""The computer players, by level; one file a character, loaded when one is first seated."""

from importlib import import_module
from random import Random
from typing import Final

from msgspec import Struct

from shanghai.bots.foreign import LevelTable
from shanghai.bots.protocol import Bot, IsLate, Level
from shanghai.bots.weights import BUYER, CAUTIOUS, WARY, Weights
from shanghai.engine.seats import SeatIndex


class Character(Struct, frozen=True):
    """What makes a computer player: its file among these, its class there, and its weights."""

    file: str
    kind: str
    weights: Weights | None = None

    def __call__(self, seat: SeatIndex, random: Random, is_late: IsLate) -> Bot:
        """One for a seat."""
        found = import_module(f"{__package__}.{self.file}")
        more = {"weights": self.weights} if self.weights else {}
        bot: Bot = getattr(found, self.kind)(seat, random, is_late, **more)
        return bot


FORMER: Final = {"hard-cautious": "walter", "hard-buyer": "mia"}
"""Ids of levels before they had a name of their own, each with the present one."""

LEVELS: Final[LevelTable] = LevelTable(
    {
        "random": Level(
            Character("random_player", "RandomBot"),
            "Random",
            "Plays any legal move at first, by the contract when it gets late.",
        ),
        "easy": Level(
            Character("easy", "EasyBot"),
            "Easy",
            "Knows the way, but its mind wanders: a child can win.",
        ),
        "simple": Level(
            Character("simple", "SimpleBot"),
            "Simple",
            "Plays by the contract in hand and calls what helps.",
        ),
        "hard": Level(
            Character("hard", "HardBot"),
            "Hard",
            "Buys where buying pays, sheds heavy cards, and watches what others collect.",
        ),
        "master": Level(
            Character("master", "MasterBot"),
            "Master",
            "Tries its moves in many ways the hidden cards may lie; the strongest.",
        ),
        "pip": Level(
            Character("characters", "PipBot"),
            "Pip",
            "Forgets things, and calls for whatever looks nice.",
            "easy",
            "♪~",
        ),
        "emil": Level(
            Character("characters", "EmilBot"),
            "Emil",
            "Plays from the cards that come, and calls only for a joker.",
            "simple",
            "○.",
        ),
        "greta": Level(
            Character("characters", "GretaBot"),
            "Greta",
            "Throws the heavy cards first, whoever may want them.",
            "simple",
            "▲^",
        ),
        "walter": Level(
            Character("hard", "HardBot", CAUTIOUS),
            "Walter",
            "Buys only close to the contract, and drops heavy cards early.",
            "hard",
            "▼v",
        ),
        "mia": Level(
            Character("hard", "HardBot", BUYER),
            "Mia",
            "Buys early and often, and trusts that the cards come together.",
            "hard",
            "●+",
        ),
        "vera": Level(
            Character("hard", "HardBot", WARY),
            "Vera",
            "Watches the neighbours, and would rather keep a card than give it to them.",
            "hard",
            "◊o",
        ),
        "rocco": Level(
            Character("characters", "RoccoBot"),
            "Rocco",
            "Keeps the contract in hand, hoping to go out in one turn.",
            "hard",
            "☼*",
        ),
    },
    FORMER,
)
"""Level id to level; the id is what `bot:ID` and `--bots ID` name.

First the strengths, the weakest first, then the players with a name of their own.
"""

SEARCHING: Final = frozenset({"master"})
"""The levels that search, which takes the extra `playouts`."""

USUAL_LEVEL: Final = "simple"
"""The level of a computer player of whom nothing else is said."""

__all__ = ["LEVELS", "SEARCHING", "USUAL_LEVEL", "Bot", "Level"]
