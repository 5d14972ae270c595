"""Hints: what a computer player would do in the seat of a hand, from its own view alone."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from shanghai.engine.actions import Discard, LayOff, SeatAction, Swap
from shanghai.engine.cards import Card
from shanghai.engine.seats import SeatIndex
from shanghai.engine.view import SeatView
from shanghai.terminal import threads
from shanghai.ui.kit.command import Reason
from shanghai.ui.kit.part import Part
from shanghai.ui.table.session.pacing import thinking_time
from shanghai.ui.table.session.player_help import may_hint
from shanghai.ui.table.table_screen import TableScreen
from shanghai.words.table import lay_all_hint

if TYPE_CHECKING:
    from shanghai.host.hints import Hint


class Hinter(Part[TableScreen[Any]]):
    """Asks for a hint and does it when asked again; forgets it once the game has gone on.

    `point` puts the cursor on the card of a hint, `follow` does its action, None for letting the
    card on offer go by.
    """

    def __init__(
        self,
        screen: TableScreen[Any],
        seat: SeatIndex,
        point: Callable[[Card], None],
        follow: Callable[[SeatAction | None], None],
    ) -> None:
        super().__init__(screen)
        self._seat = seat
        self._point = point
        self._follow = follow
        self._given_for: SeatView | None = None
        """The view for which a hint stands on the screen."""
        self._action: SeatAction | None = None
        self._words: object = None
        """The hint as it stands on the screen."""

    @property
    def is_allowed(self) -> bool:
        """Whether the player of this hand may ask for hints."""
        return may_hint(self.screen.app, self.screen.session, self._seat)

    def why_not(self) -> Reason | None:
        """Why the player of this hand may have none, None if they may."""
        if self.is_allowed:
            return None
        return f"{self.screen.session.short_names[self._seat]} plays without hints."

    def action_hint(self) -> None:
        """Asks for a hint, the scorecard tells of it; where one stands on the screen, does it.

        While the turn goes on the next hint follows by itself.
        """
        screen, view = self.screen, self.screen.view
        if self._given_for is view and self._words is screen.said:
            self._given_for = None
            self._follow(self._action)
            now = screen.view
            if not screen.is_on_top or now is view or now.turn != self._seat:
                return
        screen.run_worker(self._ask(), exclusive=True, group="hint")

    async def _ask(self) -> None:
        from shanghai.host.hints import hint

        screen = self.screen
        view = screen.view
        heard = screen.session.log.heard(self._seat)
        show, seconds = screen.card_style.text, thinking_time(screen.app)
        is_turn = view.turn == self._seat
        lay_all = partial(lay_all_hint, screen.cap("lay-all") if is_turn else "")
        found = await threads.in_thread(hint, view, heard, show, seconds, lay_all)
        if screen.is_on_top and view is screen.view:
            if not view.seats[self._seat].handicap.hints:
                screen.session.hinted.add(self._seat)
            self._show(found, view)

    def _show(self, found: "Hint", view: SeatView) -> None:
        """Says a hint, with the cursor on the card that it names."""
        if isinstance(found.action, Discard | LayOff | Swap):
            self._point(found.action.card)
        again = f" {self.screen.cap('hint')} again does it." if found.is_found else ""
        self.screen.say(found.words + again, "accent")
        if found.is_found:
            self._given_for, self._action, self._words = view, found.action, self.screen.said

    def forget(self) -> None:
        """Takes a hint off the screen once the game has gone on."""
        if self._given_for is not None and self._given_for is not self.screen.view:
            self._given_for = None
            if self._words is self.screen.said:
                self.screen.say()
