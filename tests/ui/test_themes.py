"""The palettes: of the colours that a terminal has, told apart, and readable."""

from itertools import combinations
from math import dist
from operator import mul

import pytest
from rich.color import Color as Ink, ColorSystem
from textual.color import Color

from shanghai.ui.app import ShanghaiApp
from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.cards import seat_look, seat_sign
from shanghai.ui.kit.lines import LOOKS, SUIT_LOOKS, Bit, Lines
from shanghai.ui.options import Options
from shanghai.ui.themes import deck_variables, depth_of, palette, themes
from shanghai.words.cards import CardStyle
from tests.ui.apps import at_menu

THEMES = ("baize", "daylight", "contrast", "clear")
DEPTHS = ("truecolor", "256", "16")
SEATS = [f"seat-{number}" for number in range(1, 9)]
READ = [
    ("foreground", "background", 7.0),
    ("foreground", "window", 7.0),
    ("faint", "background", 4.5),
    ("faint", "window", 4.5),
    ("faint", "button-off", 4.5),
    ("foreground", "button", 4.5),
    ("panel-ink", "panel", 4.5),
    ("panel-off", "panel", 4.5),
    ("line", "background", 3.0),
    ("line", "box", 3.0),
    ("cap-ink", "cap", 7.0),
    ("panel", "cap", 4.5),
    ("cap", "panel", 4.5),
    ("card-cursor-ink", "accent", 4.5),
    ("accent", "background", 4.5),
    ("warning", "background", 4.0),
    *((f"paper-{suit}", "paper", 4.5) for suit in ("spade", "heart", "diamond", "club", "joker")),
    *((f"paper-{suit}", "cap", 2.9) for suit in ("spade", "heart", "diamond", "club", "joker")),
    *((f"four-paper-{suit}", "cap", 2.9) for suit in ("diamond", "club")),
    *((seat, "background", 4.0) for seat in SEATS),
]


TO_XYZ = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0178, 0.1095, 0.8728))
"""Linear red, green and blue to X, Y and Z, of which white has 1 each."""
PROTANOPIA = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
DEUTERANOPIA = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
"""Linear colours as they look without red or without green cones (Machado and others, 2009)."""
SIXTEEN = {
    *("#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa"),
    *("#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff"),
}
STEP = 16
"""How far a grey may be moved by its place in the table of 256 colours."""


def light(colour):
    """The relative luminance of a colour, as the guidelines for readable pages have it."""
    parts = [part / 255 for part in Color.parse(colour).rgb]
    linear = [part / 12.92 if part <= 0.04 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(one, other):
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("depth", DEPTHS)
def test_what_is_read_can_be_read(theme, depth):
    for four in (False, True):
        colours = deck_variables(theme, four, depth)
        for ink, ground, least in READ:
            found = contrast(colours[ink], colours[ground])
            if (depth, ink) == ("16", "paper-club"):
                least = min(least, 2.9)
            assert found >= least, f"{ink} on {ground}: {found:.1f}"


@pytest.mark.parametrize("theme", THEMES)
def test_a_palette_is_made_of_the_colours_that_there_are(theme):
    assert set(palette(theme, "16").values()) <= SIXTEEN
    for name, colour in palette(theme, "256").items():
        shown = Ink.parse(colour).downgrade(ColorSystem.EIGHT_BIT).get_truecolor()
        moved = zip(shown, Color.parse(colour).rgb, strict=True)
        assert all(abs(one - other) <= STEP for one, other in moved), f"{name} becomes {shown.hex}"


@pytest.mark.parametrize("depth", DEPTHS[:2])
def test_the_baize_is_green_and_seats_differ(depth):
    colours = palette("baize", depth)
    red, green, blue = Color.parse(colours["background"]).rgb
    assert green > max(red, blue)
    assert len({colours[seat] for seat in SEATS}) == 8


def test_four_suits_have_four_colours():
    for theme in THEMES:
        colours = deck_variables(theme, True)
        suits = [colours[f"paper-{suit}"] for suit in ("spade", "heart", "diamond", "club")]
        assert len(set(suits)) == 4
        red, green, blue = Color.parse(suits[3]).rgb
        assert green > max(red, blue), "clubs are green"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("depth", DEPTHS)
def test_hearts_and_clubs_differ_in_lightness_too(theme, depth):
    colours = deck_variables(theme, True, depth)
    for look in ("paper", "suit"):
        heart, club = lab(colours[f"{look}-heart"])[0], lab(colours[f"{look}-club"])[0]
        # Sixteen colours leave no choice on paper, where the grey of the clear palette is no green.
        least = 0 if (theme, depth) == ("clear", "16") else 4
        assert abs(heart - club) >= least, f"{look}: {heart:.0f} and {club:.0f}"


@pytest.mark.parametrize("depth", DEPTHS)
def test_the_clear_palette_needs_no_telling_of_red_from_green(depth):
    colours = deck_variables("clear", True, depth)
    for sight in (PROTANOPIA, DEUTERANOPIA):
        for look in ("paper", "suit"):
            suits = [lab(colours[f"{look}-{suit}"], sight) for suit in SUIT_LOOKS]
            for one, other in combinations(suits, 2):
                assert dist(one, other) >= 20


def lab(colour, sight=((1, 0, 0), (0, 1, 0), (0, 0, 1))):
    """Lightness and the two axes of hue of a colour, as eyes of that sight see it."""
    parts = [part / 255 for part in Color.parse(colour).rgb]
    linear = [part / 12.92 if part <= 0.04 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    seen = [max(0.0, sum(map(mul, line, linear))) for line in sight]
    axes = [sum(map(mul, line, seen)) for line in TO_XYZ]
    x, y, z = (axis ** (1 / 3) if axis > 0.0089 else 7.787 * axis + 16 / 116 for axis in axes)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def test_seats_are_told_apart_without_colours():
    for style in (CardStyle(), CardStyle(ascii=True)):
        signs = [seat_sign(seat, style) for seat in range(8)]
        assert len(set(signs)) == 8
        assert not set(signs) & set("♠♥♦♣")
    assert len({seat_look(seat) for seat in range(8)}) == 8


def test_the_depth_follows_the_terminal():
    assert [depth_of(system) for system in ("256", "standard", "truecolor", None)] == [
        "256",
        "16",
        "truecolor",
        "truecolor",
    ]
    assert [theme.name for theme in themes("16")] == list(THEMES)


def on_console(ground):
    """A ground as the Linux console draws it, which has eight of them."""
    return (
        "#aa5500"
        if ground == "#ffff55"
        else "#000000"
        if ground == "#555555"
        else "#" + "".join("aa" if part > 0x80 else "00" for part in Color.parse(ground).rgb)
    )


@pytest.mark.parametrize("theme", THEMES)
def test_names_can_be_read_on_every_ground_of_a_linux_console(theme):
    colours = palette(theme, "16")
    for ground in ("background", "box", "window", "button", "button-off"):
        for ink in (*SEATS, "foreground", "warning", "faint"):
            found = contrast(colours[ink], on_console(colours[ground]))
            assert found >= 3.0, f"{ink} on {ground}: {found:.1f}"
    for ink, ground in (
        ("cap-ink", "cap"),
        ("card-cursor-ink", "accent"),
        ("paper-heart", "paper"),
    ):
        assert contrast(colours[ink], on_console(colours[ground])) >= 3.0


async def test_no_dark_ink_is_bold_where_there_are_sixteen_colours(tmp_path, monkeypatch):
    monkeypatch.setattr(GameApp, "has_few_colours", True)
    async with at_menu(tmp_path) as (app, _):
        lines = app.screen.query(Lines).first()
        for look in LOOKS:
            style = lines.look_style(look)
            if style.color is not None and max(style.color.get_truecolor()) <= 0xAA:
                assert not style.bold, look
        assert lines.look_style("seat-1").bold


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("depth", DEPTHS)
def test_cards_and_the_steps_of_the_podium_stand_out_from_the_table(theme, depth):
    colours = palette(theme, depth)
    for thing in ("edge", "panel", "cap", "card-back", "glow"):
        assert colours[thing] != colours["background"], thing


@pytest.mark.parametrize("ascii", [False, True])
async def test_paper_on_a_table_of_its_colour_has_sides(tmp_path, monkeypatch, ascii):
    monkeypatch.setattr(ShanghaiApp, "depth", "16")
    row = (Bit("1", "box"), Bit(" 7", "box paper-spade"), Bit("S ", "box paper-heart"), Bit(" "))
    options = Options(data_dir=str(tmp_path), ascii=ascii)
    async with at_menu(tmp_path, options=options) as (app, pilot):
        lines = app.screen.query(Lines).first()
        for theme, shown in (("baize", "1 7S  "), ("daylight", "1|7S| " if ascii else "1▌7S▐ ")):
            app.change_settings(theme=theme)
            await pilot.pause()
            assert lines._strip(row).text == shown
