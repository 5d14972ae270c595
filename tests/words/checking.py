"""Finds mistakes in the files of a language, each with its file and line.

`shanghai/words/MESSAGES.md` explains what can be written in a message.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import Any, Final, NamedTuple

import yaml

from shanghai.engine.rules import Rules
from shanghai.words.language import ENGLISH, FOLDER, GRAMMAR, LOADER
from shanghai.words.messages import BAR, CAPITAL, CHOICE, IN_WORDS, PLURAL
from shanghai.words.rulebook.pieces import FACTS

TextName = tuple[str, ...]
"""The keys that lead to a text in its file."""
_NUMBER_FORMAT: Final = re.compile(r"[<>^]?\d*,?(\.\d+)?[df%]?|%[-%:YmdHMBA ]+")
"""How Python writes a number or a date."""
_TABLE_WORDS: Final = {"set", "run", "round", "call", "wild_card"}
"""What may stand in any message on a game, next to what English says in it."""
_OPEN_SECTIONS: Final = {GRAMMAR, "games"}
"""The sections in which a language may have names of its own."""
_NO_MESSAGES: Final = {GRAMMAR, "meant"}
"""The sections whose texts take no values."""
_DEPTH: Final = 16
"""How many lists and mappings may be nested in each other."""
_EXAMPLE: Final = "example"
"""The key of what is typed in a variant file, braces and all."""


class Mistake(NamedTuple):
    """A mistake in a file of messages; `name` is the path of the message, such as `KEYS.help`."""

    file: Path
    line: int
    name: str
    reason: str

    def __str__(self) -> str:
        place = f"{self.file.parent.name}/{self.file.name}:{self.line}"
        return f"{place}: {self.name}: {self.reason}" if self.name else f"{place}: {self.reason}"


class _Text(NamedTuple):
    """A text of a file, with the line on which it begins."""

    text: str
    line: int


class _Marks(NamedTuple):
    """What the grammar of a language knows: what a mark may name."""

    forms: int
    """How many forms a noun has with numbers."""
    words: frozenset[str]
    """Nouns, forms and lists by which a value may be written."""
    cases: frozenset[str]


def mistakes_of(folder: Path) -> list[Mistake]:
    """All mistakes in the files of a language, by file and line."""
    marks = _marks(folder)
    return [
        mistake
        for path in sorted(folder.glob("*.yaml"))
        for mistake in sorted(_mistakes_of_section(path, marks), key=lambda each: each.line)
    ]


def _mistakes_of_section(path: Path, marks: _Marks) -> Iterator[Mistake]:
    texts: dict[TextName, _Text] = {}
    yield from _read(path, texts)
    english = _english(path.stem)
    for name, (text, line) in texts.items():
        if reason := _reason(path.stem, name, text, marks, english):
            yield Mistake(path, line, ".".join(name), reason)


def _reason(
    section: str, name: TextName, text: str, marks: _Marks, english: Mapping[TextName, _Text]
) -> str:
    """What is wrong with a text; empty if nothing is."""
    if section not in _OPEN_SECTIONS and name not in english:
        return "English has no message of this name"
    if section in _NO_MESSAGES or name[-1] == _EXAMPLE:
        return ""
    if name[-1] == "by":
        return "" if _is_known(text) else f"nothing is known as {text!r}"
    try:
        own = places(text)
    except ValueError as error:
        return f"{error}"
    if name in english and (strange := own - places(english[name].text) - _TABLE_WORDS):
        return f"English has no place {{{min(strange)}}} here"
    # A word that the message is given may be counted too.
    return _mark_mistake(text, marks._replace(words=marks.words | own))


def _mark_mistake(text: str, marks: _Marks) -> str:
    """The first mistake in the marks of a text; empty if there is none."""
    for _, name, form, _ in Formatter().parse(text):
        if name is not None:
            form = form or ""
            if reason := _form_mistake(form, marks) or _mark_mistake(form, marks):
                return f"{{{name}}}: {reason}"
    return ""


def _form_mistake(form: str, marks: _Marks) -> str:
    """What is wrong with the mark of a place; empty if nothing is."""
    form = form.removeprefix(CAPITAL)
    texts = _outside_places(form).split(BAR)
    if form.startswith(CHOICE):
        return "" if len(texts) == 2 else f"a choice has two texts, and this one has {len(texts)}"
    if form.startswith(PLURAL):
        if len(texts) == marks.forms:
            return ""
        return f"a plural has {marks.forms} texts in this language, and this one has {len(texts)}"
    if len(texts) > 1:
        return f"texts to choose from begin with {CHOICE!r} or {PLURAL!r}"
    word, _, case = form.removeprefix(IN_WORDS).partition(".")
    if _NUMBER_FORMAT.fullmatch(form) or (not word and not case):
        return ""
    if word in marks.words and (not case or case in marks.cases):
        return ""
    return f"{form!r} is no noun, form or list of the grammar"


def _outside_places(form: str) -> str:
    """A mark without the places within it."""
    return "".join(literal for literal, _, _, _ in Formatter().parse(form))


def places(text: str) -> set[str]:
    """The names of the places of a message, also of those within others."""
    names = set()
    for _, name, form, _ in Formatter().parse(text):
        if name is not None:
            names |= {re.split(r"[.\[]", name)[0], *places(form or "")}
    return names


def _is_known(name: str) -> bool:
    """Whether a table can choose by this: a fact, or a rule and what it is made of."""
    first, *further = name.split(".")
    return first in FACTS or hasattr(Rules, first) or (first == "rules" and bool(further))


def _marks(folder: Path) -> _Marks:
    """What marks may name in a language, of which English knows the nouns."""
    own, english = (yaml.load(_grammar(each), LOADER) or {} for each in (folder, FOLDER / ENGLISH))
    grammar: dict[str, Any] = english | own
    nouns = [*english["NOUNS"].values(), *grammar["NOUNS"].values()]
    forms = {form for noun in nouns for form in noun} | {*grammar["ELSE"]}
    counts = [form for _, form in grammar["COUNTS"]]
    words = {*english["NOUNS"], *grammar["NOUNS"], *grammar["LISTS"], *forms, *counts}
    words |= {form.partition(".")[0] for form in forms}
    cases = {form.partition(".")[2] for form in forms}
    return _Marks(len(counts), frozenset(words | _TABLE_WORDS), frozenset(cases))


def _grammar(folder: Path) -> bytes:
    return (folder / f"{GRAMMAR}.yaml").read_bytes()


def _english(section: str) -> dict[TextName, _Text]:
    """The English texts of a section by their paths; none where English lacks the section."""
    texts: dict[TextName, _Text] = {}
    path = FOLDER / ENGLISH / f"{section}.yaml"
    if path.exists():
        # What is wrong in it is a mistake of English.
        list(_read(path, texts))
    return texts


def _read(path: Path, texts: dict[TextName, _Text]) -> Iterator[Mistake]:
    """Reads the texts of a file by their paths; gives what is wrong with the file as YAML."""
    try:
        text = path.read_text("utf-8")
        if (line := _line_of_no_message(text)) is not None:
            yield Mistake(path, line, "", "messages are texts, lists and mappings, a few deep")
        elif (root := yaml.compose(text, LOADER)) is not None:
            yield from _walk(path, (), root, texts)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        yield Mistake(path, line, "", error.problem or "no YAML")
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        yield Mistake(path, 1, "", " ".join(str(error).split()))


def _line_of_no_message(text: str) -> int | None:
    """The line of the first alias, or of what is nested too deep; None if there is neither."""
    depth = 0
    for event in yaml.parse(text, LOADER):
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEPTH or isinstance(event, yaml.AliasEvent):
            return event.start_mark.line + 1 if event.start_mark else 1
    return None


def _walk(
    path: Path, name: TextName, node: yaml.Node, texts: dict[TextName, _Text]
) -> Iterator[Mistake]:
    match node:
        case yaml.MappingNode():
            keys: set[str] = set()
            for key, value in node.value:
                if key.value in keys:
                    twice = ".".join((*name, key.value))
                    yield Mistake(path, key.start_mark.line + 1, twice, "is there twice")
                keys.add(key.value)
                yield from _walk(path, (*name, key.value), value, texts)
        case yaml.SequenceNode():
            for index, value in enumerate(node.value):
                yield from _walk(path, (*name, str(index)), value, texts)
        case yaml.ScalarNode():
            texts[name] = _Text(node.value, node.start_mark.line + 1)
