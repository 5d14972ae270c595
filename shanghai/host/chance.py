"""Where all chance of a game comes from: a seed alone, or a seed that is committed to and a cut.

With a cut every order of cards follows from SHA-256 alone, so that another program can compute it:
cards are ordered by the hash of the key, the purpose and the number of the card.
"""

from collections.abc import Sequence
from random import Random
from typing import Final, Protocol

from shanghai.engine.cards import Card

MOST_CUT: Final = 10**9
"""A cut is a number below this."""


def fingerprint(seed: int | str) -> str:
    """What a game says of its seed before the first deal: its SHA-256, 64 hex digits."""
    from hashlib import sha256

    return sha256(str(seed).encode()).hexdigest()


def short_fingerprint(whole: str) -> str:
    """The first 16 digits of a fingerprint in groups of four, to be read and compared."""
    return " ".join(whole[at : at + 4] for at in range(0, 16, 4))


def cut_key(seed: int | str, cut: int) -> str:
    """The key of all chance after the cut: the SHA-256 of both numbers, 64 hex digits."""
    from hashlib import sha256

    return sha256(f"{seed} {cut}".encode()).hexdigest()


class Chance(Protocol):
    """Orders cards and picks one of them, for a purpose always alike."""

    key: str
    """What computer players draw their own chance from."""

    def order(self, cards: Sequence[Card], purpose: str) -> list[Card]:
        """The cards in an order that nobody can foresee without the key."""

    def pick(self, cards: Sequence[Card], purpose: str) -> Card:
        """One of the cards."""


class SeededChance:
    """Chance from a seed that was named, by Python's own generator."""

    def __init__(self, seed: int | str) -> None:
        self.key = str(seed)

    def order(self, cards: Sequence[Card], purpose: str) -> list[Card]:
        """The cards shuffled."""
        order = list(cards)
        Random(f"{self.key} {purpose}").shuffle(order)
        return order

    def pick(self, cards: Sequence[Card], purpose: str) -> Card:
        """One of the cards."""
        return Random(f"{self.key} {purpose}").choice(cards)


class HashedChance:
    """Chance from a key, by SHA-256 alone: the method that `.github/FAIR-CARDS.md` tells."""

    def __init__(self, key: str) -> None:
        self.key = key

    def order(self, cards: Sequence[Card], purpose: str) -> list[Card]:
        """The cards by their hashes, the lowest first."""
        return sorted(cards, key=lambda card: self._hash(card, purpose))

    def pick(self, cards: Sequence[Card], purpose: str) -> Card:
        """The card with the lowest hash."""
        return min(cards, key=lambda card: self._hash(card, purpose))

    def _hash(self, card: Card, purpose: str) -> bytes:
        from hashlib import sha256

        return sha256(f"{self.key} {purpose} {card}".encode()).digest()
