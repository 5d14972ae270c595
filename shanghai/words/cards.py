"""Cards as text, in glyphs or letters."""

from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

from shanghai.engine.cards import JOKER, LABELS, RANK_NAMES, SUITS, SUITS_IN, Card, Face, face_of

GLYPHS: Final = "♠♥♦♣"
COURTS: Final = "".join(RANK_NAMES[-3:])
PRINTED_JOKER: Final = "JOKER"
"""What is printed on a joker in every language."""


class CardStyle(Struct, frozen=True):
    """How cards are written and drawn.

    `letters` writes suits as letters, and `ascii` everything in plain signs. `large` says whether a
    hand may be drawn large. `courts` are the letters of jack, queen and king. `quadrants` says that
    the font of the terminal has the block signs for quarters of a cell.
    """

    letters: bool = False
    ascii: bool = False
    large: Literal["auto", "on", "off"] = "auto"
    courts: str = COURTS
    quadrants: bool = True

    def suit(self, suit: int) -> str:
        """The sign of a suit from 0 to 3, or the two signs of a colour, 4 or 5. -1 has no sign."""
        signs = SUITS if self.letters or self.ascii else GLYPHS
        return "".join(signs[each] for each in SUITS_IN[suit]) if suit >= 0 else ""

    def rank(self, rank: int) -> str:
        """The name of a rank from 1 to 14, both of which are the ace, with this style's letters."""
        from_end = (rank - 1) % len(RANK_NAMES) - len(RANK_NAMES)
        return RANK_NAMES[from_end] if from_end < -len(COURTS) else self.courts[from_end]

    def text(self, card: Card | Face) -> str:
        """A card such as `10♠`, `10S` or `JK`, or `??` for a hidden one: two or three cells."""
        face = face_of(card)
        if card < 0:
            return "??"
        if face == JOKER:
            return LABELS[JOKER]
        return self.rank(face % 13 + 1) + self.suit(face // 13)

    def texts(self, cards: Iterable[Card | Face]) -> str:
        """Several cards with a blank between."""
        return " ".join(map(self.text, cards))

    def in_notation(self, typed: str) -> str:
        """Typed cards in the public notation: the court letters of this style become J, Q and K. A
        joker may be typed as it is printed on the card. Other words stay as they are."""
        return " ".join(map(self._word_in_notation, typed.split()))

    def _word_in_notation(self, word: str) -> str:
        letters = word.upper()
        if letters in (LABELS[JOKER], PRINTED_JOKER):
            return LABELS[JOKER]
        court = self.courts.find(letters[:1])
        return word if court < 0 else COURTS[court] + word[1:]

    @property
    def mark(self) -> str:
        """The sign at the end of a text that was cut."""
        return "~" if self.ascii else "…"

    @property
    def star(self) -> str:
        """The mark of a wild card."""
        return "*" if self.ascii else "★"

    @property
    def tick(self) -> str:
        """The sign of what is ready."""
        return "ok" if self.ascii else "✓"

    @property
    def crown(self) -> str:
        """The mark of a player who leads or has won."""
        return "^" if self.ascii else "♛"

    @property
    def arrow(self) -> str:
        """The mark of the seat on turn."""
        return ">" if self.ascii else "▸"
