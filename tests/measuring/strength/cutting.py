"""What play-outs gain that are cut after the next turn, where a learned value is read.

`python -m tests.measuring.strength.cutting N SEED SAMPLES VARIANT...` trains a network of each
variant on SAMPLES tables, tries all moves at N discards in rounds that four of `hard` play, each in
2,000 worlds, and prints (the time of the first discard does not count, so N is 2 or more)

- the share of the variance that the network explains,
- how far two moves differ by from world to world, by whole and by cut play-outs, and the bias,
- microseconds of the processor for a whole play-out and for a cut one,
- the points a decision that the master's rules gain in 1,000 worlds at most by whole play-outs, and
  what 64 cut worlds before them add; the other half of the worlds judges.
"""

import sys
from random import Random
from time import process_time

import numpy as np

from shanghai.bots.machine_code import make_ready
from shanghai.bots.playouts import search
from shanghai.bots.playouts.arrays import box_of
from shanghai.bots.playouts.compact_rules import compact_rules_of
from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.drawing import read_view, worlds_for
from shanghai.bots.playouts.reading import make_move, read_moves
from shanghai.bots.playouts.shape import count_hands
from shanghai.bots.playouts.table import (
    DRAW,
    NOBODY,
    PLAY,
    ROUND_LONG,
    clear,
    copy_table,
    empty_table,
    end_round,
)
from shanghai.bots.playouts.thinking import BATCHES, SURE, _still_open
from shanghai.engine.actions import Discard
from shanghai.simulation.report import interval
from shanghai.simulation.summary import mean_of
from shanghai.variants.loader import load_variant

from .gains import decisions
from .value import FEATURES, describe, lead_of, learn, play_turn, with_round

WORLDS = 2000
CUT = 64
"""Cut worlds before the whole ones."""
TRUST = 0.3
"""The error of the learned value, in spreads of what it says of two moves."""
REPEATS = 10
"""Times that the worlds of a decision are shared out to the choice and to the judgement."""


@compiled
def play_on(rules_box, base_box, lists, rows, melds, table_box, is_whole, costs, tables):
    """By world and move what the round costs the player on turn, where it is over, and the table
    after the next turn of that player; all is NaN where there is none. If `is_whole` is false the
    play-outs end there."""
    rules, base, t = rules_box[0], base_box[0], table_box[0]
    hands, stocks, piles, chances = lists
    viewer, costs[:], tables[:] = base.turn, np.nan, np.nan
    for world in range(len(chances)):
        base.hands[:], base.stock[:], base.pile[:] = hands[world], stocks[world], piles[world]
        base.chance, base.fate = chances[world], chances[world] | 1
        clear(base.is_counted)
        clear(base.least)
        count_hands(rules.wild, base, rules.players)
        for move in range(len(rows)):
            copy_table(base, t)
            make_move(rules, t, rows[move], melds[move])
            turns, is_seen = 0, False
            while t.phase <= PLAY and (is_whole or not is_seen):
                seat = t.turn
                play_turn(rules, t, turns)
                turns += 1
                if seat == viewer and not is_seen and t.phase == DRAW:
                    is_seen = True
                    describe(rules, t, viewer, tables[world, move])
                if turns > t.turn_limit * rules.players and t.phase <= PLAY:
                    end_round(rules, t, NOBODY, ROUND_LONG)
            if t.phase > PLAY:
                costs[world, move] = lead_of(rules, t, viewer)


def discards(rules, chance):
    """Discards to choose in rounds of a variant: the view, what its seat has seen, all moves."""
    for thinker, view, is_call in decisions(rules.id, chance):
        own = None if is_call else thinker.decide(view)
        if isinstance(own, Discard):
            moves = thinker._moves(view, own)
            if len(moves) > 1:
                yield view, read_view(view, thinker._memory), moves


class Trial:
    """What the moves of one discard cost by whole and by cut play-outs, by world and move."""

    def __init__(self, network, view, seen, moves, seed):
        compact, shape = compact_rules_of(view), (WORLDS, len(moves))
        worlds = worlds_for(compact, view.viewer, seen, WORLDS, seed)
        base, t = empty_table(), empty_table()
        copy_table(worlds.table, base)
        arguments = box_of(compact), box_of(base), worlds[2:], *read_moves(view, moves), box_of(t)
        self.whole, costs = np.zeros(shape), np.zeros(shape)
        tables, self.seconds = np.zeros((*shape, FEATURES)), []
        for is_whole, result in ((True, self.whole), (False, costs)):
            started = process_time()
            play_on(*arguments, is_whole, result, tables)
            self.seconds.append(process_time() - started)
        rows = with_round(tables.reshape(-1, FEATURES), view.round, view.rules.rounds)
        values = network.costs(rows).reshape(shape)
        self.cut = np.where(np.isnan(tables[:, :, 0]), self.whole, values)

    def gains(self, chance):
        """The points that the choice gains over the first move, without and with cut worlds."""
        order, half = chance.permutation(WORLDS), WORLDS // 2
        judges = self.whole[order[half:]].mean(axis=0)
        whole, cut = self.whole[order[:half]], self.cut[order[half - CUT : half]]
        return [judges[0] - judges[choice(whole, few)] for few in (None, cut)]


def estimate(whole, cut):
    """What moves cost more than the first one, and the errors of that, by whole and cut worlds."""
    means, errors = search.judged(whole)
    if cut is None:
        return means, errors
    paired = cut - cut[:, :1]
    spread = paired.std(axis=0, ddof=1)
    weight, other = 1 / (errors**2 + 1e-9), 1 / (spread**2 * (1 / len(cut) + TRUST**2) + 1e-9)
    means = (weight * means + other * paired.mean(axis=0)) / (weight + other)
    errors = 1 / np.sqrt(weight + other)
    means[0] = errors[0] = 0
    return means, errors


def choice(whole, cut):
    """The move that the master's rules choose, with cut worlds or None before the whole ones."""
    open_, tried, number = list(range(whole.shape[1])), 0, 0
    while True:
        tried = min(len(whole), tried + BATCHES[min(number, len(BATCHES) - 1)])
        number += 1
        open_cut = None if cut is None else cut[:, open_]
        open_, is_clear = _still_open(open_, *estimate(whole[:tried, open_], open_cut), tried)
        if is_clear or len(open_) < 2 or tried == len(whole):
            break
    means, errors = estimate(whole[:tried, open_], None if cut is None else cut[:, open_])
    is_better = means + SURE * errors < 0
    return open_[int(np.argmin(np.where(is_better, means, 0)))]


def bias_of(trials):
    """The square root of what cut and whole differ by squared, less what chance makes of it."""
    differences = [(t.cut - t.cut[:, :1] - t.whole + t.whole[:, :1])[:, 1:] for t in trials]
    squares = np.concatenate([each.mean(axis=0) ** 2 for each in differences])
    by_chance = np.concatenate([each.var(axis=0) / WORLDS for each in differences])
    return np.sqrt(max(0, squares.mean() - by_chance.mean()))


def spread_of(costs):
    """How far moves differ from the first one from world to world."""
    return (costs - costs[:, :1])[:, 1:].std(axis=0).mean()


def lines_of(variant, count, seed, sample_count):
    """The figures of a variant."""
    rules, chance = load_variant(variant), Random(f"{variant} {seed}")
    network, share = learn(rules, sample_count, seed)
    yield f"{variant}: explains {share:.2f} of the variance"
    trials = []
    for (view, seen, moves), _ in zip(discards(rules, chance), range(count), strict=False):
        trials.append(Trial(network, view, seen, moves, chance.getrandbits(60)))
    spreads = [
        np.mean([spread_of(t.whole) for t in trials]),
        np.mean([spread_of(t.cut) for t in trials]),
    ]
    yield f"  spread {spreads[0]:.1f} and {spreads[1]:.1f}, bias {bias_of(trials):.1f}"
    played = sum(t.whole.size for t in trials[1:])
    micros = [1e6 * sum(t.seconds[i] for t in trials[1:]) / played for i in (0, 1)]
    yield f"  microseconds {micros[0]:.0f} and {micros[1]:.0f}"
    order = np.random.default_rng(seed)
    gains = [np.mean([t.gains(order) for _ in range(REPEATS)], axis=0) for t in trials]
    for name, each in (
        ("whole", [g[0] for g in gains]),
        ("cut adds", [g[1] - g[0] for g in gains]),
    ):
        mean = mean_of([float(gain) for gain in each])
        yield f"  {name} {mean.mean:+.2f} ({interval(mean, '{:+.2f}'.format)})"


def main(count="60", seed="1", sample_count="1500000", *variants):
    """Prints the figures of each variant."""
    if int(count) < 2:
        sys.exit("N must be 2 or more: the first discard only warms up, and is not timed")
    if not make_ready():
        sys.exit("the trial needs numba")
    for variant in variants or ("rummygames", "playerules"):
        for line in lines_of(variant, int(count), int(seed), int(sample_count)):
            print(line, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
