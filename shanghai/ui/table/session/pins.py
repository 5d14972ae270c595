"""The PINs of a table as its screens know them: whose is asked, and what setting one says aloud."""

from shanghai.engine.seats import SeatIndex
from shanghai.host.host import Host
from shanghai.host.pins import PIN_GONE, TypedPin
from shanghai.ui.table.session.requests import Requests, Tell


class TablePins:
    """The PINs of one game; taking one away is told to the whole table."""

    def __init__(self, host: Host, requests: Requests) -> None:
        self._host = host
        self._requests = requests

    def has(self, seat: SeatIndex) -> bool:
        """Whether a seat has a PIN."""
        return seat in self._host.pins

    def is_locked(self, seat: SeatIndex) -> bool:
        """Whether the PIN of a seat is asked before its hand is shown."""
        return self._host.pins.is_locked(seat)

    def unlock(self, seat: SeatIndex, typed: TypedPin) -> bool:
        """Whether that is the PIN of a seat; its hand may be shown then."""
        return self._host.pins.unlock(seat, typed)

    def set(self, seat: SeatIndex, typed: TypedPin) -> None:
        """Gives a seat a PIN; ValueError where that can be none."""
        self._host.pins.keep(self._host, seat, typed)
        self._requests.arrived.set()

    def take_away(self, seat: SeatIndex) -> None:
        """Takes the PIN of a seat away, aloud."""
        self._host.pins.keep(self._host, seat, None)
        self._requests.add(Tell(PIN_GONE.format(name=self._host.state.seats[seat].name)))
