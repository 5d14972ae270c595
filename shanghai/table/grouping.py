"""How a hand is grouped by the contract of the round, and what its melds still lack."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from shanghai.engine.cards import Card, face_of, is_joker, natural_face, rank_of, suit_of
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.rules import Rules
from shanghai.engine.state import Kind


class PartialMeld(NamedTuple):
    """One meld of the contract as far as a hand has it."""

    kind: Kind
    cards: tuple[Card | None, ...]
    """Its cards, a run from low to high; None: a card that is missing."""

    @property
    def missing(self) -> int:
        """How many cards are missing."""
        return self.cards.count(None)


def by_contract(cards: Sequence[Card], contract: Contract) -> list[tuple[Card, ...]]:
    """All cards in groups: each that is a meld of the contract, then what may become one with the
    jokers, then the rest from high to low."""
    groups = loose_melds(cards, contract)
    ready = [group for group in groups if _is_ready(group, contract)]
    begun = tuple(card for group in groups if group not in ready for card in group)
    jokers = tuple(card for card in cards if is_joker(card))
    used = {card for group in groups for card in group} | {*jokers}
    rest = sorted((card for card in cards if card not in used), key=_from_high)
    return [*ready, (*jokers, *begun), tuple(rest)]


def _is_ready(group: Sequence[Card], contract: Contract) -> bool:
    """Whether a group has the size of a meld that the contract asks for."""
    is_set = rank_of(group[0]) == rank_of(group[-1])
    sizes = contract.sets if is_set else contract.runs
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
    while left:
        rows = [*_rows(left)]
        ranks = (tuple(card for card in left if rank_of(card) == rank) for rank in range(1, 14))
        alike = [group for group in ranks if len(group) > 1]
        asked = [*(rows if runs > 0 else ()), *(alike if sets > 0 else ())]
        found = max(asked or [*rows, *alike], key=len, default=())
        if not found:
            break
        groups.append(found)
        sets, runs = sets - (found in alike), runs - (found in rows)
        left = [card for card in left if card not in found]
    return groups


def _rows(cards: Sequence[Card]) -> Iterable[tuple[Card, ...]]:
    """Stretches of three and more in one suit, an ace below the two or above the king."""
    for suit in range(4):
        held = {rank_of(card): card for card in cards if suit_of(card) == suit}
        row: list[Card] = []
        for place in range(1, 16):
            card = held.get((place - 1) % 13 + 1)
            if card is not None and card not in row and place < 15:
                row.append(card)
                continue
            if len(row) > 2:
                yield tuple(row)
            row = []


def partial_melds(cards: Sequence[Card], contract: Contract, rules: Rules) -> list[PartialMeld]:
    """What a hand has of each meld of the contract, the nearest first. The nearest melds are chosen
    one after the other, so that another choice may lack fewer cards. Empty for a contract that
    asks for points or has alternatives."""
    if contract.alternatives or contract.points:
        return []
    wild = [card for card in cards if face_of(card) in rules.wild_faces]
    left = [card for card in cards if card not in wild]
    sizes = [(True, size) for size in contract.runs] + [(False, size) for size in contract.sets]
    melds: list[PartialMeld] = []
    while sizes:
        options = [(each, _nearest(left, *each, rules.ace)) for each in {*sizes}]
        chosen, meld = min(options, key=lambda each: (each[1].missing, -len(each[1].cards)))
        sizes.remove(chosen)
        left = [card for card in left if card not in meld.cards]
        most = 0 if contract.clean else rules.joker_cap.most_for(*chosen)
        melds.append(_with_wild(meld, wild, most))
    return melds


def _nearest(cards: Sequence[Card], is_run: bool, size: int, ace: str) -> PartialMeld:
    """The set or the run of a size of which the most cards are there."""
    options = [*(_runs(cards, size, ace) if is_run else _sets(cards, size))]
    return min(options, key=lambda each: each.missing)


def _sets(cards: Sequence[Card], size: int) -> Iterator[PartialMeld]:
    for rank in range(1, 14):
        same = [card for card in cards if rank_of(card) == rank][:size]
        yield PartialMeld(Kind.SET, (*same, *[None] * (size - len(same))))


def _runs(cards: Sequence[Card], size: int, ace: str) -> Iterator[PartialMeld]:
    by_face = {face_of(card): card for card in cards}
    lowest, highest = (2 if ace == "high" else 1), (13 if ace == "low" else 14)
    for suit in range(4):
        faces = [natural_face(suit, place) for place in range(lowest, highest + 1)]
        for start in range(max(1, len(faces) - size + 1)):
            run = faces[start : start + size]
            yield PartialMeld(Kind.RUN, tuple(by_face.get(face) for face in run))


def _with_wild(meld: PartialMeld, wild: list[Card], most: int) -> PartialMeld:
    """The meld with wild cards, taken from `wild`, on as many missing places as may be."""
    cards = list(meld.cards)
    for index, card in enumerate(cards):
        if card is None and wild and most:
            cards[index] = wild.pop()
            most -= 1
    return meld._replace(cards=tuple(cards))
