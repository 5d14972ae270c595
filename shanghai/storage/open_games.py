"""Says quickly whether there is an unfinished game, without reading whole journals.

If there are many games, the names of those that have ended are kept in a file in the user's cache
folder. Without this file every game is looked at again.
"""

import contextlib
import os
import time
import zlib
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from shanghai.storage.files import open_plain, read_plain, write_file

_TAIL: Final = 100
"""How many bytes at the end of a journal are read. The end of a game is in them."""
_NEWEST: Final = 8
"""How many of the newest games are always looked at."""
_MANY: Final = 200
"""If more games than this were looked at, those that have ended are remembered."""
_MAX_BYTES: Final = 2**24
_SETTLED_NS: Final = 3 * 10**9
"""In nanoseconds. For this long after a change, a folder may change without a new time."""


def has_open_game(data: Path) -> bool:
    """Whether a data folder has an unfinished game. Only the ends of the files are read."""
    folder = os.path.abspath(os.path.join(data, "games"))
    try:
        changed = os.stat(folder).st_mtime_ns
        # Some systems note the time of a folder only to two seconds.
        is_settled = time.time_ns() - changed > _SETTLED_NS
        names = (_names if is_settled else _names.__wrapped__)(folder, changed)
    except OSError:
        return False
    if len(names) <= _NEWEST + _MANY:
        return any(_is_open(folder, name) for name in names)
    if any(_is_open(folder, name) for name in names[:_NEWEST]):
        return True
    ended = _remembered(folder)
    unknown = [name for name in names[_NEWEST:] if name not in ended]
    first_open = next((name for name in unknown if _is_open(folder, name)), None)
    looked_at = unknown if first_open is None else unknown[: unknown.index(first_open)]
    ended.update(looked_at)
    if len(looked_at) > _MANY:
        _remember(folder, ended)
    return first_open is not None


@lru_cache(maxsize=1)
def _names(folder: str, _changed: int) -> list[str]:
    """The names of the games, the newest first, as that is most likely to be unfinished. The time
    of the last change of the folder is a parameter for the cache."""
    return sorted(os.listdir(folder), reverse=True)


def _is_open(folder: str, name: str) -> bool:
    return not has_ended(os.path.join(folder, name, "game.jsonl"))


def has_ended(path: str | Path) -> bool:
    """Whether the last entry of a journal is the end of the game. True if it cannot be read."""
    try:
        descriptor = open_plain(path, "O_RDONLY")
        try:
            size = os.lseek(descriptor, 0, os.SEEK_END)
            os.lseek(descriptor, max(0, size - _TAIL), os.SEEK_SET)
            return b'"type":"end"' in os.read(descriptor, _TAIL)
        finally:
            os.close(descriptor)
    except OSError:
        return True


@cache
def _remembered(folder: str) -> set[str]:
    """The names of the games in a folder that are known to have ended, from the cache folder."""
    with contextlib.suppress(OSError, RuntimeError, ValueError):
        data = read_plain(_cache_file(folder), _MAX_BYTES, follow=False, owned=True)
        checksum, _, content = data.partition(b"\n")
        source, *names = os.fsdecode(content).split("\n")
        if int(checksum, 16) == zlib.crc32(content) and source == folder:
            return set(names)
    return set()


def _remember(folder: str, names: set[str]) -> None:
    """Writes the names of the games that have ended to the user's cache folder, if possible."""
    with contextlib.suppress(OSError, RuntimeError):
        content = os.fsencode("\n".join([folder, *sorted(names)]))
        write_file(_cache_file(folder), b"%08x\n%s" % (zlib.crc32(content), content))


def _cache_file(folder: str) -> Path:
    """The file in the user's cache folder for a folder of games. Raises RuntimeError if it is not
    known where the cache folder is."""
    from platformdirs import user_cache_path

    key = zlib.crc32(os.fsencode(folder))
    return user_cache_path("shanghai", appauthor=False) / "ended" / f"{key:08x}"
