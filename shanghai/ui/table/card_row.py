"""The hand at the foot of the screen: the largest cards that fit, or a fan with both corners."""

from collections.abc import Sequence, Set
from functools import lru_cache
from typing import Final, NamedTuple

from textual.geometry import Size

from shanghai.engine.cards import Card, Face, face_of
from shanghai.ui.kit.cards import suit_look
from shanghai.ui.kit.lines import Bit, Lines, Row
from shanghai.ui.kit.pictures import LARGE, MEDIUM, SMALL, CardSize, face_lines, starred
from shanghai.words import scores
from shanghai.words.cards import CardStyle

_MARGIN: Final = 2
"""The cells that a hand leaves free at either side where there is room."""
_MARGIN_FROM: Final = 100
"""The cells across from which on there is."""
_FACE: Final = 4
"""The cells in which a card of a fan is still read: its edge and its rank and suit."""
SLIP: Final = CardSize(5, 1)
"""A card as a slip of paper, of a line of text."""
_SHORT: Final = CardSize(6, 4)
NARROW: Final = CardSize(6, 5)
"""A card that others cover too far for block letters."""
_ONE_LINE: Final = ((LARGE, 7), (MEDIUM, 6), (SMALL, 5), (NARROW, _FACE), (_SHORT, _FACE))
"""The sizes of cards in one line, from the largest, with the least cells from card to card."""
_MORE_LINES: Final = (_ONE_LINE[2], _ONE_LINE[3], (_SHORT, _FACE))


class Grid(NamedTuple):
    """A hand's layout: cards in a line, lines, a card's size, and the cells from card to card."""

    across: int
    down: int
    size: CardSize = SLIP
    pitch: int = 6

    @property
    def step(self) -> int:
        """The lines of text that a line of cards takes, with that into which a card rises."""
        return self.size.high + 1


def grid_for(count: int, wide: int, high: int, large: str) -> Grid:
    """The layout of `count` cards in `wide` cells and, as far as that can be, `high` lines; with
    `large` on larger cards in more lines come first, off is for slips alone."""
    count = max(1, count)
    wide -= 2 * _MARGIN if wide >= _MARGIN_FROM else 0
    ways = [(1, *way) for way in _ONE_LINE]
    ways += [(lines, *way) for lines in (2, 3) for way in _MORE_LINES]
    if large == "on":
        ways = [(lines, *way) for way in _ONE_LINE[:-1] for lines in (1, 2, 3)] + ways
    for lines, size, least in ways if large != "off" else ():
        grid = _spread(count, lines, wide, size)
        if grid.pitch >= least and grid.step * lines <= high:
            return grid
    # At least one slip a line, however narrow: it is cut at the edge.
    across = max(1, 1 + (wide - SLIP.wide) // _FACE)
    return _spread(count, -(-count // across), wide, SLIP)


def _spread(count: int, lines: int, wide: int, size: CardSize) -> Grid:
    """`count` cards spread evenly over `lines` lines, no further apart than they need to be."""
    across = -(-count // lines)
    room = wide if across == 1 else (wide - size.wide) // (across - 1)
    return Grid(across, -(-count // across), size, max(1, min(size.wide + 1, room)))


class _Look(NamedTuple):
    """What the drawing of one card depends on: its place in its line, and its marks."""

    is_first: bool
    is_last: bool
    at_cursor: bool
    is_dim: bool
    is_new: bool
    is_picked: bool
    is_wild: bool


class Shown(NamedTuple):
    """A hand's marks: the card under the cursor, picked, new and dim ones, and the wild faces."""

    cursor: int = -1
    picked: Set[Card] = frozenset()
    new: Set[Card] = frozenset()
    dim: Set[Card] = frozenset()
    wild: Set[Face] = frozenset()

    def look(self, card: Card, at: int, is_first: bool, is_last: bool) -> _Look:
        """What shows of the card at a place of the hand."""
        marks = card in self.dim, card in self.new, card in self.picked, face_of(card) in self.wild
        return _Look(is_first, is_last, at == self.cursor, *marks)


def hand_rows(
    cards: Sequence[Card],
    shown: Shown,
    grid: Grid,
    style: CardStyle,
    wide: int = 0,
    to_come: int = 0,
) -> list[Row]:
    """A hand as lines of text, each card a target, with the place of cards to come in `wide`."""
    rows: list[Row] = []
    for start in range(0, max(1, len(cards)), grid.across):
        line = cards[start : start + grid.across]
        last = len(line) - 1
        drawn = [
            _drawn(card, shown.look(card, start + at, at == 0, at == last), grid, style)
            for at, card in enumerate(line)
        ]
        block = [tuple(bit for card in drawn for bit in card[y]) for y in range(grid.step)]
        lying = min(grid.across, len(line) + to_come)
        across = grid.pitch * (lying - 1) + grid.size.wide
        margin = (Bit(" " * ((wide - across) // 2)),) if wide else ()
        rows += [(*margin, *part) for part in block]
    return rows


@lru_cache(1024)
def _drawn(card: Card, shown: _Look, grid: Grid, style: CardStyle) -> tuple[Row, ...]:
    """A card of a line, as much of it as the next one leaves, with the line it may rise into."""
    size, is_slip = grid.size, grid.size.high == 1
    covered = not shown.is_last and grid.pitch < size.wide
    wide = grid.pitch if covered else size.wide
    space = () if covered or shown.is_last else (Bit(" " * (grid.pitch - size.wide)),)

    def line(text: str, look: str) -> Row:
        return (Bit(text, look, ("card", card)), *space)

    ink = "paper" if shown.is_dim else "paper-" + suit_look(card)
    on_another = not shown.is_first and grid.pitch <= size.wide
    drawn: list[Row] = []
    face = face_lines(card, size, style, wide)
    for y, text in enumerate(starred(face, size, style) if shown.is_wild else face):
        first, look = text[0], f"{ink} cursor" if shown.at_cursor and is_slip else ink
        edge = "paper-edge" if on_another and first == " " else look
        if shown.at_cursor:
            first, edge = first if y else style.arrow, "cursor"
        if first == " " and (on_another or style.ascii):
            first = "|" if style.ascii else "▏"
        if style.ascii and not covered and not is_slip:
            text = f"{text[:-1]}|"
        drawn.append((Bit(first, edge, ("card", card)), *line(text[1:], look)))
    if not is_slip:
        look = "edge-cursor" if shown.at_cursor else "edge"
        top, foot = "--" if style.ascii else "▄▀"
        drawn = [line(top * wide, look), *drawn, line(foot * wide, look)]
    mark = line(scores.NEW_MARK.center(wide) if shown.is_new else " " * wide, "accent")
    if not shown.is_picked:
        return (mark, *drawn)
    if not is_slip:
        return (*drawn, mark)
    over = "_" if style.ascii else "▄"
    text = f"{over}{scores.NEW_MARK}{over}"[:wide] if shown.is_new else over * wide
    return (line(text, "edge"), *drawn)


class CardRow(Lines):
    """A hand of cards, all of it, in as many lines as it needs."""

    cards: tuple[Card, ...] = ()
    grid = Grid(1, 1)

    def deal(
        self,
        cards: Sequence[Card],
        shown: Shown,
        style: CardStyle,
        space: tuple[int, int],
        form: int,
        to_come: int,
    ) -> None:
        """Shows these cards amid a space of cells by lines, as large as `form` of them allow."""
        (wide, high), self.cards = space, tuple(cards)
        self.grid = grid_for(form, wide, high, style.large)
        self.show(hand_rows(self.cards, shown, self.grid, style, wide, to_come))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The lines that the layout takes."""
        return max(2, len(self.rows))
