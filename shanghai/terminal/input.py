"""Bytes from a keyboard, turned into events whatever they are."""

import contextlib
import re
from asyncio import AbstractEventLoop
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from threading import Event
from typing import Any, Final

from textual._xterm_parser import XTermParser
from textual.message import Message

from shanghai.terminal.filter import InputFilter

_SEQUENCES: Final = re.compile(r"(?=\x1b)")
_TYPED_KEY: Final = re.compile(r"(\x1b\[[\d:]*;\d*):(\d)((?:;[\d:]*)?[u~A-HPQRS])")
"""A key of Kitty's protocol with its event: 1 pressed, 2 held, 3 let go."""
_LET_GO: Final = "3"
_REST: Final = 10
"""Looks without input after which an unfinished sequence is taken as it is."""


_MOST_WAITING: Final = 256
"""Events that may wait for the app before no more input is read."""
_LOOK: Final = 0.01
"""Seconds between two looks whether the app has caught up."""


def wait_for_app(app: Any, loop: AbstractEventLoop, ended: Event) -> None:  # noqa: ANN401
    """Waits until the app has taken what was read, so that keys that are held take no memory.

    What is typed meanwhile stays in the terminal. To be called from the thread that reads.
    """
    taken = Event()
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(taken.set)
        while not taken.wait(_LOOK) and not ended.is_set():
            pass
        while _waiting(app) > _MOST_WAITING and not ended.wait(_LOOK):
            pass


def _waiting(app: Any) -> int:  # noqa: ANN401
    """The events that wait for the app, for the screen on top, or for its focused widget."""
    stack = app._screen_stacks.get(app._current_mode)
    pumps = [app, stack[-1], stack[-1].focused] if stack else [app]
    return max(int(pump.message_queue_size) for pump in pumps if pump is not None)


class KeyReleased(Message, bubble=False):
    """A key was let go, in a terminal that tells it."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__()


class KeyParser(XTermParser):
    """Textual's parser, which also knows keys that are let go."""

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Any]:
        """The events of a key; one that is let go is no key pressed."""
        typed = _TYPED_KEY.fullmatch(sequence)
        plain = sequence if typed is None else typed[1] + typed[3]
        for key in super()._sequence_to_key_events(plain, alt):
            yield key if typed is None or typed[2] != _LET_GO else KeyReleased(key.key)


class TextParser:
    """Textual's parser made sturdy: no text can stop it, and strings and pastes stay short.

    `tick` is to be called whenever a tenth of a second has brought no input.
    """

    def __init__(self, debug: bool = False) -> None:
        self._debug = debug
        self._incoming = InputFilter()
        self._parser = KeyParser(debug)
        self._silent = 0

    def feed(self, text: str) -> list[Message]:
        """The events of a text."""
        self._silent = 0
        return self._parse_all(self._incoming.feed(text))

    def tick(self) -> list[Message]:
        """The events of a half sequence that is given up after some time without input."""
        self._silent += 1
        rest = self._incoming.rest() if self._silent == _REST else ""
        return [*self._parse_all(rest), *self._parse("")]

    def _parse_all(self, text: str) -> list[Message]:
        """The events of a text, sequence by sequence: a bad one takes no other with it."""
        pieces = _SEQUENCES.split(text)
        return [event for piece in pieces if piece for event in self._parse(piece)]

    def _parse(self, text: str) -> list[Message]:
        events: list[Message] = []
        try:
            events.extend(self._parser.feed(text) if text else self._parser.tick())
        except Exception:
            # The parser is a generator: after an error it is spent.
            self._parser = KeyParser(self._debug)
        return events


class InputStream:
    """Turns a stream of bytes into events; no byte can stop it."""

    def __init__(self, pass_on: Callable[[Message], None], debug: bool) -> None:
        self._pass_on = pass_on
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._parser = TextParser(debug)

    def feed(self, data: bytes) -> None:
        """Takes bytes as they come."""
        for event in self._parser.feed(self._decoder.decode(data)):
            self._pass_on(event)

    def tick(self) -> None:
        """Lets the parser give up a half sequence in time; to be called where none has come."""
        for event in self._parser.tick():
            self._pass_on(event)
