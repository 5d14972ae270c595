"""Reads and writes lines of plain text, so that no line can control a terminal."""

import contextlib
import shutil
import sys
from collections.abc import Collection, Iterator
from typing import BinaryIO, Final, Literal, TextIO

from shanghai.terminal.size import bounded_size
from shanghai.words.phrases import cards_in_words
from shanghai.words.sanitize import plain_line, sanitize

if sys.platform == "win32":
    from getpass import getpass
else:
    import termios

MOST_BYTES: Final = 2000
"""The longest line that is read, in bytes."""
InWords = Literal["", "short", "whole"]
"""How cards and moves are written. Empty: as the public format has them. "short" and "whole": in
words, as people speak, with the news of a question or with the whole of it."""
_MAX_TYPED: Final = 400
_CLEARED_LINES: Final = 60
"""The least number of blank lines that push old text off the screen."""


class EndOfInput(Exception):
    """There is no more line to read."""


class Interrupted(Exception):
    """The game has gone on at phones while the console waited for a line."""


class Console:
    """Where lines are read from and written to."""

    names: Collection[str] = ()
    """The names of the players, which stay as they are when cards are put in words."""

    def __init__(self, source: BinaryIO | None, out: TextIO, in_words: InWords = "") -> None:
        """Reads from `source`, None if that is closed, and writes to `out`."""
        self._source = source
        self._out = out
        self.in_words: InWords = in_words

    def say(self, *lines: str, as_typed: bool = False) -> None:
        """Writes lines, without anything that controls a terminal. With `as_typed` cards are not
        put in words."""
        for line in lines:
            if self.in_words and not as_typed:
                line = cards_in_words(line, self.names)
            self._out.write(plain_line(line, self._out.encoding) + "\n")
        self._out.flush()

    def read(self) -> str:
        """Reads the next line, cleaned. One that is too long is cut. Raises EndOfInput."""
        self._out.flush()
        line = self._source.readline(MOST_BYTES) if self._source is not None else b""
        if not line:
            raise EndOfInput
        rest = line
        while len(rest) == MOST_BYTES and not rest.endswith(b"\n") and self._source is not None:
            rest = self._source.readline(MOST_BYTES)
        return sanitize(line.decode("utf-8", "replace"), _MAX_TYPED)

    def read_hidden(self) -> str:
        """Reads the next line as `read` does. A terminal does not show it while it is typed."""
        if self._source is None or not self._source.isatty():
            return self.read()
        if sys.platform == "win32":
            return sanitize(getpass(""), _MAX_TYPED)
        with _no_echo(self._source):
            line = self.read()
        self._out.write("\n")
        return line

    def clear(self) -> None:
        """Pushes all that was written off the screen with blank lines."""
        _, lines = bounded_size(*shutil.get_terminal_size((80, _CLEARED_LINES)))
        self._out.write("\n" * max(_CLEARED_LINES, lines))


@contextlib.contextmanager
def _no_echo(source: BinaryIO) -> Iterator[None]:
    """Lets the terminal not show what is typed."""
    assert sys.platform != "win32"
    descriptor = source.fileno()
    before = termios.tcgetattr(descriptor)
    quiet = [*before]
    quiet[3] &= ~termios.ECHO
    termios.tcsetattr(descriptor, termios.TCSADRAIN, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
