"""Writes `variants/rules.json` and `schema.json` again: `python -m tests.variants.made`."""

from contextlib import redirect_stdout
from pathlib import Path

import msgspec

from shanghai.__main__ import main
from shanghai.storage.paths import SHIPPED
from shanghai.variants.library import RULES_FILE, Made, shipped_file, shipped_variants, sum_of
from shanghai.variants.loader import read_keys, read_shipped


def made_text() -> bytes:
    """What the file has to hold, a line for each shipped variant."""
    made = []
    for variant in shipped_variants():
        files = tuple(path.relative_to(SHIPPED).as_posix() for path in _chain(variant))
        made.append(Made(variant, files, sum_of(files), read_shipped(variant)))
    return b"".join(msgspec.json.encode(each) + b"\n" for each in made)


def _chain(variant: str) -> list[Path]:
    """The file of a variant and those that it extends."""
    path = shipped_file(variant)
    extends = read_keys(path.read_bytes(), path.name).value.get("extends")
    return [path, *(_chain(extends) if extends else ())]


if __name__ == "__main__":
    # What extends another file is else read from what was made of that before.
    RULES_FILE.write_bytes(b"")
    RULES_FILE.write_bytes(made_text())
    with open(SHIPPED / "schema.json", "w", encoding="utf-8") as file, redirect_stdout(file):
        main(["variants", "schema"])
