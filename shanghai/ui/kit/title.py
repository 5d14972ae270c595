"""The name of the game in large letters between its four suits."""

from typing import Final

from textual.geometry import Size

from shanghai.ui.kit.app import app_of
from shanghai.ui.kit.frames import centred
from shanghai.ui.kit.lines import Bit, Lines, Row

_LETTERS: Final = {
    "S": ("▄▀▀▀", "▀▀▀▄", "▄▄▄▀"),
    "H": ("█  █", "█▀▀█", "█  █"),
    "A": ("▄▀▀▄", "█▀▀█", "█  █"),
    "N": ("█▄ █", "█ ▀█", "█  █"),
    "G": ("▄▀▀▀", "█ ▀█", "▀▄▄▀"),
    "I": ("█", "█", "█"),
}
_PLAIN: Final = {
    "S": (".--.", "`--.", "`--'"),
    "H": ("|  |", "|--|", "|  |"),
    "A": (".--.", "|--|", "|  |"),
    "N": (".  .", "|\\ |", "| \\|"),
    "G": (".--.", "| -.", "`--'"),
    "I": ("|", "|", "|"),
}
_SUITS: Final = (
    ("♠", "S", "spade"),
    ("♥", "H", "heart"),
    ("♦", "D", "diamond"),
    ("♣", "C", "club"),
)


def title_rows(ascii_only: bool) -> list[Row]:
    """The title as lines, all of one width."""
    letters = _PLAIN if ascii_only else _LETTERS
    return [
        (Bit("  ".join(letters[letter][line] for letter in "SHANGHAI"), "accent"),)
        for line in range(3)
    ]


def suit_row(ascii_only: bool) -> Row:
    """The four suits in a row with rules beside them."""
    dash = "-" if ascii_only else "─"
    bits = [Bit(dash * 14 + "  ", "dim")]
    for glyph, letter, look in _SUITS:
        bits.append(Bit(f" {letter if ascii_only else glyph} ", look))
        bits.append(Bit(" "))
    return (*bits, Bit(" " + dash * 14, "dim"))


class Title(Lines):
    """The large title with a small line below it."""

    def __init__(self, below: str) -> None:
        super().__init__()
        self._below = below

    def on_resize(self) -> None:
        """Draws all lines in the middle of the widget."""
        plain = app_of(self).is_ascii
        rows = [*title_rows(plain), (), suit_row(plain), (Bit(self._below, "dim"),)]
        self.show([centred(line, self.size.width) for line in rows])

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Six lines."""
        return 6
