"""The hand at the bottom of the screen: single cards if they fit, else a fan that shows each rank
and suit."""

from collections.abc import Sequence, Set
from typing import Final, NamedTuple

from textual.geometry import Size

from shanghai.engine.cards import Card, Face, face_of
from shanghai.ui.kit.lines import Bit, Lines, Row, blanks
from shanghai.ui.kit.pictures import (
    BIG,
    BROAD_FAN,
    CONSOLE,
    FAN,
    INDEX,
    LARGE,
    MEDIUM,
    PAPER,
    PLAIN_LARGE,
    SLIM,
    SLIM_CONSOLE,
    SLIM_INDEX,
    SLIP,
    TINY,
    CardForm,
    Ground,
    Pose,
    back,
    card_lines,
)
from shanghai.ui.table.flights import cells_of
from shanghai.ui.table.targets import CardTarget
from shanghai.words import scores
from shanghai.words.cards import CardStyle

_MARGIN: Final = 2
"""The cells that a hand leaves free at each side, if there is room."""
_MARGIN_FROM: Final = 100
"""The least width in cells for which there is room for that."""
_FACE: Final = 4
"""The cells of a card in a fan that are enough to read it: its edge, rank and suit."""
_MAX_LINES: Final = 3
"""The most lines of cards. Beyond that they are drawn as pieces of paper with text."""


class Grid(NamedTuple):
    """The layout of a hand: cards in a line, lines, the form of a card, and the cells from card to
    card."""

    across: int
    down: int
    form: CardForm = SLIP
    pitch: int = 6
    gap: int = 0
    """How many more cells there are before a card that begins a group."""

    @property
    def step(self) -> int:
        """The lines of text for one line of cards, with the one into which picked cards rise."""
        return self.form.lines + 1


class _Spacing(NamedTuple):
    """A form of cards, with the least and the most cells from one card to the next."""

    form: CardForm
    least: int
    greatest: int


def _single(form: CardForm) -> _Spacing:
    """Cards next to each other, with a cell of the table between them."""
    return _Spacing(form, form.width + 1, form.width + 1)


_LIPPED: Final = MEDIUM._replace(lips=True, corners=False)
"""A card of middle size with half a line more of paper above and below."""
_LARGE_HANDS: Final = tuple(map(_single, (LARGE, BIG, _LIPPED, MEDIUM, SLIM)))
_FANS: Final = (
    _Spacing(BROAD_FAN, 6, 8),
    _single(INDEX),
    _single(SLIM_INDEX),
    *(_Spacing(FAN[pitch], pitch, pitch) for pitch in (5, 4)),
)
_LOW: Final = (_single(TINY), _Spacing(TINY._replace(alphabet="N"), _FACE, _FACE))
"""Cards for a screen with few lines."""
_CONSOLE_HANDS: Final = (
    _Spacing(CONSOLE, CONSOLE.width, CONSOLE.width + 1),
    _Spacing(SLIM_CONSOLE, SLIM_CONSOLE.width, SLIM_CONSOLE.width),
    _Spacing(PAPER, _FACE, 8),
)
_PLAIN_HANDS: Final = (_single(PLAIN_LARGE), _Spacing(PAPER, _FACE, 8))


def _layouts(style: CardStyle) -> list[tuple[int, _Spacing]]:
    """The numbers of lines and the spacings to try for a hand, those with the largest cards
    first."""
    if style.large == "off":
        return []
    if style.ascii or not style.quadrants:
        hands = _PLAIN_HANDS if style.ascii else _CONSOLE_HANDS
        return [(lines, hand) for lines in range(1, _MAX_LINES + 1) for hand in hands]
    several = range(1, _MAX_LINES + 1)
    layouts = [(1, hand) for hand in (*_LARGE_HANDS, *_FANS)]
    layouts += [(lines, hand) for lines in several[1:] for hand in _FANS[-2:]]
    layouts += [(lines, hand) for lines in several for hand in _LOW]
    if style.large == "on":
        return [(lines, hand) for hand in _LARGE_HANDS for lines in several] + layouts
    return layouts


def grid_for(count: int, width: int, height: int, style: CardStyle) -> Grid:
    """The layout of `count` cards in `width` cells and, if possible, `height` lines.

    If the style has large cards, larger cards in more lines come first. If not, only text on paper
    is used, in as many lines as it needs.
    """
    count, is_narrow = max(1, count), width < _MARGIN_FROM
    width -= 0 if is_narrow else 2 * _MARGIN
    for lines, spacing in _layouts(style):
        if is_narrow and spacing.form == BROAD_FAN:
            continue
        grid = _spread(count, lines, width, spacing)
        if grid.pitch >= spacing.least and grid.step * lines <= height:
            return grid
    # At least one slip a line, however narrow: it is cut at the edge.
    across = max(1, 1 + (width - SLIP.width) // _FACE)
    return _spread(count, -(-count // across), width, _single(SLIP))


def with_gaps(grid: Grid, count: int, gaps: int, width: int) -> Grid:
    """The layout with a cell of the table between groups, if there is room for so many `gaps`. In a
    fan the last card of a group is seen whole."""
    width -= 2 * _MARGIN if width >= _MARGIN_FROM else 0
    gap = max(0, grid.form.width - grid.pitch) + 1
    needed = grid.pitch * (count - 1) + grid.form.width + gap * gaps
    fits = grid.form != SLIP and grid.down == 1 and needed <= width
    return grid._replace(gap=gap) if fits else grid


def _spread(count: int, lines: int, width: int, spacing: _Spacing) -> Grid:
    """The layout of `count` cards spread evenly over `lines` lines, within the limits of the
    spacing."""
    across = -(-count // lines)
    form, room = spacing.form, spacing.greatest
    if across > 1:
        room = (width - form.width) // (across - 1)
    elif form.width > width:
        room = 0
    return Grid(across, -(-count // across), form, max(1, min(spacing.greatest, room)))


class HandMarks(NamedTuple):
    """The marks of a hand: the card under the cursor, picked and new cards, wild faces, the cards
    that a hint names, and those with which it compares."""

    cursor: int = -1
    picked: Set[Card] = frozenset()
    new: Set[Card] = frozenset()
    wild: Set[Face] = frozenset()
    starts: Set[Card] = frozenset()
    """The cards that begin a group."""
    hinted: Set[Card] = frozenset()
    compared: Set[Card] = frozenset()


def hand_rows(
    cards: Sequence[Card],
    shown: HandMarks,
    grid: Grid,
    style: CardStyle,
    width: int = 0,
    to_come: int = 0,
) -> list[Row]:
    """A hand as rows, each card a target. Leaves room in `width` for cards that are still to
    come."""
    rows: list[Row] = []
    for start in range(0, max(1, len(cards)), grid.across):
        line = cards[start : start + grid.across]
        drawn = [
            _card(card, start + index, _Place.of(line, index, shown, grid), shown, grid, style)
            for index, card in enumerate(line)
        ]
        block = [tuple(bit for card in drawn for bit in card[y]) for y in range(grid.step)]
        places = min(grid.across, len(line) + to_come)
        # A card to come will be a group of its own.
        gaps = sum(card in shown.starts for card in line[1:]) + (to_come > 0)
        across = grid.pitch * (places - 1) + grid.form.width + grid.gap * gaps
        margin = (blanks((width - across) // 2),) if width else ()
        rows += [(*margin, *part) for part in block]
    return rows


class _Place(NamedTuple):
    """How a card lies in its line: over another one, under another one, or with space after it."""

    is_over: bool
    is_covered: bool
    space: int

    @classmethod
    def of(cls, line: Sequence[Card], index: int, shown: HandMarks, grid: Grid) -> "_Place":
        """How the card with this index lies in a line of cards."""
        is_last = index == len(line) - 1
        begins = index == 0 or (grid.gap > 0 and line[index] in shown.starts)
        ends = is_last or (grid.gap > 0 and line[index + 1] in shown.starts)
        is_fan = grid.pitch < grid.form.width
        space = max(0, grid.pitch - grid.form.width) + (1 if grid.gap and ends else 0)
        is_over = not begins and grid.pitch <= grid.form.width
        return cls(is_over, is_fan and not ends, 0 if is_last else space)


def _card(
    card: Card, position: int, place: _Place, shown: HandMarks, grid: Grid, style: CardStyle
) -> list[Row]:
    """The part of a card that the next one does not cover, with the line into which it rises if it
    is picked. `position` is its index in the hand."""
    form, target = grid.form, CardTarget(card)
    cells = grid.pitch if place.is_covered else form.width
    at_cursor, is_new = position == shown.cursor, card in shown.new
    is_hinted, is_compared = card in shown.hinted, card in shown.compared and not at_cursor
    ground: Ground = "cursor" if at_cursor else "glow" if is_new or is_hinted else ""
    pose = Pose(
        seen=cells if place.is_covered else 0,
        is_over=place.is_over,
        ground=ground,
        is_wild=face_of(card) in shown.wild,
    )
    space = (blanks(place.space),) if place.space else ()
    drawn = [(*line, *space) for line in card_lines(card, form, style, pose, target)]
    mark = _mark(at_cursor or is_hinted, is_new, cells, style, is_compared=is_compared)
    free = (Bit(mark, "dim" if is_compared and not is_new else "accent", target), *space)
    return [*drawn, free] if card in shown.picked else [free, *drawn]


def _mark(at_cursor: bool, is_new: bool, cells: int, style: CardStyle, *, is_compared: bool) -> str:
    """The mark above a card: an arrow for the cursor or a hint, a hollow one for a card with which
    a hint compares, or a sign for a new card."""
    arrow = "v" if style.ascii else "▾"
    if is_compared:
        arrow, at_cursor = "?" if style.ascii else "▿", True
    text = (scores.NEW_MARK if is_new else "") + (arrow if at_cursor else "")
    return text.center(cells)[:cells]


def back_rows(count: int, grid: Grid, style: CardStyle, width: int, to_come: int) -> list[Row]:
    """A hand of `count` cards face down, in the places that they have when they are turned up."""
    rows: list[Row] = []
    drawn = back(style, None, grid.form)
    space = blanks(grid.pitch - grid.form.width)
    for start in range(0, count, grid.across):
        places = min(grid.across, count - start)
        across = grid.pitch * (min(grid.across, places + to_come) - 1) + grid.form.width
        margin = blanks((width - across) // 2)
        rows.append(())
        for line in drawn:
            covered = (*cells_of(line, 0, grid.pitch), space)
            rows.append((margin, *covered * (places - 1), *line))
    return rows


class CardRow(Lines):
    """The widget of a hand, in as many lines as it needs."""

    cards: tuple[Card, ...] = ()
    grid = Grid(1, 1)

    def deal(
        self,
        cards: Sequence[Card],
        shown: HandMarks,
        style: CardStyle,
        space: tuple[int, int],
        form: int,
        to_come: int,
    ) -> None:
        """Shows these cards in a space of cells by lines, as large as a hand of `form` cards may
        be."""
        (width, height), self.cards = space, tuple(cards)
        grid = grid_for(form, width, height, style)
        self.grid = with_gaps(grid, form, len(shown.starts) + (to_come > 0), width)
        self.show(hand_rows(self.cards, shown, self.grid, style, width, to_come))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines of the layout (overrides Textual's)."""
        return max(2, len(self.rows))
