"""The hand at the foot of the screen: the largest cards that fit, or a fan with both corners."""

from collections.abc import Sequence, Set
from typing import Final, NamedTuple

from textual.geometry import Size

from shanghai.engine.cards import Card
from shanghai.ui.kit.cards import suit_look
from shanghai.ui.kit.lines import Bit, Lines, Row, width
from shanghai.ui.kit.pictures import LARGE, MEDIUM, SMALL, CardSize, face_lines
from shanghai.words.cards import CardStyle
from shanghai.words.scores import NEW_MARK

_MARGIN: Final = 2
"""The cells that a hand leaves free at either side where there is room."""
_MARGIN_FROM: Final = 100
"""The cells across from which on there is."""
_FACE: Final = 4
"""The cells in which a card of a fan is still read: its edge and its rank and suit."""
SLIP: Final = CardSize(5, 1)
"""A card as a slip of paper, of a line of text."""
_SHORT: Final = CardSize(6, 4)
_ONE_LINE: Final = ((LARGE, 7), (MEDIUM, 6), (SMALL, _FACE))
"""The sizes of cards in one line, from the largest, with the least cells from card to card."""
_MORE_LINES: Final = (SMALL, _SHORT)


class Grid(NamedTuple):
    """How a hand is laid out: cards in a line, lines, the size of a card, and the cells from one
    card to the next."""

    across: int
    down: int
    size: CardSize = SLIP
    pitch: int = 6

    @property
    def large(self) -> bool:
        """Whether cards are boxes, not slips."""
        return self.size.high > 1

    @property
    def step(self) -> int:
        """The lines of text that a line of cards takes, with that into which a card rises."""
        return self.size.high + 1


def grid_for(count: int, wide: int, high: int, large: str) -> Grid:
    """The layout of `count` cards in at most `wide` cells and, as far as that can be, `high`
    lines; `large` off is for slips alone."""
    count = max(1, count)
    wide -= 2 * _MARGIN if wide >= _MARGIN_FROM else 0
    if large != "off":
        for size, least in _ONE_LINE:
            grid = _spread(count, 1, wide, size)
            if grid.pitch >= least and grid.step <= high:
                return grid
        for lines in (2, 3):
            for size in _MORE_LINES:
                grid = _spread(count, lines, wide, size)
                if grid.pitch >= _FACE and grid.step * lines <= high:
                    return grid
    lines = 1
    while (grid := _spread(count, lines, wide, SLIP)).pitch < _FACE:
        lines += 1
    return grid


def _spread(count: int, lines: int, wide: int, size: CardSize) -> Grid:
    """`count` cards spread evenly over `lines` lines, no further apart than they need to be."""
    across = -(-count // lines)
    room = wide if across == 1 else (wide - size.wide) // (across - 1)
    return Grid(across, -(-count // across), size, min(size.wide + 1, room))


class Shown(NamedTuple):
    """What a hand shows beside its cards: the card under the cursor, picked, new and dim ones."""

    cursor: int = -1
    picked: Set[Card] = frozenset()
    new: Set[Card] = frozenset()
    dim: Set[Card] = frozenset()


def hand_rows(
    cards: Sequence[Card], shown: Shown, grid: Grid, style: CardStyle, wide: int = 0
) -> list[Row]:
    """A hand as lines of text, in the middle of `wide` cells; each card is a target."""
    rows: list[Row] = []
    for start in range(0, max(1, len(cards)), grid.across):
        line = cards[start : start + grid.across]
        drawn = [
            _drawn(card, at, at == len(line) - 1, start + at == shown.cursor, shown, grid, style)
            for at, card in enumerate(line)
        ]
        block = [tuple(bit for card in drawn for bit in card[y]) for y in range(grid.step)]
        margin = (Bit(" " * ((wide - width(block[0])) // 2)),) if wide else ()
        rows += [(*margin, *part) for part in block]
    return rows


def _drawn(
    card: Card,
    at: int,
    is_last: bool,
    at_cursor: bool,
    shown: Shown,
    grid: Grid,
    style: CardStyle,
) -> list[Row]:
    """A card of a line, as much of it as the next one leaves, with the line it may rise into."""
    target = ("card", card)
    size, covered = grid.size, not is_last and grid.pitch < grid.size.wide
    wide = grid.pitch if covered else size.wide
    space = () if covered or is_last else (Bit(" " * (grid.pitch - size.wide)),)
    ink = "paper" if card in shown.dim else "paper-" + suit_look(card)
    is_slip = size.high == 1
    lines = face_lines(card, wide, max(1, size.high - 2), style, covered=covered)
    if wide == _FACE or is_slip:
        lines = [_tight(line, style.text(card), wide) for line in lines]
    on_another = at > 0 and grid.pitch <= size.wide
    body: list[Row] = []
    for y, line in enumerate(lines):
        first, look = line[0], ink
        if at_cursor and y == 0:
            first, look = ">" if style.ascii else "▸", f"{ink} cursor"
        edge = "paper-edge" if on_another and first == " " else look
        if first == " " and (on_another or style.ascii):
            first = "|" if style.ascii else "▏"
        if style.ascii and not covered and not is_slip:
            line = f"{line[:-1]}|"
        body.append((Bit(first, edge, target), Bit(line[1:], look, target), *space))
    return _risen(
        _edged(body, wide, at_cursor, space, target, style, is_slip),
        card,
        wide,
        shown,
        space,
        style,
    )


def _tight(line: str, text: str, wide: int) -> str:
    """A line with its corner at the left, where there is no room for one at the right."""
    return f" {text}".ljust(wide) if text in line else line


def _edged(
    body: list[Row],
    wide: int,
    at_cursor: bool,
    space: Row,
    target: object,
    style: CardStyle,
    is_slip: bool,
) -> list[Row]:
    """The lines of a card with half a line of paper above and below."""
    if is_slip:
        return body
    look = "edge-cursor" if at_cursor else "edge"
    top, foot = ("-" * wide,) * 2 if style.ascii else ("▄" * wide, "▀" * wide)
    return [(Bit(top, look, target), *space), *body, (Bit(foot, look, target), *space)]


def _risen(
    drawn: list[Row], card: Card, wide: int, shown: Shown, space: Row, style: CardStyle
) -> list[Row]:
    """A card with the line into which a picked one rises; a new one is marked there."""
    target = ("card", card)
    mark = NEW_MARK.center(wide) if card in shown.new else " " * wide
    if card not in shown.picked:
        return [(Bit(mark, "accent", target), *space), *drawn]
    if len(drawn) > 1:
        return [*drawn, (Bit(mark, "accent", target), *space)]
    edge = "_" if style.ascii else "▄"
    above = f"{edge}{NEW_MARK}{edge}"[:wide] if card in shown.new else edge * wide
    return [(Bit(above, "edge", target), *space), *drawn]


class CardRow(Lines):
    """A hand of cards, all of it, in as many lines as it needs."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.cards: tuple[Card, ...] = ()
        self.shown = Shown()
        self.card_style = CardStyle()

    grid = Grid(1, 1)

    def deal(
        self, cards: Sequence[Card], shown: Shown, style: CardStyle, wide: int, high: int
    ) -> None:
        """Shows these cards in the middle of `wide` cells, as large as fits `high` lines."""
        self.cards, self.shown, self.card_style = tuple(cards), shown, style
        self.grid = grid_for(len(cards), wide, high, style.large)
        self.show(hand_rows(self.cards, shown, self.grid, style, wide))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The lines that the layout takes."""
        return max(2, len(self.rows))
