"""Turns the bytes of a terminal into events. No bytes can harm, slow down or end the reading."""

import contextlib
import re
from asyncio import AbstractEventLoop
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from threading import Event
from typing import Any, Final

from textual._xterm_parser import XTermParser
from textual.message import Message

from shanghai.terminal.line import WELL

_STRING_BEGINS: Final = re.compile(r"\x1b[\]P^_X](?=[0-9A-Za-z>|+$!?;])")
_STRING_ENDS: Final = re.compile(r"\x07|\x1b\\?")
_PASTE_BEGINS: Final = "\x1b[200~"
_PASTE_ENDS: Final = "\x1b[201~"
_BEGINS: Final = re.compile(rf"{re.escape(_PASTE_BEGINS)}|{_STRING_BEGINS.pattern}")
_CUT_BEGINNING: Final = re.compile(r"\x1b\[20?0?$")
_CUT_END: Final = re.compile(r"\x1b(?:\[(?:2(?:01?)?)?)?$")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
MOST_PASTED: Final = 4096
"""Letters of a paste that are passed on. No field takes as many."""
_SEQUENCES: Final = re.compile(r"(?=\x1b)")
_TYPED_KEY: Final = re.compile(r"(\x1b\[[\d:]*;\d*):(\d)((?:;[\d:]*)?[u~A-HPQRS])")
"""A key of Kitty's protocol with its event: 1 pressed, 2 repeated, 3 released."""
_RELEASED: Final = "3"
_SILENT_TICKS: Final = 10
"""Ticks without input after which an unfinished sequence is passed on as it is."""
_MAX_WAITING_EVENTS: Final = 256
_LOOK_SECONDS: Final = 0.01


def wait_for_app(app: Any, loop: AbstractEventLoop, ended: Event) -> None:  # noqa: ANN401
    """Waits until the app has received what was read so far, and has few events left to handle. The
    reading thread calls it. Returns at once when `ended` is set."""
    received = Event()
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(received.set)
        while not received.wait(_LOOK_SECONDS) and not ended.is_set():
            pass
        while _waiting_events(app) > _MAX_WAITING_EVENTS and not ended.wait(_LOOK_SECONDS):
            pass


def _waiting_events(app: Any) -> int:  # noqa: ANN401
    """The events in the longest queue of the app, its top screen and the focused widget."""
    stack = app._screen_stacks.get(app._current_mode)
    pumps = [app, stack[-1], stack[-1].focused] if stack else [app]
    return max(int(pump.message_queue_size) for pump in pumps if pump is not None)


class InputFilter:
    """Drops what could harm from the text that a terminal sends.

    Answers of the terminal (OSC and DCS strings) are dropped, as they take long to parse. A paste
    is shortened. Its escape characters are dropped, as they would turn the rest of it into keys.
    `rest` closes a string or a paste whose end does not come.
    """

    def __init__(self) -> None:
        self._in_string = False
        self._in_paste = False
        self._room = 0
        self._unfinished = ""

    def feed(self, text: str) -> str:
        """The part of a text that is passed on. An unfinished end waits for the next text."""
        text, self._unfinished = self._unfinished + text, ""
        passed: list[str] = []
        while text:
            if self._in_string:
                text = self._end_string(text)
            elif self._in_paste:
                text = self._paste(text, passed)
            else:
                text = self._begin(text, passed)
        return "".join(passed)

    def rest(self) -> str:
        """The text to pass on after a long silence: an unfinished sequence or a paste's end."""
        unfinished, self._unfinished = self._unfinished, ""
        text = _PASTE_ENDS if self._in_paste else unfinished
        self._in_string = self._in_paste = False
        return text

    def _begin(self, text: str, passed: list[str]) -> str:
        """Passes on the text before a paste or a string. Returns the text after its beginning."""
        beginning = _BEGINS.search(text)
        if beginning is None:
            cut = _CUT_BEGINNING.search(text)
            end = len(text) if cut is None else cut.start()
            passed.append(text[:end])
            self._unfinished = text[end:]
            return ""
        passed.append(text[: beginning.start()])
        if beginning[0] == _PASTE_BEGINS:
            self._in_paste, self._room = True, MOST_PASTED
            passed.append(_PASTE_BEGINS)
        else:
            self._in_string = True
        return text[beginning.end() :]

    def _end_string(self, text: str) -> str:
        """The text after the end of a string. An escape that begins another is part of it."""
        ending = _STRING_ENDS.search(text)
        if ending is None:
            return ""
        self._in_string = False
        return text[ending.start() :] if ending[0] == "\x1b" else text[ending.end() :]

    def _paste(self, text: str, passed: list[str]) -> str:
        """Passes on as much of a paste as there is room for. Returns the text after its end."""
        end = text.find(_PASTE_ENDS)
        if end < 0:
            cut = _CUT_END.search(text)
            end = len(text) if cut is None else cut.start()
            self._unfinished, after = text[end:], ""
        else:
            self._in_paste, after = False, text[end + len(_PASTE_ENDS) :]
        letters = _CONTROL.sub("", text[:end][: 4 * self._room])[: self._room]
        self._room -= len(letters)
        passed.append(letters)
        if not self._in_paste:
            passed.append(_PASTE_ENDS)
        return after


class KeyReleased(Message, bubble=False):
    """A key was released, in a terminal that reports it."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__()


class LineAnswered(Message, bubble=False):
    """The terminal answers the question that was sent after a frame, so it has drawn the frame."""

    key: Final = ""


class KeyParser(XTermParser):
    """Textual's parser, which also knows released keys and the answer to a frame."""

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Any]:
        if sequence == WELL:
            yield LineAnswered()
            return
        typed = _TYPED_KEY.fullmatch(sequence)
        plain = sequence if typed is None else typed[1] + typed[3]
        for key in super()._sequence_to_key_events(plain, alt):
            yield key if typed is None or typed[2] != _RELEASED else KeyReleased(key.key)


class TextParser:
    """Textual's parser, which no text can stop. Call `tick` after each 0.1 s without input."""

    def __init__(self, debug: bool = False) -> None:
        self._debug = debug
        self._incoming = InputFilter()
        self._parser = KeyParser(debug)
        self._silent = 0

    def feed(self, text: str) -> list[Message]:
        """The events of a text that the terminal has sent."""
        self._silent = 0
        return self._parse_all(self._incoming.feed(text))

    def tick(self) -> list[Message]:
        """The events of an unfinished sequence, once there was no input for some time."""
        self._silent += 1
        rest = self._incoming.rest() if self._silent == _SILENT_TICKS else ""
        return [*self._parse_all(rest), *self._parse("")]

    def _parse_all(self, text: str) -> list[Message]:
        """The events of a text. Each sequence is parsed alone: a bad one spoils no other."""
        return [event for piece in _SEQUENCES.split(text) if piece for event in self._parse(piece)]

    def _parse(self, text: str) -> list[Message]:
        events: list[Message] = []
        try:
            events.extend(self._parser.feed(text) if text else self._parser.tick())
        except Exception:
            # The parser is a generator, which is at its end after an error.
            self._parser = KeyParser(self._debug)
        return events


class InputStream:
    """Turns a stream of bytes into events; no byte can stop it."""

    def __init__(self, pass_on: Callable[[Message], None], debug: bool) -> None:
        self._pass_on = pass_on
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._parser = TextParser(debug)

    def feed(self, data: bytes) -> None:
        """Passes on the events of the bytes that have come."""
        for event in self._parser.feed(self._decoder.decode(data)):
            self._pass_on(event)

    def tick(self) -> None:
        """Passes on the events of an unfinished sequence in time. Call it if none have come."""
        for event in self._parser.tick():
            self._pass_on(event)
