"""The clock of the call window, if the table plays with one: a bar that runs down, and a pause."""

from shanghai.ui.screens.table.table_screen import ResultT, TableScreen
from shanghai.ui.widgets.lines import Bit, Row

BAR = 12
"""The cells of a full bar."""
TICK = 0.25


class CallClock(TableScreen[ResultT]):
    """A screen on which people are asked about the card before a computer, for so many seconds."""

    clock_row: Row = ()
    """The bar of the clock, empty while none runs."""
    _ends_at = 0.0
    _paused_with = -1.0
    _asked: object = None

    def on_mount(self) -> None:
        """Looks at the clock a few times a second."""
        self.set_interval(TICK, self.tick)

    @property
    def call_seconds(self) -> int:
        """The seconds of the settings; 0 is no clock."""
        if self.session.is_lesson:
            return 0
        return int(getattr(getattr(self.app, "settings", None), "call_seconds", 0))

    @property
    def clock_runs(self) -> bool:
        """Whether people are asked now, by the clock, before a computer draws."""
        if not self.call_seconds or not self.session.window_open():
            return False
        return self.session.is_bot(self.session.public().turn)

    @property
    def seconds_left(self) -> float:
        """The seconds that are left, also while the clock is held."""
        return self._paused_with if self._paused_with >= 0 else self._ends_at - self._now()

    def tick(self) -> None:
        """Draws the bar, and closes the window when it has run down."""
        if self.app.screen is not self or not self.clock_runs:
            if self._asked is not None:
                self._asked = None
                self.clock_row = ()
                self.draw_clock()
            return
        offer = self.session.offer
        if offer != self._asked:
            self._asked, self._paused_with = offer, -1.0
            self._ends_at = self._now() + self.call_seconds
        left = self.seconds_left
        if left <= 0:
            self.session.close_window()
            self.redraw()
        else:
            self.clock_row = self._bar(left)
            self.draw_clock()

    def draw_clock(self) -> None:
        """Draws the bar of the clock."""

    def _bar(self, left: float) -> Row:
        full = round(BAR * min(1.0, left / self.call_seconds))
        on, off = ("#", ".") if self.card_style.ascii else ("━", "─")
        held = "  held" if self._paused_with >= 0 else ""
        return (
            Bit(on * full, "accent"),
            Bit(off * (BAR - full), "dim"),
            Bit(f"  {int(left + 0.99)} s{held}"),
        )

    def action_hold(self) -> None:
        """Holds the clock, or lets it run on."""
        if self._paused_with >= 0:
            self._ends_at = self._now() + self._paused_with
            self._paused_with = -1.0
        else:
            self._paused_with = max(0.1, self.seconds_left)
        self.tick()
