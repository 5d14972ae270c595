"""Files that only grow, a line at a time, each under a checksum that depends on the line before.

A line that was added is on the disk. An end that was cut off does not harm the lines before it.
"""

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import Struct

from shanghai import __version__
from shanghai.storage import files
from shanghai.storage.files import make_folder
from shanghai.storage.journal_file import JournalFile, Lock, not_saved
from shanghai.storage.lines import body_of, line_of
from shanghai.storage.saves import CannotStore, NotAGame, OpenElsewhere, read_bytes
from shanghai.storage.verdict import MOST_BYTES
from shanghai.words import saves as words
from shanghai.words.system import system_fault

T = TypeVar("T")

FORMAT: Final = 1
PATIENCE: Final = 5.0
"""The seconds to wait for another program that is writing the same file."""
_STEP: Final = 0.01


class FileHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a file: what kind of file it is, and which program made it."""

    kind: str
    format: int
    program: str


class Chain(Struct, Generic[T], frozen=True):
    """The content of such a file: the entries of its sound lines.

    `good` is the length of these lines in bytes, `checksum` that of the last of them. If the
    end of the file is cut off or damaged, it is left out, and `problem` is a sentence on that.
    """

    entries: tuple[T, ...] = ()
    good: int = 0
    checksum: int = 0
    problem: str = ""


class GoneOn(Exception):
    """Another program has written to the file since it was read."""


class ChainedFile(Generic[T]):
    """A file of entries of one type. It is read whole, and written at its end only."""

    def __init__(
        self,
        path: Path,
        kind: str,
        entry: Any,  # noqa: ANN401
        max_bytes: int = MOST_BYTES,
    ) -> None:
        """The file at a path; `entry` is the type, or the union, of its lines."""
        self.path = path
        self.max_bytes = max_bytes
        self._kind = kind
        self._decode: Callable[[bytes], T] = msgspec.json.Decoder(entry).decode

    def read(self) -> Chain[T]:
        """The content of the file, if there is one; NotAGame if it is damaged."""
        if not os.path.lexists(self.path):
            return Chain()
        return self._read(read_bytes(self.path, max_bytes=self.max_bytes))

    @property
    def header(self) -> FileHeader:
        """The first line of such a file."""
        return FileHeader(self._kind, FORMAT, __version__)

    @contextlib.contextmanager
    def opened(self) -> Iterator["OpenChain[T]"]:
        """Opens the file for this program alone, until the end of the block.

        A file next to it is the lock, as there may be other files in the folder. Raises
        OpenElsewhere, CannotStore or NotAGame.
        """
        try:
            lock = Lock(self.path.parent, f"{self.path.name}.lock")
        except OpenElsewhere as error:
            fault = words.FILE_OPEN_ELSEWHERE(path=self.path, holder=error.holder)
            raise OpenElsewhere(fault, error.holder) from None
        except CannotStore as error:
            why = system_fault(error.__cause__ or error)
            raise CannotStore(words.NOT_WRITTEN(path=self.path, why=why)) from error
        try:
            chain = self.read()
            if chain.problem and not chain.good and os.lstat(self.path).st_size:
                raise NotAGame(words.OTHER_FILE(path=self.path))
            opened = OpenChain(self, chain)
            try:
                yield opened
            finally:
                opened.close()
        finally:
            lock.release()

    def append(self, *entries: T, known: int | None = None) -> Chain[T]:
        """Writes entries to the disk, and returns the new content; StoreError if that fails.

        Raises GoneOn if the number of entries there is not `known`.
        """
        try:
            make_folder(self.path.parent)
            file = JournalFile(self.path, _lock(self.path.parent))
            try:
                chain = self.read()
                if known is not None and len(chain.entries) != known:
                    raise GoneOn
                return self._append(file, chain, entries)
            finally:
                file.let_go()
        except OSError as error:
            raise CannotStore(not_saved(self.path.parent, error)) from error

    def _append(self, file: JournalFile, chain: Chain[T], entries: tuple[T, ...]) -> Chain[T]:
        sound = read_bytes(self.path)[: chain.good] if chain.good else b""
        # A file that is cut is written again, as its copy may be a link to the same file.
        take = file.begin_with if chain.problem or not sound else file.go_on_with
        take(sound)
        checksum = chain.checksum
        for value in (*(() if chain.good else (self.header,)), *entries):
            line, checksum = line_of(value, checksum)
            file.add(line)
        try:
            file.write()
        except OSError:
            file.look_again()
            raise
        return Chain((*chain.entries, *entries), len(file.whole), checksum)

    def _read(self, data: bytes) -> Chain[T]:
        *lines, tail = data.split(b"\n")
        entries: list[T] = []
        good = checksum = 0
        for number, line in enumerate(lines):
            sound = body_of(line, checksum)
            if sound is None:
                if any(after.strip(b"\0") for after in (*lines[number + 1 :], tail)):
                    raise self._fault(number, words.BAD_CHECKSUM)
                return self._torn(entries, good, checksum)
            body, after = sound
            try:
                if number:
                    entries.append(self._decode(body))
                else:
                    header = msgspec.json.decode(body, type=FileHeader)
                    if header.kind != self._kind or header.format > FORMAT:
                        raise NotAGame(words.OTHER_PROGRAM(path=self.path))
            except (msgspec.MsgspecError, ValueError, RecursionError):
                raise self._fault(number, words.NOT_READ) from None
            good, checksum = good + len(line) + 1, after
        if tail or not good:
            return self._torn(entries, good, checksum)
        return Chain(tuple(entries), good, checksum)

    def _fault(self, line: int, problem: str) -> NotAGame:
        return NotAGame(words.PROBLEM(path=self.path, line=line + 1, problem=problem))

    def _torn(self, entries: list[T], good: int, checksum: int) -> Chain[T]:
        problem = words.END_DAMAGED(path=self.path, entries=len(entries))
        return Chain(tuple(entries), good, checksum, problem)


class OpenChain(Generic[T]):
    """A chained file that is open for this program alone. An added entry is on the disk."""

    def __init__(self, file: ChainedFile[T], chain: Chain[T]) -> None:
        """The file as it was read. Nothing is written before the first entry is added."""
        self.entries = chain.entries
        """The entries that were in the file when it was opened."""
        self.problem = chain.problem
        """A sentence on what is wrong with the end of the file, or empty."""
        self._file = file
        self._good = chain.good
        self._checksum = chain.checksum
        self._descriptor = -1

    def add(self, entry: T) -> None:
        """Writes an entry to the disk; CannotStore if the disk or another program prevents it."""
        try:
            if self._descriptor < 0:
                self._begin()
            line, checksum = line_of(entry, self._checksum)
            if self._good + len(line) > self._file.max_bytes:
                raise CannotStore(words.FILE_FULL(path=self._file.path))
            if not self._is_unchanged():
                raise CannotStore(words.CHANGED_MEANWHILE(path=self._file.path))
            try:
                files.write_synced(self._descriptor, line)
            except OSError:
                with contextlib.suppress(OSError):
                    os.ftruncate(self._descriptor, self._good)
                raise
        except OSError as error:
            fault = words.NOT_WRITTEN(path=self._file.path, why=system_fault(error))
            raise CannotStore(fault) from error
        self._good, self._checksum = self._good + len(line), checksum

    def close(self) -> None:
        """Closes the file."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _begin(self) -> None:
        """Opens the file for writing. A new one gets its first line, a damaged end is cut off."""
        path = self._file.path
        if not self._good:
            line, self._checksum = line_of(self._file.header, 0)
            files.write_file(path, line)
            self._good = len(line)
        elif self.problem:
            # The copy may be a link to the same file, so the sound lines are written as a new file.
            sound = read_bytes(path, max_bytes=self._file.max_bytes)[: self._good]
            files.keep_aside(path)
            files.write_file(path, sound)
        self._descriptor = files.open_to_append(path)

    def _is_unchanged(self) -> bool:
        """Whether the open file is still the one at the path, and has the length it should have."""
        try:
            there, ours = os.lstat(self._file.path), os.fstat(self._descriptor)
        except OSError:
            return False
        return os.path.samestat(there, ours) and ours.st_size == self._good


def _lock(folder: Path) -> Lock:
    """The lock of a folder. It waits some time for another program that has the lock."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return Lock(folder)
        except OpenElsewhere:
            if time.monotonic() > until:
                raise
            time.sleep(_STEP)
