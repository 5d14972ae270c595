"""Finished games with one planted blunder, for the tests of the review."""

from pathlib import Path
from typing import ClassVar

from shanghai.bots.hard import HardBot
from shanghai.bots.levels import LEVELS
from shanghai.bots.protocol import Level
from shanghai.engine.actions import Discard, GoDown, LayOff
from shanghai.engine.cards import FACE_OF, is_joker
from shanghai.engine.game import refuse
from shanghai.engine.state import Phase
from shanghai.host.host import Host, Player
from shanghai.storage.writer import GameWriter
from shanghai.variants.loader import load_variant
from tests.playable import only_rounds
from tests.saving import clock

BLUNDERS = ("joker", "out", "contract")


class BlunderBot(HardBot):
    """Plays as the hard player does but for one blunder, the first time that it can be made."""

    kind = ""
    planted: ClassVar[list] = []
    """Each blunder that was made: its round and the move."""

    def __init__(self, seat, random, is_late):
        super().__init__(seat, random, is_late)
        self.made = False

    def decide(self, view):
        step = super().decide(view)
        wrong = None if self.made or view.phase is not Phase.PLAY else self._blunder(view, step)
        if wrong is None or refuse(view, wrong) is not None:
            return step
        self.made = True
        self.planted.append((view.round, wrong))
        return wrong

    def _blunder(self, view, step):
        held = view.seats[self.seat]
        match self.kind:
            case "joker" if isinstance(step, Discard) and not held.down:
                jokers = [card for card in held.hand if is_joker(card)]
                is_early = len(view.stock) > 40
                return Discard(self.seat, jokers[0]) if jokers and is_early else None
            case "out" if isinstance(step, LayOff) and held.down and len(held.hand) <= 2:
                return Discard(self.seat, max(held.hand, key=lambda c: points(view, c)))
            case "contract" if isinstance(step, GoDown) and any(s.down for s in view.seats):
                laid = {card for meld in step.melds for card in meld.cards}
                loose = [card for card in laid if not is_joker(card)]
                return Discard(self.seat, max(loose, key=lambda c: points(view, c)))
            case _:
                return None


def points(view, card):
    return view.rules.face_points(FACE_OF[card])


def blunderer(kind):
    """The level whose player makes one blunder of a kind."""
    made = type(f"{kind}Blunder", (BlunderBot,), {"kind": kind})
    return Level(made, kind, "A test.")


def play_game(data: Path, variant: str, levels, seed=1, rounds=()) -> Path:
    """The journal of a finished game of computers; LEVELS must hold their levels."""
    rules = load_variant(variant)
    names = ("Ann", "Bob", "Cy", "Dora")
    players = [Player(name, level) for name, level in zip(names, levels, strict=False)]
    chosen = only_rounds(rules, rounds) if rounds else rules
    host = Host(chosen, players, seed, limit=600.0)
    writer = GameWriter.begin(data, host, "", clock)
    while host.state.phase is not Phase.GAME_OVER:
        if host.state.phase is Phase.SEATING:
            host.draw_for_dealer()
        elif host.state.phase in (Phase.DEALING, Phase.ROUND_OVER):
            host.deal()
        else:
            host.do(host.bot_action())
    writer.close()
    return writer.path


def seat_blunderers(monkeypatch):
    """Lets `blunder-KIND` be levels."""
    for kind in BLUNDERS:
        monkeypatch.setitem(LEVELS, f"blunder-{kind}", blunderer(kind))
