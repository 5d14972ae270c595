"""The messages: ready as they are written, known by name wherever they are said, none idle."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from shanghai.variants.loader import load_variant
from shanghai.words import own_turn, phrases
from shanghai.words.language import FOLDER as WORDS, section, speak
from shanghai.words.messages import Message
from tests.making.onefile.making import HERE
from tests.sources import PACKAGE, nodes, tree
from tests.words.written import messages

SECTIONS = sorted((WORDS / "en").glob("*.yaml"))


def test_every_message_is_said_somewhere():
    paths = [*PACKAGE.rglob("*.py"), HERE / "unpacking.py"]
    names = {name for path in paths for node in nodes(path) for name in _names(node)}
    idle = [f"{path.stem}: {name}" for path in SECTIONS for name in messages(path)]
    assert not [each for each in idle if each.partition(": ")[2] not in names]


def _names(node: ast.AST) -> Iterator[str]:
    """The names that code asks a section for: as attributes, by import, as tables and lines."""
    match node:
        case ast.Attribute(attr=name) | ast.alias(name=name) | ast.Constant(value=str(name)):
            yield name


def test_every_message_that_is_said_is_written():
    missing = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}: {node.attr}"
        for path in PACKAGE.rglob("*.py")
        for node, place in _asked(path)
        if not _is_there(place, node.attr)
    ]
    assert not missing, "\n".join(missing)


def _asked(path: Path) -> Iterator[tuple[ast.Attribute, str]]:
    """The attributes of modules of words that a module asks for, each with the module's name."""
    places = {}
    for node in nodes(path):
        match node:
            case ast.ImportFrom(module="shanghai.words", names=aliases):
                places |= {each.asname or each.name: each.name for each in aliases}
            case ast.Assign(
                targets=[ast.Name(id="say")], value=ast.Call(args=[ast.Constant(value=str(place))])
            ):
                places["say"] = f"={place}"
    for node in nodes(path):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if name in places:
                if attr.isupper():
                    yield node, places[name]


@cache
def _defined(place: str) -> list[str]:
    """The beginnings of all that a module of words says."""
    module = PACKAGE / f"words/{place}.py"
    found = tree(module).body if module.exists() else []
    return [ast.unparse(each).split(" =")[0] for each in found]


@cache
def _is_there(place: str, name: str) -> bool:
    if place.startswith("="):
        return name in section(place[1:])
    written = section(place) if (WORDS / f"en/{place}.yaml").exists() else {}
    return name in written or any(name in each for each in _defined(place))


def test_a_text_that_names_nothing_in_one_language_takes_the_values_of_another():
    """Spanish says without the name of the wild card that no meld holds one."""
    rules = load_variant("california")
    speak("es")
    assert own_turn.NO_JOKER_LIES(rules) == str(own_turn.NO_JOKER_LIES)


def test_a_text_without_places_is_plain_data():
    """It goes into JSON as it is."""
    for language in ("en", "es"):
        speak(language)
        texts = (own_turn.NO_HINTS, phrases.say.table("CALLS")["may-i"]["aloud"])
        assert [type(text) for text in texts] == [Message, str]
