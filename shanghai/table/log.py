"""The log of a table: what has happened, as sentences, and how much of it each seat has seen."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from msgspec import structs

from shanghai.engine.cards import Card, face_of, label
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
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.seen import seen_by
from shanghai.engine.state import SeatView, State
from shanghai.table.host import Host
from shanghai.words.events import tell
from shanghai.words.moves import ShowCard
from shanghai.words.short_names import NAME_CELLS

CARD_BEGINS: Final = "\x02"
CARD_ENDS: Final = "\x03"
_NEWS_EVENTS: Final = 8
"""The number of events for which a called SHANGHAI counts as news."""
_WEIGHTS: Final = (
    (Drawn, Dealt),
    (Discarded, CallMade, CallLapsed, Passed),
    (),
    (JokerSwapped, MovesUndone),
    (WentDown, CallGranted, ShanghaiCalled, RoundEnded, RoundThrownIn, GameEnded),
)
"""The kinds of events by the weight of their sentences, the lightest first. Events that change the
table most weigh most."""
_USUAL_WEIGHT: Final = 2
_NOTE_WEIGHT: Final = 3
_OWN_MOVES: Final = (Drawn, DiscardTaken, WentDown, LaidOff, JokerSwapped, Passed, MovesUndone)


class LogLine(NamedTuple):
    """A sentence with its weight. If there is little room, the heavy ones are shown."""

    text: str
    weight: int = 1


def marked(card: Card) -> str:
    """A card as a mark in a sentence: its face between `CARD_BEGINS` and `CARD_ENDS`."""
    return f"{CARD_BEGINS}{face_of(card)}{CARD_ENDS}"


class TableLog:
    """The events of one host as sentences, and how many of them each seat has seen."""

    def __init__(self, host: Host, view: Callable[[SeatIndex], SeatView]) -> None:
        self._host = host
        self._view = view
        self._seen_hands: dict[SeatIndex, frozenset[Card]] = {}
        self._seen_events: dict[SeatIndex, int] = {}
        self._awaits_deal: set[SeatIndex] = set()
        """The viewers who have not watched the last deal."""
        for seat in host.state.seat_numbers:
            self._seen_hands[seat] = self._hand(seat)
            self._seen_events[seat] = after_last_turn(host.log, seat)
        self._after: dict[int, State] = {}
        """The state after each event of this round, by the index of the event in the log."""
        # A resumed game knows only its present state. It serves for the earlier events of the
        # round, as the melds are still there, but not for those whose melds may have changed.
        for index in range(last_deal(host.log), len(host.log)):
            if not isinstance(host.log[index], WentDown | MovesUndone):
                self._after[index] = host.state

    # What has happened

    @property
    def event_count(self) -> int:
        """The number of entries in the log."""
        return len(self._host.log)

    def events_for(self, seat: SeatIndex) -> tuple[Event, ...]:
        """All events of the game, as a seat may know them (ALL-13)."""
        return tuple(seen_by(event, seat) for event in self._host.log)

    def of_this_round(self) -> list[tuple[int, Event]]:
        """The events of this round as everybody may know them, with their index in the log."""
        log = self._host.log
        first = last_deal(log)
        return [(index, seen_by(log[index], NOBODY)) for index in range(first, len(log))]

    def last_shanghai(self) -> tuple[int, ShanghaiCalled | None]:
        """A SHANGHAI that is still news: its index in the log, and the event as everybody may know
        it. -1 and None if there is none."""
        log = self._host.log
        for index in range(len(log) - 1, max(-1, len(log) - _NEWS_EVENTS), -1):
            event = seen_by(log[index], NOBODY)
            if isinstance(event, ShanghaiCalled):
                return index, event
        return -1, None

    def sentences(
        self,
        viewer: SeatIndex,
        first: int = 0,
        show: ShowCard = label,
        name_cells: int = 0,
        end: int | None = None,
    ) -> Iterator[str]:
        """Yields the log from entry `first` to before `end`, as a viewer may know it, with all
        notes. `show` writes a card. Names are cut to `name_cells`, 0 leaves them whole."""
        host = self._host
        for index in range(len(host.log) + 1)[max(0, first) : end]:
            yield from (note.text for note in host.notes if note.at == index)
            if index < len(host.log):
                yield tell(host.log[index], self._state_after(index), viewer, show, name_cells)

    def marked_sentences(
        self, viewer: SeatIndex, first: int = 0, end: int | None = None
    ) -> list[str]:
        """The log from entry `first` to before `end`, as a viewer may know it, cards as marks."""
        indexes = range(len(self._host.log))[max(0, first) : end]
        return [self._marked_sentence(index, viewer) for index in indexes]

    def _marked_sentence(self, index: int, viewer: SeatIndex, *, drew: bool = False) -> str:
        event, after = self._host.log[index], self._state_after(index)
        return tell(event, after, viewer, marked, NAME_CELLS, drew=drew)

    def _state_after(self, index: int) -> State:
        """The state after an entry of the log. If it is not known, the present one without
        melds."""
        return self._after.get(index) or structs.replace(self._host.state, table=())

    def latest_sentence(self, viewer: SeatIndex) -> str:
        """The latest event as a viewer may know it, with cards as labels."""
        last = len(self._host.log) - 1
        return tell(self._host.log[last], self._after[last], viewer, room=NAME_CELLS)

    def summary(
        self, viewer: SeatIndex, first: int = 0, end: int | None = None, *, of_others: bool = False
    ) -> list[LogLine]:
        """The events of this round from entry `first` to before `end`, as a viewer may know them.

        A draw and its discard are one sentence. With `of_others` the viewer's own moves are left
        out.
        """
        log = self._host.log
        first = max(0, first, last_deal(log))
        lines: list[tuple[int, LogLine]] = []
        for index, text in enumerate(self.marked_sentences(viewer, first, end), first):
            event = log[index]
            if of_others and isinstance(event, _OWN_MOVES) and event.seat == viewer:
                continue
            match (log[index - 1] if index > first else None), event:
                # The discard replaces the line of the draw, of which the viewer saw no card.
                case Drawn(seat=seat), Discarded(seat=other) if lines and seat == other != viewer:
                    text = self._marked_sentence(index, viewer, drew=True)
                    lines[-1] = index, LogLine(text, _weight(event))
                case _:
                    lines.append((index, LogLine(text, _weight(event))))
        # A note comes before the event that followed it.
        indexes = range(first, len(log) + 1 if end is None else end)
        notes = [
            (note.at, LogLine(note.text, _NOTE_WEIGHT))
            for note in self._host.notes
            if note.at in indexes
        ]
        return [line for _, line in sorted(notes + lines, key=lambda placed: placed[0])]

    def latest(self, count: int) -> list[LogLine]:
        """The last `count` events, as everybody may know them."""
        return self.summary(NOBODY, len(self._host.log) - count)

    def moves(self, first: int, show: ShowCard = marked) -> list[LogLine]:
        """The events from entry `first` on, as everybody may know them. Leaves out events of
        undo."""
        return [
            LogLine(tell(event, self._state_after(index), NOBODY, show, NAME_CELLS))
            for index, event in enumerate(self._host.log[first:], first)
            if not isinstance(event, MovesUndone)
        ]

    # What each seat has seen

    def first_unseen(self, seat: SeatIndex) -> int:
        """The index of the first log entry of this round that a seat has not seen."""
        return max(self._seen_events.get(seat, 0), last_deal(self._host.log))

    def new_cards(self, seat: SeatIndex) -> frozenset[Card]:
        """The cards that came into a hand since its player last saw it."""
        return self._hand(seat) - self._seen_hands.get(seat, self._hand(seat))

    def since_last_turn(self, seat: SeatIndex) -> list[LogLine]:
        """What others have done since a seat last ended its turn, and the cards of its calls."""
        return self.summary(seat, self._seen_events.get(seat, 0), of_others=True)

    def before_last_turn(self, seat: SeatIndex) -> list[LogLine]:
        """What has happened in this round up to the last turn of a seat, as everybody may know."""
        return self.summary(NOBODY, end=self._seen_events.get(seat, 0))

    def has_played(self, seat: SeatIndex) -> bool:
        """Whether a seat has ended a turn of this round since the game was opened."""
        seen = self._seen_events.get(seat)
        return seen is not None and seen > last_deal(self._host.log)

    def sees_deal(self, viewer: SeatIndex) -> bool:
        """Whether to show a viewer how the cards are dealt. True only once after each deal."""
        is_new = viewer in self._awaits_deal
        self._awaits_deal -= {NOBODY, viewer}
        return is_new

    def note_turn(self, seat: SeatIndex) -> None:
        """Notes that a player has seen all that has happened so far."""
        self._seen_events[seat] = len(self._host.log)
        self._seen_hands[seat] = self._hand(seat)

    def note_deal(self) -> None:
        """Notes that the hands were just dealt, so that none of their cards counts as new."""
        for seat in self._host.state.seat_numbers:
            self._seen_hands[seat] = self._hand(seat)
        self._awaits_deal = {NOBODY, *self._seen_hands}

    def note(self, before: State, after: State, events: tuple[Event, ...]) -> None:
        """Keeps the state after the latest events, or before them if they have removed the
        melds."""
        last = len(self._host.log)
        for index in range(last - len(events), last):
            self._after[index] = after if after.table else before

    def note_undo(self, before: State) -> None:
        """Forgets the undone events. The undo itself is new to all who had seen them."""
        last = len(self._host.log) - 1
        self._seen_events = {seat: min(seen, last) for seat, seen in self._seen_events.items()}
        self._after = {index: state for index, state in self._after.items() if index < last}
        self._after[last] = before

    def _hand(self, seat: SeatIndex) -> frozenset[Card]:
        return frozenset(self._view(seat).seats[seat].hand)


def _weight(event: Event) -> int:
    weights = (weight for weight, kinds in enumerate(_WEIGHTS) if isinstance(event, kinds))
    return next(weights, _USUAL_WEIGHT)
