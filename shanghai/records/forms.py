"""Typed values out of strict YAML nodes, every mistake kept as a fault with its place."""

import difflib
from collections.abc import Collection
from typing import Final

from shanghai.engine.cards import Face
from shanghai.records.limits import MOST_CARDS, MOST_PLAYERS
from shanghai.records.notation import NotationError, read_faces
from shanghai.records.patterns import PatternError, TextPattern
from shanghai.yamlio.reader import (
    MAX_NODES,
    MOST_TOLD,
    Fault,
    Mapping,
    Node,
    Scalar,
    Sequence,
)

_SHOWN: Final = 60


def kind_of(node: Node) -> str:
    """What a node is, in a word or two for a sentence."""
    match node:
        case Mapping():
            return "a mapping"
        case Sequence():
            return "a list"
        case Scalar(value=None):
            return "nothing"
        case Scalar():
            return repr(shortened(node.text))


def shortened(text: str) -> str:
    """A text cut to what a line of faults can show."""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


class Form:
    """Reads the nodes of one file; `faults` gathers what is wrong with their shape.

    Each reading function answers with a value in any case, an empty one beside a fault, so that
    one run finds every mistake.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []

    def fault(self, node: Node, message: str, hint: str = "") -> None:
        """Notes a mistake at a node."""
        self.faults.append(Fault(self.file, node.line, node.column, message, hint))

    def entries(self, node: Node, what: str, most: int = MOST_PLAYERS) -> dict[str, Node]:
        """The nodes of a mapping with keys of any name, at most `most`."""
        if isinstance(node, Mapping):
            if len(node.value) <= most:
                return node.value
            self.fault(node, f"{what} has {len(node.value)} entries, and {most} is the most")
            return {}
        self.fault(node, f"{what} must be a mapping, not {kind_of(node)}")
        return {}

    def mapping(
        self, node: Node, what: str, known: Collection[str], required: Collection[str] = ()
    ) -> dict[str, Node]:
        """The nodes of a mapping with known keys; an unknown or missing one is a fault."""
        entries = self.entries(node, what, MAX_NODES)
        for key in entries:
            if key not in known and isinstance(node, Mapping):
                hint = _meant(key, known) if len(self.faults) < MOST_TOLD else ""
                self.fault(node.keys[key], f"unknown key {shortened(key)!r} in {what}", hint)
        if isinstance(node, Mapping):
            for key in required:
                if key not in entries:
                    self.fault(node, f"{what} must have the key {key!r}")
        return {key: value for key, value in entries.items() if key in known}

    def items(self, node: Node, what: str, most: int = MOST_PLAYERS) -> tuple[Node, ...]:
        """The nodes of a list, at most `most`."""
        if isinstance(node, Sequence):
            if len(node.value) <= most:
                return node.value
            self.fault(node, f"{what} has {len(node.value)} entries, and {most} is the most")
            return ()
        self.fault(node, f"{what} must be a list, not {kind_of(node)}")
        return ()

    def text(self, node: Node, what: str) -> str:
        """A text; a number or `true` stands for its letters, null is a fault."""
        if isinstance(node, Scalar) and node.value is not None:
            return node.text
        self.fault(node, f"{what} must be a text, not {kind_of(node)}")
        return ""

    def number(self, node: Node, what: str) -> int:
        """A whole number of at most nine digits."""
        if isinstance(node, Scalar) and type(node.value) is int and abs(node.value) < 10**9:
            return node.value
        self.fault(node, f"{what} must be a whole number, not {kind_of(node)}")
        return 0

    def cards(self, node: Node, what: str) -> tuple[Face, ...]:
        """A list of cards with blanks between; the empty text is no card."""
        text = self.text(node, f"{what} (cards; '' is none)")
        count = len(text.split())
        if count > MOST_CARDS:
            self.fault(node, f"{what} has {count} cards, and {MOST_CARDS} is the most")
            return ()
        try:
            return read_faces(text)
        except NotationError as error:
            self.fault(node, f"{what}: {error}")
            return ()

    def cards_or_count(self, node: Node, what: str) -> tuple[Face, ...] | int:
        """A list of cards, or how many there are."""
        if isinstance(node, Scalar) and type(node.value) is int:
            return self.number(node, what)
        return self.cards(node, what)

    def pattern(self, node: Node, what: str) -> TextPattern | None:
        """A regular expression of RE2, None beside a fault."""
        try:
            return TextPattern(self.text(node, what))
        except PatternError as error:
            self.fault(node, f"{what} is no regular expression: {error}")
            return None


def _meant(key: str, known: Collection[str]) -> str:
    """The known key that is most like another as a question, else all that are known."""
    near = difflib.get_close_matches(key, known, 1)
    return f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
