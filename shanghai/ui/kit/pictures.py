"""Cards drawn large, in three sizes, from the back too, and the suits printed on the baize."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from msgspec import Struct
from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from shanghai.engine.cards import JOKER, RANK_NAMES, Card, face_of
from shanghai.ui.kit.app import app_of
from shanghai.ui.kit.cards import suit_look
from shanghai.ui.kit.lines import SUIT_LOOKS, Bit, Row, Target
from shanghai.words.cards import CardStyle


class CardSize(Struct, frozen=True):
    """The cells and the lines of a card, its half lines of edge above and below included."""

    wide: int
    high: int


SMALL: Final = CardSize(7, 5)
MEDIUM: Final = CardSize(11, 6)
LARGE: Final = CardSize(15, 8)
SIZES: Final = (LARGE, MEDIUM, SMALL)


@cache
def face_lines(
    card: Card, size: CardSize, style: CardStyle, seen: int = 0, label: str = ""
) -> tuple[str, ...]:
    """The text of a face, or its first `seen` cells; `label` is what a joker stands for."""
    seen = seen or size.wide
    high = max(1, size.high - 2)
    rank, suit = style.text(card)[:-1], style.text(card)[-1]
    sign = style.star + label if label else suit
    if face_of(card) == JOKER:
        rank, sign = "*", label or style.text(card)
    block = _block(rank, size, style)
    name = RANK_NAMES[face_of(card) % 13] if rank != "*" else rank
    if rank == "*" and seen < SMALL.wide - 1:
        sign = label
    beside = len(sign) if high == len(block) else 0
    if card < 0 or not block or seen < len(block[0]) + 1 + beside:
        return _plain(card, seen, high, style, label)
    least = len(block[0]) + 1
    if high == len(block):
        at = max(least, min(size.wide - 1, seen) - len(sign))
        block = (block[0].ljust(at - 1) + sign, *block[1:])
        return tuple(f" {line}".ljust(size.wide)[:seen] for line in block)
    rest = size.wide - least - 2
    art = _art(name, suit, suit_look(card), rest, style) if seen == size.wide else []
    rows = [*block, sign.center(least - 1), *[""] * high]
    lines = [
        f" {row.ljust(least - 1)} {(art[y] if y < len(art) else '').ljust(rest)} "
        for y, row in enumerate(rows[:high])
    ]
    if seen == size.wide and len(art) < high and rank != "*":
        lines[-1] = f"{lines[-1][: size.wide - len(rank + sign) - 1]}{rank}{sign} "
    return tuple(line[:seen] for line in lines)


def _block(rank: str, size: CardSize, style: CardStyle) -> tuple[str, ...]:
    """A rank in block letters as large as a card has room for; none in a small plain one."""
    if size.high >= LARGE.high:
        letters = PLAIN_RANKS if style.ascii else LARGE_RANKS
    elif size.wide >= SMALL.wide and size.high >= SMALL.high and not style.ascii:
        letters = RANKS
    else:
        return ()
    if rank not in letters:
        return ()
    wide = 5 if size.high >= LARGE.high else 3
    return tuple(line.ljust(wide) for line in letters[rank].split("|"))


def _art(rank: str, sign: str, look: str, wide: int, style: CardStyle) -> list[str]:
    """What stands beside the rank: a head, one large sign, or pips in their places."""
    if rank.isdecimal():
        rows = {"0": "", "1": f"  {sign}", "2": f"{sign}   {sign}", "3": " ".join(sign * 3)}
        return [rows[place].ljust(5).center(wide) for place in PLACES[wide].split()[int(rank) - 2]]
    if style.ascii or (style.letters and rank == "A"):
        return ["", "", sign.center(wide)]
    if rank == "A":
        return [""] * (wide > 5) + SIGNS[f"{look}{wide}"].split("|")
    return HEADS[f"{rank}{wide}"].split("|")


def starred(lines: tuple[str, ...], size: CardSize, style: CardStyle) -> tuple[str, ...]:
    """The text of a face that is wild, with a star where it covers neither rank nor suit."""
    is_drawn = lines[-1].split() != lines[0].split()
    y, x = len(lines) - 1, 1
    if len(lines) == 1:
        x = len(lines[0].rstrip())
    elif size == SMALL and is_drawn:
        y, x = 1, len(lines[0].rstrip()) - 1
    line = lines[y] if is_drawn or y == 0 else " " * len(lines[y])
    return (*lines[:y], f"{line[:x]}{style.star}{line[x + 1 :]}"[: len(line)], *lines[y + 1 :])


def wild_text(card: Card, label: str, style: CardStyle) -> str:
    """A wild card as it is written where it stands for another: `★7`, or with its rank `2★7`."""
    return f"{'' if face_of(card) == JOKER else style.text(card)[:-1]}{style.star}{label}"


def _plain(card: Card, wide: int, high: int, style: CardStyle, label: str) -> tuple[str, ...]:
    is_joker = face_of(card) == JOKER
    text = wild_text(card, label, style) if label else style.text(card)
    left, right = f" {text}".ljust(wide)[:wide], f"{text} ".rjust(wide)
    if high < 2:
        return (left,)
    middle = style.star if is_joker else text[-1] if card >= 0 else ""
    lines = [" " * wide] * (high - 2)
    if lines:
        lines[(high - 3) // 2] = middle.rjust(wide // 2 + 1).ljust(wide)
    return (left, *lines, right if wide > 4 else left)


def picture(
    card: Card, style: CardStyle, target: Target = None, size: CardSize = SMALL
) -> list[Row]:
    """One card drawn whole."""
    return sheet(face_lines(card, size, style), "paper-" + suit_look(card), "edge", style, target)


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


def _drawn(names: str, drawn: str) -> dict[str, str]:
    """What is drawn by its name, the lines broken at bars, a point for a blank."""
    pictures = (picture.replace(".", " ") for picture in drawn.split())
    return dict(zip(names.split(), pictures, strict=True))


_NAMES: Final = "A 2 3 4 5 6 7 8 9 10 J Q K * B D"
"""The ranks as they are drawn, the star of a joker, and the letters of other languages."""
RANKS: Final = _drawn(
    _NAMES,
    """
    ▄▀▄|█▀█|▀.▀ ▀▀█|█▀▀|▀▀▀ ▀▀█|.▀█|▀▀▀ █.█|▀▀█|..▀ █▀▀|▀▀█|▀▀▀ █▀▀|█▀█|▀▀▀ ▀▀█|..█|..▀ █▀█|█▀█|▀▀▀
    █▀█|▀▀█|▀▀▀ ▌█▌|▌▌▌|▌█▌ ..█|▄.█|▀▀▀ █▀█|█.█|▀▀█ █.█|█▀▄|▀.▀ ▀▄▀|▀█▀|▀.▀ █▀▄|█▀▄|▀▀. █▀▄|█.█|▀▀.
    """,
)
"""The ranks in three lines of three cells."""
LARGE_RANKS: Final = _drawn(
    _NAMES,
    """
    ▄███▄|██.██|██▄██|██▀██|██.██ ████▄|...██|▄███▀|██...|█████ ████▄|...██|.████|...██|████▀
    ██.██|██.██|█████|...██|...██ █████|██...|████▄|...██|████▀ ▄████|██...|████▄|██.██|▀███▀
    █████|...██|..██▀|.▄██.|.██.. ▄███▄|██.██|▄███▄|██.██|▀███▀ ▄███▄|██.██|▀████|...██|████▀
    █.███|█.█.█|█.█.█|█.█.█|█.███ ...██|...██|...██|██.██|▀███▀ ▄███▄|██.██|██.██|██.█▀|▀██▀█
    ██.██|██▄█▀|███..|██▀█▄|██.██ ▄.█.▄|▀▄█▄▀|█████|▄▀█▀▄|▀.█.▀ ████▄|██.██|████▄|██.██|████▀
    ████▄|██.██|██.██|██.██|████▀
    """,
)
"""The ranks in five lines of five cells."""
PLAIN_RANKS: Final = _drawn(
    _NAMES,
    """
    .#.|#.#|###|#.#|#.# ###|..#|###|#..|### ###|..#|.##|..#|### #.#|#.#|###|..#|..#
    ###|#..|###|..#|### ###|#..|###|#.#|### ###|..#|..#|..#|..# ###|#.#|###|#.#|###
    ###|#.#|###|..#|### #.###|#.#.#|#.#.#|#.#.#|#.### ..#|..#|..#|#.#|### ###|#.#|#.#|###|..#
    #.#|#.#|##.|#.#|#.# #.#|.#.|###|.#.|#.# ##.|#.#|##.|#.#|##. ##.|#.#|#.#|#.#|##.
    """,
)
"""The ranks in five lines of plain signs."""
HEADS: Final = _drawn(
    "J5 Q5 K5 *5 J7 Q7 K7 *7",
    """
    ▄▄▄██|.▄.▄.|..▄▄.|▀▄▄▄▀ ▀▄█▄▀|▄▄▄▄▄|█.▀.█|█▄▀▄█ █▄█▄█|.▄.▄.|▄▄▄▄▄|▀▄▄▄▀ █▄.▄█|▄███▄|.▄.▄.|▀▄▄▄▀
    ..▄▄▄█▀|▀▀▀▀▀▀▀|▄▀▀▀▀▀▄|█.▀.▀.█|▀▄.▄▀▄▀|.▄███▄. ▄.▄█▄.▄|.▀▀▀▀▀.|▄█▀▀▀█▄|█.▀.▀.█|█▄.▀.▄█|█▀▄█▄▀█
    █▄.█.▄█|▀▀▀▀▀▀▀|█.▄.▄.█|█.▄▄▄.█|██▄▄▄██|.▀███▀. ▄█▄.▄█▄|.█▄█▄█.|▀▀▀▀▀▀▀|█.▀.▀.█|█▄▀▄▀▄█|.█▀█▀█.
    """,
)
"""A head for each court card and for the joker, by its rank and its cells across."""
SIGNS: Final = _drawn(
    "spade7 heart7 diamond7 club7 spade5 heart5 diamond5 club5",
    """
    ..▄█▄..|▄█████▄|█▀███▀█|..▄█▄.. ▄██▄██▄|███████|.▀███▀.|...▀... ..▄█▄..|▄█████▄|.▀███▀.|...▀...
    ..███..|▄▄▀█▀▄▄|██▀█▀██|..▄█▄.. .▄█▄.|█████|▀▄█▄▀ ▄█▄█▄|▀███▀|..▀.. .▄█▄.|▀███▀|..▀..
    .███.|██▄██|.▄█▄.
    """,
)
"""The suits as one large sign, by their name and cells across."""
PLACES: Final = {
    5: "1001 1101 2002 2102 2202 2122 2222 2322 2332",
    7: "10001 10101 20002 20102 20202 21202 21212 22122 23032",
}
"""The pips of 2 to 10 in that many cells across: in the middle, at both sides, or all three."""

_TWICE: Final = {"█": ("██", "██"), "▀": ("██", "  "), "▄": ("  ", "██")}
"""A half block as four cells, twice as large."""
_APART: Final = 2, 3
"""The blank lines above a print, and the blank cells beside it."""


class Cloth(Widget):
    """The baize at one side of a screen; it spares title and keys, whose letters it would cut."""

    DEFAULT_CSS = """
    Cloth { dock: left; height: 100%; margin: 1 0 2 0; color: $print; }
    Cloth.-right { dock: right; }
    """

    def __init__(self, wide: int, classes: str) -> None:
        super().__init__(classes=classes)
        self.take(wide)

    def take(self, wide: int) -> None:
        """Takes a number of cells; with none it is not shown."""
        self.display = wide > 0
        self.styles.width = wide

    def render_line(self, y: int) -> Strip:
        """One line of the four suits over and over, each row of them set off from the one above."""
        suits = [_large(suit, app_of(self).is_ascii) for suit in SUIT_LOOKS]
        above, beside = _APART
        wide, high = len(suits[0][0]) + beside, len(suits[0]) + above
        spare = self.size.height % high
        line, inside = divmod(y - max(0, spare - above) // 2, high)
        is_whole = inside >= above and 0 <= line < self.size.height // high
        across = max(1, (self.size.width + beside) // wide)
        room = self.size.width // across
        is_right, shown = self.has_class("-right"), range(across if is_whole else 0)
        # A single print stands in the middle, several reach what stands between them.
        placed = str.center if across == 1 else str.ljust if is_right else str.rjust
        prints = (suits[(line * 2 + is_right + at) % 4][inside - above] for at in shown)
        text = placed("".join(placed(each, room) for each in prints), self.size.width)
        return Strip([Segment(text, self.rich_style)])


@cache
def _large(suit: str, is_ascii: bool) -> list[str]:
    """A suit in fourteen cells across and eight lines; in plain signs all of its letter."""
    lines = [
        "".join(_TWICE.get(sign, ("  ", "  "))[half] for sign in line)
        for line in SIGNS[f"{suit}7"].split("|")
        for half in (0, 1)
    ]
    return [line.replace("█", suit[0].upper()) for line in lines] if is_ascii else lines
