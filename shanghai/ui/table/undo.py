"""The screen for an undo by agreement: what would be undone, and a key for each person to agree."""

from typing import ClassVar

from textual.app import ComposeResult

from shanghai.engine.seats import MOST_SEATS, NOBODY, SeatIndex, by_seat
from shanghai.engine.state import Phase
from shanghai.table.places import Agree, Place
from shanghai.table.undo import Agreement
from shanghai.ui.kit.command import BACK, FIRST, Label, Reason, command, numbered
from shanghai.ui.kit.lines import Bit, Lines, Row, Target, wrap
from shanghai.ui.table.log_lines import latest_rows
from shanghai.ui.table.meld_text import flow_blocks
from shanghai.ui.table.session import Session
from shanghai.ui.table.table_contents import TableContents
from shanghai.ui.table.table_screen import TableScreen
from shanghai.ui.table.targets import SeatTarget
from shanghai.words import table as words
from shanghai.words.short_names import name_at

_OTHER_LINES = 9
"""The lines of title, questions, status and keys."""


class UndoScreen(TableScreen[None]):
    """Asks the whole table about an undo, until all people have agreed or one declines."""

    SHOWS_NO_HAND = False
    DEFAULT_CSS = "UndoScreen #words { height: auto; padding: 0 1; }"
    HEADING = words.say.late("TAKE_BACK")
    KEYS = (BACK.on("escape,n", label=words.say.late("LEAVE_IT")),)
    HELP_TEXT = words.say.late("UNDO_HELP")
    START_PAUSE: ClassVar[float] = 0.5

    def __init__(self, session: Session, agreement: Agreement) -> None:
        super().__init__(session)
        self.agreement = agreement

    def below_table(self) -> ComposeResult:
        """The lines about what would be undone and who agrees."""
        yield Lines(id="words")

    def redraw(self) -> None:
        """Draws the table, what would be undone and who agrees. Closes once the question is
        settled."""
        if self.session.agreement is not self.agreement:
            if self.is_on_top:
                self.dismiss(None)
            return
        self.show_table(TableContents(self.view, self.app.card_style))
        self.query_one("#words", Lines).show(self._rows())
        self.draw_side()
        self.refresh_keys()

    def _rows(self) -> list[Row]:
        if not self.agreement.options:
            return [(Bit(words.NO_MOVE),)]
        style, width = self.app.card_style, max(40, self.across - 2)
        _, first, then = self.agreement.option
        names = self.session.short_names
        by, asks = self.agreement.asker, words.ASKS_BACK
        asked = words.BACK_ASKED if by == NOBODY else asks.format(name=names[by])
        rows: list[Row] = [(Bit(asked, "accent"),)]
        agreed = self._who(width)
        besides = 1 + len(names) + len(agreed) + _OTHER_LINES
        most = max(1, min(6, self.app.size.height - besides))
        rows += latest_rows(self.session.log.moves(first), style, width, most)
        on_turn, is_draw = name_at(then, then.turn), then.phase is Phase.DRAW
        rows += wrap((Bit(words.BACK_TO(name=on_turn, is_draw=is_draw)),), width)
        people = [names[seat] for seat in self.session.people]
        is_alone = len(people) == 1
        who = words.ONE_DECIDES(name=people[0]) if is_alone else words.ALL_AGREE
        rows += [(), (Bit(who, "accent"),)]
        return [*rows, *agreed]

    def _who(self, width: int) -> list[Row]:
        bits = []
        for seat, name in by_seat(self.session.short_names):
            if self.session.is_bot(seat):
                bits.append(Bit(words.AGREES_SO.format(name=name), "dim"))
                continue
            has_agreed = seat in self.agreement.agreed
            text: str = words.AGREES_SO if has_agreed else words.ASKED_SO
            text = text.format(name=f"{seat + 1} {name}")
            bits.append(Bit(text, "good" if has_agreed else "strong", SeatTarget(seat)))
        return flow_blocks([[(bit,)] for bit in bits], width)

    def why_no_turn_key(self) -> Reason:
        """Says that the question must be answered before a key of a turn works."""
        return words.QUESTION_FIRST.format(key=self.keys.cap("back"))

    def _why_one_choice(self, _: int) -> Reason | None:
        return None if len(self.agreement.options) > 1 else words.NO_OTHER_MOMENT

    @command("up,k", 1, id="undo-more", why_not=_why_one_choice)
    @command("down,j", -1, id="undo-less", why_not=_why_one_choice)
    def action_more(self, by: int) -> None:
        """Asks about more moves, or with -1 about fewer. Everybody must agree again."""
        self.agreement.choose(self.agreement.index + by)
        self.session.notify()
        self.redraw()

    def _is_asked(self, seat: SeatIndex) -> bool:
        is_here = seat in self.session.seating.of(Place.KEYBOARD)
        return is_here and self.agreement.is_asked(seat)

    def _why_not_asked(self, seat: SeatIndex) -> Reason | None:
        if not self.agreement.options:
            return words.NO_MOVE
        if self._is_asked(seat):
            return None
        names = self.session.short_names
        if seat >= len(names):
            return words.NO_SEAT.format(number=seat + 1)
        return words.HAS_AGREED.format(name=names[seat])

    @numbered(
        range(MOST_SEATS),
        message="agree",
        label=lambda self, seat: Label(*words.seat_label(self.view, seat, "agree")),
        when=_is_asked,
        why_not=_why_not_asked,
        place=FIRST,
    )
    def action_agree(self, seat: SeatIndex) -> None:
        """Notes that a player agrees. Undoes the moves once all have agreed."""
        self.session.ask(seat, Agree())
        self.redraw()

    def clicked(self, target: Target) -> None:
        """Agrees for the player whose name was clicked."""
        match target:
            case SeatTarget(seat) if self._is_asked(SeatIndex(seat)):
                self.action_agree(SeatIndex(seat))
