"""How the players with names of their own play, in figures.

`python -m tests.bots.characters [GAMES [VARIANT]]` prints the table of STRENGTH.md: each of them,
and the strength that it follows, in one seat among three of the level simple.
"""

import sys
from collections import Counter

from shanghai.bots.levels import LEVELS
from shanghai.engine.actions import Discard, EndTurn
from shanghai.engine.cards import face_of
from shanghai.engine.events import CallMade, Discarded, RoundEnded, WentDown
from shanghai.engine.state import Phase
from shanghai.table.host import Host, Player
from shanghai.variants.loader import load_variant

OTHERS = "simple"
HEAVY = 10
"""Points from which a card is a heavy one."""


def played(level, games, variant="rummygames"):
    """Totals of what the player in the first seat did, over whole games with seeds from 1."""
    told: Counter[str] = Counter()
    for seed in range(1, games + 1):
        players = [Player("A", level), *(Player(name, OTHERS) for name in "BCD")]
        host = Host(load_variant(variant), players, seed, limit=60.0)
        turns = 0
        while host.state.phase is not Phase.GAME_OVER:
            if host.state.phase is Phase.SEATING:
                host.draw_for_dealer()
                continue
            if host.state.phase in (Phase.DEALING, Phase.ROUND_OVER, Phase.THROWN_IN):
                host.deal()
                turns = 0
                continue
            action = host.bot_action()
            turns += isinstance(action, Discard | EndTurn) and action.seat == 0
            for event in host.do(action):
                _count(told, event, turns, host)
    return told


def _count(told, event, turns, host):
    match event:
        case CallMade(seat=0):
            told["calls"] += 1
        case WentDown(seat=0):
            told["down"] += 1
            told["turn"] += turns + 1
        case Discarded(seat=0, card=card) if not host.state.seats[0].down:
            told["discards"] += 1
            told["heavy"] += host.state.rules.face_points(face_of(card)) >= HEAVY
        case RoundEnded(points=points, out=out):
            told["rounds"] += 1
            told["points"] += points[0]
            told["out"] += out == 0
            told["caught"] += out != 0 and points[0] >= 50
        case _:
            pass


def figures(told):
    """Calls a round, turn of going down, heavy discards, rounds caught, out, and points a round."""
    rounds = told["rounds"]
    return (
        told["calls"] / rounds,
        told["turn"] / max(1, told["down"]),
        100 * told["heavy"] / max(1, told["discards"]),
        100 * told["caught"] / rounds,
        100 * told["out"] / rounds,
        told["points"] / rounds,
    )


def main(games=40, variant="rummygames"):
    """Prints the table."""
    print("| player | follows | calls | down in turn | heavy discards | caught | out | points |")
    print("|---|---|---|---|---|---|---|---|")
    for level in ("easy", "simple", "hard", *(n for n, found in LEVELS.items() if found.strength)):
        calls, turn, heavy, caught, out, points = figures(played(level, games, variant))
        found = LEVELS[level]
        name = found.name if found.strength else f"`{level}`"
        print(
            f"| {name} | {found.strength} | {calls:.2f} | {turn:.1f} | {heavy:.0f} % "
            f"| {caught:.0f} % | {out:.0f} % | {points:.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    given = sys.argv[1:]
    main(*(int(given[0]), *given[1:]) if given else ())
