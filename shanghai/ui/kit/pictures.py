"""Cards drawn large, in three sizes: whole, from the back, and as the place of a pile."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from shanghai.engine.cards import Card
from shanghai.ui.kit.cards import suit_look
from shanghai.ui.kit.lines import Bit, Row, Target
from shanghai.words.cards import CardStyle


class CardSize(Struct, frozen=True):
    """The cells and the lines of a card, its half lines of edge above and below included."""

    wide: int
    high: int


SMALL: Final = CardSize(7, 5)
MEDIUM: Final = CardSize(11, 6)
LARGE: Final = CardSize(15, 8)
SIZES: Final = (LARGE, MEDIUM, SMALL)

_PIPS: Final = {
    "spade": ("  ▄█▄  ", "▄█████▄", " ▀▄█▄▀ "),
    "heart": ("▄██▄██▄", "▀█████▀", "  ▀█▀  "),
    "diamond": ("  ▄█▄  ", " █████ ", "  ▀█▀  "),
    "club": ("  ███  ", "██▄█▄██", " ▀▄█▄▀ "),
    "joker": ("▄▄▄█▄▄▄", " █████ ", "▀▀   ▀▀"),
}
_LARGE_PIPS: Final = {
    "spade": ("    ▄    ", "  ▄███▄  ", "▄███████▄", "▀██▀█▀██▀", "   ▄█▄   "),
    "heart": (" ▄▄   ▄▄ ", "█████████", "▀███████▀", "  ▀███▀  ", "    ▀    "),
    "diamond": ("    ▄    ", "  ▄███▄  ", "▄███████▄", "  ▀███▀  ", "    ▀    "),
    "club": ("  ▄███▄  ", "  ▀███▀  ", "▄██▄█▄██▄", "▀██▀█▀██▀", "   ▄█▄   "),
    "joker": ("    ▄    ", "▄▄▄███▄▄▄", " ▀█████▀ ", " ▄██▀██▄ ", " ▀     ▀ "),
}
"""The suits, and a star for the joker, in three and in five lines."""


def pip(card: Card, wide: int, high: int, style: CardStyle) -> tuple[str, ...]:
    """The suit of a card, as large as `wide` cells and `high` lines allow; a joker is a star."""
    look = suit_look(card)
    if not style.ascii and not style.letters:
        if wide >= 10 and high >= 6:
            return _LARGE_PIPS.get(look, ())
        if wide >= 8 and high >= 4:
            return _PIPS.get(look, ())
    if look == "joker":
        return ("*" if style.ascii else "★",)
    return (style.text(card)[-1],) if look != "dim" else ()


def face_lines(
    card: Card, wide: int, high: int, style: CardStyle, *, covered: bool = False
) -> list[str]:
    """The text of a face of `wide` cells and `high` lines: both corners, the suit between them.

    A card that is `covered` at the right begins with its left edge, and the next card hides its
    far corner where its suit is large.
    """
    text = style.text(card)
    shown = pip(card, wide, high, style) if high > 2 else ()
    is_large = len(shown) > 1
    lines = [" " * wide for _ in range(high)]
    begin = (high - len(shown) + is_large) // 2
    for at, line in enumerate(shown):
        if covered:
            lines[begin + at] = f" {line.center(wide - 1)}"
        else:
            # In a low card the suit leaves a cell more to the far corner.
            aside = is_large and high < 5
            lines[begin + at] = line.center(wide - 2 * aside).ljust(wide)
    left = f" {text}"
    lines[0] = left + lines[0][len(left) :]
    if high > 1 and not (covered and is_large):
        right = f"{text} "
        lines[-1] = lines[-1][: wide - len(right)] + right
    return lines


def picture(
    card: Card, style: CardStyle, target: Target = None, size: CardSize = SMALL
) -> list[Row]:
    """One card drawn whole."""
    lines = face_lines(card, size.wide, size.high - 2, style)
    return sheet(lines, "paper-" + suit_look(card), "edge", style, target)


def back(style: CardStyle, target: Target = None, size: CardSize = SMALL) -> list[Row]:
    """The back of a card, as the stock shows it."""
    fill = ("#" if style.ascii else "░") * (size.wide - 2)
    return sheet([f" {fill} "] * (size.high - 2), "back", "back-edge", style, target)


def gap(style: CardStyle, target: Target = None, size: CardSize = SMALL) -> list[Row]:
    """The place of a pile with no card on it."""
    side, dash = ("|", "-") if style.ascii else ("┆", "╌")
    inner = size.wide - 2
    rim = (Bit(f" {dash * inner} ", "dim", target),)
    line = (Bit(f"{side}{' ' * inner}{side}", "dim", target),)
    return [rim, *[line] * (size.high - 2), rim]


def sheet(
    lines: Sequence[str], look: str, edge: str, style: CardStyle, target: Target
) -> list[Row]:
    """Lines of text on a sheet, with an edge above and below it."""
    wide = len(lines[0])
    if style.ascii:
        rim = Bit("+" + "-" * (wide - 2) + "+", look, target)
        return [(rim,), *((Bit(f"|{line[1:-1]}|", look, target),) for line in lines), (rim,)]
    return [
        (Bit("▄" * wide, edge, target),),
        *((Bit(line, look, target),) for line in lines),
        (Bit("▀" * wide, edge, target),),
    ]
