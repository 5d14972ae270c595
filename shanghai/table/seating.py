"""Knows from where each seat of a game is played. That may change at any moment."""

from shanghai.engine.seats import SeatIndex
from shanghai.table.host import Host
from shanghai.table.places import Place
from shanghai.words import table as words
from shanghai.words.short_names import names_at


class SeatPlaces:
    """The places of the seats of one host. All people begin at the keyboard."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._elsewhere: set[SeatIndex] = set()
        self._former: dict[SeatIndex, str] = {}
        self.unconnected: set[SeatIndex] = set()
        """The seats elsewhere whose device is not connected. The game does not wait for them."""

    def place(self, seat: SeatIndex) -> Place:
        """From where a seat is played."""
        if self._host.is_bot(seat):
            return Place.COMPUTER
        return Place.ELSEWHERE if seat in self._elsewhere else Place.KEYBOARD

    def of(self, place: Place) -> tuple[SeatIndex, ...]:
        """The seats that are played from a place."""
        return tuple(seat for seat in self._host.state.seat_numbers if self.place(seat) is place)

    @property
    def is_alone(self) -> bool:
        """Whether one person is at the keyboard and nobody elsewhere. That person keeps the
        keyboard. With others elsewhere the screen shows the public table."""
        return len(self.of(Place.KEYBOARD)) == 1 and not self._elsewhere

    @property
    def has_elsewhere(self) -> bool:
        """Whether anybody plays from elsewhere."""
        return bool(self._elsewhere)

    def move(self, seat: SeatIndex, place: Place) -> None:
        """Moves a person to the keyboard or elsewhere. Raises ValueError for a computer."""
        if place is Place.COMPUTER or self._host.is_bot(seat):
            raise ValueError(words.COMPUTER_STAYS.format(name=names_at(self._host.state)[seat]))
        self.unconnected.discard(seat)
        if place is Place.ELSEWHERE:
            self._elsewhere.add(seat)
        else:
            self._elsewhere.discard(seat)

    def note_connection(self, seat: SeatIndex, is_there: bool) -> None:
        """Notes whether the device of a seat elsewhere is connected."""
        if is_there:
            self.unconnected.discard(seat)
        else:
            self.unconnected.add(seat)

    def former(self, seat: SeatIndex) -> str:
        """The name of the person who had a seat before the last hand-over. Empty if there is none
        or the name is taken."""
        name = self._former.get(seat, "")
        return "" if name in [other.name for other in self._host.state.seats] else name

    def note_hand_over(self, seat: SeatIndex, person: str) -> None:
        """Notes that a seat was handed over. Its new player begins at the keyboard. `person` is the
        name of the person who had it, empty for a computer."""
        self._elsewhere.discard(seat)
        self.unconnected.discard(seat)
        if person:
            self._former[seat] = person
