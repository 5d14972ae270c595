"""A strict reader of YAML. It makes trees of nodes, which know their lines and columns.

No tag is executed and no alias is expanded. `yes`, `1:30`, `0x1F` and `.inf` are read as texts.
"""

import math
import re
from collections.abc import Iterator
from typing import Any, Final

import yaml
from msgspec import Struct
from yaml import events

from shanghai.words import yaml_files as words

MAX_BYTES: Final = 2 * 1024 * 1024
MAX_DEPTH: Final = 24
MAX_NODES: Final = 100_000
MOST_LISTED: Final = 20
"""The most faults of a file that are listed."""

Plain = str | int | float | bool | None


class Fault(Struct, frozen=True):
    """A mistake in a file, with its place and a hint. Line 0 means the whole file."""

    file: str
    line: int
    column: int
    message: str
    hint: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return f"{place}: {self.message}" + (f" ({self.hint})" if self.hint else "")


class Faults(ValueError):
    """All mistakes in a file, in the order of their places."""

    def __init__(self, faults: "tuple[Fault, ...] | list[Fault]") -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: (fault.line, fault.column)))
        super().__init__("\n".join(self.lines()))

    def lines(self) -> list[str]:
        """A line for each of the first faults, and a line with the number of the others."""
        lines = [str(fault) for fault in self.faults[:MOST_LISTED]]
        hidden_count = len(self.faults) - len(lines)
        if hidden_count:
            lines.append(words.MORE_FAULTS(file=self.faults[0].file, more=hidden_count))
        return lines


class Scalar(Struct, frozen=True):
    """A single value. `text` is how it is written in the file, without quotes."""

    value: Plain
    text: str
    line: int
    column: int


class Sequence(Struct, frozen=True):
    """A list of nodes."""

    value: "tuple[Node, ...]"
    line: int
    column: int


class Mapping(Struct, frozen=True):
    """Nodes by their keys, in the order of the file. `keys` has the place of each key."""

    value: "dict[str, Node]"
    keys: dict[str, Scalar]
    line: int
    column: int


Node = Scalar | Sequence | Mapping


def read_nodes(
    data: str | bytes, name: str, *, max_bytes: int = MAX_BYTES, max_nodes: int = MAX_NODES
) -> list[Node]:
    """The documents of a YAML text; an empty text has none. Raises Faults with all mistakes."""
    documents, faults = scan_nodes(data, name, max_bytes=max_bytes, max_nodes=max_nodes)
    if faults:
        raise Faults(faults)
    return documents


def scan_nodes(
    data: str | bytes, name: str, *, max_bytes: int = MAX_BYTES, max_nodes: int = MAX_NODES
) -> tuple[list[Node], list[Fault]]:
    """The documents of a YAML text, and its faults.

    There are no documents if the text is broken. Other faults leave the documents readable.
    """
    builder = _Builder(name, max_nodes)
    text = ""
    try:
        if len(data) > max_bytes:
            raise Faults([Fault(name, 0, 0, words.TOO_LARGE(kib=max_bytes // 1024))])
        text = _decode(data, name)
        return list(builder.documents(text)), builder.faults
    except Faults as broken:
        builder.faults += broken.faults
    except yaml.YAMLError as error:
        builder.faults.append(_syntax_fault(error, text, name))
    return [], builder.faults


def plain(node: Node) -> object:
    """A node as plain dicts, lists and values. All keys are texts."""
    match node:
        case Scalar():
            return node.value
        case Sequence():
            return [plain(item) for item in node.value]
        case Mapping():
            return {key: plain(item) for key, item in node.value.items()}


def resolve(text: str) -> Plain:
    """The value of an unquoted scalar: true, false, null, a decimal number, or the text itself."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text) and math.isfinite(number := float(text)):
        return number
    return text


_WORDS: Final = {"true": True, "false": False, "null": None, "~": None, "": None}
_INTEGER: Final = re.compile(r"[-+]?(0|[1-9][0-9]{0,39})", re.ASCII)
_FLOAT: Final = re.compile(
    r"[-+]?(0|[1-9][0-9]{0,39})(\.[0-9]{1,40})?([eE][-+]?[0-9]{1,4})?", re.ASCII
)
_LINE_ENDS: Final = "\u2028\u2029"
_NO_CHARACTERS: Final = "\ufeff\ufffe\uffff"
_LOADER: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")


def _decode(data: str | bytes, name: str) -> str:
    """The text with plain line feeds. Raises Faults if it cannot be read as plain text."""
    if isinstance(data, str):
        text = data
    else:
        half = data[:200]
        if data[:2] in _UTF16 or (len(half) > 3 and half.count(0) * 3 > len(half)):
            raise Faults([Fault(name, 0, 0, words.NOT_UTF_8, words.SAVE_IT)])
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            place = _end_position(data[: error.start].decode("utf-8"))
            byte = data[error.start]
            latin = words.LATIN(letter=chr(byte)) if byte >= 0xA0 else ""
            message = words.NOT_UTF8.format(byte=f"{byte:02X}") + latin
            raise Faults([Fault(name, *place, message, words.SAVE_FILE)]) from None
    text = _plain_lines(text)
    if bad := [*filter(_is_bad, set(text))]:
        first = min(map(text.index, bad))
        code = ord(text[first])
        what = words.CHARACTER(code=f"{code:04X}") if code else words.NUL
        place = _end_position(text[:first])
        raise Faults([Fault(name, *place, words.BAD_CHARACTER(what=what))])
    return text


def _is_bad(character: str) -> bool:
    """Whether a character is not allowed: a control code, a special line end, or an invalid one."""
    if character < "\xa0":
        return not (" " <= character <= "~" or character in "\t\n")
    is_half = "\ud800" <= character <= "\udfff"
    return is_half or character in _LINE_ENDS or character in _NO_CHARACTERS


def _plain_lines(text: str) -> str:
    """The text without a byte order mark, with a line feed at the end of each line."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _end_position(before: str) -> tuple[int, int]:
    """The line and column of what follows a text, counted from 1."""
    before = _plain_lines(before)
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def _syntax_fault(error: yaml.YAMLError, text: str, name: str) -> Fault:
    """The fault for an error of the YAML library, with its likely cause in plain words."""
    began = getattr(error, "context_mark", None)
    mark = getattr(error, "problem_mark", None) or began
    context = getattr(error, "context", None) or ""
    problem = str(getattr(error, "problem", None) or "")
    if mark is None:
        return Fault(name, 0, 0, words.NOT_YAML)
    if began is not None and "could not find expected ':'" in problem:
        return Fault(name, *_position(began), words.NO_PAIR, words.NO_PAIR_HINT)
    if began is not None and "while parsing a flow" in context:
        return Fault(name, *_position(began), words.NOT_CLOSED, words.NOT_CLOSED_HINT)
    line, column = _position(mark)
    rows = text.split("\n")
    row = rows[mark.line] if mark.line < len(rows) else ""
    letter = row[mark.column : mark.column + 1]
    if "\t" in row[: len(row) - len(row.lstrip())] or letter == "\t":
        return Fault(name, line, row.index("\t") + 1, words.TAB, words.TAB_HINT)
    hint = ""
    if "mapping values are not allowed" in problem:
        hint = words.PAIR_HINT
    elif "cannot start any token" in problem:
        hint = words.TOKEN_HINT(letter=letter)
    full_problem = f"{context}: {problem}"
    sentences = (text for part, text in words.table("SYNTAX").items() if part in full_problem)
    if began is not None and "end of stream" in problem:
        line, column = _position(began)
    sentence = next(sentences, words.NOT_YAML)
    return Fault(name, line, column, sentence, hint)


def _position(mark: Any) -> tuple[int, int]:  # noqa: ANN401
    """The line and column of a mark of the YAML library, counted from 1; zeros without one."""
    return (mark.line + 1, mark.column + 1) if mark else (0, 0)


class _Builder:
    """Builds the documents of a text. Collects the faults after which reading can go on."""

    def __init__(self, name: str, max_nodes: int) -> None:
        self.name = name
        self.faults: list[Fault] = []
        self._left = self._max_nodes = max_nodes
        self._events: Iterator[events.Event] = iter(())

    def documents(self, text: str) -> Iterator[Node]:
        """Yields each document of the text. Raises Faults if it cannot go on."""
        self._events = iter(yaml.parse(text, Loader=_LOADER))
        for event in self._events:
            if isinstance(event, events.DocumentStartEvent):
                if event.tags:
                    self._fault(event, words.TAG_DIRECTIVE)
                yield self._node(next(self._events), 1)

    def _fault(self, event: events.Event, message: str, hint: str = "") -> None:
        self.faults.append(Fault(self.name, *_position(event.start_mark), message, hint))

    def _fatal(self, event: events.Event, message: str) -> Faults:
        return Faults([Fault(self.name, *_position(event.start_mark), message)])

    def _node(self, event: events.Event, depth: int) -> Node:
        self._left -= 1
        if self._left < 0:
            raise self._fatal(event, words.TOO_MANY(most=self._max_nodes))
        if depth > MAX_DEPTH:
            raise self._fatal(event, words.TOO_DEEP(most=MAX_DEPTH))
        line, column = _position(event.start_mark)
        if isinstance(event, events.AliasEvent):
            self._fault(event, words.ALIAS(name=event.anchor), words.ALIAS_HINT)
            return Scalar(None, f"*{event.anchor}", line, column)
        if isinstance(event, events.ScalarEvent | events.CollectionStartEvent):
            if event.tag is not None:
                self._fault(event, words.TAG(tag=event.tag), words.TAG_HINT)
            if event.anchor is not None:
                self._fault(event, words.ANCHOR(name=event.anchor), words.ANCHOR_HINT)
        if isinstance(event, events.ScalarEvent):
            value = resolve(event.value) if not event.style else event.value
            return Scalar(value, event.value, line, column)
        if isinstance(event, events.SequenceStartEvent):
            return Sequence(tuple(self._items(depth)), line, column)
        return self._mapping(depth, line, column)

    def _items(self, depth: int) -> Iterator[Node]:
        while not isinstance(event := next(self._events), events.SequenceEndEvent):
            yield self._node(event, depth + 1)

    def _mapping(self, depth: int, line: int, column: int) -> Mapping:
        values: dict[str, Node] = {}
        keys: dict[str, Scalar] = {}
        while not isinstance(event := next(self._events), events.MappingEndEvent):
            key = self._node(event, depth + 1)
            value = self._node(next(self._events), depth + 1)
            if isinstance(event, events.AliasEvent):
                continue
            if not isinstance(key, Scalar):
                message = words.LIST_AS_KEY if isinstance(key, Sequence) else words.MAPPING_AS_KEY
                self._fault(event, message, words.AS_KEY_HINT)
            elif key.text == "<<" and isinstance(event, events.ScalarEvent) and not event.style:
                self._fault(event, words.MERGE, words.MERGE_HINT)
            elif key.text in keys:
                first = keys[key.text].line
                self._fault(event, words.TWICE(key=key.text), words.TWICE_HINT(line=first))
            else:
                keys[key.text], values[key.text] = key, value
        return Mapping(values, keys, line, column)
