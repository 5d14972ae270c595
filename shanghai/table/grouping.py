"""How a hand is grouped by the contract of the round, and what its melds still lack."""

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, Final, NamedTuple

from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import JOKER, SUITS_IN, Card, Face, face_of, is_joker, rank_of, suit_of
from shanghai.engine.melds import RUN_SUITS
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.state import Kind, SeatView

if TYPE_CHECKING:
    from shanghai.engine.solver import Distance

_MAX_RUNS: Final = 4
"""The runs up to which their places are looked for."""
_MAX_STRETCHES: Final = 8
"""The stretches of a suit that are tried for one run, those with the most cards of the hand."""
_ANY_MELD: Final = (3,)
"""The least size of the melds under a contract that asks for points."""
_MAX_ADDED: Final = 6
"""The lacking cards up to which the solver is asked where they belong."""
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


def started_melds(
    hand: tuple[Card, ...], view: SeatView, answer: "Distance"
) -> tuple[ContractPlace, ...]:
    """The melds of the contract as far as a hand has them, by the simple search where all its
    melds may hold so many wild cards, else by the solver."""
    places = contract_places(hand, view.contract, view.rules.other_wild, answer.short)
    rules = view.rules
    for place in places:
        wild = sum(card is not None and face_of(card) in rules.wild_faces for card in place.cards)
        if not rules.joker_cap.allows(place.is_run, len(place.cards), wild):
            return solved_places(hand, view, answer)
    return places or solved_places(hand, view, answer)


def solved_places(
    hand: Sequence[Card], view: SeatView, answer: "Distance"
) -> tuple[ContractPlace, ...]:
    """The melds that a hand would lay if it had the cards that it lacks, under any contract.

    The lacking cards are chosen among those that help, the ones with the most points first. Empty
    where too many are lacking.
    """
    from shanghai.engine.solver import best, distance

    rules, added = view.rules, list[Card]()
    pack = rules.cards(view.players, view.round)
    while answer.short:
        helps = answer.helps - rules.wild_faces
        spare = [card for card in pack if face_of(card) in helps and card not in (*hand, *added)]
        if not spare or len(added) == _MAX_ADDED:
            return ()
        added.append(max(spare, key=lambda card: rules.face_points(face_of(card))))
        answer = distance((*hand, *added), view.contract, rules)
    lay = best((*hand, *added), view.contract, rules)
    return tuple(_place_of(meld, added) for meld in (lay.melds if lay is not None else ()))


def _place_of(meld: MeldCards, lacking: Sequence[Card]) -> ContractPlace:
    """A meld without the cards that are lacking; in a set those are the last."""
    is_run = meld.kind is Kind.RUN
    cards = [None if card in lacking else card for card in meld.cards]
    return ContractPlace(
        is_run, tuple(cards if is_run else sorted(cards, key=lambda card: card is None))
    )


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


def by_contract(
    cards: Sequence[Card], contract: Contract, wild: Set[Face] = frozenset()
) -> list[tuple[Card, ...]]:
    """All cards in groups: each that is a meld of the contract, then what may become one with the
    jokers and other `wild` cards, then the rest from high to low."""
    jokers = tuple(card for card in cards if is_joker(card) or face_of(card) in wild)
    groups = loose_melds([card for card in cards if card not in jokers], contract)
    ready = [group for group in groups if _is_ready(group, contract)]
    started = tuple(card for group in groups if group not in ready for card in group)
    used = {card for group in groups for card in group} | {*jokers}
    rest = sorted((card for card in cards if card not in used), key=_from_high)
    return [*ready, (*jokers, *started), tuple(rest)]


def _is_ready(group: Sequence[Card], contract: Contract) -> bool:
    """Whether a group has the size of a meld that the contract asks for."""
    is_set = rank_of(group[0]) == rank_of(group[-1])
    sizes = [
        size
        for option in contract.options
        for size in (_ANY_MELD if option.points else option.sets if is_set else option.runs)
    ]
    return bool(sizes) and len(group) >= min(sizes)


def _from_high(card: Card) -> tuple[int, int, int]:
    """The order of loose cards: aces, then from the king down to the two."""
    rank = rank_of(card)
    return (0 if rank == 1 else 14 - rank, suit_of(card), card)


def loose_melds(cards: Sequence[Card], contract: Contract) -> list[tuple[Card, ...]]:
    """Groups of cards, rows of three and more, others of two: first what the contract asks for."""
    left = [card for card in cards if not is_joker(card)]
    groups: list[tuple[Card, ...]] = []
    sets, runs = contract.set_count, contract.run_count
    numbers = {number for option in contract.options for number in RUN_SUITS[option.runs_of]}
    suits = [SUITS_IN[number] for number in sorted(numbers)]
    while left:
        rows = [*_rows(left, suits)]
        ranks = (tuple(card for card in left if rank_of(card) == rank) for rank in range(1, 14))
        same_rank = [group for group in ranks if len(group) > 1]
        wanted = [*(rows if runs > 0 else ()), *(same_rank if sets > 0 else ())]
        longest = max(wanted or [*rows, *same_rank], key=len, default=())
        if not longest:
            break
        groups.append(longest)
        sets, runs = sets - (longest in same_rank), runs - (longest in rows)
        left = [card for card in left if card not in longest]
    return groups


def _rows(cards: Sequence[Card], suits: Iterable[Sequence[int]]) -> Iterable[tuple[Card, ...]]:
    """Stretches of three and more within some suits, an ace below the two or above the king."""
    for allowed in suits:
        by_rank = {rank_of(card): card for card in cards if suit_of(card) in allowed}
        row: list[Card] = []
        for place in range(1, 16):
            card = by_rank.get((place - 1) % 13 + 1)
            if card is not None and card not in row and place < 15:
                row.append(card)
                continue
            if len(row) > 2:
                yield tuple(row)
            row = []
