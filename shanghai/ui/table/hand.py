"""A hand as its player arranges it: the order, the cursor, and the picked cards."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from shanghai.engine.cards import RANK_NAMES, Card, is_joker, rank_of, suit_of

SORTS: Final = ("contract", "suit", "rank", "hand")
"""The orders of a hand: by contract, by suit, by rank, and as the player has arranged it."""

NEW: Final = -1
"""The number of the group for cards that came after the hand was grouped."""
Grouping = Callable[[Sequence[Card]], Iterable[Sequence[Card]]]
"""Divides cards into groups that belong together. Each card is in one group."""


def _by_suit(card: Card) -> tuple[bool, int, int, int]:
    return (True, 0, 0, card) if is_joker(card) else (False, suit_of(card), rank_of(card), card)


class Hand:
    """The hand of one seat on the screen, with only the cards that this seat may see."""

    def __init__(self, sort: str = "contract", order: Iterable[Card] = ()) -> None:
        self.sort = sort
        self._groups: dict[Card, int] = {}
        """The number of each card's group, as of the last time the hand was grouped."""
        self.cards: tuple[Card, ...] = tuple(order)
        self.cursor = 0
        self.picked: tuple[Card, ...] = ()
        """The picked cards, in the order in which they were picked."""
        self._grouping: Grouping | None = None

    @property
    def current(self) -> Card | None:
        """The card under the cursor. None if the hand is empty."""
        return self.cards[self.cursor] if self.cards else None

    @property
    def group_starts(self) -> frozenset[Card]:
        """The cards that begin a group, except the first card of the hand."""
        numbers = [self._groups.get(card, NEW) for card in self.cards]
        return frozenset(
            card
            for card, number, before in zip(self.cards[1:], numbers[1:], numbers, strict=False)
            if self._groups and number != before
        )

    def hold(self, cards: Iterable[Card], grouping: Grouping | None = None) -> None:
        """Sets the cards of the hand. Cards that are gone are removed, new ones come at the end.

        A hand that is sorted by suit or rank gets new cards at their places. One sorted by contract
        is grouped again here only if all of its cards are new.
        """
        self._grouping = grouping
        now = tuple(cards)
        cursor_card = self.current
        staying = [card for card in self.cards if card in now]
        self.cards = (*staying, *(card for card in now if card not in staying))
        self.picked = tuple(card for card in self.picked if card in now)
        if self.sort == "contract" and staying:
            self._restore_cursor(cursor_card)
        else:
            self._arrange(cursor_card)

    def group_anew(self) -> None:
        """Groups the hand by contract again, if it is sorted so."""
        if self.sort == "contract":
            self._arrange(self.current)

    def change_sort(self) -> str:
        """Changes to the next order and returns its name. Without groups there is none by
        contract."""
        cursor_card = self.current
        orders = SORTS if self._grouping else SORTS[1:]
        self.sort = orders[(orders.index(self.sort) + 1) % len(orders)]
        self._arrange(cursor_card)
        return self.sort

    def _arrange(self, cursor_card: Card | None) -> None:
        """Sorts the hand. The cursor stays on `cursor_card`, if that is still there."""
        self._groups = {}
        if self.sort != "hand":
            self.cards = self._sorted()
        self._restore_cursor(cursor_card)

    def _restore_cursor(self, cursor_card: Card | None) -> None:
        """Puts the cursor on `cursor_card`, or keeps its place if that card is gone."""
        if cursor_card is not None and cursor_card in self.cards:
            self.cursor = self.cards.index(cursor_card)
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
        """Moves the cursor by so many cards, around the ends."""
        if self.cards:
            self.cursor = (self.cursor + by) % len(self.cards)

    def move_line(self, by: int, cards_a_line: int) -> None:
        """Moves the cursor up or down a line, if there is one. A line has `cards_a_line` cards."""
        to = self.cursor + by * cards_a_line
        if 0 <= to < len(self.cards):
            self.cursor = to
        elif by > 0 and self.cursor // cards_a_line < (len(self.cards) - 1) // cards_a_line:
            self.cursor = len(self.cards) - 1

    def move_card(self, by: int) -> None:
        """Moves the card under the cursor by so many places. The hand is then in the player's own
        order."""
        to = self.cursor + by
        if 0 <= to < len(self.cards):
            self.place(self.cards[self.cursor], self.cards[to])

    def place(self, card: Card, other: Card) -> None:
        """Moves a card to the place of another one. The hand is then in the player's own order."""
        if card in self.cards and other in self.cards:
            to = self.cards.index(other)
            cards = [each for each in self.cards if each != card]
            cards.insert(to, card)
            self.cards, self.cursor, self.sort = tuple(cards), to, "hand"
            self._groups = {}

    def point(self, card: Card) -> None:
        """Puts the cursor on a card."""
        if card in self.cards:
            self.cursor = self.cards.index(card)

    def toggle(self, card: Card | None = None) -> None:
        """Picks a card, or puts it back if it is picked. None: the card under the cursor."""
        card = self.current if card is None else card
        if card is None or card not in self.cards:
            return
        others = tuple(other for other in self.picked if other != card)
        self.picked = (*others, card) if others == self.picked else others

    def unpick(self) -> None:
        """Puts all picked cards back."""
        self.picked = ()

    def find_rank(self, *ranks: str) -> bool:
        """Moves the cursor to the next card of these ranks (`A`, `10`, ... or `JK`). Whether there
        is one."""
        for step in range(1, len(self.cards) + 1):
            at = (self.cursor + step) % len(self.cards)
            card = self.cards[at]
            name = "JK" if is_joker(card) else RANK_NAMES[rank_of(card) - 1]
            if name in ranks:
                self.cursor = at
                return True
        return False
