"""Cards as coloured text, and the colour and the sign of each seat."""

from typing import Final

from shanghai.engine.cards import JOKER, Card, Face, face_of, suit_of
from shanghai.ui.kit.lines import SUIT_LOOKS, Bit
from shanghai.words import phrases
from shanghai.words.cards import CardStyle

_SIGNS: Final = "▲■▼◊♪☼□▬"
_PLAIN_SIGNS: Final = "^#v$%&=@"


def suit_look(card: Card | Face) -> str:
    """The look of a card's text on the table."""
    if card < 0:
        return "dim"
    return "joker" if face_of(card) == JOKER else SUIT_LOOKS[suit_of(card)]


def card_bit(card: Card | Face, style: CardStyle) -> Bit:
    """A card as coloured text. A joker is a word."""
    is_joker = card >= 0 and face_of(card) == JOKER
    return Bit(phrases.say.JOKER if is_joker else style.text(card), suit_look(card))


def seat_sign(seat: int, style: CardStyle) -> str:
    """The sign of a seat, one cell wide."""
    return (_PLAIN_SIGNS if style.ascii else _SIGNS)[seat % 8]


def seat_name(seat: int, name: str, style: CardStyle) -> Bit:
    """The sign of a seat and the name of its player, in the colour of the seat."""
    return Bit(f"{seat_sign(seat, style)} {name}", seat_look(seat))


def seat_look(seat: int) -> str:
    """The look of the name in a seat, which gives it its colour."""
    return f"seat-{seat % 8 + 1}"
