"""The top line of a screen."""

from textual.widgets import Static


class TitleLine(Static):
    """The top line of a screen: its title at the left, a few words at the right."""

    DEFAULT_CSS = """
    TitleLine {
        dock: top;
        height: 1;
        padding: 0 1;
        background: $panel;
        color: $panel-ink;
        text-style: bold;
        text-wrap: nowrap;
        text-overflow: ellipsis;
    }
    """
