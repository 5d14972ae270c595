"""Files that only grow, of lines each under a checksum seeded by the last: what was confirmed is on
the disk, and a tail that was cut is cut off again."""

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
from shanghai.storage.files import body_of, line_of, make_folder
from shanghai.storage.journal_file import JournalFile, Lock, not_saved
from shanghai.storage.saves import CannotStore, NotAGame, OpenElsewhere, read_bytes
from shanghai.storage.verdict import MOST_BYTES
from shanghai.words import saves as words
from shanghai.words.system import system_fault

T = TypeVar("T")

FORMAT: Final = 1
PATIENCE: Final = 5.0
"""Seconds that another program is waited for that writes the same file."""
_STEP: Final = 0.01


class FileHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: what the file holds, and what made it."""

    kind: str
    format: int
    program: str


class Chain(Struct, Generic[T], frozen=True):
    """What such a file holds: its entries, the bytes of its sound lines, the last checksum, and in
    `problem` a sentence on an end that is cut or changed and does not count."""

    entries: tuple[T, ...] = ()
    good: int = 0
    checksum: int = 0
    problem: str = ""


class GoneOn(Exception):
    """Another program has written on the file since it was read."""


class ChainedFile(Generic[T]):
    """A file of entries of one type, read whole and written at its end only."""

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
        """All that stands in the file, if there is one; NotAGame where it is damaged."""
        if not os.path.lexists(self.path):
            return Chain()
        return self._read(read_bytes(self.path, max_bytes=self.max_bytes))

    @property
    def header(self) -> FileHeader:
        """The first line of such a file."""
        return FileHeader(self._kind, FORMAT, __version__)

    @contextlib.contextmanager
    def opened(self) -> Iterator["OpenChain[T]"]:
        """The file, open for this program alone until the end of the block. A lock lies next to it,
        for the folder may hold other files. Raises OpenElsewhere, CannotStore, or NotAGame."""
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
        """Puts entries on the disk; GoneOn where others than `known` stand there; or StoreError."""
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
        # A file that is cut is written again: its copy may be the same file by another name.
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
            found = body_of(line, checksum)
            if found is None:
                if any(after.strip(b"\0") for after in (*lines[number + 1 :], tail)):
                    raise self._fault(number, words.BAD_CHECKSUM)
                return self._torn(entries, good, checksum)
            body, after = found
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
    """A chained file that is open for this program alone; each entry is on the disk once added."""

    def __init__(self, file: ChainedFile[T], chain: Chain[T]) -> None:
        """The file as it was read; nothing is written before the first entry is added."""
        self.entries = chain.entries
        """The entries that it held when it was opened."""
        self.problem = chain.problem
        """What is wrong with its end, in a sentence, or nothing."""
        self._file = file
        self._good = chain.good
        self._checksum = chain.checksum
        self._descriptor = -1

    def add(self, entry: T) -> None:
        """Puts an entry on the disk; CannotStore where the disk or another program forbids it."""
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
        """Opens the file for writing: a new one gets its first line, a damaged end is cut off."""
        path = self._file.path
        if not self._good:
            line, self._checksum = line_of(self._file.header, 0)
            files.write_file(path, line)
            self._good = len(line)
        elif self.problem:
            # The copy may be the same file by another name, so this one is written anew.
            sound = read_bytes(path, max_bytes=self._file.max_bytes)[: self._good]
            files.keep_aside(path)
            files.write_file(path, sound)
        self._descriptor = files.open_to_append(path)

    def _is_unchanged(self) -> bool:
        """Whether the open file still lies at its path, with the length that it was left at."""
        try:
            there, ours = os.lstat(self._file.path), os.fstat(self._descriptor)
        except OSError:
            return False
        return os.path.samestat(there, ours) and ours.st_size == self._good


def _lock(folder: Path) -> Lock:
    """The lock of a folder, after some patience with another program that has it."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return Lock(folder)
        except OpenElsewhere:
            if time.monotonic() > until:
                raise
            time.sleep(_STEP)
