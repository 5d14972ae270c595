"""Input of a terminal, made harmless and short before it is parsed for keys."""

import re
from typing import Final

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


class InputFilter:
    """Drops what a terminal answers in strings (OSC, DCS and the like), and shortens pastes.

    Textual's parser needs no strings, and takes time in the square of their length; an escape
    inside a paste would turn the rest into keys. `rest` ends what is never finished.
    """

    def __init__(self) -> None:
        self._in_string = False
        self._in_paste = False
        self._room = 0
        self._held = ""

    def feed(self, text: str) -> str:
        """The part of a text that is passed on; an unfinished end waits for the next text."""
        text, self._held = self._held + text, ""
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
        held, self._held = self._held, ""
        ends = _PASTE_ENDS if self._in_paste else held
        self._in_string = self._in_paste = False
        return ends

    def _begin(self, text: str, passed: list[str]) -> str:
        """Passes on what stands before a paste or a string; the text after its beginning."""
        found = _BEGINS.search(text)
        if found is None:
            cut = _CUT_BEGINNING.search(text)
            end = len(text) if cut is None else cut.start()
            passed.append(text[:end])
            self._held = text[end:]
            return ""
        passed.append(text[: found.start()])
        if found[0] == _PASTE_BEGINS:
            self._in_paste, self._room = True, MOST_PASTED
            passed.append(_PASTE_BEGINS)
        else:
            self._in_string = True
        return text[found.end() :]

    def _end_string(self, text: str) -> str:
        """The text after the end of a string; an escape that begins something else stays."""
        found = _STRING_ENDS.search(text)
        if found is None:
            return ""
        self._in_string = False
        return text[found.start() :] if found[0] == "\x1b" else text[found.end() :]

    def _paste(self, text: str, passed: list[str]) -> str:
        """Passes on as much of a paste as there is room for; the text after its end."""
        at = text.find(_PASTE_ENDS)
        if at < 0:
            cut = _CUT_END.search(text)
            at = len(text) if cut is None else cut.start()
            self._held, after = text[at:], ""
        else:
            self._in_paste, after = False, text[at + len(_PASTE_ENDS) :]
        letters = _CONTROL.sub("", text[:at][: 4 * self._room])[: self._room]
        self._room -= len(letters)
        passed.append(letters)
        if not self._in_paste:
            passed.append(_PASTE_ENDS)
        return after
