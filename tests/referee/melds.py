"""Sets and runs: whether they stand, what fits on them, and whether they are a contract."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

from .table import (
    JOKER,
    LONGEST_RUN,
    RANKS,
    SUITS,
    Contract,
    Foul,
    Option,
    Unwritten,
    Variant,
    rank_of,
    suit_of,
)

COLOURS = {"red": "HD", "black": "SC"}


@dataclass
class Meld:
    """A meld on the table; `start` is the place of a run's first card, 1 for a low ace."""

    owner: int
    kind: str
    cards: list[str]
    start: int = 0
    suits: str = ""  # of a run: the suits that its cards may have
    rank: str = ""  # of a set

    @property
    def end(self) -> int:
        """The place of a run's last card."""
        return self.start + len(self.cards) - 1

    def places(self) -> range:
        """The places of a run's cards."""
        return range(self.start, self.start + len(self.cards))


class Rules:
    """What melds are in one round: the variant, and the ranks that are wild."""

    def __init__(self, variant: Variant, number: int) -> None:
        self.variant = variant
        self.wild_ranks = variant.wild(number)
        self.lowest = 2 if variant.ace == "high" else 1
        self.highest = 13 if variant.ace == "low" else 14
        self.is_ring = variant.ace == "round"

    def may_be_wild(self, card: str) -> bool:
        """Whether a card may stand for another."""
        return card == JOKER or rank_of(card) in self.wild_ranks

    def may_be_natural(self, card: str) -> bool:
        """Whether a card may be laid as itself (HR-1)."""
        return card != JOKER and (rank_of(card) not in self.wild_ranks or self.variant.wild_natural)

    def is_natural_at(self, card: str, place: int, suits: str) -> bool:
        """Whether a card of a run is the card of its place."""
        is_right = rank_of(card) == RANKS[(place - 1) % 13] and suit_of(card) in suits
        return self.may_be_natural(card) and bool(suit_of(card)) and is_right

    def wild_places(self, meld: Meld, *, apart: bool = False) -> list[int]:
        """The indexes of the cards of a meld that stand for others."""
        if meld.kind == "run":
            pairs = zip(meld.cards, meld.places(), strict=True)
            naturals = [self.is_natural_at(card, place, meld.suits) for card, place in pairs]
        else:
            naturals = self._naturals_of_set(meld.cards, meld.rank, apart=apart)
        return [index for index, is_natural in enumerate(naturals) if not is_natural]

    def _naturals_of_set(self, cards: list[str], rank: str, *, apart: bool = False) -> list[bool]:
        """Which cards of a set are natural; where suits are apart, each suit once at most."""
        seen: set[str] = set()
        naturals = []
        for card in cards:
            is_natural = rank_of(card) == rank and self.may_be_natural(card)
            if (apart or not self.variant.repeated_suits) and self.may_be_wild(card):
                is_natural = is_natural and suit_of(card) not in seen
            if is_natural:
                seen.add(suit_of(card))
            naturals.append(is_natural)
        return naturals

    def check(self, meld: Meld, *, apart: bool = False) -> None:
        """Foul where a meld has a card out of place, too many wild ones, or no natural one."""
        if meld.kind == "set":
            self._check_suits(meld, apart or not self.variant.repeated_suits)
        wild = self.wild_places(meld, apart=apart)
        if any(not self.may_be_wild(meld.cards[index]) for index in wild):
            raise Foul(f"ALL-3: no {meld.kind}: {' '.join(meld.cards)}")
        if len(wild) == len(meld.cards):
            raise Foul("ALL-3: a meld without a natural card")
        if len(wild) > self.variant.joker_cap(meld.kind, len(meld.cards)):
            raise Foul(f"too many jokers for a {meld.kind} of {len(meld.cards)}")
        is_run = meld.kind == "run"
        if is_run and not self.variant.adjacent_wild and any(b - a == 1 for a, b in pairwise(wild)):
            raise Foul("two wild cards side by side")

    def _check_suits(self, meld: Meld, apart: bool) -> None:
        if not apart:
            return
        naturals = self._naturals_of_set(meld.cards, meld.rank, apart=True)
        suits = [suit_of(card) for card, own in zip(meld.cards, naturals, strict=True) if own]
        if len(meld.cards) > len(SUITS) or len(set(suits)) < len(suits):
            raise Foul("a suit twice in a set, or more cards than suits")

    # Melds as they are laid

    def make_set(self, owner: int, cards: list[str]) -> Meld:
        """A set of these cards; Foul where they are none."""
        if len(cards) < self.variant.least_set:
            raise Foul("ALL-3: a set of fewer than three cards")
        ranks = {rank_of(card) for card in cards if self.may_be_natural(card)}
        plain = {rank_of(card) for card in cards if not self.may_be_wild(card)}
        made = []
        for rank in plain or ranks:
            meld = Meld(owner, "set", cards, rank=rank)
            try:
                self.check(meld)
            except Foul as foul:
                last = foul
                continue
            made.append(meld)
        if not made:
            raise last if ranks or plain else Foul("ALL-3: a meld without a natural card")
        return min(made, key=lambda meld: len(self.wild_places(meld)))

    def make_run(self, owner: int, cards: list[str], mixes: Iterable[str] = ()) -> Meld:
        """A run of these cards, low to high; `mixes` are the mixed kinds that are asked for."""
        if not self.variant.least_run <= len(cards) <= LONGEST_RUN:
            raise Foul("ALL-3: a run has too few or too many cards")
        last = Foul("ALL-3: the cards of a run do not follow each other")
        made = []
        starts = range(1, 14) if self.is_ring else range(self.lowest, self.highest + 2 - len(cards))
        for suits in self._suits_of(cards, mixes):
            for start in starts:
                meld = Meld(owner, "run", cards, start, suits)
                try:
                    self.check(meld)
                except Foul as foul:
                    last = foul if "no run" not in str(foul) else last
                    continue
                made.append(meld)
            if made:
                break
        if not made:
            raise last
        return min(made, key=lambda meld: len(self.wild_places(meld)))

    def _suits_of(self, cards: list[str], mixes: Iterable[str]) -> list[str]:
        """The suits that a run of these cards may have, a single one first."""
        plain = {suit_of(card) for card in cards if not self.may_be_wild(card)}
        any_suit = {suit_of(card) for card in cards if card != JOKER}
        suits = [suit for suit in SUITS if plain <= {suit} and suit in any_suit]
        if "colour" in mixes:
            suits += [both for both in COLOURS.values() if plain <= {*both}]
        return [*suits, *([SUITS] if "any" in mixes else [])]

    def make(self, owner: int, kind: str, cards: list[str], mixes: Iterable[str] = ()) -> Meld:
        """The meld that a bracket means; Foul where it is none, or could be either."""
        mixes = tuple(mixes)
        if kind == "set":
            return self.make_set(owner, cards)
        if kind == "run":
            return self.make_run(owner, cards, mixes)
        made, fouls = [], []
        for maker in (self.make_set, lambda *of: self.make_run(*of, mixes)):
            try:
                made.append(maker(owner, list(cards)))
            except Foul as foul:
                fouls.append(str(foul))
        if len(made) == 2:
            raise Foul(f"{' '.join(cards)} could be a set or a run")
        if not made:
            raise Foul("neither a set nor a run: " + "; ".join(fouls))
        return made[0]

    # Contracts

    def check_contract(self, contract: Contract, melds: list[Meld]) -> Option:
        """The option that the melds fulfil; Foul where they fulfil none (ALL-5, RG-7, GD-6)."""
        fouls = []
        for option in contract:
            try:
                self._check_option(option, melds)
            except Foul as foul:
                fouls.append(str(foul))
                continue
            self._check_together(melds)
            return option
        raise Foul("; ".join(fouls))

    def check_parts(self, contract: Contract, melds: list[Meld]) -> None:
        """Foul where no option of a contract is possible any more with these melds (HR-12)."""
        fouls = []
        for option in contract:
            try:
                self._check_option(option, melds, is_part=True)
            except Foul as foul:
                fouls.append(str(foul))
                continue
            self._check_together(melds)
            return
        raise Foul("; ".join(fouls))

    def _check_option(self, option: Option, melds: list[Meld], *, is_part: bool = False) -> None:
        sets = [meld for meld in melds if meld.kind == "set"]
        runs = [meld for meld in melds if meld.kind == "run"]
        for kind, some, wanted in (("set", sets, option.sets), ("run", runs, option.runs)):
            sizes = [len(meld.cards) for meld in some]
            if is_part:
                wanted = self._slots_for(kind, sizes, wanted)
            self._check_sizes(kind, sizes, wanted, option)
        if option.points and sum(map(self._worth, melds)) < option.points:
            raise Foul(f"the melds are worth {sum(map(self._worth, melds))} points")
        apart = option.set_suits == "different"
        wild = sum(len(self.wild_places(meld, apart=apart)) for meld in melds)
        if wild > (0 if option.clean else option.most_wild):
            raise Foul("too many wild cards for the contract")
        if option.runs_of == "suit" and any(len(meld.suits) > 1 for meld in runs):
            raise Foul("a run of several suits")
        if option.royal and any(len(run.cards) < 13 or run.start != 1 for run in runs):
            raise Foul("no run from ace to king")
        self._check_suits_of_runs(option, [run.suits for run in runs])
        if option.ranks == "different" and len({meld.rank for meld in sets}) < len(sets):
            raise Foul("two sets of one rank")
        for meld in sets if apart else ():
            self.check(meld, apart=True)

    def _slots_for(self, kind: str, sizes: list[int], wanted: tuple[int, ...]) -> tuple[int, ...]:
        """The sizes of the contract that melds may stand for, while others are still open."""
        if len(sizes) > len(wanted):
            raise Foul(f"HR-12: the contract has no further {kind}")
        if not self.variant.exact_sizes:
            return tuple(sorted(wanted)[: len(sizes)])
        if Counter(sizes) - Counter(wanted):
            raise Foul(f"HR-12: no {kind} of that size is open")
        return tuple(sizes)

    def _check_sizes(
        self, kind: str, sizes: list[int], wanted: tuple[int, ...], option: Option
    ) -> None:
        if option.points:
            sizes, least = sorted(sizes, reverse=True), sorted(wanted, reverse=True)
            is_enough = len(sizes) >= len(least)
            if not is_enough or any(one < two for one, two in zip(sizes, least, strict=False)):
                raise Foul(f"the contract asks for a {kind} too")
            return
        if len(sizes) != len(wanted):
            raise Foul(f"ALL-5: the contract has {len(wanted)} of kind {kind}, not {len(sizes)}")
        for size, least in zip(sorted(sizes), sorted(wanted), strict=True):
            if size < least or (self.variant.exact_sizes and size > least):
                raise Foul(f"ALL-5: a {kind} is not of the size that the contract asks")

    def _check_suits_of_runs(self, option: Option, suits: list[str]) -> None:
        match option.suits:
            case "different":
                if len(set(suits)) < len(suits):
                    raise Foul("two runs of one suit")
            case "one":
                if len(set(suits)) > 1:
                    raise Foul("runs of several suits")
            case "colour":
                if not any({*"".join(suits)} <= {*both} for both in COLOURS.values()):
                    raise Foul("runs of several colours")

    def _check_together(self, melds: list[Meld]) -> None:
        if self.variant.no_adjacent_runs:
            runs = [meld for meld in melds if meld.kind == "run"]
            for one in runs:
                for two in runs:
                    if one.suits == two.suits and one.end + 1 == two.start:
                        raise Foul("RG-7, GD-7: two runs without a break between them")
        if self.variant.no_equal_sets:
            ranks = [meld.rank for meld in melds if meld.kind == "set"]
            if len(set(ranks)) < len(ranks):
                raise Foul("GD-6: two sets of one rank")

    def _worth(self, meld: Meld) -> int:
        """What a meld counts towards the points of a contract, a joker as its card."""
        worth = self.variant.meld_points
        assert worth is not None
        if meld.kind == "run":
            return sum(map(worth, meld.places()))
        place = RANKS.index(meld.rank) + 1
        if place == 1 and self.variant.ace != "low":
            place = 14
        return worth(place) * len(meld.cards)

    # What fits on a meld

    def ends(self, meld: Meld, card: str) -> list[str]:
        """Where a card may be laid: `low`, `high` of a run, or `set`; empty if it fits nowhere."""
        if meld.kind == "set":
            longer = Meld(0, "set", [*meld.cards, card], rank=meld.rank)
            return ["set"] if self._stands(longer) else []
        if len(meld.cards) >= LONGEST_RUN:
            return []
        runs = {
            "low": Meld(0, "run", [card, *meld.cards], meld.start - 1 or 13, meld.suits),
            "high": Meld(0, "run", [*meld.cards, card], meld.start, meld.suits),
        }
        has_room = {
            "low": self.is_ring or meld.start > self.lowest,
            "high": self.is_ring or meld.end < self.highest,
        }
        return [end for end in runs if has_room[end] and self._stands(runs[end])]

    def _stands(self, meld: Meld) -> bool:
        try:
            self.check(meld)
        except Foul:
            return False
        return True

    def exchange(self, meld: Meld, card: str) -> str:
        """Puts a card in the place of the wild one that stands for it, which it gives; or Foul."""
        for index in self.wild_places(meld):
            if meld.kind == "run":
                stands = self.is_natural_at(card, meld.start + index, meld.suits)
            else:
                stands = rank_of(card) == meld.rank and self.may_be_natural(card)
                if not self.variant.repeated_suits:
                    naturals = {*range(len(meld.cards))} - {*self.wild_places(meld)}
                    stands = stands and suit_of(card) not in {
                        suit_of(meld.cards[other]) for other in naturals
                    }
            if stands:
                won = meld.cards[index]
                meld.cards[index] = card
                return won
        raise Foul(f"ALL-4: no joker of that meld stands for {card}")

    # Whether a hand can go down

    def can_go_down(self, contract: Contract, hand: list[str]) -> bool:
        """Whether a hand holds a contract of melds of the least size.

        That is exact only where any meld that stands holds a shorter one that stands too and melds
        do not hinder each other, as in california; else Unwritten.
        """
        (option, *others), variant = contract, self.variant
        is_plain = option == Option(option.sets, option.runs) and not self.wild_ranks
        is_plain = is_plain and variant.adjacent_wild and variant.repeated_suits
        hinders = variant.no_adjacent_runs or variant.no_equal_sets or self.is_ring
        if others or not is_plain or hinders or {*option.runs, *option.sets} - {3, 4}:
            raise Unwritten("whether a hand can go down")
        naturals = Counter(card for card in hand if card != JOKER)
        return self._find_runs(option.runs, len(option.sets), naturals, hand.count(JOKER), 0)

    def _find_runs(
        self, runs: tuple[int, ...], sets: int, naturals: Counter[str], jokers: int, first: int
    ) -> bool:
        if not runs:
            ranks = Counter(rank_of(card) for card in naturals.elements())
            return self._find_sets(sets, list(ranks.values()), jokers)
        places = [(suit, start) for suit in SUITS for start in range(self.lowest, self.highest - 2)]
        for index in range(first, len(places)):
            suit, start = places[index]
            labels = [RANKS[(start + offset - 1) % 13] + suit for offset in range(4)]
            for wild in self._joker_places("run", 4, jokers):
                used = [card for offset, card in enumerate(labels) if offset not in wild]
                if all(naturals[card] for card in used):
                    left = naturals - Counter(used)
                    if self._find_runs(runs[1:], sets, left, jokers - len(wild), index):
                        return True
        return False

    def _joker_places(self, kind: str, size: int, jokers: int) -> Iterator[tuple[int, ...]]:
        most = min(jokers, self.variant.joker_cap(kind, size), size - 1)
        for count in range(most + 1):
            yield from combinations(range(size), count)

    def _find_sets(self, sets: int, ranks: list[int], jokers: int) -> bool:
        """Whether so many sets of three can be made of ranks held so many times, and jokers."""
        if sets == 0:
            return True
        for index, held in enumerate(ranks):
            for wild in range(min(jokers, self.variant.joker_cap("set", 3), 2) + 1):
                if held >= 3 - wild:
                    rest = [held - 3 + wild, *ranks[index + 1 :]]
                    if self._find_sets(sets - 1, rest, jokers - wild):
                        return True
        return False


def lay(meld: Meld, card: str, end: str) -> None:
    """Puts a card that fits on a meld."""
    if end == "low":
        meld.cards.insert(0, card)
        meld.start = meld.start - 1 or 13
    else:
        meld.cards.append(card)
