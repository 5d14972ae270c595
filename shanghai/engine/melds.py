"""Melds: what makes a set or a run, how a lay-down fills its contract, and where a card fits."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import structs

from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import ALL_FACES, FACE_OF, FACES, JOKER, Card, Face, rank_of, suit_of
from shanghai.engine.refusal import Refusal, refusal
from shanghai.engine.rules import Contract, JokerCap, Rules
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import End, Kind, Meld

Places = tuple[End | None, ...]
"""Where a meld takes a card: (None,) for a set, the fitting ends of a run, or nothing."""
Openings = Mapping[Face, Places]
"""The faces that a meld takes, each with its places."""

LONGEST_RUN = 13
"""Each rank once in a run (ALL-3)."""


def lowest_place(rules: Rules) -> int:
    """The lowest place a run may reach: 1 where an ace may be low, else 2."""
    return 2 if rules.ace == "high" else 1


def highest_place(rules: Rules) -> int:
    """The highest place a run may reach: 14 where an ace may be high, else 13."""
    return 13 if rules.ace == "low" else 14


def read_meld(rules: Rules, owner: SeatIndex, laid: MeldCards) -> Meld | Refusal:
    """The meld that cards make, its jokers pinned to what they stand for, or why they make none."""
    naturals = [(i, card) for i, card in enumerate(laid.cards) if card % FACES != JOKER]
    least = 4 if laid.kind is Kind.RUN else 3
    if len(laid.cards) < least:
        return refusal("too-short", "ALL-3", cards=laid.cards, least=least, kind=laid.kind.value)
    if not naturals:
        return refusal("no-natural", "ALL-3", cards=laid.cards)
    meld = (
        _read_run(rules, owner, laid, naturals)
        if laid.kind is Kind.RUN
        else _read_set(owner, laid, naturals)
    )
    if isinstance(meld, Refusal):
        return meld
    jokers = len(laid.cards) - len(naturals)
    if not rules.joker_cap.allows(meld.is_run, len(laid.cards), jokers):
        return _over_cap(rules, meld.is_run, len(laid.cards), jokers)
    return meld


def _over_cap(rules: Rules, is_run: bool, size: int, jokers: int) -> Refusal:
    most = rules.joker_cap.most_for(is_run, size)
    kind = (Kind.RUN if is_run else Kind.SET).value
    return refusal("too-many-jokers", "joker_cap", kind=kind, size=size, jokers=jokers, most=most)


def _read_set(
    owner: SeatIndex, laid: MeldCards, naturals: list[tuple[int, Card]]
) -> Meld | Refusal:
    ranks = {rank_of(card) for _, card in naturals}
    if len(ranks) != 1:
        return refusal("not-one-rank", "ALL-3", cards=laid.cards)
    return Meld(owner, Kind.SET, laid.cards, ranks.pop())


def _read_run(
    rules: Rules, owner: SeatIndex, laid: MeldCards, naturals: list[tuple[int, Card]]
) -> Meld | Refusal:
    size = len(laid.cards)
    if size > LONGEST_RUN:
        return refusal("too-long", "ALL-3", cards=laid.cards, most=LONGEST_RUN)
    suits = {suit_of(card) for _, card in naturals}
    if len(suits) != 1:
        return refusal("not-one-suit", "ALL-3", cards=laid.cards)
    lows = {low for low in range(1, 16 - size) if _stands_at(low, naturals)}
    if not lows:
        return refusal("not-consecutive", "ALL-3", cards=laid.cards)
    fitting = [
        low
        for low in sorted(lows)
        if low >= lowest_place(rules) and low + size - 1 <= highest_place(rules)
    ]
    if not fitting:
        return refusal("ace-out-of-place", "ace", cards=laid.cards, ace=rules.ace)
    return Meld(owner, Kind.RUN, laid.cards, fitting[0], suits.pop())


def _stands_at(low: int, naturals: list[tuple[int, Card]]) -> bool:
    return all((low + i - 1) % 13 + 1 == rank_of(card) for i, card in naturals)


def refuse_lay_down(rules: Rules, contract: Contract, melds: Sequence[Meld]) -> Refusal | None:
    """Why the melds, each legal alone, do not make the contract (ALL-5, RG-7, GD-6, GD-7)."""
    sets = sorted((len(m.cards) for m in melds if not m.is_run), reverse=True)
    runs = sorted((len(m.cards) for m in melds if m.is_run), reverse=True)
    if len(sets) != len(contract.sets) or len(runs) != len(contract.runs):
        return refusal("not-the-contract", "ALL-5", sets=len(sets), runs=len(runs))
    for kind, sizes, asked in (("set", sets, contract.sets), ("run", runs, contract.runs)):
        for size, least in zip(sizes, sorted(asked, reverse=True), strict=True):
            if size < least:
                return refusal("too-small", "ALL-5", kind=kind, size=size, least=least)
    if not rules.same_rank_sets:
        ranks = [m.low for m in melds if not m.is_run]
        for rank in ranks:
            if ranks.count(rank) > 1:
                return refusal("same-rank", "same_rank_sets", rank=rank)
    if not rules.adjacent_runs:
        return _refuse_adjacent([m for m in melds if m.is_run])
    return None


def _refuse_adjacent(runs: Sequence[Meld]) -> Refusal | None:
    for one in runs:
        for other in runs:
            if one.suit == other.suit and other.low == one.high + 1:
                return refusal("adjacent", "adjacent_runs", low=one.cards, high=other.cards)
    return None


class _Openings(dict[tuple[bool, int, int, int, int], Openings]):
    """The openings of melds by their shape, worked out when they are first asked for."""

    def __init__(self, lowest: int, highest: int, cap: JokerCap) -> None:
        self._lowest, self._highest, self._cap = lowest, highest, cap
        self._last: tuple[tuple[Meld, ...], tuple[Openings, ...]] = (), ()

    def of(self, table: tuple[Meld, ...]) -> tuple[Openings, ...]:
        """Those of the melds of a table; mostly it is the very one that was asked about last."""
        last, found = self._last
        if last is not table:
            found = tuple([self[meld.shape] for meld in table])
            self._last = table, found
        return found

    def __missing__(self, shape: tuple[bool, int, int, int, int]) -> Openings:
        is_run, low, suit, size, jokers = shape
        find = self._run_places if is_run else self._set_places
        found: dict[Face, Places] = {}
        for face in ALL_FACES:
            spots = find(low, suit, size, face)
            if spots and self._cap.allows(is_run, size + 1, jokers + (face == JOKER)):
                found[face] = spots
        self[shape] = found
        return found

    def _set_places(self, low: int, suit: int, size: int, face: Face) -> Places:
        return (None,) if face == JOKER or face % 13 + 1 == low else ()

    def _run_places(self, low: int, suit: int, size: int, face: Face) -> Places:
        if size >= LONGEST_RUN or (face != JOKER and face // 13 != suit):
            return ()
        ends = ((End.LOW, low - 1), (End.HIGH, low + size))
        return tuple(
            end
            for end, place in ends
            if self._lowest <= place <= self._highest
            and (face == JOKER or (place - 1) % 13 == face % 13)
        )


_openings = lru_cache(maxsize=32)(_Openings)


def openings(rules: Rules, table: tuple[Meld, ...]) -> tuple[Openings, ...]:
    """For each meld the faces that it takes, each with its places."""
    return _openings(lowest_place(rules), highest_place(rules), rules.joker_cap).of(table)


def places(rules: Rules, meld: Meld, card: Card) -> Places:
    """The places where a meld takes a card: (None,) for a set, the fitting ends of a run, or ()."""
    known = _openings(lowest_place(rules), highest_place(rules), rules.joker_cap)
    return known[meld.shape].get(FACE_OF[card], ())


def refuse_place(rules: Rules, meld: Meld, card: Card, end: End | None) -> Refusal | None:
    """Why a card may not go on a meld at the end named, or at the one end that fits."""
    if end is not None and not meld.is_run:
        return refusal("no-ends", "ALL-6")
    fitting = places(rules, meld, card)
    if not fitting:
        joker = card % FACES == JOKER
        size, jokers = len(meld.cards) + 1, meld.jokers + joker
        if not rules.joker_cap.allows(meld.is_run, size, jokers):
            return _over_cap(rules, meld.is_run, size, jokers)
        return refusal("does-not-fit", "ALL-3", card=card, cards=meld.cards, kind=meld.kind.value)
    if end is None and len(fitting) > 1:
        return refusal("both-ends", "ALL-4", card=card)
    if end is not None and end not in fitting:
        return refusal("wrong-end", "ALL-4", card=card, end=end.name.lower())
    return None


def grown(rules: Rules, meld: Meld, card: Card, end: End | None) -> Meld:
    """The meld with the card laid on it, at a place that `refuse_place` allows."""
    if meld.kind is Kind.SET:
        return structs.replace(meld, cards=(*meld.cards, card))
    if (places(rules, meld, card)[0] if end is None else end) is End.LOW:
        return structs.replace(meld, cards=(card, *meld.cards), low=meld.low - 1)
    return structs.replace(meld, cards=(*meld.cards, card))


def swapped(meld: Meld, card: Card, index: int) -> Meld:
    """The meld with the joker at `index` replaced by the card that it stands for."""
    cards = (*meld.cards[:index], card, *meld.cards[index + 1 :])
    return structs.replace(meld, cards=cards)
