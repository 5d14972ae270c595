"""Files and folders for nobody but the user, on the disk before anybody counts on them."""

import contextlib
import errno
import os
import secrets
from pathlib import Path
from typing import Final

from shanghai.storage.paths import FILE_MODE, FOLDER_MODE, flags

_NEW: Final = flags("O_WRONLY", "O_CREAT", "O_EXCL", "O_NOFOLLOW")
_MORE: Final = flags("O_WRONLY", "O_APPEND", "O_NOFOLLOW")


def write_synced(descriptor: int, data: bytes) -> None:
    """Writes in one piece and waits for the disk; OSError where it takes a part or nothing."""
    while data:
        written = os.write(descriptor, data)
        if written <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        data = data[written:]
    os.fsync(descriptor)


def new_file(path: Path, data: bytes) -> int:
    """Writes a file that is there whole or not at all; its descriptor, open for appending."""
    partial = path.with_name(f".{path.name}.{secrets.token_hex(8)}.part")
    descriptor = os.open(partial, _NEW, FILE_MODE)
    try:
        try:
            os.chmod(partial, FILE_MODE)
            write_synced(descriptor, data)
        finally:
            # Before the renaming: not every system renames a file that is open.
            os.close(descriptor)
        os.replace(partial, path)
        sync_folder(path.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            partial.unlink()
        raise
    return open_for_more(path)


def open_for_more(path: Path) -> int:
    """Opens a file that is there for appending; no link is followed."""
    return os.open(path, _MORE)


def keep_aside(path: Path) -> None:
    """Keeps what a path holds under a name that is free, before another file takes its place."""
    number = 1
    while os.path.lexists(path.with_name(f"{path.name}.torn-{number}")):
        number += 1
    name = path.with_name(f"{path.name}.torn-{number}")
    try:
        os.link(path, name, follow_symlinks=False)
    except (OSError, NotImplementedError):
        # Some file systems know no second name for a file.
        os.close(new_file(name, path.read_bytes()))


def make_folder(folder: Path) -> None:
    """Makes a folder and those above it, for nobody but the user, and waits for the disk."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    with contextlib.suppress(FileExistsError):
        folder.mkdir(FOLDER_MODE)
        folder.chmod(FOLDER_MODE)
        sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Waits until the names in a folder are on the disk, where that can be asked for."""
    try:
        descriptor = os.open(folder, flags("O_RDONLY", "O_DIRECTORY"))
    except PermissionError:
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        # Some file systems do not sync folders at all.
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(descriptor)
