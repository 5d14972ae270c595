"""The clock of the call window, if the table plays with one: a bar that runs down, and a pause."""

from typing import Any, Final

from shanghai.engine.seats import NOBODY
from shanghai.ui.kit.lines import Bit, Row
from shanghai.ui.kit.part import Part
from shanghai.ui.table.table_screen import TableScreen
from shanghai.words.table import TIME_IS_UP

BAR: Final = 12
"""The cells of a full bar."""
TICK: Final = 0.25
"""Seconds between two looks at the clock."""


class CallClock(Part[TableScreen[Any]]):
    """How long people are still asked about the card, whether a person or a computer is next.

    Its screen draws the bar in `draw_clock`, which follows each change of `row`.
    """

    def __init__(self, screen: TableScreen[Any]) -> None:
        super().__init__(screen)
        self.row: Row = ()
        """The bar, empty while the clock does not run."""
        self._ends_at = 0.0
        self._paused_with = -1.0
        self._asked: object = None

    def start(self) -> None:
        """Looks at the clock a few times a second from now on."""
        self.screen.set_interval(TICK, self.tick)

    @property
    def seconds(self) -> int:
        """The seconds of the settings; 0 is no clock."""
        if self.screen.session.is_lesson:
            return 0
        return self.screen.app.settings.call_seconds

    @property
    def runs(self) -> bool:
        """Whether people are asked now, by the clock; not once the next player sits down."""
        session = self.screen.session
        if not self.seconds or not session.window_open():
            return False
        if session.is_bot(session.public().turn):
            return True
        return session.at == NOBODY and bool(session.callers() or session.shanghai_callers())

    @property
    def seconds_left(self) -> float:
        """The seconds that are left, also while the clock is held."""
        return self._paused_with if self._paused_with >= 0 else self._ends_at - self.screen.now()

    def tick(self) -> None:
        """Draws the bar, and closes the window when it has run down."""
        screen = self.screen
        if not screen.is_on_top or not self.runs:
            if self._asked is not None:
                self._asked = None
                self._show(())
            return
        offer = screen.session.offer
        if offer != self._asked:
            self._asked, self._paused_with = offer, -1.0
            self._ends_at = screen.now() + self.seconds
        left = self.seconds_left
        if left <= 0:
            screen.session.offers.expired = offer
            screen.session.close_window()
            screen.redraw()
            screen.say(TIME_IS_UP, "dim")
        else:
            self._show(self._bar(left))

    def _show(self, row: Row) -> None:
        self.row = row
        self.screen.draw_clock()

    def _bar(self, left: float) -> Row:
        full = round(BAR * min(1.0, left / self.seconds))
        on, off = ("#", ".") if self.screen.card_style.ascii else ("━", "─")
        held = "  held" if self._paused_with >= 0 else ""
        return (
            Bit(on * full, "accent"),
            Bit(off * (BAR - full), "dim"),
            Bit(f"  {int(left + 0.99)} s{held}"),
        )

    def action_hold(self) -> None:
        """Holds the clock, or lets it run on."""
        if self._paused_with >= 0:
            self._ends_at = self.screen.now() + self._paused_with
            self._paused_with = -1.0
        else:
            self._paused_with = max(0.1, self.seconds_left)
        self.tick()
