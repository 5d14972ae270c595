"""Screens as plain text, compared with the pictures kept beside this file.

Set SHANGHAI_PICTURES=update to write them anew, then read the changes before keeping them.
"""

import os
from pathlib import Path

from textual._context import visible_screen_stack

from shanghai.ui.kit.pictures import LARGE_RANKS, PLAIN_RANKS, RANKS

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


def faces_drawn(lines):
    """The cards whose ranks stand on these lines in block letters, in order, such as `4♠`."""
    most = max(map(len, lines), default=0)
    lines = [line.ljust(most) for line in lines]
    found = []
    for rank, block in (*RANKS.items(), *LARGE_RANKS.items(), *PLAIN_RANKS.items()):
        parts = block.split("|")
        parts = [part.ljust(5 if len(parts) == 5 else 3) for part in parts]
        for y in range(len(lines) - len(parts) + 1):
            x = lines[y].find(parts[0])
            while x >= 0:
                found += [(y, x, name) for name in _named(lines, rank, parts, x, y)]
                x = lines[y].find(parts[0], x + 1)
    return [name for _, _, name in sorted(found)]


def _named(lines, rank, parts, x, y):
    high, wide = len(parts), len(parts[0])
    if any(lines[y + at][x : x + wide] != part for at, part in enumerate(parts)):
        return []
    if rank == "*":
        return ["JK"]
    below = lines[y + high][x + wide // 2 : x + wide][:1] if y + high < len(lines) else ""
    beside = lines[y][x + wide : x + wide + 2].strip()[:1]
    return [rank + sign for sign in (below, beside) if sign and sign in "♠♥♦♣SHDC"][:1]


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
