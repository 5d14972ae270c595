"""The regular expressions of documents, in a matcher whose time is bounded.

Python's own matcher may take years for an expression such as `(a|aa)+$`. This one follows all
possible matches at once, letter by letter. It uses Python's for single letters and classes.
"""

import re
import warnings
from typing import Final, Literal

from msgspec import Struct

from shanghai.words import records as words

MOST_LETTERS: Final = 500
MOST_STEPS: Final = 1000
"""The largest number of steps in an expression. `a{3}` counts as three."""
_MOST_NESTED: Final = 50
_ATOM: Final = re.compile(r"\[\^?\]?(?:\\.|[^\\\]])*\]|\\(?:x[0-9a-f]{2}|.)|[^\\\[]", re.I | re.S)
_COUNT: Final = re.compile(r"(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\??)")
_GROUP: Final = re.compile(r"\?(?:P?<[a-z_]\w*>|([ims]*)(?:-([ims]+))?([:)]))", re.I)
_Anchor = Literal["start", "end", "edge", "no edge"]
"""A place in the text: its start, its end, the edge of a word, or anywhere but such an edge."""
_ANCHORS: Final[dict[str, _Anchor]] = {
    "^": "start",
    r"\A": "start",
    "$": "end",
    r"\Z": "end",
    r"\z": "end",
    r"\b": "edge",
    r"\B": "no edge",
}


class _Jump(Struct, frozen=True):
    """A step that reads nothing. It has the distances to all steps that can be next; a distance
    below 0 leads back."""

    distances: tuple[int, ...]


_Step = re.Pattern[str] | _Anchor | _Jump
"""What a match does next: it reads a letter that fits, must be at an anchor, or jumps."""


class PatternError(ValueError):
    """A text is not a regular expression, or one with parts that are not supported here."""


class TextPattern:
    """A regular expression without look-around and references. It ignores upper and lower case."""

    def __init__(self, text: str) -> None:
        """Reads an expression; raises PatternError, with the reason, if it cannot."""
        if len(text) > MOST_LETTERS:
            raise PatternError(words.PATTERN_LONG(most=MOST_LETTERS))
        self.text = text
        self._steps = _Parser(text).parse()

    @property
    def size(self) -> int:
        """The number of steps of the expression."""
        return len(self._steps)

    def is_in(self, text: str) -> bool:
        """Whether the expression matches anywhere in a text."""
        steps, end = self._steps, len(self._steps)
        after_letter: list[int] = []
        """The steps that are next once the letter before the position has been read."""
        for position in range(len(text) + 1):
            # A match may begin at every letter. Each step is looked at once for each letter.
            to_visit, seen = [0, *after_letter], set[int]()
            reading: list[tuple[int, re.Pattern[str]]] = []
            while to_visit:
                number = to_visit.pop()
                if number == end:
                    return True
                if number in seen:
                    continue
                seen.add(number)
                step = steps[number]
                if isinstance(step, _Jump):
                    to_visit += [number + distance for distance in step.distances]
                elif isinstance(step, re.Pattern):
                    reading.append((number, step))
                elif _is_at(step, text, position):
                    to_visit.append(number + 1)
            after_letter = [
                number + 1 for number, letter in reading if letter.match(text, position)
            ]
        return False


def _is_at(anchor: _Anchor, text: str, position: int) -> bool:
    """Whether a position in a text is at an anchor."""
    if anchor in ("start", "end"):
        return position == (0 if anchor == "start" else len(text))
    sides = [each.isalnum() or each == "_" for each in text[max(0, position - 1) : position + 1]]
    is_edge = sides == [True] if len(sides) < 2 else sides[0] != sides[1]
    return is_edge == (anchor == "edge")


class _Parser:
    """Reads the text of an expression from left to right, and makes its steps. Each method reads
    one part, from the place `_at` on, and returns the steps of that part."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._flags = re.IGNORECASE

    def parse(self) -> list[_Step]:
        """The steps of the whole text; raises PatternError."""
        steps = self._alternatives(0)
        if self._at < len(self._text):
            raise PatternError(words.NOT_OPENED)
        return steps

    def _alternatives(self, depth: int) -> list[_Step]:
        """Reads alternatives with `|` between them, up to the end of the group. `depth` is the
        number of groups around them."""
        if depth > _MOST_NESTED:
            raise PatternError(words.PATTERN_DEEP(most=_MOST_NESTED))
        steps = self._sequence(depth)
        while self._text.startswith("|", self._at):
            self._at += 1
            other = self._sequence(depth)
            to_either, past_other = _Jump((1, len(steps) + 2)), _Jump((len(other) + 1,))
            steps = [to_either, *steps, past_other, *other]
        return steps

    def _sequence(self, depth: int) -> list[_Step]:
        """Reads parts that follow each other, up to a `|` or the end of the group."""
        steps: list[_Step] = []
        while self._at < len(self._text) and self._text[self._at] not in "|)":
            steps += self._counted(self._atom(depth))
            _check_size(len(steps))
        return steps

    def _atom(self, depth: int) -> list[_Step]:
        """Reads a letter, a class such as `[a-z]`, an anchor, or a group."""
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
        if atom in _ANCHORS:
            return [_ANCHORS[atom]]
        if atom[0] == "\\" and atom[1].isdigit():
            raise PatternError(words.REFERENCE(atom=atom))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                plain = re.escape(atom) if len(atom) == 1 and atom != "." else atom
                return [re.compile(plain, self._flags)]
        except re.error as error:
            raise PatternError(error.msg) from None

    def _group(self, depth: int) -> list[_Step]:
        """Reads a group after its opening bracket. Flags such as `(?-i:` are valid within it."""
        flags_outside = self._flags
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
        self._flags = flags_outside
        return steps

    def _counted(self, steps: list[_Step]) -> list[_Step]:
        """Reads how often the steps are repeated, such as `*` or `{2,3}`, and repeats them."""
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
            once_more_or_past, back = _Jump((1, len(steps) + 2)), _Jump((-len(steps) - 1,))
            return [*steps * least, once_more_or_past, *steps, back]
        once_or_past = _Jump((1, len(steps) + 1))
        return [*steps * least, *[once_or_past, *steps] * (most - least)]


def _check_size(steps: int) -> None:
    if steps > MOST_STEPS:
        raise PatternError(words.PATTERN_LARGE(most=MOST_STEPS))
