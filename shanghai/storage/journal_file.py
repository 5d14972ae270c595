"""The lines of a game's journal and the file that holds them; a write that fails loses none."""

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
    """The lock on a game's folder, which lets one process at a time write the game.

    The system holds it for the open file, not for the process number that the file names: it ends
    with its process. Earlier versions of the program take the same lock on the same file.
    """

    def __init__(self, folder: Path, name: str = LOCK) -> None:
        """Takes the lock, a file of that name; OpenElsewhere or CannotStore where that fails."""
        # Only a game that is written needs it.
        from filelock import lock_descriptor

        self._path = folder / name
        self._descriptor = -1
        try:
            # Opened without a link, and without emptying what another process wrote there.
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

    def stands(self) -> bool:
        """Checks if its file is still in the folder, where other processes look for it."""
        try:
            return os.path.samestat(os.lstat(self._path), self._file)
        except OSError:
            return False

    def release(self) -> None:
        """Releases the lock, so that another process can open the game; again it does nothing."""
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
    """All lines of a journal, and how many are on the disk; what cannot be written goes with the
    next line, all of it, beside a copy, where the file holds other than it should."""

    def __init__(self, path: Path, lock: Lock | None = None) -> None:
        """A file without lines; without a lock its folder is locked by the first write."""
        self.path = path
        self._lock = lock
        self._descriptor = -1
        self._lines: list[bytes] = []
        self._kept = 0
        """How many of the lines are on the disk, and `_good` their bytes."""
        self._good = 0

    @property
    def whole(self) -> bytes:
        """All lines, those on the disk and those that wait."""
        return b"".join(self._lines)

    @property
    def waits(self) -> bool:
        """Whether there are lines that are not on the disk."""
        return self._kept < len(self._lines)

    def add(self, line: bytes) -> None:
        """Puts a line at the end; `write` brings it to the disk."""
        self._lines.append(line)

    def begin_with(self, lines: bytes) -> None:
        """Puts lines in the place of all there are; none of them counts as written."""
        self._lines, self._kept, self._good = [lines], 0, 0

    def go_on_with(self, lines: bytes) -> bool:
        """Takes over a file that holds these lines, with the answer of `look_again`."""
        self._lines, self._kept, self._good = [lines], 1, len(lines)
        return self.look_again()

    def write(self) -> None:
        """Brings all that waits to the disk; StoreError or OSError where that fails."""
        data = b"".join(self._lines[self._kept :])
        if self._good + len(data) > MOST_BYTES:
            raise CannotStore(words.TOO_LONG)
        if self._lock is None or not self._lock.stands():
            self.let_go()
            files.make_folder(self.path.parent)
            self._lock = Lock(self.path.parent)
        if self._is_ours():
            files.write_synced(self._descriptor, data)
            self._good += len(data)
        else:
            # The whole journal again; a copy is kept of another file that it replaces.
            self._close()
            if os.path.lexists(self.path) and not self._is_beginning():
                files.keep_aside(self.path)
            files.write_file(self.path, self.whole)
            self._descriptor = files.open_to_append(self.path)
            self._good = len(self.whole)
        self._kept = len(self._lines)

    def look_again(self) -> bool:
        """Opens the file again and cuts half a line off; false where all is to be written again."""
        if self._descriptor >= 0:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, self._good)
            self._close()
        with contextlib.suppress(OSError, StoreError):
            if self._kept and read_bytes(self.path) == b"".join(self._lines[: self._kept]):
                self._descriptor = files.open_to_append(self.path)
                return True
        self._kept = self._good = 0
        return False

    def move_to(self, path: Path) -> None:
        """Leaves the file as it is; all lines are then written to another one."""
        self.let_go()
        self.path = path
        self._kept = self._good = 0

    def let_go(self) -> None:
        """Closes the file and releases the lock."""
        self._close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _is_ours(self) -> bool:
        """Whether the open file still lies at its path, with the length it was left at."""
        if self._descriptor < 0:
            return False
        try:
            there, ours = os.lstat(self.path), os.fstat(self._descriptor)
        except OSError:
            return False
        return os.path.samestat(there, ours) and ours.st_size == self._good

    def _is_beginning(self) -> bool:
        """Whether all that the file at the path holds is in the lines too."""
        try:
            return self.whole.startswith(read_bytes(self.path))
        except NotAGame:
            return False

    def _close(self) -> None:
        if self._descriptor >= 0:
            with contextlib.suppress(OSError):
                os.close(self._descriptor)
            self._descriptor = -1
