"""Plots as text and as pictures: every figure stands in both, and names are data."""

from xml.etree import ElementTree

from shanghai.words.cells import cell_width
from shanghai.words.plots import BarPlot, LinePlot, svg_page

SVG = "{http://www.w3.org/2000/svg}"
WON = BarPlot("won", [("hard", 60.0, "60 %", 50.0, 70.0), ("<b>&", 40.0, "40 %", 30.0, 50.0)])
COURSE = LinePlot("games", "3 evenings", {"Ann": [0, 1, 3], "Zoë 李": [0, 2, 2]})


def test_bars_are_as_long_as_their_figures():
    title, hard, other = WON.lines()
    assert title == "won"
    assert hard.count("=") * 40 == other.count("=") * 60
    assert hard.count("-") == other.count("-") > 0
    assert hard.endswith("60 %")
    assert BarPlot("none", []).tall == 34
    assert "=" not in "".join(BarPlot("none", [("a", 0.0, "0", 0.0, 0.0)]).lines())


def test_a_course_ends_where_its_last_figure_is():
    lines = list(COURSE.lines())
    assert lines[1].lstrip().startswith("3 |")
    assert lines[1].endswith("o")
    assert [line.strip() for line in lines[-2:]] == ["o Ann", "x Zoë 李"]
    assert max(map(cell_width, lines)) <= 80


def test_a_picture_holds_every_name_and_no_markup_of_them():
    page = ElementTree.fromstring(svg_page([WON, COURSE]))
    said = [text.text for text in page.iter(f"{SVG}text")]
    assert {"hard", "<b>&", "60 %", "Ann", "Zoë 李", "3 evenings"} <= {*said}
    assert len([*page.iter(f"{SVG}polyline")]) == 2
    assert float(page.get("viewBox").split()[-1]) > WON.tall + COURSE.tall
    assert svg_page([LinePlot("one", "", {"Ann": [2]})])
