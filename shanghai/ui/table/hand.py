"""A hand as its holder arranges it: the order, the cursor, and the cards that are picked."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from shanghai.engine.cards import RANK_NAMES, Card, is_joker, rank_of, suit_of

SORTS: Final = ("contract", "suit", "rank", "hand")
"""By the contract of the round, by suit, by rank, and as the holder leaves it."""

NEW: Final = -1
"""The group of cards that have come since the hand was grouped."""
Grouping = Callable[[Sequence[Card]], Iterable[Sequence[Card]]]
"""Cards to groups of cards that belong together, all of the cards in one of them."""


def _by_suit(card: Card) -> tuple[bool, int, int, int]:
    return (True, 0, 0, card) if is_joker(card) else (False, suit_of(card), rank_of(card), card)


class Hand:
    """The cards of one seat on the screen; it holds no more than that seat may see."""

    def __init__(self, sort: str = "contract", order: Iterable[Card] = ()) -> None:
        self.sort = sort
        self._groups: dict[Card, int] = {}
        """The number of the group of each card, where the hand was grouped."""
        self.cards: tuple[Card, ...] = tuple(order)
        self.cursor = 0
        self.picked: tuple[Card, ...] = ()
        """The picked cards, in the order in which they were picked."""
        self._grouping: Grouping | None = None

    @property
    def current(self) -> Card | None:
        """The card under the cursor."""
        return self.cards[self.cursor] if self.cards else None

    @property
    def starts(self) -> frozenset[Card]:
        """The cards that begin a group, but for the first card of the hand."""
        numbers = [self._groups.get(card, NEW) for card in self.cards]
        return frozenset(
            card
            for card, number, before in zip(self.cards[1:], numbers[1:], numbers, strict=False)
            if self._groups and number != before
        )

    def hold(self, cards: Iterable[Card], grouping: Grouping | None = None) -> None:
        """Holds these cards: those that are gone leave their place, new ones come at the end.

        A hand that is sorted by suit or rank takes new cards in at their places. One sorted by the
        contract is grouped again by `group_anew` alone, and when all of its cards are new.
        """
        self._grouping = grouping
        now = tuple(cards)
        before = self.current
        staying = [card for card in self.cards if card in now]
        self.cards = (*staying, *(card for card in now if card not in staying))
        self.picked = tuple(card for card in self.picked if card in now)
        if self.sort == "contract" and staying:
            self._find(before)
        else:
            self._arrange(before)

    def group_anew(self) -> None:
        """Groups the hand by the contract again, if it is sorted so."""
        if self.sort == "contract":
            self._arrange(self.current)

    def change_sort(self) -> str:
        """Sorts in the next way and returns its name."""
        before = self.current
        self.sort = SORTS[(SORTS.index(self.sort) + 1) % len(SORTS)]
        self._arrange(before)
        return self.sort

    def _arrange(self, before: Card | None) -> None:
        """Sorts the hand, the cursor on the card that it was on before if that is still here."""
        self._groups = {}
        if self.sort != "hand":
            self.cards = self._sorted()
        self._find(before)

    def _find(self, before: Card | None) -> None:
        """Puts the cursor on the card that it was on before, or as near as can be."""
        if before is not None and before in self.cards:
            self.cursor = self.cards.index(before)
        else:
            self.cursor = max(0, min(self.cursor, len(self.cards) - 1))

    def _sorted(self) -> tuple[Card, ...]:
        if self.sort == "rank":
            ranked = sorted(self.cards, key=_by_suit)
            return tuple(sorted(ranked, key=lambda card: 99 if is_joker(card) else rank_of(card)))
        if self.sort == "contract" and self._grouping is not None:
            groups = [group for group in self._grouping(sorted(self.cards, key=_by_suit)) if group]
            self._groups = {card: at for at, group in enumerate(groups) for card in group}
            return tuple(card for group in groups for card in group)
        return tuple(sorted(self.cards, key=_by_suit))

    def move(self, by: int) -> None:
        """Moves the cursor, round the ends."""
        if self.cards:
            self.cursor = (self.cursor + by) % len(self.cards)

    def move_line(self, by: int, across: int) -> None:
        """Moves the cursor up or down a line, where there is one."""
        to = self.cursor + by * across
        if 0 <= to < len(self.cards):
            self.cursor = to
        elif by > 0 and self.cursor // across < (len(self.cards) - 1) // across:
            self.cursor = len(self.cards) - 1

    def carry(self, by: int) -> None:
        """Moves the card under the cursor; from then on the hand lies as its holder leaves it."""
        to = self.cursor + by
        if 0 <= to < len(self.cards):
            self.place(self.cards[self.cursor], self.cards[to])

    def place(self, card: Card, other: Card) -> None:
        """Moves a card to the place of another one; the hand lies as its holder leaves it then."""
        if card in self.cards and other in self.cards:
            to = self.cards.index(other)
            cards = [other for other in self.cards if other != card]
            cards.insert(to, card)
            self.cards, self.cursor, self.sort = tuple(cards), to, "hand"
            self._groups = {}

    def point(self, card: Card) -> None:
        """Puts the cursor on a card."""
        if card in self.cards:
            self.cursor = self.cards.index(card)

    def toggle(self, card: Card | None = None) -> None:
        """Picks a card, or the one under the cursor, or puts it back."""
        card = self.current if card is None else card
        if card is None or card not in self.cards:
            return
        others = tuple(other for other in self.picked if other != card)
        self.picked = (*others, card) if others == self.picked else others

    def unpick(self) -> None:
        """Puts all picked cards back."""
        self.picked = ()

    def find_rank(self, *ranks: str) -> bool:
        """Moves the cursor to the next card of some ranks (`A`, `10`, ... or `JK`), if any."""
        for step in range(1, len(self.cards) + 1):
            at = (self.cursor + step) % len(self.cards)
            card = self.cards[at]
            name = "JK" if is_joker(card) else RANK_NAMES[rank_of(card) - 1]
            if name in ranks:
                self.cursor = at
                return True
        return False
