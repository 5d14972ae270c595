"""Paints the cells of a screen as a picture: blocks as rectangles, frames as lines, the rest as
letters of DejaVu Sans Mono.

A picture notes the sum of the cells that it shows, so that a test knows it without painting.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFont, ImageStat
from rich.cells import cell_len
from rich.color import Color
from rich.segment import Segment
from textual._context import visible_screen_stack
from textual.app import App

RGB = tuple[int, int, int]

CELL: Final = (18, 36)
"""The pixels of a cell, twice as many as a terminal has for one."""
RIM: Final = 24
"""The pixels of the rim."""
RIM_COLOUR: Final = (12, 14, 13)
_FONT_SIZE: Final = 30
_BASELINE: Final = 28
_FOREGROUND: Final = (229, 229, 229)
_BACKGROUND: Final = (12, 14, 13)
_QUADRANTS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""The quarters of a cell that are filled, by the bits 1 and 2 of the upper and 4 and 8 of the lower
ones."""
_SHADES: Final = {"░": 0.25, "▒": 0.5, "▓": 0.75}
_WEIGHTS: Final = {"LIGHT": 2, "HEAVY": 5, "DOUBLE": 2}
"""The pixels of the lines of frames."""
_CORNERS: Final = {"╭": (1, 1), "╮": (-1, 1), "╯": (-1, -1), "╰": (1, -1)}
"""Round corners, with where their arms go: right or left, down or up."""
_LEVELS: Final = 4
"""How many levels of a colour the edges of a letter have."""
_TOLERANCE: Final = 1.5
"""How much a picture may differ, as the mean of all its pixels of 0 to 255."""
_SUM_MARK: Final = "cells-sha256:"


class Cell(NamedTuple):
    """What is drawn in one cell, or in two for a character of that width."""

    text: str
    width: int
    foreground: RGB
    background: RGB
    bold: bool
    underlined: bool


Cells = Sequence[Sequence[Cell]]


def cells_on(app: App[object]) -> list[list[Cell]]:
    """The cells of the screen of an app, line by line."""
    visible_screen_stack.set(app._background_screens)
    strips = app.screen._compositor.render_strips()
    return [[cell for segment in strip for cell in _cells(segment)] for strip in strips]


def _cells(segment: Segment) -> Iterator[Cell]:
    style = segment.style
    colours = [_FOREGROUND, _BACKGROUND]
    if style is not None:
        colours = [_rgb(style.color, _FOREGROUND), _rgb(style.bgcolor, _BACKGROUND)]
        if style.reverse:
            colours.reverse()
        if style.dim:
            colours[0] = _mixed(*colours, 0.5)
    bold, underlined = bool(style and style.bold), bool(style and style.underline)
    for character in segment.text:
        if width := cell_len(character):
            yield Cell(character, width, *colours, bold, underlined)


def _rgb(colour: Color | None, default: RGB) -> RGB:
    return default if colour is None or colour.is_default else tuple(colour.get_truecolor())


def _mixed(one: RGB, other: RGB, share: float) -> RGB:
    """A colour between two, with this share of the first."""
    return tuple(round(a * share + b * (1 - share)) for a, b in zip(one, other, strict=True))


def sum_of(frames: Sequence[Cells]) -> str:
    """The sum of all cells of a picture, which changes with each of them."""
    return hashlib.sha256(repr([[*map(tuple, frame)] for frame in frames]).encode()).hexdigest()


def noted_sum(file: Path) -> str:
    """The sum that a picture has noted; ValueError where there is none."""
    match = re.search(rf"{_SUM_MARK}([0-9a-f]{{64}})".encode(), file.read_bytes())
    if match is None:
        raise ValueError(f"{file} notes no sum of its cells")
    return match[1].decode()


def painted(cells: Cells) -> Image.Image:
    """The picture of a screen, with a dark rim."""
    width, height = CELL
    size = (sum(cell.width for cell in cells[0]) * width, len(cells) * height)
    image = Image.new("RGB", (size[0] + 2 * RIM, size[1] + 2 * RIM), RIM_COLOUR)
    draw = ImageDraw.Draw(image)
    fonts = [
        ImageFont.truetype(f"{name}.ttf", _FONT_SIZE)
        for name in ("DejaVuSansMono", "DejaVuSansMono-Bold")
    ]
    for row, line in enumerate(cells):
        x, y = RIM, RIM + row * height
        for cell in line:
            box = (x, y, x + cell.width * width, y + height)
            _fill(draw, box, cell.background)
            _paint_text(image, box, cell, fonts[cell.bold])
            x = box[2]
    return image


def _paint_text(
    image: Image.Image, box: Sequence[int], cell: Cell, font: ImageFont.FreeTypeFont
) -> None:
    left, top, right, bottom = box
    draw = ImageDraw.Draw(image)
    if cell.underlined:
        _fill(draw, (left, bottom - 4, right, bottom - 2), cell.foreground)
    if cell.text == " ":
        return
    colour = _mixed(cell.foreground, cell.background, _SHADES.get(cell.text, 1))
    if cell.text in _CORNERS:
        _paint_corner(draw, box, *_CORNERS[cell.text], colour)
    elif shares := [*shares_of_block(cell.text), *lines_of_frame(cell.text)]:
        across, down = (right - left) / 8, (bottom - top) / 8
        for x, y, to_x, to_y in shares:
            part = (left + x * across, top + y * down, left + to_x * across, top + to_y * down)
            _fill(draw, [round(each) for each in part], colour)
    else:
        _paint_letter(image, box, cell, font)


def _paint_letter(
    image: Image.Image, box: Sequence[int], cell: Cell, font: ImageFont.FreeTypeFont
) -> None:
    """Paints a character in few levels of its colour, which keeps the file small."""
    left, top, right, bottom = box
    mask = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(mask).text((0, _BASELINE), cell.text, 255, font, anchor="ls")
    step = 255 / (_LEVELS - 1)
    mask = mask.point([round(round(value / step) * step) for value in range(256)])
    image.paste(cell.foreground, (left, top), mask)


def _paint_corner(
    draw: ImageDraw.ImageDraw, box: Sequence[int], x: int, y: int, colour: RGB
) -> None:
    """Paints a round corner whose arms go to the left or right (x) and up or down (y)."""
    left, top, right, bottom = box
    middle, centre, radius = (left + right) // 2, (top + bottom) // 2, CELL[0] // 2
    line = _WEIGHTS["LIGHT"]
    # The circle to which both arms are tangents, and the quarter of it next to the middle.
    circle = (
        middle - 1 if x > 0 else middle - 2 * radius,
        centre - 1 if y > 0 else centre - 2 * radius,
    )
    outer = (*circle, circle[0] + 2 * radius, circle[1] + 2 * radius)
    begin = {(1, 1): 180, (-1, 1): 270, (-1, -1): 0, (1, -1): 90}[x, y]
    draw.arc(outer, begin, begin + 90, colour, line)
    ends = (centre + radius, bottom) if y > 0 else (top, centre - radius)
    _fill(draw, (middle - 1, ends[0], middle - 1 + line, ends[1]), colour)


def _fill(draw: ImageDraw.ImageDraw, box: Sequence[int], colour: RGB) -> None:
    """Fills a box that ends before its right and lower edge."""
    left, top, right, bottom = box
    draw.rectangle((left, top, right - 1, bottom - 1), colour)


def shares_of_block(character: str) -> Iterator[tuple[float, float, float, float]]:
    """The rectangles of a block element, in eighths of its cell; none of another character."""
    if character in _QUADRANTS:
        filled = _QUADRANTS.index(character)
        for bit, x, y in ((1, 0, 0), (2, 4, 0), (4, 0, 4), (8, 4, 4)):
            if filled & bit:
                yield x, y, x + 4, y + 4
    elif character in _SHADES:
        yield 0, 0, 8, 8
    elif "▁" <= character <= "▇":
        yield 0, 8 - (ord(character) - ord("▀")), 8, 8
    elif "▉" <= character <= "▏":
        yield 0, 0, 8 - (ord(character) - ord("█")), 8
    elif character in "▔▕":
        yield (0, 0, 8, 1) if character == "▔" else (7, 0, 8, 8)


def lines_of_frame(character: str) -> Iterator[tuple[float, float, float, float]]:
    """The rectangles of a character that draws frames, in eighths of its cell."""
    words = unicodedata.name(character, "").split()
    if words[:2] != ["BOX", "DRAWINGS"] or {"ARC", "DIAGONAL", "DASH"} & {*words}:
        return
    for direction, pixels in _arms(words[2:]):
        half_x, half_y = pixels / CELL[0] * 4, pixels / CELL[1] * 4
        yield {
            "LEFT": (0, 4 - half_y, 4 + half_x, 4 + half_y),
            "RIGHT": (4 - half_x, 4 - half_y, 8, 4 + half_y),
            "UP": (4 - half_x, 0, 4 + half_x, 4 + half_y),
            "DOWN": (4 - half_x, 4 - half_y, 4 + half_x, 8),
        }[direction]


def _arms(words: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The arms of a frame by its name, such as `VERTICAL LIGHT AND RIGHT HEAVY`, with pixels."""
    weights = [_WEIGHTS[word] for word in words if word in _WEIGHTS]
    parts = " ".join(words).split(" AND ")
    for part in parts:
        own = [_WEIGHTS[word] for word in part.split() if word in _WEIGHTS]
        pixels = (own or weights or [2])[0]
        for word in part.split():
            for direction in {"HORIZONTAL": ("LEFT", "RIGHT"), "VERTICAL": ("UP", "DOWN")}.get(
                word, (word,) if word in ("LEFT", "RIGHT", "UP", "DOWN") else ()
            ):
                yield direction, pixels


def differing(file: Path, frames: Sequence[Cells]) -> str:
    """How a picture differs from what it is to show, in words; empty where it does not.

    Fonts and libraries draw the edges of letters a little differently, which is no difference.
    """
    if noted_sum(file) != sum_of(frames):
        return "shows other cells"
    with Image.open(file) as picture:
        if getattr(picture, "n_frames", 1) != len(frames):
            return "has another number of frames"
        for number, frame in enumerate(frames):
            picture.seek(number)
            wanted, shown = painted(frame), picture.convert("RGB")
            if wanted.size != shown.size:
                return "has another size"
            mean = max(ImageStat.Stat(ImageChops.difference(wanted, shown)).mean)
            if mean > _TOLERANCE:
                return f"is painted differently by {mean:.1f} of 255"
    return ""


def keep(file: Path, frames: Sequence[Cells], seconds: Sequence[float] = ()) -> None:
    """Writes a picture as lossless WebP; one of several frames moves, each for its seconds."""
    images = [painted(frame) for frame in frames]
    note = f'<x:xmpmeta xmlns:x="adobe:ns:meta/">{_SUM_MARK}{sum_of(frames)}</x:xmpmeta>'
    moving = {
        "save_all": True,
        "append_images": images[1:],
        "duration": [round(each * 1000) for each in seconds],
        "loop": 0,
        "minimize_size": True,
    }
    how = {"lossless": True, "quality": 100, "method": 4, "xmp": note.encode()}
    images[0].save(file, "WEBP", **how, **(moving if len(images) > 1 else {}))
