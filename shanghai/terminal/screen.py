"""A screen that is never shown in part: no picture is of two screens, or of two moments."""

from typing import Any, Generic

from textual.events import ScreenResume
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget


class WholeScreen(Screen[ScreenResultType], Generic[ScreenResultType]):
    """A screen whose first picture after another screen's is a whole one.

    Textual draws what has changed of a screen since it was laid out, also where the terminal still
    shows another one; and what is drawn during a batch is thrown away.
    """

    _is_drawn_whole = False
    """Whether the whole screen was drawn since it came on top."""
    _waits_for_widgets = False
    """Whether the last frame was put off."""

    def _on_timer_update(self) -> None:
        """Puts a frame off, once, while widgets have changed and the screen has not heard it.

        What is drawn of one change would else be drawn a frame before the rest of it.
        """
        is_whole = not self.message_queue_size and not any(
            widget._repaint_required or widget._layout_required
            for widget in self.walk_children(Widget)
        )
        self._waits_for_widgets = not is_whole and not self._waits_for_widgets
        if not self._waits_for_widgets:
            super()._on_timer_update()

    def _on_screen_resume(self, event: ScreenResume) -> None:
        """Asks for one whole picture; Textual lays out and draws, and then draws all again."""
        self._is_drawn_whole = False
        self.call_next(self._forget_repaint)

    def _forget_repaint(self) -> None:
        if self._is_drawn_whole:
            self._repaint_required = False

    def _compositor_refresh(self) -> None:
        """Draws what has changed, all of it where the terminal shows another screen."""
        app: Any = self.app
        if self is app.screen and not app.is_inline:
            if app._batch_count:
                # What has changed stays noted, to be drawn after the batch.
                return
            if app.shown_screen is not self:
                if not self.freshen():
                    return
                self._compositor._dirty_regions.add(self._compositor.size.region)
                # Whatever of it was to be drawn again is drawn now.
                self._repaint_required = False
                self._is_drawn_whole = True
        super()._compositor_refresh()

    def freshen(self) -> bool:
        """Draws what may be over by now, before the screen comes into sight.

        False while it has nothing to show: the screen before stays in sight.
        """
        return True
