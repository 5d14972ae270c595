"""The settings, such as looks, pace and the last players. They are in a small JSON file."""

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
"""A kind of help that a whole table, or a single player, can switch off."""


class Settings(Struct, frozen=True):
    """All settings with their defaults. Each can be changed during a game."""

    language: str = ""
    """The language of all texts; empty for the language of the system."""
    theme: Literal["baize", "daylight", "contrast", "clear"] = "baize"
    suits: Literal["glyphs", "letters"] = "glyphs"
    courts: Literal["language", "international"] = "language"
    """Which letters the court cards have: those of the language, or J, Q and K."""
    four_colours: bool = True
    cards: Literal["auto", "on", "off"] = "auto"
    """Whether the hand is drawn with large cards; "auto" where the screen has room for them."""
    ascii: bool = False
    animation: bool = True
    pace: Literal["slow", "normal", "fast", "at once"] = "normal"
    """How long each move of a computer is shown."""
    think: Literal["short", "medium", "long"] = "medium"
    """The longest time that a computer takes for a move."""
    hints: bool = True
    tell_shanghai: bool = False
    """Whether a message says that the card just tossed fits a meld (GD-18)."""
    call_offers: Literal["always", "helps", "never"] = "always"
    """When a person who plays alone against computers is asked whether to call a card."""
    bell: bool = False
    """Whether the terminal rings for a call and for a person's turn."""
    discard_twice: bool = True
    """Whether Enter must be pressed twice to discard a card that is only under the cursor."""
    call_seconds: Annotated[int, Meta(ge=0, le=120)] = 0
    """For how many seconds a card can be called; 0 without a clock."""
    phone_grace: Literal[0, 3, 5, 10, "all"] = 3
    """For how many seconds a draw waits for calls, if players are at phones."""
    review: bool = True
    """Whether the screens offer to review a finished game."""
    remarks: bool = False
    """Whether computer players with a character say something now and then."""
    variant: str = ""
    """The variant that was played last."""
    seats: tuple[Player, ...] = ()
    """The players of the last game, by seat."""
    names: tuple[str, ...] = ()
    """The names of people who have played, the latest first."""
    no_hints: tuple[str, ...] = ()
    """The names of the people who play without hints."""
    no_needs: tuple[str, ...] = ()
    """The names of the people who are not shown what they still need for the contract."""
    newcomers: tuple[str, ...] = ()
    """The names of the people who see only the few keys of a first evening."""
    offered_all_keys: tuple[str, ...] = ()
    """The names of the people who have been asked, after some rounds, whether to see all keys."""

    @property
    def grace(self) -> float | None:
        """For how many seconds a draw waits for calls; None if it waits until all have answered."""
        return None if self.phone_grace == "all" else float(self.phone_grace)

    def has_help(self, help: PlayerHelp, name: str) -> bool:
        """Whether a player has a kind of help, by what the table and the player have chosen."""
        if help == "hints":
            return self.hints and name not in self.no_hints
        return name not in self.no_needs


def load(folder: Path) -> Settings:
    """The settings in a data folder. A setting that is missing or damaged has its default."""
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
