"""The settings: looks, pace and the last players, in a small JSON file."""

from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from shanghai.engine.handicap import Player
from shanghai.storage.files import read_plain, write_file
from shanghai.storage.paths import MOST_BYTES, SETTINGS
from shanghai.words.player_names import clean_name

MAX_NAMES: Final = 24
"""The names that each list of names keeps."""
PlayerHelp = Literal["hints", "needs"]
"""Help that a table or a single seat may do without."""


class Settings(Struct, frozen=True):
    """All settings with their defaults. Each can be changed during a game."""

    language: str = ""
    """The language of all texts; empty for that of the system."""
    theme: Literal["baize", "daylight", "contrast", "clear"] = "baize"
    suits: Literal["glyphs", "letters"] = "glyphs"
    courts: Literal["language", "international"] = "language"
    """The letters of the court cards: those of the language, or J Q K."""
    four_colours: bool = True
    cards: Literal["auto", "on", "off"] = "auto"
    ascii: bool = False
    animation: bool = True
    pace: Literal["slow", "normal", "fast", "at once"] = "normal"
    think: Literal["short", "medium", "long"] = "medium"
    hints: bool = True
    tell_shanghai: bool = False
    """Whether a message says that the card just tossed fits a meld (GD-18)."""
    call_offers: Literal["always", "helps", "never"] = "always"
    """When a person who plays alone against computers is asked to call a card."""
    bell: bool = False
    """Whether the terminal rings for a call and for a person's turn."""
    discard_twice: bool = True
    """Whether Enter is needed twice to discard the card under the cursor if it was not picked."""
    call_seconds: Annotated[int, Meta(ge=0, le=120)] = 0
    phone_grace: Literal[0, 3, 5, 10, "all"] = 3
    """Seconds for which a draw waits for calls where seats are at phones."""
    review: bool = True
    """Whether a finished game may be reviewed on the screen."""
    remarks: bool = False
    """Whether computer players with a name of their own say something now and then."""
    variant: str = ""
    seats: tuple[Player, ...] = ()
    names: tuple[str, ...] = ()
    no_hints: tuple[str, ...] = ()
    """The names of the people who play without hints."""
    no_needs: tuple[str, ...] = ()
    """The names of the people who are not shown what their contract still needs."""
    newcomers: tuple[str, ...] = ()
    """The names of those who see the few keys of a first evening."""
    offered_all_keys: tuple[str, ...] = ()
    """The names of those to whom all keys were offered after some rounds."""

    @property
    def grace(self) -> float | None:
        """Seconds for which a draw waits for calls. None: until all have answered."""
        return None if self.phone_grace == "all" else float(self.phone_grace)

    def has_help(self, help: PlayerHelp, name: str) -> bool:
        """Whether a player of that name has a help, by what the table and the player chose."""
        if help == "hints":
            return self.hints and name not in self.no_hints
        return name not in self.no_needs


def load(folder: Path) -> Settings:
    """The settings in a data folder. One that is missing or damaged has its default."""
    try:
        raw = msgspec.json.decode(read_plain(folder / SETTINGS, MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return Settings()
    if not isinstance(raw, dict):
        return Settings()
    # Each field is read alone, so that a bad one does not harm the others.
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
        for name in ("names", "no_hints", "no_needs", "newcomers", "offered_all_keys")
    }
    return msgspec.structs.replace(settings, seats=seats, **clean)


def save(folder: Path, settings: Settings) -> None:
    """Writes the settings into a data folder; OSError if that fails."""
    write_file(folder / SETTINGS, msgspec.json.format(msgspec.json.encode(settings)))
