"""A screen that is first drawn when it is complete, and that handles nothing after its end."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, Final, Generic

from rich.segment import Segment
from textual import constants
from textual._callback import invoke
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate, LayoutUpdate
from textual.app import App
from textual.events import Mount, ScreenResume, Unmount
from textual.geometry import Region, Size
from textual.message import Message
from textual.messages import CloseMessages, Prune
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget

from shanghai.terminal.picture import Picture
from shanghai.terminal.plain_widget import PlainWidget


def css_variables(app: App[Any]) -> Mapping[str, str]:
    """The CSS variables of the present theme, by name."""
    variables: Mapping[str, str] = app.stylesheet._variables
    return variables


def paint(picture: Picture, update: CompositorUpdate) -> None:
    """Paints what a screen has drawn again into the picture of the terminal."""
    if isinstance(update, PartsUpdate):
        for part in update.parts:
            picture.paint(*part)
    if isinstance(update, LayoutUpdate):
        if picture.size != update.region.size:
            picture.resize(*update.region.size)
        for y, strips in enumerate(update.strips, update.region.y):
            picture.paint(y, update.region.x, chain.from_iterable(strips))
    if not isinstance(update, ChopsUpdate):
        return
    for y, first, last in update.spans:
        for end, (x, chop) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            left, right = max(x, first), min(end, last)
            if chop is not None and left < right:
                picture.paint(y, left, chop, left - x, right - x)


Part = tuple[int, int, Iterable[Segment]] | tuple[int, int, Iterable[Segment], int, int]
"""A changed part of a line: line, first column and text. With two more numbers, only the cells of
the text from the first number to before the second."""


class PartsUpdate(CompositorUpdate):
    """An update of a screen by changed parts of its lines."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts


class CellCompositor(Compositor):
    """Textual's compositor, which draws fewer lines of fewer widgets where little has changed."""

    def render_partial_update(self) -> Any:  # noqa: ANN401
        """The update for all that has changed. Draws only the changed lines if a single widget
        covers them (extends Textual's)."""
        regions = {self.size.region.intersection(region) for region in self._dirty_regions}
        if not any(regions):
            self._dirty_regions.clear()
            return None
        crop = Region.from_union([region for region in regions if region])
        for widget, (region, clip) in self.visible_widgets.items():
            seen = region.intersection(clip)
            if not seen.overlaps(crop):
                continue
            if not seen.contains_region(crop):
                break
            self._dirty_regions.clear()
            spans = list(self._regions_to_spans(region for region in regions if region))
            if isinstance(widget, PlainWidget) and (parts := widget.parts(region.offset, spans)):
                return PartsUpdate(parts)
            rows = Region(seen.x, crop.y, seen.width, crop.height)
            lines = widget.render_lines(rows.translate(-region.offset))
            return PartsUpdate(
                [
                    (y, first, lines[y - rows.y], first - rows.x, last - rows.x)
                    for y, first, last in spans
                ]
            )
        return super().render_partial_update()

    def _get_renders(self, crop: Region | None = None) -> Iterator[tuple[Region, Region, Any]]:
        """Yields region, clip and lines of the widgets that are seen in `crop`, the top one first.
        Ends at a widget that fills it (overrides Textual's)."""
        for widget, (region, clip) in self.visible_widgets.items():
            seen = region.intersection(clip)
            if seen and (crop is None or crop.overlaps(seen)):
                yield region, clip, widget.render_lines(seen.translate(-region.offset))
                if crop is not None and seen.contains_region(crop):
                    return


def write_changed_cells(screen: Screen[Any]) -> None:
    """Gives a new screen the compositor that draws only what has changed."""
    screen._compositor = CellCompositor()


_FRAME_SECONDS: Final = 1 / constants.MAX_FPS


class FrameTimer:
    """Draws as soon as it is asked to, but at most `MAX_FPS` times a second. Textual's timer wakes
    the program once more after each frame, and delays a single key."""

    def __init__(self, draw: Callable[[], None]) -> None:
        self._draw = draw
        self._call: asyncio.TimerHandle | None = None
        self._drawn_at = 0.0

    @property
    def is_due(self) -> bool:
        """Whether a frame is to be drawn soon."""
        return self._call is not None

    def resume(self) -> None:
        """Asks for a frame, which is drawn as soon as one is allowed."""
        if self._call is None:
            loop = asyncio.get_running_loop()
            wait = self._drawn_at + _FRAME_SECONDS - loop.time()
            self._call = loop.call_later(max(0.0, wait), self._fire)

    def put_off(self) -> None:
        """Asks for a frame that is drawn one frame's time from now."""
        self.pause()
        self._drawn_at = asyncio.get_running_loop().time()
        self.resume()

    def pause(self) -> None:
        """Draws no frame until the next call of `resume`."""
        if self._call is not None:
            self._call.cancel()
            self._call = None

    def _fire(self) -> None:
        self._call = None
        self._drawn_at = asyncio.get_running_loop().time()
        self._draw()


_MAX_STEPS: Final = 30
"""How often a new screen is laid out at most before it is drawn, while its widgets change."""


class WholeScreen(Screen[ScreenResultType], Generic[ScreenResultType]):
    """A screen that is drawn for the first time when all its widgets are ready. A callback that
    comes later is called only while the screen and its widgets are there. Textual does neither."""

    _is_arriving = False
    """Whether the screen has come on top and is not drawn yet."""
    _steps_to_arrive = 0
    """How often the screen may still be laid out before it is drawn."""
    _is_left_bare = False
    """Whether the screen was closed before it had its widgets."""
    _waits_for_widgets = False
    """Whether the last frame was put off until widgets have told the screen of their changes."""
    _frame_timer: FrameTimer | None = None

    @property
    def _update_timer(self) -> Any:  # noqa: ANN401
        """The timer that draws the screen when it has changed (overrides Textual's)."""
        if self._frame_timer is None:
            self._frame_timer = FrameTimer(self._on_timer_update)
        return self._frame_timer

    def _on_timer_update(self) -> None:
        """Draws a frame. Puts it off once if widgets have changed and the screen does not know it
        yet (extends Textual's)."""
        self._waits_for_widgets = self._is_changing() and not self._waits_for_widgets
        if self._waits_for_widgets:
            self._update_timer.put_off()
            return
        try:
            super()._on_timer_update()
        except Exception as error:
            self.app._handle_exception(error)

    def _is_changing(self) -> bool:
        """Whether the screen or a widget has changed, and the screen does not know it yet."""
        return self.message_queue_size > 0 or any(
            each._repaint_required or each._layout_required for each in self.walk_children(Widget)
        )

    def _on_screen_resume(self, event: ScreenResume) -> None:
        """Asks for one whole picture. Does not make the styles of a new screen a second time
        (overrides Textual's)."""
        event.refresh_styles = event.refresh_styles and self.stack_updates > 0
        self._begin_arrival()

    def _screen_resized(self, size: Size) -> None:
        """Lays the screen out for another size of the window. It is drawn once its widgets have
        come to rest (extends Textual's)."""
        if self.is_current:
            self._begin_arrival()
        super()._screen_resized(size)

    def _begin_arrival(self) -> None:
        self._is_arriving = True
        self._steps_to_arrive = _MAX_STEPS
        self.app.call_next(self.call_later, self._arrive)

    def _arrive(self) -> None:
        """Draws the screen once its widgets have come to rest. Else lays it out and tries again."""
        if not self._is_arriving:
            # Two calls were under way, as by a change of the size. The first one has drawn it.
            return
        if self._may_settle() and self._is_settling():
            self._steps_to_arrive -= 1
            super()._on_timer_update()
            # Through the queue of the app, so that the widgets handle their messages first.
            self.app.call_next(self.call_later, self._arrive)
            return
        self._is_arriving = False
        if self.is_current:
            self._compositor_refresh()

    def _may_settle(self) -> bool:
        """Whether the screen may be laid out once more before it is drawn."""
        if not self.is_current or self.app._batch_count:
            return False
        if self._steps_to_arrive == _MAX_STEPS and not self.prepare_to_show():
            return False
        return self._steps_to_arrive > 0

    def _is_settling(self) -> bool:
        """Whether the layout or a message to a widget is still to be handled."""
        return (
            self._layout_required
            or self._scroll_required
            or self._is_changing()
            or any(each.message_queue_size for each in self.walk_children(Widget))
        )

    def _compositor_refresh(self) -> None:
        """Draws what has changed, or everything if the terminal shows another screen (extends
        Textual's)."""
        app: Any = self.app
        if self is app.screen and not app.is_inline:
            if app._batch_count:
                # What has changed stays noted, to be drawn after the batch.
                return
            if app.shown_screen is not self:
                # The app may know a new size of the window before the screen is laid out for it.
                if self._is_arriving or self.outer_size != app.size or not self.prepare_to_show():
                    return
                self._compositor._dirty_regions.add(self._compositor.size.region)
                # All is drawn now, so nothing is left to be drawn again.
                self._repaint_required = False
        # Textual's method forgets all changed widgets, also those that are not noted here.
        self._compositor.update_widgets(self._dirty_widgets)
        super()._compositor_refresh()

    def _post_register(self, app: App[Any]) -> None:
        """Calls `follow_size` before the styles of the screen are made (extends Textual's)."""
        super()._post_register(app)
        self.follow_size(app.size)

    def follow_size(self, size: Size) -> None:
        """Sets the classes by which styles follow the size of the window."""

    async def _dispatch_message(self, message: Message) -> None:
        """Handles a message. A screen that was closed before it had its widgets gets only the
        messages that end it (extends Textual's)."""
        if isinstance(message, Mount) and (self._pruning or not self.is_attached):
            self._is_left_bare = True
        if not self._is_left_bare or isinstance(message, Prune | CloseMessages | Unmount):
            await super()._dispatch_message(message)

    def call_after_refresh(
        self, callback: Callable[..., object], *args: object, **kwargs: object
    ) -> bool:
        """Makes a call after the next drawing, if the screen is still there (extends Textual's)."""
        return super().call_after_refresh(self._call_if_there, partial(callback, *args, **kwargs))

    async def _call_if_there(self, callback: Callable[[], object]) -> None:
        if self.is_running:
            await invoke(callback)

    async def _flush_next_callbacks(self) -> None:
        """Makes the calls of `call_next`, if the screen is still there (extends Textual's)."""
        if not self.is_running:
            self._next_callbacks.clear()
        await super()._flush_next_callbacks()

    async def _message_loop_exit(self) -> None:
        """Ends the workers of the screen before its widgets are removed (extends Textual's)."""
        self.workers.cancel_node(self)
        await super()._message_loop_exit()

    def prepare_to_show(self) -> bool:
        """Called before the screen is drawn for the first time. A subclass may bring it up to date
        here. False: it is not drawn, so the screen before it stays in sight."""
        return True
