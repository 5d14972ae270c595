"""The computer players, by level; one file a character."""

from typing import Final

from shanghai.bots.base import Bot, Level
from shanghai.bots.random_play import RandomBot
from shanghai.bots.simple import SimpleBot

LEVELS: Final[dict[str, Level]] = {
    "simple": Level(SimpleBot, "Simple", "Plays by the contract in hand and calls what helps."),
    "random": Level(
        RandomBot,
        "Random",
        "Plays any legal move at first, by the contract when it gets late.",
    ),
}
"""Level id to level; the id is what `bot:ID` and `--bots ID` name."""

__all__ = ["LEVELS", "Bot", "Level"]
