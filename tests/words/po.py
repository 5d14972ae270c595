"""A language as a PO file, which translators' programs read, and back.

python -m tests.words.po fr > fr.po          writes it, with what is translated so far
python -m tests.words.po fr fr.po [FOLDER]   reads it into FOLDER/fr, or that of the data folder

Each message has its English, where it is in the files, what its file is about, and a picture of a
screen on which it, or what is like it, is shown (`tests/ui/pictures/NAME-80x24.txt`). What is no
text is left out: names of rules, examples to type, marks without a word. The forms of a noun are a
message with a plural. What else a grammar needs is written in `grammar.yaml` by hand.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import polib
import yaml

from shanghai.storage.paths import data_dir
from shanghai.words.grammar import inflected
from shanghai.words.language import ENGLISH, FOLDER, GRAMMAR, LOADER, OWN, in_english
from tests.words.language import GAMES, TYPED, places_of_texts, texts_of_games
from tests.words.written import messages, sections

PICTURES = Path(__file__).parents[1] / "ui" / "pictures"
_NO_WORD = re.compile(r"\{[\w.]*(:[^{}?|]*)?\}|[\W\d_]")
_LEAST = 12
"""The fewest letters by which a text is looked for on a picture."""
_SIZE = "-80x24"
_NEAR = {
    "menu": "setup games argue mistakes system web",
    "own-full": "table own_turn moves events cards phrases view_lines hints refusals",
    "window-full": "computers table_seats remote seat_page",
    "rules": "rules rulebook clauses turn contracts meant",
    "workshop": "workshop variants problems",
    "settings": "settings",
    "help": "keys",
    "ledger": "ledger",
    "tournament": "evenings",
    "finished": "saves records proof spoken",
    "round-over-4": "scores",
    "seats-handicap": "handicaps",
    "lesson-page": "lessons tutorial",
}
"""By picture the sections of which it shows something; all others are of the command line."""
_PICTURE_NEAR = {name: picture for picture, names in _NEAR.items() for name in names.split()}

TextPath = tuple[str, ...]


class Text(NamedTuple):
    """A text to translate: its keys, from the section on, and the English."""

    path: TextPath
    english: str

    @property
    def name(self) -> str:
        """Its keys in one word; of a text of a game, which is its own key, only the others."""
        return ".".join(self.path[:2] if self.path[0] == GAMES else self.path)


def texts(found: Any, path: TextPath = ()) -> Iterator[Text]:
    """The texts of some messages, each with its keys."""
    if isinstance(found, dict):
        for key, each in found.items():
            if key not in ("by", "example"):
                yield from texts(each, (*path, key))
    elif isinstance(found, list):
        for at, each in enumerate(found):
            yield from texts(each, (*path, str(at)))
    elif _NO_WORD.sub("", found) and not ".".join(path).startswith(TYPED):
        yield Text(path, found)


def texts_to_translate() -> list[Text]:
    """All texts that a translation has, but for those of its grammar."""
    english = {name: found for name, found in sections(ENGLISH).items() if name != GRAMMAR}
    english[GAMES] = english[GAMES] | {"TEXTS": {text: text for text in texts_of_games()}}
    return [*texts(english)]


def own_sections(language: str, folder: Path) -> dict[str, Any]:
    """The messages of a language by section: those in a folder, else those that are shipped."""
    own = {path.stem: yaml.load(path.read_bytes(), LOADER) for path in folder.glob("*.yaml")}
    return (sections(language) if language != ENGLISH else {}) | own


def at(found: Any, path: TextPath) -> str:
    """The text at a path; empty where there is none."""
    for key in path:
        if isinstance(found, list):
            found = found[int(key)] if int(key) < len(found) else ""
        else:
            found = found.get(key, "") if isinstance(found, dict) else ""
    return found if isinstance(found, str) else ""


def written(language: str, folder: Path) -> polib.POFile:
    """The PO file of a language, of which some texts may be in a folder."""
    own = own_sections(language, folder)
    po = polib.POFile(wrapwidth=100)
    po.metadata = {
        "Project-Id-Version": "Shanghai",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    po.append(_entry(("grammar", "NAME"), "English", at(own, (GRAMMAR, "NAME"))))
    for noun in messages(FOLDER / ENGLISH / "grammar.yaml")["NOUNS"]:
        po.append(_noun(noun, own.get(GRAMMAR, {}).get("NOUNS", {}).get(noun, {})))
    for text in texts_to_translate():
        po.append(_entry(text.path, text.english, at(own, text.path)))
    return po


def _noun(noun: str, own: Mapping[str, str]) -> polib.POEntry:
    with in_english():
        many = inflected(noun, "many")
    return polib.POEntry(
        msgctxt=f"{GRAMMAR}.NOUNS.{noun}",
        msgid=noun,
        msgid_plural=many,
        msgstr_plural={0: own.get("one", ""), 1: own.get("many", "")},
    )


def _entry(path: TextPath, english: str, own: str) -> polib.POEntry:
    text = Text(path, english)
    place = f"{path[0]}.yaml" if path[0] != GAMES else "variants/"
    line = _lines(path[0]).get(".".join(path[1:]), "")
    notes = [_about(path[0]), _picture_note(path[0], english)]
    return polib.POEntry(
        msgctxt=text.name,
        msgid=english,
        msgstr=own,
        comment="\n".join(filter(None, notes)),
        occurrences=[(place, line)],
        flags=["python-brace-format"] if "{" in english else [],
    )


def _picture_note(section: str, english: str) -> str:
    if found := picture_of(english):
        return f"Picture: {found}"
    near = _PICTURE_NEAR.get(section, "")
    return f"Picture of the like: {near}" if near else "Picture: none, lines of text"


@cache
def _lines(section: str) -> dict[str, str]:
    """By the keys of a text the line on which it begins in its English file."""
    path = FOLDER / ENGLISH / f"{section}.yaml"
    return {name: str(place.first + 1) for name, place in places_of_texts(path).items()}


@cache
def _about(section: str) -> str:
    """What the file of a section is about: the comment that it begins with."""
    first = (FOLDER / ENGLISH / f"{section}.yaml").read_text("utf-8").partition("\n")[0]
    return first.removeprefix("# ") if first.startswith("#") else ""


@cache
def _pictures() -> dict[str, str]:
    """By name the pictures of the smallest size, without their frames and ends of lines."""
    paths = sorted(PICTURES.glob(f"*{_SIZE}.txt"))
    return {
        path.stem.removesuffix(_SIZE): " ".join(
            re.findall(r"[^\s│╭╮╰╯─]+", path.read_text("utf-8"))
        )
        for path in paths
    }


def picture_of(english: str) -> str:
    """The name of a picture on which the longest part of a text without places is; else empty."""
    part = max((" ".join(each.split()) for each in re.split(r"[{}]", english)[::2]), key=len)
    if len(part) < _LEAST:
        return ""
    return next((name for name, screen in _pictures().items() if part in screen), "")


def read(po: polib.POFile, language: str, folder: Path) -> dict[str, Any]:
    """The sections of a language with the texts of a PO file, and those it had before."""
    own = own_sections(language, folder)
    by_name = {(text.name, text.english): text.path for text in texts_to_translate()}
    english = sections(ENGLISH)
    for entry in po:
        context, _, noun = (entry.msgctxt or "").partition(".NOUNS.")
        if context == GRAMMAR and noun:
            forms = {"one": entry.msgstr_plural[0], "many": entry.msgstr_plural[1]}
            if any(forms.values()):
                known = own.setdefault(GRAMMAR, {}).setdefault("NOUNS", {})
                known[noun] = known.get(noun, {}) | {k: v for k, v in forms.items() if v}
        elif entry.msgctxt == f"{GRAMMAR}.NAME":
            own.setdefault(GRAMMAR, {})["NAME"] = entry.msgstr or language
        elif entry.msgstr and (path := by_name.get((entry.msgctxt, entry.msgid))):
            _put(own, english, path, entry.msgstr)
    return own


def _put(own: dict[str, Any], english: Any, path: TextPath, text: str) -> None:
    """Puts a text at a path; a list gets the English texts first, as it has to be whole."""
    found: Any = own
    for key, after in pairwise(path):
        english = english[int(key)] if isinstance(english, list) else english.get(key, {})
        empty: Any = list(english) if isinstance(english, list) and after.isdigit() else {}
        if isinstance(found, list):
            found[int(key)] = found[int(key)] or empty
            found = found[int(key)]
        else:
            found = found.setdefault(key, empty)
    found[int(path[-1]) if isinstance(found, list) else path[-1]] = text


def write(own: Mapping[str, Any], folder: Path) -> None:
    """Writes the sections of a language as its files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, found in own.items():
        text = yaml.safe_dump(found, allow_unicode=True, sort_keys=False, width=100)
        (folder / f"{name}.yaml").write_text(text, "utf-8")


def main(language: str, file: str = "", folder: str = "") -> None:
    """Writes a PO file, or reads one."""
    target = Path(folder or data_dir() / OWN) / language
    if not file:
        print(written(language, target))
    else:
        write(read(polib.pofile(file), language, target), target)


if __name__ == "__main__":
    main(*sys.argv[1:])
