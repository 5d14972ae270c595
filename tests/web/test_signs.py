import re
import unicodedata
from io import BytesIO
from pathlib import Path

from fontTools.ttLib import TTFont
from textual_serve import server

from tests.web import signs_font

ROOT = Path(__file__).parents[2]


def shown_signs():
    """Every letter beyond ASCII that the interface may draw, but for those of players' names."""
    sources = [path for path in (ROOT / "shanghai").rglob("*.py") if "web" not in path.parts]
    pictures = (ROOT / "tests/ui/pictures").glob("*.txt")
    text = "".join(path.read_text("utf-8") for path in (*sources, *pictures))
    letters = set(re.findall(r"[^\x00-\x7f]", text))
    return {letter for letter in letters if unicodedata.category(letter) != "Lo"}


def test_the_page_has_every_sign_of_the_table_in_its_own_fonts():
    fonts = [signs_font.PATH, *Path(server.__file__).parent.glob("static/fonts/*Mono-V*.ttf")]
    covered = {chr(code) for path in fonts for code in TTFont(path).getBestCmap()}
    assert shown_signs() >= set("♠♥♦♣▸█↑")
    assert shown_signs() - covered == set()


def test_the_page_takes_the_signs_from_the_font_that_has_them():
    css = (signs_font.PATH.parent / "page.css").read_text()
    ranges = [
        (int(first, 16), int(last or first, 16))
        for first, last in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", css)
    ]
    codes = TTFont(signs_font.PATH).getBestCmap()
    assert all(any(first <= code <= last for first, last in ranges) for code in codes)


def test_every_sign_is_one_cell_wide_and_as_its_script_draws_it():
    font = TTFont(signs_font.PATH)
    assert {wide for wide, _ in font["hmtx"].metrics.values()} == {signs_font.WIDE}
    drawn = TTFont(BytesIO(signs_font.make()))
    assert drawn.getBestCmap() == font.getBestCmap()
    for name in font.getGlyphOrder():
        kept, made = (which["glyf"][name].getCoordinates(which["glyf"]) for which in (font, drawn))
        assert (list(kept[0]), kept[1]) == (list(made[0]), made[1])
