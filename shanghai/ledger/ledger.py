"""The ledger of a data folder: its finished games with the people who played them, filtered."""

import os
from collections.abc import Callable, Collection
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, structs

from shanghai.ledger.figures import PlayerFigures, figures_of, in_order
from shanghai.ledger.kept import KeptFault, stamp
from shanghai.storage.chained_file import ChainedFile, GoneOn
from shanghai.storage.paths import PAPER
from shanghai.storage.saves import kept_games
from shanghai.storage.verdict import GameSummary, JournalVerdict
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


PUBLIC_FIGURES: Final = (
    *("games", "wins", "rounds", "points", "best_round", "worst_round", "out", "out_blind"),
    *("calls_made", "calls_won", "shanghais_called", "shanghais_suffered", "jokers_won"),
)
"""The figures of a player in the JSON form."""


class Wanted(Struct, frozen=True):
    """Which games count: of a player, of a variant by its id, since a date, of one deal code.

    `company` are people who all sat at the table; `people_only` leaves out computer players.
    """

    player: str = ""
    variant: str = ""
    since: str = ""
    people_only: bool = False
    code: str = ""
    company: tuple[str, ...] = ()


class Ledger(Struct, frozen=True):
    """The games that count, the last finished first, and the figures of their players."""

    games: tuple[GameSummary, ...]
    players: dict[str, PlayerFigures]
    notes: dict[str, str] = {}
    problem: str = ""
    wanted: Wanted = Wanted()


def read_ledger(data: Path, wanted: Wanted = Wanted(), *, rebuild: bool = False) -> Ledger:  # noqa: B008
    """The ledger of a data folder; `rebuild` reads every journal again.

    NotAGame where the folder, or what was typed about people, cannot be read.
    """
    people = People(data)
    kept = kept_games(data, summaries=True, rebuild=rebuild)
    paper: list[GameSummary] = []
    faults: list[str] = []
    # Few folders have games with real cards.
    if os.path.lexists(data / PAPER):
        from shanghai.ledger.paper import PaperGame

        paper, faults = PaperGame.finished(data)
    damaged = sum(game.verdict == JournalVerdict.DAMAGED.value for game in kept.games)
    if damaged:
        faults.append(words.CANNOT_BE_READ(games=damaged))
    named = [with_people(game, people.person) for game in (*kept.summaries, *paper)]
    wanted = structs.replace(
        wanted,
        player=people.person(wanted.player),
        company=tuple(map(people.person, wanted.company)),
    )
    problem = " ".join(fault for fault in (people.problem, kept.problem, *faults) if fault)
    return ledger_of(named, wanted, people.notes, problem)


def ledger_of(
    games: list[GameSummary], wanted: Wanted, notes: dict[str, str], problem: str = ""
) -> Ledger:
    """The ledger of games whose seats have the names of people."""
    found = [game for game in games if _counts(game, wanted)]
    players = figures_of(found, people_only=wanted.people_only)
    if wanted.player:
        players = {name: each for name, each in players.items() if name == wanted.player}
    return Ledger(tuple(in_order(found)[::-1]), players, notes, problem, wanted)


def with_people(game: GameSummary, person: Callable[[str], str]) -> GameSummary:
    """The game with its people in the seats; two seats of one person keep their own names."""
    names = [person(seat.name) for seat in game.seats]
    if list(game.players) == names or len(set(names)) < len(names):
        return game
    seats = [structs.replace(seat, name=name) for seat, name in zip(game.seats, names, strict=True)]
    return structs.replace(game, seats=tuple(seats))


def _counts(game: GameSummary, wanted: Wanted) -> bool:
    return (
        (not wanted.player or wanted.player in game.players)
        and (not wanted.variant or game.variant == wanted.variant)
        and game.finished[:10] >= wanted.since
        and {*wanted.company} <= {*game.players}
        and (not wanted.code or same_code(game.code, wanted.code))
    )


def same_code(one: str, other: str) -> bool:
    """Whether two deal codes are the same, however they were typed."""
    return bool(one) and one.replace("-", "") == other.upper().replace("-", "").replace(" ", "")


def as_plain(ledger: Ledger) -> dict[str, Any]:
    """The ledger as plain values, in the form that other programs read."""
    return {
        "games": [plain_game(game) for game in ledger.games],
        "players": {
            name: {key: getattr(figures, key) for key in PUBLIC_FIGURES}
            for name, figures in ledger.players.items()
        },
    }


def plain_game(game: GameSummary) -> dict[str, Any]:
    """A game as plain values."""
    names = game.players
    return {
        "id": game.id,
        "finished": game.finished,
        "variant": game.variant,
        "players": list(names),
        "rounds": [
            {
                "scores": dict(zip(names, line.points, strict=True)),
                "out": names[line.out] if line.out >= 0 else None,
                "blind": line.is_blind,
            }
            for line in game.rounds
        ],
        "scores": {seat.name: seat.score for seat in game.seats},
        "winners": [names[seat] for seat in game.winners],
    }
