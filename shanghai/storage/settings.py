"""The settings of the table: looks, pace and the last players, kept as a small JSON file."""

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from shanghai.engine.handicap import Player
from shanghai.storage.files import read_plain, write_file
from shanghai.storage.paths import MOST_BYTES, SETTINGS
from shanghai.words.player_names import clean_name

PlayerHelp = Literal["hints", "needs"]
"""Help that a table or a single seat may do without."""


class Settings(Struct, frozen=True):
    """All settings with their defaults; each may be changed during a game."""

    language: str = ""
    """What all is said in; empty: the language of the system."""
    theme: Literal["baize", "daylight", "contrast"] = "baize"
    suits: Literal["glyphs", "letters"] = "glyphs"
    courts: Literal["language", "international"] = "language"
    """The letters of jack, queen and king: those of the language, or J Q K."""
    four_colours: bool = True
    cards: Literal["auto", "on", "off"] = "auto"
    ascii: bool = False
    animation: bool = True
    pace: Literal["slow", "normal", "fast", "at once"] = "normal"
    think: Literal["short", "medium", "long"] = "medium"
    hints: bool = True
    tell_shanghai: bool = False
    """Whether the table is told that the card just tossed fits a meld (GD-18)."""
    call_offers: Literal["always", "helps", "never"] = "always"
    """When one person among computers is asked about a card that may be called."""
    bell: bool = False
    """Whether the terminal rings for a call and for a person's turn."""
    discard_twice: bool = True
    """Whether a discard of the card under the cursor, picked by no key, is asked for twice."""
    call_seconds: Annotated[int, Meta(ge=0, le=120)] = 0
    review: bool = True
    """Whether a finished game may be reviewed on the screen."""
    remarks: bool = False
    """Whether computer players with a name of their own say something now and then."""
    variant: str = ""
    seats: tuple[Player, ...] = ()
    names: tuple[str, ...] = ()
    no_hints: tuple[str, ...] = ()
    """The names of those who play without hints."""
    no_needs: tuple[str, ...] = ()
    """The names of those who are not told what their contract still needs."""

    def has_help(self, help: PlayerHelp, name: str) -> bool:
        """Whether a player of that name has a help, by what the table and the player chose."""
        if help == "hints":
            return self.hints and name not in self.no_hints
        return name not in self.no_needs


def load(folder: Path) -> Settings:
    """The settings kept in a folder; each that is missing or damaged has its default."""
    try:
        raw = msgspec.json.decode(read_plain(folder / SETTINGS, MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return Settings()
    if not isinstance(raw, dict):
        return Settings()
    # Field by field, so that one bad field harms no other.
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(Settings):
        if field.name in raw:
            try:
                values[field.name] = msgspec.convert(raw[field.name], field.type)
            except (ValueError, TypeError, RecursionError):
                continue
    settings = Settings(**values)
    seats = tuple(
        msgspec.structs.replace(seat, name=clean_name(seat.name)) for seat in settings.seats[:8]
    )
    clean = {
        name: tuple(filter(None, map(clean_name, getattr(settings, name)[:40])))
        for name in ("names", "no_hints", "no_needs")
    }
    return msgspec.structs.replace(settings, seats=seats, **clean)


def save(folder: Path, settings: Settings) -> None:
    """Writes the settings to a folder; raises OSError where that fails."""
    write_file(folder / SETTINGS, msgspec.json.format(msgspec.json.encode(settings)))
