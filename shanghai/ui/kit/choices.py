"""A list to choose from: a mark that the keys move, and lines that the mouse can click."""

from collections.abc import Sequence

from msgspec import Struct
from textual.geometry import Size
from textual.message import Message

from shanghai.ui.kit.app import app_of
from shanghai.ui.kit.lines import Bit, Lines, Row, Target, cut_row, pad
from shanghai.words.cells import cell_width


class Choice(Struct, frozen=True):
    """One line of a list: its id, its name, and a few words at the right."""

    id: str
    name: str
    note: str = ""
    enabled: bool = True


class Choices(Lines):
    """The list; it is told to move, and tells what was clicked."""

    class Chosen(Message):
        """A choice was clicked."""

        def __init__(self, choice: Choice) -> None:
            self.choice = choice
            super().__init__()

    class Moved(Message):
        """Another choice is marked."""

    def __init__(
        self,
        choices: Sequence[Choice],
        *,
        at: int = 0,
        name_width: int = 14,
    ) -> None:
        super().__init__()
        self.choices = tuple(choices)
        self.at = at
        self._name_width = name_width
        self._first = 0

    @property
    def current(self) -> Choice:
        """The marked choice."""
        return self.choices[self.at]

    def on_resize(self) -> None:
        """Draws it for its new size."""
        self.draw()

    def move(self, by: int) -> None:
        """Moves the mark, around the ends."""
        self.mark((self.at + by) % len(self.choices))

    def on_mouse_scroll_down(self) -> None:
        """Moves the mark down a list that is longer than its place."""
        self._scroll(1)

    def on_mouse_scroll_up(self) -> None:
        """Moves the mark up a list that is longer than its place."""
        self._scroll(-1)

    def _scroll(self, by: int) -> None:
        if len(self.choices) > self.size.height and 0 <= self.at + by < len(self.choices):
            self.mark(self.at + by)

    def mark(self, index: int) -> None:
        """Marks a choice."""
        if index != self.at:
            self.at = index
            self.draw()
            self.post_message(self.Moved())

    def replace(self, choices: Sequence[Choice]) -> None:
        """Shows other choices; the mark stays where it was, or moves to the last one."""
        is_other_length = len(choices) != len(self.choices)
        self.choices = tuple(choices)
        self.at = max(0, min(self.at, len(self.choices) - 1))
        self.draw()
        if is_other_length:
            self.refresh(layout=True)

    def draw(self) -> None:
        """Draws the lines that fit, the marked one among them."""
        high = self.size.height or len(self.choices)
        self._first = max(0, min(self._first, self.at, len(self.choices) - high))
        self._first = max(self._first, self.at - high + 1)
        shown = range(self._first, min(len(self.choices), self._first + high))
        self.show([self._line(index) for index in shown])

    def on_lines_clicked(self, message: Lines.Clicked) -> None:
        """Marks what was clicked, and chooses it."""
        target: Target = message.target
        if message.lines is not self or not isinstance(target, int):
            return
        message.stop()
        self.mark(target)
        self.post_message(self.Chosen(self.current))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A line for each choice."""
        return len(self.choices)

    def _line(self, index: int) -> Row:
        choice = self.choices[index]
        marked = index == self.at
        mark = app_of(self).card_style.arrow
        look = "cursor" if marked else ("strong" if choice.enabled else "dim")
        wide = self.size.width or 200
        room = max(self._name_width, wide - 5 - cell_width(choice.note))
        name = pad(cut_row((Bit(choice.name, look, index),), room), self._name_width, look)
        note_look = "cursor" if marked else "dim"
        line = (
            Bit(f" {mark} " if marked else "   ", look, index),
            *[bit._replace(target=index) for bit in name],
            Bit(f"  {choice.note}", note_look, index),
        )
        return tuple(
            bit._replace(target=index)
            for bit in pad(cut_row(line, wide), min(wide, 200), note_look)
        )
