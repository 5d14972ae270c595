"""What each seat has seen of the game so far: the cards of its hand, and how far the log goes."""

from collections.abc import Callable

from shanghai.engine.cards import Card
from shanghai.engine.events import (
    DiscardTaken,
    Drawn,
    JokerSwapped,
    LaidOff,
    MovesUndone,
    Passed,
    WentDown,
    after_last_turn,
)
from shanghai.engine.seats import NOBODY, SeatIndex, by_seat
from shanghai.engine.view import SeatView
from shanghai.host.host import Host
from shanghai.ui.table.session.log import LogLine, TableLog

_OWN = (Drawn, DiscardTaken, WentDown, LaidOff, JokerSwapped, Passed, MovesUndone)


class Seen:
    """What is new to the holders of the hands of one host, and what is not."""

    def __init__(self, host: Host, log: TableLog, view: Callable[[SeatIndex], SeatView]) -> None:
        self._host = host
        self._view = view
        self._log = log
        self._known: dict[int, frozenset[Card]] = {}
        self._last: dict[int, int] = {}
        self._undealt: set[SeatIndex] = set()
        for seat, _ in by_seat(host.players):
            self._note_hand(seat)
            self._last[seat] = after_last_turn(host.log, seat)

    def new_cards(self, seat: SeatIndex) -> frozenset[Card]:
        """The cards that came into a hand since its holder last looked."""
        known = self._known.get(seat)
        return frozenset() if known is None else self._hand(seat) - known

    def since_last_turn(self, seat: SeatIndex) -> list[LogLine]:
        """What others have done since a seat last ended its turn, and what calls brought it."""
        first = self._last.get(seat, 0)
        return self._log.gist(seat, first, lambda e: isinstance(e, _OWN) and e.seat == seat)

    def before_last_turn(self, seat: SeatIndex) -> list[LogLine]:
        """What everybody saw happen in this round up to the last turn of a seat."""
        return self._log.gist(NOBODY, end=self._last.get(seat, 0))

    def has_played(self, seat: SeatIndex) -> bool:
        """Whether a seat has ended a turn of this round since the game was opened."""
        since = self._last.get(seat)
        return since is not None and since > self._log.last_deal

    def note_turn(self, seat: SeatIndex) -> None:
        """Notes that a holder looks away, and has seen all that has happened."""
        self._last[seat] = len(self._host.log)
        self._note_hand(seat)

    def note_deal(self) -> None:
        """Notes that the hands were just dealt, so that no card of them is new."""
        for seat, _ in by_seat(self._host.players):
            self._note_hand(seat)
            self._undealt |= {NOBODY, seat}

    def sees_deal(self, viewer: SeatIndex) -> bool:
        """Whether the cards are dealt before the eyes of a viewer now: once after each deal."""
        is_new = viewer in self._undealt
        self._undealt -= {NOBODY, viewer}
        return is_new

    def note_undo(self) -> None:
        """Moves each seat back to the end of the log, so that it is told of an undo that it saw."""
        last = len(self._host.log) - 1
        self._last = {seat: min(at, last) for seat, at in self._last.items()}

    def _hand(self, seat: SeatIndex) -> frozenset[Card]:
        return frozenset(self._view(seat).seats[seat].hand)

    def _note_hand(self, seat: SeatIndex) -> None:
        self._known[seat] = self._hand(seat)
