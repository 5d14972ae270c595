"""Screens as plain text, compared with the pictures kept beside this file.

Set SHANGHAI_PICTURES=update to write them anew, then read the changes before keeping them.
"""

import os
from functools import cache
from pathlib import Path

from textual._context import visible_screen_stack

from shanghai.engine.cards import ALL_FACES, JOKER
from shanghai.ui.kit.pictures import (
    BIG,
    BROAD_FAN,
    CONSOLE,
    FAN,
    INDEX,
    LARGE,
    MEDIUM,
    PLAIN_LARGE,
    SLIM,
    SLIM_CONSOLE,
    SLIM_INDEX,
    SMALL,
    TINY,
    face_lines,
)
from shanghai.words.cards import CardStyle

FOLDER = Path(__file__).parent / "pictures"
EACH_SIZE = True
"""Whether pictures of more than the first size are compared."""


def screen_lines(app):
    """The text on the screen as it is drawn, a string a line, without blanks at their ends."""
    visible_screen_stack.set(app._background_screens)
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


def screen_text(app):
    """The text on the screen, line by line."""
    return "\n".join(screen_lines(app)) + "\n"


NARROW_TINY = TINY._replace(alphabet="N")
SIGHTS = (
    *((form, form.width - 1) for form in (LARGE, BIG, MEDIUM, TINY)),
    *((form, form.width) for form in (SMALL, INDEX, SLIM, SLIM_INDEX)),
    *((FAN[pitch], pitch) for pitch in FAN),
    (BROAD_FAN, 6),
    (NARROW_TINY, 4),
)
"""The forms of drawn cards, with the cells of each in which it is told from all others."""
DRAWN_BY = (
    (CardStyle(), SIGHTS),
    (CardStyle(letters=True), SIGHTS),
    (CardStyle(quadrants=False), ((CONSOLE, CONSOLE.width), (SLIM_CONSOLE, SLIM_CONSOLE.width))),
    (CardStyle(ascii=True), ((PLAIN_LARGE, PLAIN_LARGE.width - 1),)),
)


@cache
def _patterns():
    """The lines of every drawn face by what stands in its first line, with its name."""
    patterns = {}
    for style, sights in DRAWN_BY:
        for form, seen in sights:
            for face in ALL_FACES:
                # The first cell has an edge or a mark, the last line of a joker what it stands for.
                lines = [line[1:seen] for line in face_lines(face, form, style)]
                lines = lines[:-1] if face == JOKER else lines
                while not lines[0].strip():
                    del lines[0]
                patterns.setdefault(lines[0], {})[tuple(lines)] = CardStyle().text(face)
    return patterns


def faces_drawn(lines):
    """The cards drawn on these lines in pixels, in order, such as `4♠`."""
    most = max(map(len, lines), default=0)
    lines = [line.ljust(most) for line in lines]
    places = {}
    for first, patterns in _patterns().items():
        for y, line in enumerate(lines):
            x = line.find(first)
            while x >= 0:
                for parts, name in patterns.items():
                    below = (row[x : x + len(first)] for row in lines[y : y + len(parts)])
                    if tuple(below) == parts:
                        places[y, x] = name
                x = line.find(first, x + 1)
    return [name for _, name in sorted(places.items())]


def assert_picture(name, app):
    """The screen must look as the picture of that name, which names its size too."""
    size = app.size
    path = FOLDER / f"{name}-{size.width}x{size.height}.txt"
    text = screen_text(app)
    if os.environ.get("SHANGHAI_PICTURES") == "update":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), f"no picture {path.name}; SHANGHAI_PICTURES=update writes it"
    assert text == path.read_text(encoding="utf-8"), f"{path.name} looks otherwise:\n{text}"


async def assert_pictures(name, pilot, sizes):
    """The screen must look as those pictures as the window takes each size.

    The normal run compares the first alone, and those of the others are for the long tests.
    """
    is_whole = EACH_SIZE or os.environ.get("SHANGHAI_PICTURES") == "update"
    for size in sizes if is_whole else sizes[:1]:
        await pilot.resize_terminal(*size)
        await pilot.pause()
        assert_picture(name, pilot.app)
