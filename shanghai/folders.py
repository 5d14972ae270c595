"""Where the program keeps what it writes: one folder, of nobody's business but its owner's."""

import os
from collections.abc import Mapping
from pathlib import Path

FOLDER_MODE = 0o700
FILE_MODE = 0o600


def data_dir(option: str | None = None, environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of all data: the option, else SHANGHAI_HOME, else the user's own data folder."""
    named = option or environment.get("SHANGHAI_HOME")
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("shanghai", appauthor=False)


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file so that it is there whole or not at all; raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    partial.unlink(missing_ok=True)
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
    try:
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
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW), "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - 100))
            return b'"type":"end"' in file.read()
    except OSError:
        return True
