"""The cells of a picture: letters with their colours, as a terminal draws them.

Equal cells are one object, so that two pictures are compared by identity.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.strip import SGR_STYLES

_MARKS_OFF: Final = (22, 22, 23, 24, 25, 25, 27, 28, 29, 24, 54, 54, 55)
"""The code that switches off each text attribute of `SGR_STYLES`. Bold and dim share one."""
_SEEN_ON_BLANKS: Final = sum(1 << bit for bit in (3, 6, 8, 9, 10, 11, 12))
"""The attributes that show on a blank: underlined, reversed and struck text. A bit each."""
_MAX_STYLES: Final = 4096


class Look:
    """How a cell is drawn. Equal looks are one object, which `look_of` makes.

    `ink` is the code of the colour of text, None for a blank, where it cannot be seen. `background`
    is the code of that colour. `marks` has a bit for each attribute, such as bold.
    """

    __slots__ = ("background", "blank", "ink", "marks")

    def __init__(self, ink: str | None, background: str, marks: int) -> None:
        self.ink = ink
        self.background = background
        self.marks = marks
        is_open = ink is not None and not marks & _SEEN_ON_BLANKS
        self.blank: Look = look_of(None, background, 0) if is_open else self
        """The look of a blank with this background. The look itself if its marks show on blanks."""

    def takes(self, other: "Look") -> bool:
        """Whether a terminal that is set to this look draws the other one right as well."""
        return other is self or other is self.blank


@lru_cache(None)
def look_of(ink: str | None, background: str, marks: int) -> Look:
    """The one look of these colours and marks."""
    return Look(ink, background, marks)


PLAIN: Final = look_of("39", "49", 0)
"""The look of a terminal after a reset."""


class Cell(NamedTuple):
    """A letter and its look. The letter is empty if a wide letter before it covers the cell."""

    letter: str
    look: Look


class _Letters(dict[str, Cell | None]):
    """The cells of one look, by letter. None for a letter that is not exactly one cell wide."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look

    def __missing__(self, letter: str) -> Cell | None:
        is_narrow = not letter or cell_len(letter) == 1
        look = self.look.blank if letter == " " else self.look
        cell = self[letter] = _cell(letter, look) if is_narrow else None
        return cell


@lru_cache(None)
def _cell(letter: str, look: Look) -> Cell:
    return Cell(letter, look)


class Cells:
    """Turns styled text into cells, for a terminal with the given number of colours."""

    def __init__(self, colors: ColorSystem) -> None:
        self._colors = colors
        self.has_short_codes = colors in {ColorSystem.STANDARD, ColorSystem.WINDOWS}
        """Whether the code of a colour has fewer bytes than a move of the cursor."""
        self._by_style: dict[Style | None, _Letters] = {}
        self._by_look: dict[Look, _Letters] = {}

    def of(self, segment: Segment) -> list[Cell]:
        """The cells of a piece of text of one style."""
        text, style, _ = segment
        letters = self._by_style.get(style)
        if letters is None:
            letters = self._letters(style)
        cells = [*map(letters.__getitem__, text)]
        if None in cells:
            return _cells_by_width(segment, letters)
        return cells  # type: ignore[return-value]

    def _letters(self, style: Style | None) -> _Letters:
        if len(self._by_style) >= _MAX_STYLES:
            # Styles also differ by the target of a click, so their number has no limit.
            self._by_style.clear()
        look = PLAIN if style is None else self._look(style)
        letters = self._by_look.setdefault(look, _Letters(look))
        self._by_style[style] = letters
        return letters

    def _look(self, style: Style) -> Look:
        marks = style._attributes & style._set_attributes
        ink = self._code(style.color, of_text=True) or "39"
        return look_of(ink, self._code(style.bgcolor, of_text=False) or "49", marks)

    def _code(self, color: Color | None, *, of_text: bool) -> str:
        if color is None:
            return ""
        return ";".join(color.downgrade(self._colors).get_ansi_codes(of_text))


def _cells_by_width(segment: Segment, letters: _Letters) -> list[Cell]:
    """The cells of a text whose letters are not all one cell wide. The text stays one piece if its
    letters join, so that it is narrower than their sum."""
    widths = [cell_len(letter) for letter in segment.text]
    pieces = list(zip(segment.text, widths, strict=True))
    if sum(widths) != segment.cell_length or 0 in widths:
        pieces = [(segment.text, segment.cell_length)] if segment.cell_length else []
    cells: list[Cell] = []
    for text, width in pieces:
        look = letters.look.blank if text == " " else letters.look
        cells += [_cell(text, look), *[_cell("", letters.look)] * (width - 1)]
    return cells


@lru_cache(8192)
def turned(pen: Look, look: Look) -> tuple[str, Look]:
    """The shortest codes that change a terminal from the look `pen` to `look`. Also returns the
    look that the terminal then has. It keeps the colour of `pen` if `look` is that of a blank."""
    if look.ink is None:
        look = look_of(pen.ink, look.background, pen.marks & ~_SEEN_ON_BLANKS)
    if look is pen:
        return "", look
    ends = {_MARKS_OFF[bit] for bit in _bits(pen.marks & ~look.marks)}
    begins = [
        SGR_STYLES[bit]
        for bit in _bits(look.marks)
        if not pen.marks >> bit & 1 or _MARKS_OFF[bit] in ends
    ]
    changes = [*map(str, sorted(ends)), *begins]
    changes += [look.ink or ""] if look.ink != pen.ink else []
    changes += [look.background] if look.background != pen.background else []
    anew = ["", *(SGR_STYLES[bit] for bit in _bits(look.marks))]
    anew += [code for code in (look.ink, look.background) if code and code not in {"39", "49"}]
    return f"\x1b[{min(';'.join(changes), ';'.join(anew), key=len)}m", look


def _bits(marks: int) -> list[int]:
    return [bit for bit in range(marks.bit_length()) if marks >> bit & 1]
