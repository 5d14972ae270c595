"""The end of a round: why it ended, every hand card by card, then the scorecard."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.events import Resize

from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Phase, State
from shanghai.ui import routes
from shanghai.ui.commands.scores import ROUND_OVER
from shanghai.ui.kit.frames import block_centred, centred
from shanghai.ui.kit.lines import Bit, Lines, Row, row, wrap
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.scores.open_hands import Calls, open_hands_rows
from shanghai.ui.table.chart import chart_rows
from shanghai.ui.table.scorecard import scorecard_rows
from shanghai.words import scores, setup
from shanghai.words.cards import CardStyle
from shanghai.words.evening import moved_texts, round_calls

if TYPE_CHECKING:
    from shanghai.ui.table.movement import Movement
    from shanghai.ui.table.session.session import Session


_CHART: Final = 10
"""The lines from which on a chart stands below the scorecard."""


class RoundOverScreen(BaseScreen[None]):
    """Every hand with its points and the scorecard: side by side where wide, else in turn."""

    HELP_TEXT = (
        "What everybody held when the round ended, each card with its points, and then the "
        "scorecard. {turn-over} turns from one to the other; {go-on} goes on. {correct} corrects a "
        "score. {stop-here}, pressed twice, ends the evening here and counts. {leave-table} leaves "
        "the game."
    )
    COMMAND_LIST = ROUND_OVER
    SETTLE = 0.5
    DEFAULT_CSS = """
    RoundOverScreen {
        & Horizontal { height: 1fr; }
        & VerticalScroll { width: 1fr; height: 1fr; padding: 1 1 0 1; }
        & #card-side { display: none; }
        &.-card #hands-side { display: none; }
        &.-card #card-side { display: block; }
        &.-very-wide #hands-side { display: block; }
        &.-very-wide #card-side { display: block; border-left: vkey $line; padding: 1 2; }
        &.-tall Horizontal { layout: vertical; }
        &.-tall #hands-side { display: block; height: auto; max-height: 65%; }
        &.-tall #card-side { display: block; height: 1fr; }
        &.-tall.-very-wide Horizontal { layout: horizontal; }
        &.-tall.-very-wide #hands-side { height: 1fr; max-height: 100%; }
        &.-tall.-very-wide #card-side { height: 1fr; max-height: 100%; }
    }
    .-ascii RoundOverScreen.-very-wide #card-side { border-left: ascii $line; }
    """

    def __init__(
        self, view: State, hinted: Collection[SeatIndex] = (), session: "Session | None" = None
    ) -> None:
        """Shows the end of the round of a view; with a `session` scores can be corrected."""
        super().__init__()
        self._view = view
        self._hinted = hinted
        self._table = session
        self._movement: Movement | None = None
        self._asks_stop = False
        if session is not None:
            self.guide = session.guide_for(self)

    def heading(self) -> str:
        """Which round is over."""
        return f"{setup.round_title(self._view.rules, self._view.round)} is over"

    @property
    def shows_both(self) -> bool:
        """Whether hands and scorecard are in sight together."""
        return self.has_class("-very-wide") or self.has_class("-tall")

    def content(self) -> ComposeResult:
        """The hands and the scorecard."""
        with Horizontal():
            with VerticalScroll(id="hands-side", can_focus=False):
                yield Lines(id="hands")
            with VerticalScroll(id="card-side", can_focus=False):
                yield Lines(id="card")

    def on_mount(self) -> None:
        """Draws once the widths are known."""
        for scroll in self.query(VerticalScroll):
            self.watch(scroll, "virtual_size", self.refresh_keys, init=False)
        self.call_after_refresh(self._draw_first)

    def _draw_first(self) -> None:
        """Draws both sides, the points of the hands ticking up where things may move."""
        self.draw()
        if getattr(self.app, "may_animate", False):
            from shanghai.ui.table.movement import count_up

            self._movement = count_up(self, self.query_one("#hands", Lines))

    def on_screen_suspend(self) -> None:
        """Nothing moves beneath another screen."""
        if self._movement is not None:
            self._movement.end()

    def on_resize(self, event: Resize) -> None:
        """Draws the screen again."""
        self.call_after_refresh(self.draw)

    @property
    def onward_label(self) -> str:
        """Where Enter leads."""
        if not (self.shows_both or self.shows_card):
            return "Scorecard"
        if self.is_lesson:
            return "End of the lesson"
        return "The result" if self.is_over else f"Next {self._view.rules.words.round}"

    @property
    def shows_card(self) -> bool:
        """Whether the scorecard has been turned to."""
        return self.has_class("-card")

    @property
    def is_over(self) -> bool:
        """Whether it was the last round."""
        return self._view.phase is Phase.GAME_OVER

    @property
    def is_lesson(self) -> bool:
        """Whether it is the round of a lesson."""
        return self.guide is not None

    @property
    def has_session(self) -> bool:
        """Whether the game is still played, so that scores can be corrected and it can be left."""
        return self._table is not None

    @property
    def is_long(self) -> bool:
        """Whether there is more than fits in sight."""
        # While a layout is under way its own measure of what is out of sight is that of before.
        side = self._scroll()
        return side.virtual_size.height > side.size.height

    def draw(self) -> None:
        """Draws both sides."""
        style = getattr(self.app, "card_style", CardStyle())
        hands, card = self.query_one("#hands", Lines), self.query_one("#card", Lines)
        wide = self.size.width - 5
        if self.has_class("-very-wide"):
            wide = self.size.width // 2 - 6
        table = scorecard_rows(self._view, wide, ascii_only=style.ascii, hinted=self._hinted)
        high = self.size.height - 4
        if self.has_class("-tall") and not self.has_class("-very-wide"):
            high -= len(table) + 1
        elif not self.shows_both:
            high -= 2
        calls = round_calls(self._table.log.heard(NOBODY)) if self._table is not None else None
        rows = hands_rows(self._view, wide, high, style, calls)
        if self.has_class("-very-wide"):
            rows = [*[()] * ((high - len(rows)) // 2), *rows]
        if not self.shows_both:
            standing = wrap(row(Bit(scores.standing(self._view), "strong")), wide)
            rows += [(), *(centred(line, wide) for line in standing)]
        hands.show(rows)
        room = self.size.height - 6 - len(table)
        if self.has_class("-very-wide") and self._view.results and room >= _CHART:
            table = [*table, (), *chart_rows(self._view, wide, room, style)]
        card.show(block_centred(table, wide))
        self.refresh_keys()
        self.call_after_refresh(self.refresh_keys)

    def action_turn(self) -> None:
        """Turns from the hands to the scorecard, or back."""
        self.toggle_class("-card")
        self.draw()

    def action_go_on(self) -> None:
        """Shows the scorecard, or ends the screen where it has been shown."""
        if self.shows_both or self.has_class("-card"):
            self.dismiss(None)
        else:
            self.action_turn()

    def action_correct(self) -> None:
        """Lets a score be corrected, then shows the scores that hold now."""
        if self._table is not None:
            self.open(routes.Correct(self._table), self._corrected)

    def action_stop_here(self) -> None:
        """Asks whether to count the game as it stands; the same key again does so."""
        if self._table is None:
            return
        if self._asks_stop:
            self._table.stop()
            self.dismiss(None)
            return
        self._asks_stop = True
        self.app.notify(
            f"Press {self.cap('stop-here')} again to count the game as it stands: "
            "no further round is played."
        )

    def action_leave_table(self) -> None:
        """Asks whether to leave the game."""
        if self._table is not None:
            kept = bool(getattr(self.app, "game_kept", False))
            asks = routes.Leave(kept=kept, lesson=self._table.is_lesson)
            self.open(asks, self._leave_answered)

    def _leave_answered(self, leave: bool | None) -> None:
        if leave and self._table is not None:
            self._table.leave()
            self.dismiss(None)

    def _corrected(self, _: None) -> None:
        if self._table is not None:
            self._view = self._table.public()
            self.draw()

    def _scroll(self) -> VerticalScroll:
        side = "#card-side" if self.has_class("-card") else "#hands-side"
        return self.query_one(side, VerticalScroll)

    def action_scroll_lines(self, by: int) -> None:
        """Scrolls by lines."""
        self._scroll().scroll_relative(y=by, animate=False)

    def action_scroll_pages(self, by: int) -> None:
        """Scrolls by nearly a window."""
        scroll = self._scroll()
        scroll.scroll_relative(y=by * max(1, scroll.size.height - 2), animate=False)

    def action_scroll_to_end(self, side: int) -> None:
        """Scrolls to the first or the last line."""
        scroll = self._scroll()
        scroll.scroll_to(y=scroll.max_scroll_y if side > 0 else 0, animate=False)


def hands_rows(
    view: State, wide: int, high: int, style: CardStyle, calls: Calls | None = None
) -> list[Row]:
    """Why the round ended, every hand with its points, then who moved past whom."""
    if not view.results:
        return []
    why = wrap(row(Bit(scores.round_ended(view, view.results[-1]), "accent")), wide)
    moved = [part for text in moved_texts(view) for part in wrap(row(Bit(text, "strong")), wide)]
    gap: list[Row] = [()] if moved else []
    room = high - len(why) - 1 - len(gap) - len(moved)
    hands = open_hands_rows(view, wide, room, style, calls)
    before, after = ([centred(line, wide) for line in told] for told in (why, moved))
    return [*before, (), *hands, *gap, *after]
