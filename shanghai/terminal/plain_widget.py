"""A widget whose lines are drawn as they are, without Textual's work on borders and tints."""

from collections.abc import Iterable
from typing import Any

from rich.segment import Segment
from textual._styles_cache import StylesCache
from textual.geometry import Offset, Region
from textual.strip import Strip
from textual.widget import Widget


class PlainWidget(Widget):
    """A widget whose lines have all their colours and the full width.

    Textual adds borders, padding and tints to each line of a widget, and looks for them each time.
    If the styles have none of them, this widget takes its lines as they are.
    """

    def __init__(self, **options: Any) -> None:  # noqa: ANN401
        super().__init__(**options)
        self._line_cache = self._styles_cache = _LineCache()

    def notify_style_update(self) -> None:
        """Forgets all drawn lines, as the styles have changed (extends Textual's)."""
        self._line_cache.clear()
        super().notify_style_update()

    def refresh_parts(self, *regions: Region) -> None:
        """Lets the screen draw parts of the widget again. Place and size of the widget stay. It is
        faster than Textual's `refresh`, whose messages wake the program three times."""
        screen: Any = self.screen if self.is_attached else None
        if not self._is_mounted or not screen or screen not in screen._compositor:
            self.refresh(*regions)
            return
        self._layout_cache.clear()
        self._set_dirty(*regions)
        self.clear_cached_dimensions()
        screen._dirty_widgets.add(self)
        if screen.is_current and not screen.app._batch_count:
            screen._update_timer.resume()

    def parts(
        self, place: Offset, spans: Iterable[tuple[int, int, int]]
    ) -> list[tuple[int, int, list[Segment]]]:
        """The text of some spans of the screen, for a widget at `place`.

        A span has its line, its first column and the column after its last one. A part has the
        line, the first column and the text. Empty if one of them needs its whole line drawn.
        """
        if not self._line_cache.is_bare(self):
            return []
        parts = []
        for y, first, end in spans:
            part = self.render_part(y - place.y, first - place.x, end - place.x)
            if part is None:
                return []
            parts.append((y, first, part))
        return parts

    def render_part(self, y: int, first: int, end: int) -> list[Segment] | None:
        """Columns `first` to before `end` of line `y`. None: the whole line must be drawn."""
        return None


class _LineCache(StylesCache):
    """Keeps the lines of a widget until they change. Skips Textual's work for bare styles."""

    def __init__(self) -> None:
        super().__init__()
        self._is_bare: bool | None = None
        """The known answer of `is_bare`. None: not known, as the styles may have changed."""

    def clear(self) -> None:
        """Forgets all lines (extends Textual's)."""
        super().clear()
        self._is_bare = None

    def is_bare(self, widget: Widget) -> bool:
        """Whether the styles of the widget add nothing to its lines: no border, padding or tint."""
        if self._is_bare is None:
            self._is_bare = _has_bare_styles(widget)
        return self._is_bare

    def render_widget(self, widget: Widget, crop: Region) -> list[Strip]:
        """The lines of the region `crop` of a widget (extends Textual's)."""
        width = widget.size.width
        if width != self._width:
            self.clear()
            self._width = width
        if not self.is_bare(widget):
            return super().render_widget(widget, crop)
        strips = []
        for y in crop.line_range:
            if y in self._dirty_lines or y not in self._cache:
                self._cache[y] = widget.render_line(y)
            strips.append(self._cache[y])
        self._dirty_lines.difference_update(crop.line_range)
        if crop.column_span == (0, width):
            return strips
        return [strip.crop(crop.x, crop.right) for strip in strips]


def _has_bare_styles(widget: Widget) -> bool:
    styles = widget.styles
    is_framed = any(edge for edge, _ in (*styles.border, *styles.outline))
    is_tinted = bool(styles.tint.a) or styles.has_rule("hatch") or widget.opacity != 1
    return not (styles.padding or is_framed or is_tinted or widget.get_line_filters())
