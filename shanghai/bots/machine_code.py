"""Where the machine code of the play-outs is stored, and whether it is complete. Loads no code."""

import os
import stat
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from shanghai.processes import begin, module_command
from shanghai.words import computers as words
from shanghai.words.system import system_fault

_PACKAGE: Final = Path(__file__).resolve().parents[1]
_SOURCES: Final = ("bots/playouts/*.py", "bots/unknown.py", "bots/weights.py")
"""What the machine code is made of, with the sources of the constants that it holds."""
_READY: Final = "ready"
"""The name of an empty file in the folder once all machine code is stored."""


def has_numba() -> bool:
    """Whether numba, which makes the machine code, is installed (the extra `full`)."""
    return find_spec("numba") is not None


class _Choice:
    """The choice of this process: `is_plain` if it uses no machine code although it could."""

    is_plain = False


def use_plain_python() -> None:
    """Makes this process use plain Python. To be called before it imports `bots.playouts`."""
    _Choice.is_plain = True


def is_machine_code() -> bool:
    """Whether this process plays rounds out in machine code."""
    return has_numba() and not _Choice.is_plain


def code_folder() -> Path | None:
    """The folder for the machine code of these sources, in NUMBA_CACHE_DIR if that is set, else in
    the user's cache. None if it cannot be used or is not safe."""
    folder, fault = _place()
    return None if fault else folder


def code_fault() -> str:
    """The reason why machine code cannot be stored, as the end of a sentence; "" if it can."""
    return _place()[1]


@cache
def _place() -> tuple[Path, str]:
    """The folder for the machine code, and the reason why it cannot be used, "" if it can."""
    from platformdirs import user_cache_path

    try:
        named = os.environ.get("NUMBA_CACHE_DIR")
        place = Path(named) if named else user_cache_path("shanghai", appauthor=False) / "playouts"
        folder = place / _hash_of(path for name in _SOURCES for path in _PACKAGE.glob(name))
    except (OSError, RuntimeError):
        return Path(), words.NO_FOLDER
    if not folder.is_absolute():
        return folder, words.NO_WHOLE_PATH.format(folder=folder)
    return folder, folder_fault(folder)


def folder_fault(folder: Path) -> str:
    """Why another user could put code into a folder, or into one above it; "" if nobody could."""
    if not hasattr(os, "geteuid"):
        return ""
    place = Path(os.path.realpath(folder))
    try:
        for each in filter(Path.exists, (place, *place.parents)):
            status = each.stat()
            if status.st_uid not in {os.geteuid(), os.geteuid() if each == place else 0}:
                return words.ANOTHER_USERS.format(folder=each)
            # In a folder above like /tmp all may write, and nobody can replace what is another's.
            is_shared = each != place and status.st_mode & stat.S_ISVTX
            is_open = status.st_mode & stat.S_IWOTH or (
                status.st_mode & stat.S_IWGRP and not _is_own_group(status.st_gid)
            )
            if is_open and not is_shared:
                return words.OPEN_TO_OTHERS.format(folder=each)
    except OSError as error:
        return words.NOT_READ.format(folder=place, why=system_fault(error))
    return ""


def _is_own_group(number: int) -> bool:
    """Whether a group is the user's alone, as many systems give one to each user."""
    import grp
    import pwd

    try:
        group, user = grp.getgrgid(number), pwd.getpwuid(os.geteuid())
    except KeyError:
        return False
    return (group.gr_gid, group.gr_name) == (user.pw_gid, user.pw_name) and (
        {*group.gr_mem} <= {user.pw_name}
    )


def make_code_folder() -> Path | None:
    """Makes the folder for the machine code, open to this user alone. None if that is not safe."""
    folder = code_folder()
    if folder is None:
        return None
    try:
        missing = [each for each in (folder, *folder.parents) if not each.exists()]
        for each in reversed(missing):
            each.mkdir(0o700, exist_ok=True)
            each.chmod(0o700)
        folder.chmod(0o700)
    except OSError:
        return None
    return None if folder_fault(folder) else folder


def is_ready() -> bool:
    """Whether all machine code is stored, so that a process can load it at once."""
    folder = code_folder()
    return folder is not None and (folder / _READY).exists()


def note_ready() -> None:
    """Notes in the folder that all machine code is stored."""
    folder = make_code_folder()
    if folder is not None:
        (folder / _READY).touch()


def make_ready() -> bool:
    """Has another process make the machine code if needed. Returns whether it is complete."""
    if not has_numba() or code_fault():
        return False
    if not is_ready():
        with begin(module_command("shanghai.bots.playouts.worker", "prepare")) as child:
            child.wait()
    return is_ready()


_ROOMS: Final = ("bots", "engine", "table")


@cache
def code_hash() -> str:
    """A hash of the sources of players, rules and table, 16 hex digits; "" if one is unreadable."""
    try:
        return _hash_of(path for room in _ROOMS for path in (_PACKAGE / room).rglob("*.py"))
    except OSError:
        return ""


def _hash_of(sources: Iterable[Path]) -> str:
    """A hash of sources of the package and their paths, 16 hex digits. Raises OSError."""
    digest = sha256()
    for path in sorted(sources):
        digest.update(path.relative_to(_PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
