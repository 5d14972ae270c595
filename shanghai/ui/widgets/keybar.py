"""The keys that are legal now, at the foot of the screen, to be pressed or clicked."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from textual.content import Content
from textual.events import Click, Leave, MouseMove
from textual.geometry import Size
from textual.message import Message
from textual.reactive import var
from textual.style import Style
from textual.widget import Widget

from shanghai.text.cells import cell_width
from shanghai.text.short_names import short_names


class Key(Struct, frozen=True):
    """A command as the bar shows it: its key, its words, and whether it may be done now.

    A key that is not `enabled` is drawn dimmed and says why when it is pressed. `name` is a
    player's name in the label, which the bar shortens where it has little room.
    """

    command: str
    cap: str
    label: str
    enabled: bool = True
    name: str = ""


_Line = list[tuple[int, str]]
"""A line of the bar: the keys that stand in it, each with its label."""
_MOST_LINES: Final = 3
_NAME_ROOMS: Final = (12, 10, 8, 6, 5, 4)
"""The cells of a name in a bar that is too full, the most that there is room for."""


class KeyBar(Widget):
    """Up to three lines of keys; set `keys` and it draws them, click one and it runs its action."""

    DEFAULT_CSS = """
    KeyBar {
        dock: bottom;
        height: auto;
        max-height: 3;
        width: 1fr;
        padding: 0 1;
        background: $panel;
        color: $foreground;
    }
    """

    keys: var[tuple[Key, ...]] = var(())
    _over: var[int] = var(-1)

    class Pressed(Message):
        """A key of the bar was clicked."""

        def __init__(self, key: Key) -> None:
            self.key = key
            super().__init__()

    def watch_keys(self, before: tuple[Key, ...], keys: tuple[Key, ...]) -> None:
        """Draws the new keys, anew laid out where they may take another number of lines."""
        if before != keys:
            self._over = -1
            self.refresh(layout=len(self._rows(before)) != len(self._rows(keys)))

    def watch__over(self) -> None:
        """Marks the key below the mouse."""
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The lines that the keys take at this width (overrides the measuring of the content)."""
        return max(1, len(self._rows(self.keys, width)))

    def render(self) -> Content:
        """The keys, each with its cap and its label."""
        lines = [
            Content("  ").join([self._draw(index, label) for index, label in row])
            for row in self._rows(self.keys, self.size.width)
        ]
        return Content("\n").join(lines)

    def on_click(self, event: Click) -> None:
        """Tells the screen which key was clicked."""
        index = event.style.meta.get("bar_key")
        if isinstance(index, int) and index < len(self.keys):
            event.stop()
            self.post_message(self.Pressed(self.keys[index]))

    def on_mouse_move(self, event: MouseMove) -> None:
        """Follows the mouse along the keys."""
        index = event.style.meta.get("bar_key")
        self._over = index if isinstance(index, int) else -1

    def on_leave(self, event: Leave) -> None:
        """Forgets the mouse."""
        self._over = -1

    @property
    def lines(self) -> int:
        """The lines that the keys take."""
        return min(_MOST_LINES, len(self._rows(self.keys)))

    @property
    def _ascii(self) -> bool:
        return bool(getattr(self.app, "is_ascii", False))

    @property
    def _unlit(self) -> str:
        """The style of a key that is not legal; an app without these themes has dim text."""
        return "$unlit" if "unlit" in self.app.theme_variables else "dim"

    def _draw(self, index: int, label: str) -> Content:
        key = self.keys[index]
        meta = Style.from_meta({"bar_key": index})
        if not key.enabled:
            text = f"{key.cap} {label}"
            return Content.styled(text, self._unlit).stylize(meta)
        over = " reverse" if index == self._over else ""
        return Content.assemble((key.cap, "bold $accent" + over), (f" {label}", over)).stylize(meta)

    def _rows(self, keys: Sequence[Key], width: int = 0) -> list[_Line]:
        """The lines of the bar, names cut as far as the keys need more lines than there are."""
        wide = width or self.size.width or 78
        labels = [key.label for key in keys]
        rows = list(_wrap(keys, labels, wide, self._ascii))
        names = tuple(dict.fromkeys(key.name for key in keys if key.name))
        for room in _NAME_ROOMS if names else ():
            if len(rows) <= _MOST_LINES:
                break
            short = dict(zip(names, short_names(names, room), strict=True))
            labels = [key.label.replace(key.name, short.get(key.name, ""), 1) for key in keys]
            rows = list(_wrap(keys, labels, wide, self._ascii))
        return rows


def _wrap(
    keys: Sequence[Key], labels: Sequence[str], width: int, ascii_only: bool
) -> Iterator[_Line]:
    row: _Line = []
    used = 0
    for index, (key, label) in enumerate(zip(keys, labels, strict=True)):
        size = cell_width(f"{key.cap} {label}")
        if row and used + 2 + size > width:
            yield row
            row, used = [], 0
        used += size + (2 if row else 0)
        row.append((index, label.replace("…", "~") if ascii_only else label))
    if row:
        yield row
