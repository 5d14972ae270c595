"""The values of documents as types, each with how it is read from a node."""

from typing import Annotated, Final

from msgspec import Meta, inspect

from shanghai.engine.cards import Face
from shanghai.records.notation import MOST_CARDS, MOST_PLAYERS, NotationError, read_faces
from shanghai.records.patterns import PatternError, TextPattern
from shanghai.yamlio.reader import Node, Scalar
from shanghai.yamlio.schema_reader import NodePath, Reader, read_by

_MOST: Final = 999_999_999


def _read_text(reader: Reader, node: Node, path: NodePath) -> str | None:
    """A text; a number or `true` stands for its letters, and null is a fault."""
    if isinstance(node, Scalar) and node.value is not None:
        return node.text
    reader.wrong(node, path, "a text")
    return None


def _read_cards(reader: Reader, node: Node, path: NodePath) -> tuple[Face, ...] | None:
    """Cards with blanks between; the empty text is no card."""
    if not isinstance(node, Scalar) or node.value is None:
        reader.wrong(node, path, "cards", "such as 10H 2C JK; '' is none")
        return None
    count = len(node.text.split())
    if count > MOST_CARDS:
        reader.fault(node, path, f"expected at most {MOST_CARDS} cards, got {count}")
        return None
    try:
        return read_faces(node.text)
    except NotationError as error:
        reader.fault(node, path, str(error))
        return None


def _read_pile(reader: Reader, node: Node, path: NodePath) -> tuple[Face, ...] | int | None:
    if isinstance(node, Scalar) and type(node.value) is int:
        count: int | None = reader.read(node, _NUMBER_TYPE, path)
        return count
    return _read_cards(reader, node, path)


def _read_pattern(reader: Reader, node: Node, path: NodePath) -> TextPattern | None:
    text = _read_text(reader, node, path)
    try:
        return None if text is None else TextPattern(text)
    except PatternError as error:
        reader.fault(node, path, f"is no regular expression: {error}")
        return None


Text = Annotated[str, read_by(_read_text)]
"""A text that may look like another value, as a player called 7 does."""
Number = Annotated[int, Meta(ge=-_MOST, le=_MOST)]
Cards = Annotated[tuple[Face, ...], read_by(_read_cards)]
Pile = Annotated[tuple[Face, ...] | int, read_by(_read_pile)]
"""Cards, or how many there are."""
Pattern = Annotated[TextPattern, read_by(_read_pattern)]

Names = Annotated[tuple[Text, ...], Meta(max_length=MOST_PLAYERS)]
Numbers = Annotated[dict[str, Number], Meta(max_length=MOST_PLAYERS)]
"""A number for each of some players."""
TEXT_TYPE: Final = inspect.type_info(Text)
_NUMBER_TYPE: Final = inspect.type_info(Number)
