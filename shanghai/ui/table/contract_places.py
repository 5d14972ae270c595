"""What of a hand is ready for its contract: each meld that is asked for, and what it lacks."""

from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple

from shanghai.engine.cards import JOKER, Card, Face, face_of, rank_of, suit_of
from shanghai.engine.parameters.parts import Contract
from shanghai.ui.kit.cards import suit_look
from shanghai.ui.kit.lines import Bit, Row, row_width
from shanghai.words.cards import CardStyle

_MAX_RUNS: Final = 4
"""The runs up to which their places are looked for."""
_MAX_STRETCHES: Final = 8
"""The stretches of a suit that are tried for one run, those with the most cards of the hand."""
_ACE_HIGH: Final = 14
"""The position of an ace above the king."""


class ContractPlace(NamedTuple):
    """A meld of the contract as far as the hand has it; a card that is lacking is None."""

    is_run: bool
    cards: tuple[Card | None, ...]

    @property
    def missing(self) -> int:
        """How many cards it lacks."""
        return self.cards.count(None)


@lru_cache(64)
def contract_places(
    hand: tuple[Card, ...], contract: Contract, wild: frozenset[Face], short: int
) -> tuple[ContractPlace, ...]:
    """The melds of a contract with the cards of a hand that lacks `short` cards to lay them.

    Empty where this simple search does not come to the same number, as under conditions on suits,
    or where the contract asks for points.
    """
    jokers = tuple(card for card in hand if face_of(card) == JOKER or face_of(card) in wild)
    naturals = tuple(card for card in hand if card not in jokers)
    fewest: tuple[ContractPlace, ...] = ()
    for option in contract.options:
        if option.points or len(option.runs) > _MAX_RUNS:
            continue
        for places in _fillings(naturals, option):
            if not fewest or _missing(places) < _missing(fewest):
                fewest = places
    filled = _with_jokers(fewest, jokers)
    # Where the last card must be tossed, a small hand lacks that one too.
    for_discard = sum(len(place.cards) for place in filled) + 1 - len(hand)
    return filled if filled and short in (_missing(filled), for_discard) else ()


def _missing(places: Sequence[ContractPlace]) -> int:
    return sum(place.missing for place in places)


def _fillings(naturals: Sequence[Card], contract: Contract) -> Iterator[tuple[ContractPlace, ...]]:
    """The ways to spread natural cards over a contract: runs along the best stretches, then sets.

    Each set takes the rank with the most cards that are left.
    """
    stretches = [_stretches(naturals, length) for length in contract.runs]
    choices: Iterator[tuple[tuple[Card | None, ...], ...]] = product(*stretches)
    if len({*contract.runs}) == 1:
        choices = combinations_with_replacement(stretches[0], len(contract.runs))
    for runs in choices:
        left = set(naturals)
        places = []
        for run in runs:
            cards = tuple(card if card in left else None for card in run)
            left -= {*cards}
            places.append(ContractPlace(True, cards))
        yield (*_sets(left, contract.sets), *places)


def _stretches(naturals: Sequence[Card], length: int) -> list[tuple[Card | None, ...]]:
    """The stretches of a suit with the most cards of a hand, None for each that it lacks.

    Of those with the same cards it is the first.
    """
    by_cards: dict[Set[Card | None], tuple[Card | None, ...]] = {}
    for suit in range(4):
        cards = {rank_of(card): card for card in naturals if suit_of(card) == suit}
        if 1 in cards:
            cards[_ACE_HIGH] = cards[1]
        for low in range(1, _ACE_HIGH - length + 2):
            stretch = tuple(cards.get(low + step) for step in range(length))
            by_cards.setdefault(frozenset(stretch), stretch)
    return sorted(by_cards.values(), key=lambda each: each.count(None))[:_MAX_STRETCHES]


def _sets(left: Set[Card], sizes: Sequence[int]) -> list[ContractPlace]:
    """Sets of the ranks with the most cards, each with all cards of its rank; the rest lacks."""
    ranks: dict[int, list[Card]] = {}
    for card in sorted(left, key=suit_of):
        ranks.setdefault(rank_of(card), []).append(card)
    groups = sorted(ranks.values(), key=len, reverse=True)[: len(sizes)]
    groups += [[]] * (len(sizes) - len(groups))
    return [
        ContractPlace(False, (*group, *[None] * (size - len(group))))
        for size, group in zip(sorted(sizes, reverse=True), groups, strict=True)
    ]


def _with_jokers(
    places: Sequence[ContractPlace], jokers: Sequence[Card]
) -> tuple[ContractPlace, ...]:
    """The places with jokers for what is missing, first where the fewest cards are."""
    left = list(jokers)
    filled = list(places)
    for index in sorted(range(len(filled)), key=lambda index: filled[index].missing):
        cards = [left.pop() if card is None and left else card for card in filled[index].cards]
        filled[index] = filled[index]._replace(cards=tuple(cards))
    return tuple(filled)


def place_rows(
    places: Sequence[ContractPlace], names: tuple[str, str], style: CardStyle, room: int
) -> Row:
    """The places in a row of at most `room` cells, with the words for set and run where they fit.

    Empty where even the cards alone take more.
    """
    for labels, apart in ((names, True), (("", ""), True), (("", ""), False)):
        line = _place_row(places, labels, style, apart=apart)
        if row_width(line) <= room:
            return line
    return ()


def _place_row(
    places: Sequence[ContractPlace], labels: tuple[str, str], style: CardStyle, *, apart: bool
) -> Row:
    bits: list[Bit] = []
    numbers = {False: 0, True: 0}
    for place in places:
        numbers[place.is_run] += 1
        label = labels[place.is_run]
        has_several = sum(other.is_run == place.is_run for other in places) > 1
        number = f" {numbers[place.is_run]}" if has_several else ""
        bits += [Bit("  ")] if bits else []
        bits += [Bit(f"{label}{number} ", "dim")] if label else []
        bits += _cards_of(place, style, apart=apart)
    return tuple(bits)


def _cards_of(place: ContractPlace, style: CardStyle, *, apart: bool) -> list[Bit]:
    """The cards of a place on paper, gaps for those that lack, a tick where none does."""
    gap = "__" if style.ascii else "▁▁"
    bits: list[Bit] = []
    is_paper = False
    for card in place.cards:
        if card is None:
            bits += [Bit(" ", "paper")] if is_paper and apart else []
            bits.append(Bit(f" {gap}" if bits else gap, "accent"))
            is_paper = False
            continue
        if bits and not is_paper:
            bits.append(Bit(" "))
        space = " " if apart else ""
        bits.append(Bit(space + style.text(card), f"paper-{suit_look(card)}"))
        is_paper = True
    if is_paper and apart:
        bits.append(Bit(" ", "paper"))
    if not place.missing:
        bits.append(Bit(f" {style.tick}", "good"))
    return bits
