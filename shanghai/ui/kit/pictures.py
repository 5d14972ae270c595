"""Pictures of cards at several sizes, from a line of text to fifteen cells, and of their backs."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from shanghai.engine.cards import JOKER, SUITS, Card, face_of, suit_of
from shanghai.ui.kit.app import app_of
from shanghai.ui.kit.cards import suit_look
from shanghai.ui.kit.lines import Bit, Row, Target, blanks
from shanghai.ui.kit.pixels import Canvas, glyphs
from shanghai.words.cards import GLYPHS, PRINTED_JOKER, CardStyle

Point = tuple[int, int]
"""A pixel of a card, counted from its left and its top."""


class CardForm(NamedTuple):
    """How a card is drawn: its size, its alphabet, and the pixels where rank and suit begin.

    `width` and `height` are the cells of its paper. A card with `lips` has half a line more of
    paper above and below. `alphabet` is a section of `glyphs.txt`, empty for plain text. `suit` is
    the size of the drawn suit, empty for the sign of the font.
    """

    width: int
    height: int
    alphabet: str = ""
    rank_at: Point = (2, 1)
    suit: str = ""
    suit_at: Point = (0, 0)
    star: str = "*"
    star_at: Point = (2, 1)
    lips: bool = False
    corners: bool = True

    @property
    def lines(self) -> int:
        """The number of lines of the card, with its lips."""
        return self.height + 2 * self.lips


def _index(width: int, height: int, alphabet: str, suit: str, suit_y: int, star: str) -> CardForm:
    """A card of a fan. Rank and suit are at its left edge, so that both show when it is covered."""
    star_at = (2, 0) if star == "*" else (1, 0)
    return CardForm(width, height, alphabet, (2, 0), suit, (2, suit_y), star, star_at, True, False)


SLIP: Final = CardForm(5, 1, corners=False)
"""A card as a piece of paper in a line of text."""
TINY: Final = CardForm(5, 4, "S")
SMALL: Final = CardForm(7, 5, "S", (1, 1), "5x4", (8, 5), "*7", corners=False)
MEDIUM: Final = CardForm(9, 6, "M", (2, 1), "6x5", (11, 6), "*9", (3, 1))
BIG: Final = CardForm(11, 7, "L", (2, 1), "8x5", (13, 8), "*11", (3, 2))
LARGE: Final = CardForm(15, 9, "X", (2, 1), "14x8", (15, 9), "*15", (5, 3))
SLIM: Final = MEDIUM._replace(
    width=8, rank_at=(1, 0), suit_at=(9, 7), star="*7", star_at=(1, 1), lips=True, corners=False
)
"""A card of middle size without its margins, so that one more fits in a line."""
INDEX: Final = _index(6, 5, "E", "8x4", 6, "*7")
SLIM_INDEX: Final = INDEX._replace(
    width=5, rank_at=(1, 0), suit_at=(1, 6), star="*", star_at=(2, 0)
)
"""The card INDEX without its margins, so that two more fit in a line."""
FAN: Final = {5: _index(7, 5, "S", "6x4", 6, "*"), 4: _index(7, 5, "N", "6x4", 6, "*")}
"""The cards of a fan, by the number of their cells that stay in sight."""
BROAD_FAN: Final = _index(9, 6, "M", "8x4", 8, "*7")
CONSOLE: Final = CardForm(7, 6, "N", (1, 1), "5x4", (1, 7), "*", (1, 3), corners=False)
"""A card on a terminal whose font has only half blocks. A pixel is as wide as a cell."""
SLIM_CONSOLE: Final = CONSOLE._replace(width=6, star_at=(0, 3))
"""The card CONSOLE with room only for its rank, so that two more fit in a line."""
PLAIN_LARGE: Final = CardForm(9, 7, "N", (1, 0), "", (0, 0), "*", (1, 0), True, False)
"""A large card in ASCII, between lines of dashes."""
PAPER: Final = CardForm(7, 3, lips=True, corners=False)
"""A card of plain text. Four cells of it are enough to read it if others cover it."""
PILES: Final = (LARGE, BIG, MEDIUM, SMALL)
"""The forms of a card on a pile, the largest first."""
Ground = Literal["", "cursor", "glow"]
"""The highlight of a card: none, the cursor, or a glow for a new card or one in a move."""
_EDGE: Final = "▏"
"""The edge of a card that covers a part of another one."""
_LIT_EDGES: Final = {"": "edge", "cursor": "edge-cursor", "glow": "glow-edge"}
_LIT_PAPERS: Final = {"": "", "cursor": " card-cursor", "glow": " glow"}


def drawable(form: CardForm, style: CardStyle) -> CardForm:
    """The form itself, or another one if the terminal cannot draw its signs."""
    if form == SLIP or (style.quadrants and not style.ascii):
        return form
    if style.ascii:
        return PLAIN_LARGE if form in (LARGE, BIG) else PAPER
    return CONSOLE if form in PILES else PAPER


@cache
def face_lines(card: Card, form: CardForm, style: CardStyle, label: str = "") -> tuple[str, ...]:
    """The text of a card's face, a string for each line of its paper. `label` is the card that
    a wild card replaces. It is shown for a joker's name, or for the suit of another card."""
    rank, suit = style.text(card)[:-1], style.text(card)[-1]
    is_joker = card >= 0 and face_of(card) == JOKER
    letters = glyphs(form.alphabet) if form.alphabet and card >= 0 else {}
    if not letters or (not is_joker and rank not in letters):
        return _text_lines(card, form, style, label)
    canvas = _canvas(form, style)
    word = f"={label}" if label else ""
    if is_joker:
        is_small = form.star == "*"
        canvas.stamp(glyphs("S" if is_small else "stars")[form.star], *form.star_at)
        name = style.text(card) if is_small else PRINTED_JOKER
        return _with_word(_folded(canvas, style), word or name, form)
    x, y = form.rank_at
    is_wider = len(letters[rank][0]) > len(letters["8"][0])
    canvas.stamp(letters[rank], x - is_wider, y)
    crowns = dict(zip(style.courts, "JQK", strict=True))
    if form == LARGE and rank in crowns:
        canvas.stamp(glyphs("crowns")[crowns[rank]], *_CROWN_AT)
    if form.suit and not word and not style.letters and not style.ascii:
        canvas.stamp(glyphs(f"suits {form.suit}")[GLYPHS[suit_of(card)]], *form.suit_at)
        return tuple(_folded(canvas, style))
    return _with_word(_folded(canvas, style), word or suit, form)


_CROWN_AT: Final = (16, 2)
"""The pixel of a large court card where its cap, tiara or crown begins."""


def _canvas(form: CardForm, style: CardStyle) -> Canvas:
    """An empty sheet with the pixels of a form, which depend on the signs of the terminal."""
    if style.ascii:
        return Canvas(form.width, form.height)
    return Canvas(form.width * (2 if style.quadrants else 1), form.height * 2)


def _folded(canvas: Canvas, style: CardStyle) -> list[str]:
    """The text of a canvas, in the signs that the terminal has."""
    if style.ascii:
        return canvas.signs("#")
    return canvas.quadrants() if style.quadrants else canvas.halves()


def _with_word(lines: Sequence[str], word: str, form: CardForm) -> tuple[str, ...]:
    """A face with a word in its last line: a suit, a joker's name, or what a wild card is there.
    The word begins in the second cell. On a wide card it is at the right, next to the corner."""
    *above, last = lines
    start = max(1, form.width - 7)
    if len(word) == 1:
        start = 2 if form.suit_at[0] <= form.rank_at[0] else form.width - 3
    return (*above, f"{last[:start]}{word}{last[start + len(word) :]}"[: form.width])


def wild_text(card: Card, label: str, style: CardStyle) -> str:
    """A wild card with the card that it replaces, as `★7` for a joker or `2★7` for a deuce."""
    return f"{'' if face_of(card) == JOKER else style.text(card)[:-1]}{style.star}{label}"


def _text_lines(card: Card, form: CardForm, style: CardStyle, label: str) -> tuple[str, ...]:
    """A face of plain text: rank and suit at the top left, and again at the bottom right."""
    text = wild_text(card, label, style) if label else style.text(card)
    first = f" {text}".ljust(form.width)[: form.width]
    if form.height == 1:
        return (first,)
    blank = "".ljust(form.width)
    return (first, *[blank] * (form.height - 2), f"{text} ".rjust(form.width)[-form.width :])


class Pose(NamedTuple):
    """How a card lies among others, and how it is marked.

    `seen` is the number of its cells in sight from the left, 0 for all of them. `is_over` says that
    it covers a part of another card, `is_wild` that its rank is wild.
    """

    seen: int = 0
    is_over: bool = False
    ground: Ground = ""
    is_wild: bool = False
    label: str = ""


_WHOLE: Final = Pose()


@lru_cache(4096)
def card_lines(
    card: Card, form: CardForm, style: CardStyle, pose: Pose = _WHOLE, target: Target | None = None
) -> tuple[Row, ...]:
    """A card as rows, with its lips."""
    paper = f"paper-{suit_look(card)}{_LIT_PAPERS[pose.ground]}"
    edge = Bit("", _LIT_EDGES[pose.ground], target)
    face = list(face_lines(card, form, style, pose.label))
    if pose.is_wild and form != SLIP:
        face[-2] = style.star + face[-2][1:]
    seen = pose.seen or form.width
    is_whole = seen >= form.width
    if not is_whole and not form.alphabet:
        # Of the lower corner no more than a part would be in sight.
        face[1:] = ["".ljust(form.width)] * (len(face) - 1)
    rows = []
    for y, text in enumerate(face):
        line = Bit(text[:seen], paper, target)
        is_end = form.corners and y in (0, form.height - 1)
        corners = _corners(y == 0) if is_end else ("", "")
        rows.append(_edged(line, edge, corners, pose.is_over, is_whole, style))
    if not form.lips:
        return tuple(rows)
    top, foot = (edge._replace(text=lip[:seen]) for lip in _lips(form.width, style))
    return ((top,), *rows, (foot,))


def _corners(is_top: bool) -> tuple[str, str]:
    """The signs of the left and right corner in a card's first line, or in its last one."""
    return ("▟", "▙") if is_top else ("▜", "▛")


def _edged(
    line: Bit, edge: Bit, corners: tuple[str, str], is_over: bool, is_whole: bool, style: CardStyle
) -> Row:
    """A line of paper with its corners, or with the edge of a card that covers another one."""
    text, look = line.text, line.look
    left: Row = ()
    right: Row = ()
    if style.ascii:
        text = f"|{text[1:-1]}|" if is_whole else f"|{text[1:]}"
    elif is_over:
        if text[0] == " ":
            ground = look.partition(" ")[2]
            left, text = (Bit(_EDGE, f"paper-edge {ground}".rstrip(), line.target),), text[1:]
    elif corners[0]:
        left, text = (edge._replace(text=corners[0]),), text[1:]
    if is_whole and corners[1]:
        right, text = (edge._replace(text=corners[1]),), text[:-1]
    return (*left, line._replace(text=text), *right)


def _lips(width: int, style: CardStyle) -> tuple[str, str]:
    """The half lines of paper above and below a card. In ASCII they are its upper and lower
    edge."""
    if style.ascii:
        return (f"+{''.ljust(width - 2, '-')}+",) * 2
    if not style.quadrants:
        return "".ljust(width, "▄"), "".ljust(width, "▀")
    return f"▗{''.ljust(width - 2, '▄')}▖", f"▝{''.ljust(width - 2, '▀')}▘"


def picture(
    card: Card, style: CardStyle, target: Target | None = None, form: CardForm = SMALL
) -> list[Row]:
    """A whole card, which nothing covers."""
    return [*card_lines(card, drawable(form, style), style, _WHOLE, target)]


def back(style: CardStyle, target: Target | None = None, form: CardForm = SMALL) -> list[Row]:
    """The back of a card, as on the stock."""
    form = drawable(form, style)
    width, inner = form.width, form.height - 2 * (not form.lips)
    edge, rim = Bit("", "back-edge", target), blanks(width, "back", target)
    pattern = ("#" if style.ascii else "▚" if style.quadrants else "▒") * (width - 2)
    rows: list[Row] = [(Bit(f" {pattern} ", "back", target),)] * inner
    if form.lips:
        top, foot = (edge._replace(text=lip) for lip in _lips(width, style))
        return [(top,), *rows, (foot,)]
    ends = [
        _edged(rim, edge, _corners(is_top) if form.corners else ("", ""), False, True, style)
        for is_top in (True, False)
    ]
    return [ends[0], *rows, ends[1]]


def gap(style: CardStyle, target: Target | None = None, form: CardForm = SMALL) -> list[Row]:
    """The place of a pile that has no card."""
    form = drawable(form, style)
    side, dash = ("|", "-") if style.ascii else ("┆", "╌")
    inner = form.width - 2
    rim = (Bit(f" {dash * inner} ", "dim", target),)
    line = (Bit(f"{side}{''.ljust(inner)}{side}", "dim", target),)
    return [rim, *[line] * (form.lines - 2), rim]


_APART: Final = 2, 3
"""The blank lines above a printed suit, and the blank cells next to it."""


class Baize(Widget):
    """The strip of baize at one side of a screen. Title and keys have the whole width, so it is
    between them."""

    DEFAULT_CSS = """
    Baize { dock: left; height: 100%; margin: 1 0 2 0; color: $print; }
    Baize.-right { dock: right; }
    """

    def __init__(self, width: int, classes: str) -> None:
        super().__init__(classes=classes)
        self.take(width)

    def take(self, width: int) -> None:
        """Sets the width of the strip in cells. 0 hides it."""
        self.display = width > 0
        self.styles.width = width

    def render_line(self, y: int) -> Strip:
        """A line of the pattern: the four suits again and again, each row of them shifted."""
        suits = [suit_print(suit, app_of(self).is_ascii) for suit in GLYPHS]
        above, beside = _APART
        width, height = len(suits[0][0]) + beside, len(suits[0]) + above
        spare = self.size.height % height
        line, inside = divmod(y - max(0, spare - above) // 2, height)
        is_whole = inside >= above and 0 <= line < self.size.height // height
        across = max(1, (self.size.width + beside) // width)
        room = self.size.width // across
        is_right, shown = self.has_class("-right"), range(across if is_whole else 0)
        # A single print stands in the middle, several reach what stands between them.
        placed = str.center if across == 1 else str.ljust if is_right else str.rjust
        prints = (suits[(line * 2 + is_right + at) % 4][inside - above] for at in shown)
        text = placed("".join(placed(each, room) for each in prints), self.size.width)
        return Strip([Segment(text, self.rich_style)])


@cache
def suit_print(suit: str, is_ascii: bool) -> list[str]:
    """A suit drawn in fourteen cells by eight lines. In ASCII it is made of its letter."""
    canvas = Canvas(14, 8)
    canvas.stamp(glyphs("suits 14x8")[suit], 0, 0)
    return canvas.signs(SUITS[GLYPHS.index(suit)] if is_ascii else "█")
