"""A screen that is never shown in part, and for which nothing is done once it has gone."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Any, Generic

from textual._callback import invoke
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual.app import App
from textual.events import Mount, ScreenResume, Unmount
from textual.geometry import Region, Size
from textual.message import Message
from textual.messages import CloseMessages, Prune
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget

from shanghai.terminal.picture import Picture


def css_variables(app: App[Any]) -> Mapping[str, str]:
    """The variables of the present theme, as the style sheets have them."""
    variables: Mapping[str, str] = app.stylesheet._variables
    return variables


def paint(picture: Picture, update: LayoutUpdate | ChopsUpdate) -> None:
    """Paints what a screen has drawn anew into the picture of the terminal."""
    if isinstance(update, LayoutUpdate):
        if picture.size != update.region.size:
            picture.resize(*update.region.size)
        for y, strips in enumerate(update.strips, update.region.y):
            picture.paint(y, update.region.x, chain.from_iterable(strips))
        return
    for y, first, last in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            left, right = max(x, first), min(end, last)
            if strip is not None and left < right:
                picture.paint(y, left, strip.crop(left - x, right - x))


class CellCompositor(Compositor):
    """Textual's compositor with smaller partial updates."""

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


class WholeScreen(Screen[ScreenResultType], Generic[ScreenResultType]):
    """A screen whose first picture is a whole one, though Textual draws what has changed since its
    layout; what is to be called later finds all its widgets or is not called, unlike in Textual."""

    _is_arriving = False
    """Whether it has come on top and is not drawn yet."""
    _is_left_bare = False
    """Whether it was left before it had its widgets."""
    _waits_for_widgets = False

    def _on_timer_update(self) -> None:
        """Puts a frame off, once, while widgets have changed and the screen has not heard it."""
        widgets = self.walk_children(Widget)
        changed = (each._repaint_required or each._layout_required for each in widgets)
        is_whole = not self.message_queue_size and not any(changed)
        self._waits_for_widgets = not is_whole and not self._waits_for_widgets
        if not self._waits_for_widgets:
            super()._on_timer_update()

    def _on_screen_resume(self, event: ScreenResume) -> None:
        """Asks for one whole picture, and not for the styles that a new screen has just made."""
        event.refresh_styles = event.refresh_styles and self.stack_updates > 0
        self._is_arriving = True
        self.app.call_next(self.call_later, self._arrive)

    def _arrive(self) -> None:
        self._is_arriving = False
        if self.is_current:
            self._compositor_refresh()

    def _compositor_refresh(self) -> None:
        """Draws what has changed, all of it where the terminal shows another screen."""
        app: Any = self.app
        if self is app.screen and not app.is_inline:
            if app._batch_count:
                # What has changed stays noted, to be drawn after the batch.
                return
            if app.shown_screen is not self:
                if self._is_arriving or not self.freshen():
                    return
                self._compositor._dirty_regions.add(self._compositor.size.region)
                # Whatever of it was to be drawn again is drawn now.
                self._repaint_required = False
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

    def freshen(self) -> bool:
        """Draws what may be over before it is seen; False: the screen before stays in sight."""
        return True
