"""Cards as text and as pictures, and the widget that shows a hand of them, never one a card."""

from collections.abc import Iterable, Sequence, Set
from typing import Final, Literal, NamedTuple

from msgspec import Struct
from textual.geometry import Size

from shanghai.engine.cards import JOKER, LABELS, RANK_NAMES, SUITS, Card, face_of, suit_of
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

    def text(self, card: Card) -> str:
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


def suit_look(card: Card) -> str:
    """The look of a card's text on the table."""
    if card < 0:
        return "dim"
    return "joker" if face_of(card) == JOKER else SUIT_LOOKS[suit_of(card)]


def card_bit(card: Card, style: CardStyle, target: object = None) -> Bit:
    """A card as coloured text."""
    return Bit(style.text(card), suit_look(card), target)


class _Box(NamedTuple):
    """The characters of a card's edge."""

    top: str
    bottom: str
    side: str


_ROUND: Final = _Box("╭─╮", "╰─╯", "│")
_PLAIN: Final = _Box("+-+", "+-+", "|")


def picture(card: Card, style: CardStyle, target: object = None) -> list[Row]:
    """One card drawn large: five lines of seven cells."""
    box = _PLAIN if style.ascii else _ROUND
    look = "paper-" + suit_look(card)
    text = style.text(card)
    rank, suit = (text[:-1], text[-1]) if face_of(card) != JOKER else ("JK", " ")
    middle = "joker" if face_of(card) == JOKER else suit.center(5)
    edge = Bit(box.side, "paper-edge", target)
    return [
        (Bit(box.top[0] + box.top[1] * 5 + box.top[2], "paper-edge", target),),
        (edge, Bit(rank.ljust(5), look, target), edge),
        (edge, Bit(middle, look, target), edge),
        (edge, Bit(rank.rjust(5), look, target), edge),
        (Bit(box.bottom[0] + box.bottom[1] * 5 + box.bottom[2], "paper-edge", target),),
    ]


def back(style: CardStyle, target: object = None) -> list[Row]:
    """The back of a card drawn large, as the stock shows it."""
    box = _PLAIN if style.ascii else _ROUND
    fill = "#" if style.ascii else "░"
    line = (Bit(box.side + fill * 5 + box.side, "back", target),)
    return [
        (Bit(box.top[0] + box.top[1] * 5 + box.top[2], "back", target),),
        *[line] * 3,
        (Bit(box.bottom[0] + box.bottom[1] * 5 + box.bottom[2], "back", target),),
    ]


def gap(style: CardStyle, target: object = None) -> list[Row]:
    """The place of a pile with no card on it, drawn large."""
    side = "|" if style.ascii else "┆"
    dash = "-" if style.ascii else "╌"
    return [
        (Bit(" " + dash * 5 + " ", "dim", target),),
        *[(Bit(side + " " * 5 + side, "dim", target),)] * 3,
        (Bit(" " + dash * 5 + " ", "dim", target),),
    ]


class Grid(NamedTuple):
    """How a hand is laid out: cards in a line, lines, and whether the cards are boxes."""

    across: int
    down: int
    large: bool

    @property
    def step(self) -> int:
        """The lines of text that a line of cards takes."""
        return 5 if self.large else 2


CELL: Final = 6
"""The cells that a card takes across, the gap after it included."""


def grid_for(count: int, wide: int, high: int, large: str) -> Grid:
    """The layout of so many cards in so many cells; boxes where they are wanted and fit."""
    most = max(1, (wide + 1) // CELL)
    lines = max(1, -(-count // most))
    across = max(1, -(-count // lines))
    if large != "off" and lines * 5 <= high:
        return Grid(across, lines, True)
    return Grid(across, lines, False)


class Shown(NamedTuple):
    """What a hand shows beside its cards: the card under the cursor, picked, new and dim ones."""

    cursor: int = -1
    picked: Set[Card] = frozenset()
    new: Set[Card] = frozenset()
    dim: Set[Card] = frozenset()


def hand_rows(cards: Sequence[Card], shown: Shown, grid: Grid, style: CardStyle) -> list[Row]:
    """A hand as lines of text; each card is a target `("card", number)`."""
    rows: list[Row] = []
    for start in range(0, max(1, len(cards)), grid.across):
        line = cards[start : start + grid.across]
        drawn = [
            (_box if grid.large else _slip)(card, start + i == shown.cursor, shown, style)
            for i, card in enumerate(line)
        ]
        rows += [tuple(bit for card in drawn for bit in card[y]) for y in range(grid.step)]
    return rows


def _rise(card: Card, shown: Shown, style: CardStyle) -> Bit:
    """The line above a card: a picked one rises into it, a new one says so in it."""
    target = ("card", card)
    edge = "_" if style.ascii else "▄"
    picked, new = card in shown.picked, card in shown.new
    if new:
        side = edge if picked else " "
        return Bit(f"{side}new{side}", "edge" if picked else "accent", target)
    return Bit((edge if picked else " ") * 5, "edge" if picked else "", target)


def _face(card: Card, shown: Shown) -> str:
    return "paper" if card in shown.dim else "paper-" + suit_look(card)


def _slip(card: Card, at_cursor: bool, shown: Shown, style: CardStyle) -> list[Row]:
    """A card as a slip of paper: a line to rise into and a line with its text."""
    target = ("card", card)
    text = style.text(card)
    if card in shown.dim:
        text = text.lower() if style.ascii else text
    if at_cursor:
        left, right = ("[", "]") if style.ascii else ("▐", "▌")
        body = f"{left}{text.center(3)}{right}"
        face = Bit(body, _face(card, shown) + " cursor", target)
    else:
        face = Bit(text.center(5), _face(card, shown), target)
    return [(_rise(card, shown, style), Bit(" ")), (face, Bit(" "))]


def _box(card: Card, at_cursor: bool, shown: Shown, style: CardStyle) -> list[Row]:
    """A card as a box of four lines under a line to rise into."""
    target = ("card", card)
    box = _PLAIN if style.ascii else _ROUND
    text, look = style.text(card), _face(card, shown)
    edge_look = "cursor" if at_cursor else "paper-edge"
    head, suit = (text, "   ") if card % 53 == JOKER else (text, text[-1])
    top = Bit(box.top[0] + box.top[1] * 3 + box.top[2], edge_look, target)
    bottom = Bit(box.bottom[0] + box.bottom[1] * 3 + box.bottom[2], edge_look, target)
    side = Bit(box.side, edge_look, target)
    above: Row = (_rise(card, shown, style), Bit(" "))
    rows: list[Row] = [
        (top, Bit(" ")),
        (side, Bit(head.ljust(3), look, target), side, Bit(" ")),
        (side, Bit(suit.rjust(3), look, target), side, Bit(" ")),
        (bottom, Bit(" ")),
    ]
    return [above, *rows]


class CardRow(Lines):
    """A hand of cards, all of it, in as many lines as it needs."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.cards: tuple[Card, ...] = ()
        self.shown = Shown()
        self.card_style = CardStyle()
        self.most_lines = 100

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
