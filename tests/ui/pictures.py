"""Screens as plain text, compared with the pictures kept beside this file.

Set SHANGHAI_PICTURES=update to write them anew, then read the changes before keeping them.
"""

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "pictures"


def screen_lines(app):
    """The text on the screen as it is drawn, a string a line, without blanks at their ends."""
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


def screen_text(app):
    """The text on the screen, line by line."""
    return "\n".join(screen_lines(app)) + "\n"


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
    """The screen must look as those pictures as the window takes each size."""
    for size in sizes:
        await pilot.resize_terminal(*size)
        assert_picture(name, pilot.app)
