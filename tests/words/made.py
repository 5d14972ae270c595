"""Makes the messages ready to read: python -m tests.words.made."""

import marshal
from pathlib import Path
from typing import Any

import yaml

import shanghai.words

WORDS = Path(shanghai.words.__file__).parent
KEPT = "messages.bin"


def messages(path: Path) -> dict[str, Any]:
    """The messages of a section as they are written; every value is text."""
    found: dict[str, Any] = yaml.load(path.read_text("utf-8"), yaml.BaseLoader)
    return found


def kept(language: Path) -> bytes:
    """The messages of a language as they are kept, in a form that every Python reads.

    The words of keys, which a section may have, are kept together with those of all screens.
    """
    found = {path.stem: messages(path) for path in sorted(language.glob("*.yaml"))}
    keys = [key for said in found.values() for key in said.get("KEY_WORDS", {}).items()]
    assert len(keys) == len(dict(keys)), "the words of a key stand in two sections"
    found["keys"]["KEY_WORDS"] = dict(keys)
    return marshal.dumps(found, 2)


if __name__ == "__main__":
    for folder in {path.parent for path in WORDS.glob("*/*.yaml")}:
        (folder / KEPT).write_bytes(kept(folder))
