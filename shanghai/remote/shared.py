"""What the thread of a table and that of the server note for each other. Each value is replaced as
a whole, so that neither waits for the other."""

from pathlib import Path

from msgspec import Struct

from shanghai.engine.seats import SeatIndex
from shanghai.remote import tokens
from shanghai.remote.views import SeatDisplay
from shanghai.table.table import Table


class SeatRequest(Struct):
    """A phone that asks for a seat whose cards are dealt."""

    address: str
    """The address of the phone, for which alone the answer is."""
    granted: bool | None = None
    """What the laptop has answered; None: nothing yet."""


class SharedSeats:
    """The seats that phones have, and what is noted of them."""

    def __init__(self, host: str, port: int | None) -> None:
        self.host = host
        self.port = port
        self.code = tokens.new_code()
        self.tokens = tokens.SeatTokens()
        self.table: Table | None = None
        self.folder: Path | None = None
        """Where the journal of the game is, and the file of the tokens; None: nothing is stored."""
        self.shown: dict[SeatIndex, SeatDisplay] = {}
        """What each seat that a phone has may be shown, NOBODY: the table. By the table."""
        self.languages: dict[SeatIndex, str] = {}
        """The language of each phone. By the server."""
        self.requests: dict[SeatIndex, SeatRequest] = {}
        """By the server; what the laptop says is noted in them by the table."""
        self.pin_tries: dict[SeatIndex, int] = {}
        """How many wrong PINs were sent for a seat."""
        self.refusals: dict[tuple[SeatIndex, str], int] = {}
        """How often the laptop has refused a seat to an address."""
        self.hints: dict[SeatIndex, tuple[str, str]] = {}
        """The id of the question at which a seat asked for a hint, and that hint."""

    def keep(self) -> None:
        """Keeps the hashes of all tokens next to the journal."""
        if self.folder is None:
            return
        saved = tokens.SavedSeats(self.host, self.port or 0, self.code, self.tokens.hashes())
        try:
            tokens.save(self.folder, saved)
        except OSError:
            # The phones can be scanned again.
            return
