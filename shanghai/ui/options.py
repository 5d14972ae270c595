"""What the command line and the screens ask of the interface. Imports no textual."""

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from shanghai.engine.rules import Rules
    from shanghai.records.replay import Replay
    from shanghai.remote.phones import Phones
    from shanghai.storage.writer import GameWriter
    from shanghai.table.chance import CardSource
    from shanghai.table.host import Host, Player

After = Literal["rematch", "same cards", "menu", "undealt"]
"""What the players want after a game. `undealt`: they left it before anything was dealt."""


class Start(Struct, frozen=True):
    """A game to start, without any menu."""

    rules: "Rules"
    players: "tuple[Player, ...]"
    cards: "CardSource"
    file: str = ""
    """The path of a custom variant's file."""
    code: str = ""
    """The deal code of the cards, if they have one."""
    again: str = ""
    """The id of an earlier game whose cards are dealt again."""


class ResumedGame(Struct, frozen=True):
    """A resumed game: its writer, its host, and a sentence about a problem with its file."""

    writer: "GameWriter"
    host: "Host"
    problem: str = ""


class Options(Struct, frozen=True):
    """How the interface starts, as the command line says."""

    data_dir: str | None = None
    ascii: bool = False
    animation: bool = True
    start: Start | None = None
    resume: ResumedGame | None = None
    replay: "Replay | None" = None
    search_cores: int = 0
    """The cores for the process that searches for computer players. 0: this process searches."""
    phones: "Phones | None" = None
    """The server for phones, if the command line asks for it."""
