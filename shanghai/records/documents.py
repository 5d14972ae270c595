"""The documents of a scenario or record file: each read whole, or its faults with their places."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from shanghai.engine.rules import Rules
from shanghai.engine.state import State
from shanghai.records.expectations import Then, read_then
from shanghai.records.forms import Form
from shanghai.records.limits import MOST_DOCUMENTS, MOST_MOVES, MOST_VARIANTS, MOST_WRITTEN
from shanghai.records.patterns import TextPattern
from shanghai.records.positions import Unusable, build_state, read_position
from shanghai.variants.house_rules import with_house_rules
from shanghai.yamlio.reader import Fault, Faults, Mapping, Node, Scalar, Sequence, scan_nodes

KEYS: Final = (
    *("title", "rules", "variant", "house_rules", "players", "position"),
    *("moves", "then", "unusable"),
)
REQUIRED: Final = ("variant", "players", "position")

LoadRules = Callable[[str], Rules]
"""Finds a variant by its id or path; raises Faults where there is none."""


class Move(Struct, frozen=True):
    """One entry of `moves`, as text; a refused one may say why by a regular expression."""

    text: str
    refused: bool
    because: TextPattern | None
    line: int
    column: int


class Document(Struct, frozen=True):
    """One document: a position, what is done in it, and what must come of it.

    `state` is None where the rules have no such position; then `reasons` say why.
    """

    file: str
    line: int
    title: str
    clauses: tuple[str, ...]
    state: State | None
    reasons: tuple[str, ...]
    moves: tuple[Move, ...]
    then: Then
    unusable: TextPattern | None


def read_documents(
    data: str | bytes, file: str, load: LoadRules
) -> list[Document | tuple[Fault, ...]]:
    """Each document of a file, or the faults that make it unusable; Faults for no YAML at all."""
    nodes, faults = scan_nodes(data, file)
    nodes = [node for node in nodes if not (isinstance(node, Scalar) and node.value is None)]
    if faults:
        raise Faults(faults)
    if not nodes:
        raise Faults([Fault(file, 0, 0, "holds no document")])
    _refuse_too_much(nodes, file)
    return [_read_document(node, number, file, load) for number, node in enumerate(nodes, 1)]


def _refuse_too_much(nodes: list[Node], file: str) -> None:
    """Raises Faults where a file holds more documents, moves or variants than are read."""
    tops = [node.value for node in nodes if isinstance(node, Mapping)]
    lists = [node.value for top in tops if isinstance(node := top.get("moves"), Sequence)]
    moves = [_move_text(move) for moves in lists for move in moves]
    variants = {node.text for top in tops if isinstance(node := top.get("variant"), Scalar)}
    for found, most, what in (
        (len(nodes), MOST_DOCUMENTS, "documents"),
        (len(moves), MOST_MOVES, "moves"),
        (sum(map(len, moves)), MOST_WRITTEN, "letters in its moves"),
        (len(variants), MOST_VARIANTS, "variants"),
    ):
        if found > most:
            raise Faults([Fault(file, 0, 0, f"holds {found} {what}, and {most} is the most")])


def _move_text(node: Node) -> str:
    """The text of an entry of `moves`, as far as it has one."""
    refused = node.value.get("refused") if isinstance(node, Mapping) else node
    return refused.text if isinstance(refused, Scalar) else ""


def _read_document(
    node: Node, number: int, file: str, load: LoadRules
) -> Document | tuple[Fault, ...]:
    form = Form(file)
    entries = form.mapping(node, "the document", KEYS, REQUIRED)
    title = form.text(entries["title"], "the title") if "title" in entries else ""
    clauses = _texts(form, entries.get("rules"), "rules")
    names = _texts(form, entries.get("players"), "players")
    rules = _load_rules(form, entries, load)
    position = read_position(form, entries["position"]) if "position" in entries else None
    moves = _read_moves(form, entries.get("moves"))
    then = read_then(form, entries["then"]) if "then" in entries else Then()
    unusable = None
    if "unusable" in entries:
        unusable = form.pattern(entries["unusable"], "unusable")
        if moves:
            form.fault(entries["unusable"], "'unusable' stands instead of 'moves'")
    state: State | None = None
    reasons: tuple[str, ...] = ()
    if rules is not None and position is not None and not form.faults:
        try:
            state = build_state(position, names, rules)
        except Unusable as error:
            reasons = error.reasons
            if unusable is None:
                for sentence in reasons:
                    form.fault(entries["position"], f"no such position: {sentence}")
    if form.faults:
        return Faults(form.faults).faults
    return Document(
        file, node.line, title or f"document {number}", clauses, state, reasons, moves, then,
        unusable,
    )  # fmt: skip


def _texts(form: Form, node: Node | None, what: str) -> tuple[str, ...]:
    if node is None:
        return ()
    return tuple(form.text(item, f"an entry of {what}") for item in form.items(node, what))


def _load_rules(form: Form, entries: dict[str, Node], load: LoadRules) -> Rules | None:
    """The rules of the document; what is wrong with the variant or its house rules is a fault."""
    changes = entries.get("house_rules")
    if changes is not None:
        form.entries(changes, "house_rules")
    if "variant" not in entries:
        return None
    variant = form.text(entries["variant"], "the variant")
    try:
        rules = load(variant)
    except ValueError as error:
        faults = error.faults if isinstance(error, Faults) else (error,)
        for fault in faults:
            form.fault(entries["variant"], str(fault).removeprefix("variant: "))
        return None
    if not isinstance(changes, Mapping) or not changes.value:
        return rules
    try:
        return with_house_rules(rules, changes, form.file)
    except Faults as error:
        form.faults += error.faults
        return None


def _read_moves(form: Form, node: Node | None) -> tuple[Move, ...]:
    if node is None:
        return ()
    return tuple(_read_move(form, item) for item in form.items(node, "moves", MOST_MOVES))


def _read_move(form: Form, node: Node) -> Move:
    if not isinstance(node, Mapping):
        return Move(form.text(node, "a move"), False, None, node.line, node.column)
    entries = form.mapping(node, "a refused move", ("refused", "because"), ("refused",))
    text = form.text(entries["refused"], "the refused move") if "refused" in entries else ""
    because = form.pattern(entries["because"], "because") if "because" in entries else None
    return Move(text, True, because, node.line, node.column)
