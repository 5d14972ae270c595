"""What the threads of the table and of the server note for each other. Each value is replaced as a
whole, so that neither thread waits for the other."""

from pathlib import Path

from msgspec import Struct

from shanghai.engine.seats import SeatIndex
from shanghai.remote import tokens
from shanghai.remote.views import SeatDisplay
from shanghai.table.table import Table


class SeatRequest(Struct):
    """The request of a phone for a seat, which somebody at the laptop answers."""

    address: str
    """The address of the phone. The answer is for no other phone."""
    granted: bool | None = None
    """The answer of the laptop. None: there is none yet."""


class SharedSeats:
    """The seats that phones have, and all that the two threads share about them."""

    def __init__(self, host: str, port: int | None) -> None:
        self.host = host
        self.port = port
        self.code = tokens.new_code()
        self.tokens = tokens.SeatTokens()
        self.table: Table | None = None
        self.folder: Path | None = None
        """The folder of the game's journal, for the file of the tokens. None: none is stored."""
        self.shown: dict[SeatIndex, SeatDisplay] = {}
        """What each phone may be shown, by seat. NOBODY: the public table. The table sets it."""
        self.languages: dict[SeatIndex, str] = {}
        """The language of each phone, by seat. The server sets it."""
        self.requests: dict[SeatIndex, SeatRequest] = {}
        """The requests for seats. The server adds them, and the table notes the answers."""
        self.pin_tries: dict[SeatIndex, int] = {}
        """How many wrong PINs were sent for a seat."""
        self.refusals: dict[tuple[SeatIndex, str], int] = {}
        """How often the laptop has refused a seat to an address."""
        self.hints: dict[SeatIndex, tuple[str, str]] = {}
        """The id of the question at which a seat asked for a hint, and that hint."""
        self.let_go: tuple[str, tuple[int, ...]] = "", ()
        """The card on offer, and the numbers of the seats with a phone that have let it go."""

    def keep(self) -> None:
        """Saves the hashes of all tokens, and who has let the card on offer go, next to the
        journal. A failure does not matter."""
        if self.folder is None:
            return
        hashes = self.tokens.hashes()
        saved = tokens.SavedSeats(self.host, self.port or 0, self.code, hashes, *self.let_go)
        try:
            tokens.save(self.folder, saved)
        except OSError:
            # After a restart the phones can scan the code again.
            return
