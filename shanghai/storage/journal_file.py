"""The file of a journal. No line is lost if it cannot be written."""

import contextlib
import os
from pathlib import Path
from typing import Final

from shanghai.storage import files
from shanghai.storage.files import FILE_MODE, open_or_create, read_plain
from shanghai.storage.saves import CannotStore, NotAGame, OpenElsewhere, StoreError, read_bytes
from shanghai.storage.verdict import MOST_BYTES
from shanghai.words import saves as words
from shanghai.words.system import system_fault

LOCK: Final = "lock"


class Lock:
    """The lock on the folder of a game, so that only one process at a time writes the game.

    It is a lock of the system on an open file, which ends with its process. The number of the
    process in the file is for people only.
    """

    def __init__(self, folder: Path, name: str = LOCK) -> None:
        """Takes the lock on the file with this name; OpenElsewhere or CannotStore if it fails."""
        # Imported only by those who write a game.
        from filelock import lock_descriptor

        self._path = folder / name
        self._descriptor = -1
        try:
            # No link is followed, and what another process wrote there stays.
            self._descriptor = open_or_create(self._path)
            with contextlib.suppress(OSError):
                self._path.chmod(FILE_MODE)
            is_free = lock_descriptor(self._descriptor, blocking=False)
            self._file = os.fstat(self._descriptor)
        except OSError as error:
            self.release()
            raise CannotStore(not_saved(folder, error)) from error
        if not is_free:
            self.release()
            holder = self._holder()
            raise OpenElsewhere(words.OPEN_ELSEWHERE(holder=holder), holder)
        with contextlib.suppress(OSError), open(self._descriptor, "wb", closefd=False) as file:
            file.truncate(0)
            file.write(b"%d\n" % os.getpid())

    def is_in_place(self) -> bool:
        """Whether its file is still in the folder, where other processes look for it."""
        try:
            return os.path.samestat(os.lstat(self._path), self._file)
        except OSError:
            return False

    def release(self) -> None:
        """Releases the lock, if it is not released yet, so that others can open the game."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _holder(self) -> str:
        try:
            number = read_plain(self._path, 64, follow=False).decode("ascii").split()[0]
        except (OSError, ValueError, IndexError):
            number = ""
        return words.IN_PROCESS(number=number) if number.isdigit() else ""


def not_saved(folder: Path, error: Exception) -> str:
    """The sentence that a game is not saved in a folder, with the reason."""
    return words.NOT_SAVED(folder=folder, why=system_fault(error))


class JournalFile:
    """The lines of a journal, and how many of them are on the disk.

    Lines that cannot be written are tried again with the next one. If the file has been changed by
    others, a copy of it is kept, and all lines are written again.
    """

    def __init__(self, path: Path, lock: Lock | None = None) -> None:
        """A file without lines. Without a lock the first write locks its folder."""
        self.path = path
        self._lock = lock
        self._descriptor = -1
        self.whole = b""
        """All lines, also those that are not on the disk yet."""
        self._good = 0
        """The bytes of the lines on the disk."""

    @property
    def waits(self) -> bool:
        """Whether there are lines that are not on the disk yet."""
        return self._good < len(self.whole)

    def add(self, line: bytes) -> None:
        """Adds a line. `write` writes it to the disk."""
        self.whole += line

    def begin_with(self, lines: bytes) -> None:
        """Replaces all lines. None of them counts as written."""
        self.whole, self._good = lines, 0

    def go_on_with(self, lines: bytes) -> bool:
        """Continues a file that should have these lines; the same result as of `look_again`."""
        self.whole, self._good = lines, len(lines)
        return self.look_again()

    def write(self) -> None:
        """Writes the lines that are not on the disk yet; StoreError or OSError if it fails."""
        if len(self.whole) > MOST_BYTES:
            raise CannotStore(words.TOO_LONG)
        if self._lock is None or not self._lock.is_in_place():
            self.let_go()
            files.make_folder(self.path.parent)
            self._lock = Lock(self.path.parent)
        if self._descriptor >= 0 and files.is_open_at(self.path, self._descriptor, self._good):
            files.write_synced(self._descriptor, self.whole[self._good :])
        else:
            # All lines are written again. If they replace another file, a copy of it is kept.
            self._close()
            if os.path.lexists(self.path) and not self._is_beginning():
                files.keep_aside(self.path)
            files.write_file(self.path, self.whole)
            self._descriptor = files.open_to_append(self.path)
        self._good = len(self.whole)

    def look_again(self) -> bool:
        """Opens the file again, and cuts off a line that was written in part.

        Returns False if all lines have to be written again.
        """
        if self._descriptor >= 0:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, self._good)
            self._close()
        with contextlib.suppress(OSError, StoreError):
            on_disk = self.whole[: self._good]
            if on_disk and read_bytes(self.path) == on_disk:
                self._descriptor = files.open_to_append(self.path)
                return True
        self._good = 0
        return False

    def move_to(self, path: Path) -> None:
        """Changes the path. The old file stays, and all lines will be written to the new one."""
        self.let_go()
        self.path, self._good = path, 0

    def let_go(self) -> None:
        """Closes the file and releases the lock."""
        self._close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _is_beginning(self) -> bool:
        """Whether the lines begin with the content of the file at the path."""
        try:
            return self.whole.startswith(read_bytes(self.path))
        except NotAGame:
            return False

    def _close(self) -> None:
        if self._descriptor >= 0:
            with contextlib.suppress(OSError):
                os.close(self._descriptor)
            self._descriptor = -1
