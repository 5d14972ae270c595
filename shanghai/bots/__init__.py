"""The computer players, by level; one file a character."""

from functools import partial
from typing import Final

from shanghai.bots.base import Bot, Level
from shanghai.bots.easy import EasyBot
from shanghai.bots.random_play import RandomBot
from shanghai.bots.shrewd import BUYER, CAUTIOUS, ShrewdBot
from shanghai.bots.simple import SimpleBot

LEVELS: Final[dict[str, Level]] = {
    "random": Level(
        RandomBot,
        "Random",
        "Plays any legal move at first, by the contract when it gets late.",
    ),
    "easy": Level(EasyBot, "Easy", "Knows the way, but its mind wanders: a child can win."),
    "simple": Level(SimpleBot, "Simple", "Plays by the contract in hand and calls what helps."),
    "hard": Level(ShrewdBot, "Hard", "Buys where buying pays, and sheds heavy cards in time."),
    "hard-cautious": Level(
        partial(ShrewdBot, manner=CAUTIOUS),
        "Hard, cautious",
        "Buys only close to the contract, and drops heavy cards early.",
    ),
    "hard-buyer": Level(
        partial(ShrewdBot, manner=BUYER),
        "Hard, a buyer",
        "Buys early and often, and trusts that the cards come together.",
    ),
}
"""Level id to level, the weakest first; the id is what `bot:ID` and `--bots ID` name.

An id is a strength, or a strength and a temper of it.
"""

__all__ = ["LEVELS", "Bot", "Level"]
