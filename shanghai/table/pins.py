"""The PINs of seats, stored as hashes. A PIN is asked before a hand of a resumed game is shown. It
is for an honest table: a person who can read the data folder can read the cards too."""

import os
from collections.abc import Callable, Mapping
from hashlib import scrypt
from hmac import compare_digest
from typing import Final

from msgspec import Struct

from shanghai.engine.seats import SeatIndex
from shanghai.words import computers

FEWEST_DIGITS: Final = 4
MOST_DIGITS: Final = 12
TRIES: Final = 3
"""The wrong PINs after which the table is shown again."""
SALT_BYTES: Final = 16
HASH_BYTES: Final = 32
_COST: Final = {"n": 2**13, "r": 8, "p": 3}
"""The cost of scrypt: about 8 MB of memory and a twentieth of a second for each try."""


class PinHash(Struct, frozen=True):
    """What is stored of a PIN: a random salt, and the slow hash of salt and PIN, in hex digits."""

    salt: str
    digest: str


class TypedPin:
    """Typed digits. Its `repr` shows none of them, so that they do not get into a log."""

    __slots__ = ("_digits",)

    def __init__(self, digits: str = "") -> None:
        self._digits = digits

    def __len__(self) -> int:
        return len(self._digits)

    def __repr__(self) -> str:
        return "TypedPin(...)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TypedPin) and compare_digest(self._digits, other._digits)

    __hash__ = None  # type: ignore[assignment]

    def more(self, digit: int) -> "TypedPin":
        """The PIN with one digit more. The same PIN if it is full."""
        return TypedPin(f"{self._digits}{digit}") if len(self) < MOST_DIGITS else self

    def less(self) -> "TypedPin":
        """The PIN without its last digit."""
        return TypedPin(self._digits[:-1])

    @property
    def fault(self) -> str:
        """Why these digits can be no PIN, as a sentence. Empty if they can."""
        is_number = self._digits.isascii() and self._digits.isdecimal()
        if is_number and FEWEST_DIGITS <= len(self) <= MOST_DIGITS:
            return ""
        return computers.PIN_DIGITS.format(fewest=FEWEST_DIGITS, most=MOST_DIGITS)

    def hashed(self) -> PinHash:
        """The hash to store in place of the digits, with a new salt. ValueError for no PIN."""
        if self.fault:
            raise ValueError(self.fault)
        salt = os.urandom(SALT_BYTES)
        return PinHash(salt.hex(), self._hash(salt))

    def fits(self, stored: PinHash) -> bool:
        """Whether `stored` is the hash of these digits."""
        if self.fault:
            return False
        # Its time does not depend on where the two differ.
        return compare_digest(self._hash(bytes.fromhex(stored.salt)), stored.digest)

    def _hash(self, salt: bytes) -> str:
        return scrypt(self._digits.encode(), salt=salt, dklen=HASH_BYTES, **_COST).hex()


PinObserver = Callable[[SeatIndex, PinHash | None], None]
"""Is called when a seat gets another PIN, or None for no PIN."""


class SeatPins:
    """The PINs of one game, and the locked seats: their hand is shown after the PIN is typed."""

    def __init__(self) -> None:
        self._pins: dict[SeatIndex, PinHash] = {}
        self._locked: set[SeatIndex] = set()
        self.on_change: list[PinObserver] = []

    def resume(self, pins: Mapping[SeatIndex, PinHash]) -> None:
        """Takes over the PINs of a resumed game and locks all their seats."""
        self._pins = dict(pins)
        self._locked = {*self._pins}

    def __contains__(self, seat: SeatIndex) -> bool:
        return seat in self._pins

    def is_locked(self, seat: SeatIndex) -> bool:
        """Whether the PIN of a seat must be typed before its hand is shown."""
        return seat in self._locked

    def keep(self, seat: SeatIndex, pin: PinHash | None) -> None:
        """Gives a seat another PIN, None for no PIN, and unlocks it."""
        self._locked.discard(seat)
        self._pins.pop(seat, None)
        if pin is not None:
            self._pins[seat] = pin

    def lock(self, seat: SeatIndex) -> None:
        """Locks a seat that has a PIN: it is asked before the hand is shown again."""
        if seat in self._pins:
            self._locked.add(seat)

    def trust(self, seat: SeatIndex) -> None:
        """Unlocks a seat without its PIN, as another secret has shown who the player is, such as
        the address of a phone."""
        self._locked.discard(seat)

    def is_pin_of(self, seat: SeatIndex, typed: TypedPin) -> bool:
        """Whether the typed digits are the PIN of a seat. False if it has none."""
        pin = self._pins.get(seat)
        return pin is not None and typed.fits(pin)

    def unlock(self, seat: SeatIndex, typed: TypedPin) -> bool:
        """Unlocks a seat if the typed digits are its PIN. Returns whether it is unlocked."""
        if self.is_pin_of(seat, typed):
            self._locked.discard(seat)
        return seat not in self._locked
