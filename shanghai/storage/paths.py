"""Where the program keeps what it writes: one folder, of nobody's business but its owner's."""

import os
from collections.abc import Mapping
from pathlib import Path

FOLDER_MODE = 0o700
FILE_MODE = 0o600


_HERE = Path(__file__).resolve().parent
_INSIDE = _HERE.parent / "variants_data"
SHIPPED = _INSIDE if _INSIDE.is_dir() else _HERE.parents[1] / "variants"
"""The folder of the shipped variant files: in the installed package, else beside it."""


class NoFolder(Exception):
    """Nobody knows where the data of this user belongs."""


def flags(*names: str) -> int:
    """Flags for `os.open`, without those that this system has not; always for bytes as they are."""
    found = 0
    for name in (*names, "O_CLOEXEC", "O_BINARY"):
        found |= getattr(os, name, 0)
    return found


def data_dir(option: str | None = None, environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of all data: the option, else SHANGHAI_HOME, else the user's own data folder.

    NoFolder where the user has none, as without HOME.
    """
    named = option or environment.get("SHANGHAI_HOME")
    if named:
        return Path(named)
    from platformdirs import user_data_path

    try:
        own = user_data_path("shanghai", appauthor=False)
    except RuntimeError:
        own = Path("~")
    if not own.is_absolute():
        raise NoFolder(
            "no folder of your own is known, for HOME is not set; name one with --data-dir"
        )
    return own


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file so that it is there whole or not at all; raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    partial.unlink(missing_ok=True)
    descriptor = os.open(partial, flags("O_WRONLY", "O_CREAT", "O_EXCL"), FILE_MODE)
    try:
        partial.chmod(FILE_MODE)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def has_open_game(data: Path) -> bool:
    """Whether some saved game has no end yet: a glance at the last bytes, not a judgement."""
    try:
        journals = list((data / "games").glob("*/game.jsonl"))
    except OSError:
        return False
    return any(not _has_ended(path) for path in journals)


def _has_ended(path: Path) -> bool:
    try:
        with open(os.open(path, flags("O_RDONLY", "O_NONBLOCK", "O_NOFOLLOW")), "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - 100))
            return b'"type":"end"' in file.read()
    except OSError:
        return True
