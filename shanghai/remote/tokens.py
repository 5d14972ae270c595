"""The secrets of a table for phones: its code, a token for each seat, and the file that keeps them.

Only the hash of a token is stored. The file also keeps which phones have let the card on offer go,
as that is no move of the game. It is next to the journal, and only the user can read it.
"""

import secrets
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from shanghai.engine.seats import SeatIndex
from shanghai.storage.files import read_plain, write_file

FILE: Final = "phones.json"
CODE_LETTERS: Final = 6
_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""The letters and digits of a code, without those that look like each other."""
_TOKEN_BYTES: Final = 16
_MAX_BYTES: Final = 1 << 14


def new_code() -> str:
    """A new code for a table. A person who knows it can join, but sees no hand."""
    return "".join(secrets.choice(_LETTERS) for _ in range(CODE_LETTERS))


def new_token() -> str:
    """A new token of 128 random bits for one seat. A person who knows it sees the hand."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def hash_of(token: str) -> str:
    """The hash of a token, in hex digits."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


class SavedSeats(Struct, frozen=True):
    """What the file has, so that a resumed game can give the seats back to the phones."""

    host: str
    port: int
    code: str
    seats: dict[int, str] = {}
    """The hash of the token of each seat that a phone has, by the number of the seat from 1."""
    offer: str = ""
    """The card on offer, and when in the game it is."""
    let_go: tuple[int, ...] = ()
    """The numbers of the seats with a phone that have let this card go."""


class SeatTokens(dict[SeatIndex, str]):
    """The hash of the token of each seat that a phone has. A seat has one token at a time."""

    def seat_of(self, token: str) -> SeatIndex | None:
        """The seat of a token. None if it is wrong. The time that it takes gives nothing away."""
        asked, match = hash_of(token), None
        for seat, hashed in [*self.items()]:
            if compare_digest(asked, hashed):
                match = seat
        return match

    def fits(self, seat: SeatIndex, token: str) -> bool:
        """Whether this is the token of a seat."""
        return compare_digest(hash_of(token), self.get(seat, ""))

    def hashes(self) -> dict[int, str]:
        """The hashes by the number of the seat from 1, as in the file."""
        return {seat + 1: hashed for seat, hashed in self.items()}


def load(folder: Path) -> SavedSeats | None:
    """The saved seats in the folder of a game. None if there are none or the file is damaged."""
    try:
        data = read_plain(folder / FILE, _MAX_BYTES, follow=False, owned=True)
        return msgspec.json.decode(data, type=SavedSeats)
    except (OSError, ValueError):
        return None


def save(folder: Path, saved: SavedSeats) -> None:
    """Writes the file, which only the user can read. Raises OSError."""
    write_file(folder / FILE, msgspec.json.encode(saved))


def forget(folder: Path) -> None:
    """Removes the file, as the game is over. Does nothing if it is not there."""
    try:
        (folder / FILE).unlink(missing_ok=True)
    except OSError:
        return
