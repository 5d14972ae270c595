"""The lock in a game's folder, so that a game has one writer; it ends with its process."""

import contextlib
import errno
import os
from pathlib import Path
from typing import Final

from shanghai.storage.files import FILE_MODE, open_or_create, read_plain
from shanghai.storage.saves import CannotStore, OpenElsewhere
from shanghai.words import saves as words
from shanghai.words.system import system_fault

LOCK: Final = "lock"
_HELD: Final = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK)
"""What a system says of a lock that another process holds."""


class Lock:
    """A held lock on a game's folder; one that a dead process left behind holds nothing."""

    def __init__(self, folder: Path) -> None:
        """Takes the lock; OpenElsewhere or CannotStore where that cannot be."""
        from zc.lockfile import LockError, SimpleLockFile

        self._path = folder / LOCK
        try:
            # Made first, for nobody but the user and where no link leads elsewhere.
            os.close(open_or_create(self._path))
            with contextlib.suppress(OSError):
                self._path.chmod(FILE_MODE)
            self._held = SimpleLockFile(os.fspath(self._path))
        except LockError as error:
            cause = error.__context__
            if isinstance(cause, OSError) and cause.errno not in _HELD:
                raise CannotStore(not_saved(folder, cause)) from error
            raise OpenElsewhere(words.OPEN_ELSEWHERE(holder=self._holder())) from None
        except OSError as error:
            raise CannotStore(not_saved(folder, error)) from error
        self._file: os.stat_result | None = None
        with contextlib.suppress(OSError):
            self._path.write_text(f"{os.getpid()}\n", "ascii")
        with contextlib.suppress(OSError):
            self._file = os.lstat(self._path)

    def stands(self) -> bool:
        """Whether its file still lies in the folder, where other processes look for it."""
        try:
            return self._file is not None and os.path.samestat(os.lstat(self._path), self._file)
        except OSError:
            return False

    def release(self) -> None:
        """Releases the lock, so that another process can open the game; again it does nothing."""
        self._held.close()

    def _holder(self) -> str:
        try:
            number = read_plain(self._path, 64, follow=False).decode("ascii").split()[0]
        except (OSError, ValueError, IndexError):
            number = ""
        return words.IN_PROCESS(number=number) if number.isdigit() else ""


def not_saved(folder: Path, error: Exception) -> str:
    """The sentence that a game is not saved in a folder, with the reason."""
    return words.NOT_SAVED(folder=folder, why=system_fault(error))
