"""The PINs of seats, kept as a hash and asked before a hand of a resumed game is shown: for an
honest table, as who can read the data folder can read the cards too."""

import os
from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from shanghai.engine.seats import SeatIndex
from shanghai.words import computers

FEWEST_DIGITS: Final = 4
MOST_DIGITS: Final = 12
TRIES: Final = 3
"""Wrong PINs after which the table is shown again."""
SALT_BYTES: Final = 16
HASH_BYTES: Final = 32
_COST: Final = {"n": 2**13, "r": 8, "p": 3}
"""About 8 MB of memory and a twentieth of a second for each try."""


class PinHash(Struct, frozen=True):
    """What is kept of a PIN: a random salt and the slow hash of both, in hex digits."""

    salt: str
    digest: str


class TypedPin:
    """The digits that were typed. Its `repr` shows none of them, so that none gets into a log."""

    __slots__ = ("_digits",)

    def __init__(self, digits: str = "") -> None:
        self._digits = digits

    def __len__(self) -> int:
        return len(self._digits)

    def __repr__(self) -> str:
        return "TypedPin(...)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TypedPin) and _same(self._digits, other._digits)

    __hash__ = None  # type: ignore[assignment]

    def more(self, digit: int) -> "TypedPin":
        """With one digit more, as long as there is room."""
        return TypedPin(f"{self._digits}{digit}") if len(self) < MOST_DIGITS else self

    def less(self) -> "TypedPin":
        """Without the last digit."""
        return TypedPin(self._digits[:-1])

    @property
    def fault(self) -> str:
        """Why this can be no PIN, as a sentence; empty where it can."""
        is_number = self._digits.isascii() and self._digits.isdecimal()
        if is_number and FEWEST_DIGITS <= len(self) <= MOST_DIGITS:
            return ""
        return computers.PIN_DIGITS.format(fewest=FEWEST_DIGITS, most=MOST_DIGITS)

    def hashed(self) -> PinHash:
        """The hash that is stored in place of the digits. Raises ValueError if they are no PIN."""
        if self.fault:
            raise ValueError(self.fault)
        salt = os.urandom(SALT_BYTES)
        return PinHash(salt.hex(), self._hash(salt))

    def fits(self, stored: PinHash) -> bool:
        """Whether these digits are the PIN of which `stored` is the hash."""
        if self.fault:
            return False
        return _same(self._hash(bytes.fromhex(stored.salt)), stored.digest)

    def _hash(self, salt: bytes) -> str:
        from hashlib import scrypt

        return scrypt(self._digits.encode(), salt=salt, dklen=HASH_BYTES, **_COST).hex()


def _same(digits: str, others: str) -> bool:
    """Whether two texts are the same. The time that it takes does not depend on where they
    differ."""
    from hmac import compare_digest

    return compare_digest(digits, others)


PinObserver = Callable[[SeatIndex, PinHash | None], None]
"""Told of the PIN that a seat has now."""


class SeatPins:
    """The PINs of one game, and the seats whose hand waits for theirs since it was resumed."""

    def __init__(self) -> None:
        self._pins: dict[SeatIndex, PinHash] = {}
        self._locked: set[SeatIndex] = set()
        self.on_change: list[PinObserver] = []

    def resume(self, pins: Mapping[SeatIndex, PinHash]) -> None:
        """Takes over the PINs of a game that is resumed: all of them are asked."""
        self._pins = dict(pins)
        self._locked = {*self._pins}

    def __contains__(self, seat: SeatIndex) -> bool:
        return seat in self._pins

    def is_locked(self, seat: SeatIndex) -> bool:
        """Whether the PIN of a seat is asked before its hand is shown."""
        return seat in self._locked

    def keep(self, seat: SeatIndex, pin: PinHash | None) -> None:
        """Gives a seat another PIN, or none; its hand may be shown then."""
        self._locked.discard(seat)
        self._pins.pop(seat, None)
        if pin is not None:
            self._pins[seat] = pin

    def lock(self, seat: SeatIndex) -> None:
        """Asks for the PIN of a seat, if it has one, before its hand is shown again."""
        if seat in self._pins:
            self._locked.add(seat)

    def trust(self, seat: SeatIndex) -> None:
        """Asks for no PIN, as the player of the seat is known by another secret, such as the
        address of a phone."""
        self._locked.discard(seat)

    def is_pin_of(self, seat: SeatIndex, typed: TypedPin) -> bool:
        """Whether that is the PIN of a seat; False where it has none."""
        pin = self._pins.get(seat)
        return pin is not None and typed.fits(pin)

    def unlock(self, seat: SeatIndex, typed: TypedPin) -> bool:
        """Returns whether that is the PIN of a seat. If it is, its hand may be shown."""
        if self.is_pin_of(seat, typed):
            self._locked.discard(seat)
        return seat not in self._locked
