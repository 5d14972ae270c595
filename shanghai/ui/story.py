"""What has happened at a table, as sentences: the log with the state that each event led to."""

from typing import Final

from msgspec import structs

from shanghai.engine.cards import Card, face_of
from shanghai.engine.events import Event, seen_by
from shanghai.engine.state import State
from shanghai.host import Host
from shanghai.short_names import NAME_CELLS
from shanghai.telling import tell

CARD_BEGINS: Final = "\x02"
CARD_ENDS: Final = "\x03"


class Story:
    """Tells the log of one host."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._after: dict[int, State] = {}

    def note(self, before: State, after: State, events: tuple[Event, ...]) -> None:
        """Keeps the state that the latest events led to."""
        last = len(self._host.log)
        for at in range(last - len(events), last):
            self._after[at] = after if after.table else before

    def note_take_back(self, before: State) -> None:
        """Forgets what has not happened any more."""
        last = len(self._host.log) - 1
        self._after = {at: state for at, state in self._after.items() if at < last}
        self._after[last] = before

    def heard(self, seat: int) -> tuple[Event, ...]:
        """All that has happened, as a seat may know it (ALL-13)."""
        return tuple(seen_by(event, seat) for event in self._host.log)

    def told(self, viewer: int, first: int = 0) -> list[str]:
        """What has happened from log entry `first` on, as sentences for a viewer.

        Cards stand in them between `CARD_BEGINS` and `CARD_ENDS`, as their face.
        """
        sentences = []
        for at in range(max(0, first), len(self._host.log)):
            after = self._after.get(at)
            if after is None:
                after = structs.replace(self._host.state, table=())
            sentences.append(tell(self._host.log[at], after, viewer, _marked, NAME_CELLS))
        return sentences

    def told_with_notes(self, viewer: int, first: int = 0) -> list[str]:
        """The same, with what there is to say of computers that gave no fit answer."""
        first = max(0, first)
        said = self.told(viewer, first)
        for note in reversed(self._host.notes):
            if note.at >= first:
                said.insert(note.at - first, note.text)
        return said

    def last_said(self, viewer: int) -> str:
        """The last thing that has happened, its cards as labels."""
        last = len(self._host.log) - 1
        return tell(self._host.log[last], self._after[last], viewer, room=NAME_CELLS)


def _marked(card: Card) -> str:
    return f"{CARD_BEGINS}{face_of(card)}{CARD_ENDS}"
