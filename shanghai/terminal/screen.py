"""A screen that is never shown in part, and for which nothing is done once it has gone."""

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
    """The variables of the present theme, as the style sheets have them."""
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
"""A changed part of a line: the line, its first column and its text, or the cells of that text from
one to before another."""


class PartsUpdate(CompositorUpdate):
    """Changed parts of lines."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts


class CellCompositor(Compositor):
    """Textual's compositor, which draws fewer lines of fewer widgets where little has changed."""

    def render_partial_update(self) -> Any:  # noqa: ANN401
        """What has changed; of a single widget its changed lines alone (extends Textual's)."""
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
        """The lines of widgets seen in a region, foremost first, down to one that fills it."""
        for widget, (region, clip) in self.visible_widgets.items():
            seen = region.intersection(clip)
            if seen and (crop is None or crop.overlaps(seen)):
                yield region, clip, widget.render_lines(seen.translate(-region.offset))
                if crop is not None and seen.contains_region(crop):
                    return


def write_changed_cells(screen: Screen[Any]) -> None:
    """Lets a new screen write only the cells that changed."""
    screen._compositor = CellCompositor()


_FRAME_SECONDS: Final = 1 / constants.MAX_FPS


class FrameTimer:
    """Draws at once, and at most sixty times a second.

    Textual's timer wakes the program once more after each frame, and makes a single key wait.
    """

    def __init__(self, draw: Callable[[], None]) -> None:
        self._draw = draw
        self._call: asyncio.TimerHandle | None = None
        self._drawn_at = 0.0

    @property
    def is_due(self) -> bool:
        """Whether a frame is to be drawn soon."""
        return self._call is not None

    def resume(self) -> None:
        """Draws a frame as soon as one is allowed."""
        if self._call is None:
            loop = asyncio.get_running_loop()
            wait = self._drawn_at + _FRAME_SECONDS - loop.time()
            self._call = loop.call_later(max(0.0, wait), self._fire)

    def put_off(self) -> None:
        """Draws a frame when the time of another one is over."""
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
"""How often a new screen is laid out at most until its widgets have come to rest."""


class WholeScreen(Screen[ScreenResultType], Generic[ScreenResultType]):
    """A screen whose first picture is a whole one, though Textual draws what has changed since its
    layout; what is to be called later finds all its widgets or is not called, unlike in Textual."""

    _is_arriving = False
    """Whether it has come on top and is not drawn yet."""
    _steps_to_arrive = 0
    """How often it may still be laid out before it is drawn."""
    _is_left_bare = False
    """Whether it was left before it had its widgets."""
    _waits_for_widgets = False
    _frame_timer: FrameTimer | None = None

    @property
    def _update_timer(self) -> Any:  # noqa: ANN401
        """What draws the screen when it has changed (overrides Textual's)."""
        if self._frame_timer is None:
            self._frame_timer = FrameTimer(self._on_timer_update)
        return self._frame_timer

    def _on_timer_update(self) -> None:
        """Puts a frame off, once, while widgets have changed and the screen has not heard it."""
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
        """Asks for one whole picture, and not for the styles that a new screen has just made."""
        event.refresh_styles = event.refresh_styles and self.stack_updates > 0
        self._begin_arrival()

    def _screen_resized(self, size: Size) -> None:
        """Lays the screen out for another size of the window. It is drawn once, when no widget
        changes any more."""
        if self.is_current:
            self._begin_arrival()
        super()._screen_resized(size)

    def _begin_arrival(self) -> None:
        self._is_arriving = True
        self._steps_to_arrive = _MAX_STEPS
        self.app.call_next(self.call_later, self._arrive)

    def _arrive(self) -> None:
        """Draws the screen when no widget changes any more, so that it is drawn only once."""
        if not self._is_arriving:
            # It was asked for twice, as by a change of the size, and is drawn.
            return
        if self._may_settle() and self._is_settling():
            self._steps_to_arrive -= 1
            super()._on_timer_update()
            # By way of the app, so that the widgets have their turn.
            self.app.call_next(self.call_later, self._arrive)
            return
        self._is_arriving = False
        if self.is_current:
            self._compositor_refresh()

    def _may_settle(self) -> bool:
        """Whether the screen is to be laid out further before it is drawn."""
        if not self.is_current or self.app._batch_count:
            return False
        if self._steps_to_arrive == _MAX_STEPS and not self.prepare_to_show():
            return False
        return self._steps_to_arrive > 0

    def _is_settling(self) -> bool:
        """Whether a message for a widget waits, or the layout does."""
        return (
            self._layout_required
            or self._scroll_required
            or self._is_changing()
            or any(each.message_queue_size for each in self.walk_children(Widget))
        )

    def _compositor_refresh(self) -> None:
        """Draws what has changed, all of it where the terminal shows another screen."""
        app: Any = self.app
        if self is app.screen and not app.is_inline:
            if app._batch_count:
                # What has changed stays noted, to be drawn after the batch.
                return
            if app.shown_screen is not self:
                # The size of the window is known before the screen is laid out for it.
                if self._is_arriving or self.outer_size != app.size or not self.prepare_to_show():
                    return
                self._compositor._dirty_regions.add(self._compositor.size.region)
                # Whatever of it was to be drawn again is drawn now.
                self._repaint_required = False
        # The next line forgets which widgets have changed, also those that are not noted yet.
        self._compositor.update_widgets(self._dirty_widgets)
        super()._compositor_refresh()

    def _post_register(self, app: App[Any]) -> None:
        """Lets the screen take the size of the window before its styles are made."""
        super()._post_register(app)
        self.follow_size(app.size)

    def follow_size(self, size: Size) -> None:
        """Sets the classes by which styles follow the size of the window."""

    async def _dispatch_message(self, message: Message) -> None:
        """Tells a screen that was left before it had its widgets of nothing but its end."""
        if isinstance(message, Mount) and (self._pruning or not self.is_attached):
            self._is_left_bare = True
        if not self._is_left_bare or isinstance(message, Prune | CloseMessages | Unmount):
            await super()._dispatch_message(message)

    def call_after_refresh(
        self, callback: Callable[..., object], *args: object, **kwargs: object
    ) -> bool:
        """Calls something once all is drawn, if the screen is still there (extends Textual's)."""
        return super().call_after_refresh(self._call_if_there, partial(callback, *args, **kwargs))

    async def _call_if_there(self, callback: Callable[[], object]) -> None:
        if self.is_running:
            await invoke(callback)

    async def _flush_next_callbacks(self) -> None:
        """Calls what is to be called next, if the screen is still there (extends Textual's)."""
        if not self.is_running:
            self._next_callbacks.clear()
        await super()._flush_next_callbacks()

    async def _message_loop_exit(self) -> None:
        """Ends the workers of the screen before its widgets go (extends Textual's)."""
        self.workers.cancel_node(self)
        await super()._message_loop_exit()

    def prepare_to_show(self) -> bool:
        """Draws what may be over before it is seen; False: the screen before stays in sight."""
        return True
