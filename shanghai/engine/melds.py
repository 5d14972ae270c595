"""Melds: what makes a set or a run, how a lay-down fills its contract, and where a card fits."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import structs

from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import (
    FACE_OF,
    NATURAL_FACES,
    Card,
    Face,
    natural_face,
    rank_of,
    suit_of,
)
from shanghai.engine.refusal import Refusal, refusal
from shanghai.engine.rules import Contract, JokerCap, Rules
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import End, Kind, Meld
from shanghai.engine.wild import is_natural, is_wild, stands_in

Places = tuple[End | None, ...]
"""Where a meld takes a card: (None,) for a set, the fitting ends of a run, or nothing."""
Openings = Mapping[Face, Places]
"""The faces that a meld takes, each with its places."""

LONGEST_RUN = 13
"""Each rank once in a run (ALL-3)."""


def run_bounds(rules: Rules) -> tuple[int, int]:
    """The lowest and the highest place of a run: 1 for a low ace, 14 for a high one."""
    return (2 if rules.ace == "high" else 1), (13 if rules.ace == "low" else 14)


def least_size(rules: Rules, kind: Kind) -> int:
    """The fewest cards of a set or a run (ALL-3)."""
    return rules.least_run if kind is Kind.RUN else rules.least_set


def read_meld(rules: Rules, owner: SeatIndex, laid: MeldCards) -> Meld | Refusal:
    """The meld that cards make, its jokers pinned to what they stand for, or why they make none."""
    least = least_size(rules, laid.kind)
    if len(laid.cards) < least:
        return refusal("too-short", "ALL-3", cards=laid.cards, least=least, kind=laid.kind.value)
    if not any(is_natural(rules, card) for card in laid.cards):
        return refusal("no-natural", "ALL-3", cards=laid.cards)
    meld = _read_run(rules, owner, laid) if laid.kind is Kind.RUN else _read_set(rules, owner, laid)
    if isinstance(meld, Refusal):
        return meld
    if not rules.joker_cap.allows(meld.is_run, len(laid.cards), meld.wild_count):
        return _over_cap(rules, meld.is_run, len(laid.cards), meld.wild_count)
    return meld


def _over_cap(rules: Rules, is_run: bool, size: int, jokers: int) -> Refusal:
    most = rules.joker_cap.most_for(is_run, size)
    kind = (Kind.RUN if is_run else Kind.SET).value
    return refusal("too-many-jokers", "joker_cap", kind=kind, size=size, jokers=jokers, most=most)


def _read_set(rules: Rules, owner: SeatIndex, laid: MeldCards) -> Meld | Refusal:
    ranks = {rank_of(card) for card in laid.cards if not is_wild(rules, card)}
    if len(ranks) > 1:
        return refusal("not-one-rank", "ALL-3", cards=laid.cards)
    if not ranks:
        # All are wild: it is of the rank that most of them have.
        own = [rank_of(card) for card in laid.cards if is_natural(rules, card)]
        ranks = {max(sorted(own), key=own.count)}
    rank = ranks.pop()
    wild = [i for i, card in enumerate(laid.cards) if _is_stand_in(rules, card, rank)]
    return Meld(owner, Kind.SET, laid.cards, rank, wild=tuple(wild))


def _is_stand_in(rules: Rules, card: Card, rank: int, suit: int = -1) -> bool:
    """Whether a card other than a joker stands for another one here."""
    return FACE_OF[card] in rules.other_wild and stands_in(rules, card, rank, suit)


def _read_run(rules: Rules, owner: SeatIndex, laid: MeldCards) -> Meld | Refusal:
    size = len(laid.cards)
    if size > LONGEST_RUN:
        return refusal("too-long", "ALL-3", cards=laid.cards, most=LONGEST_RUN)
    fixed = [(i, card) for i, card in enumerate(laid.cards) if not is_wild(rules, card)]
    suits = {suit_of(card) for _, card in fixed}
    if len(suits) > 1:
        return refusal("not-one-suit", "ALL-3", cards=laid.cards)
    lows = [low for low in range(1, 16 - size) if _stands_at(low, fixed)]
    if not lows:
        return refusal("not-consecutive", "ALL-3", cards=laid.cards)
    lowest, highest = run_bounds(rules)
    fitting = [low for low in lows if low >= lowest and low + size - 1 <= highest]
    if not fitting:
        return refusal("ace-out-of-place", "ace", cards=laid.cards, ace=rules.ace)
    if not rules.other_wild:
        return Meld(owner, Kind.RUN, laid.cards, fitting[0], suits.pop())
    return _read_wild_run(rules, owner, laid, fitting, suits)


def _read_wild_run(
    rules: Rules, owner: SeatIndex, laid: MeldCards, lows: list[int], suits: set[int]
) -> Meld | Refusal:
    """The run with most cards as themselves, then the lowest, that wild cards and others make."""
    readings = []
    for suit in suits or range(4):
        for low in lows:
            wild = [
                i
                for i, card in enumerate(laid.cards)
                if _is_stand_in(rules, card, (low + i - 1) % 13 + 1, suit)
            ]
            readings.append(Meld(owner, Kind.RUN, laid.cards, low, suit, tuple(wild)))
    best = min(readings, key=lambda meld: meld.wild_count)
    if best.wild_count == len(laid.cards):
        return refusal("no-natural", "ALL-3", cards=laid.cards)
    return best


def _stands_at(low: int, naturals: list[tuple[int, Card]]) -> bool:
    return all((low + i - 1) % 13 + 1 == rank_of(card) for i, card in naturals)


def refuse_lay_down(rules: Rules, contract: Contract, melds: Sequence[Meld]) -> Refusal | None:
    """Why the melds, each legal alone, do not make the contract (ALL-5, RG-7, GD-6, GD-7)."""
    if contract.alternatives:
        return _refuse_options(rules, contract, melds)
    sets = sorted((len(m.cards) for m in melds if not m.is_run), reverse=True)
    runs = sorted((len(m.cards) for m in melds if m.is_run), reverse=True)
    if len(sets) != len(contract.sets) or len(runs) != len(contract.runs):
        return refusal(
            "not-the-contract", "ALL-5", sets=len(sets), runs=len(runs), contract=contract
        )
    for kind, sizes, asked in (("set", sets, contract.sets), ("run", runs, contract.runs)):
        for size, least in zip(sizes, sorted(asked, reverse=True), strict=True):
            if size < least:
                return refusal("too-small", "ALL-5", kind=kind, size=size, least=least)
            if size > least and rules.exact_sizes:
                return refusal("too-large", "exact_sizes", kind=kind, size=size, most=least)
    if not rules.same_rank_sets:
        ranks = [m.low for m in melds if not m.is_run]
        for rank in ranks:
            if ranks.count(rank) > 1:
                return refusal("same-rank", "same_rank_sets", rank=rank)
    if not rules.adjacent_runs:
        return _refuse_adjacent([m for m in melds if m.is_run])
    return None


def _refuse_options(rules: Rules, contract: Contract, melds: Sequence[Meld]) -> Refusal | None:
    """Why the melds fulfil none of the options of a contract."""
    found = [refuse_lay_down(rules, option, melds) for option in contract.options]
    if None in found:
        return None
    # The one whose numbers of melds are met says best what is amiss.
    return next(
        (bad for bad in found if bad and bad.code != "not-the-contract"),
        refusal(
            "not-the-contract",
            "ALL-5",
            sets=sum(not meld.is_run for meld in melds),
            runs=sum(meld.is_run for meld in melds),
            contract=contract,
        ),
    )


def _refuse_adjacent(runs: Sequence[Meld]) -> Refusal | None:
    for one in runs:
        for other in runs:
            if one.suit == other.suit and other.low == one.high + 1:
                return refusal("adjacent", "adjacent_runs", low=one.cards, high=other.cards)
    return None


class _Openings(dict[tuple[bool, int, int, int, int], Openings]):
    """The openings of melds by their shape, worked out when they are first asked for."""

    def __init__(
        self, bounds: tuple[int, int], cap: JokerCap, wild: frozenset[Face], natural: bool
    ) -> None:
        self._bounds, self._cap, self._wild, self._natural = bounds, cap, wild, natural
        self._last: tuple[tuple[Meld, ...], tuple[Openings, ...]] = (), ()

    def of(self, table: tuple[Meld, ...]) -> tuple[Openings, ...]:
        """Those of the melds of a table; mostly it is the very one that was asked about last."""
        last, found = self._last
        if last is not table:
            found = tuple([self[meld.shape] for meld in table])
            self._last = table, found
        return found

    def __missing__(self, shape: tuple[bool, int, int, int, int]) -> Openings:
        is_run, low, suit, size, wild = shape
        takes = [self._cap.allows(is_run, size + 1, wild + more) for more in (0, 1)]
        found: dict[Face, Places] = {}
        for end, own in self._own_faces(is_run, low, suit, size):
            naturals = own if self._natural else own - self._wild
            if takes[0]:
                for face in naturals:
                    found[face] = (*found.get(face, ()), end)
            if takes[1]:
                for face in self._wild - naturals:
                    found[face] = (*found.get(face, ()), end)
        self[shape] = found
        return found

    def _own_faces(
        self, is_run: bool, low: int, suit: int, size: int
    ) -> Iterator[tuple[End | None, frozenset[Face]]]:
        """The places where the meld can grow, each with the faces that it asks for."""
        if not is_run:
            yield None, frozenset(NATURAL_FACES[low - 1 :: 13])
        elif size < LONGEST_RUN:
            lowest, highest = self._bounds
            for end, place in ((End.LOW, low - 1), (End.HIGH, low + size)):
                if lowest <= place <= highest:
                    yield end, frozenset((natural_face(suit, place),))


_openings = lru_cache(maxsize=32)(_Openings)


def _known(rules: Rules) -> _Openings:
    return _openings(run_bounds(rules), rules.joker_cap, rules.wild_faces, rules.wild_natural)


def openings(rules: Rules, table: tuple[Meld, ...]) -> tuple[Openings, ...]:
    """For each meld the faces that it takes, each with its places."""
    return _known(rules).of(table)


def places(rules: Rules, meld: Meld, card: Card | Face) -> Places:
    """The places where a meld takes a card: (None,) for a set, the fitting ends of a run, or ()."""
    return _known(rules)[meld.shape].get(FACE_OF[card], ())


def refuse_place(rules: Rules, meld: Meld, card: Card, end: End | None) -> Refusal | None:
    """Why a card may not go on a meld at the end named, or at the one end that fits."""
    if end is not None and not meld.is_run:
        return refusal("no-ends", "ALL-6")
    fitting = places(rules, meld, card)
    if not fitting:
        size, wild = len(meld.cards) + 1, meld.wild_count + is_wild(rules, card)
        if not rules.joker_cap.allows(meld.is_run, size, wild):
            return _over_cap(rules, meld.is_run, size, wild)
        return refusal("does-not-fit", "ALL-3", card=card, cards=meld.cards, kind=meld.kind.value)
    if end is None and len(fitting) > 1:
        return refusal("both-ends", "ALL-4", card=card)
    if end is not None and end not in fitting:
        return refusal("wrong-end", "ALL-4", card=card, end=end.name.lower())
    return None


def grown(rules: Rules, meld: Meld, card: Card, end: End | None) -> Meld:
    """The meld with the card laid on it, at a place that `refuse_place` allows."""
    cards, low, wild = meld.cards, meld.low, meld.wild
    if meld.kind is Kind.SET:
        stands_in = _is_stand_in(rules, card, low)
        wild = (*wild, len(cards)) if stands_in else wild
        return structs.replace(meld, cards=(*cards, card), wild=wild)
    if (places(rules, meld, card)[0] if end is None else end) is End.LOW:
        stands_in = _is_stand_in(rules, card, (low - 2) % 13 + 1, meld.suit)
        wild = (*(0,) * stands_in, *(index + 1 for index in wild))
        return structs.replace(meld, cards=(card, *cards), low=low - 1, wild=wild)
    stands_in = _is_stand_in(rules, card, meld.high % 13 + 1, meld.suit)
    wild = (*wild, len(cards)) if stands_in else wild
    return structs.replace(meld, cards=(*cards, card), wild=wild)


def swapped(meld: Meld, card: Card, index: int) -> Meld:
    """The meld with the wild card at `index` replaced by the card that it stands for."""
    cards = (*meld.cards[:index], card, *meld.cards[index + 1 :])
    wild = tuple([other for other in meld.wild if other != index])
    return structs.replace(meld, cards=cards, wild=wild)
