"""The looks: green baize, daylight and high contrast, and the colours of the suits in each."""

from typing import Final

from textual.theme import Theme

THEMES: Final = (
    Theme(
        name="baize",
        primary="#4f9f7a",
        secondary="#86bfa5",
        accent="#e6c778",
        warning="#f7a64f",
        error="#ff9c88",
        success="#a5d8a2",
        foreground="#e8eee6",
        background="#10291f",
        surface="#16362a",
        panel="#0a1d15",
        dark=True,
    ),
    Theme(
        name="daylight",
        primary="#1f6b4a",
        secondary="#3c6e58",
        accent="#7a4f00",
        warning="#864800",
        error="#a3201a",
        success="#1d6435",
        foreground="#1b2a22",
        background="#f1f0e4",
        surface="#faf8ef",
        panel="#dbe3d2",
        dark=False,
    ),
    Theme(
        name="contrast",
        primary="#ffffff",
        secondary="#ffffff",
        accent="#ffe94d",
        warning="#ffb84d",
        error="#ff9d9d",
        success="#8dff9a",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#1c1c1c",
        dark=True,
    ),
)

_ON_DARK: Final = {
    "suit-spade": "#e8eee6",
    "suit-heart": "#ff9c88",
    "suit-diamond": "#ff9c88",
    "suit-club": "#e8eee6",
    "suit-joker": "#e6c778",
    "faint": "#9fb8a8",
    "unlit": "#587365",
}
_ON_LIGHT: Final = {
    "suit-spade": "#1b2a22",
    "suit-heart": "#a3201a",
    "suit-diamond": "#a3201a",
    "suit-club": "#1b2a22",
    "suit-joker": "#6b3fa0",
    "faint": "#566659",
    "unlit": "#738278",
}
_PAPER: Final = {
    "paper": "#f5f0e1",
    "paper-ink": "#1d2421",
    "paper-spade": "#1d2421",
    "paper-heart": "#b01f1a",
    "paper-diamond": "#b01f1a",
    "paper-club": "#1d2421",
    "paper-joker": "#6b3fa0",
    "paper-edge": "#7d7763",
    "card-back": "#2a4f7a",
    "card-back-ink": "#d4e1f0",
    "card-cursor-ink": "#1d1604",
    "line": "#3a6a55",
    "glow": "#9fe3a0",
    "fading": "#cdeac2",
}
_ADAPTED: Final[dict[str, dict[str, str]]] = {
    "baize": {**_ON_DARK, **_PAPER},
    "daylight": {
        **_ON_LIGHT,
        **_PAPER,
        "paper": "#ffffff",
        "paper-edge": "#8a8674",
        "card-cursor-ink": "#ffffff",
        "line": "#9db3a2",
        "glow": "#a9e2b4",
        "fading": "#d6f1da",
    },
    "contrast": {
        **_ON_DARK,
        **_PAPER,
        "faint": "#d8d8d8",
        "unlit": "#8a8a8a",
        "suit-spade": "#ffffff",
        "suit-club": "#ffffff",
        "paper": "#ffffff",
        "paper-ink": "#000000",
        "paper-spade": "#000000",
        "paper-club": "#000000",
        "paper-heart": "#a00000",
        "paper-diamond": "#a00000",
        "paper-edge": "#000000",
        "card-cursor-ink": "#000000",
        "line": "#ffffff",
        "glow": "#8dff9a",
        "fading": "#c9ffcf",
    },
}
_FOUR_ON_DARK: Final = {"suit-diamond": "#8ec9ff", "suit-club": "#ffb454"}
_FOUR_ON_LIGHT: Final = {"suit-diamond": "#1f4fa3", "suit-club": "#8f4a00"}
_FOUR_ON_PAPER: Final = {"paper-diamond": "#1f4fa3", "paper-club": "#8f4a00"}


def deck_variables(theme: str, four_colours: bool) -> dict[str, str]:
    """The CSS variables of suits, paper and card backs for a theme of this or another name."""
    variables = dict(_ADAPTED.get(theme, _ADAPTED["baize"]))
    if four_colours:
        variables |= _FOUR_ON_LIGHT if theme == "daylight" else _FOUR_ON_DARK
        variables |= _FOUR_ON_PAPER
    return variables
