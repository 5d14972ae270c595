"""The screen of phones: the QR code to scan, the address, and who has a hand on a phone."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Final

from shanghai.engine.seats import MOST_SEATS, NOBODY, SeatIndex, by_seat
from shanghai.engine.state import Phase
from shanghai.remote.phones import Phones
from shanghai.table.places import Place
from shanghai.table.table import Table
from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.cards import seat_name
from shanghai.ui.kit.command import LAST, Label, command, numbered
from shanghai.ui.kit.frames import beside
from shanghai.ui.kit.lines import Bit, Row, row, wrap
from shanghai.ui.kit.list_screen import following
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.kit.square import square
from shanghai.ui.table.seat_keys import SeatKeys
from shanghai.web.addresses import ListenError
from shanghai.words import remote as words, settings

_GAP: Final = 3
_TEXT_CELLS: Final = 30
"""The least cells of the text next to the QR code."""


class PhonesScreen(ReadingScreen[None]):
    """Lets phones join the table. Gives hands to them and takes hands back."""

    HEADING = words.late("TITLE")
    HELP_TEXT = words.late("HELP")
    seats = cached_property(SeatKeys)
    SHOWS_NO_HAND = True
    START_PAUSE: ClassVar[float] = 0.3

    def __init__(self, phones: Phones, table: Table, folder: Path | None) -> None:
        """`folder` has the journal of the game. None: the game is not stored."""
        super().__init__()
        self._phones, self._table, self._folder = phones, table, folder
        self._fault = ""

    def on_mount(self) -> None:
        """Draws again after each change of the table."""
        self._table.listeners.append(self._follow)

    def on_unmount(self) -> None:
        """Stops following the table."""
        self._table.listeners.remove(self._follow)

    def _follow(self) -> None:
        if self.is_on_top:
            self.draw()

    # What is shown

    def rows(self, width: int) -> Sequence[Row]:
        """The QR code with the address below it, and next to it from where each seat is played."""
        if not self._phones.is_open:
            asks = words.TURN_ON.format(host=self._phones.own_host)
            fault = wrap(row(Bit(self._fault, "warn")), width)
            return [*wrap(row(Bit(asks)), width), (), *self._seats_and_grace(width), (), *fault]
        address = Bit(self._phones.address, "accent")
        if self.app.is_ascii or self.app.no_color:
            return [(address,), (), *self._text(width)]
        drawn = [*square(self._phones.address), (address,)]
        left = max(drawn[0][0].width, address.width)
        if width < left + _GAP + _TEXT_CELLS:
            return [*drawn, (), *self._text(width)]
        return beside([drawn, self._text(width - left - _GAP)], [left, width - left - _GAP], _GAP)

    def _text(self, width: int) -> list[Row]:
        phones = self._phones
        lines = [*wrap(row(Bit(words.SCAN)), width), (), *self._seats_and_grace(width)]
        if (seat := phones.asking) != NOBODY:
            # The rest waits, so that the question is seen without scrolling.
            asks = words.ASKS_FOR.format(name=self._table.names[seat])
            return [*lines, (), *wrap(row(Bit(asks, "warn")), width)]
        listens = words.LISTENS_AT.format(host=phones.host, port=phones.port)
        lines += [(), *wrap(row(Bit(words.TELEVISION, "dim")), width)]
        return [*lines, *wrap(row(Bit(listens, "dim")), width)]

    def _seats_and_grace(self, width: int) -> list[Row]:
        lines: list[Row] = []
        for seat, _ in by_seat(self._table.names):
            lines += wrap(self._seat(seat), width)
        grace = settings.values_of("phone_grace")[self.app.settings.phone_grace]
        return [*lines, (), *wrap(row(Bit(f"{words.GRACE}: {grace}")), width)]

    def _seat(self, seat: SeatIndex) -> Row:
        place = self._table.seating.place(seat)
        at = {Place.KEYBOARD: "keyboard", Place.ELSEWHERE: "phone", Place.COMPUTER: "computer"}[
            place
        ]
        where = words.AWAY if self._phones.is_away(seat) else words.of("AT", at)
        name = seat_name(seat, self._table.short_names[seat], self.app.card_style)
        return row(Bit(f"{seat + 1} "), name, Bit(f": {where}"))

    # Keys

    def _goes_on_label(self) -> Label:
        if not self._phones.is_open:
            return Label(words.TURN_ON_KEY)
        is_new = self._table.public().phase is Phase.SEATING
        return Label(words.BEGIN if is_new else words.BACK_TO_TABLE)

    @command("enter", id="phones-go-on", label=_goes_on_label)
    def action_go_on(self) -> None:
        """Starts the server for phones. If it runs, goes back to the table."""
        if self._phones.is_open:
            self.dismiss(None)
            return
        try:
            self._phones.open(self._table, self._folder)
        except ListenError as error:
            self._fault = str(error)
        self.draw()

    @command("escape,q,f4", id="back", message="back", place=LAST)
    def action_back(self) -> None:
        """Goes back to the table."""
        self.dismiss(None)

    def _is_asked(self) -> bool:
        return self._phones.asking != NOBODY

    @command("y", id="phone-give", when=_is_asked, why_not=words.late("NOBODY_ASKS"))
    def action_give(self) -> None:
        """Gives the seat to the phone that asks for it."""
        self._phones.answer(self._phones.asking, grants=True)

    @command("n", id="phone-refuse", when=_is_asked, why_not=words.late("NOBODY_ASKS"))
    def action_refuse(self) -> None:
        """Refuses the seat to the phone that asks for it."""
        self._phones.answer(self._phones.asking, grants=False)

    def _is_at_phone(self, seat: SeatIndex) -> bool:
        table = self._table
        return seat < len(table.names) and table.seating.place(seat) is Place.ELSEWHERE

    def _back_label(self, seat: SeatIndex) -> Label:
        name = self._table.short_names[seat]
        return Label(words.TAKE_BACK.format(name=name), name)

    @numbered(
        range(MOST_SEATS),
        message="phone-back",
        label=_back_label,
        when=_is_at_phone,
        why_not=words.late("NOT_AT_PHONE"),
    )
    def action_take_back(self, seat: SeatIndex) -> None:
        """Brings a hand back from its phone to the keyboard."""
        self._phones.take_back(seat)

    @command("g", id="grace", label=words.late("GRACE_KEY"))
    def action_grace(self) -> None:
        """Changes the time for which a draw waits for calls."""
        graces = [*settings.values_of("phone_grace")]
        changed = following(graces, self.app.settings.phone_grace, 1)
        self.app.change_settings(phone_grace=changed)
        self.draw()


def phones_screen(app: GameApp, table: Table) -> PhonesScreen:
    """The screen of phones for the present game. Sets the server up if it is not there yet."""
    if app.phones is None:
        app.phones = Phones()
        app.phones.set_grace(app.settings.grace)
    folder = None if app.writer is None else app.writer.path.parent
    return PhonesScreen(app.phones, table, folder)
