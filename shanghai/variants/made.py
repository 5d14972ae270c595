"""Shipped rules as they were made of their variant files, for reading such a file takes time.

`rules.json` has them beside the files, a variant a line. A line whose files have changed since is
passed over.
"""

from pathlib import Path
from typing import Final
from zlib import crc32

import msgspec
from msgspec import Struct

from shanghai.engine.rules import Rules
from shanghai.storage.paths import SHIPPED

FILE: Final = SHIPPED / "rules.json"


class Made(Struct, frozen=True):
    """The rules of a shipped variant with the files that say them, and the sum of these."""

    id: str
    files: tuple[str, ...]
    sum: int
    rules: Rules


def made_rules(variant: str) -> Rules | None:
    """The rules of a shipped variant by its id, None where its file has to be read."""
    try:
        lines = FILE.read_bytes().splitlines()
        begin = msgspec.json.encode({"id": variant})[:-1] + b","
        line = next(line for line in lines if line.startswith(begin))
        made = msgspec.json.decode(line, type=Made)
        fits = made.sum == sum_of(made.files)
    except (OSError, ValueError, StopIteration):
        return None
    return made.rules if fits else None


def sum_of(files: tuple[str, ...]) -> int:
    """The checksum of variant files by their paths below the shipped ones."""
    return crc32(b"".join(Path(SHIPPED, file).read_bytes() for file in files))
