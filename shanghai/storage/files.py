"""Opens, reads and writes files safely.

Only regular files are opened. A file is written as a whole or not at all, and only its user may
read it. The clock, whose time is written into files, is here too.
"""

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from shanghai.words import saves as words

FOLDER_MODE: Final = 0o700
FILE_MODE: Final = 0o600


def open_plain(path: str | Path, *names: str, follow: bool = False) -> int:
    """Opens a regular file and returns its descriptor. `names` are flags such as `O_RDONLY`. Raises
    OSError if it is anything else, and for a link unless `follow` is set."""
    try:
        kind = os.stat(path, follow_symlinks=follow).st_mode
        if stat.S_ISLNK(kind):
            raise OSError(errno.ELOOP, words.IS_LINK)
        if not stat.S_ISREG(kind):
            raise OSError(errno.EINVAL, words.NO_FILE)
        followed = () if follow else ("O_NOFOLLOW",)
        # Nonblocking, as the file may have been replaced by a pipe meanwhile.
        descriptor = os.open(path, _flags(*names, *followed, "O_NONBLOCK"))
    except ValueError:
        raise OSError(errno.EINVAL, words.NO_PATH) from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, words.NO_FILE)
    return descriptor


def read_plain(path: str | Path, most: int, *, follow: bool = True, owned: bool = False) -> bytes:
    """The bytes of a regular file, which may have `most` bytes at most.

    With `owned` it must be a file that only this user can have written. Raises OSError, with a text
    for people as its `strerror`.
    """
    with open(open_plain(path, "O_RDONLY", follow=follow), "rb") as file:
        status = os.fstat(file.fileno())
        if owned and hasattr(os, "geteuid") and status.st_uid != os.geteuid():
            raise OSError(errno.EPERM, words.OTHER_OWNER)
        if owned and status.st_mode & stat.S_IWOTH:
            raise OSError(errno.EPERM, words.OPEN_TO_ALL)
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, words.TOO_LARGE(kib=most // 1024))
    return data


def write_synced(descriptor: int, data: bytes) -> None:
    """Writes data and waits until it is on the disk. Raises OSError if not all of it can be
    written."""
    while data:
        written = os.write(descriptor, data)
        if written <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        data = data[written:]
    sync(descriptor)


def sync(descriptor: int) -> None:
    """Waits until a file is on the disk itself, and not only in the memory of the disk."""
    if sys.platform == "darwin":
        import fcntl

        # Some file systems, as on a server, do not know this call.
        with contextlib.suppress(OSError):
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def write_file(path: Path, data: bytes) -> None:
    """Writes a whole file, and makes its folders. Raises OSError if that fails. Then a file that
    was there before is unchanged."""
    make_folder(path.parent)
    partial = path.with_name(f".{path.name}.{os.urandom(8).hex()}.part")
    descriptor = os.open(partial, _flags("O_WRONLY", "O_CREAT", "O_EXCL", "O_NOFOLLOW"), FILE_MODE)
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


def open_to_append(path: Path) -> int:
    """Opens a regular file to append to it, and returns its descriptor. No link is followed."""
    return open_plain(path, "O_WRONLY", "O_APPEND")


def is_open_at(path: Path, descriptor: int, size: int) -> bool:
    """Whether an open file is still the one at the path, and still has the given size."""
    try:
        at_path, opened = os.lstat(path), os.fstat(descriptor)
    except OSError:
        return False
    return os.path.samestat(at_path, opened) and opened.st_size == size


def open_or_create(path: Path) -> int:
    """Opens a regular file to read and write, and returns its descriptor. It may be a new one."""
    with contextlib.suppress(FileExistsError):
        return os.open(path, _flags("O_RDWR", "O_CREAT", "O_EXCL", "O_NOFOLLOW"), FILE_MODE)
    return open_plain(path, "O_RDWR")


def keep_aside(path: Path) -> None:
    """Keeps a copy of a file that will be replaced, under a free name such as `x.torn-1`."""
    number = 1
    while os.path.lexists(path.with_name(f"{path.name}.torn-{number}")):
        number += 1
    name = path.with_name(f"{path.name}.torn-{number}")
    try:
        os.link(path, name, follow_symlinks=False)
    except (OSError, NotImplementedError):
        # Some file systems have no links.
        write_file(name, read_plain(path, sys.maxsize - 1, follow=False))


def make_folder(folder: Path) -> None:
    """Makes a folder, and the folders above it, for the user alone. Waits until they are on the
    disk. A folder that is there already is left as it is."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    with contextlib.suppress(FileExistsError):
        folder.mkdir(FOLDER_MODE)
        folder.chmod(FOLDER_MODE)
        sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Waits until the names in a folder are on the disk, if the system can do that."""
    try:
        descriptor = os.open(folder, _flags("O_RDONLY", "O_DIRECTORY"))
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


def _flags(*names: str) -> int:
    """The flags of `os.open` with these names. A name that the system lacks is left out."""
    flags = 0
    for name in (*names, "O_CLOEXEC", "O_BINARY"):
        flags |= getattr(os, name, 0)
    return flags


Clock = Callable[[], datetime]
"""A function that returns the current time with its zone."""


def clock() -> datetime:
    """The current time in the local zone."""
    return datetime.now(UTC).astimezone()
