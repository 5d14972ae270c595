"""Files that only grow, of lines each under a checksum seeded by the last: what was confirmed is on
the disk, and a tail that was cut is cut off again."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import Struct

from shanghai import __version__
from shanghai.storage.files import body_of, line_of, make_folder
from shanghai.storage.journal_file import JournalFile, Lock, not_saved
from shanghai.storage.saves import CannotStore, NotAGame, OpenElsewhere, read_bytes
from shanghai.words import saves as words

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

    def __init__(self, path: Path, kind: str, entry: Any) -> None:  # noqa: ANN401
        """The file at a path; `entry` is the type, or the union, of its lines."""
        self.path = path
        self._kind = kind
        self._decode: Callable[[bytes], T] = msgspec.json.Decoder(entry).decode

    def read(self) -> Chain[T]:
        """All that stands in the file, if there is one; NotAGame where it is damaged."""
        if not os.path.lexists(self.path):
            return Chain()
        return self._read(read_bytes(self.path))

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
        header = FileHeader(self._kind, FORMAT, __version__)
        for value in (*(() if chain.good else (header,)), *entries):
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
