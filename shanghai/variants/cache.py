"""Shipped rules kept from an earlier start, for reading a variant file takes 20 to 30 ms.

A kept file carries a checksum over its bytes and over all that it was made from. One that is not
whole, or was made from something else, is dropped in silence and made again.
"""

import contextlib
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Final

import msgspec

from shanghai import __version__
from shanghai.engine.rules import Rules
from shanghai.storage.files import read_plain, write_file
from shanghai.storage.paths import SHIPPED

FOLDER: Final = "cache"
_SHANGHAI: Final = Path(__file__).resolve().parents[1]
_MAKERS: Final = (
    *("engine", "engine/parameters", "storage", "words", "words/rulebook", "variants", "yamlio"),
)
"""The folders whose modules turn a variant file into rules."""
_FOLDERS: Final = (SHIPPED, SHIPPED / "more")
_MOST_BYTES: Final = 256 * 1024
_CHECKSUM: Final = 32
"""Letters of the checksum, which stands in a line before the rules."""


def is_shipped(variant: str) -> bool:
    """Whether a text is the id of a shipped variant."""
    is_name = variant.replace("-", "").isalnum()
    return is_name and any((folder / f"{variant}.yaml").is_file() for folder in _FOLDERS)


def cached_rules(variant: str, data: Path) -> Rules:
    """The rules of a shipped variant by its id, from the cache of a data folder where they fit.

    Where they do not the variant file is read, and its rules are kept if the folder takes them.
    """
    sources = _sources(variant)
    kept = data / FOLDER / f"{variant}.json"
    found = _kept_rules(kept, sources)
    if found is not None:
        return found
    from shanghai.variants.loader import load_variant

    rules = load_variant(variant)
    written = msgspec.json.encode(rules)
    with contextlib.suppress(OSError):
        write_file(kept, _checksum(written, sources) + b"\n" + written)
    return rules


def _kept_rules(path: Path, sources: bytes) -> Rules | None:
    """The rules in a kept file, None where it is not whole or was made from something else."""
    try:
        data = read_plain(path, _MOST_BYTES)
    except OSError:
        return None
    written = data[_CHECKSUM + 1 :]
    if data[: _CHECKSUM + 1] != _checksum(written, sources) + b"\n":
        return None
    try:
        return msgspec.json.decode(written, type=Rules)
    except (ValueError, RecursionError):
        return None


def _checksum(written: bytes, sources: bytes) -> bytes:
    made = blake2b(written, digest_size=_CHECKSUM // 2, key=sources)
    return made.hexdigest().encode()


def _sources(variant: str) -> bytes:
    """A digest of the id, the version, the modules that make rules and every shipped file."""
    made = blake2b(f"{variant} {__version__} {msgspec.__version__}".encode(), digest_size=32)
    for module in _modules():
        at = module.stat()
        made.update(f"{module} {at.st_size} {at.st_mtime_ns}\n".encode())
    for file in _variant_files():
        text = file.read_bytes()
        made.update(f"{file.name} {len(text)}\n".encode() + text)
    return made.digest()


def _modules() -> Iterator[Path]:
    for room in _MAKERS:
        yield from sorted((_SHANGHAI / room).glob("*.py"))


def _variant_files() -> Iterator[Path]:
    for folder in _FOLDERS:
        yield from sorted(folder.glob("*.yaml"))
