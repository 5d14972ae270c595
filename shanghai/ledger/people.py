"""The people of the ledger: names that belong to one person, and notes, in a file of their own."""

import os
from collections.abc import Collection
from datetime import datetime
from pathlib import Path
from typing import Final

from msgspec import Struct

from shanghai.ledger.kept import KeptFault, stamp
from shanghai.storage.chained_file import ChainedFile, GoneOn
from shanghai.words import ledger as words
from shanghai.words.player_names import clean_name
from shanghai.words.sanitize import sanitize

FILE: Final = os.path.join("ledger", "people.jsonl")
NOTE_CELLS: Final = 300


class Renamed(Struct, frozen=True, forbid_unknown_fields=True, tag="renamed"):
    """From now on the games of a name count for a person; its own name again undoes that."""

    name: str
    person: str
    at: str


class Noted(Struct, frozen=True, forbid_unknown_fields=True, tag="noted"):
    """A note about a game, by its id, or about a person; an empty one takes it away."""

    about: str
    text: str
    at: str


class People:
    """Who is who: reads the file when it is made, and writes each change before it counts."""

    def __init__(self, data: Path) -> None:
        """The people of a data folder; NotAGame where the file is damaged.

        `problem` says where the end of the file is, and does not count.
        """
        self._file: ChainedFile[Renamed | Noted] = ChainedFile(
            data / FILE, "people", Renamed | Noted
        )
        found = self._file.read()
        self.problem = found.problem
        self._take(found.entries)

    def person(self, name: str) -> str:
        """The person that a name belongs to, itself where nobody said otherwise."""
        for _ in range(len(self.names) + 1):
            after = self.names.get(name, name)
            if after == name:
                break
            name = after
        return name

    def rename(self, name: str, person: str, now: datetime | None = None) -> None:
        """Counts all games of a name for a person from now on; KeptFault where that goes round."""
        old, new = name.strip(), clean_name(person)
        if not old or not new:
            raise KeptFault(words.BOTH_NAMES)
        entry = Renamed(old, new, stamp(now))
        while True:
            if old != new and self.person(new) == old:
                raise KeptFault(words.GOES_ROUND.format(new=new, old=old))
            try:
                self._take(self._file.append(entry, known=self._known).entries)
                return
            except GoneOn:
                self._take(self._file.read().entries)

    def note(self, about: str, text: str, now: datetime | None = None) -> None:
        """Notes something about a game or a person, in the place of what was noted before."""
        noted = Noted(about, sanitize(text, NOTE_CELLS), stamp(now))
        self._take(self._file.append(noted).entries)

    def _take(self, entries: Collection[Renamed | Noted]) -> None:
        self._known = len(entries)
        self.names: dict[str, str] = {}
        self.notes: dict[str, str] = {}
        for entry in entries:
            if isinstance(entry, Renamed):
                self.names[entry.name] = entry.person
            elif entry.text:
                self.notes[entry.about] = entry.text
            else:
                self.notes.pop(entry.about, None)
