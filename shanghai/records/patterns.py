"""The regular expressions of documents, all ways through one followed at once, letter by letter:
Python's own matcher, which reads single letters and classes here, may take years for `(a|aa)+$`."""

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
"""A letter to be read, a place to be at, or where to go on from here, as distances."""


class PatternError(ValueError):
    """A text is no regular expression, or one that is not read here."""


class TextPattern:
    """A regular expression, searched in any case, without look-around and references."""

    def __init__(self, text: str) -> None:
        """Raises PatternError, with the reason, for a text that is none."""
        if len(text) > MOST_LETTERS:
            raise PatternError(words.PATTERN_LONG(most=MOST_LETTERS))
        self.text = text
        self._steps = _Parser(text).whole()

    @property
    def size(self) -> int:
        """How many steps it has."""
        return len(self._steps)

    def is_in(self, text: str) -> bool:
        """Whether the expression matches anywhere in a text."""
        steps, end = self._steps, len(self._steps)
        begun: list[int] = []
        for at in range(len(text) + 1):
            # A match may begin at every letter; each step is taken once for each letter.
            ways, seen, reading = [0, *begun], set[int](), list[int]()
            while ways:
                way = ways.pop()
                if way == end:
                    return True
                if way in seen:
                    continue
                seen.add(way)
                step = steps[way]
                if isinstance(step, tuple):
                    ways += [way + by for by in step]
                elif not isinstance(step, str):
                    reading.append(way)
                elif _is_at(step, text, at):
                    ways.append(way + 1)
            begun = [way + 1 for way in reading if steps[way].match(text, at)]  # type: ignore[union-attr]
        return False


def _is_at(place: str, text: str, at: int) -> bool:
    if place in ("start", "end"):
        return at == (0 if place == "start" else len(text))
    sides = [each.isalnum() or each == "_" for each in text[max(0, at - 1) : at + 1]]
    is_edge = sides == [True] if len(sides) < 2 else sides[0] != sides[1]
    return is_edge == (place == "edge")


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._flags = re.IGNORECASE

    def whole(self) -> list[Step]:
        """The steps of the whole text."""
        made = self._alternatives(0)
        if self._at < len(self._text):
            raise PatternError(words.NOT_OPENED)
        return made

    def _alternatives(self, depth: int) -> list[Step]:
        """What stands with | between, up to the end of the group."""
        if depth > _MOST_NESTED:
            raise PatternError(words.PATTERN_DEEP(most=_MOST_NESTED))
        made = self._sequence(depth)
        while self._text.startswith("|", self._at):
            self._at += 1
            other = self._sequence(depth)
            made = [(1, len(made) + 2), *made, (len(other) + 1,), *other]
        return made

    def _sequence(self, depth: int) -> list[Step]:
        made: list[Step] = []
        while self._at < len(self._text) and self._text[self._at] not in "|)":
            made += self._counted(self._atom(depth))
            _check_size(len(made))
        return made

    def _atom(self, depth: int) -> list[Step]:
        if self._text[self._at] == "(":
            self._at += 1
            return self._group(depth)
        found = _ATOM.match(self._text, self._at)
        if found is None:
            is_class = self._text[self._at] == "["
            raise PatternError(words.CLASS_NOT_CLOSED if is_class else words.BACKSLASH_LAST)
        atom = found[0]
        if _COUNT.match(self._text, self._at):
            raise PatternError(words.NOTHING_REPEATED(atom=atom))
        if "[:" in atom:
            raise PatternError(words.CLASS_NAME)
        self._at = found.end()
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
            found = _GROUP.match(self._text, self._at)
            if found is None:
                raise PatternError(words.OTHER_GROUP)
            self._at = found.end()
            if "i" in (found[1] or ""):
                self._flags |= re.IGNORECASE
            if "i" in (found[2] or ""):
                self._flags &= ~re.IGNORECASE
            if found[3] == ")":
                return []
        made = self._alternatives(depth + 1)
        if not self._text.startswith(")", self._at):
            raise PatternError(words.NOT_CLOSED)
        self._at += 1
        self._flags = outside
        return made

    def _counted(self, made: list[Step]) -> list[Step]:
        found = _COUNT.match(self._text, self._at)
        if found is None:
            return made
        self._at = found.end()
        if _COUNT.match(self._text, self._at):
            raise PatternError(words.REPEATED_TWICE)
        sign, least, comma, most = found.group(1, 2, 3, 4)
        low = int(least or sign == "+")
        high = int(most or (1 if sign == "?" else low))
        if high < low:
            raise PatternError(words.ENDS_FIRST(count=found[0]))
        _check_size((len(made) + 1) * max(1, high))
        if sign in ("*", "+") or (comma and not most):
            return [*made * low, (1, len(made) + 2), *made, (-len(made) - 1,)]
        return [*made * low, *[(1, len(made) + 1), *made] * (high - low)]


def _check_size(steps: int) -> None:
    if steps > MOST_STEPS:
        raise PatternError(words.PATTERN_LARGE(most=MOST_STEPS))
