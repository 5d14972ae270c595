"""Which card everybody throws in a play-out."""

from typing import Final

from shanghai.bots.playouts.actions import is_playable
from shanghai.bots.playouts.law import Law
from shanghai.bots.playouts.shape import FAR, bits, build, lowest, ranks_of, short_of, shortage
from shanghai.bots.playouts.table import (
    IS_RUN,
    JOKER,
    JOKERS,
    LOW,
    NATURALS,
    SIZE,
    SPOTS,
    SUIT,
    Numbers,
    Table,
    below,
    compiled,
    spot,
    wild_at,
)
from shanghai.bots.weights import NEAR, Weights

_FELLOWS: Final = tuple(
    sum(1 << 4 * ((rank + apart) % 13) for apart in range(-NEAR, NEAR + 1) if apart)
    for rank in range(13)
)
"""By rank those that are near it, the ace beside the king too, four bits a rank."""


@compiled
def total_of(left: Numbers) -> int:
    """How many cards there are, counted by face."""
    total = 0
    for face in range(53):
        total += left[face]
    return total


@compiled
def fellows(law: Law, seat: int, weights: Weights, suits: Numbers, face: int) -> float:
    """How many fellows a natural card has in a hand, for the sets and runs of the contract."""
    rank, suit, same = face % 13, face // 13, -1
    for other in range(4):
        same += suits[other] >> 4 * rank & 15
    near = bits(ranks_of(suits[suit]) & _FELLOWS[rank])
    return (same * law.sets[seat] * weights.pair + near * law.runs[seat]) / (
        law.sets[seat] + law.runs[seat]
    )


@compiled
def unseen_by(law: Law, t: Table, seat: int, unseen: Numbers) -> int:
    """Counts by face the cards neither in a hand nor on the table; returns how many they are."""
    unseen[:] = law.copies - t.hands[seat]
    for index in range(t.meld_count):
        meld = t.melds[index]
        if meld[IS_RUN]:
            for step in range(meld[SIZE]):
                place = spot(meld[LOW] + step)
                if meld[SPOTS] >> place & 1:
                    unseen[wild_at(meld, place)] -= 1
                else:
                    unseen[meld[SUIT] * 13 + place - 1] -= 1
        else:
            for i in range(meld[JOKERS]):
                unseen[wild_at(meld, i)] -= 1
            for suit in range(4):
                unseen[suit * 13 + meld[LOW] - 1] -= meld[NATURALS + suit]
    return total_of(unseen)


@compiled
def wants(law: Law, t: Table, seat: int, face: int, unseen: Numbers) -> float:
    """How much a seat that is not down seems to collect a card, as `Collections.wish` has it."""
    rank, suit, share, weights = face % 13, face // 13, t.shares[seat], t.weights
    recent, want = max(0, t.turns - 4 * law.players), 0.0
    if law.sets[seat]:
        same, was_spurned = 0.0, False
        for other in range(rank, 52, 13):
            same += t.known[seat, other] + share * unseen[other]
            was_spurned |= t.spurned[seat, other] > recent
        if was_spurned:
            same *= weights.spurned
        want += law.sets[seat] * min(weights.most_wanted, same / weights.set_filled)
    if law.runs[seat]:
        near, close, edge = 0.0, weights.close, weights.edge
        for apart in range(-NEAR, NEAR + 1):
            other = rank + apart
            if apart and 0 <= other <= 12:
                there = suit * 13 + other
                part = min(1, t.known[seat, there]) + share * unseen[there]
                near += part * (close if abs(apart) < NEAR else edge)
        if t.known[seat, face]:
            near *= weights.spurned
        if t.spurned[seat, face] > recent:
            near *= weights.spurned
        want += law.runs[seat] * min(weights.most_wanted, near / weights.run_filled)
    return want / (law.sets[seat] + law.runs[seat])


@compiled
def share_out(law: Law, t: Table, total: int) -> None:
    """Notes by seat which share of so many cards unseen its hand holds."""
    for seat in range(law.players):
        known = total_of(t.known[seat])
        t.shares[seat] = max(0, t.sizes[seat] - known) / max(1, total)


@compiled
def gift(law: Law, t: Table, face: int, playable: int, unseen: Numbers) -> float:
    """What a discard may give to the others; under a declared SHANGHAI nothing (GD-17)."""
    given, own, weights = 0.0, t.turn, t.weights
    if law.wild[face] or (playable and law.shanghai):
        return given
    for step in range(1, law.players):
        seat = (own + law.step * step) % law.players
        if t.down[seat]:
            if step == 1 and playable:
                given += (weights.laid_down if t.down[own] else weights.laid) / t.sizes[seat]
        elif step == 1:
            weight = weights.gift_down if t.down[own] else weights.gift
            given += weight * wants(law, t, seat, face, unseen)
        elif t.calls_used[seat] < law.call_limit and weights.sold > 0 and not t.down[own]:
            given += weights.sold * wants(law, t, seat, face, unseen)
    return weights.wary * given


@compiled
def ends_soon(law: Law, t: Table) -> float:
    """How likely somebody else goes out before one's next turn."""
    stays, out_soon = 1.0, t.weights.out_soon
    for seat in range(law.players):
        if seat != t.turn and t.down[seat]:
            stays *= 1 - out_soon[min(t.sizes[seat], len(out_soon) - 1)]
    return 1 - stays


@compiled
def _ranks_held(law: Law, t: Table, seat: int, suit: int) -> int:
    """The ranks of which a hand has a card of a suit, a joker as the first rank of suit 4."""
    if suit == 4:
        return int(min(1, t.hands[seat, JOKER]))
    ranks = ranks_of(t.suits[seat, suit])
    if law.other_wild:
        for rank in range(13):
            if t.hands[seat, suit * 13 + rank]:
                ranks |= 1 << 4 * rank
    return ranks


@compiled
def choose_discard(law: Law, t: Table) -> int:
    """The card to discard: one that serves the contract least and the others little."""
    seat = t.turn
    weights, hand, left, short = t.weights, t.hands[seat], t.left, 0
    left[:] = 0
    share_out(law, t, unseen_by(law, t, seat, t.unseen))
    if not t.down[seat]:
        if law.all_in[seat]:
            short = shortage(law, t, seat, t.suits[seat], t.wilds[seat], FAR, t.trial, 0, 0)
        else:
            short = short_of(law, t, seat)
            t.trial[:] = t.plan[seat]
        build(law, t, seat, hand, t.trial, t.built, left)
    danger = weights.shed * ends_soon(law, t)
    heavy = weights.point + weights.point_in_danger * danger * max(1, short)
    count = 0
    for suit in range(5):
        ranks = _ranks_held(law, t, seat, suit)
        while ranks:
            face = suit * 13 + (lowest(ranks) >> 2)
            ranks &= ranks - 1
            playable = is_playable(law, t, face)
            if t.down[seat]:
                worth = weights.kept * playable - law.points[face]
            elif law.wild[face]:
                worth = weights.joker
            else:
                worth = weights.playable * playable - heavy * law.points[face]
                worth += weights.fellow * fellows(law, seat, weights, t.suits[seat], face)
                if left[face] <= 0:
                    worth += weights.step
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
        worth += gift(law, t, face, playable, t.unseen)
        worth += 0.001 * (t.choices[i] & 127)
        if worth < low or (worth == low and face < chosen):
            low, chosen = worth, face
    return chosen
