"""Shipped rules that were read at an earlier start, kept so that the next one is quicker.

Reading a variant file with all its checks takes longer than all else that a game needs to begin.
"""

import contextlib
from hashlib import blake2b
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from shanghai import __version__
from shanghai.engine.rules import Rules
from shanghai.storage.files import read_plain, write_file
from shanghai.storage.paths import SHIPPED

FOLDER: Final = "cache"
_HERE: Final = Path(__file__).resolve().parents[1]
_MOST_BYTES: Final = 256 * 1024


class CachedRules(Struct, frozen=True):
    """Rules, and the mark of the file and of the program that they were read from and by."""

    mark: str
    rules: Rules


def is_shipped(variant: str) -> bool:
    """Whether a text is the id of a shipped variant."""
    return bool(_text_of(variant))


def cached_rules(variant: str, data: Path) -> Rules:
    """The rules of a shipped variant by its id.

    What an earlier start has kept in the data folder is taken while it is of the same file and
    program; where nothing can be read or kept there the file is read, and nothing is said.
    """
    text = _text_of(variant)
    mark = _mark(text)
    kept = data / FOLDER / f"{variant}.json"
    found = _read(kept)
    if found is not None and found.mark == mark:
        return found.rules
    from shanghai.variants.loader import load_variant

    rules = load_variant(variant)
    with contextlib.suppress(OSError):
        write_file(kept, msgspec.json.encode(CachedRules(mark, rules)))
    return rules


def _text_of(variant: str) -> bytes:
    """What the file of a shipped variant holds; nothing where there is no such file."""
    if not variant.replace("-", "").isalnum():
        return b""
    try:
        return (SHIPPED / f"{variant}.yaml").read_bytes()
    except OSError:
        return b""


def _mark(text: bytes) -> str:
    """What changes with the file, with the version and with what the program makes of files."""
    times = [
        (_HERE / name).stat().st_mtime_ns for name in ("variants/loader.py", "engine/rules.py")
    ]
    return blake2b(repr((__version__, times, text)).encode(), digest_size=16).hexdigest()


def _read(path: Path) -> CachedRules | None:
    try:
        return msgspec.json.decode(read_plain(path, _MOST_BYTES), type=CachedRules)
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
        return None
