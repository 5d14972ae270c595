"""The base of evenings with a file each: games with real cards, and tournaments."""

import glob
import os
from collections.abc import Sequence
from copy import copy
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from msgspec import structs

from shanghai.storage.chained_file import ChainedFile, GoneOn
from shanghai.storage.files import clock
from shanghai.storage.saves import NotAGame, StoreError
from shanghai.words import ledger as words
from shanghai.words.messages import Late
from shanghai.words.player_names import name_fault
from shanghai.words.sanitize import sanitize

EntryT = TypeVar("EntryT")
_TITLE_CELLS: Final = 60


class EveningFault(StoreError):
    """What was typed or asked for does not fit the evening. The message is a sentence."""

    code = 2


class EveningFile(Generic[EntryT]):
    """One evening. Its file is read at once, and written entry by entry."""

    KIND: ClassVar[str]
    """The kind of evening, with which the name of its folder begins."""
    CALLED: ClassVar[Late]
    """The word for such an evening in a sentence."""
    FOLDER: ClassVar[str]
    FILE: ClassVar[str]
    FIRST_ENTRY: ClassVar[type]
    """The type of the first entry."""
    ENTRY: ClassVar[Any]
    """The type of all entries."""

    def __init__(self, path: Path) -> None:
        """Reads the evening in a file. `problem` is a sentence on damage at its end, or "". Raises
        NotAGame if it cannot be read."""
        self.path = path
        self._file: ChainedFile[EntryT] = ChainedFile(path, self.KIND, self.ENTRY)
        self._read()

    def _read(self) -> None:
        """Reads and applies all entries of the file. Raises NotAGame if it is damaged."""
        chain = self._file.read()
        self.problem = chain.problem
        if not chain.entries or not isinstance(chain.entries[0], self.FIRST_ENTRY):
            none = words.HOLDS_NONE.format(path=self.path, kind=self.CALLED)
            raise NotAGame(self.problem or none)
        self._entry_count = 0
        try:
            self._take_all(chain.entries)
        except EveningFault as fault:
            raise NotAGame(f"{self.path}: {fault}") from None

    def _take(self, entry: EntryT) -> None:
        """Applies an entry to this evening. Raises EveningFault if it does not fit.

        Sets new values and changes no old ones, so that an entry can be tried on a copy.
        """
        raise NotImplementedError

    def _take_all(self, entries: Sequence[EntryT]) -> None:
        """Applies those of all entries that are not applied yet."""
        for entry in entries[self._entry_count :]:
            self._take(entry)
            self._entry_count += 1

    def _write(self, entry: EntryT, known: int | None = None) -> None:
        """Tries an entry on a copy, writes it, and only then applies it, with those of others.

        Raises EveningFault if it does not fit, or if the file no longer has `known` entries.
        """
        copy(self)._take(entry)
        try:
            chain = self._file.append(entry, known=known)
        except GoneOn:
            self._read()
            raise EveningFault(words.WRITTEN_MEANWHILE) from None
        self._take_all(chain.entries)

    @property
    def id(self) -> str:
        """The name of its folder, which is its id."""
        return self.path.parent.name

    @classmethod
    def started(cls, data: Path, first: Any, now: datetime | None = None) -> Self:  # noqa: ANN401
        """Starts a new evening in a data folder. `first` is its first entry, without the time."""
        time = now or clock()
        first = structs.replace(first, title=sanitize(first.title, _TITLE_CELLS), at=stamp(time))
        name = f"{cls.KIND}-{time:%Y%m%d-%H%M%S}-{os.urandom(3).hex()}"
        path = data / cls.FOLDER / name / cls.FILE
        ChainedFile[EntryT](path, cls.KIND, cls.ENTRY).append(first)
        return cls(path)

    @classmethod
    def all_in(cls, data: Path) -> tuple[list[Self], list[str]]:
        """The evenings of a data folder, the latest first, and sentences about damaged ones."""
        evenings: list[Self] = []
        faults: list[str] = []
        try:
            names = sorted(os.listdir(data / cls.FOLDER), reverse=True)
        except OSError:
            return evenings, faults
        for path in (data / cls.FOLDER / name / cls.FILE for name in names):
            if os.path.lexists(path):
                try:
                    evenings.append(cls(path))
                except NotAGame as error:
                    faults.append(str(error))
        return evenings, [*faults, *(each.problem for each in evenings if each.problem)]

    @classmethod
    def of_id(cls, data: Path, name: str) -> Self:
        """The evening with an id, or the only one whose id begins so. Raises NotAGame."""
        is_id = name == os.path.basename(name) and name not in ("", ".", "..")
        folder = data / cls.FOLDER
        exact = folder / name / cls.FILE
        beginning = f"{glob.escape(name)}*/{cls.FILE}"
        paths = [exact] if exact.is_file() or not is_id else [*folder.glob(beginning)]
        if not is_id or len(paths) != 1 or not paths[0].is_file():
            raise NotAGame(words.THERE_IS_NONE.format(kind=cls.CALLED, name=name))
        return cls(paths[0])


def name_faults(players: Sequence[str]) -> list[str]:
    """Sentences about what is wrong with the names of players."""
    faults = (name_fault(name, players[:index]) for index, name in enumerate(players))
    return [fault for fault in faults if fault is not None]


def stamp(now: datetime | None) -> str:
    """A time, by default the present one, in ISO 8601 as entries have it."""
    return (now or clock()).isoformat(timespec="seconds")
