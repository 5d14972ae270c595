"""What the screens that show a hand share: cursor, picking, sorting, and the key that hides it."""

from typing import ClassVar, TypeVar

from textual import work

from shanghai.engine.cards import Card
from shanghai.engine.seats import SeatIndex
from shanghai.engine.view import SeatView
from shanghai.terminal import threads
from shanghai.text.short_names import name_at
from shanghai.ui.commands.command import Reason
from shanghai.ui.routes import Cover
from shanghai.ui.screens.table.call_clock import CallClock
from shanghai.ui.screens.table.cover import COVER_CELLS
from shanghai.ui.screens.table.table_screen import DEAF_AFTER_KEY
from shanghai.ui.session.hand import Hand, loose_melds
from shanghai.ui.session.pacing import thinking_time
from shanghai.ui.session.player_help import may_hint
from shanghai.ui.session.session import Session
from shanghai.ui.text.table import HIDDEN_WORDS, SORT_WORDS, lay_all_hint
from shanghai.ui.widgets.hand import CardRow, Shown
from shanghai.ui.widgets.lines import Lines

ResultT = TypeVar("ResultT")


class HandScreen(CallClock[ResultT]):
    """A screen with the hand of one seat on it; it is never shown over another seat's turn."""

    is_own: ClassVar[bool] = False
    """Whether it is the own view of whoever is at the keyboard, not a look on the side."""

    _hinted_at: SeatView | None = None
    """The view for which a hint stands on the screen."""

    def __init__(self, session: Session, seat: SeatIndex) -> None:
        super().__init__(session)
        self.seat = seat
        self.hand: Hand = session.hand(seat)

    @property
    def view(self) -> SeatView:
        """What the seat may see."""
        return self.session.view(self.seat)

    def hand_room(self) -> int:
        """The lines that the hand may take."""
        return max(4, self.app.size.height - 14 - self.guide_lines - self.view.players)

    def draw_hand(self) -> None:
        """Draws the hand as it lies."""
        shown = Shown(
            self.hand.cursor, frozenset(self.hand.picked), self.session.seen.new_cards(self.seat)
        )
        self.query_one("#hand", CardRow).deal(
            self.hand.cards, shown, self.card_style, self.app.size.width, self.hand_room()
        )
        self.draw_guide()

    def after_hand_change(self) -> None:
        """Draws what follows from a change of cursor or picks."""
        self.draw_hand()
        self.refresh_keys()

    def chosen(self, verb: str) -> Card | None:
        """The one picked card, or the one under the cursor if none is; says so if several are."""
        picked = self.hand.picked
        if len(picked) > 1:
            self.say(f"Pick one card to {verb}; {len(picked)} are picked.")
            return None
        return picked[0] if picked else self.hand.current

    def action_move(self, by: int) -> None:
        """Moves the cursor along the hand."""
        self.hand.move(by)
        self.draw_hand()

    def action_move_line(self, by: int) -> None:
        """Moves the cursor a line up or down."""
        self.hand.move_line(by, self.query_one("#hand", CardRow).grid.across)
        self.draw_hand()

    def action_move_to(self, index: int) -> None:
        """Moves the cursor to the first or the last card."""
        self.hand.cursor = 0 if index == 0 else max(0, len(self.hand.cards) - 1)
        self.draw_hand()

    def action_carry(self, by: int) -> None:
        """Moves the card under the cursor within the hand."""
        self.hand.carry(by)
        self.draw_hand()

    def action_rank(self, rank: str) -> None:
        """Moves the cursor to the next card of a rank."""
        if self.hand.find_rank(*rank.split()):
            self.draw_hand()

    def action_pick(self) -> None:
        """Picks the card under the cursor or puts it back."""
        self.hand.toggle()
        self.after_hand_change()

    def action_unpick(self) -> None:
        """Puts all picked cards back."""
        self.hand.unpick()
        self.say()
        self.after_hand_change()

    def action_sort(self) -> None:
        """Sorts the hand in the next way."""
        way = self.hand.change_sort(loose_melds)
        self.draw_hand()
        self.say(SORT_WORDS[way], "dim")

    def action_blank(self) -> None:
        """Hides everything at once, until the holder says so."""
        name = name_at(self.view, self.seat, COVER_CELLS)
        words = HIDDEN_WORDS.format(name=name)
        self.cover(Cover(words, f"{name} is back", name, opener="uncover"))

    def cover(self, cover: Cover) -> None:
        """Puts a cover over everything and takes the hand away until it is lifted."""
        self.end_movement()
        for screen in self.app.screen_stack:
            for row in screen.query(CardRow):
                row.show(())
        self.open(cover, lambda shown: self.deafen(DEAF_AFTER_KEY))

    # -- hints --

    @property
    def has_digits(self) -> bool:
        """Whether the digits go to ranks, and are not the numbers of seats."""
        return True

    @property
    def may_have_hints(self) -> bool:
        """Whether the player of this hand may ask for hints."""
        return may_hint(self.app, self.session, self.seat)

    def why_no_hint(self) -> Reason | None:
        """Why no hint is given now."""
        if not self.may_have_hints:
            return f"{self.session.short_names[self.seat]} plays without hints."
        return None

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Asks a computer player what it would do in this seat; the scorecard tells of it."""
        from shanghai.host.hints import hint

        view = self.view
        seconds = thinking_time(self.app)
        heard = self.session.log.heard(self.seat)
        show = self.card_style.text
        found = await threads.in_thread(hint, view, heard, show, seconds, lay_all_hint)
        if self.app.screen is self and view is self.view:
            self.session.hinted.add(self.seat)
            self.say(found, "accent")
            self._hinted_at = view

    def forget_hint(self) -> None:
        """Takes a hint off the screen once the game has gone on."""
        if self._hinted_at is not None and self._hinted_at is not self.view:
            self._hinted_at = None
            self.say()

    def on_lines_clicked(self, message: Lines.Clicked) -> None:
        """Picks a clicked card; other clicks are for the screen."""
        message.stop()
        if self.app.screen is not self:
            return
        match message.target:
            case ("card", int(card)):
                self.forget_refusal()
                self.hand.point(Card(card))
                self.hand.toggle(Card(card))
                self.after_hand_change()
            case target:
                self.clicked(target)

    def clicked(self, target: object) -> None:
        """Answers a click on something else than the hand."""
