"""Which card everybody throws in a play-out."""

from typing import Final

import numpy as np

from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.law import Law
from shanghai.bots.playouts.melds import is_playable
from shanghai.bots.playouts.shape import FAR, build, short_of, shortage
from shanghai.bots.playouts.table import (
    IS_RUN,
    JOKER,
    JOKERS,
    LOW,
    MELDS,
    NATURALS,
    SIZE,
    SPOTS,
    SUIT,
    TURN,
    TURNS,
    Numbers,
    Table,
    below,
)

_NEAR: Final = 3
"""Cards of one suit no further apart than this may come to one run."""

USE, PLAYABLE, HARM, BASE, DANGER, GIFT, OTHER, LAY, DOWN_GIFT, DOWN_LAY = range(10)
"""Places in the weights of a discard."""


@compiled
def total_of(left: Numbers) -> int:
    """How many cards there are, counted by face."""
    total = 0
    for face in range(53):
        total += left[face]
    return total


@compiled
def fellows(law: Law, hand: Numbers, face: int) -> float:
    """How many fellows a natural card has in the hand, for the sets and runs of the contract."""
    rank, suit, near = face % 13, face // 13, 0
    same = hand[rank] + hand[rank + 13] + hand[rank + 26] + hand[rank + 39] - 1
    for other in range(13):
        apart = abs(other - rank)
        if apart and hand[suit * 13 + other] and min(apart, 13 - apart) <= _NEAR:
            near += 1
    return (same * law.sets * 1.5 + near * law.runs) / (law.sets + law.runs)


@compiled
def unseen_by(law: Law, t: Table, seat: int, unseen: Numbers) -> int:
    """Counts by face the cards neither in a hand nor on the table; returns how many they are."""
    unseen[:] = law.copies - t.hands[seat]
    for index in range(t.info[MELDS]):
        meld = t.melds[index]
        unseen[JOKER] -= meld[JOKERS]
        if meld[IS_RUN]:
            for place in range(meld[LOW], meld[LOW] + meld[SIZE]):
                if not meld[SPOTS] >> place & 1:
                    unseen[meld[SUIT] * 13 + (place - 1) % 13] -= 1
        else:
            for suit in range(4):
                unseen[suit * 13 + meld[LOW] - 1] -= meld[NATURALS + suit]
    return total_of(unseen)


@compiled
def wants(law: Law, t: Table, seat: int, face: int, unseen: Numbers, total: int) -> float:
    """How much a seat that is not down seems to collect a card."""
    rank, suit, known = face % 13, face // 13, total_of(t.known[seat])
    share = max(0, t.sizes[seat] - known) / max(1, total)
    recent, want = t.info[TURNS] - 4 * law.players, 0.0
    if law.sets:
        same, was_spurned = 0.0, False
        for other in range(rank, 52, 13):
            same += t.known[seat, other] + share * unseen[other]
            was_spurned |= t.spurned[seat, other] > max(0, recent)
        if was_spurned:
            same *= 0.3
        want += law.sets * min(1.5, same / 1.5)
    if law.runs:
        near = 0.0
        for apart in range(-3, 4):
            other = rank + apart
            if apart and 0 <= other <= 12:
                there = suit * 13 + other
                part = min(1, t.known[seat, there]) + share * unseen[there]
                near += part * (1.0 if abs(apart) < 3 else 0.6)
        if t.known[seat, face]:
            near *= 0.3
        if t.spurned[seat, face] > max(0, recent):
            near *= 0.3
        want += law.runs * min(1.5, near / 3)
    return want / (law.sets + law.runs)


@compiled
def gift(
    law: Law, t: Table, weights: Numbers, face: int, playable: int, unseen: Numbers, total: int
) -> float:
    """What a discard may give to the others; under a declared SHANGHAI nothing (GD-17)."""
    given, own = 0.0, t.info[TURN]
    if face == JOKER or (playable and law.shanghai):
        return given
    for step in range(1, law.players):
        seat = (own + step) % law.players
        if t.down[seat]:
            if step == 1 and playable:
                weight = weights[DOWN_LAY] if t.down[own] else weights[LAY]
                given += weight / t.sizes[seat]
        elif step == 1:
            weight = weights[DOWN_GIFT] if t.down[own] else weights[GIFT]
            given += weight * wants(law, t, seat, face, unseen, total)
        elif t.calls_used[seat] < law.call_limit and weights[OTHER] > 0 and not t.down[own]:
            given += weights[OTHER] * wants(law, t, seat, face, unseen, total)
    return given


@compiled
def ends_soon(law: Law, t: Table) -> float:
    """How likely somebody else goes out before one's next turn."""
    stays = 1.0
    for seat in range(law.players):
        if seat != t.info[TURN] and t.down[seat]:
            cards = t.sizes[seat]
            stays *= 1 - (
                0.42 if cards == 1 else 0.11 if cards == 2 else 0.08 if cards == 3 else 0.05
            )
    return 1 - stays


@compiled
def choose_discard(law: Law, t: Table) -> int:
    """The card to discard: one that serves the contract least and the others little."""
    seat = t.info[TURN]
    weights, hand, left = t.weights[seat], t.hands[seat], np.zeros(53, np.int64)
    unseen, short = np.zeros(53, np.int64), 0
    total = unseen_by(law, t, seat, unseen)
    if not t.down[seat]:
        best, melds = np.zeros(4, np.int64), np.zeros((8, 11), np.int64)
        if law.all_in:
            short = shortage(law, hand, FAR, best, 0, 0)
        else:
            short = short_of(law, t, seat)
            best[:] = t.plan[seat]
        build(law, hand, best, melds, left)
    heavy = weights[BASE] + weights[DANGER] * ends_soon(law, t) * max(1, short)
    low, chosen = 1e9, -1
    for face in range(53):
        if not hand[face]:
            continue
        playable = is_playable(law, t, face)
        if t.down[seat]:
            worth = 20.0 * playable - law.points[face]
        elif face == JOKER:
            worth = 500.0
        else:
            worth = weights[PLAYABLE] * playable - heavy * law.points[face]
            worth += weights[USE] * fellows(law, hand, face)
            if left[face] <= 0:
                worth += weights[HARM]
        worth += gift(law, t, weights, face, playable, unseen, total)
        worth += 0.001 * below(t, 100)
        if worth < low:
            low, chosen = worth, face
    return chosen
