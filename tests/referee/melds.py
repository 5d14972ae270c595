"""Sets and runs: whether they stand, what fits on them, and whether a hand can go down."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from .table import JOKER, LONGEST_RUN, RANKS, SUITS, Foul, Variant, rank_of, suit_of

HIGHEST = 14  # the place of a high ace; a low one has place 1


@dataclass
class Meld:
    """A meld on the table; `start` is the place of a run's first card, 1 for a low ace."""

    owner: int
    kind: str
    cards: list[str]
    start: int = 0

    @property
    def end(self) -> int:
        """The place of a run's last card."""
        return self.start + len(self.cards) - 1

    def label_at(self, index: int) -> str:
        """The card that stands, or is stood for, at an index of a run."""
        suit = next(suit_of(card) for card in self.cards if card != JOKER)
        return label(self.start + index, suit)


def label(place: int, suit: str) -> str:
    """The card of a place (1 to 14) in a suit."""
    return RANKS[(place - 1) % 13] + suit


def lowest(variant: Variant) -> int:
    """The lowest place of a run."""
    return 1 if variant.ace_low else 2


def check_jokers(variant: Variant, kind: str, cards: list[str]) -> None:
    """Foul where a meld has too many jokers, or no natural card (ALL-3)."""
    jokers = cards.count(JOKER)
    if jokers == len(cards):
        raise Foul("ALL-3: a meld without a natural card")
    if jokers > variant.joker_cap(kind, len(cards)):
        raise Foul(f"too many jokers for a {kind} of {len(cards)}")


def make_set(variant: Variant, owner: int, cards: list[str]) -> Meld:
    """A set of these cards; Foul where they are none."""
    if len(cards) < 3:
        raise Foul("ALL-3: a set of fewer than three cards")
    if len({rank_of(card) for card in cards if card != JOKER}) > 1:
        raise Foul("ALL-3: a set of several ranks")
    check_jokers(variant, "set", cards)
    return Meld(owner, "set", cards)


def make_run(variant: Variant, owner: int, cards: list[str]) -> Meld:
    """A run of these cards, low to high; Foul where they are none."""
    if not 4 <= len(cards) <= LONGEST_RUN:
        raise Foul("ALL-3: a run has 4 to 13 cards")
    check_jokers(variant, "run", cards)
    if len({suit_of(card) for card in cards if card != JOKER}) > 1:
        raise Foul("ALL-3: a run of several suits")
    starts = set()
    for index, card in enumerate(cards):
        if card != JOKER:
            rank = rank_of(card)
            place = HIGHEST if rank == "A" and index > 0 else RANKS.index(rank) + 1
            starts.add(place - index)
    if len(starts) > 1:
        raise Foul("ALL-3: the cards of a run do not follow each other")
    run = Meld(owner, "run", cards, starts.pop())
    if run.start < lowest(variant) or run.end > HIGHEST:
        raise Foul("a run beyond the ends of its suit")
    return run


def make_meld(variant: Variant, owner: int, kind: str, cards: list[str]) -> Meld:
    """The meld that a bracket means; Foul where it is none, or could be either."""
    makers = {"set": make_set, "run": make_run}
    if kind:
        return makers[kind](variant, owner, cards)
    made, fouls = [], []
    for maker in makers.values():
        try:
            made.append(maker(variant, owner, list(cards)))
        except Foul as foul:
            fouls.append(str(foul))
    if len(made) == 2:
        raise Foul(f"{' '.join(cards)} could be a set or a run")
    if not made:
        raise Foul("neither a set nor a run: " + "; ".join(fouls))
    return made[0]


def check_contract(variant: Variant, number: int, melds: list[Meld]) -> None:
    """Foul where the melds are not the contract of round `number` (ALL-5, RG-7, GD-6, GD-7)."""
    for kind in ("set", "run"):
        letter = kind[0].upper()
        wanted = sorted(
            int(slot[1:]) for slot in variant.contracts[number - 1].split() if slot[0] == letter
        )
        sizes = sorted(len(meld.cards) for meld in melds if meld.kind == kind)
        if len(sizes) != len(wanted):
            raise Foul(f"ALL-5: the contract has {len(wanted)} of kind {kind}, not {len(sizes)}")
        if any(size < least for size, least in zip(sizes, wanted, strict=True)):
            raise Foul(f"ALL-5: a {kind} is shorter than the contract asks")
    if variant.no_adjacent_runs:
        runs = [meld for meld in melds if meld.kind == "run"]
        for one in runs:
            for two in runs:
                same_suit = suit_of(one.label_at(0)) == suit_of(two.label_at(0))
                if same_suit and one.end + 1 == two.start:
                    raise Foul("RG-7, GD-7: two runs without a break between them")
    if variant.no_equal_sets:
        ranks = [set_rank(meld) for meld in melds if meld.kind == "set"]
        if len(set(ranks)) < len(ranks):
            raise Foul("GD-6: two sets of one rank")


def set_rank(meld: Meld) -> str:
    """The rank of a set."""
    return next(rank_of(card) for card in meld.cards if card != JOKER)


def ends(variant: Variant, meld: Meld, card: str) -> list[str]:
    """Where a card may be laid: `low`, `high` of a run, or `set`; empty where it fits nowhere."""
    try:
        check_jokers(variant, meld.kind, [*meld.cards, card])
    except Foul:
        return []
    if meld.kind == "set":
        return ["set"] if card == JOKER or rank_of(card) == set_rank(meld) else []
    if len(meld.cards) >= LONGEST_RUN:
        return []
    suit = suit_of(meld.label_at(0))
    fits = []
    if meld.start > lowest(variant) and card in (JOKER, label(meld.start - 1, suit)):
        fits.append("low")
    if meld.end < HIGHEST and card in (JOKER, label(meld.end + 1, suit)):
        fits.append("high")
    return fits


def lay(meld: Meld, card: str, end: str) -> None:
    """Puts a card that fits on a meld."""
    if end == "low":
        meld.cards.insert(0, card)
        meld.start -= 1
    else:
        meld.cards.append(card)


def exchange(meld: Meld, card: str) -> None:
    """Puts a natural card in the place of the joker that stands for it; Foul where none does."""
    for index, there in enumerate(meld.cards):
        if there != JOKER:
            continue
        stands = rank_of(card) == set_rank(meld)
        if meld.kind == "run":
            stands = card == meld.label_at(index)
        if stands:
            meld.cards[index] = card
            return
    raise Foul(f"ALL-4: no joker of that meld stands for {card}")


def can_go_down(variant: Variant, number: int, hand: list[str]) -> bool:
    """Whether a hand holds the contract of round `number`.

    Looks for melds of the least size alone. That is exact only where any meld that stands holds
    a shorter one that stands too and melds do not hinder each other, as in california.
    """
    slots = variant.contracts[number - 1].split()
    runs = [int(slot[1:]) for slot in slots if slot[0] == "R"]
    sets = [int(slot[1:]) for slot in slots if slot[0] == "S"]
    if variant.no_adjacent_runs or variant.no_equal_sets or {*runs, *sets} - {3, 4}:
        raise NotImplementedError
    naturals = Counter(card for card in hand if card != JOKER)
    return _find_runs(variant, runs, len(sets), naturals, hand.count(JOKER), 0)


def _find_runs(
    variant: Variant, runs: list[int], sets: int, naturals: Counter[str], jokers: int, first: int
) -> bool:
    if not runs:
        ranks = Counter(rank_of(card) for card in naturals.elements())
        return _find_sets(variant, sets, list(ranks.values()), jokers)
    places = [(suit, start) for suit in SUITS for start in range(lowest(variant), HIGHEST - 2)]
    for index in range(first, len(places)):
        suit, start = places[index]
        labels = [label(start + offset, suit) for offset in range(4)]
        for wild in _joker_places(variant, "run", 4, jokers):
            used = [card for offset, card in enumerate(labels) if offset not in wild]
            if all(naturals[card] for card in used):
                left = naturals - Counter(used)
                if _find_runs(variant, runs[1:], sets, left, jokers - len(wild), index):
                    return True
    return False


def _joker_places(variant: Variant, kind: str, size: int, jokers: int) -> Iterator[tuple[int, ...]]:
    most = min(jokers, variant.joker_cap(kind, size), size - 1)
    for count in range(most + 1):
        yield from combinations(range(size), count)


def _find_sets(variant: Variant, sets: int, ranks: list[int], jokers: int) -> bool:
    """Whether so many sets of three can be made of ranks held so many times, and jokers."""
    if sets == 0:
        return True
    for index, held in enumerate(ranks):
        for wild in range(min(jokers, variant.joker_cap("set", 3), 2) + 1):
            if held >= 3 - wild:
                rest = [held - 3 + wild, *ranks[index + 1 :]]
                if _find_sets(variant, sets - 1, rest, jokers - wild):
                    return True
    return False
