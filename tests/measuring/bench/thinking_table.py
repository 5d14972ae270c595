"""The full table while a computer player thinks all the time, as hard as Python lets it."""

import sys

from msgspec import structs

from shanghai.bots.levels import LEVELS, Level
from shanghai.table.chance import cards_of
from shanghai.table.host import Host, Player
from shanghai.ui.options import Options, ResumedGame, Start
from shanghai.ui.table.play import play
from shanghai.ui.table.session import Session
from tests.measuring.bench.full_table import TableApp, full_state

FOR_EVER = 600.0
"""Seconds; the measurement is over long before."""


class Thinker:
    """Counts in a loop of pure Python and never answers."""

    def __init__(self, seat, random, is_late):
        pass

    def notice(self, event):
        pass

    def decide(self, view):
        count = 0
        while True:
            for number in range(1000):
                count = (count * 31 + number) % 65521

    def wants_call(self, view):
        return None


class ThinkingApp(TableApp):
    """The full table with the turn at the computer beside the person."""

    async def play(self, game: Start | ResumedGame) -> None:
        """Plays on from the full table, the first computer on turn."""
        assert isinstance(game, Start)
        state = structs.replace(self.table, turn=1)
        await play(self, Session(Host(game.rules, game.players, 1, state, limit=FOR_EVER)))


if __name__ == "__main__":
    LEVELS["thinker"] = Level(Thinker, "Thinker", "Thinks without end.")
    names = ("Bob", "Cy", "Dora")
    players = (Player("Ann"), *(Player(name, "thinker") for name in names))
    found = full_state()
    options = Options(sys.argv[1], animation=False, start=Start(found.rules, players, cards_of(1)))
    sys.exit(ThinkingApp(options, found).run())
