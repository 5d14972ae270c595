"""Computer players of other packages, found by the entry-point group `shanghai.bots`.

The name of an entry point is what `bot:NAME` and `--bots NAME` say, and its object makes a player
(`shanghai.bots.protocol.Bot`) from its seat, a `Random`, and a function that says when it is late:

    [project.entry-points."shanghai.bots"]
    careful = "my_package:CarefulBot"

It runs in a process of its own without a terminal (`foreign_process.py`, `foreign_worker.py`). That
gets what its seat may see, and a seed that is for it alone. What it answers is data, checked and
cleaned (`runner.py`, `pool.py`) before anything is kept. Where it breaks, answers what the rules
refuse, answers too late or not at all, the simplest legal move is made instead, with a note, and
the next question goes to a new process. That keeps its faults out of the game. It is no prison:
it may do what its user may do, as any program that is installed.
"""

import os
import re
import sys
from collections.abc import Mapping
from functools import cache
from random import Random
from runpy import run_path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from shanghai.bots.protocol import Bot, IsLate, Level
from shanghai.engine.seats import SeatIndex
from shanghai.words import computers

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "shanghai.bots"
_FILE: Final = ".py"
_NAME: Final = r"[a-z0-9][a-z0-9-]{0,39}"


class ForeignMaker(Struct, frozen=True):
    """Makes a computer player of another package. Only the call loads the code of the package."""

    entry: "EntryPoint"

    @property
    def __name__(self) -> str:
        """The name of its level."""
        return self.entry.name

    def __call__(self, seat: SeatIndex, random: Random, is_late: IsLate) -> Bot:
        """A player for a seat. Only the process of that player calls this."""
        file, _, name = self.entry.value.rpartition(":")
        make = run_path(file)[name] if file.endswith(_FILE) else self.entry.load()
        bot: Bot = make(seat, random, is_late)
        return bot


def maker_in_file(text: str) -> ForeignMaker | None:
    """The maker of a player that is named as `FILE.py:NAME`. None if there is no such file."""
    file, _, name = text.rpartition(":")
    if not (file.endswith(_FILE) and name.isidentifier() and os.path.isfile(file)):
        return None
    # Imported here, as it makes every start of the program slower and few games need it.
    from importlib.metadata import EntryPoint

    return ForeignMaker(EntryPoint(name, f"{os.path.abspath(file)}:{name}", GROUP))


def foreign_levels() -> dict[str, Level]:
    """The levels that other packages offer, by name. Leaves out names that are no short ids."""
    return _levels_in(tuple(sys.path))


@cache
def _levels_in(folders: tuple[str, ...]) -> dict[str, Level]:
    """The levels that packages in `folders`, the present `sys.path`, offer by their names."""
    # Imported here, as it makes every start of the program slower and few games need it.
    from importlib.metadata import entry_points

    entries = [entry for entry in entry_points(group=GROUP) if re.fullmatch(_NAME, entry.name)]
    packages = [entry.dist.name if entry.dist else computers.ANOTHER_PACKAGE for entry in entries]
    return {
        entry.name: Level(
            ForeignMaker(entry), entry.name, computers.say.late("OF_PACKAGE", package=package)
        )
        for entry, package in zip(entries, packages, strict=True)
    }


class LevelTable(dict[str, Level]):
    """Levels by id. A lookup also knows old ids (`former`) and the levels of other packages, but
    those are not counted or listed."""

    def __init__(self, levels: Mapping[str, Level], former: Mapping[str, str] = {}) -> None:
        super().__init__(levels)
        self.former = former

    def __missing__(self, name: str) -> Level:
        """The level of a former id, or of another package; KeyError if none has that name."""
        if name in self.former:
            return self[self.former[name]]
        return foreign_levels()[name]

    def offered(self) -> dict[str, Level]:
        """The levels of this table, then those of other packages."""
        return {**self, **foreign_levels()}

    def __contains__(self, name: object) -> bool:
        is_own = super().__contains__(name) or name in self.former
        return is_own or (name != "" and name in foreign_levels())
