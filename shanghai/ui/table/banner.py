"""The banner of a called SHANGHAI, on the table for a second: the card, and who catches whom."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct
from textual.timer import Timer

from shanghai.engine.cards import Card
from shanghai.engine.events import ShanghaiCalled
from shanghai.ui.kit.frames import block_centred, centred, window_frame
from shanghai.ui.kit.lines import Bit, Row, side_by_side, width
from shanghai.ui.kit.pictures import LARGE, MEDIUM, SMALL, CardSize, picture
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.kit.seat_marks import seat_look
from shanghai.ui.kit.title import title_rows
from shanghai.ui.table.session.session import Session
from shanghai.words.cards import CardStyle
from shanghai.words.short_names import name_at
from shanghai.words.table import CATCHES, SHANGHAI_CALLED

_SECONDS: Final = 1.2


class Banner(Struct, frozen=True):
    """What a banner says: the card, and who has called it on whom."""

    card: Card
    words: Row


def banner_blocks(banner: Banner, style: CardStyle) -> tuple[Callable[[int], list[Row]], ...]:
    """The ways to draw a banner, the largest first."""

    def of_size(size: CardSize) -> Callable[[int], list[Row]]:
        return lambda wide: _drawn(banner, style, size, wide)

    return tuple(map(of_size, (LARGE, MEDIUM, SMALL)))


def _drawn(banner: Banner, style: CardStyle, size: CardSize, wide: int) -> list[Row]:
    """The card with the word and the sentence beside it, in a frame in the middle."""
    card = picture(banner.card, style, ("discard",), size)
    words: list[Row] = [*title_rows(style.ascii), (), banner.words]
    above = max(0, (len(card) - len(words)) // 2)
    body = side_by_side(card, [*[()] * above, *words], gap=4)
    outer = min(wide, max(map(width, body)) + 8)
    frame = window_frame(block_centred(body, outer - 4), outer, style, SHANGHAI_CALLED)
    return [centred(line, wide) for line in frame]


class ShanghaiBanner:
    """Shows each called SHANGHAI once on a screen, where things may move."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._seen = session.log.last_shanghai()[0]
        self._timer: Timer | None = None
        self.shown: Banner | None = None

    def follow(self, screen: BaseScreen[Any], redraw: Callable[[], None]) -> None:
        """Shows what has been called since the last look; `redraw` draws without it again."""
        at, event = self._session.log.last_shanghai()
        is_new, self._seen = at > self._seen, at
        if event is None or not is_new or not screen.app.may_animate:
            return
        self.end()
        self.shown = self._banner(event)
        self._timer = screen.set_timer(_SECONDS, lambda: self._end_on(redraw))

    def end(self) -> None:
        """Takes the banner away."""
        self.shown = None
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _end_on(self, redraw: Callable[[], None]) -> None:
        self.end()
        redraw()

    def _banner(self, event: ShanghaiCalled) -> Banner:
        view = self._session.public()
        return Banner(
            event.card,
            (
                Bit(name_at(view, event.seat), seat_look(event.seat)),
                Bit(CATCHES, "strong"),
                Bit(name_at(view, event.tosser), seat_look(event.tosser)),
                Bit("!", "strong"),
            ),
        )
