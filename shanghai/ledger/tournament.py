"""A tournament: more people than seats, tables by a fair draw, a standing after each round.

Its own file holds the draws and which game was played at which table; the points come from those
games, so that a corrected score counts as corrected.
"""

import os
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct

from shanghai.engine.parameters.checks import check_variant
from shanghai.engine.rules import Rules
from shanghai.ledger.draw import FEWEST, MOST, Drawn, draw, table_sizes
from shanghai.ledger.paper import MOST_POINTS, kept_scores
from shanghai.storage.chained_file import ChainedFile
from shanghai.storage.files import clock
from shanghai.storage.saves import NotAGame, kept_games
from shanghai.storage.summary import GameSummary
from shanghai.words.player_names import name_fault
from shanghai.words.sanitize import sanitize

FOLDER: Final = "tournaments"
FILE: Final = "evening.jsonl"
HOW_IT_STANDS: Final = (
    "A player has beaten everybody at the table who ends with more points; a tie counts a half. "
    "First is who has beaten the largest share of the people met, then who has fewer points a game."
)
STANDING: Final = ("Standing", "beaten", "games", "won", "points a game", "sat out")
"""The heads of the columns of a standing, as `Place.cells` fills them."""
_TITLE_CELLS: Final = 60
Total = Annotated[int, Meta(ge=-20 * MOST_POINTS, le=20 * MOST_POINTS)]


class TournamentBegun(Struct, frozen=True, forbid_unknown_fields=True, tag="begun"):
    """The first entry: the rules, the people, the seats of a table, and the seed of all draws.

    `tables` is how many can be played at most in a round, 0 for as many as it takes.
    """

    title: str
    rules: Rules
    players: tuple[str, ...]
    seats: int
    tables: int
    seed: str
    at: str


class RoundDrawn(Struct, frozen=True, forbid_unknown_fields=True, tag="drawn"):
    """The draw of a round, as it was shown."""

    round: int
    tables: tuple[tuple[int, ...], ...]
    out: tuple[int, ...]
    at: str


class TableLinked(Struct, frozen=True, forbid_unknown_fields=True, tag="linked"):
    """The game that is played at a table, by its id; "" frees the table again."""

    round: int
    table: int
    game: str
    at: str


class TableScored(Struct, frozen=True, forbid_unknown_fields=True, tag="scored"):
    """The totals of a table that was played elsewhere, in the order of its seats."""

    round: int
    table: int
    points: tuple[Total, ...]
    at: str


TournamentEntry = TournamentBegun | RoundDrawn | TableLinked | TableScored


class TournamentFault(ValueError):
    """What was asked for cannot be done; the message is a sentence."""


class Tournament:
    """One tournament: read whole, and written entry by entry."""

    def __init__(self, path: Path) -> None:
        """The tournament in a file; NotAGame where there is none, or it is damaged.

        `problem` says where the end of the file is, and does not count.
        """
        self.path = path
        self._file: ChainedFile[TournamentEntry] = ChainedFile(path, "tournament", TournamentEntry)
        found = self._file.read()
        entries, self.problem = found.entries, found.problem
        if not entries or not isinstance(entries[0], TournamentBegun):
            raise NotAGame(self.problem or f"{path} holds no tournament.")
        self.begun = entries[0]
        if _faults(self.begun) or any(check_variant(self.begun.rules)):
            raise NotAGame(f"{path}: nobody can play by what it says.")
        try:
            self._read(entries)
        except TournamentFault as fault:
            raise NotAGame(f"{path}: {fault}") from None

    @classmethod
    def begin(
        cls, data: Path, rules: Rules, players: Sequence[str], seats: int, tables: int = 0,
        title: str = "", seed: str = "", now: datetime | None = None,
    ) -> "Tournament":  # fmt: skip
        """Starts a tournament; TournamentFault for people or seats that cannot be."""
        at = now or clock()
        first = TournamentBegun(
            sanitize(title, _TITLE_CELLS), rules, tuple(players), seats, tables,
            seed or str(secrets.randbelow(10**12)), _time(at),
        )  # fmt: skip
        for fault in _faults(first):
            raise TournamentFault(fault)
        name = f"tournament-{at:%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
        path = data / FOLDER / name / FILE
        ChainedFile[TournamentEntry](path, "tournament", TournamentEntry).append(first)
        return cls(path)

    @property
    def id(self) -> str:
        """The name of the tournament among those that are kept."""
        return self.path.parent.name

    @property
    def title(self) -> str:
        """What it is called."""
        return self.begun.title or f"Tournament, {self.begun.rules.name}"

    @property
    def round(self) -> int:
        """The number of the last round that was drawn, 0 before the first."""
        return len(self.draws)

    def names(self, round: int, table: int) -> tuple[str, ...]:
        """The people of a table in the order of its seats."""
        return tuple(self.begun.players[at] for at in self.draws[round - 1].tables[table - 1])

    def draw_next(self, now: datetime | None = None) -> Drawn:
        """Draws the next round; all tables of the last one should be finished."""
        found = self._next_draw(self.draws)
        self._write(RoundDrawn(self.round + 1, found.tables, found.out, _time(now)))
        return found

    def link(self, round: int, table: int, game: str, now: datetime | None = None) -> None:
        """Notes which game is played at a table; "" frees the table again."""
        self._write(TableLinked(round, table, game, _time(now)))

    def score(
        self, round: int, table: int, points: Sequence[int], now: datetime | None = None
    ) -> None:
        """Notes the totals of a table that was played elsewhere, in the order of its seats."""
        if any(abs(each) > 20 * MOST_POINTS for each in points):
            raise TournamentFault("Nobody has that many points.")
        self._write(TableScored(round, table, tuple(points), _time(now)))

    def follows_from_seed(self) -> bool:
        """Whether every draw is the one that the seed gives."""
        return all(self._next_draw(self.draws[:at]) == drawn for at, drawn in enumerate(self.draws))

    def _next_draw(self, before: Sequence[Drawn]) -> Drawn:
        begun = self.begun
        least, people = least_at_a_table(begun.rules, begun.seats), len(begun.players)
        return draw(begun.seed, people, begun.seats, least, begun.tables, before)

    def _write(self, entry: TournamentEntry) -> None:
        """Tries an entry, puts it on the disk, and only then counts it, as what others wrote."""
        self._check(entry)
        self._read(self._file.append(entry).entries)

    def _read(self, entries: Sequence[TournamentEntry]) -> None:
        """Counts all entries but the first."""
        self.draws: list[Drawn] = []
        self.games: dict[tuple[int, int], str] = {}
        """The game of each table, by round and table from 1."""
        self.typed: dict[tuple[int, int], tuple[int, ...]] = {}
        """The totals of the tables that were played elsewhere."""
        for entry in entries[1:]:
            self._take(entry)

    def _take(self, entry: TournamentEntry) -> None:
        """Counts an entry; TournamentFault where it does not fit the tournament so far."""
        self._check(entry)
        match entry:
            case RoundDrawn() if entry.round == self.round + 1:
                self.draws.append(Drawn(entry.tables, entry.out))
            case TableLinked():
                self.typed.pop((entry.round, entry.table), None)
                self.games[entry.round, entry.table] = entry.game
            case TableScored():
                self.games.pop((entry.round, entry.table), None)
                self.typed[entry.round, entry.table] = entry.points

    def _check(self, entry: TournamentEntry) -> None:
        match entry:
            case TournamentBegun():
                raise TournamentFault("A tournament begins once.")
            case RoundDrawn():
                seated = sorted((*entry.out, *(one for table in entry.tables for one in table)))
                sizes = [len(table) for table in entry.tables]
                rules = self.begun.rules
                is_fit = all(rules.min_players <= size <= rules.max_players for size in sizes)
                is_due = 1 <= entry.round <= self.round + 1
                if seated != list(range(len(self.begun.players))) or not (is_fit and is_due):
                    raise TournamentFault("That is no draw of these people.")
            case TableLinked() | TableScored():
                is_round = 1 <= entry.round <= len(self.draws)
                if not is_round or not 1 <= entry.table <= len(self.draws[entry.round - 1].tables):
                    raise TournamentFault(f"There is no table {entry.table} in that round.")
                if isinstance(entry, TableScored):
                    seats = len(self.draws[entry.round - 1].tables[entry.table - 1])
                    if len(entry.points) != seats:
                        raise TournamentFault(f"That table has {seats} seats.")


class TableResult(Struct, frozen=True):
    """A table: its people, the game that is played there, and the totals once it is finished."""

    round: int
    table: int
    people: tuple[int, ...]
    game: str
    points: tuple[int, ...] | None = None
    rounds: int = 0
    """The rounds of the game, 0 where they are not known."""


class Place(Struct):
    """Where somebody stands: of the people met at finished tables, how many had more points."""

    name: str
    games: int = 0
    beaten: float = 0.0
    """People who had more points at the same table; one who had as many counts a half."""
    met: int = 0
    wins: int = 0
    points: int = 0
    sat_out: int = 0
    place: int = 1

    @property
    def share(self) -> float:
        """The share of the people met who were beaten, from 0 to 1."""
        return self.beaten / self.met if self.met else 0.0

    @property
    def per_game(self) -> float:
        """Points of a game on average."""
        return self.points / self.games if self.games else 0.0

    def cells(self, name: str) -> tuple[str, ...]:
        """The place in columns, the name as it has room there."""
        beaten = f"{self.beaten:g} of {self.met}" if self.met else ""
        points = f"{self.per_game:.0f}" if self.games else ""
        number = str(self.place) if self.games else "-"
        figures = (str(self.games), str(self.wins), points, str(self.sat_out))
        return (f"{number:>3} {name}", beaten, *figures)


def results(tournament: Tournament, games: Mapping[str, GameSummary]) -> list[TableResult]:
    """All tables that were drawn, with the totals of the finished games among those given."""
    return [
        _result(tournament, number, table, people, games)
        for number, drawn in enumerate(tournament.draws, 1)
        for table, people in enumerate(drawn.tables, 1)
    ]


def _result(
    tournament: Tournament, number: int, table: int, people: tuple[int, ...],
    games: Mapping[str, GameSummary],
) -> TableResult:  # fmt: skip
    where = number, table
    game = tournament.games.get(where, "")
    if where in tournament.typed:
        return TableResult(number, table, people, "", tournament.typed[where])
    summary = games.get(game)
    if summary is None or len(summary.seats) != len(people):
        return TableResult(number, table, people, game)
    scores = [seat.score for seat in summary.seats]
    names = tournament.names(number, table)
    if sorted(summary.players) == sorted(names):
        scores = [scores[summary.players.index(name)] for name in names]
    return TableResult(number, table, people, game, tuple(scores), len(summary.rounds))


def standing(tournament: Tournament, tables: Sequence[TableResult]) -> list[Place]:
    """Who stands where: the largest share of the people met who were beaten stands first.

    Of equal ones those stand first who have fewer points a game.
    """
    places = [Place(name) for name in tournament.begun.players]
    for drawn in tournament.draws:
        for person in drawn.out:
            places[person].sat_out += 1
    for table in tables:
        if table.points is None:
            continue
        best = min(table.points)
        for person, points in zip(table.people, table.points, strict=True):
            place = places[person]
            place.games += 1
            place.points += points
            place.wins += points == best
            place.met += len(table.people) - 1
            place.beaten += sum(other > points for other in table.points)
            place.beaten += (sum(other == points for other in table.points) - 1) / 2
    places.sort(key=lambda each: (not each.games, -each.share, each.per_game, each.name))
    for at, place in enumerate(places):
        last = places[at - 1] if at else None
        is_level = last is not None and _rank(last) == _rank(place)
        place.place = last.place if last is not None and is_level else at + 1
    return places


def _rank(place: Place) -> tuple[bool, float, float]:
    return not place.games, place.share, place.per_game


def summaries(data: Path) -> tuple[dict[str, GameSummary], list[str]]:
    """The finished games of a data folder by their ids, and what is wrong with any score."""
    found = {game.id: game for game in kept_games(data, summaries=True).summaries}
    games, faults = kept_scores(data)
    paper = (game.summary() for game in games)
    return found | {game.id: game for game in paper if game is not None}, faults


def least_at_a_table(rules: Rules, seats: int) -> int:
    """The fewest who play at a table; two alone do only where no table is larger."""
    return max(rules.min_players, min(FEWEST, seats))


def kept_tournaments(data: Path) -> tuple[list[Tournament], list[str]]:
    """The tournaments of a folder, the last begun first, and what is wrong with any of them."""
    found: list[Tournament] = []
    faults: list[str] = []
    try:
        names = sorted(os.listdir(data / FOLDER), reverse=True)
    except OSError:
        return found, faults
    for path in (data / FOLDER / name / FILE for name in names):
        if os.path.lexists(path):
            try:
                found.append(Tournament(path))
            except NotAGame as error:
                faults.append(str(error))
    return found, [*faults, *(each.problem for each in found if each.problem)]


def tournament(data: Path, name: str) -> Tournament:
    """A tournament by its id; NotAGame where there is none."""
    is_id = name == os.path.basename(name) and name not in ("", ".", "..")
    if not is_id or not (data / FOLDER / name / FILE).is_file():
        raise NotAGame(f"There is no tournament {name!r}.")
    return Tournament(data / FOLDER / name / FILE)


def _faults(begun: TournamentBegun) -> list[str]:
    """What is wrong with the people and the seats of a tournament."""
    players, rules = begun.players, begun.rules
    faults = [name_fault(name, players[:at]) for at, name in enumerate(players)]
    found = [fault for fault in faults if fault is not None]
    if not FEWEST <= len(players) <= MOST:
        found.append(f"A tournament is for {FEWEST} to {MOST} people.")
    if not rules.min_players <= begun.seats <= rules.max_players:
        found.append(f"{rules.name} is not for tables of {begun.seats}.")
    if rules.is_by_player:
        found.append("In a tournament all must play the same contract.")
    if not 0 <= begun.tables <= MOST:
        found.append("There cannot be so many tables.")
    if not found:
        try:
            least = least_at_a_table(rules, begun.seats)
            table_sizes(len(players), begun.seats, least, begun.tables)
        except ValueError as error:
            found.append(f"{str(error).capitalize()}.")
    return found


def _time(now: datetime | None) -> str:
    return (now or clock()).isoformat(timespec="seconds")
