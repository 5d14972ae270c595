"""What a host needs, besides the state and the log, to go on with a game that was left."""

from msgspec import Struct

from shanghai.bots.pool import Note
from shanghai.engine.seats import SeatIndex
from shanghai.engine.undo import Moment
from shanghai.host.pins import PinHash
from shanghai.host.window import CallWindow


class Resumption(Struct, frozen=True):
    """What a reader knows of a game besides its state and its log.

    `version` counts the moves, cuts and takings back; `moments` are those of this round that can
    be gone back to, `window` is the last top discard, `hinted` the seats that asked for a hint,
    `pins` the seats that have a PIN.
    """

    version: int
    moments: tuple[Moment[CallWindow], ...]
    window: CallWindow
    notes: tuple[Note, ...]
    hinted: frozenset[SeatIndex]
    cut: int | None
    pins: tuple[tuple[SeatIndex, PinHash], ...] = ()
