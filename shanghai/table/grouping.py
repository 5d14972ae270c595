"""Groups a hand by the contract of the round, and finds which cards its melds still lack."""

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple

from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import JOKER, SUITS_IN, Card, Face, face_of, is_joker, rank_of, suit_of
from shanghai.engine.melds import RUN_SUITS
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.solver import Distance, best, distance
from shanghai.engine.state import Kind, SeatView

_MAX_RUNS: Final = 4
"""The most runs in a contract that the simple search handles."""
_MAX_RUN_DRAFTS: Final = 8
"""How many drafts are tried for one run: those with the most cards of the hand."""
_LEAST_SIZES: Final = (3,)
"""The sizes of melds under a contract that asks for points: any of three cards or more."""
_MAX_ADDED: Final = 6
"""The most lacking cards for which the solver is asked where they belong."""
_TOP_ACE: Final = 14
"""The position of an ace above the king."""


class MeldDraft(NamedTuple):
    """A meld of the contract as far as the hand has it. Each card that is lacking is None."""

    is_run: bool
    cards: tuple[Card | None, ...]

    @property
    def missing(self) -> int:
        """How many cards it lacks."""
        return self.cards.count(None)


@lru_cache(64)
def meld_drafts(
    hand: tuple[Card, ...], contract: Contract, wild: frozenset[Face], short: int
) -> tuple[MeldDraft, ...]:
    """The melds of a contract with the cards of a hand, by a simple and fast search.

    `short` is how many cards the hand lacks, as the solver says. Empty if this search finds another
    number, as it may under conditions on suits, or if the contract asks for points.
    """
    jokers = tuple(card for card in hand if face_of(card) == JOKER or face_of(card) in wild)
    naturals = tuple(card for card in hand if card not in jokers)
    options = [
        option for option in contract.options if not option.points and len(option.runs) <= _MAX_RUNS
    ]
    choices = (drafts for option in options for drafts in _all_drafts(naturals, option))
    best = min(choices, key=lambda drafts: (_missing(drafts), _lone(drafts)), default=())
    filled = _with_jokers(best, jokers)
    # If the last card must be discarded, the solver counts it too: all melds and one card more.
    short_with_discard = sum(len(draft.cards) for draft in filled) + 1 - len(hand)
    return filled if filled and short in (_missing(filled), short_with_discard) else ()


def started_melds(
    hand: tuple[Card, ...], view: SeatView, needed: Distance
) -> tuple[MeldDraft, ...]:
    """The melds of the contract as far as the hand has them.

    Uses the simple search. Asks the solver if that finds nothing, or uses more wild cards than a
    meld may hold. `needed` is what the hand lacks, as the solver says.
    """
    drafts = meld_drafts(hand, view.contract, view.rules.other_wild, needed.short)
    rules = view.rules
    for draft in drafts:
        wild = sum(card is not None and face_of(card) in rules.wild_faces for card in draft.cards)
        if not rules.joker_cap.allows(draft.is_run, len(draft.cards), wild):
            return solved_drafts(hand, view, needed)
    return drafts or solved_drafts(hand, view, needed)


def solved_drafts(hand: Sequence[Card], view: SeatView, needed: Distance) -> tuple[MeldDraft, ...]:
    """The melds that the hand could lay if it had the cards that it lacks, under any contract.

    One helpful card after the other is added to the hand, those with the most points first. Empty
    if more than `_MAX_ADDED` cards are lacking.
    """
    rules, added = view.rules, list[Card]()
    pack = rules.cards(view.players, view.round)
    while needed.short:
        helps = needed.helps - rules.wild_faces
        spare = [card for card in pack if face_of(card) in helps and card not in (*hand, *added)]
        if not spare or len(added) == _MAX_ADDED:
            return ()
        added.append(max(spare, key=lambda card: rules.face_points(face_of(card))))
        needed = distance((*hand, *added), view.contract, rules)
    lay = best((*hand, *added), view.contract, rules)
    return tuple(_draft_of(meld, added) for meld in (lay.melds if lay is not None else ()))


def _draft_of(meld: MeldCards, lacking: Sequence[Card]) -> MeldDraft:
    """A meld with None for each lacking card. In a set those come last."""
    is_run = meld.kind is Kind.RUN
    cards = [None if card in lacking else card for card in meld.cards]
    return MeldDraft(
        is_run, tuple(cards if is_run else sorted(cards, key=lambda card: card is None))
    )


def _missing(drafts: Sequence[MeldDraft]) -> int:
    return sum(draft.missing for draft in drafts)


def _lone(drafts: Sequence[MeldDraft]) -> int:
    """How many sets have a single card, or none."""
    return sum(not draft.is_run and draft.missing > len(draft.cards) - 2 for draft in drafts)


def _all_drafts(naturals: Sequence[Card], contract: Contract) -> Iterator[tuple[MeldDraft, ...]]:
    """Yields ways to lay natural cards as the melds of a contract: the best runs, then the sets.
    Each set takes the rank with the most cards that are left."""
    candidates = [_best_runs(naturals, length) for length in contract.runs]
    choices: Iterator[tuple[tuple[Card | None, ...], ...]] = product(*candidates)
    if len({*contract.runs}) == 1:
        choices = combinations_with_replacement(candidates[0], len(contract.runs))
    for runs in choices:
        left = set(naturals)
        drafts = []
        for run in runs:
            cards = tuple(card if card in left else None for card in run)
            left -= {*cards}
            drafts.append(MeldDraft(True, cards))
        yield (*_set_drafts(left, contract.sets), *drafts)


def _best_runs(naturals: Sequence[Card], length: int) -> list[tuple[Card | None, ...]]:
    """The runs of this length for which the hand has the most cards, None for each it lacks. Runs
    with the same cards of the hand count once, as the lowest of them."""
    by_cards: dict[Set[Card | None], tuple[Card | None, ...]] = {}
    for suit in range(4):
        cards = {rank_of(card): card for card in naturals if suit_of(card) == suit}
        if 1 in cards:
            cards[_TOP_ACE] = cards[1]
        for low in range(1, _TOP_ACE - length + 2):
            run = tuple(cards.get(low + step) for step in range(length))
            by_cards.setdefault(frozenset(run), run)
    return sorted(by_cards.values(), key=lambda run: run.count(None))[:_MAX_RUN_DRAFTS]


def _set_drafts(left: Set[Card], sizes: Sequence[int]) -> list[MeldDraft]:
    """Sets of these sizes from the ranks with the most cards. Each has all cards of its rank."""
    ranks: dict[int, list[Card]] = {}
    for card in sorted(left, key=suit_of):
        ranks.setdefault(rank_of(card), []).append(card)
    groups = sorted(ranks.values(), key=len, reverse=True)[: len(sizes)]
    groups += [[]] * (len(sizes) - len(groups))
    return [
        MeldDraft(False, (*group, *[None] * (size - len(group))))
        for size, group in zip(sorted(sizes, reverse=True), groups, strict=True)
    ]


def _with_jokers(drafts: Sequence[MeldDraft], jokers: Sequence[Card]) -> tuple[MeldDraft, ...]:
    """The drafts with jokers for missing cards, first in those that lack the fewest."""
    left = list(jokers)
    filled = list(drafts)
    for index in sorted(range(len(filled)), key=lambda index: filled[index].missing):
        cards = [left.pop() if card is None and left else card for card in filled[index].cards]
        filled[index] = filled[index]._replace(cards=tuple(cards))
    return tuple(filled)


def by_contract(
    cards: Sequence[Card], contract: Contract, wild: Set[Face] = frozenset()
) -> list[tuple[Card, ...]]:
    """All cards in groups, for a hand that is sorted by the contract.

    First each group that is large enough for a meld of the contract. Then one group with the jokers
    and other `wild` cards and all that may become a meld. Then the rest from high to low.
    """
    jokers = tuple(card for card in cards if is_joker(card) or face_of(card) in wild)
    groups = loose_melds([card for card in cards if card not in jokers], contract)
    ready = [group for group in groups if _is_ready(group, contract)]
    started = tuple(card for group in groups if group not in ready for card in group)
    used = {card for group in groups for card in group} | {*jokers}
    rest = sorted((card for card in cards if card not in used), key=_by_rank_downwards)
    return [*ready, (*jokers, *started), tuple(rest)]


def _is_ready(group: Sequence[Card], contract: Contract) -> bool:
    """Whether a group has enough cards for a meld of its kind that the contract asks for."""
    is_set = rank_of(group[0]) == rank_of(group[-1])
    sizes = [
        size
        for option in contract.options
        for size in (_LEAST_SIZES if option.points else option.sets if is_set else option.runs)
    ]
    return bool(sizes) and len(group) >= min(sizes)


def _by_rank_downwards(card: Card) -> tuple[int, int, int]:
    """The sort key of loose cards: aces first, then from the king down to the two."""
    rank = rank_of(card)
    return (0 if rank == 1 else 14 - rank, suit_of(card), card)


def loose_melds(cards: Sequence[Card], contract: Contract) -> list[tuple[Card, ...]]:
    """Groups of natural cards that may become melds, the largest of a wanted kind first.

    A run has three cards or more, a group of one rank two or more. Kinds of which the contract
    wants no more come after the others.
    """
    left = [card for card in cards if not is_joker(card)]
    groups: list[tuple[Card, ...]] = []
    sets, runs = contract.set_count, contract.run_count
    numbers = {number for option in contract.options for number in RUN_SUITS[option.runs_of]}
    suits = [SUITS_IN[number] for number in sorted(numbers)]
    while left:
        loose_runs = [*_loose_runs(left, suits)]
        ranks = (tuple(card for card in left if rank_of(card) == rank) for rank in range(1, 14))
        same_rank = [group for group in ranks if len(group) > 1]
        wanted = [*(loose_runs if runs > 0 else ()), *(same_rank if sets > 0 else ())]
        longest = max(wanted or [*loose_runs, *same_rank], key=len, default=())
        if not longest:
            break
        groups.append(longest)
        sets, runs = sets - (longest in same_rank), runs - (longest in loose_runs)
        left = [card for card in left if card not in longest]
    return groups


def _loose_runs(
    cards: Sequence[Card], suits: Iterable[Sequence[int]]
) -> Iterable[tuple[Card, ...]]:
    """Yields the runs of three cards and more. `suits` are groups of suits: a run may mix those of
    one group. An ace is below the two or above the king, but not both in one run."""
    for allowed in suits:
        by_position = {rank_of(card): card for card in cards if suit_of(card) in allowed}
        if 1 in by_position:
            by_position[_TOP_ACE] = by_position[1]
        run: list[Card] = []
        for position in range(1, _TOP_ACE + 1):
            card = by_position.get(position)
            if card is not None and card not in run:
                run.append(card)
                continue
            if len(run) > 2:
                yield tuple(run)
            run = []
        if len(run) > 2:
            yield tuple(run)
