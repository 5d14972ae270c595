"""The full table while a master searches all the time, in the process that it has for that."""

import sys
import time

from msgspec import structs

from shanghai.bots.levels import LEVELS, Level
from shanghai.bots.protocol import SearchQuestion
from shanghai.table.chance import cards_of
from shanghai.table.host import Player
from shanghai.ui.options import Options, Start
from tests.measuring.bench.full_table import full_state
from tests.measuring.bench.thinking_table import ThinkingApp


class Searcher:
    """Asks its search ten questions a second, and never answers."""

    def __init__(self, seat, random, is_late):
        self._seat, self.search = seat, None

    def notice(self, event):
        pass

    def decide(self, view):
        seats = tuple(structs.replace(seat, down=False) for seat in view.seats)
        view = structs.replace(view, seats=seats)
        question = SearchQuestion(self._seat, view, (), 1, 1 << 40, 1.0, False)
        while True:
            begun = time.monotonic()
            self.search.think(question)
            # A real one thinks about a move every second or so, never about hundreds.
            time.sleep(max(0.0, 0.1 - (time.monotonic() - begun)))

    def wants_call(self, view):
        return None


if __name__ == "__main__":
    LEVELS["searcher"] = Level(Searcher, "Searcher", "Searches without end.")
    names = ("Bob", "Cy", "Dora")
    players = (Player("Ann"), *(Player(name, "searcher") for name in names))
    found = full_state()
    start = Start(found.rules, players, cards_of(1))
    options = Options(sys.argv[1], animation=False, start=start, search_cores=1)
    sys.exit(ThinkingApp(options, found).run())
