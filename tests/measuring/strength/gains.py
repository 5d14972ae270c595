"""What the search of the master gains a decision.

`python -m tests.measuring.strength.gains N SEED WORLDS SURE` asks at N decisions of each variant,
in rounds that four of `hard` play, those alone where there is something to choose, and prints the
points by which the move chosen is better than the hard player's in 600 worlds that had no part in
the choice, with the 95 % interval; beside it the worlds tried and the milliseconds of the processor
for an answer. What is left out is as in a game: the worlds tried at most, and the standard errors
by which a move must be better than the hard player's.
"""

import sys
from random import Random
from statistics import fmean
from time import process_time

from shanghai.bots.machine_code import make_ready
from shanghai.bots.playouts import search, thinking
from shanghai.bots.playouts.compact_rules import compact_rules_of
from shanghai.bots.playouts.drawing import read_view, worlds_for
from shanghai.bots.protocol import MAX_WORLDS, never
from shanghai.engine.calls import callers
from shanghai.engine.seen import seen_by, view_for
from shanghai.engine.state import Phase
from shanghai.simulation.games import host_before_round
from shanghai.simulation.report import interval
from shanghai.simulation.summary import mean_of
from shanghai.variants.loader import load_variant

VARIANTS = ("rummygames", "grandma-davis", "california", "playerules")
ASKED = 0.08
FRESH = 600


def decisions(variant, chance, asked=ASKED):
    """Players before a share of all decisions, each with its view and whether it is about a call,
    without end."""
    rules, number = load_variant(variant), 0
    while True:
        number += 1
        round, base = chance.randint(1, rules.rounds), chance.getrandbits(40)
        host = host_before_round(rules, ["hard"] * 4, number, round, base)
        host.deal()
        while host.state.phase in (Phase.DRAW, Phase.PLAY):
            seats = callers(host.state) if host.state.phase is Phase.DRAW else ()
            for seat, is_call in ((host.state.turn, False), *((one, True) for one in seats)):
                if chance.random() < asked:
                    thinker = thinking.Thinker(seat, Random(chance.getrandbits(40)))
                    for event in host.log:
                        thinker.notice(seen_by(event, seat))
                    yield thinker, view_for(host.state, seat), is_call
            host.do(host.bot_action())


def gain(thinker, view, is_call, most, chance):
    """The points that a search gains, the worlds it tried, and its seconds; None without choice."""
    state = thinker._random.getstate()
    own = thinker.wants_call(view) if is_call else thinker.decide(view)
    thinker._random.setstate(state)
    started = process_time()
    thought = thinker.choose(view, most, never, is_call=is_call)
    took = process_time() - started
    if not thought.tried:
        return None
    if thought.move == own:
        return 0.0, thought.tried, took
    seen, compact = read_view(view, thinker._memory), compact_rules_of(view)
    fresh = worlds_for(compact, view.viewer, seen, FRESH, chance.getrandbits(60))
    points = search.play_moves(compact, view, [own, thought.move], fresh)
    means = search.costs(points, view.viewer, view.sides.count).mean(axis=0)
    return float(means[0] - means[1]), thought.tried, took


def main(count="60", seed="1", most=str(MAX_WORLDS), sure=str(thinking.SURE)):
    """Prints a line for each variant."""
    thinking.SURE = float(sure)
    if not make_ready():
        sys.exit("the search needs numba")
    search.make_code()
    for variant in VARIANTS:
        chance, answers = Random(f"{variant} {seed}"), []
        for asked in decisions(variant, chance):
            if one := gain(*asked, int(most), chance):
                answers.append(one)
            if len(answers) == int(count):
                break
        gains, tried, took = zip(*answers, strict=True)
        mean = mean_of(gains)
        text = f"{mean.mean:+.2f} ({interval(mean, '{:+.2f}'.format)})"
        worth = f"{fmean(tried):.0f} worlds, {1000 * fmean(took):.0f} ms"
        print(f"{variant}: {text} points a decision, {worth}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
