"""Bytes from a keyboard, turned into events whatever they are."""

from codecs import getincrementaldecoder
from collections.abc import Callable
from typing import Final

from textual._xterm_parser import XTermParser
from textual.message import Message

from shanghai.terminal.filter import InputFilter

_REST: Final = 10
"""Tenths of a second of silence after which an unfinished sequence is taken as it is."""


class InputStream:
    """Turns a stream of bytes into events; no byte can stop it."""

    def __init__(self, pass_on: Callable[[Message], None], debug: bool) -> None:
        self._pass_on = pass_on
        self._debug = debug
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._incoming = InputFilter()
        self._parser = XTermParser(debug)
        self._silent = 0

    def feed(self, data: bytes) -> None:
        """Takes bytes as they come."""
        self._silent = 0
        self._parse(self._incoming.feed(self._decoder.decode(data)))

    def wait(self) -> None:
        """Notes that a tenth of a second has brought no input."""
        self._silent += 1
        if self._silent == _REST:
            self._parse(self._incoming.rest())

    def tick(self) -> None:
        """Lets the parser give up a half sequence in time; to be called after every look."""
        self._parse("")

    def _parse(self, text: str) -> None:
        try:
            for event in self._parser.feed(text) if text else self._parser.tick():
                self._pass_on(event)
        except Exception:
            # The parser is a generator: after an error it is spent.
            self._parser = XTermParser(self._debug)
