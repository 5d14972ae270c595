"""A learned value of a table: what the round will cost a seat, seen right after its turn.

A small network for each variant. It is trained on rounds that the play-outs' policy plays, half of
them with one discard at random, as the search tries such discards too.
"""

from itertools import pairwise
from random import Random
from typing import NamedTuple

import numpy as np

from shanghai.bots.playouts import actions
from shanghai.bots.playouts.arrays import box_of
from shanghai.bots.playouts.compact_rules import compact_rules_for
from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.places import can_lay
from shanghai.bots.playouts.policy import finish_turn, helps, play_draw, play_melds
from shanghai.bots.playouts.reading import read_state
from shanghai.bots.playouts.shape import build, count_hands, short_of
from shanghai.bots.playouts.table import (
    DRAW,
    NOBODY,
    PLAY,
    ROUND_LONG,
    below,
    clear,
    copy_table,
    empty_table,
    end_round,
    shuffle,
)
from tests.bots.playouts.replaying import dealt
from tests.measuring.strength.weighing import play_turn

PLAYERS = 4
OF_A_SEAT = 9
OF_ALL = 8
FEATURES = PLAYERS * OF_A_SEAT + OF_ALL
MOST_TURNS = 200
LATEST_ERROR = 40
"""The turn of a round before which the random discard is."""
HIDDEN = (96, 48)
"""The units of the network by layer."""
EPOCHS, BATCH, RATE = 6, 2048, 0.002
CHECKED = 0.08
"""The share of the samples on which the network is not trained."""


@compiled
def _helping(rules, t, seat):
    """The share of the stock that brings a hand nearer to its contract."""
    clear(t.unseen)
    for index in range(t.stock_size):
        t.unseen[t.stock[index]] += 1
    count = 0
    for face in range(53):
        if t.unseen[face] and helps(rules, t, seat, face):
            count += t.unseen[face]
    return count / max(1, t.stock_size)


@compiled
def _describe_seat(rules, t, seat, row):
    """Describes the hand of a seat in numbers that are mostly below 3."""
    row[0], row[1], row[2] = t.down[seat], t.sizes[seat] / 10, t.wilds[seat]
    row[3] = (t.hands[seat] * rules.points).sum() / 50
    for face in range(53):
        if t.hands[seat, face] and can_lay(rules, t, seat, face):
            row[4] += t.hands[seat, face] / 3
    row[5] = min(5, max(0, rules.call_limit - t.calls_used[seat])) / 3
    row[6] = row[3]
    if t.down[seat]:
        return
    row[7] = short_of(rules, t, seat) / 3
    build(rules, t, seat, t.hands[seat], t.plan[seat], t.built, t.left)
    row[6] = (np.maximum(t.left, 0) * rules.points).sum() / 50
    if row[7]:
        row[8] = 3 * _helping(rules, t, seat)


@compiled
def describe(rules, t, viewer, row):
    """Describes a table in numbers: each seat from the viewer on, then what concerns all."""
    row[:] = 0
    smallest = 100
    for step in range(rules.players):
        seat = (viewer + rules.step * step) % rules.players
        _describe_seat(rules, t, seat, row[step * OF_A_SEAT : (step + 1) * OF_A_SEAT])
        if step and t.down[seat]:
            smallest = min(smallest, t.sizes[seat])
    of_all = row[rules.players * OF_A_SEAT :]
    of_all[0], of_all[1] = t.over / rules.players / 10, t.stock_size / 50
    of_all[2], of_all[3] = t.down.sum(), 1 / smallest
    of_all[4] = t.out != NOBODY
    if t.pile_size == 0:
        return
    top = t.pile[t.pile_size - 1]
    for step in range(1, rules.players):
        seat = (viewer + rules.step * step) % rules.players
        if t.down[seat]:
            of_all[5] += step == 1 and can_lay(rules, t, seat, top)
        elif step == 1 or t.calls_used[seat] < rules.call_limit:
            of_all[6 if step == 1 else 7] += helps(rules, t, seat, top)


@compiled
def lead_of(rules, t, viewer):
    """The points of a seat in a round that is over, less the mean of the others'."""
    own, total = t.points[viewer], t.points[: rules.players].sum()
    return own - (total - own) / (rules.players - 1)


@compiled
def _play_with_an_error(rules, t):
    """One turn that ends with a discard at random."""
    play_draw(rules, t, NOBODY, False)
    if t.phase == PLAY:
        play_melds(rules, t)
    for _ in range(200 if t.phase == PLAY and t.sizes[t.turn] > 1 else 0):
        face = below(t, 52)
        if t.hands[t.turn, face] and not actions.bars(rules, t, face):
            is_playable = can_lay(rules, t, NOBODY, face)
            actions.discard(rules, t, face, int(rules.shanghai == 1 and is_playable))
            return
    if t.phase == PLAY:
        finish_turn(rules, t, 0)


@compiled
def _deal_again(rules, t, cards):
    """Deals all cards of a table that was just dealt anew."""
    count = 0
    for seat in range(rules.players):
        for face in range(53):
            for _ in range(t.hands[seat, face]):
                cards[count] = face
                count += 1
        clear(t.hands[seat])
    for pile, size in ((t.stock, t.stock_size), (t.pile, t.pile_size)):
        cards[count : count + size] = pile[:size]
        count += size
    shuffle(t, cards, count)
    for pile, size in ((t.stock, t.stock_size), (t.pile, t.pile_size)):
        count -= size
        pile[:size] = cards[count : count + size]
    for seat in range(rules.players):
        for _ in range(t.sizes[seat]):
            count -= 1
            t.hands[seat, cards[count]] += 1
    count_hands(rules.wild, t, rules.players)
    clear(t.is_counted)
    clear(t.least)


@compiled
def _sample(rules_box, base_box, table_box, cards, rows, costs, viewers):
    """Fills the rows with tables after a quarter of the turns, and what each round then cost."""
    rules, base, t = rules_box[0], base_box[0], table_box[0]
    count = 0
    while count < len(rows):
        _deal_again(rules, base, cards)
        copy_table(base, t)
        t.chance, t.fate = base.chance, base.chance | 1
        error = below(t, LATEST_ERROR) if below(t, 2) else -1
        turns, start = 0, count
        while t.phase <= PLAY and turns < MOST_TURNS:
            seat = t.turn
            if turns == error:
                _play_with_an_error(rules, t)
            else:
                play_turn(rules, t, turns)
            turns += 1
            is_chosen = turns > error and below(t, 4) == 0
            if t.phase == DRAW and is_chosen and count < len(rows):
                describe(rules, t, seat, rows[count])
                viewers[count] = seat
                count += 1
        if t.phase <= PLAY:
            end_round(rules, t, NOBODY, ROUND_LONG)
        for index in range(start, count):
            costs[index] = lead_of(rules, t, viewers[index])


def with_round(rows, round, rounds):
    """Descriptions of tables with the round as further numbers."""
    one_of_all = np.zeros((len(rows), rounds), np.float32)
    one_of_all[:, round - 1] = 1
    return np.hstack([rows.astype(np.float32), one_of_all])


def samples(rules, count, chance):
    """Tables of all rounds of a variant as rows of numbers, and what the round cost the viewer."""
    parts = []
    for round in range(1, rules.rounds + 1):
        base = read_state(dealt(rules, round, PLAYERS, chance))
        base.chance, size = chance.getrandbits(60), count // rules.rounds
        rows, costs = np.zeros((size, FEATURES)), np.zeros(size)
        boxes = box_of(compact_rules_for(rules, round, PLAYERS)), box_of(base)
        room = np.zeros(len(base.stock), np.int64), rows, costs, np.zeros(size, np.int64)
        _sample(*boxes, box_of(empty_table()), *room)
        parts.append((with_round(rows, round, rules.rounds), costs.astype(np.float32)))
    rows, costs = zip(*parts, strict=True)
    return np.concatenate(rows), np.concatenate(costs)


class Network(NamedTuple):
    """Layers of weights and biases, between which what is below 0 is cut off."""

    means: np.ndarray
    spreads: np.ndarray
    scale: float
    layers: list[np.ndarray]

    def activations(self, rows):
        """What each layer makes of rows that are scaled, the result last."""
        outputs = [rows]
        for weights, biases in zip(self.layers[:-2:2], self.layers[1:-2:2], strict=True):
            outputs.append(np.maximum(outputs[-1] @ weights + biases, 0))
        return [*outputs, outputs[-1] @ self.layers[-2] + self.layers[-1]]

    def costs(self, rows):
        """What the rounds will cost, by the descriptions of their tables."""
        scaled = ((rows - self.means) / self.spreads).astype(np.float32)
        return self.activations(scaled)[-1][:, 0] * self.scale


def trained(rows, costs, seed):
    """A network for samples, and the share of the variance that it explains in others."""
    chance = np.random.default_rng(seed)
    is_checked = chance.random(len(rows)) < CHECKED
    sizes, layers = (rows.shape[1], *HIDDEN, 1), []
    for before, after in pairwise(sizes):
        layers.append(chance.normal(0, np.sqrt(2 / before), (before, after)).astype(np.float32))
        layers.append(np.zeros(after, np.float32))
    net = Network(rows.mean(0), rows.std(0) + 0.001, float(costs.std()), layers)
    scaled = ((rows[~is_checked] - net.means) / net.spreads).astype(np.float32)
    wanted = (costs[~is_checked] / net.scale)[:, None]
    first, second = ([np.zeros_like(layer) for layer in layers] for _ in range(2))
    step, steps = 0, EPOCHS * (len(scaled) // BATCH)
    for _ in range(EPOCHS):
        order = chance.permutation(len(scaled))
        for start in range(0, len(order) - BATCH + 1, BATCH):
            batch, step = order[start : start + BATCH], step + 1
            rate = RATE * (1 + np.cos(np.pi * step / steps)) / 2
            slopes = _slopes(net, scaled[batch], wanted[batch])
            for layer, slope, one, two in zip(layers, slopes, first, second, strict=True):
                one += 0.1 * (slope - one)
                two += 0.001 * (slope**2 - two)
                size = np.sqrt(two / (1 - 0.999**step)) + 1e-8
                layer -= rate * one / (1 - 0.9**step) / size
    rest = costs[is_checked] - net.costs(rows[is_checked])
    return net, 1 - float((rest**2).mean() / costs[is_checked].var())


def _slopes(net, rows, wanted):
    """By layer the slope of the mean squared error."""
    outputs = net.activations(rows)
    back, slopes = 2 * (outputs[-1] - wanted) / len(rows), []
    for number in range(len(net.layers) - 2, -1, -2):
        slopes[:0] = outputs[number // 2].T @ back, back.sum(0)
        back = (back @ net.layers[number].T) * (outputs[number // 2] > 0)
    return slopes


def learn(rules, count, seed):
    """A network for a variant from so many samples, and the share of the variance it explains."""
    return trained(*samples(rules, count, Random(f"{rules.id} {seed}")), seed)
