"""Draws the signs of the table that the page's font lacks, each exactly one cell wide.

`python -m tests.web.signs_font` writes the font again; it needs fonttools.
"""

from itertools import product
from math import cos, pi, sin
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen

from shanghai.ui.kit.pixels import QUADRANTS

PATH = Path(__file__).parents[2] / "shanghai" / "web" / "static" / "signs.ttf"
UNITS, WIDE, TOP, BOTTOM = 2048, 1229, 2146, -555
"""The measures of the font that the signs stand beside."""
TALL = TOP - BOTTOM
MIDDLE = 700
"""Half the height of a capital letter."""
THICK, HEAVY = 150, 300
BLEED = 64

EIGHTHS = "▁▂▃▄▅▆▇█"
LEFT_EIGHTHS = "▏▎▍▌▋▊▉"
SHADES = {"░": 4, "▒": 2, "▓": 1}
LINES = {
    "─": "lr", "│": "tb", "┌": "rb", "┐": "lb", "└": "rt", "┘": "lt", "├": "tbr", "┤": "tbl",
    "┬": "lrb", "┴": "lrt", "┼": "lrtb", "╭": "rb", "╮": "lb", "╰": "rt", "╯": "lt",
}  # fmt: skip
HEAVY_LINES = {"━": "lr", "┃": "tb", "┏": "rb", "┓": "lb", "┗": "rt", "┛": "lt"}
ARROWS = {"←": (-1, 0), "→": (1, 0), "↑": (0, 1), "↓": (0, -1)}


def polygon(pen, *points):
    pen.moveTo(points[0])
    for point in points[1:]:
        pen.lineTo(point)
    pen.closePath()


def box(pen, left, bottom, right, top):
    """A box; where it touches the edge of the cell it goes a little over, to leave no seam."""
    left, right = left - BLEED * (left <= 0), right + BLEED * (right >= WIDE)
    bottom, top = bottom - BLEED * (bottom <= BOTTOM), top + BLEED * (top >= TOP)
    polygon(pen, (left, bottom), (left, top), (right, top), (right, bottom))


def in_suit(x, y):
    """A point of a suit drawn in a square of 100, put into the cell."""
    return 65 + x * (WIDE - 130) / 100, MIDDLE + (y - 50) * 12.4


def outline(pen, start, *curves):
    """A closed shape of the left half's curves, mirrored to the right."""
    pen.moveTo(in_suit(*start))
    for curve in curves:
        pen.curveTo(*(in_suit(*point) for point in curve))
    ends = [start, *(curve[-1] for curve in curves)]
    for curve, end in zip(reversed(curves), reversed(ends[:-1]), strict=True):
        pen.curveTo(*(in_suit(100 - x, y) for x, y in (curve[1], curve[0], end)))
    pen.closePath()


def stem(pen):
    polygon(pen, *(in_suit(*point) for point in ((46, 34), (54, 34), (66, 0), (34, 0))))


def heart(pen):
    outline(
        pen,
        (50, 0),
        ((38, 20), (0, 44), (0, 72)),
        ((0, 88), (11, 99), (25, 99)),
        ((37, 99), (46, 92), (50, 80)),
    )


def spade(pen):
    outline(
        pen,
        (50, 30),
        ((45, 20), (34, 14), (23, 14)),
        ((10, 14), (0, 23), (0, 37)),
        ((0, 62), (40, 80), (50, 100)),
    )
    stem(pen)


def diamond(pen):
    points = ((50, 102), (90, 50), (50, -2), (10, 50))
    polygon(pen, *(in_suit(*point) for point in points))


def club(pen):
    for x, y in ((50, 76), (24, 38), (76, 38)):
        circle(pen, *in_suit(x, y), 268)
    box(pen, *in_suit(42, 34), *in_suit(58, 60))
    stem(pen)


def circle(pen, x, y, radius):
    """A circle; with a radius below zero it is a hole in another."""
    far, near, up, low = radius, radius * 0.5523, abs(radius), abs(radius) * 0.5523
    pen.moveTo((x - far, y))
    pen.curveTo((x - far, y + low), (x - near, y + up), (x, y + up))
    pen.curveTo((x + near, y + up), (x + far, y + low), (x + far, y))
    pen.curveTo((x + far, y - low), (x + near, y - up), (x, y - up))
    pen.curveTo((x - near, y - up), (x - far, y - low), (x - far, y))
    pen.closePath()


def arrow(pen, across, up):
    """An arrow in one of four directions, through the middle of a letter."""

    def turned(along, aside):
        x, y = along * across - aside * up, along * up + aside * across
        return WIDE / 2 + x, MIDDLE + y

    shaft = ((-480, 65), (180, 65), (180, -65), (-480, -65))
    polygon(pen, *(turned(*point) for point in shaft))
    polygon(pen, *(turned(*point) for point in ((60, 330), (520, 0), (60, -330))))


def wedge(pen, side):
    """A small triangle that points to a side."""
    middle = WIDE / 2
    points = [(middle - 330 * side, MIDDLE + 450 * side), (middle + 450 * side, MIDDLE)]
    polygon(pen, *points, (middle - 330 * side, MIDDLE - 450 * side))


def low_wedge(pen):
    """A small triangle that points down."""
    x = WIDE / 2
    polygon(pen, (x - 390, MIDDLE + 300), (x + 390, MIDDLE + 300), (x, MIDDLE - 400))


def hollow_wedge(pen):
    """The outline of a small triangle that points down."""
    x = WIDE / 2
    low_wedge(pen)
    polygon(pen, (x, MIDDLE - 170), (x + 190, MIDDLE + 190), (x - 190, MIDDLE + 190))


def triangle(pen, way):
    """A large triangle that points up, or down where `way` is -1."""
    foot, top = MIDDLE - 480 * way, MIDDLE + 480 * way
    polygon(pen, (80, foot), (WIDE / 2, top), (WIDE - 80, foot))


def square(pen, half):
    """A square around the middle of a letter; with a half below zero it is a hole in another."""
    x, y = WIDE / 2, MIDDLE
    corners = ((x - half, y - abs(half)), (x - half, y + abs(half)))
    polygon(pen, *corners, (x + half, y + abs(half)), (x + half, y - abs(half)))


def frame(pen):
    square(pen, 500)
    square(pen, -380)


def ring(pen):
    circle(pen, WIDE / 2, MIDDLE, 500)
    circle(pen, WIDE / 2, MIDDLE, -370)


def around(radius, turn):
    """A point around the middle of a letter; `turn` is 0 above it and 0.25 on its right."""
    return WIDE / 2 + radius * sin(2 * pi * turn), MIDDLE + radius * cos(2 * pi * turn)


def star(pen):
    polygon(pen, *(around(230 if point % 2 else 600, point / 10) for point in range(10)))


def crown(pen):
    """Three points over a band."""
    points = ((90, 380), (1140, 380), (1170, 1180), (860, 830), (WIDE / 2, 1350), (370, 830))
    polygon(pen, *reversed(points), (60, 1180))
    box(pen, 90, 130, 1140, 290)


def sun(pen):
    """A ring with eight rays."""
    circle(pen, WIDE / 2, MIDDLE, 320)
    circle(pen, WIDE / 2, MIDDLE, -210)
    for ray in range(8):
        at, half = ray / 8, 0.018
        inner, outer = (390, half * 1.5), (590, half)
        ends = ((inner, -1), (outer, -1), (outer, 1), (inner, 1))
        polygon(pen, *(around(far, at + side * wide) for (far, wide), side in ends))


def note(pen):
    circle(pen, 400, 260, 260)
    box(pen, 540, 260, 660, 1400)
    polygon(pen, (600, 1400), (660, 1400), (1080, 900), (1000, 640), (940, 840), (600, 1080))


def strokes(pen, sides, thick=THICK):
    """Lines from the middle of the cell to some of its sides."""
    half, x, y = thick / 2, WIDE / 2, (TOP + BOTTOM) / 2
    reach = {
        "l": (0, y - half, x + half, y + half),
        "r": (x - half, y - half, WIDE, y + half),
        "t": (x - half, y - half, x + half, TOP),
        "b": (x - half, BOTTOM, x + half, y + half),
    }
    for side in sides:
        box(pen, *reach[side])


def shade(pen, gap):
    """Dots; every one of them, every other, or one in four."""
    columns, rows = 8, 16
    wide, tall = WIDE / columns, TALL / rows
    for column, row in product(range(columns), range(rows)):
        is_dark = {4: row % 2 == 0 and (column + row) % 4 == 0, 2: (column + row) % 2 == 0}
        if is_dark.get(gap, row % 2 == 0 or column % 2 == 0):
            left, bottom = column * wide, BOTTOM + row * tall
            right, top = left + wide, bottom + tall
            polygon(pen, (left, bottom), (left, top), (right, top), (right, bottom))


def quarters(pen, parts):
    """The filled quarters of a cell: 1 top left, 2 top right, 4 and 8 below them."""
    for part in range(4):
        if parts & 1 << part:
            left, bottom = part % 2 * WIDE / 2, BOTTOM + (part < 2) * TALL / 2
            box(pen, left, bottom, left + WIDE / 2, bottom + TALL / 2)


def root(pen):
    points = ((60, 760), (330, 860), (520, 330), (880, 1560), (1180, 1560), (1180, 1440))
    polygon(pen, *points, (970, 1440), (570, 60), (470, 60), (270, 690), (90, 630))


def tick(pen):
    polygon(pen, (120, 660), (250, 770), (500, 430), (990, 1330), (1120, 1240), (520, 170))


def signs():
    """What draws each sign, by its letter."""
    found = {"♠": spade, "♥": heart, "♦": diamond, "♣": club, "√": root, "✓": tick}
    found |= {letter: lambda pen, way=way: arrow(pen, *way) for letter, way in ARROWS.items()}
    found |= {"▸": lambda pen: wedge(pen, 1), "◂": lambda pen: wedge(pen, -1), "▾": low_wedge}
    found["▿"] = hollow_wedge
    for number, letter in enumerate(EIGHTHS, 1):
        found[letter] = lambda pen, n=number: box(pen, 0, BOTTOM, WIDE, BOTTOM + TALL * n / 8)
    for number, letter in enumerate(LEFT_EIGHTHS, 1):
        found[letter] = lambda pen, n=number: box(pen, 0, BOTTOM, WIDE * n / 8, TOP)
    for parts, letter in enumerate(QUADRANTS):
        if parts:
            found[letter] = lambda pen, parts=parts: quarters(pen, parts)
    found["▀"] = lambda pen: box(pen, 0, (TOP + BOTTOM) / 2, WIDE, TOP)
    found["▔"] = lambda pen: box(pen, 0, TOP - TALL / 8, WIDE, TOP)
    found["▐"] = lambda pen: box(pen, WIDE / 2, BOTTOM, WIDE, TOP)
    found["▕"] = lambda pen: box(pen, WIDE * 7 / 8, BOTTOM, WIDE, TOP)
    found |= {letter: lambda pen, gap=gap: shade(pen, gap) for letter, gap in SHADES.items()}
    found |= {letter: lambda pen, to=to: strokes(pen, to) for letter, to in LINES.items()}
    found |= {
        letter: lambda pen, to=to: strokes(pen, to, HEAVY) for letter, to in HEAVY_LINES.items()
    }
    found |= marks()
    found["╌"] = lambda pen: dashes(pen, is_upright=False)
    found["┆"] = lambda pen: dashes(pen, is_upright=True)
    return found


def marks():
    """What draws each sign that marks a seat, a count or a winner."""
    return {
        "●": lambda pen: circle(pen, WIDE / 2, MIDDLE, 500),
        "○": ring,
        "■": lambda pen: square(pen, 500),
        "□": frame,
        "▬": lambda pen: box(pen, 60, MIDDLE - 230, WIDE - 60, MIDDLE + 230),
        "▲": lambda pen: triangle(pen, 1),
        "▼": lambda pen: triangle(pen, -1),
        "★": star,
        "♛": crown,
        "☼": sun,
        "♪": note,
    }


def dashes(pen, is_upright):
    half, x, y = THICK / 2, WIDE / 2, (TOP + BOTTOM) / 2
    if is_upright:
        for part in range(3):
            low = BOTTOM + TALL * (part + 0.2) / 3
            box(pen, x - half, low, x + half, low + TALL / 5)
    else:
        for part in range(2):
            left = WIDE * (part + 0.2) / 2
            box(pen, left, y - half, left + WIDE * 0.3, y + half)


def glyph(draw=None):
    pen = TTGlyphPen(None)
    if draw is not None:
        draw(Cu2QuPen(pen, max_err=2))
    return pen.glyph()


def make() -> bytes:
    """The font as the page gets it; the same bytes every time."""
    from io import BytesIO

    drawers = signs()
    names = {f"uni{ord(letter):04X}": letter for letter in sorted(drawers)}
    builder = FontBuilder(UNITS, isTTF=True)
    builder.font.recalcTimestamp = False
    builder.setupGlyphOrder([".notdef", *names])
    builder.setupCharacterMap({ord(letter): name for name, letter in names.items()})
    glyphs = {name: glyph(drawers[letter]) for name, letter in names.items()}
    builder.setupGlyf({".notdef": glyph(), **glyphs})
    lefts = {name: drawn.xMin for name, drawn in glyphs.items()}
    builder.setupHorizontalMetrics(
        {name: (WIDE, left) for name, left in {".notdef": 0, **lefts}.items()}
    )
    builder.setupHorizontalHeader(ascent=TOP, descent=BOTTOM)
    builder.setupNameTable({"familyName": "Shanghai Signs", "styleName": "Regular"})
    builder.setupOS2(
        sTypoAscender=TOP, sTypoDescender=BOTTOM, usWinAscent=TOP, usWinDescent=-BOTTOM
    )
    builder.setupPost(keepGlyphNames=False, isFixedPitch=1)
    builder.updateHead(created=0, modified=0)
    written = BytesIO()
    builder.save(written)
    return written.getvalue()


if __name__ == "__main__":
    PATH.write_bytes(make())
