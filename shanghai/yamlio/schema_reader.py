"""Reads YAML nodes by the types of msgspec Structs, and reports every fault."""

import re
from collections import abc
from difflib import get_close_matches
from typing import Any, Final

from msgspec import Meta, Struct, inspect

from shanghai.words import yaml_files as words
from shanghai.words.grammar import listed
from shanghai.yamlio.reader import MOST_LISTED, Fault, Mapping, Node, Scalar, Sequence, plain

NO_ENTRIES: Final[abc.Mapping[str, str]] = {}
NodePath = tuple[str | int, ...]
"""The keys and indexes (from 0) that lead from the top of a document to a node."""

_MISSING: Final = object()
_SHOWN: Final = 14
"""The most values of a key that are listed."""
_A_SLIP: Final = 0.82
"""A key that is at least so similar to a known key counts as a misspelling of it."""
_FEW_VALUES: Final = 4
"""The most values that a hint repeats."""


def path_label(path: NodePath, entries: abc.Mapping[str, str] = NO_ENTRIES) -> str:
    """A path in words, such as `shelves of room 3: books 1`. `entries` has the word for an entry,
    such as `room`, by the key of the list."""
    parts: list[str] = []
    for step in path:
        if isinstance(step, str):
            parts.append(_cut(step))
        elif parts and parts[-1] in entries:
            parts[-1] = words.ENTRY_OF(list=parts[-1], entry=entries[parts[-1]], number=step + 1)
        else:
            parts[-1:] = [f"{parts[-1]} {step + 1}" if parts else words.ENTRY(number=step + 1)]
    return ": ".join(parts)


def node_at(node: Node, path: NodePath) -> Node:
    """The node at a path. If the file ends the path early, the last node on it."""
    for step in path:
        if isinstance(node, Mapping) and step in node.value:
            node = node.value[str(step)]
        elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node.value):
            node = node.value[step]
        else:
            break
    return node


def did_you_mean(word: str, known: abc.Iterable[str], few: int = 6, cutoff: float = 0.6) -> str:
    """A hint with the most similar known word, or with all if there are at most `few`; else empty.
    `cutoff` is the least similarity, from 0 to 1."""
    known = list(known)
    near = get_close_matches(word[:80].lower(), known, n=1, cutoff=cutoff)
    if near:
        return words.DID_YOU_MEAN(word=near[0])
    return words.KNOWN(words=listed(known, ",")) if len(known) <= few else ""


def quoted(text: str) -> str:
    """A text in quotes, cut so that it fits in a line of faults."""
    return repr(_cut(text))


def read_by(read: "abc.Callable[[Reader, Node, NodePath], Any]") -> Meta:
    """An annotation for a type: its nodes are read by a function, which returns None on a fault."""
    return Meta(extra={"read_by": read})


class Hints(Struct, frozen=True):
    """Functions that give hints for faults. They may return an empty text."""

    example: abc.Callable[[str], str] | None = None
    """Gives an example of the value of a top key, or of a whole file for an empty key."""
    meant: abc.Callable[[str], str] = lambda _: ""
    """Says what an unknown top key (`shelf`), key of a part (`shelf.books`) or value of a key
    (`size:any`) means."""
    guess: abc.Callable[[str], str] | None = None
    """Gives a hint for any other unknown top key."""


class Reader:
    """Reads nodes by type into plain values, and collects the faults.

    Scalars at the places (line, column) in `skip` are wrong already and are not reported again.
    `bad` has the top keys that are wrong or missing. `entries` are for `path_label`.
    """

    def __init__(
        self,
        file: str,
        skip: abc.Container[tuple[int, int]] = (),
        hints: Hints | None = None,
        entries: abc.Mapping[str, str] = NO_ENTRIES,
    ) -> None:
        self.file = file
        self.faults: list[Fault] = []
        self.bad: set[str] = set()
        self._skip = skip
        self._hints = hints or Hints()
        self._entries = entries

    def read(self, node: Node, kind: inspect.Type, path: NodePath = ()) -> Any:  # noqa: ANN401
        """The plain value of a node, with None in place of what is faulty."""
        if (node.line, node.column) in self._skip and isinstance(node, Scalar):
            self.bad.add(str(path[0]) if path else "")
            return None
        match kind:
            case inspect.Metadata(extra={"read_by": read}):
                return read(self, node, path)
            case inspect.Metadata():
                return self.read(node, kind.type, path)
            case inspect.AnyType():
                return plain(node)
            case inspect.StructType():
                return self._struct(node, kind, path)
            case inspect.VarTupleType() | inspect.TupleType():
                return self._list(node, kind, path)
            case inspect.DictType():
                return self._dict(node, kind, path)
            case inspect.UnionType():
                return self.read(node, _type_for(node, kind), path)
            case _:
                return self._scalar(node, kind, path)

    def fault(self, node: Node, path: NodePath, message: str, hint: str = "") -> None:
        """Reports a fault at a node."""
        where = path_label(path, self._entries)
        self.bad.add(str(path[0]) if path else "")
        message = f"{where}: {message}" if where else message
        self.faults.append(Fault(self.file, node.line, node.column, message, hint))

    def wrong(self, node: Node, path: NodePath, expected: str, hint: str = "") -> None:
        """Reports a node that is not what is expected. `expected` is a phrase."""
        if not hint and isinstance(node, Scalar) and node.value is None:
            hint = words.LEAVE_OUT
        if isinstance(node, Scalar) and path:
            hint = self._hints.meant(f"{path[0]}:{_joined_words(node.text, '-')}") or hint
        self.fault(node, path, words.EXPECTED(expected=expected, found=_node_text(node)), hint)

    def _struct(self, node: Node, kind: inspect.StructType, path: NodePath) -> Any:  # noqa: ANN401
        if not isinstance(node, Mapping):
            keys = [field.encode_name for field in kind.fields]
            hint = words.KEYS(keys=", ".join([*keys[:4], *["..."] * (len(keys) > 4)]))
            return self.wrong(node, path, words.MAPPING, self._example(path) or hint)
        fields = {field.encode_name: field for field in kind.fields}
        required = ", ".join(repr(name) for name, field in fields.items() if field.required)
        for key, place in node.keys.items():
            if key not in fields:
                hint = (
                    self._hint_for_unknown(key, fields, path)
                    if len(self.faults) < MOST_LISTED
                    else ""
                )
                self.fault(place, path, words.UNKNOWN_KEY(key=quoted(key)), hint)
        for name, field in fields.items():
            if field.required and name not in node.value:
                hint = self._example((name,)) if not path else ""
                if not hint:
                    hint = f"{name}: ..." if self._hints.example else words.NEEDED(keys=required)
                self.fault(node, path, words.KEY_MISSING(key=name), hint)
                self.bad.add(str((*path, name)[0]))
        return {
            key: self.read(item, fields[key].type, (*path, key))
            for key, item in node.value.items()
            if key in fields
        }

    def _hint_for_unknown(self, key: str, known: abc.Iterable[str], path: NodePath) -> str:
        """A hint for an unknown key: what it means, or a known key that is written like it."""
        prefix = f"{path[0]}." if path else ""
        hint = self._hints.meant(prefix + _joined_words(key, "_"))
        if not hint and not path and self._hints.guess is not None:
            hint = did_you_mean(key, known, 0, _A_SLIP) or self._hints.guess(key[:80])
        return hint or did_you_mean(key, known, _SHOWN)

    def _list(
        self, node: Node, kind: inspect.VarTupleType | inspect.TupleType, path: NodePath
    ) -> Any:  # noqa: ANN401
        if not isinstance(node, Sequence):
            entry = node.text if isinstance(node, Scalar) and node.value is not None else ""
            hint = words.WRITE(value=f"[{entry}]") if 0 < len(entry) < 32 else ""
            if isinstance(node, Mapping):
                hint = words.IN_BRACKETS
            return self.wrong(node, path, words.LIST, self._example(path) or hint)
        most: int | None
        if isinstance(kind, inspect.TupleType):
            kinds: abc.Sequence[inspect.Type] = kind.item_types
            least, most = len(kinds), len(kinds)
        else:
            kinds = [kind.item_type for _ in node.value]
            least, most = kind.min_length or 0, kind.max_length
        if not self._has_allowed_count(node, least, most, path) and least != most:
            return None
        pairs = zip(node.value, kinds, strict=False)
        return [self.read(item, each, (*path, i)) for i, (item, each) in enumerate(pairs)]

    def _dict(self, node: Node, kind: inspect.DictType, path: NodePath) -> Any:  # noqa: ANN401
        if not isinstance(node, Mapping):
            return self.wrong(node, path, words.MAPPING)
        if not self._has_allowed_count(node, kind.min_length or 0, kind.max_length, path):
            return None
        return {
            key: self.read(item, kind.value_type, (*path, key)) for key, item in node.value.items()
        }

    def _has_allowed_count(
        self, node: Sequence | Mapping, least: int, most: int | None, path: NodePath
    ) -> bool:
        """Whether a list or mapping has an allowed number of entries. Reports a fault if not."""
        count = len(node.value)
        is_long = most is not None and count > most
        if count >= least and not is_long:
            return True
        entries = words.AT_MOST(most=most) if is_long else words.AT_LEAST(least=least)
        entries = str(least) if least == most else entries
        self.fault(node, path, words.ENTRIES(entries=entries, count=count), self._example(path))
        return False

    def _scalar(self, node: Node, kind: inspect.Type, path: NodePath) -> Any:  # noqa: ANN401
        value = node.value if isinstance(node, Scalar) else _MISSING
        match kind:
            case inspect.BoolType():
                return (
                    value
                    if isinstance(value, bool)
                    else self.wrong(node, path, *_expected_boolean(node))
                )
            case inspect.IntType():
                return self._integer(node, kind, path)
            case inspect.LiteralType():
                if any(type(value) is type(known) and value == known for known in kind.values):
                    return value
                return self._report_choice(node, [str(known) for known in kind.values], path)
            case inspect.StrType():
                if not isinstance(value, str):
                    hint = words.IN_QUOTES if isinstance(node, Scalar) and node.text else ""
                    return self.wrong(node, path, words.TEXT, hint)
                if kind.pattern and not re.search(kind.pattern, value):
                    slug = "-".join(re.findall(r"[a-z0-9]+", value.lower().removesuffix(".yaml")))
                    hint = words.ID_HINT
                    if re.search(kind.pattern, slug):
                        hint = words.ID_EXAMPLE(hint=hint, id=slug)
                    return self.wrong(node, path, words.SHORT_ID, hint)
                return value
        raise TypeError(kind)

    def _report_choice(self, node: Node, known: list[str], path: NodePath) -> None:
        """Reports a node that is none of the known values."""
        hint = did_you_mean(node.text, known, 0) if isinstance(node, Scalar) else ""
        hint = hint or self._example(path)
        is_nothing = isinstance(node, Scalar) and node.value is None
        if not hint and not is_nothing and len(known) <= _FEW_VALUES:
            hint = words.WRITE(value=words.OR.join(known))
        shown = known if len(known) <= _SHOWN else [*known[:_SHOWN], "...", known[-1]]
        self.wrong(node, path, words.ONE_OF(values=listed(shown, ",")), hint)

    def _integer(self, node: Node, kind: inspect.IntType, path: NodePath) -> Any:  # noqa: ANN401
        value = node.value if isinstance(node, Scalar) else None
        if not isinstance(value, int) or isinstance(value, bool):
            hint = words.NO_FRACTION if isinstance(value, float) else ""
            hint = self._example(path) or (words.DECIMAL if isinstance(value, str) else hint)
            if isinstance(value, str) and re.fullmatch(r"[1-9][0-9]{0,8}", value):
                hint = words.NO_QUOTES
        elif kind.ge is not None and value < kind.ge:
            hint = words.LEAST(least=kind.ge)
        elif kind.le is not None and value > kind.le:
            hint = words.MOST(most=kind.le)
        else:
            return value
        return self.wrong(node, path, words.NUMBER(bounds=bounds(kind.ge, kind.le)), hint)

    def _example(self, path: NodePath) -> str:
        """An example of the value of a top key, as a hint for a fault there; it may be empty."""
        if len(path) > 1 or self._hints.example is None:
            return ""
        key = str(path[0]) if path else ""
        example = self._hints.example(key)
        return f"{key}: {example}" if key and example else example


def _type_for(node: Node, kind: inspect.UnionType) -> inspect.Type:
    """The type of a union by which a node is read: a list type if the node is a list."""
    types = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
    lists = [each for each in types if isinstance(each, inspect.VarTupleType)]
    others = [each for each in types if not isinstance(each, inspect.VarTupleType)]
    return (lists or others)[0] if isinstance(node, Sequence) else (others or lists)[0]


def bounds(least: float | None, most: float | None) -> str:
    """The range of a number as words that follow `number`, such as ` from 1 to 8`."""
    if most is not None and least == -most and set(str(most)) == {"9"}:
        return words.DIGITS(digits=len(str(most)))
    if least is not None and most is not None:
        return words.FROM_TO(least=least, most=most)
    return words.FROM(least=least) if least is not None else ""


def _expected_boolean(node: Node) -> tuple[str, str]:
    """What is expected in place of a node that is neither true nor false, and a hint."""
    text = node.text.lower() if isinstance(node, Scalar) else ""
    meant = {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(text, "")
    meant = meant or (text if text in ("true", "false") else "")
    if isinstance(node, Scalar) and node.value is None:
        return words.TRUE_OR_FALSE, ""
    return words.TRUE_OR_FALSE, words.WRITE(value=meant or words.TRUE_OR_FALSE)


def _node_text(node: Node) -> str:
    """What a node is, in words."""
    match node:
        case Mapping():
            return words.MAPPING
        case Sequence():
            return words.LIST
        case Scalar(value=None):
            return words.NOTHING
        case Scalar(value=str()):
            return words.THE_TEXT(text=quoted(node.text))
    return quoted(node.text).strip("'")


def _joined_words(text: str, joint: str) -> str:
    """A text in small letters with its words joined."""
    return joint.join(text[:80].lower().replace(joint, " ").replace("-", " ").split())


def _cut(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"
