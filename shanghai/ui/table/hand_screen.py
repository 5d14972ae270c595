"""What the screens that show a hand share: its cursor, hints, the clock, and hiding it."""

from typing import ClassVar, TypeVar

from textual.screen import Screen

from shanghai.engine.actions import SeatAction
from shanghai.engine.cards import Card
from shanghai.engine.seats import SeatIndex
from shanghai.engine.view import SeatView
from shanghai.ui import open as opening
from shanghai.ui.kit.command import Reason
from shanghai.ui.kit.lines import Lines
from shanghai.ui.table.call_clock import CallClock
from shanghai.ui.table.card_row import CardRow, Shown
from shanghai.ui.table.cover import COVER_CELLS
from shanghai.ui.table.hand_cursor import HandCursor
from shanghai.ui.table.hinter import Hinter
from shanghai.ui.table.session.hand import Hand
from shanghai.ui.table.session.session import Session
from shanghai.ui.table.table_screen import DEAF_AFTER_KEY, TableScreen
from shanghai.words.short_names import name_at
from shanghai.words.table import hidden_text

ResultT = TypeVar("ResultT")


class HandScreen(TableScreen[ResultT]):
    """A screen with the hand of one seat on it; it is never shown over another seat's turn."""

    PARTS = {"clock": CallClock, "cursor": HandCursor, "hinter": Hinter}  # noqa: RUF012

    is_own: ClassVar[bool] = False
    """Whether it is the own view of the player at the keyboard, not a quick look by another."""

    def __init__(self, session: Session, seat: SeatIndex) -> None:
        super().__init__(session)
        self.seat = seat
        self.hand: Hand = session.hand(seat)
        self.clock = CallClock(self)
        self.cursor = HandCursor(self)
        self.hinter = Hinter(self, seat, self.point_at, self.follow_hint)

    def on_mount(self) -> None:
        """Starts the clock."""
        self.clock.start()

    @property
    def view(self) -> SeatView:
        """What the seat may see."""
        return self.session.view(self.seat)

    @property
    def cards_across(self) -> int:
        """The cards in a line of the hand."""
        return self.query_one("#hand", CardRow).grid.across

    def hand_room(self) -> int:
        """The lines that the hand may take."""
        return max(4, self.app.size.height - 14 - self.guide_lines - self.view.players)

    def draw_hand(self) -> None:
        """Draws the hand as it lies, and the keys, which follow the card under the cursor."""
        shown = Shown(
            self.hand.cursor, frozenset(self.hand.picked), self.session.seen.new_cards(self.seat)
        )
        self.query_one("#hand", CardRow).deal(
            self.hand.cards, shown, self.card_style, self.across, self.hand_room()
        )
        self.refresh_keys()

    def after_hand_change(self) -> None:
        """Draws what follows from a change of cursor or picks."""
        self.draw_hand()
        self.refresh_keys()

    def action_blank(self) -> None:
        """Hides everything at once, until the holder says so."""
        name = name_at(self.view, self.seat, COVER_CELLS)
        words = hidden_text(name)
        self.cover(opening.cover(words, f"{name} is back", name, opener="uncover"))

    def cover(self, cover: Screen[bool]) -> None:
        """Puts a cover over everything and takes the hand away until it is lifted."""
        self.end_movement()
        for screen in self.app.screen_stack:
            for row in screen.query(CardRow):
                row.show(())
        self.open(cover, lambda shown: self.deafen(DEAF_AFTER_KEY))

    @property
    def has_digits(self) -> bool:
        """Whether the digits go to ranks, and are not the numbers of seats."""
        return True

    @property
    def may_have_hints(self) -> bool:
        """Whether the player of this hand may ask for hints."""
        return self.hinter.is_allowed

    def why_no_hint(self) -> Reason | None:
        """Why no hint is given now."""
        return self.hinter.why_not()

    def point_at(self, card: Card) -> None:
        """Puts the cursor on a card."""
        self.hand.point(card)
        self.draw_hand()

    def follow_hint(self, action: SeatAction | None) -> None:
        """Does what a hint has said; None lets the card on offer go by."""

    def on_lines_clicked(self, message: Lines.Clicked) -> None:
        """Picks a clicked card; other clicks are for the screen."""
        message.stop()
        if self.app.screen is not self:
            return
        match message.target:
            case ("card", int(card)):
                self.cursor.click(Card(card))
            case target:
                self.clicked(target)

    def on_lines_dragged(self, message: Lines.Dragged) -> None:
        """Moves a dragged card within the hand; put on something else it is picked and clicked."""
        message.stop()
        if self.app.screen is not self:
            return
        match message.held, message.target:
            case ("card", int(card)), ("card", int(other)):
                self.hand.place(Card(card), Card(other))
                self.after_hand_change()
            case ("card", int(card)), target:
                self.hand.unpick()
                self.cursor.click(Card(card))
                self.clicked(target)

    def clicked(self, target: object) -> None:
        """Answers a click on something else than the hand."""
