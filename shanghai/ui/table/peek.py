"""A look at one's own hand while a card is on offer: call it, or go back to the public screen."""

from textual.app import ComposeResult

from shanghai.engine.actions import Call, SeatAction
from shanghai.engine.seats import SeatIndex
from shanghai.ui import open as opening
from shanghai.ui.kit.command import Label, Reason, command
from shanghai.ui.kit.keybar import Key
from shanghai.ui.kit.lines import Bit, Lines, Row, wrap
from shanghai.ui.table.card_row import CardRow
from shanghai.ui.table.cover import COVER_CELLS
from shanghai.ui.table.felt import TableView
from shanghai.ui.table.hand_screen import ContractNeeds, HandCursor, HandScreen, Hinter
from shanghai.ui.table.piles import table_setting
from shanghai.ui.table.player_view import is_of_own_view
from shanghai.ui.table.seat_frames import Marks
from shanghai.ui.table.session.session import Session
from shanghai.words import table as words
from shanghai.words.phrases import call_name
from shanghai.words.short_names import name_at


class PeekScreen(HandScreen[None]):
    """The hand of a seat that asked to look first, with the card on offer above it."""

    PARTS = {"cursor": HandCursor, "hinter": Hinter}  # noqa: RUF012
    WITHOUT = ("pick",)
    SETTLE = 0.3
    CALLS_OPEN = True
    HELP_TEXT = words.PEEK_HELP

    def __init__(self, session: Session, seat: SeatIndex) -> None:
        super().__init__(session, seat)
        self.needs = ContractNeeds(self, self._draw_table)

    def content(self) -> ComposeResult:
        """The table, the card on offer, and the hand."""
        yield TableView(id="table")
        yield CardRow(id="hand")
        yield Lines([()], id="status")

    def on_mount(self) -> None:
        """Draws everything, and asks what the hand lacks."""
        self.redraw()
        self.needs.find()

    def redraw(self) -> None:
        """Draws everything again."""
        self.hand = self.session.hand(self.seat)
        self._draw_table()
        self.after_hand_change()
        self.move()

    def _draw_table(self) -> None:
        view, style, needs = self.view, self.card_style, self.needs.row()
        notes = [(Bit(words.offer_text(view, self.seat), "accent"),), needs]

        def said(wide: int) -> list[Row]:
            return [row for line in notes if line for row in wrap(line, wide)]

        setting = table_setting(self.session, view, style, Marks(), None, None, said)
        self.query_one("#table", TableView).update(setting, needs)

    def hand_room(self) -> int:
        """The lines that the hand may take."""
        return max(4, self.app.size.height - 12 - self.view.players)

    # -- keys --

    @property
    def may_call(self) -> bool:
        """Whether the seat may call the card on offer."""
        return self.seat in self.session.callers()

    @property
    def has_digits(self) -> bool:
        """Whether the digits go to ranks: they are the numbers of seats here."""
        return False

    @property
    def why_no_hint(self) -> Reason | None:
        """Why no hint is given at this moment."""
        return None if self.may_call else self.session.why_no_call(self.seat)

    def why_no_key(self, key: str) -> Reason | None:
        """That one only looks here, where a key is one of a turn."""
        if not is_of_own_view(key, self.app.keymap):
            return None
        back = self.cap("back")
        return words.look_only_text(self.view, self.seat, back, may_call=self.may_call)

    def bar_keys(self) -> tuple[Key, ...]:
        """The keys of the bar, the number of the own seat before all others."""
        own = f"seat-{self.seat + 1}"
        return tuple(sorted(super().bar_keys(), key=lambda key: key.command != own))

    def seat_label(self, seat: SeatIndex) -> Label | None:
        """What the number of a seat does now: it calls."""
        own = Label(call_name(self.view.rules))
        return own if seat == self.seat else super().seat_label(seat)

    def action_seat(self, seat: SeatIndex) -> None:
        """Calls for the card and goes back; a call for another seat stays here."""
        if seat == self.seat:
            self._call()
        else:
            super().action_seat(seat)

    def _call(self) -> None:
        refused = self.session.do(Call(self.seat, self.view.rules.call_word))
        if refused:
            self.say(refused)
        else:
            self.dismiss(None)

    def follow_hint(self, action: SeatAction | None) -> None:
        """Calls, or goes back without a call, as a hint has said."""
        if action is None:
            self.dismiss(None)
        else:
            self._call()

    def action_blank(self) -> None:
        """Hides everything; the keyboard is another's, so only the key of a look shows it again."""
        name = name_at(self.view, self.seat, COVER_CELLS)
        hidden, label = words.LOOK_HIDDEN.format(name=name), words.PEEKS_LABEL.format(name=name)
        self.cover(opening.cover(hidden, label, name, opener="uncover-look"))

    @command("n,escape", id="back", label=words.NO)
    def action_back(self) -> None:
        """Goes back without a call."""
        self.dismiss(None)
