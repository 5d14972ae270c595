"""The cursor in a hand: moving it, picking cards, carrying them, sorting."""

from typing import Protocol

from shanghai.engine.cards import Card
from shanghai.ui.kit.part import Part
from shanghai.ui.table.session.hand import Hand
from shanghai.words.table import SORT_WORDS, no_rank_text


class ShowsHand(Protocol):
    """A screen with a hand on it, as far as its cursor asks it."""

    hand: Hand

    @property
    def cards_across(self) -> int:
        """The cards in a line of the hand."""

    def draw_hand(self) -> None:
        """Draws the hand as it lies."""

    def after_hand_change(self) -> None:
        """Draws what follows from a change of cursor or picks."""

    def forget_refusal(self) -> None:
        """Takes a refusal off the screen."""

    def say(self, sentence: str = "", look: str = "warn") -> None:
        """Puts a sentence on the line above the keys."""


class HandCursor(Part[ShowsHand]):
    """What the keys do that move along a hand and arrange it."""

    def chosen(self, verb: str) -> Card | None:
        """The one picked card, or the one under the cursor if none is; says so if several are."""
        hand = self.screen.hand
        if len(hand.picked) > 1:
            self.screen.say(f"Pick one card to {verb}; {len(hand.picked)} are picked.")
            return None
        return hand.picked[0] if hand.picked else hand.current

    def click(self, card: Card) -> None:
        """Picks a clicked card or puts it back."""
        self.screen.forget_refusal()
        self.screen.hand.point(card)
        self.screen.hand.toggle(card)
        self.screen.after_hand_change()

    def action_move(self, by: int) -> None:
        """Moves the cursor along the hand."""
        self.screen.hand.move(by)
        self.screen.draw_hand()

    def action_move_line(self, by: int) -> None:
        """Moves the cursor a line up or down."""
        self.screen.hand.move_line(by, self.screen.cards_across)
        self.screen.draw_hand()

    def action_move_to(self, index: int) -> None:
        """Moves the cursor to the first or the last card."""
        hand = self.screen.hand
        hand.cursor = 0 if index == 0 else max(0, len(hand.cards) - 1)
        self.screen.draw_hand()

    def action_carry(self, by: int) -> None:
        """Moves the card under the cursor within the hand."""
        self.screen.hand.carry(by)
        self.screen.draw_hand()

    def action_rank(self, rank: str) -> None:
        """Moves the cursor to the next card of a rank."""
        if self.screen.hand.find_rank(*rank.split()):
            self.screen.draw_hand()
        else:
            self.screen.say(no_rank_text(*rank.split()))

    def action_pick(self) -> None:
        """Picks the card under the cursor or puts it back."""
        self.screen.hand.toggle()
        self.screen.after_hand_change()

    def action_unpick(self) -> None:
        """Puts all picked cards back."""
        self.screen.hand.unpick()
        self.screen.say()
        self.screen.after_hand_change()

    def action_sort(self) -> None:
        """Sorts the hand in the next way."""
        way = self.screen.hand.change_sort()
        self.screen.draw_hand()
        self.screen.say(SORT_WORDS[way], "dim")
