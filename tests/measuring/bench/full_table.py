"""The table at its fullest for four: 23 cards in one hand and the melds of four players."""

import sys
from pathlib import Path
from random import Random

from shanghai.engine.cards import FACES, read_face
from shanghai.engine.state import Kind, Meld, Phase, Seat, State
from shanghai.table.chance import cards_of
from shanghai.table.host import Host, Player
from shanghai.ui import app
from shanghai.ui.app import ShanghaiApp
from shanghai.ui.options import Options, ResumedGame, Start
from shanghai.ui.table.play import play
from shanghai.ui.table.session import Session
from shanghai.variants.loader import load_variant

HAND = "AS 2S 4S 7S 9S JS KS 3H 5H 6H 8H 10H QH KH 2D 4D 6D 9D JD AD 3C 7C JK"
MELDS = (
    (0, Kind.SET, "QS QD QC", 12, -1),
    (0, Kind.RUN, "3S 4S 5S 6S", 3, 0),
    (1, Kind.SET, "8S 8D 8C", 8, -1),
    (1, Kind.RUN, "9C 10C JC QC", 9, 3),
    (2, Kind.SET, "5S 5D 5C", 5, -1),
    (2, Kind.RUN, "7D 8D 9D 10D", 7, 2),
    (3, Kind.SET, "KS KD KC", 13, -1),
    (3, Kind.RUN, "2H 3H 4H 5H", 2, 1),
)


def full_state() -> State:
    """A position of `california`, hand 2, in the middle of the first seat's turn."""
    rules = load_variant("california")
    left = list(rules.cards(4))

    def take(text: str) -> tuple[int, ...]:
        cards = []
        for word in text.split():
            face = read_face(word)
            card = next(card for card in left if card % FACES == face)
            left.remove(card)
            cards.append(card)
        return tuple(cards)

    chance = Random(7)
    chance.shuffle(left)
    hand = take(HAND)
    table = tuple(
        Meld(owner, kind, take(text), low, suit) for owner, kind, text, low, suit in MELDS
    )
    discards = take("10H 6C")
    seats = (
        Seat("Ann", hand, down=True, score=85),
        *(
            Seat(name, tuple(left.pop(0) for _ in range(6)), down=True, score=score)
            for name, score in (("Bob", 40), ("Cy", 120), ("Dora", 15))
        ),
    )
    return State(
        rules=rules,
        seats=seats,
        phase=Phase.PLAY,
        round=2,
        dealer=3,
        turn=0,
        table=table,
        discards=discards,
        tossers=(3, 2),
        stock=tuple(left),
    )


class TableApp(ShanghaiApp):
    """The program, started without menus, at the full table instead of a deal."""

    CSS_PATH = Path(app.__file__).with_name("app.tcss")

    def __init__(self, options: Options, state: State) -> None:
        super().__init__(options)
        self.table = state

    async def play(self, game: Start | ResumedGame) -> None:
        """Plays on from the full table."""
        assert isinstance(game, Start)
        await play(self, Session(Host(game.rules, game.players, 1, self.table)))


def options(folder: str, state: State) -> Options:
    """One person and three computer players, everything kept in the folder."""
    players = (Player("Ann"), *(Player(name, "simple") for name in ("Bob", "Cy", "Dora")))
    return Options(folder, animation=False, start=Start(state.rules, players, cards_of(1)))


if __name__ == "__main__":
    found = full_state()
    sys.exit(TableApp(options(sys.argv[1], found), found).run())
