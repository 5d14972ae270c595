"""The colour and the sign by which a seat is known wherever it is named."""

from typing import Final

from shanghai.words.cards import CardStyle

_SIGNS: Final = "▲■▼◊♪☼□▬"
_PLAIN_SIGNS: Final = "^#v$%&=@"


def seat_sign(seat: int, style: CardStyle) -> str:
    """The sign of a seat, one cell wide."""
    return (_PLAIN_SIGNS if style.ascii else _SIGNS)[seat % 8]


def seat_look(seat: int) -> str:
    """The look of the name of a seat."""
    return f"seat-{seat % 8 + 1}"
