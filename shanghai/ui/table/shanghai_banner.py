"""The moment of a called SHANGHAI: a banner on the table for a second, which no key waits for."""

from typing import Any, Final

from textual.timer import Timer

from shanghai.engine.events import ShanghaiCalled
from shanghai.ui.kit.lines import Bit
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.kit.seat_marks import seat_look
from shanghai.ui.table.banner import Banner
from shanghai.ui.table.session.session import Session
from shanghai.words.short_names import name_at

_SECONDS: Final = 1.2


class ShanghaiBanner:
    """Shows each called SHANGHAI once on a screen, where things may move."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._seen = session.log.last_shanghai()[0]
        self._timer: Timer | None = None
        self.shown: Banner | None = None

    def follow(self, screen: BaseScreen[Any]) -> None:
        """Shows what has been called since the last look, to be called before each drawing."""
        at, event = self._session.log.last_shanghai()
        is_new, self._seen = at > self._seen, at
        if event is None or not is_new or not getattr(screen.app, "may_animate", False):
            return
        self.end()
        self.shown = self._banner(event)
        self._timer = screen.set_timer(_SECONDS, lambda: self._end_on(screen))

    def end(self) -> None:
        """Takes the banner away."""
        self.shown = None
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _end_on(self, screen: BaseScreen[Any]) -> None:
        self.end()
        redraw = getattr(screen, "redraw", None)
        if redraw is not None:
            redraw()

    def _banner(self, event: ShanghaiCalled) -> Banner:
        view = self._session.public()
        return Banner(
            event.card,
            (
                Bit(name_at(view, event.seat), seat_look(event.seat)),
                Bit(" catches ", "strong"),
                Bit(name_at(view, event.tosser), seat_look(event.tosser)),
                Bit("!", "strong"),
            ),
        )
