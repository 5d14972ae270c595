"""What has happened at a table, as sentences, and what each seat has seen of it."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from msgspec import structs

from shanghai.engine.cards import Card, face_of
from shanghai.engine.events import (
    CallGranted,
    CallLapsed,
    CallMade,
    Dealt,
    Discarded,
    DiscardTaken,
    Drawn,
    Event,
    GameEnded,
    JokerSwapped,
    LaidOff,
    MovesUndone,
    Passed,
    RoundEnded,
    RoundThrownIn,
    ShanghaiCalled,
    WentDown,
    after_last_turn,
    last_deal,
)
from shanghai.engine.seats import NOBODY, SeatIndex, by_seat
from shanghai.engine.seen import seen_by
from shanghai.engine.state import SeatView, State
from shanghai.table.host import Host
from shanghai.words.events import tell
from shanghai.words.short_names import NAME_CELLS

CARD_BEGINS: Final = "\x02"
CARD_ENDS: Final = "\x03"
_MOMENT: Final = 8
"""The events after which what was called is no news any more."""
_HEAVY: Final = (WentDown, CallGranted, ShanghaiCalled, RoundEnded, RoundThrownIn, GameEnded)
_WEIGHTY: Final = (JokerSwapped, MovesUndone)
_SLIGHT: Final = (Discarded, CallMade, CallLapsed, Passed)
_OWN = (Drawn, DiscardTaken, WentDown, LaidOff, JokerSwapped, Passed, MovesUndone)


class LogLine(NamedTuple):
    """A sentence, and how little it can be spared where there is room for a few only."""

    text: str
    weight: int = 1


class TableLog:
    """Tells the log of one host, and what of it is new to the holders of the hands."""

    def __init__(self, host: Host, view: Callable[[SeatIndex], SeatView]) -> None:
        self._host = host
        self._view = view
        self._known: dict[int, frozenset[Card]] = {}
        self._last: dict[int, int] = {}
        self._undealt: set[SeatIndex] = set()
        for seat, _ in by_seat(host.players):
            self._known[seat] = self._hand(seat)
            self._last[seat] = after_last_turn(host.log, seat)
        self._after: dict[int, State] = {}
        # A game that goes on has its present state for the earlier events of this round, as the
        # melds still lie; not for going down, as its melds may have grown since, or undone moves.
        for at in range(last_deal(host.log), len(host.log)):
            if not isinstance(host.log[at], WentDown | MovesUndone):
                self._after[at] = host.state

    def of_this_round(self) -> list[tuple[int, Event]]:
        """All that happened in this round, as everybody may know it, with its place in the log."""
        log = self._host.log
        return [(at, seen_by(log[at], NOBODY)) for at in range(last_deal(log), len(log))]

    def last_shanghai(self) -> tuple[int, ShanghaiCalled | None]:
        """A SHANGHAI that was called a moment ago, as everybody may know it, with its place in the
        log; -1 and None without one."""
        log = self._host.log
        for index in range(len(log) - 1, max(-1, len(log) - _MOMENT), -1):
            event = seen_by(log[index], NOBODY)
            if isinstance(event, ShanghaiCalled):
                return index, event
        return -1, None

    def note(self, before: State, after: State, events: tuple[Event, ...]) -> None:
        """Keeps the state that the latest events led to."""
        last = len(self._host.log)
        for at in range(last - len(events), last):
            self._after[at] = after if after.table else before

    def note_undo(self, before: State) -> None:
        """Forgets what has not happened any more; who saw it is told of the undo as of news."""
        last = len(self._host.log) - 1
        self._last = {seat: min(at, last) for seat, at in self._last.items()}
        self._after = {at: state for at, state in self._after.items() if at < last}
        self._after[last] = before

    def heard(self, seat: SeatIndex) -> tuple[Event, ...]:
        """All that has happened, as a seat may know it (ALL-13)."""
        return tuple(seen_by(event, seat) for event in self._host.log)

    def told(self, viewer: SeatIndex, first: int = 0, end: int | None = None) -> list[str]:
        """What log entries `first` to `end` tell a viewer, with faces marked, as sentences."""
        return [self._tell(at, viewer) for at in range(len(self._host.log))[max(0, first) : end]]

    def _tell(self, at: int, viewer: SeatIndex, *, drew: bool = False) -> str:
        event, after = self._host.log[at], self._state_after(at)
        return tell(event, after, viewer, marked, NAME_CELLS, drew=drew)

    def _state_after(self, index: int) -> State:
        """The game after an entry of the log; where it is not known, one without melds."""
        return self._after.get(index) or structs.replace(self._host.state, table=())

    def gist(
        self, viewer: SeatIndex, first: int = 0, end: int | None = None, *, of_others: bool = False
    ) -> list[LogLine]:
        """What has happened in this round from log entry `first` to `end`, as sentences of `told`,
        a draw with its discard, and weights; with `of_others` nothing of the viewer's own."""
        log = self._host.log
        first = max(0, first, last_deal(log))
        said: list[tuple[int, LogLine]] = []
        for at, text in enumerate(self.told(viewer, first, end), first):
            event = log[at]
            if of_others and isinstance(event, _OWN) and event.seat == viewer:
                continue
            match (log[at - 1] if at > first else None), event:
                # The discard that follows a draw of which the viewer saw no card.
                case Drawn(seat=seat), Discarded(seat=other) if said and seat == other != viewer:
                    said[-1] = at, LogLine(self._tell(at, viewer, drew=True), _weight(event))
                case _:
                    said.append((at, LogLine(text, _weight(event))))
        # A note stands before the event that followed it.
        told = range(first, len(log) + 1 if end is None else end)
        notes = [(note.at, LogLine(note.text, 3)) for note in self._host.notes if note.at in told]
        return [one for _, one in sorted(notes + said, key=lambda placed: placed[0])]

    def lately(self, count: int) -> list[LogLine]:
        """The last `count` things that have happened, as everybody may know them."""
        return self.gist(NOBODY, len(self._host.log) - count)

    def moves(self, first: int) -> list[LogLine]:
        """What happened from log entry `first` on, without what was taken back meanwhile."""
        told = zip(self._host.log[first:], self.told(NOBODY, first), strict=True)
        return [LogLine(sentence) for event, sentence in told if not isinstance(event, MovesUndone)]

    def told_with_notes(self, viewer: SeatIndex) -> list[str]:
        """All of it, with what there is to say of computers that gave no fit answer."""
        said = self.told(viewer)
        for note in reversed(self._host.notes):
            said.insert(note.at, note.text)
        return said

    def last_said(self, viewer: SeatIndex) -> str:
        """The last thing that has happened, its cards as labels."""
        last = len(self._host.log) - 1
        return tell(self._host.log[last], self._after[last], viewer, room=NAME_CELLS)

    def sentences(self, viewer: SeatIndex, first: int) -> Iterator[str]:
        """What has happened from log entry `first` on, as a viewer may know it, with all notes."""
        host = self._host
        for index in range(max(0, first), len(host.log) + 1):
            yield from (note.text for note in host.notes if note.at == index)
            if index < len(host.log):
                yield tell(host.log[index], self._state_after(index), viewer)

    def first_unseen(self, seat: SeatIndex) -> int:
        """The first log entry of this round that a seat has not seen."""
        return max(self._last.get(seat, 0), last_deal(self._host.log))

    def new_cards(self, seat: SeatIndex) -> frozenset[Card]:
        """The cards that came into a hand since its holder last looked."""
        known = self._known.get(seat)
        return frozenset() if known is None else self._hand(seat) - known

    def since_last_turn(self, seat: SeatIndex) -> list[LogLine]:
        """What others have done since a seat last ended its turn, and what calls brought it."""
        return self.gist(seat, self._last.get(seat, 0), of_others=True)

    def before_last_turn(self, seat: SeatIndex) -> list[LogLine]:
        """What everybody saw happen in this round up to the last turn of a seat."""
        return self.gist(NOBODY, end=self._last.get(seat, 0))

    def has_played(self, seat: SeatIndex) -> bool:
        """Whether a seat has ended a turn of this round since the game was opened."""
        since = self._last.get(seat)
        return since is not None and since > last_deal(self._host.log)

    def note_turn(self, seat: SeatIndex) -> None:
        """Notes that a holder looks away, and has seen all that has happened."""
        self._last[seat] = len(self._host.log)
        self._known[seat] = self._hand(seat)

    def note_deal(self) -> None:
        """Notes that the hands were just dealt, so that no card of them is new."""
        for seat, _ in by_seat(self._host.players):
            self._known[seat] = self._hand(seat)
            self._undealt |= {NOBODY, seat}

    def sees_deal(self, viewer: SeatIndex) -> bool:
        """Whether the cards are dealt before the eyes of a viewer now: once after each deal."""
        is_new = viewer in self._undealt
        self._undealt -= {NOBODY, viewer}
        return is_new

    def _hand(self, seat: SeatIndex) -> frozenset[Card]:
        return frozenset(self._view(seat).seats[seat].hand)


def _weight(event: Event) -> int:
    """How little an event can be spared: what changes the table counts more than a turn's run."""
    kinds = ((Drawn, Dealt), _SLIGHT, (), _WEIGHTY, _HEAVY)
    return next((weight for weight, kind in enumerate(kinds) if isinstance(event, kind)), 2)


def marked(card: Card) -> str:
    """A card as it stands in a sentence: its face between `CARD_BEGINS` and `CARD_ENDS`."""
    return f"{CARD_BEGINS}{face_of(card)}{CARD_ENDS}"
