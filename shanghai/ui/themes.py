"""The palettes: baize, daylight, high contrast, and baize without red next to green.

Each is there for truecolor, 256 and 16 colours.
"""

from typing import Any, Final, Literal

from textual.theme import Theme

Depth = Literal["truecolor", "256", "16"]

_SEATS_ON_DARK: Final = (
    "#ffb3a7 #8ecbff #ffd479 #b8e986 #e3b3ff #7fe3d4 #ff9ecb #d8d3b8",
    "#ffafaf #87d7ff #ffd75f #afff87 #d7afff #5fffd7 #ffafd7 #d7d7af",
    "#ff5555 #55ffff #ffff55 #55ff55 #ff55ff #aaaaaa #00aaaa #ffffff",
)
_SEATS_ON_LIGHT: Final = (
    "#a3281f #1d4f9c #7a4f00 #2d6a12 #6b3fa0 #0a655c #9c1f66 #4d4a36",
    "#af0000 #005faf #5f5f00 #005f00 #5f00af #005f5f #870087 #444444",
    "#aa0000 #0000aa #000000 #aa0000 #0000aa #000000 #aa0000 #0000aa",
)
"""The colour of each of eight seats, in truecolor, in 256 and in 16 colours."""

_NAMES: Final = """
    background box window button button-off shadow line panel panel-ink panel-faint panel-off cap
    cap-ink accent card-cursor-ink foreground faint warning error success primary suit-spade
    suit-heart suit-diamond suit-club suit-joker paper paper-ink paper-spade paper-heart
    paper-diamond paper-club paper-joker paper-edge card-back card-back-ink chip glow fading
    four-diamond four-club four-paper-diamond four-paper-club print
""".split()  # noqa: SIM905
"""The colours of a palette, in the order in which the palettes below have them."""

_BAIZE: Final = (
    "#0f3d2e #123f31 #17493a #1e5c46 #0f382b #092a20 #3a9172 #3b2a1a #f1e8da "
    "#c2b299 #aa977b #e3c273 #1d1604 #e3c273 #1d1604 #edf2ec #a3c2b3 #f7a64f "
    "#ffa595 #a5d8a2 #4f9f7a #edf2ec #ffa595 #ffa595 #edf2ec #e3c273 #f6f0e2 "
    "#1c2320 #1c2320 #b3261e #b3261e #1c2320 #6b3fa0 #9c937c #2d5590 #7fa3d3 "
    "#e3c273 #a9e2a0 #d2edc6 #8ecbff #b9f2ae #1f4fa3 #0f5520 #154a38",
    "#005f00 #005f00 #1c1c1c #005f00 #303030 #000000 #87af87 #5f0000 #ffffd7 "
    "#d7af87 #949494 #ffd75f #000000 #ffd75f #000000 #ffffff #afd7af #ffaf00 "
    "#ffafaf #afff87 #5faf5f #ffffff #ffafaf #ffafaf #ffffff #ffd75f #ffffd7 "
    "#000000 #000000 #d70000 #d70000 #000000 #5f00af #87875f #00005f #87afd7 "
    "#ffd75f #afff87 #d7ffaf #87d7ff #afff87 #005faf #005f00 #005f5f",
    "#000000 #000000 #000000 #0000aa #000000 #000000 #00aa00 #0000aa #ffffff "
    "#aaaaaa #00aaaa #ffff55 #000000 #ffff55 #000000 #ffffff #aaaaaa #ffff55 "
    "#ff5555 #55ff55 #00aa00 #ffffff #ff5555 #ff5555 #ffffff #ffff55 #ffffff "
    "#000000 #000000 #aa0000 #aa0000 #000000 #aa00aa #555555 #0000aa #ffffff "
    "#ffff55 #55ff55 #55ff55 #55ffff #55ff55 #0000aa #00aa00 #555555",
)
_DAYLIGHT: Final = (
    "#e4ecd9 #edf3e4 #f8faf0 #c3dcb4 #dfe6d5 #b9c7ac #64886e #6b4524 #fffdf4 "
    "#f0e0c4 #d8be94 #f6dc9a #2a1c08 #7a4f00 #ffffff #1b2a22 #4f5f53 #864800 "
    "#a3201a #1d6435 #1f6b4a #1b2a22 #a3201a #a3201a #1b2a22 #6b3fa0 #ffffff "
    "#1d2421 #1d2421 #b01f1a #b01f1a #1d2421 #6b3fa0 #8a8674 #2f5f96 #dce9f7 "
    "#8a5a00 #a9e2b4 #d6f1da #1f4fa3 #0f5520 #1f4fa3 #0f5520 #d6e2c8",
    "#d7ffd7 #d7ffd7 #ffffd7 #afd7af #d7d7d7 #afafaf #5f875f #5f0000 #ffffff "
    "#ffd7af #d78787 #ffd75f #000000 #875f00 #ffffff #000000 #4e4e4e #af0000 "
    "#af0000 #005f00 #005f00 #000000 #d70000 #d70000 #000000 #5f00af #ffffff "
    "#000000 #000000 #d70000 #d70000 #000000 #5f00af #87875f #005faf #ffffff "
    "#875f00 #afffaf #d7ffd7 #005faf #005f00 #005faf #005f00 #afd7af",
    "#ffffff #ffffff #ffffff #aaaaaa #ffffff #aaaaaa #00aa00 #0000aa #ffffff "
    "#ffffff #00aaaa #ffff55 #000000 #0000aa #ffffff #000000 #555555 #aa0000 "
    "#aa0000 #000000 #000000 #000000 #aa0000 #aa0000 #000000 #aa00aa #ffffff "
    "#000000 #000000 #aa0000 #aa0000 #000000 #aa00aa #555555 #0000aa #ffffff "
    "#0000aa #55ff55 #55ff55 #0000aa #000000 #0000aa #00aa00 #aaaaaa",
)
_CONTRAST: Final = (
    "#000000 #000000 #0d0d0d #3a3a3a #000000 #000000 #ffffff #1c1c1c #ffffff "
    "#d8d8d8 #9a9a9a #ffe94d #000000 #ffe94d #000000 #ffffff #dcdcdc #ffb84d "
    "#ff9d9d #8dff9a #ffffff #ffffff #ff9d9d #ff9d9d #ffffff #ffe94d #ffffff "
    "#000000 #000000 #b00000 #b00000 #000000 #5a2d91 #000000 #00408a #ffffff "
    "#ffe94d #8dff9a #c9ffcf #8ecbff #8dff9a #00408a #00501a #262626",
    "#000000 #000000 #121212 #444444 #000000 #000000 #ffffff #1c1c1c #ffffff "
    "#dadada #9e9e9e #ffff5f #000000 #ffff5f #000000 #ffffff #dadada #ffaf00 "
    "#ffafaf #87ff87 #ffffff #ffffff #ffafaf #ffafaf #ffffff #ffff5f #ffffff "
    "#000000 #000000 #d70000 #d70000 #000000 #5f00af #000000 #005faf #ffffff "
    "#ffff5f #87ff87 #d7ffd7 #87d7ff #87ff87 #00005f #005f00 #262626",
    "#000000 #000000 #000000 #0000aa #000000 #000000 #ffffff #0000aa #ffffff "
    "#ffffff #aaaaaa #ffff55 #000000 #ffff55 #000000 #ffffff #ffffff #ffff55 "
    "#ff5555 #55ff55 #ffffff #ffffff #ff5555 #ff5555 #ffffff #ffff55 #ffffff "
    "#000000 #000000 #aa0000 #aa0000 #000000 #aa00aa #000000 #0000aa #ffffff "
    "#ffff55 #55ff55 #55ff55 #55ffff #55ff55 #0000aa #00aa00 #555555",
)
_CLEAR_NAMES: Final = """
    suit-heart four-diamond four-club paper-heart four-paper-diamond four-paper-club warning error
""".split()  # noqa: SIM905
_CLEAR_COLOURS: Final = (
    "#ffa53c #8ecbff #fff3a3 #b34700 #1f4fa3 #2f5a4d #ffa53c #ffa53c",
    "#ffaf5f #87d7ff #ffffaf #af5f00 #005faf #5f5f5f #ffaf5f #ffaf5f",
    "#ffff55 #5555ff #aaaaaa #aa0000 #0000aa #555555 #ffff55 #ffff55",
)
"""The suits of the clear palette: orange, blue and grey, which also differ without red or green."""


def _clear(at: int) -> str:
    """The baize at a depth, with suits and warnings that need no telling of red from green."""
    colours = dict(zip(_NAMES, _BAIZE[at].split(), strict=True))
    colours |= zip(_CLEAR_NAMES, _CLEAR_COLOURS[at].split(), strict=True)
    return " ".join(colours.values())


_PALETTES: Final = {
    "baize": _BAIZE,
    "daylight": _DAYLIGHT,
    "contrast": _CONTRAST,
    "clear": (_clear(0), _clear(1), _clear(2)),
}
"""Each theme in truecolor, in 256 colours and in 16, picked from the colours that there are."""
_PARTS: Final = (
    "primary",
    "accent",
    "warning",
    "error",
    "success",
    "foreground",
    "background",
    "panel",
)
"""What a theme of Textual has a colour for, by the name that it has here."""
_DEPTHS: Final[tuple[Depth, ...]] = ("truecolor", "256", "16")


def depth_of(color_system: str | None) -> Depth:
    """The depth of what rich calls the colour system of a terminal."""
    if color_system == "256":
        return "256"
    return "16" if color_system in ("standard", "windows") else "truecolor"


def palette(theme: str, depth: Depth = "truecolor") -> dict[str, str]:
    """The colours of a theme by their names; of a theme that is not known, those of baize."""
    at = _DEPTHS.index(depth)
    colours = dict(zip(_NAMES, _PALETTES.get(theme, _BAIZE)[at].split(), strict=True))
    # Paper on a table of its own colour has an edge that can be seen.
    is_same_colour = colours["paper"] == colours["background"]
    colours["edge"] = colours["faint" if is_same_colour else "paper"]
    seats = _SEATS_ON_LIGHT if theme == "daylight" else _SEATS_ON_DARK
    return colours | {f"seat-{i}": ink for i, ink in enumerate(seats[at].split(), 1)}


def themes(depth: Depth = "truecolor") -> list[Theme]:
    """The themes for a terminal of that many colours."""
    made = []
    for name in _PALETTES:
        colours = palette(name, depth)
        parts: dict[str, Any] = {part: colours[part] for part in _PARTS}
        parts |= {"secondary": colours["faint"], "surface": colours["window"]}
        made.append(Theme(name, dark=name != "daylight", **parts))
    return made


_SQUARE: Final = {"qr-ink": "#000000", "qr-ground": "#ffffff"}
"""The colours of the square that phones scan, in every theme."""


def deck_variables(theme: str, four_colours: bool, depth: Depth = "truecolor") -> dict[str, str]:
    """The CSS variables of table, seats, suits and paper for a theme."""
    variables = palette(theme, depth) | _SQUARE
    if four_colours:
        for suit in ("diamond", "club"):
            variables[f"suit-{suit}"] = variables[f"four-{suit}"]
            variables[f"paper-{suit}"] = variables[f"four-paper-{suit}"]
    return variables
