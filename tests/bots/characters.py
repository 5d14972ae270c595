"""How the players with names of their own play, in figures.

`python -m tests.bots.characters [GAMES [VARIANT]]` prints the table of STRENGTH.md: each of them,
and the strength that it follows, in one seat among three of the level simple.
"""

import sys
from collections import Counter

from shanghai.bots.levels import LEVELS
from shanghai.engine.actions import Deal, Discard, EndTurn
from shanghai.engine.cards import face_of
from shanghai.engine.events import CallMade, Discarded, RoundEnded, WentDown
from shanghai.simulation.games import play_rounds
from shanghai.table.host import Host, Player
from shanghai.variants.loader import load_variant

OTHERS = "simple"
HEAVY = 10
"""Points from which a card is a heavy one."""


def played(level, games, variant="rummygames"):
    """Totals of what the player in the first seat did, over whole games with seeds from 1."""
    totals: Counter[str] = Counter()
    turns = [0]

    def count(before, action, after, events):
        if isinstance(action, Deal):
            turns[0] = 0
        turns[0] += isinstance(action, Discard | EndTurn) and action.seat == 0
        for event in events:
            _count(totals, event, turns[0], after)

    for seed in range(1, games + 1):
        players = [Player("A", level), *(Player(name, OTHERS) for name in "BCD")]
        host = Host(load_variant(variant), players, seed, limit=60.0)
        host.on_change.append(count)
        host.draw_for_dealer()
        play_rounds(host)
    return totals


def _count(totals, event, turns, state):
    match event:
        case CallMade(seat=0):
            totals["calls"] += 1
        case WentDown(seat=0):
            totals["down"] += 1
            totals["turn"] += turns + 1
        case Discarded(seat=0, card=card) if not state.seats[0].down:
            totals["discards"] += 1
            totals["heavy"] += state.rules.face_points(face_of(card)) >= HEAVY
        case RoundEnded(points=points, out=out):
            totals["rounds"] += 1
            totals["points"] += points[0]
            totals["out"] += out == 0
            totals["caught"] += out != 0 and points[0] >= 50
        case _:
            pass


def figures(totals):
    """Calls a round, turn of going down, heavy discards, rounds caught, out, and points a round."""
    rounds = totals["rounds"]
    return (
        totals["calls"] / rounds,
        totals["turn"] / max(1, totals["down"]),
        100 * totals["heavy"] / max(1, totals["discards"]),
        100 * totals["caught"] / rounds,
        100 * totals["out"] / rounds,
        totals["points"] / rounds,
    )


def main(games=40, variant="rummygames"):
    """Prints the table."""
    print("| player | follows | calls | down in turn | heavy discards | caught | out | points |")
    print("|---|---|---|---|---|---|---|---|")
    for level in ("easy", "simple", "hard", *(n for n, one in LEVELS.items() if one.strength)):
        calls, turn, heavy, caught, out, points = figures(played(level, games, variant))
        made = LEVELS[level]
        name = made.name if made.strength else f"`{level}`"
        print(
            f"| {name} | {made.strength} | {calls:.2f} | {turn:.1f} | {heavy:.0f} % "
            f"| {caught:.0f} % | {out:.0f} % | {points:.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    given = sys.argv[1:]
    main(*(int(given[0]), *given[1:]) if given else ())
