"""Every sentence that a person reads stands in `words/`, and is filled with what it asks for."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from shanghai.words.messages import Message
from tests.sources import PACKAGE, nodes

DONE = (
    *("__main__.py", "bots", "commands", "engine", "ledger", "lessons", "linear"),
    *("records", "review", "simulation", "storage", "table", "ui", "variants", "web", "yamlio"),
)
"""The rooms, and modules of the first level, that hold no sentence of their own."""
NOTATION = PACKAGE / "records/notation.py"
"""Moves as text are the same in every language."""


def modules(room: str) -> list[Path]:
    return sorted((PACKAGE / room).rglob("*.py")) or [PACKAGE / room]


def test_a_sentence_counts_and_lists_its_values():
    said = Message("{people:and} have {left:more call}, {price:point} and {note}.")
    assert said(people=("Ann", "Bob"), left=1, price=0, note=7) == (
        "Ann and Bob have 1 more call, 0 points and 7."
    )


@pytest.mark.parametrize("room", DONE)
def test_no_sentence_stands_outside_the_room_of_words(room):
    found = [
        f"{path.relative_to(PACKAGE)}:{line}: {text!r}"
        for path in modules(room)
        for line, text in _sentences(nodes(path))
        if path != NOTATION
    ]
    assert not found, "\n".join(found)


def sentences(source: str) -> Iterator[tuple[int, str]]:
    """The literals with three words or more, with their lines; {} stands for each value in one."""
    yield from _sentences([*ast.walk(ast.parse(source))])


def _sentences(found: list[ast.AST]) -> Iterator[tuple[int, str]]:
    passed = {id(part) for node in found for part in _no_sentences(node)}
    for node in found:
        if not (text := _text(node)):
            continue
        words = [word for word in text.split() if re.search(r"[A-Za-z]{2}", word)]
        is_css = "{" in text.replace("{}", "") and ";" in text
        is_code = is_css or text.startswith("SELECT ")
        if id(node) in passed or len(words) < 3 or is_code:
            continue
        if re.search(r"[a-z][,:;.]? (\{\} )?[a-z]", text):
            yield node.lineno, text


def _text(node: ast.AST) -> str:
    """What a literal says; empty for anything that is no literal text."""
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) or "{}" for part in node.values)
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return node.value if is_text else ""


def _no_sentences(node: ast.AST) -> Iterator[ast.AST]:
    """The literals of a node that are no sentences of their own.

    Docstrings, types, regular expressions, names to be split, the parts of a longer literal, what
    a value may be, what another text is searched for, what an engineer alone reads, and the names
    by which saved games know the members of an enumeration.
    """
    match node:
        case ast.Expr(value=value) | ast.FunctionDef(returns=ast.Constant() as value):
            yield value
        case ast.arg(annotation=ast.Constant() as value):
            yield value
        case ast.AnnAssign(annotation=ast.Constant() as value):
            yield value
        case ast.Call(func=ast.Attribute(value=ast.Name(id="re")), args=args):
            yield from args
        case ast.Call(func=ast.Attribute(value=value, attr="split")):
            yield value
        case ast.Raise(exc=ast.Call(func=ast.Name(id="TypeError" | "AttributeError"), args=args)):
            yield from args
        case ast.Compare(left=value, ops=[ast.In() | ast.NotIn()]):
            yield value
        case (
            ast.JoinedStr(values=values)
            | ast.Subscript(value=ast.Name(id="Literal"), slice=ast.Tuple(elts=values))
        ):
            yield from values
        case ast.ClassDef(bases=[ast.Name(id="Enum")], body=body):
            yield from (each.value for each in body if isinstance(each, ast.Assign))


@pytest.mark.parametrize(
    "code",
    [
        'say("Nothing is kept.")',
        'say(f"{name} is on turn.")',
        'say(f"The {word} is over.")',
        'add("--json", help="print one JSON object")',
        'TEXTS = {"log": "what has happened"}',
    ],
)
def test_a_sentence_is_found(code):
    assert [*sentences(code)]


@pytest.mark.parametrize(
    "code",
    [
        '"""A module of the program."""',
        'def f():\n    """What it gives back."""',
        're.match(r"argument (\\S+): invalid choice", text)',
        'NAMES = "box window button".split()',
        'CSS = "Screen { layers: base guard over; }"',
        'Bit(top, "fan back-edge")',
        'say(f"{name}: {points} points")',
        'print("SELECT id FROM games")',
        'class Ending(Enum):\n    CLEAN = "out blind without a joker"',
        'def f(a: "tuple[int, str, set[int]]"): ...',
        'ending: Literal["out", "out blind without a joker"] = "out"',
        'is_flow = "while parsing a flow" in context',
        'ask(f"SELECT id, listed, {column} FROM games")',
    ],
)
def test_what_is_no_sentence_is_passed(code):
    assert not [*sentences(code)]


@pytest.mark.parametrize("room", DONE)
def test_each_sentence_is_filled_with_what_it_asks_for(room):
    filled = [(path, *each) for path in modules(room) for each in _filled(path)]
    wrong = [
        f"{path.relative_to(PACKAGE)}:{line}: {text!r} is given {given}"
        for path, line, text, given, of_the_table in filled
        if {*_places(text)} - of_the_table != given
    ]
    assert not wrong, "\n".join(wrong)


def _places(text: str) -> Iterator[str]:
    """The names in the places of a sentence, and in the places within them."""
    for _, field, form, _ in Formatter().parse(text):
        if field:
            yield field.partition(".")[0]
        yield from _places(form or "")


def _filled(path: Path) -> Iterator[tuple[int, str, set[str], set[str]]]:
    """The sentences of `words/` that a module fills: the line, the sentence, the names given.

    Last come the words of the table, which rules give that stand before the values.
    """
    imported = [node for node in nodes(path) if isinstance(node, ast.ImportFrom)]
    said = {}
    for node in imported:
        if (node.module or "").startswith("shanghai.words"):
            for alias in node.names:
                said[alias.asname or alias.name] = _imported(node.module, alias.name)
    for node in nodes(path) if said else ():
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="format")):
                text = said.get(name)
            case ast.Call(
                func=ast.Attribute(
                    value=ast.Attribute(value=ast.Name(id=name), attr=of), attr="format"
                )
            ):
                text = getattr(said.get(name), of, None)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=of)) if isinstance(
                text := getattr(said.get(name), of, None), Message
            ):
                pass
            case _:
                continue
        given = {keyword.arg for keyword in node.keywords}
        if isinstance(text, str) and None not in given:
            of_the_table = {"set", "run", "round", "call", "wild_card"} if node.args else set()
            yield node.lineno, text, given, of_the_table


def _imported(module: str, name: str) -> object:
    """What `from module import name` gives."""
    found = importlib.import_module(module)
    return getattr(found, name, None) or importlib.import_module(f"{module}.{name}")
