"""Cards as text and as pictures, and the widget that shows a hand of them, never one a card."""

from collections.abc import Iterable, Sequence, Set
from typing import Final, Literal, NamedTuple

from msgspec import Struct
from textual.geometry import Size

from shanghai.engine.cards import JOKER, LABELS, RANK_NAMES, SUITS, Card, Face, face_of, suit_of
from shanghai.ui.widgets.lines import Bit, Lines, Row

GLYPHS: Final = "♠♥♦♣"
SUIT_LOOKS: Final = ("spade", "heart", "diamond", "club")


class CardStyle(Struct, frozen=True):
    """How cards are written: glyphs or letters, plain ASCII, and how large a hand may be drawn."""

    letters: bool = False
    ascii: bool = False
    large: Literal["auto", "on", "off"] = "auto"

    def suit(self, suit: int) -> str:
        """The sign of a suit, 0 to 3."""
        return (SUITS if self.letters or self.ascii else GLYPHS)[suit]

    def text(self, card: Card | Face) -> str:
        """A card such as `10♠`, `10S` or `JK`, two or three cells wide."""
        face = face_of(card)
        if card < 0:
            return "??"
        if face == JOKER:
            return LABELS[JOKER]
        return RANK_NAMES[face % 13] + self.suit(face // 13)

    def texts(self, cards: Iterable[Card]) -> str:
        """Several cards with a blank between."""
        return " ".join(map(self.text, cards))

    @property
    def mark(self) -> str:
        """The mark of a cut."""
        return "~" if self.ascii else "…"

    @property
    def arrow(self) -> str:
        """The mark of the seat on turn."""
        return ">" if self.ascii else "▸"


def suit_look(card: Card | Face) -> str:
    """The look of a card's text on the table."""
    if card < 0:
        return "dim"
    return "joker" if face_of(card) == JOKER else SUIT_LOOKS[suit_of(card)]


def card_bit(card: Card | Face, style: CardStyle, target: object = None) -> Bit:
    """A card as coloured text."""
    return Bit(style.text(card), suit_look(card), target)


def picture(card: Card, style: CardStyle, target: object = None) -> list[Row]:
    """One card drawn large: five lines of seven cells."""
    text = style.text(card)
    joker = face_of(card) == JOKER
    rank = text if joker else text[:-1]
    middle = "joker" if joker else text[-1]
    lines = (f" {rank:<6}", middle.center(7), f"{rank:>6} ")
    return _sheet(lines, "paper-" + suit_look(card), "edge", style, target)


_PIPS: Final = {
    "spade": ("▄", "▄███▄", "▄███████▄", "▀██▀█▀██▀", "▄█▄"),
    "heart": ("▄▄   ▄▄", "█████████", "▀███████▀", "▀███▀", "▀"),
    "diamond": ("▄", "▄███▄", "▄███████▄", "▀█████▀", "▀█▀"),
    "club": ("▄▄▄", "▀███▀", "▄██▄█▄██▄", "▀██▀█▀██▀", "▄█▄"),
    "joker": ("▄", "▄▄▄███▄▄▄", "▀███████▀", "▄██▀▀▀██▄", "▀       ▀"),
}
"""The suits, and a star for the joker, drawn large: five lines of at most nine cells."""


def large_picture(card: Card, style: CardStyle, target: object = None) -> list[Row]:
    """One card drawn for the whole table to see: nine lines of fifteen cells."""
    text, look = style.text(card), suit_look(card)
    pip = _PIPS.get(look, ())
    if style.ascii or not pip:
        pip = ("", "", "joker" if look == "joker" else text[-1], "", "")
    lines = (f" {text:<14}", *(line.center(15) for line in pip), f"{text:>14} ")
    return _sheet(lines, "paper-" + look, "edge", style, target)


def back(style: CardStyle, target: object = None) -> list[Row]:
    """The back of a card drawn large, as the stock shows it."""
    fill = "#####" if style.ascii else "░░░░░"
    return _sheet((f" {fill} ",) * 3, "back", "back-edge", style, target)


def _sheet(
    lines: Sequence[str], look: str, edge: str, style: CardStyle, target: object
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


def gap(style: CardStyle, target: object = None) -> list[Row]:
    """The place of a pile with no card on it, drawn large."""
    side, dash = ("|", "-") if style.ascii else ("┆", "╌")
    rim = (Bit(f" {dash * 5} ", "dim", target),)
    return [rim, *[(Bit(f"{side}     {side}", "dim", target),)] * 3, rim]


class Grid(NamedTuple):
    """How a hand is laid out: cards in a line, lines, and whether they are boxes, larger ones."""

    across: int
    down: int
    large: bool
    larger: bool = False

    @property
    def step(self) -> int:
        """The lines of text that a line of cards takes."""
        return 6 if self.larger else 5 if self.large else 2


CELL: Final = 6
LARGER_CELL: Final = 8
"""The cells that a card takes across, the gap after it included; that of a larger one."""
ROOMY: Final = (150, 20)
"""The cells across, and the lines left for the table, from which on a hand is drawn larger."""


def grid_for(count: int, wide: int, high: int, large: str) -> Grid:
    """The layout of so many cards in so many cells; boxes where they are wanted and fit."""
    if large != "off" and wide >= ROOMY[0]:
        across, lines = _spread(count, wide, LARGER_CELL)
        if lines * 6 + ROOMY[1] <= high:
            return Grid(across, lines, True, True)
    across, lines = _spread(count, wide, CELL)
    return Grid(across, lines, large != "off" and lines * 5 <= high)


def _spread(count: int, wide: int, cell: int) -> tuple[int, int]:
    """So many cards over as few lines as they need, and evenly: how many across, how many down."""
    lines = max(1, -(-count // max(1, (wide + 1) // cell)))
    return max(1, -(-count // lines)), lines


class Shown(NamedTuple):
    """What a hand shows beside its cards: the card under the cursor, picked, new and dim ones."""

    cursor: int = -1
    picked: Set[Card] = frozenset()
    new: Set[Card] = frozenset()
    dim: Set[Card] = frozenset()


def hand_rows(cards: Sequence[Card], shown: Shown, grid: Grid, style: CardStyle) -> list[Row]:
    """A hand as lines of text; each card is a target `("card", number)`."""
    rows: list[Row] = []
    draw = _larger_box if grid.larger else _box if grid.large else _slip
    for start in range(0, max(1, len(cards)), grid.across):
        line = cards[start : start + grid.across]
        drawn = [draw(card, start + i == shown.cursor, shown, style) for i, card in enumerate(line)]
        rows += [tuple(bit for card in drawn for bit in card[y]) for y in range(grid.step)]
    return rows


def _face(card: Card, at_cursor: bool, shown: Shown) -> str:
    look = "paper" if card in shown.dim else "paper-" + suit_look(card)
    return look + " cursor" if at_cursor else look


def _label(card: Card, at_cursor: bool, style: CardStyle, wide: int = 5) -> str:
    """The text of a card in so many cells; the one under the cursor stands between two marks."""
    text = style.text(card)
    if not at_cursor:
        return f" {text:<{wide - 1}}"
    left, right = ("[", "]") if style.ascii else ("▸", "◂")
    return f"{left}{text:<{wide - 2}}{right}"


def _mark(card: Card, shown: Shown, target: object, wide: int = 5) -> Bit:
    return Bit("new".center(wide) if card in shown.new else " " * wide, "accent", target)


def _slip(card: Card, at_cursor: bool, shown: Shown, style: CardStyle) -> list[Row]:
    """A card as a slip of paper: a line to rise into and a line with its text."""
    target = ("card", card)
    above = _mark(card, shown, target)
    if card in shown.picked:
        edge = "_" if style.ascii else "▄"
        above = Bit(f"{edge}new{edge}" if card in shown.new else edge * 5, "edge", target)
    face = Bit(_label(card, at_cursor, style), _face(card, at_cursor, shown), target)
    return [(above, Bit(" ")), (face, Bit(" "))]


def _box(card: Card, at_cursor: bool, shown: Shown, style: CardStyle) -> list[Row]:
    """A card of four lines; a picked one lies a line higher, its mark below instead of above."""
    corner = style.text(card) if style.letters or style.ascii else style.text(card)[-1]
    lines = (_label(card, at_cursor, style), f"{'' if face_of(card) == JOKER else corner:>4} ")
    return _laid(card, lines, at_cursor, shown, style)


def _larger_box(card: Card, at_cursor: bool, shown: Shown, style: CardStyle) -> list[Row]:
    """A card of five lines, as wide as the piles; a picked one lies a line higher."""
    text = style.text(card)
    middle = "joker" if face_of(card) == JOKER else ""
    lines = (_label(card, at_cursor, style, 7), middle.center(7), f"{text:>6} ")
    return _laid(card, lines, at_cursor, shown, style)


def _laid(
    card: Card, lines: Sequence[str], at_cursor: bool, shown: Shown, style: CardStyle
) -> list[Row]:
    """The lines of a card on its sheet, with the line into which a picked one rises."""
    target = ("card", card)
    look = _face(card, at_cursor, shown)
    edge = "edge-cursor" if at_cursor else "edge"
    sheet = [(*line, Bit(" ")) for line in _sheet(lines, look, edge, style, target)]
    mark: Row = (_mark(card, shown, target, len(lines[0])), Bit(" "))
    return [*sheet, mark] if card in shown.picked else [mark, *sheet]


class CardRow(Lines):
    """A hand of cards, all of it, in as many lines as it needs."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.cards: tuple[Card, ...] = ()
        self.shown = Shown()
        self.card_style = CardStyle()

    def deal(
        self, cards: Sequence[Card], shown: Shown, style: CardStyle, wide: int, high: int
    ) -> None:
        """Shows these cards in `wide` cells, as boxes if they fit into `high` lines."""
        self.cards, self.shown, self.card_style = tuple(cards), shown, style
        self.grid = grid_for(len(cards), wide, high, style.large)
        self.show(hand_rows(self.cards, shown, self.grid, style))

    grid = Grid(1, 1, False)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The lines that the layout takes."""
        return max(2, len(self.rows))
