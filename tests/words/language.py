"""Lists what a language lacks: python -m tests.words.language de.

Messages that are missing, those whose English has changed since they were translated, and mistakes:
names and places that English does not have, wrong marks, labels too long for the key bar.

When a text was changed last is asked of git, line by line. A commit that moves or corrects English
without changing what it says is listed in `.git-blame-ignore-revs`, and does not count.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from shanghai.storage.paths import SHIPPED
from shanghai.words.cells import cell_width
from shanghai.words.language import ENGLISH, FOLDER, GRAMMAR, LOADER
from tests.words.checking import mistakes_of
from tests.words.written import messages, sections

ROOT = Path(__file__).parents[2]
IGNORED = ".git-blame-ignore-revs"
GAMES = "games"
TYPED = tuple(
    f"meant.{name}" for name in ("KEYS", "IN_CONTRACTS", "VALUES", "NOT_HERE", "SYNONYMS", "EMPTY")
)
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
    found = sections(language)
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


def missing(language: str) -> list[str]:
    """The messages that have no translation, and the letters that have none in ASCII.

    What is typed in variant files, in `meant.yaml`, is English in every language.
    """
    english, own = all_texts(ENGLISH), all_texts(language)
    lacking = [path for path in english if path not in own and english[path]]
    letters = [f"{GRAMMAR}.PLAIN.{letter}" for letter in letters_without_ascii(language)]
    return [path for path in lacking if not path.startswith(TYPED)] + letters


def mistakes(language: str) -> list[str]:
    """What is wrong in the files of a language."""
    english, own = all_texts(ENGLISH), all_texts(language)
    left = [path for path in own if path.startswith(GAMES) and path not in english]
    long = [path for path in own if _is_long(path, own[path])]
    return [
        *map(str, mistakes_of(FOLDER / language)),
        *(f"{path}: no published game says this" for path in left),
        *(f"{path}: more than {LABEL_CELLS} columns" for path in long),
    ]


def _is_long(path: str, text: str) -> bool:
    is_label = ".KEY_WORDS." in path and path.endswith(".0")
    return is_label and cell_width(text) > LABEL_CELLS


def letters_without_ascii(language: str) -> list[str]:
    """The letters of a language for which its grammar has none of ASCII; English has no need."""
    if language == ENGLISH:
        return []
    plain = sections(language).get(GRAMMAR, {}).get("PLAIN", {})
    said = {letter for text in all_texts(language).values() for letter in text}
    return sorted(each for each in said if each.isalpha() and not each.isascii() | (each in plain))


def outdated(language: str) -> list[str]:
    """The messages whose English was changed after their translation."""
    return [
        f"{path.stem}.{name}"
        for path in sorted((FOLDER / language).glob("*.yaml"))
        if path.stem != GRAMMAR and (english := FOLDER / ENGLISH / path.name).exists()
        for name in _newer(english, path)
    ]


class Place(NamedTuple):
    """The lines of a text in its file, counted from 0; the last one belongs to it."""

    first: int
    last: int


def _newer(english: Path, translation: Path) -> Iterator[str]:
    """The texts of a file that were changed after those of another file by the same names."""
    places, others = places_of_texts(english), places_of_texts(translation)
    times, other_times = line_times(english), line_times(translation)
    for name in places.keys() & others.keys():
        if _newest(times, places[name]) > _newest(other_times, others[name]):
            yield name


def _newest(times: list[int], place: Place) -> int:
    return max(times[place.first : place.last + 1])


def places_of_texts(file: Path) -> dict[str, Place]:
    """The lines of each text of a file, by its path."""
    root = yaml.compose(file.read_text("utf-8"), LOADER)
    return dict(_places((), root)) if root is not None else {}


def _places(path: tuple[str, ...], node: yaml.Node) -> Iterator[tuple[str, Place]]:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _places((*path, key.value), value)
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            yield from _places((*path, str(index)), value)
    else:
        first, end = node.start_mark, node.end_mark
        # A text in a block ends at the beginning of the next line.
        yield ".".join(path), Place(first.line, max(first.line, end.line - (not end.column)))


def line_times(file: Path) -> list[int]:
    """When each line of a file was changed last, in seconds; now for lines not committed yet."""
    command = ["git", "blame", "--line-porcelain"]
    if (ROOT / IGNORED).exists():
        command += ["--ignore-revs-file", str(ROOT / IGNORED)]
    done = subprocess.run(
        [*command, file.name], cwd=file.parent, check=True, capture_output=True, text=True
    )
    mark = "committer-time "
    lines = done.stdout.splitlines()
    return [int(line.removeprefix(mark)) for line in lines if line.startswith(mark)]


if __name__ == "__main__":
    named = Path(sys.argv[1]).name
    for kind, found in {
        "missing": missing(named),
        "changed in English": outdated(named),
        "mistakes": mistakes(named),
    }.items():
        print(f"{kind}: {len(found)}", *found, sep="\n  ")
