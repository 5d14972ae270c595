"""What is sent makes a terminal show the picture that is meant, whatever it showed before."""

import pyte
import pytest
from hypothesis import given, strategies as st
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from shanghai.terminal.picture import Picture
from tests.terminal.emulator import same_cells

WIDTH = 12
COLOURS = st.sampled_from((None, "red", "#102030", "color(200)", "default"))
MARKS = st.dictionaries(
    st.sampled_from(("bold", "italic", "underline", "reverse", "strike")), st.booleans()
)
STYLES = st.none() | st.builds(
    lambda ink, ground, marks: Style(color=ink, bgcolor=ground, **marks), COLOURS, COLOURS, MARKS
)
PIECES = st.lists(st.tuples(st.text("ab ♠漢", min_size=1, max_size=3), STYLES), max_size=6)
PICTURES = st.lists(PIECES, min_size=3, max_size=3)


def lines_of(picture):
    """The strips of a picture, each as wide as it."""
    strips = [Strip([Segment(text, style) for text, style in line]) for line in picture]
    return [strip.adjust_cell_length(WIDTH) for strip in strips]


def painted(picture, strips):
    for y, strip in enumerate(strips):
        picture.paint(y, 0, strip)
    return picture.difference()


@given(st.lists(PICTURES, min_size=1, max_size=4))
def test_a_difference_shows_what_the_whole_picture_shows(pictures):
    picture = Picture(ColorSystem.TRUECOLOR)
    picture.resize(WIDTH, 3)
    shown = pyte.Screen(WIDTH, 3)
    console = Console(color_system="truecolor", force_terminal=True)
    for lines in map(lines_of, pictures):
        pyte.Stream(shown).feed(painted(picture, lines))
        whole = pyte.Screen(WIDTH, 3)
        whole.set_mode(pyte.modes.LNM)
        update = LayoutUpdate([[line] for line in lines], Region(0, 0, WIDTH, 3))
        pyte.Stream(whole).feed(update.render_segments(console))
        assert same_cells(shown, whole)
        assert shown.cursor.attrs == shown.default_char
        assert painted(picture, lines) == ""


@pytest.mark.parametrize("text", ["e\u0301漢a", "👨‍👩‍👧 x", "a\u200bb"])
def test_letters_that_join_leave_the_rest_of_the_line_in_its_place(text):
    """A terminal may take them for one cell or for three; what follows is moved to."""
    picture = Picture(ColorSystem.TRUECOLOR)
    picture.resize(20, 1)
    piece = Segment(text)
    sent = painted(picture, [[piece, Segment(" " * (19 - piece.cell_length)), Segment("|")]])
    assert text in sent
    picture.paint(0, 19, [Segment("!")])
    assert picture.difference() == "\x1b[1;20H!"


def test_nothing_is_sent_of_a_picture_that_is_forgotten_until_it_is_painted_whole():
    picture = Picture(ColorSystem.TRUECOLOR)
    picture.resize(5, 2)
    assert "hand" in painted(picture, [[Segment("hand ")]])
    picture.forget()
    picture.paint(0, 0, [Segment("hand ")])
    assert picture.difference() == ""


def test_what_lies_outside_of_a_picture_is_cut_off():
    picture = Picture(ColorSystem.TRUECOLOR)
    picture.resize(4, 1)
    picture.difference()
    picture.paint(0, 2, [Segment("abcdef")])
    picture.paint(7, 0, [Segment("abc")])
    assert picture.difference() == "\x1b[1;3Hab"
