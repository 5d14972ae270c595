"""Plots of figures, as lines of text and as pictures in SVG."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from shanghai.words.cells import cell_width, cut_text

_NAME_WIDTH, _WIDTH, _HEIGHT = 16, 72, 12
_SIGNS: Final = "oxv^+#*@"
_COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#555555")
"""Colours that colour-blind people can distinguish."""


class BarPlot(Struct, frozen=True):
    """A plot with a bar for each row. A row is a name, a value, the value as text, and the lower
    and upper end of an interval."""

    title: str
    rows: Sequence[tuple[str, float, str, float, float]]

    def lines(self) -> Iterator[str]:
        """Yields the title, and the bars as text with dashes up to the end of the interval."""
        yield self.title
        room, most = _WIDTH - _NAME_WIDTH - 10, self._most
        for name, value, figure, _, upper in self.rows:
            length, end = round(value / most * room), round(upper / most * room)
            bar = "".ljust(length, "=").ljust(end, "-")
            label = cut_text(name, _NAME_WIDTH)
            blanks = " ".ljust(_NAME_WIDTH - cell_width(label) + 1)
            yield f"{label}{blanks}{bar:{room}} {figure:>8}"

    def svg(self, top: int) -> Iterator[str]:
        """Yields the bars as elements of SVG. The plot begins `top` units below the edge."""
        yield _text(10, top + 18, self.title)
        for number, (name, value, figure, lower, upper) in enumerate(self.rows, 1):
            y, scale = top + 24 * number + 18, 400 / self._most
            yield _text(10, y, name)
            yield _line(140, y - 5, 140 + value * scale, y - 5, _COLOURS[0], 12)
            yield _line(140 + lower * scale, y - 5, 140 + upper * scale, y - 5, "#000000", 2)
            yield _text(560, y, figure)

    @property
    def tall(self) -> int:
        """The height of this plot in units of SVG."""
        return 24 * len(self.rows) + 34

    @property
    def _most(self) -> float:
        return max([1e-9, *(max(value, upper) for _, value, _, _, upper in self.rows)])


class LinePlot(Struct, frozen=True):
    """A plot with a line for each name. `counted` has the values of the line from left to right."""

    title: str
    foot: str
    counted: Mapping[str, Sequence[int]]

    def lines(self) -> Iterator[str]:
        """Yields the title and the lines as text, each drawn with a sign of its own."""
        yield self.title
        least, most = self._bounds
        grid = [[" "] * _WIDTH for _ in range(_HEIGHT)]
        for line, values in enumerate(self.counted.values()):
            for x in range(_WIDTH):
                value = values[round(x / (_WIDTH - 1) * (len(values) - 1))]
                y = round((most - value) / (most - least) * (_HEIGHT - 1))
                grid[y][x] = _SIGNS[line % len(_SIGNS)]
        ends = {0: f"{most:g}", _HEIGHT - 1: f"{least:g}"}
        yield from (f"{ends.get(y, ''):>6} |{''.join(row)}".rstrip() for y, row in enumerate(grid))
        yield f"        {self.foot}"
        for line, name in enumerate(self.counted):
            yield f"        {_SIGNS[line % len(_SIGNS)]} {name}"

    def svg(self, top: int) -> Iterator[str]:
        """Yields the lines as elements of SVG. The plot begins `top` units below the edge."""
        least, most = self._bounds
        yield _text(10, top + 18, self.title)
        yield _text(60, top + 240, self.foot)
        for line, (name, values) in enumerate(self.counted.items()):
            ys = [top + 220 - 190 * (value - least) / (most - least) for value in values]
            xs = [60 + 440 * place / max(1, len(values) - 1) for place in range(len(values))]
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(xs, ys, strict=True))
            colour = _COLOURS[line % len(_COLOURS)]
            yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
            yield _text(510, ys[-1] + 4, name, colour)
        yield _text(10, top + 34, f"{most:g}")
        yield _text(10, top + 224, f"{least:g}")

    tall: int = 260

    @property
    def _bounds(self) -> tuple[float, float]:
        values: list[float] = [value for line in self.counted.values() for value in line]
        return min(values, default=0), max([*values, min(values, default=0) + 1e-9])


def svg_page(plots: Sequence[BarPlot | LinePlot]) -> str:
    """A picture in SVG with the plots one below the other."""
    tops = [sum(plot.tall for plot in plots[:count]) for count in range(len(plots) + 1)]
    parts = [part for plot, top in zip(plots, tops, strict=False) for part in plot.svg(top)]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {tops[-1] + 10}"'
    head += ' font-family="sans-serif" font-size="13">'
    return "\n".join(
        [head, '<rect width="100%" height="100%" fill="#ffffff"/>', *parts, "</svg>\n"]
    )


def _text(x: float, y: float, text: str, colour: str = "#222222") -> str:
    plain = text.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}">{plain}</text>'


def _line(x: float, y: float, to_x: float, to_y: float, colour: str, thick: int) -> str:
    ends = f'x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{thick}"/>'
