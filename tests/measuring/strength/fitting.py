"""Whether the master keeps cards that it could lay off, and whether its search shows why.

`python -m tests.measuring.strength.fitting N SEED WORLDS` asks at N discards of players who are
down, in rounds that four of `hard` play, a quarter of them in each variant. It prints how many of
the discards leave a card in the hand that may be laid off, and in how many of those play-outs in
600 worlds that had no part in the choice show no gain of two standard errors over the lay-off.
Each of them is printed: the hand, the discard, the card, the points gained, their standard error.
"""

import sys
from random import Random

from shanghai.bots.machine_code import make_ready
from shanghai.bots.playouts import search
from shanghai.bots.playouts.compact_rules import compact_rules_of
from shanghai.bots.playouts.drawing import read_view, worlds_for
from shanghai.bots.protocol import MAX_WORLDS, never
from shanghai.engine.actions import Discard, LayOff
from shanghai.engine.cards import label, labels
from shanghai.engine.game import refuse
from shanghai.engine.state import End, Phase
from shanghai.engine.turn import may_lay

from .gains import FRESH, VARIANTS, decisions

SURE = 2.0
ASKED = 0.5


def lay_offs_but(view, tossed=None):
    """The lay-offs that are possible, but for a card."""
    return [
        step
        for card in view.seats[view.viewer].hand
        if card != tossed
        for meld in range(len(view.table))
        for end in (None, *End)
        if refuse(view, step := LayOff(view.viewer, card, meld, end)) is None
    ]


def reason_to_keep(thinker, view, toss, left, seed):
    """The points that a discard gains over the best lay-off of a card left, their standard error,
    and that card."""
    seen, compact = read_view(view, thinker._memory), compact_rules_of(view)
    fresh = worlds_for(compact, view.viewer, seen, FRESH, seed)
    points = search.play_moves(compact, view, [toss, *left], fresh)
    judgement = search.judged(search.costs(points, view.viewer, view.sides.count))
    best = int(judgement.means[1:].argmin()) + 1
    return judgement.means[best], judgement.errors[best], left[best - 1].card


def lines_of(variant, count, chance, most):
    """A line for each of `count` discards that leaves a card without a reason, then the counts."""
    tosses = left_count = unclear = 0
    for thinker, view, is_call in decisions(variant, chance, ASKED):
        if is_call or view.phase is not Phase.PLAY or not may_lay(view, view.viewer):
            continue
        if not lay_offs_but(view):
            tosses += 1
        elif isinstance(toss := thinker.choose(view, most, never, is_call=False).move, Discard):
            tosses += 1
            if left := lay_offs_but(view, toss.card):
                gain, error, card = reason_to_keep(
                    thinker, view, toss, left, chance.getrandbits(60)
                )
                left_count, unclear = left_count + 1, unclear + (gain < SURE * error)
                hand = labels(view.seats[view.viewer].hand)
                text = f"{hand}: tosses {label(toss.card)}, keeps {label(card)}"
                yield f"  {text}, {gain:+.1f} points, error {error:.1f}"
        if tosses == count:
            break
    yield f"{variant}: {left_count} of {tosses} keep a card that fits, {unclear} unclear"


def main(count="200", seed="1", most=str(MAX_WORLDS)):
    """Prints the discards that leave such a card, and how many they are."""
    if not make_ready():
        sys.exit("the search needs numba")
    search.make_code()
    for variant in VARIANTS:
        chance = Random(f"{variant} {seed}")
        for line in lines_of(variant, int(count) // len(VARIANTS), chance, int(most)):
            print(line, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
