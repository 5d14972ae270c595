"""Lists what a language lacks: python -m tests.words.language de [--done].

Messages that are missing or no more there, those whose English has changed since they were
translated, and those that do not fit: places that English does not have, labels too long for the
key bar. `--done` notes that all that is there says what English says now.
"""

import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from string import Formatter
from typing import Any

from shanghai.storage.paths import SHIPPED
from shanghai.words.cells import cell_width
from tests.words.made import ENGLISH, GAMES, GRAMMAR, WORDS, messages, sections

NOTED = "english.txt"
"""The file of a language that says of which English its messages are translations."""
LABEL_CELLS = 18
"""The most cells of the label of a key."""


def texts(found: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Each text of some messages after its path, such as `keys.KEYS.help.0`."""
    if isinstance(found, dict):
        for key, each in found.items():
            yield from texts(each, (*path, key))
    elif isinstance(found, list):
        for at, each in enumerate(found):
            yield from texts(each, (*path, str(at)))
    else:
        yield ".".join(path).replace("\n", "\\n"), found


def all_texts(language: str) -> dict[str, str]:
    """The texts of a language by their paths, but for those of its grammar."""
    found = sections(WORDS / language)
    found.pop(GRAMMAR, None)
    if language == ENGLISH:
        found[GAMES] = found[GAMES] | {"TEXTS": {text: text for text in texts_of_games()}}
    return dict(texts(found))


def texts_of_games() -> Iterator[str]:
    """The English texts of the published games: what they are, their rulings, their house rules."""
    for path in sorted(SHIPPED.glob("**/*.yaml")):
        for where, text in texts(messages(path)):
            if where.rpartition(".")[2] in ("summary", "text", "ruling", "name", "sentence"):
                yield text


def places(text: str) -> set[str]:
    """The names of the places of a message, those within others as well."""
    found = set()
    for _, name, form, _ in Formatter().parse(text):
        if name is not None:
            found |= {name.partition(".")[0], *places(form or "")}
    return found


def digest(text: str) -> str:
    """A few letters by which an English text is known again."""
    return sha256(text.encode()).hexdigest()[:8]


def noted(language: str) -> dict[str, str]:
    """Of which English text each message of a language is a translation."""
    path = WORDS / language / NOTED
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return dict(line.split(" ", 1)[::-1] for line in lines)


def lacks(language: str) -> dict[str, list[str]]:
    """What a language lacks, by kind."""
    english, own, known = all_texts(ENGLISH), all_texts(language), noted(language)
    both = [path for path in own if path in english]
    return {
        "missing": [path for path in english if path not in own and english[path]]
        + [f"{GRAMMAR}.PLAIN.{letter}" for letter in letters_without_ascii(language)],
        "not in English": [path for path in own if path not in english],
        "changed": [
            path for path in both if path in known and known[path] != digest(english[path])
        ],
        "does not fit": [
            path
            for path in both
            if not places(own[path]) <= places(english[path]) | {"set", "run", "round", "wild_card"}
            or _is_long(path, own[path])
        ],
    }


def letters_without_ascii(language: str) -> list[str]:
    """The letters of a language for which its grammar has none of ASCII; English has no need."""
    if language == ENGLISH:
        return []
    plain = sections(WORDS / language).get(GRAMMAR, {}).get("PLAIN", {})
    said = {letter for text in all_texts(language).values() for letter in text}
    return sorted(each for each in said if each.isalpha() and not each.isascii() | (each in plain))


def _is_long(path: str, text: str) -> bool:
    is_label = ".KEY_WORDS." in path and path.endswith(".0")
    return is_label and cell_width(text) > LABEL_CELLS


def note(language: str) -> None:
    """Notes of which English all messages of a language are translations."""
    english, own = all_texts(ENGLISH), all_texts(language)
    lines = [f"{digest(english[path])} {path}" for path in sorted(own) if path in english]
    (WORDS / language / NOTED).write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    named = Path(sys.argv[1]).name
    if "--done" in sys.argv:
        note(named)
    for kind, paths in lacks(named).items():
        print(f"{kind}: {len(paths)}", *paths, sep="\n  ")
