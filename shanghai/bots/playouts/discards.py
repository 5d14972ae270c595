"""Which card everybody throws in a play-out."""

from typing import Final

from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.law import Law
from shanghai.bots.playouts.melds import is_playable
from shanghai.bots.playouts.shape import FAR, bits, build, lowest, ranks_of, short_of, shortage
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
_FELLOWS: Final = tuple(
    sum(1 << 4 * ((rank + apart) % 13) for apart in range(-_NEAR, _NEAR + 1) if apart)
    for rank in range(13)
)
"""By rank those that are near it, the ace beside the king too, four bits a rank."""

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
def fellows(law: Law, suits: Numbers, face: int) -> float:
    """How many fellows a natural card has in a hand, for the sets and runs of the contract."""
    rank, suit, same = face % 13, face // 13, -1
    for other in range(4):
        same += suits[other] >> 4 * rank & 15
    near = bits(ranks_of(suits[suit]) & _FELLOWS[rank])
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
def wants(law: Law, t: Table, seat: int, face: int, unseen: Numbers) -> float:
    """How much a seat that is not down seems to collect a card."""
    rank, suit, share = face % 13, face // 13, t.shares[seat]
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
def share_out(law: Law, t: Table, total: int) -> None:
    """Notes by seat which share of so many cards unseen its hand holds."""
    for seat in range(law.players):
        known = total_of(t.known[seat])
        t.shares[seat] = max(0, t.sizes[seat] - known) / max(1, total)


@compiled
def gift(law: Law, t: Table, weights: Numbers, face: int, playable: int, unseen: Numbers) -> float:
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
            given += weight * wants(law, t, seat, face, unseen)
        elif t.calls_used[seat] < law.call_limit and weights[OTHER] > 0 and not t.down[own]:
            given += weights[OTHER] * wants(law, t, seat, face, unseen)
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
    weights, hand, left, short = t.weights[seat], t.hands[seat], t.left, 0
    left[:] = 0
    share_out(law, t, unseen_by(law, t, seat, t.unseen))
    if not t.down[seat]:
        if law.all_in:
            short = shortage(law, t, t.suits[seat], hand[JOKER], FAR, t.trial, 0, 0)
        else:
            short = short_of(law, t, seat)
            t.trial[:] = t.plan[seat]
        build(law, t, hand, t.trial, t.built, left)
    heavy = weights[BASE] + weights[DANGER] * ends_soon(law, t) * max(1, short)
    count = 0
    for suit in range(5):
        ranks = ranks_of(t.suits[seat, suit]) if suit < 4 else min(1, hand[JOKER])
        while ranks:
            face = suit * 13 + (lowest(ranks) >> 2)
            ranks &= ranks - 1
            playable = is_playable(law, t, face)
            if t.down[seat]:
                worth = 20.0 * playable - law.points[face]
            elif face == JOKER:
                worth = 500.0
            else:
                worth = weights[PLAYABLE] * playable - heavy * law.points[face]
                worth += weights[USE] * fellows(law, t.suits[seat], face)
                if left[face] <= 0:
                    worth += weights[HARM]
            at = count
            while at and t.worths[at - 1] > worth:
                t.worths[at], t.choices[at] = t.worths[at - 1], t.choices[at - 1]
                at -= 1
            t.worths[at] = worth
            t.choices[at] = face << 8 | playable << 7 | below(t, 100)
            count += 1
    low, chosen = 1e9, -1
    for i in range(count):
        worth, face, playable = t.worths[i], t.choices[i] >> 8, t.choices[i] >> 7 & 1
        if worth > low:
            break
        worth += gift(law, t, weights, face, playable, t.unseen)
        worth += 0.001 * (t.choices[i] & 127)
        if worth < low or (worth == low and face < chosen):
            low, chosen = worth, face
    return chosen
