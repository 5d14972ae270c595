"""Cards as coloured text."""

from typing import Final

from shanghai.engine.cards import JOKER, Card, Face, face_of, suit_of
from shanghai.ui.kit.lines import Bit
from shanghai.words.cards import CardStyle

SUIT_LOOKS: Final = ("spade", "heart", "diamond", "club")


def suit_look(card: Card | Face) -> str:
    """The look of a card's text on the table."""
    if card < 0:
        return "dim"
    return "joker" if face_of(card) == JOKER else SUIT_LOOKS[suit_of(card)]


def card_bit(card: Card | Face, style: CardStyle, target: object = None) -> Bit:
    """A card as coloured text."""
    return Bit(style.text(card), suit_look(card), target)
