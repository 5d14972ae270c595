"""The file of a journal. Lines that cannot be written are kept and tried again."""

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
    """A lock on the folder of a game, so that only one process at a time writes the game.

    The system locks an open file, and frees it when the process ends. The file has the number of
    the process, for people only.
    """

    def __init__(self, folder: Path, name: str = LOCK) -> None:
        """Takes the lock, whose file has this name. Raises OpenElsewhere if another process has it,
        or CannotStore."""
        # Imported here, as programs that only read games do not need it.
        from filelock import lock_descriptor

        self._path = folder / name
        self._descriptor = -1
        try:
            # No link is followed. What another process has written there is not changed yet.
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
        """Whether the file of the lock is still in the folder, where other processes look."""
        try:
            return os.path.samestat(os.lstat(self._path), self._file)
        except OSError:
            return False

    def release(self) -> None:
        """Releases the lock, so that others can open the game. It may be called twice."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _holder(self) -> str:
        """A clause that names the process with the lock; empty if it is not known."""
        try:
            number = read_plain(self._path, 64, follow=False).decode("ascii").split()[0]
        except (OSError, ValueError, IndexError):
            number = ""
        return words.IN_PROCESS(number=number) if number.isdigit() else ""


def not_saved(folder: Path, error: Exception) -> str:
    """A sentence that says that a game is not saved in a folder, and why."""
    return words.NOT_SAVED(folder=folder, why=system_fault(error))


class JournalFile:
    """The lines of a journal, of which some may not be on the disk yet.

    Lines that cannot be written are tried again with the next one. If somebody else has changed the
    file, a copy of it is kept, and all lines are written again.
    """

    def __init__(self, path: Path, lock: Lock | None = None) -> None:
        """Begins without lines. If no lock is given, the first `write` locks the folder."""
        self.path = path
        self._lock = lock
        self._descriptor = -1
        self.whole = b""
        """All lines, including those that are not on the disk yet."""
        self._good = 0
        """How many bytes of these lines are on the disk."""

    @property
    def waits(self) -> bool:
        """Whether there are lines that are not on the disk yet."""
        return self._good < len(self.whole)

    def add(self, line: bytes) -> None:
        """Adds a line. It is on the disk only after `write`."""
        self.whole += line

    def begin_with(self, lines: bytes) -> None:
        """Replaces all lines. None of the new ones counts as written."""
        self.whole, self._good = lines, 0

    def go_on_with(self, lines: bytes) -> bool:
        """Continues a file that should have exactly these lines. Returns False, as `look_again`
        does, if all lines have to be written again."""
        self.whole, self._good = lines, len(lines)
        return self.look_again()

    def write(self) -> None:
        """Writes the lines that are not on the disk yet; raises StoreError or OSError."""
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
        """Cuts off a line that was written in part, and opens the file again. Returns False if the
        file has not the lines that it should have. Then the next `write` writes all lines again."""
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
        """Changes the path. The next `write` writes all lines there; the old file stays."""
        self.let_go()
        self.path, self._good = path, 0

    def let_go(self) -> None:
        """Closes the file and releases the lock."""
        self._close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _is_beginning(self) -> bool:
        """Whether the lines begin with all that the file at the path has, so it can be replaced."""
        try:
            return self.whole.startswith(read_bytes(self.path))
        except NotAGame:
            return False

    def _close(self) -> None:
        if self._descriptor >= 0:
            with contextlib.suppress(OSError):
                os.close(self._descriptor)
            self._descriptor = -1
