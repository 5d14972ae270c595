"""Going down, card by card: the melds that picked cards may make, and the melds staged so far."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import Card, face_of, natural_face, rank_of, suit_of
from shanghai.engine.melds import read_meld, run_starts
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.refusal import Refusal
from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY
from shanghai.engine.state import Kind, Meld
from shanghai.engine.wild import is_natural, is_wild


def readings(cards: Sequence[Card], rules: Rules) -> list[Meld]:
    """Every meld that exactly these cards make, a joker's place in a run being a choice (ALL-4)."""
    found: list[Meld] = []
    for laid in _arrangements(cards, rules):
        meld = read_meld(rules, NOBODY, laid)
        if isinstance(meld, Meld) and all(_face(meld) != _face(other) for other in found):
            found.append(meld)
    return found


def fault(cards: Sequence[Card], rules: Rules) -> Refusal | None:
    """Why the cards make no meld, in the terms of the kind they look most like; None if they do."""
    if readings(cards, rules):
        return None
    naturals = [card for card in cards if not is_wild(rules, card)]
    like_run = len({rank_of(card) for card in naturals}) > 1
    kind = Kind.RUN if like_run else Kind.SET
    ordered = sorted(cards, key=lambda card: (is_wild(rules, card), rank_of(card)))
    bad = read_meld(rules, NOBODY, MeldCards(kind, tuple(ordered)))
    return bad if isinstance(bad, Refusal) else None


def is_mixed(cards: Sequence[Card], rules: Rules) -> bool:
    """Whether the cards share neither a rank nor a suit, so that they cannot be one meld."""
    naturals = [card for card in cards if not is_wild(rules, card)]
    return len(set(map(rank_of, naturals))) > 1 and len(set(map(suit_of, naturals))) > 1


def _face(meld: Meld) -> tuple[Kind, int, tuple[int, ...]]:
    return meld.kind, meld.low, tuple(card % 53 for card in meld.cards)


def _arrangements(cards: Sequence[Card], rules: Rules) -> Iterator[MeldCards]:
    naturals = [card for card in cards if not is_wild(rules, card)]
    jokers = [card for card in cards if is_wild(rules, card)]
    if not naturals:
        # All are wild: those of the rank that most of them have are laid as themselves.
        ranks = [rank_of(card) for card in cards if is_natural(rules, card)]
        own = max(ranks, key=ranks.count, default=0)
        naturals = [card for card in jokers if is_natural(rules, card) and rank_of(card) == own]
        jokers = [card for card in jokers if card not in naturals]
    if naturals and len({rank_of(card) for card in naturals}) == 1:
        yield MeldCards(Kind.SET, (*naturals, *jokers))
    if len({suit_of(card) for card in naturals}) == 1:
        yield from _runs(naturals, jokers, rules)


def _runs(naturals: Sequence[Card], jokers: Sequence[Card], rules: Rules) -> Iterator[MeldCards]:
    size = len(naturals) + len(jokers)
    by_rank = {rank_of(card): card for card in naturals}
    if len(by_rank) < len(naturals):
        return
    for low in reversed(run_starts(rules, size)):
        spare = list(jokers)
        row: list[Card] = []
        for place in range(low, low + size):
            natural = by_rank.get((place - 1) % 13 + 1)
            if natural is not None:
                row.append(natural)
            elif spare:
                face = natural_face(suit_of(naturals[0]), place)
                own = [card for card in spare if face_of(card) == face]
                row.append(spare.pop(spare.index(own[0]) if own else 0))
            else:
                break
        if len(row) == size and len(set(row)) == size:
            yield MeldCards(Kind.RUN, tuple(row))


class Draft(Struct, frozen=True):
    """Melds laid out to go down with, none of them on the table yet."""

    melds: tuple[Meld, ...] = ()

    @property
    def cards(self) -> frozenset[Card]:
        """The cards in them."""
        return frozenset(card for meld in self.melds for card in meld.cards)

    @property
    def laid(self) -> tuple[MeldCards, ...]:
        """The melds as they would be laid."""
        return tuple(MeldCards(meld.kind, meld.cards) for meld in self.melds)

    def lacking(self, contract: Contract) -> Contract:
        """What is still to be laid out to the contract; nothing where a kind has too many melds.

        Of several ways to fulfil it that one counts of which the least is lacking.
        """
        if contract.alternatives:
            lacking = [self.lacking(option) for option in contract.options]
            fitting = [each for each in lacking if each.size]
            return min(fitting, key=lambda each: each.size, default=Contract())
        sizes: dict[Kind, list[int]] = {Kind.SET: [], Kind.RUN: []}
        for meld in self.melds:
            sizes[meld.kind].append(len(meld.cards))
        if len(sizes[Kind.SET]) > len(contract.sets) or len(sizes[Kind.RUN]) > len(contract.runs):
            return Contract()
        sets = _unmet(contract.sets, sizes[Kind.SET])
        return Contract(sets, _unmet(contract.runs, sizes[Kind.RUN]))

    def with_meld(self, meld: Meld) -> "Draft":
        """One meld more."""
        return Draft((*self.melds, meld))

    def without(self, index: int) -> "Draft":
        """One meld taken back."""
        return Draft(self.melds[:index] + self.melds[index + 1 :])

    def turned(self, index: int, rules: Rules) -> "Draft":
        """The meld read in the next way that its cards allow, for a joker's other place."""
        ways = readings(self.melds[index].cards, rules)
        now = _face(self.melds[index])
        at = next((i for i, way in enumerate(ways) if _face(way) == now), 0)
        turned = ways[(at + 1) % len(ways)] if ways else self.melds[index]
        return Draft((*self.melds[:index], turned, *self.melds[index + 1 :]))


def staged(melds: Sequence[MeldCards], rules: Rules) -> Draft:
    """A proposal of the solver as melds laid out."""
    read = (read_meld(rules, NOBODY, laid) for laid in melds)
    return Draft(tuple(meld for meld in read if isinstance(meld, Meld)))


def _unmet(least: Sequence[int], laid: Sequence[int]) -> tuple[int, ...]:
    """The least sizes that are left when each meld laid out meets the largest that it can."""
    left = sorted(least)
    for size in sorted(laid, reverse=True):
        met = [one for one in left if one <= size]
        left.remove(max(met, default=left[0]))
    return tuple(left)
