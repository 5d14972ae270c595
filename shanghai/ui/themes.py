"""The palettes: baize, daylight, high contrast, and baize without red next to green.

`palettes.txt` has a section for each, with a line for each colour: its name and its value in
truecolor, in 256 and in 16 colours. The clear palette has only the colours that differ from baize.
"""

from pathlib import Path
from typing import Any, Final, Literal

from textual.theme import Theme

from shanghai.ui.kit.pixels import sections

Depth = Literal["truecolor", "256", "16"]

_PALETTES: Final = Path(__file__).with_name("palettes.txt")
_BASE: Final = "baize"
"""The palette whose colours are used if another one does not name them."""
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
"""The colours of a Textual theme that have the same name here."""
_DEPTHS: Final[tuple[Depth, ...]] = ("truecolor", "256", "16")


def depth_of(color_system: str | None) -> Depth:
    """The colour depth of a terminal. `color_system` is the name that rich gives to it."""
    if color_system == "256":
        return "256"
    return "16" if color_system in ("standard", "windows") else "truecolor"


def palette(theme: str, depth: Depth = "truecolor") -> dict[str, str]:
    """The colours of a theme by their names. An unknown theme has those of baize."""
    column = _DEPTHS.index(depth)
    lines = [*sections(_PALETTES)[_BASE], *sections(_PALETTES).get(theme, [])]
    colours = {name: values[column] for name, *values in lines}
    # If the cards have the colour of the table, their edge is drawn in another colour.
    is_same_colour = colours["paper"] == colours["background"]
    colours["edge"] = colours["faint" if is_same_colour else "paper"]
    return colours


def themes(depth: Depth = "truecolor") -> list[Theme]:
    """Textual's themes from our palettes, for a terminal with this colour depth."""
    result = []
    for name in sections(_PALETTES):
        colours = palette(name, depth)
        parts: dict[str, Any] = {part: colours[part] for part in _PARTS}
        parts |= {"secondary": colours["faint"], "surface": colours["window"]}
        result.append(Theme(name, dark=name != "daylight", **parts))
    return result


_SQUARE: Final = {"qr-ink": "#000000", "qr-ground": "#ffffff"}
"""The colours of the QR code that phones scan, in every theme."""


def deck_variables(theme: str, four_colours: bool, depth: Depth = "truecolor") -> dict[str, str]:
    """The CSS variables of a theme for table, seats, suits and cards. With `four_colours`, diamonds
    and clubs have colours of their own."""
    variables = palette(theme, depth) | _SQUARE
    if four_colours:
        for suit in ("diamond", "club"):
            variables[f"suit-{suit}"] = variables[f"four-{suit}"]
            variables[f"paper-{suit}"] = variables[f"four-paper-{suit}"]
    return variables
