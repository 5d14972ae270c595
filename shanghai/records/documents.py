"""Reads the documents of scenarios and records. A fault has its line and column."""

from collections.abc import Callable
from itertools import chain
from typing import Annotated, Any, Final

from msgspec import Meta, Struct, convert, field, inspect

from shanghai.engine.handicap import Handicap
from shanghai.engine.rules import Rules
from shanghai.engine.state import State
from shanghai.records import notation, positions
from shanghai.records.patterns import TextPattern
from shanghai.variants.house_rules import with_house_rules
from shanghai.words import records as words
from shanghai.yamlio.reader import Fault, Faults, Mapping, Node, Scalar, Sequence, scan_nodes
from shanghai.yamlio.schema_reader import NodePath, Reader, read_by

LoadRules = Callable[[str], Rules]
"""A function that loads a variant by its id or path. It raises ValueError if there is none."""


class Move(Struct, frozen=True):
    """An entry of `moves`, with its place in the file. `refused` says that the document expects a
    refusal, and `because` is a pattern for the reason."""

    text: str
    refused: bool
    because: TextPattern | None
    line: int
    column: int


class _RefusedKeys(Struct):
    refused: positions.Text
    because: positions.Pattern | None = None


_REFUSED_TYPE: Final = inspect.type_info(_RefusedKeys)


def _read_move(reader: Reader, node: Node, path: NodePath) -> Move:
    """Reads an entry of `moves`: a text, or a mapping with `refused` and `because`."""
    if not isinstance(node, Mapping):
        text = reader.read(node, positions.TEXT_TYPE, path)
        return Move(text, False, None, node.line, node.column)
    value = reader.read(node, _REFUSED_TYPE, path)
    return Move(value.get("refused", ""), True, value.get("because"), node.line, node.column)


class Corrected(Struct, frozen=True):
    """A correction of a player's score in a round, and the reason for it."""

    round: positions.Number
    player: positions.Text
    points: positions.Number
    why: positions.Text


class _DocumentKeys(Struct, kw_only=True):
    title: positions.Text = ""
    rules: positions.Names = ()
    variant: positions.Text
    house_rules: dict[str, Any] = {}
    players: positions.Names
    handicaps: Annotated[dict[str, Handicap], Meta(max_length=notation.MOST_PLAYERS)] = {}
    position: positions.Position
    moves: Annotated[
        tuple[Annotated[Move, read_by(_read_move)], ...], Meta(max_length=notation.MOST_MOVES)
    ] = ()
    corrections: Annotated[tuple[Corrected, ...], Meta(max_length=notation.MOST_MOVES)] = ()
    then: positions.Then = field(default_factory=positions.Then)
    unusable: positions.Pattern | None = None


_DOCUMENT_TYPE: Final = inspect.type_info(_DocumentKeys)


class Document(Struct, frozen=True):
    """A position with its moves and the expected result. `state` is None if the position is
    unusable. Then `reasons` say why, and `unusable` is the pattern that they must match."""

    file: str
    line: int
    title: str
    clauses: tuple[str, ...]
    state: State | None
    reasons: tuple[str, ...]
    moves: tuple[Move, ...]
    corrections: tuple[Corrected, ...]
    then: positions.Then
    unusable: TextPattern | None

    def proves(self, wanted: str) -> bool:
        """Whether the document proves a clause, such as GD-18, or has these words in its title."""
        return wanted.upper() in self.clauses or wanted.lower() in self.title.lower()


def read_documents(
    data: str | bytes, file: str, load: LoadRules
) -> list[Document | tuple[Fault, ...]]:
    """The documents of a file. A document that cannot be used is replaced by its faults. `file` is
    the name for messages. Raises Faults if the file is not YAML, or too large."""
    nodes, faults = scan_nodes(data, file)
    nodes = [node for node in nodes if not (isinstance(node, Scalar) and node.value is None)]
    if faults:
        raise Faults(faults)
    if not nodes:
        raise Faults([Fault(file, 0, 0, words.NO_DOCUMENT)])
    _refuse_too_much(nodes, file)
    documents = [_read_document(node, number, file, load) for number, node in enumerate(nodes, 1)]
    # All regular expressions together must not take too long.
    sound = [document for document in documents if isinstance(document, Document)]
    patterns = [document.unusable for document in sound]
    patterns += [move.because for document in sound for move in document.moves]
    steps = sum(pattern.size for pattern in patterns if pattern is not None)
    if steps > notation.MOST_PATTERN_STEPS:
        message = words.STEPS(steps=steps, most=notation.MOST_PATTERN_STEPS)
        raise Faults([Fault(file, 0, 0, message)])
    return documents


def _refuse_too_much(nodes: list[Node], file: str) -> None:
    """Raises Faults if a file has more documents, moves or variants than are allowed."""
    mappings = [node.value for node in nodes if isinstance(node, Mapping)]
    lists = [node.value for keys in mappings if isinstance(node := keys.get("moves"), Sequence)]
    every = chain.from_iterable(lists)
    text_nodes = [
        each.value.get("refused") if isinstance(each, Mapping) else each for each in every
    ]
    moves = [node.text if isinstance(node, Scalar) else "" for node in text_nodes]
    variants = {node.text for keys in mappings if isinstance(node := keys.get("variant"), Scalar)}
    for count, most, what in (
        (len(nodes), notation.MOST_DOCUMENTS, words.DOCUMENTS),
        (len(moves), notation.MOST_MOVES, words.MOVES),
        (sum(map(len, moves)), notation.MOST_WRITTEN, words.LETTERS),
        (len(variants), notation.MOST_VARIANTS, words.VARIANTS),
    ):
        if count > most:
            raise Faults([Fault(file, 0, 0, words.HOLDS(found=count, what=what, most=most))])


def _read_document(
    node: Node, number: int, file: str, load: LoadRules
) -> Document | tuple[Fault, ...]:
    """Reads a document with its number in the file, or returns its faults."""
    reader = Reader(file)
    value = reader.read(node, _DOCUMENT_TYPE)
    if not isinstance(node, Mapping):
        return tuple(reader.faults)
    rules = _load_rules(reader, node, value, load)
    if "unusable" in value and value.get("moves"):
        reader.fault(node.value["unusable"], (), words.INSTEAD)
    if rules is None or reader.faults:
        return Faults(reader.faults).faults
    keys = convert(value, _DocumentKeys)
    state: State | None = None
    reasons: tuple[str, ...] = ()
    try:
        state = positions.build_state(keys.position, keys.players, rules, keys.handicaps)
    except positions.Unusable as error:
        reasons = error.reasons
    if reasons and keys.unusable is None:
        for sentence in reasons:
            reader.fault(node.value["position"], (), words.NO_SUCH_POSITION(why=sentence))
        return tuple(reader.faults)
    return Document(
        file, node.line, keys.title or words.DOCUMENT(number=number), keys.rules, state, reasons,
        keys.moves, keys.corrections, keys.then, keys.unusable,
    )  # fmt: skip


def _load_rules(
    reader: Reader, node: Mapping, value: dict[str, Any], load: LoadRules
) -> Rules | None:
    """The rules of a document, with its house rules; None, with faults in the reader, if none."""
    if value.get("variant") is None:
        return None
    try:
        rules = load(value["variant"])
    except ValueError as error:
        faults = error.faults if isinstance(error, Faults) else (error,)
        for fault in faults:
            reader.fault(node.value["variant"], (), str(fault).removeprefix("variant: "))
        return None
    changes = node.value.get("house_rules")
    if not isinstance(changes, Mapping) or not changes.value:
        return rules
    try:
        return with_house_rules(rules, changes, reader.file)
    except Faults as error:
        reader.faults += error.faults
        return None
