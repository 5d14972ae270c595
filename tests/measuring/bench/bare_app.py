"""The yardstick of the screen's figures: about as little as an app in Textual can be."""

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.widgets import Label


class BareApp(App[None]):
    """A row of framed labels of which the arrow keys mark one."""

    CSS = """
    Screen { layout: horizontal; }
    Label { width: 7; height: 3; border: round gray; }
    Label.here { border: round green; }
    """
    BINDINGS: ClassVar = [("left", "step(-1)", "left"), ("right", "step(1)", "right")]

    def compose(self) -> ComposeResult:
        """Fourteen labels."""
        self.place = 0
        self.labels = [Label(f"no {number}") for number in range(1, 15)]
        yield from self.labels

    def on_ready(self) -> None:
        """Marks the first."""
        self.labels[0].add_class("here")

    def action_step(self, by: int) -> None:
        """Moves the mark."""
        self.labels[self.place].remove_class("here")
        self.place = (self.place + by) % len(self.labels)
        self.labels[self.place].add_class("here")


if __name__ == "__main__":
    BareApp().run()
