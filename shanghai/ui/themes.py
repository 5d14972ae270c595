"""The palettes: baize, daylight, high contrast, and baize without red next to green.

`palettes.txt` has a section for each, with a line for each colour: its name, and what it is in
truecolor, in 256 and in 16 colours. The clear palette has only what differs from baize.
"""

from pathlib import Path
from typing import Any, Final, Literal

from textual.theme import Theme

from shanghai.ui.kit.pixels import sections

Depth = Literal["truecolor", "256", "16"]

_PALETTES: Final = Path(__file__).with_name("palettes.txt")
_BASE: Final = "baize"
"""The palette whose colours hold where another one has none."""
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
    lines = [*sections(_PALETTES)[_BASE], *sections(_PALETTES).get(theme, [])]
    colours = {name: by_depth[at] for name, *by_depth in lines}
    # Paper on a table of its own colour has an edge that can be seen.
    is_same_colour = colours["paper"] == colours["background"]
    colours["edge"] = colours["faint" if is_same_colour else "paper"]
    return colours


def themes(depth: Depth = "truecolor") -> list[Theme]:
    """The themes for a terminal of that many colours."""
    made = []
    for name in sections(_PALETTES):
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
