"""Bytes from a keyboard, made harmless and short, and turned into events whatever they are."""

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
"""Letters of a paste that are passed on; no field takes as many."""
_SEQUENCES: Final = re.compile(r"(?=\x1b)")
_TYPED_KEY: Final = re.compile(r"(\x1b\[[\d:]*;\d*):(\d)((?:;[\d:]*)?[u~A-HPQRS])")
"""A key of Kitty's protocol with its event: 1 pressed, 2 held, 3 let go."""
_LET_GO: Final = "3"
_REST: Final = 10
"""Looks without input after which an unfinished sequence is taken as it is."""
_MOST_WAITING_EVENTS: Final = 256
_LOOK_SECONDS: Final = 0.01


def wait_for_app(app: Any, loop: AbstractEventLoop, ended: Event) -> None:  # noqa: ANN401
    """Waits, in the thread that reads, until the app has taken what was read before."""
    taken = Event()
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(taken.set)
        while not taken.wait(_LOOK_SECONDS) and not ended.is_set():
            pass
        while _waiting(app) > _MOST_WAITING_EVENTS and not ended.wait(_LOOK_SECONDS):
            pass


def _waiting(app: Any) -> int:  # noqa: ANN401
    stack = app._screen_stacks.get(app._current_mode)
    pumps = [app, stack[-1], stack[-1].focused] if stack else [app]
    return max(int(pump.message_queue_size) for pump in pumps if pump is not None)


class InputFilter:
    """Drops what could harm from the bytes of a terminal.

    Strings by which a terminal answers (OSC, DCS) are dropped, as they take long to parse. Pastes
    are shortened, and their escapes dropped, which would turn the rest of them into keys. `rest`
    ends a string or a paste whose end does not come.
    """

    def __init__(self) -> None:
        self._in_string = False
        self._in_paste = False
        self._room = 0
        self._waiting = ""

    def feed(self, text: str) -> str:
        """The part of a text that is passed on; an unfinished end waits for the next text."""
        text, self._waiting = self._waiting + text, ""
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
        """What is passed on after a long silence: a cut sequence, or the end of a paste."""
        waiting, self._waiting = self._waiting, ""
        ends = _PASTE_ENDS if self._in_paste else waiting
        self._in_string = self._in_paste = False
        return ends

    def _begin(self, text: str, passed: list[str]) -> str:
        """Passes on what stands before a paste or a string; the text after its beginning."""
        match = _BEGINS.search(text)
        if match is None:
            cut = _CUT_BEGINNING.search(text)
            end = len(text) if cut is None else cut.start()
            passed.append(text[:end])
            self._waiting = text[end:]
            return ""
        passed.append(text[: match.start()])
        if match[0] == _PASTE_BEGINS:
            self._in_paste, self._room = True, MOST_PASTED
            passed.append(_PASTE_BEGINS)
        else:
            self._in_string = True
        return text[match.end() :]

    def _end_string(self, text: str) -> str:
        """The text after the end of a string; an escape that begins something else stays."""
        match = _STRING_ENDS.search(text)
        if match is None:
            return ""
        self._in_string = False
        return text[match.start() :] if match[0] == "\x1b" else text[match.end() :]

    def _paste(self, text: str, passed: list[str]) -> str:
        """Passes on as much of a paste as there is room for; the text after its end."""
        at = text.find(_PASTE_ENDS)
        if at < 0:
            cut = _CUT_END.search(text)
            at = len(text) if cut is None else cut.start()
            self._waiting, after = text[at:], ""
        else:
            self._in_paste, after = False, text[at + len(_PASTE_ENDS) :]
        letters = _CONTROL.sub("", text[:at][: 4 * self._room])[: self._room]
        self._room -= len(letters)
        passed.append(letters)
        if not self._in_paste:
            passed.append(_PASTE_ENDS)
        return after


class KeyReleased(Message, bubble=False):
    """A key was let go, in a terminal that tells it."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__()


class LineAnswered(Message, bubble=False):
    """The terminal says that all is well, which it is asked after each frame."""

    key: Final = ""


class KeyParser(XTermParser):
    """Textual's parser, which also knows keys that are let go, and the answer to a frame."""

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Any]:
        if sequence == WELL:
            yield LineAnswered()
            return
        typed = _TYPED_KEY.fullmatch(sequence)
        plain = sequence if typed is None else typed[1] + typed[3]
        for key in super()._sequence_to_key_events(plain, alt):
            yield key if typed is None or typed[2] != _LET_GO else KeyReleased(key.key)


class TextParser:
    """Textual's parser, which no text can stop; `tick` is due after each 0.1 s without input."""

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
        return [event for piece in _SEQUENCES.split(text) if piece for event in self._parse(piece)]

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
