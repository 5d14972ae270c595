"""A quick look at a hand, with the card on offer, in the turn of another player."""

from functools import cached_property

from shanghai.engine.actions import Call, SeatAction
from shanghai.engine.seats import SeatIndex
from shanghai.ui.kit.command import BACK, Label, Reason
from shanghai.ui.kit.keybar import Key
from shanghai.ui.kit.lines import Bit, Row, wrap
from shanghai.ui.table.hand_screen import HandCursor, HandScreen, Hinter
from shanghai.ui.table.needs import ContractNeeds
from shanghai.ui.table.seat_keys import SeatKeys
from shanghai.ui.table.session import Session
from shanghai.ui.table.table_contents import Marks
from shanghai.words import table as words
from shanghai.words.phrases import call_name
from shanghai.words.short_names import name_at


class PeekSeats(SeatKeys):
    """The numbers of seats as keys while a player looks at a hand. That of its own seat calls and
    goes back."""

    screen: "PeekScreen"

    def label(self, seat: SeatIndex) -> Label | None:
        """The words of a call for a seat. None if it may not call."""
        is_own = seat == self.screen.seat
        return Label(call_name(self.screen.view.rules)) if is_own else super().label(seat)

    def action_seat(self, seat: SeatIndex) -> None:
        """Calls for a seat. Goes back if it is the seat that looks."""
        screen = self.screen
        if seat != screen.seat:
            super().action_seat(seat)
        elif refused := screen.session.do(Call(seat, screen.view.rules.call_word)):
            screen.say(refused)
        else:
            screen.dismiss(None)


class PeekScreen(HandScreen[None]):
    """Shows the hand of a seat that wants to look before it calls, with the card on offer above
    it."""

    cursor = cached_property(HandCursor)
    hinter = cached_property(Hinter)
    seats = cached_property(PeekSeats)
    KEYS = (BACK.on("n,escape", label=words.say.late("NO"), place=0),)
    WITHOUT = ("pick",)
    START_PAUSE = 0.3
    HELP_TEXT = words.say.late("PEEK_HELP")
    # The keyboard is another's, so only the key of a look shows it again.
    COVERED_BY = words.say.late("LOOK_HIDDEN"), words.say.late("PEEKS_LABEL"), "uncover-look"

    def __init__(self, session: Session, seat: SeatIndex) -> None:
        super().__init__(session, seat)
        self.needs = ContractNeeds(self)

    def on_mount(self) -> None:
        """Asks the solver what the hand lacks."""
        self.needs.ask_if_unknown()

    def redraw(self) -> None:
        """Draws everything again."""
        self.hand = self.session.hand(self.seat)
        self.draw_table()
        self.after_hand_change()
        self.draw_side()
        self.animate_changes()

    def draw_table(self) -> None:
        """Draws the table with what the hand lacks."""
        needs = self.needs.row(self.across - 4)
        asks = Bit(words.offer_text(self.view, self.seat), "accent")

        def notes(width: int) -> list[Row]:
            return [row for line in ((asks,), needs) if line for row in wrap(line, width)]

        self.show_table(self.table_contents(Marks(), own=notes), needs)

    @property
    def may_call(self) -> bool:
        """Whether the seat may call the card on offer."""
        return self.seat in self.session.calls.able()

    @property
    def has_digits(self) -> bool:
        """Whether digits move to ranks. They do not, as they are the numbers of seats here."""
        return False

    @property
    def why_no_hint(self) -> Reason | None:
        """Why no hint is given at this moment."""
        return None if self.may_call else self.session.calls.why_not(self.seat)

    def why_no_turn_key(self) -> Reason:
        """Says that this is only a look."""
        back, may_call = self.keys.cap("back"), self.may_call
        name, number = name_at(self.view, self.seat), self.seat + 1
        facts = {"name": name, "number": number, "may_call": may_call, "back": back}
        return words.LOOKS_ONLY(self.view.rules, **facts)

    def bar_keys(self) -> tuple[Key, ...]:
        """The keys of the bar. The number of the seat that looks comes first."""
        own = f"seat-{self.seat + 1}"
        return tuple(sorted(super().bar_keys(), key=lambda key: key.command != own))

    def follow_hint(self, action: SeatAction | None) -> None:
        """Calls or goes back, as a hint advises."""
        if action is None:
            self.dismiss(None)
        else:
            self.seats.action_seat(self.seat)

    def end_look(self) -> None:
        """Goes back once the key of the look is released."""
        self.dismiss(None)
