"""The phones of a table: who has a hand on one, what each is shown, and what the laptop decides.

All of it runs in the thread that drives the table.
"""

from collections.abc import Callable, Iterator, Sequence, Set
from pathlib import Path
from time import time
from typing import Final

from msgspec import structs

from shanghai.engine.events import last_deal
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Phase
from shanghai.remote import tokens
from shanghai.remote.server import Server
from shanghai.remote.shared import SharedSeats
from shanghai.remote.views import SeatDisplay
from shanghai.table.places import Place
from shanghai.table.table import Table
from shanghai.web.addresses import ListenError
from shanghai.words import remote as words
from shanghai.words.language import in_language, spoken

GRACES: Final[tuple[float | None, ...]] = (0.0, 3.0, 5.0, 10.0, None)
"""Seconds for which a draw waits for calls. None: until all have answered."""
USUAL_GRACE: Final = 3.0
_LOG_LINES: Final = 8


class Phones(SharedSeats):
    """The seats that phones have, at one table after the other, and the server for the phones."""

    def __init__(
        self, host: str = "", port: int | None = None, clock: Callable[[], float] = time
    ) -> None:
        """Phones connect to `host` and `port`. `clock` gives seconds.

        An empty host is the address of this machine in the home network. Without a port it is the
        one at which the game was last played, else any.
        """
        super().__init__(host, port)
        self.grace: float | None = USUAL_GRACE
        self._server: Server | None = None
        self._logs: dict[SeatIndex, tuple[object, tuple[str, ...]]] = {}
        self._last_news: tuple[Set[SeatIndex], Set[SeatIndex], SeatIndex] = (set(), set(), NOBODY)
        """Who had a hand on a phone, who asked for one, and for whom the game waited, when `news`
        was asked for last."""
        self._names: tuple[str, ...] = ()
        """The names at the table that was shown last."""
        self._first_version = int(clock()) * 1000
        """The first version of a view. It is higher than all of earlier runs of the program."""

    # The server

    @property
    def is_open(self) -> bool:
        """Whether phones can connect."""
        return self._server is not None

    @property
    def address(self) -> str:
        """The address of the table. Empty while phones cannot connect."""
        return "" if self._server is None else f"{self._server.base}/{self.code}"

    @property
    def own_host(self) -> str:
        """The host to which phones connect: the given one or that of this machine."""
        return Server.chosen_host(self.host)

    def open(self, table: Table, folder: Path | None = None) -> None:
        """Lets phones connect to a table. Gives seats back to the phones that had them. `folder` is
        that of its game. Raises ListenError, with a sentence, if it cannot listen."""
        saved = tokens.load(folder) if folder is not None else None
        if saved is not None:
            self.code = saved.code
        self._start(saved)
        self.attach(table, folder)
        seats = {} if saved is None else saved.seats
        for number, hashed in seats.items():
            seat = SeatIndex(number - 1)
            if 0 <= seat < len(table.names) and not table.is_bot(seat):
                self.tokens[seat] = hashed
                table.pins.trust(seat)
                table.move_to(seat, Place.ELSEWHERE)
                table.note_connection(seat, is_there=False)
        if saved is not None and saved.offer == _offer_of(table):
            table.calls.let_go(*(seat for seat in self.tokens if seat + 1 in saved.let_go))
        self.publish()
        self.keep()

    def _start(self, saved: tokens.SavedSeats | None) -> None:
        """Starts the server, where it was last time if nothing else is wanted."""
        host = self.host or (saved.host if saved is not None else "")
        wanted = self.port if self.port is not None else saved.port if saved is not None else 0
        server = Server(self)
        try:
            server.start(host, wanted)
        except ListenError:
            if self.port is not None:
                raise
            # The machine may have another address, or another program the port.
            server = Server(self)
            server.start(self.host, 0)
        self._server = server
        self.host, self.port = server.host, server.port

    def attach(self, table: Table, folder: Path | None = None) -> None:
        """Shows a table to the phones. Those whose person has the same seat there keep it."""
        self.table, self.folder = table, folder
        table.calls.grace = self.grace
        self.requests, self.pin_tries, self.hints = {}, {}, {}
        self._last_news = set(), set(), NOBODY
        for seat in tuple(self.tokens):
            if self._is_of_same_person(table, seat):
                table.pins.trust(seat)
                table.move_to(seat, Place.ELSEWHERE)
            else:
                self.tokens.pop(seat, None)
        table.listeners.append(self.publish)
        self.publish()
        self.keep()

    def _is_of_same_person(self, table: Table, seat: SeatIndex) -> bool:
        """Whether the same person has a seat at this table and at the one before it."""
        is_there = seat < len(table.names) and not table.is_bot(seat)
        return is_there and table.names[seat : seat + 1] == self._names[seat : seat + 1]

    def detach(self) -> None:
        """Stops showing the present table, and answers all requests that wait for it."""
        if self.table is not None:
            self._names = self.table.names
            self.table.listeners.remove(self.publish)
        self.table, self.folder = None, None
        if self._server is not None:
            self._server.release()

    def close(self) -> None:
        """Ends the server. The tokens stay in their file for when the game is resumed."""
        self.detach()
        server, self._server = self._server, None
        if server is not None:
            server.stop()

    # What the laptop decides

    def is_away(self, seat: SeatIndex) -> bool:
        """Whether the phone that has a seat is not connected."""
        return self.table is not None and seat in self.table.seating.unconnected

    def awaited_away(self) -> SeatIndex:
        """A seat for which the game waits and whose phone is away. NOBODY if there is none."""
        table = self.table
        if table is None:
            return NOBODY
        for seat in table.seating.unconnected:
            question = table.question(seat)
            if question is not None and question.kind != "call":
                return seat
        return NOBODY

    @property
    def asking(self) -> SeatIndex:
        """The first seat for which a phone asks. NOBODY if there is none."""
        return NOBODY if self.table is None else min(self.table.wanted, default=NOBODY)

    def news(self, names: Sequence[str], asks: str, waits: str) -> Iterator[str]:
        """What is new since the last look: hands on phones, who asks for one, for whom it waits.

        `asks` and `waits` are the sentences for the last two, with the place of a name.
        """
        if self.table is None:
            return
        at_phones, asking = {*self.table.seating.of(Place.ELSEWHERE)}, {*self.table.wanted}
        before, asked, waited = self._last_news
        self._last_news = at_phones, asking, (away := self.awaited_away())
        for seat in at_phones - before:
            yield words.HAS_PHONE.format(name=names[seat])
        for seat in before - at_phones:
            if not self.table.is_bot(seat):
                yield words.HAS_NO_PHONE.format(name=names[seat])
        for seat in asking - asked:
            yield asks.format(name=names[seat])
        if away not in (NOBODY, waited):
            yield waits.format(name=names[away])

    def answer(self, seat: SeatIndex, grants: bool) -> None:
        """Answers the phone that asks for a seat: `grants` says whether it gets the seat."""
        if (request := self.requests.get(seat)) is not None:
            request.granted = grants
        if self.table is not None:
            self.table.wanted.discard(seat)
            self.table.notify()

    def take_back(self, seat: SeatIndex) -> None:
        """Brings a seat back from its phone to the keyboard. Its PIN is asked there, if any."""
        table = self.table
        if table is not None and table.seating.place(seat) is Place.ELSEWHERE:
            table.pins.lock(seat)
            table.move_to(seat, Place.KEYBOARD)

    def set_grace(self, seconds: float | None) -> None:
        """Sets for how many seconds a draw waits for calls. None: until all have answered."""
        self.grace = seconds
        if self.table is not None:
            self.table.calls.grace = seconds
            self.table.notify()

    # What phones are shown

    def publish(self) -> None:
        """Notes what each phone may be shown now, and lets the server send it if it is new."""
        table = self.table
        if table is None:
            return
        for seat in tuple(self.tokens):
            if table.seating.place(seat) is not Place.ELSEWHERE:
                self._drop(seat)
        self._note_let_go(table)
        viewers = (NOBODY, *self.tokens)
        places = tuple(map(table.seating.place, table.host.state.seat_numbers))
        for viewer in viewers:
            self._show(table, viewer, places)
        if table.host.state.phase is Phase.GAME_OVER and self.folder is not None:
            tokens.forget(self.folder)
            self.folder = None
        if self._server is not None:
            self._server.wake()

    def _note_let_go(self, table: Table) -> None:
        """Saves which phones have let the card on offer go, before any device shows it. No new card
        on offer is saved before somebody lets it go."""
        offer, seats = _offer_of(table), self.tokens.keys() & table.host.window.let_go
        let_go = () if table.calls.time_is_up else tuple(sorted(seat + 1 for seat in seats))
        if (offer, let_go) != self.let_go and (let_go or offer == self.let_go[0]):
            self.let_go = offer, let_go
            self.keep()

    def _show(self, table: Table, viewer: SeatIndex, places: tuple[Place, ...]) -> None:
        """Notes what a viewer may be shown, with a new version if it has changed."""
        before = self.shown.get(viewer)
        question = None if viewer == NOBODY else table.question(viewer)
        asked_at, hint = self.hints.get(viewer, ("", ""))
        shown = SeatDisplay(
            view=table.view(viewer),
            places=places,
            question=question,
            thinking=table.calls.awaited(),
            grace=table.calls.grace,
            may_call_shanghai=viewer in table.calls.able_shanghai(),
            tells_shanghai=table.calls.tells_shanghai,
            undo=self._undone(table, viewer, question is not None and question.kind == "undo"),
            log=self._log(table, viewer),
            hint=hint if question is not None and question.id == asked_at else "",
            gives_hints=viewer != NOBODY and table.gives_hints(viewer),
            needs=table.calls.needs if viewer != NOBODY and table.tells_needs(viewer) else None,
        )
        version = self._first_version if before is None else before.version
        if before is None or structs.replace(shown, version=version) != before:
            self.shown[viewer] = structs.replace(shown, version=version + 1)

    def _undone(self, table: Table, viewer: SeatIndex, is_asked: bool) -> tuple[str, ...]:
        """Sentences about what would be undone, if the viewer is asked about that."""
        if not is_asked or table.agreement is None:
            return ()
        first = table.agreement.option.first_event
        with in_language(self._language(viewer)):
            return tuple(table.log.sentences(viewer, first))

    def _log(self, table: Table, viewer: SeatIndex) -> tuple[str, ...]:
        """The latest events of the round as the viewer may know them, in the viewer's language."""
        host, language = table.host, self._language(viewer)
        key = id(table), table.version, len(host.log), len(host.notes), language
        if self._logs.get(viewer, (None, ()))[0] != key:
            first = max(len(host.log) - _LOG_LINES, last_deal(host.log))
            with in_language(language):
                self._logs[viewer] = key, tuple(table.log.sentences(viewer, first))
        return self._logs[viewer][1]

    def _language(self, viewer: SeatIndex) -> str:
        return self.languages.get(viewer, spoken())

    def _drop(self, seat: SeatIndex) -> None:
        """Forgets the phone of a seat that was brought back to the keyboard or given away."""
        self.tokens.pop(seat, None)
        self.shown.pop(seat, None)
        self.keep()


def _offer_of(table: Table) -> str:
    """The card on offer, and when in the game it is, as the file has it."""
    return str(table.host.state.offer)
