"""Makes the messages ready to read: python -m tests.words.made."""

import json
from pathlib import Path

import yaml

import shanghai.words

WORDS = Path(shanghai.words.__file__).parent


def messages(path: Path) -> object:
    """The messages of a section as they are written; every value is text."""
    return yaml.load(path.read_text("utf-8"), yaml.BaseLoader)


def kept(language: Path) -> str:
    """The messages of a language as they are kept, a section a line."""
    return "".join(
        f"{path.stem}\t{json.dumps(messages(path), ensure_ascii=False)}\n"
        for path in sorted(language.glob("*.yaml"))
    )


if __name__ == "__main__":
    for folder in {path.parent for path in WORDS.glob("*/*.yaml")}:
        (folder / "messages.json").write_text(kept(folder), "utf-8")
