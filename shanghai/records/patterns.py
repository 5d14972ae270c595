"""The regular expressions of documents, in a matcher whose time is bounded.

Python's own matcher may take years for an expression such as `(a|aa)+$`. This one follows all
possible matches at once, letter by letter. It uses Python's for single letters and classes.
"""

import re
import warnings
from typing import Final

from shanghai.words import records as words

MOST_LETTERS: Final = 500
MOST_STEPS: Final = 1000
"""The size of an expression with its repetitions written out."""
_MOST_NESTED: Final = 50
_ATOM: Final = re.compile(r"\[\^?\]?(?:\\.|[^\\\]])*\]|\\(?:x[0-9a-f]{2}|.)|[^\\\[]", re.I | re.S)
_COUNT: Final = re.compile(r"(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\??)")
_GROUP: Final = re.compile(r"\?(?:P?<[a-z_]\w*>|([ims]*)(?:-([ims]+))?([:)]))", re.I)
_PLACES: Final = {"^": "start", r"\A": "start", "$": "end", r"\Z": "end", r"\z": "end"} | {
    r"\b": "edge",
    r"\B": "no edge",
}

Step = re.Pattern[str] | str | tuple[int, ...]
"""A letter to read, a place to be at, or the distances to the steps that can be next."""


class PatternError(ValueError):
    """A text is no regular expression, or one that is not supported here."""


class TextPattern:
    """A regular expression without look-around and references. Its case does not matter."""

    def __init__(self, text: str) -> None:
        """Reads a text; PatternError with the reason if it is no such expression."""
        if len(text) > MOST_LETTERS:
            raise PatternError(words.PATTERN_LONG(most=MOST_LETTERS))
        self.text = text
        self._steps = _Parser(text).whole()

    @property
    def size(self) -> int:
        """The number of its steps."""
        return len(self._steps)

    def is_in(self, text: str) -> bool:
        """Whether the expression matches anywhere in a text."""
        steps, end = self._steps, len(self._steps)
        started: list[int] = []
        for position in range(len(text) + 1):
            # A match may begin at every letter. Each step is looked at once for each letter.
            to_visit, seen, reading = [0, *started], set[int](), list[int]()
            while to_visit:
                number = to_visit.pop()
                if number == end:
                    return True
                if number in seen:
                    continue
                seen.add(number)
                step = steps[number]
                if isinstance(step, tuple):
                    to_visit += [number + distance for distance in step]
                elif not isinstance(step, str):
                    reading.append(number)
                elif _is_place(step, text, position):
                    to_visit.append(number + 1)
            started = [
                number + 1
                for number in reading
                if steps[number].match(text, position)  # type: ignore[union-attr]
            ]
        return False


def _is_place(place: str, text: str, position: int) -> bool:
    """Whether a position in a text is its start, its end, or at the edge of a word or not."""
    if place in ("start", "end"):
        return position == (0 if place == "start" else len(text))
    sides = [each.isalnum() or each == "_" for each in text[max(0, position - 1) : position + 1]]
    is_edge = sides == [True] if len(sides) < 2 else sides[0] != sides[1]
    return is_edge == (place == "edge")


class _Parser:
    """Reads the text of an expression from left to right, and makes its steps."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._flags = re.IGNORECASE

    def whole(self) -> list[Step]:
        """The steps of the whole text."""
        steps = self._alternatives(0)
        if self._at < len(self._text):
            raise PatternError(words.NOT_OPENED)
        return steps

    def _alternatives(self, depth: int) -> list[Step]:
        """The steps of the alternatives, with | between them, up to the end of the group."""
        if depth > _MOST_NESTED:
            raise PatternError(words.PATTERN_DEEP(most=_MOST_NESTED))
        steps = self._sequence(depth)
        while self._text.startswith("|", self._at):
            self._at += 1
            other = self._sequence(depth)
            steps = [(1, len(steps) + 2), *steps, (len(other) + 1,), *other]
        return steps

    def _sequence(self, depth: int) -> list[Step]:
        steps: list[Step] = []
        while self._at < len(self._text) and self._text[self._at] not in "|)":
            steps += self._counted(self._atom(depth))
            _check_size(len(steps))
        return steps

    def _atom(self, depth: int) -> list[Step]:
        if self._text[self._at] == "(":
            self._at += 1
            return self._group(depth)
        match = _ATOM.match(self._text, self._at)
        if match is None:
            is_class = self._text[self._at] == "["
            raise PatternError(words.CLASS_NOT_CLOSED if is_class else words.BACKSLASH_LAST)
        atom = match[0]
        if _COUNT.match(self._text, self._at):
            raise PatternError(words.NOTHING_REPEATED(atom=atom))
        if "[:" in atom:
            raise PatternError(words.CLASS_NAME)
        self._at = match.end()
        if atom in _PLACES:
            return [_PLACES[atom]]
        if atom[0] == "\\" and atom[1].isdigit():
            raise PatternError(words.REFERENCE(atom=atom))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                plain = re.escape(atom) if len(atom) == 1 and atom != "." else atom
                return [re.compile(plain, self._flags)]
        except re.error as error:
            raise PatternError(error.msg) from None

    def _group(self, depth: int) -> list[Step]:
        outside = self._flags
        if self._text.startswith("?", self._at):
            match = _GROUP.match(self._text, self._at)
            if match is None:
                raise PatternError(words.OTHER_GROUP)
            self._at = match.end()
            if "i" in (match[1] or ""):
                self._flags |= re.IGNORECASE
            if "i" in (match[2] or ""):
                self._flags &= ~re.IGNORECASE
            if match[3] == ")":
                return []
        steps = self._alternatives(depth + 1)
        if not self._text.startswith(")", self._at):
            raise PatternError(words.NOT_CLOSED)
        self._at += 1
        self._flags = outside
        return steps

    def _counted(self, steps: list[Step]) -> list[Step]:
        """The steps repeated, if a number of times follows them in the text."""
        match = _COUNT.match(self._text, self._at)
        if match is None:
            return steps
        self._at = match.end()
        if _COUNT.match(self._text, self._at):
            raise PatternError(words.REPEATED_TWICE)
        sign, first, comma, last = match.group(1, 2, 3, 4)
        least = int(first or sign == "+")
        most = int(last or (1 if sign == "?" else least))
        if most < least:
            raise PatternError(words.ENDS_FIRST(count=match[0]))
        _check_size((len(steps) + 1) * max(1, most))
        if sign in ("*", "+") or (comma and not last):
            return [*steps * least, (1, len(steps) + 2), *steps, (-len(steps) - 1,)]
        return [*steps * least, *[(1, len(steps) + 1), *steps] * (most - least)]


def _check_size(steps: int) -> None:
    if steps > MOST_STEPS:
        raise PatternError(words.PATTERN_LARGE(most=MOST_STEPS))
