"""The settings: each with its name, its values in words, and what it does."""

from typing import Any, Final

TITLE: Final = "Settings"
HELP: Final = (
    "Choose a line, then {change} or the right arrow for the next value, the left arrow for "
    "the one before. Every change holds at once and is kept for the next evening."
)
NOT_KEPT: Final = "The settings cannot be kept: {why}."
CARDS_LOOK: Final = "Cards look like this"
_YES_NO: Final = ((False, "no"), (True, "yes"))
SETTINGS: Final[dict[str, tuple[str, tuple[tuple[Any, str], ...], str]]] = {
    "theme": (
        "Look",
        (
            ("baize", "green baize, dark"),
            ("daylight", "daylight, light"),
            ("contrast", "high contrast"),
        ),
        "The colours of every screen.",
    ),
    "suits": (
        "Suits",
        (("glyphs", "signs"), ("letters", "letters S H D C")),
        "How the suits stand on cards and in sentences.",
    ),
    "four_colours": (
        "Four-colour deck",
        _YES_NO,
        "Diamonds blue and clubs green, so that no two suits are alike.",
    ),
    "cards": (
        "Large cards",
        (("auto", "where they fit"), ("on", "whenever possible"), ("off", "never")),
        "Whether the hand is drawn with large cards.",
    ),
    "ascii": (
        "Plain ASCII only",
        _YES_NO,
        "For terminals that draw no other signs.",
    ),
    "animation": (
        "Animation",
        ((True, "yes"), (False, "no")),
        "Whether cards are seen to move; no key ever waits for that.",
    ),
    "pace": (
        "Computers play",
        (
            ("slow", "slowly"),
            ("normal", "at an easy pace"),
            ("fast", "fast"),
            ("at once", "at once"),
        ),
        "How long each move of a computer stays to be seen.",
    ),
    "think": (
        "Computers think",
        (("short", "0.2 s a move"), ("medium", "0.5 s a move"), ("long", "1 s a move")),
        "The longest time that a computer takes for a move.",
    ),
    "hints": (
        "Hints",
        _YES_NO,
        "Whether a player may ask what a strong player would do.",
    ),
    "discard_twice": (
        "Discard",
        ((True, "asked for twice, unless picked"), (False, "at once")),
        "Whether the key for the discard is pressed twice.",
    ),
    "tell_shanghai": (
        "Card for SHANGHAI",
        ((True, "shown to all"), (False, "for whoever notices it")),
        "Whether the table is told that a tossed card fits a meld.",
    ),
    "call_offers": (
        "Alone, a call asks",
        (("always", "every time"), ("helps", "only when it helps"), ("never", "never")),
        "Alone with computers: which tossed cards the game stops for.",
    ),
    "bell": (
        "Bell, turn and call",
        _YES_NO,
        "Whether the terminal rings for a call and for a turn.",
    ),
    "review": (
        "Review",
        ((True, "offered after a game"), (False, "no, as for children")),
        "Whether the end of a game leads to what each decision has cost.",
    ),
    "remarks": (
        "Remarks",
        _YES_NO,
        "Whether Mia, Walter and the others say something now and then.",
    ),
    "call_seconds": (
        "Clock for calls",
        ((0, "none"), (5, "5 seconds"), (10, "10 seconds"), (20, "20 seconds")),
        "After this time a card is called no more, whether a person or a computer draws next.",
    ),
}
"""By the field of the settings: the name, the values with their words, the sentence."""
