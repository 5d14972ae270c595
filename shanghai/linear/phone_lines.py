"""Plays in lines of text with seats at phones. Prints what phones do while it waits for a line."""

from collections import deque
from threading import Event, Thread
from time import monotonic
from typing import Final

from shanghai.engine.seats import NOBODY
from shanghai.linear.console import Console, EndOfInput, Interrupted
from shanghai.remote.phones import GRACES, Phones
from shanghai.remote.views import UNDEALT
from shanghai.table.places import Place
from shanghai.table.table import Table
from shanghai.words import remote as words
from shanghai.words.typed import answer_of

_GRACES: Final = {"all" if seconds is None else f"{seconds:g}": seconds for seconds in GRACES}


class PhoneLines:
    """The phones of a table that is played in a console."""

    def __init__(self, phones: Phones, table: Table, console: Console) -> None:
        self.phones = phones
        self._table = table
        self._console = console
        self._lines: deque[str | None] = deque()
        self._is_reading = False
        self._woken = Event()
        table.inbox.on_arrival = self._woken.set
        table.listeners.append(self._tell)

    def say_address(self) -> None:
        """Says at which address phones join, and that others in the network could read along."""
        phones = self.phones
        self._console.say(
            words.LISTENS_AT.format(host=phones.host, port=phones.port),
            words.TELEVISION,
            words.ADDRESS.format(address=phones.address),
        )

    def read(self) -> str:
        """Reads the next line. Raises Interrupted if the game has gone on before it comes. Raises
        EndOfInput at the end of the input, unless phones can play on."""
        before = self._question_value()
        while True:
            self._woken.clear()
            if self._lines:
                line = self._lines[0]
                if line is not None:
                    return self._lines.popleft() or ""
                if not self._plays_on:
                    raise EndOfInput
            elif not self._is_reading:
                self._is_reading = True
                Thread(target=self._read_line, daemon=True).start()
            is_undealt = self._table.public().phase in UNDEALT
            has_stepped = self._table.run_orders() if is_undealt else self._table.step()
            if self._question_value() != before:
                raise Interrupted
            if has_stepped:
                continue
            self._woken.wait(self._table.wakes_in)

    def wait_for_line(self, seconds: float) -> None:
        """Waits for a line, at most some seconds. Phones can look at the end of the game."""
        until = monotonic() + seconds
        while not self._lines and (left := until - monotonic()) > 0:
            self._woken.clear()
            self._table.run_orders()
            self._woken.wait(left)

    @property
    def _plays_on(self) -> bool:
        """Whether the game can go on without more lines, as phones have hands or can still join."""
        table = self._table
        return table.seating.has_elsewhere or table.public().phase in UNDEALT

    def _read_line(self) -> None:
        try:
            self._lines.append(self._console.read())
            self._is_reading = False
        except EndOfInput:
            self._lines.append(None)
        self._woken.set()

    def _question_value(self) -> object:
        """A value that changes when something else must be asked at the keyboard."""
        table = self._table
        places = tuple(map(table.seating.place, table.public().seat_numbers))
        return table.version, table.keyboard, table.agreement, places, table.calls.asked()

    def _tell(self) -> None:
        """Says what is new: who has a hand on a phone, who asks for one, whose phone is awaited."""
        names = self._table.names
        self._console.say(*self.phones.news(names, words.ASKS_IN_LINES, words.WAITS_IN_LINES))

    def order(self, line: str) -> None:
        """Does what was typed after the word `phone`."""
        first, _, rest = line.partition(" ")
        seat = self._table.host.state.seat_named(rest.strip())
        asking = self.phones.asking
        match answer_of(first).lower():
            case "":
                self.say_address()
            case "y" | "yes" | "n" | "no" if asking == NOBODY:
                self._console.say(words.NOBODY_ASKS)
            case "y" | "yes" | "n" | "no" as answer:
                self.phones.answer(asking, answer in ("y", "yes"))
            case "back" if seat != NOBODY and self._table.seating.place(seat) is Place.ELSEWHERE:
                self.phones.take_back(seat)
            case "back":
                self._console.say(words.NOT_AT_PHONE)
            case "wait" if (grace := answer_of(rest.strip()).lower()) in _GRACES:
                self.phones.set_grace(_GRACES[grace])
            case _:
                self._console.say(words.PHONE_HOW)
