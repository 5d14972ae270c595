"""Lines in and lines out: plain text both ways, so that no line can control a terminal."""

import contextlib
import shutil
from collections.abc import Collection, Iterator
from importlib.util import find_spec
from typing import BinaryIO, Final, Literal, TextIO

from shanghai.terminal.size import bounded_size
from shanghai.words.phrases import cards_in_words
from shanghai.words.sanitize import plain_line, sanitize

MOST_BYTES: Final = 2000
"""The longest line that is read, in bytes."""
InWords = Literal["", "short", "whole"]
"""Whether cards and moves are said in words, and how much is said at a question."""
_MOST_TYPED: Final = 400
_CLEARED_LINES: Final = 60
"""How many blank lines push what was shown away, where the terminal does not tell its height."""


class EndOfInput(Exception):
    """There is no line left to read."""


class Interrupted(Exception):
    """The game has gone on at phones while a line was waited for."""


class Console:
    """The two ends of a conversation in lines."""

    names: Collection[str] = ()

    def __init__(self, source: BinaryIO | None, out: TextIO, in_words: InWords = "") -> None:
        """Reads from `source`, None if closed, writes to `out`, with `in_words` as people speak."""
        self._source = source
        self._out = out
        self.in_words: InWords = in_words

    def say(self, *lines: str, as_typed: bool = False) -> None:
        """Writes lines, each with its indent, with nothing in them that controls a terminal."""
        for line in lines:
            if self.in_words and not as_typed:
                line = cards_in_words(line, self.names)
            self._out.write(plain_line(line, self._out.encoding) + "\n")
        self._out.flush()

    def read(self) -> str:
        """The next line, cleaned; one that is too long is cut. Raises EndOfInput."""
        self._out.flush()
        line = self._source.readline(MOST_BYTES) if self._source is not None else b""
        if not line:
            raise EndOfInput
        rest = line
        while len(rest) == MOST_BYTES and not rest.endswith(b"\n") and self._source is not None:
            rest = self._source.readline(MOST_BYTES)
        return sanitize(line.decode("utf-8", "replace"), _MOST_TYPED)

    def read_hidden(self) -> str:
        """The next line as `read` gives it, which a terminal does not show while it is typed."""
        if self._source is None or not self._source.isatty():
            return self.read()
        if not find_spec("termios"):
            from getpass import getpass

            return sanitize(getpass(""), _MOST_TYPED)
        with _no_echo(self._source):
            line = self.read()
        self._out.write("\n")
        return line

    def clear(self) -> None:
        """Pushes all that was written off the screen, as far as a plain terminal can."""
        _, lines = bounded_size(*shutil.get_terminal_size((80, _CLEARED_LINES)))
        self._out.write("\n" * max(_CLEARED_LINES, lines))


@contextlib.contextmanager
def _no_echo(source: BinaryIO) -> Iterator[None]:
    import termios

    descriptor = source.fileno()
    before = termios.tcgetattr(descriptor)
    quiet = [*before]
    quiet[3] &= ~termios.ECHO
    termios.tcsetattr(descriptor, termios.TCSADRAIN, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
