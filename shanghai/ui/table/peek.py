"""A look at one's own hand while a card is on offer: call it, or go back to the public screen."""

from shanghai.engine.actions import Call, SeatAction
from shanghai.engine.seats import SeatIndex
from shanghai.ui.kit.command import Label, Reason, command
from shanghai.ui.kit.keybar import Key
from shanghai.ui.kit.lines import Bit, Row, wrap
from shanghai.ui.table.felt import Marks, TableView
from shanghai.ui.table.hand_screen import ContractNeeds, HandCursor, HandScreen, Hinter
from shanghai.ui.table.player_view import is_of_own_view
from shanghai.ui.table.session.session import Session
from shanghai.words import table as words
from shanghai.words.phrases import call_name


class PeekScreen(HandScreen[None]):
    """The hand of a seat that asked to look first, with the card on offer above it."""

    PARTS = {"cursor": HandCursor, "hinter": Hinter}  # noqa: RUF012
    WITHOUT = ("pick",)
    SETTLE = 0.3
    CALLS_OPEN = True
    HELP_TEXT = words.say.late("PEEK_HELP")
    # The keyboard is another's, so only the key of a look shows it again.
    COVERED_BY = words.say.late("LOOK_HIDDEN"), words.say.late("PEEKS_LABEL"), "uncover-look"

    def __init__(self, session: Session, seat: SeatIndex) -> None:
        super().__init__(session, seat)
        self.needs = ContractNeeds(self, self._draw_table)

    def on_mount(self) -> None:
        """Asks what the hand lacks."""
        self.needs.find()

    def redraw(self) -> None:
        """Draws everything again."""
        self.hand = self.session.hand(self.seat)
        self._draw_table()
        self.after_hand_change()
        self.move()

    def _draw_table(self) -> None:
        needs, asks = self.needs.row(), Bit(words.offer_text(self.view, self.seat), "accent")

        def said(wide: int) -> list[Row]:
            return [row for line in ((asks,), needs) if line for row in wrap(line, wide)]

        self.query_one("#table", TableView).update(self.setting(Marks(), own=said), needs)

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
        back, may_call = self.cap("back"), self.may_call
        looks = words.look_only_text(self.view, self.seat, back, may_call=may_call)
        return looks if is_of_own_view(key) else None

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

    @command("n,escape", id="back", label=words.say.late("NO"))
    def action_back(self) -> None:
        """Goes back without a call."""
        self.dismiss(None)

    def end_look(self) -> None:
        """Goes back once the key of the look is let go."""
        self.action_back()
