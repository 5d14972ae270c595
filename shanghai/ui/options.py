"""What is asked of the interface by the command line and by its own screens; loads no textual."""

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
"""What is wanted when a game is over, or was left before anything was dealt."""


class Start(Struct, frozen=True):
    """A game to start without menus."""

    rules: "Rules"
    players: "tuple[Player, ...]"
    cards: "CardSource"
    file: str = ""
    """The file of a custom variant."""
    code: str = ""
    """The deal code of the cards, if they have one."""
    again: str = ""
    """The id of the game whose cards are dealt again."""


class ResumedGame(Struct, frozen=True):
    """A saved game taken up: its writer, its host, and what there was to say about its file."""

    writer: "GameWriter"
    host: "Host"
    problem: str = ""


class Options(Struct, frozen=True):
    """How the interface starts."""

    data_dir: str | None = None
    ascii: bool = False
    animation: bool = True
    start: Start | None = None
    resume: ResumedGame | None = None
    replay: "Replay | None" = None
    search_cores: int = 0
    """The cores of the process that searches for computer players; 0: they search in this one."""
    phones: "Phones | None" = None
    """The seats at phones that the command line lets come."""
