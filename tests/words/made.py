"""Makes the messages ready to read: python -m tests.words.made."""

import marshal
from functools import cache
from pathlib import Path

import yaml

import shanghai.words

WORDS = Path(shanghai.words.__file__).parent
KEPT = "messages.bin"
LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


@cache
def messages(path: Path) -> object:
    """The messages of a section as they are written; every value is text."""
    return yaml.load(path.read_text("utf-8"), LOADER)


def kept(language: Path) -> bytes:
    """The messages of a language as they are kept, in a form that every Python reads."""
    return marshal.dumps({path.stem: messages(path) for path in sorted(language.glob("*.yaml"))}, 2)


if __name__ == "__main__":
    for folder in {path.parent for path in WORDS.glob("*/*.yaml")}:
        (folder / KEPT).write_bytes(kept(folder))
