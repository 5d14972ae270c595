"""Files to which lines are only added. Each line has a checksum that depends on the line before.

Once a line has been added, it is on the disk. If the end of a file is lost, the lines before it are
still good.
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
from shanghai.storage.journal_file import Lock
from shanghai.storage.lines import body_of, line_of
from shanghai.storage.saves import CannotStore, NotAGame, OpenElsewhere, read_bytes
from shanghai.storage.verdict import MOST_BYTES
from shanghai.words import saves as words
from shanghai.words.system import system_fault

T = TypeVar("T")

FORMAT: Final = 1
PATIENCE: Final = 5.0
"""How many seconds to wait for another program that is writing the same file."""
_STEP: Final = 0.01


class FileHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a file: what kind of file it is, and which program made it."""

    kind: str
    format: int
    program: str


class Chain(Struct, Generic[T], frozen=True):
    """The entries of the sound lines of a file.

    `good` is the length of these lines in bytes, and `checksum` the checksum of the last of them.
    If the end of the file is cut off or damaged, it is left out, and `problem` is a sentence on it.
    """

    entries: tuple[T, ...] = ()
    good: int = 0
    checksum: int = 0
    problem: str = ""


class GoneOn(Exception):
    """Another program has written to the file since it was read."""


class ChainedFile(Generic[T]):
    """A file of entries of one type. It is read as a whole, and entries are added at its end."""

    def __init__(
        self,
        path: Path,
        kind: str,
        entry: Any,  # noqa: ANN401
        max_bytes: int = MOST_BYTES,
    ) -> None:
        """Describes the file at a path. `kind` is the name for this kind of file in its first line.
        `entry` is the type of all further lines; it may be a union."""
        self.path = path
        self.max_bytes = max_bytes
        self._kind = kind
        self._decode: Callable[[bytes], T] = msgspec.json.Decoder(entry).decode

    def read(self) -> Chain[T]:
        """The content of the file; empty if there is none. Raises NotAGame if a line before the end
        is damaged, or if it is a file of another kind."""
        if not os.path.lexists(self.path):
            return Chain()
        return self._read(read_bytes(self.path, max_bytes=self.max_bytes))

    @property
    def header(self) -> FileHeader:
        """The first line that a new file gets."""
        return FileHeader(self._kind, FORMAT, __version__)

    @contextlib.contextmanager
    def opened(self, *, is_ours: bool = False) -> Iterator["OpenChain[T]"]:
        """Opens the file for this program alone, until the end of the `with` block.

        The lock is a file next to it. `is_ours` says that the file is in the data folder: then the
        program waits if another one has it open, and replaces a file without a sound line. Raises
        OpenElsewhere, CannotStore or NotAGame.
        """
        lock = self._locked(is_ours=is_ours)
        try:
            chain = self.read()
            is_other = bool(chain.problem) and not chain.good and not is_ours
            if is_other and os.lstat(self.path).st_size:
                raise NotAGame(words.OTHER_FILE(path=self.path))
            opened = OpenChain(self, chain)
            try:
                yield opened
            finally:
                opened.close()
        finally:
            lock.release()

    def append(self, *entries: T, known: int | None = None) -> Chain[T]:
        """Writes entries to the disk, and returns the new content.

        `known` is the number of entries that the caller has read; GoneOn is raised if the file has
        another number. Raises StoreError if the entries cannot be written.
        """
        with self.opened(is_ours=True) as file:
            if known is not None and len(file.entries) != known:
                raise GoneOn
            file.add(*entries)
            return Chain((*file.entries, *entries), file.good, file.checksum)

    def _locked(self, *, is_ours: bool) -> Lock:
        """Takes the lock of the file. For a file of ours it waits for `PATIENCE` seconds."""
        until = time.monotonic() + (PATIENCE if is_ours else 0)
        while True:
            try:
                if is_ours:
                    files.make_folder(self.path.parent)
                return Lock(self.path.parent, f"{self.path.name}.lock")
            except OpenElsewhere as error:
                if time.monotonic() >= until:
                    fault = words.FILE_OPEN_ELSEWHERE(path=self.path, holder=error.holder)
                    raise OpenElsewhere(fault, error.holder) from None
            except (CannotStore, OSError) as error:
                why = system_fault(error.__cause__ or error)
                raise CannotStore(words.NOT_WRITTEN(path=self.path, why=why)) from error
            time.sleep(_STEP)

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
        """The content of a file whose end is cut off or damaged."""
        problem = words.END_DAMAGED(path=self.path, entries=len(entries))
        return Chain(tuple(entries), good, checksum, problem)


class OpenChain(Generic[T]):
    """A chained file that is open for this program alone. An entry is on the disk once added."""

    def __init__(self, file: ChainedFile[T], chain: Chain[T]) -> None:
        """Begins after the content that was read. Nothing is written before the first `add`."""
        self.entries = chain.entries
        """The entries that were in the file when it was opened."""
        self.problem = chain.problem
        """A sentence on what is wrong with the end of the file; empty if it is sound."""
        self.good, self.checksum = chain.good, chain.checksum
        self._file = file
        self._descriptor = -1

    def add(self, *entries: T) -> None:
        """Writes entries to the disk. Raises CannotStore if the disk is full, the file too large,
        or changed by another program."""
        lines, checksum = b"", self.checksum
        for value in (*(() if self.good else (self._file.header,)), *entries):
            line, checksum = line_of(value, checksum)
            lines += line
        if self.good + len(lines) > self._file.max_bytes:
            raise CannotStore(words.FILE_FULL(path=self._file.path))
        try:
            self._write(lines)
        except OSError as error:
            fault = words.NOT_WRITTEN(path=self._file.path, why=system_fault(error))
            raise CannotStore(fault) from error
        self.good, self.checksum = self.good + len(lines), checksum

    def close(self) -> None:
        """Closes the file."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _write(self, lines: bytes) -> None:
        """Adds lines to the file. If it is new, or its end damaged, the whole file is written."""
        path, good = self._file.path, self.good
        if self._descriptor < 0 and (self.problem or not good):
            # The copy may be a link to the same file, so the sound lines are written as a new file.
            sound = read_bytes(path, max_bytes=self._file.max_bytes)[:good] if good else b""
            if os.path.lexists(path):
                files.keep_aside(path)
            files.write_file(path, sound + lines)
            self._descriptor = files.open_to_append(path)
            return
        if self._descriptor < 0:
            self._descriptor = files.open_to_append(path)
        if not files.is_open_at(path, self._descriptor, good):
            raise CannotStore(words.CHANGED_MEANWHILE(path=path))
        try:
            files.write_synced(self._descriptor, lines)
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, good)
            raise
