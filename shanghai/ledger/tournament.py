"""A tournament of more people than seats: fair draws, games at tables, and the standing."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct

from shanghai.engine.parameters.checks import check_variant
from shanghai.engine.rules import Rules
from shanghai.ledger import draw as drawing
from shanghai.ledger.kept import Kept, KeptFault, name_faults, stamp
from shanghai.ledger.paper import MOST_POINTS, PaperGame
from shanghai.storage.files import clock
from shanghai.storage.saves import saved_games
from shanghai.storage.verdict import GameSummary
from shanghai.table.chance import MOST_CUT, cut_key, hash_of
from shanghai.words import ledger as words, setup
from shanghai.words.games import of_game
from shanghai.words.sanitize import sanitize

_TITLE_CELLS: Final = 60
_METHOD: Final = 1
Total = Annotated[int, Meta(ge=-20 * MOST_POINTS, le=20 * MOST_POINTS)]


class TournamentBegun(Struct, frozen=True, forbid_unknown_fields=True, tag="begun"):
    """The first entry: the rules, people, seats, `tables` at most in a round (0: as many as it
    takes), and the seed of all draws, with a `fingerprint` where somebody cuts before them."""

    title: str
    rules: Rules
    players: tuple[str, ...]
    seats: int
    tables: int
    seed: str
    at: str
    fingerprint: str = ""
    method: int = 0


class DrawsCut(Struct, frozen=True, forbid_unknown_fields=True, tag="cut"):
    """The number at which somebody has cut, who knew no more of the seed than its fingerprint."""

    number: int
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


TournamentEntry = TournamentBegun | DrawsCut | RoundDrawn | TableLinked | TableScored


class Tournament(Kept[TournamentEntry]):
    """One tournament."""

    KIND, FOLDER, FILE = "tournament", "tournaments", "evening.jsonl"
    CALLED = words.say.late("A_TOURNAMENT")
    BEGUN, ENTRY = TournamentBegun, TournamentEntry
    begun: TournamentBegun

    @classmethod
    def begin(
        cls, data: Path, rules: Rules, players: Sequence[str], seats: int, tables: int = 0,
        title: str = "", seed: str = "", now: datetime | None = None,
    ) -> "Tournament":  # fmt: skip
        """Starts a tournament, its draws cut unless seeded; KeptFault if none can be played."""
        at, secret = now or clock(), secrets.token_hex(16)
        first = TournamentBegun(
            sanitize(title, _TITLE_CELLS), rules, tuple(players), seats, tables,
            seed or secret, stamp(at), "" if seed else hash_of(secret), _METHOD,
        )  # fmt: skip
        for fault in _faults(first):
            raise KeptFault(fault)
        return cls.started(data, at, first)

    @property
    def title(self) -> str:
        """What it is called."""
        return self.begun.title or words.TOURNAMENT_OF.format(rules=of_game(self.begun.rules.name))

    @property
    def round(self) -> int:
        """The number of the last round that was drawn, 0 before the first."""
        return len(self.draws)

    def names(self, round: int, table: int) -> tuple[str, ...]:
        """The people of a table in the order of its seats."""
        return tuple(self.begun.players[at] for at in self.draws[round - 1].tables[table - 1])

    @property
    def awaits_cut(self) -> bool:
        """Whether somebody is to cut before the first draw."""
        return bool(self.begun.fingerprint) and self.cut is None

    def cut_draws(self, number: int | None = None, now: datetime | None = None) -> None:
        """Cuts at a number, or by chance; KeptFault where that is done, or it is none to cut at."""
        if not self.awaits_cut:
            raise KeptFault(words.IS_CUT)
        self._write(DrawsCut(secrets.randbelow(MOST_CUT) if number is None else number, stamp(now)))

    def draw_next(self, now: datetime | None = None) -> drawing.DrawnRound:
        """Draws the next round; all tables of the last one should be finished."""
        found = self._next_draw(self.draws)
        self._write(RoundDrawn(self.round + 1, found.tables, found.out, stamp(now)))
        return found

    def link(self, round: int, table: int, game: str, now: datetime | None = None) -> None:
        """Notes which game is played at a table; "" frees the table again."""
        self._write(TableLinked(round, table, game, stamp(now)))

    def score(
        self, round: int, table: int, points: Sequence[int], now: datetime | None = None
    ) -> None:
        """Notes the totals of a table that was played elsewhere, in the order of its seats."""
        if any(abs(each) > 20 * MOST_POINTS for each in points):
            raise KeptFault(words.TOO_MANY_POINTS)
        self._write(TableScored(round, table, tuple(points), stamp(now)))

    def follows_from_seed(self) -> bool:
        """Whether every draw is the one that the seed and the cut give."""
        begun = self.begun
        return begun.fingerprint in ("", hash_of(begun.seed)) and all(
            self._next_draw(self.draws[:at]) == drawn for at, drawn in enumerate(self.draws)
        )

    def told(self) -> list[str]:
        """What the draws follow from, and how often people have met again, in sentences."""
        begun, people = self.begun, len(self.begun.players)
        if self.awaits_cut:
            return [words.NOT_CUT.format(fingerprint=begun.fingerprint)]
        says = words.DRAWS_FOLLOW if self.follows_from_seed() else words.DRAWS_DO_NOT
        cut = words.CUT_AT.format(cut=self.cut, fingerprint=begun.fingerprint)
        lines = [says.format(seed=begun.seed) + cut * (self.cut is not None)]
        if len(self.draws) > 1:
            least = drawing.least_repeats(people, self.draws)
            lines.append(words.MET_AGAIN.format(repeats=drawing.repeats(self.draws), least=least))
        return lines

    def _next_draw(self, before: Sequence[drawing.DrawnRound]) -> drawing.DrawnRound:
        begun = self.begun
        least, people = least_at_a_table(begun.rules, begun.seats), len(begun.players)
        if not begun.method:
            sizes = drawing.table_sizes(people, begun.seats, least, begun.tables)
            return drawing.old_draw(begun.seed, people, sizes, before)
        seed = begun.seed if self.cut is None else cut_key(begun.seed, "", [self.cut])
        return drawing.draw(seed, people, begun.seats, least, begun.tables, before)

    def _write(self, entry: TournamentEntry) -> None:
        """Tries an entry, puts it on the disk, and only then counts it, as what others wrote."""
        self._check(entry)
        self._count(self._file.append(entry).entries)

    def _count(self, entries: Sequence[TournamentEntry]) -> None:
        assert isinstance(entries[0], TournamentBegun)
        self.begun = entries[0]
        if _faults(self.begun) or any(check_variant(self.begun.rules)):
            raise KeptFault(words.NOBODY_CAN_PLAY)
        self.cut: int | None = None
        self.draws: list[drawing.DrawnRound] = []
        self.games: dict[tuple[int, int], str] = {}
        """The game of each table, by round and table from 1."""
        self.typed: dict[tuple[int, int], tuple[int, ...]] = {}
        """The totals of the tables that were played elsewhere."""
        for entry in entries[1:]:
            self._take(entry)

    def _take(self, entry: TournamentEntry) -> None:
        """Counts an entry; KeptFault where it does not fit the tournament so far."""
        self._check(entry)
        match entry:
            case DrawsCut() if self.cut is None:
                self.cut = entry.number
            case RoundDrawn() if entry.round == self.round + 1:
                self.draws.append(drawing.DrawnRound(entry.tables, entry.out))
            case TableLinked():
                self.typed.pop((entry.round, entry.table), None)
                self.games[entry.round, entry.table] = entry.game
            case TableScored():
                self.games.pop((entry.round, entry.table), None)
                self.typed[entry.round, entry.table] = entry.points

    def _check(self, entry: TournamentEntry) -> None:
        match entry:
            case TournamentBegun():
                raise KeptFault(words.TOURNAMENT_BEGINS_ONCE)
            case DrawsCut():
                if not (self.begun.fingerprint and 0 <= entry.number < MOST_CUT):
                    raise KeptFault(words.CUT_BELOW.format(most=MOST_CUT))
            case RoundDrawn() if self.awaits_cut:
                raise KeptFault(words.CUT_FIRST)
            case RoundDrawn():
                seated = sorted((*entry.out, *(one for table in entry.tables for one in table)))
                sizes = [len(table) for table in entry.tables]
                rules = self.begun.rules
                is_fit = all(rules.min_players <= size <= rules.max_players for size in sizes)
                is_due = 1 <= entry.round <= self.round + 1
                if seated != list(range(len(self.begun.players))) or not (is_fit and is_due):
                    raise KeptFault(words.NO_DRAW)
            case TableLinked() | TableScored():
                is_round = 1 <= entry.round <= len(self.draws)
                if not is_round or not 1 <= entry.table <= len(self.draws[entry.round - 1].tables):
                    raise KeptFault(words.NO_SUCH_TABLE.format(table=entry.table))
                if isinstance(entry, TableScored):
                    seats = len(self.draws[entry.round - 1].tables[entry.table - 1])
                    if len(entry.points) != seats:
                        raise KeptFault(words.TABLE_HAS.format(seats=seats))


class TableResult(Struct, frozen=True):
    """A table: its people, the game that is played there, and the totals once it is finished."""

    round: int
    table: int
    people: tuple[int, ...]
    game: str
    points: tuple[int, ...] | None = None
    rounds: int = 0
    """The rounds of the game, 0 where they are not known."""


class Standing(Struct):
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
    def rank(self) -> tuple[bool, float, float]:
        """What is compared, the least first."""
        return not self.games, -self.share, self.per_game

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
    found = []
    for number, drawn in enumerate(tournament.draws, 1):
        for table, people in enumerate(drawn.tables, 1):
            points, rounds = tournament.typed.get((number, table)), 0
            game = tournament.games.get((number, table), "")
            summary = games.get(game)
            if summary is not None and len(summary.seats) == len(people):
                names, scores = tournament.names(number, table), [s.score for s in summary.seats]
                if sorted(summary.players) == sorted(names):
                    scores = [scores[summary.players.index(name)] for name in names]
                points, rounds = tuple(scores), len(summary.rounds)
            found.append(TableResult(number, table, people, game, points, rounds))
    return found


def standing(tournament: Tournament, tables: Sequence[TableResult]) -> list[Standing]:
    """Who stands where, by the share of people met who were beaten, then the points a game."""
    places = [Standing(name) for name in tournament.begun.players]
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
    places.sort(key=lambda each: (each.rank, each.name))
    for at, place in enumerate(places):
        last = places[max(0, at - 1)]
        place.place = last.place if last.rank == place.rank else at + 1
    return places


def summaries(data: Path) -> tuple[dict[str, GameSummary], list[str]]:
    """The finished games of a data folder by their ids, and what is wrong with any score."""
    paper, faults = PaperGame.finished(data)
    kept = saved_games(data, summaries=True).summaries
    return {game.id: game for game in (*kept, *paper)}, faults


def least_at_a_table(rules: Rules, seats: int) -> int:
    """The fewest who play at a table; two alone do only where no table is larger."""
    return max(rules.min_players, min(drawing.FEWEST, seats))


def _faults(begun: TournamentBegun) -> list[str]:
    players, rules = begun.players, begun.rules
    found = name_faults(players)
    if not drawing.FEWEST <= len(players) <= drawing.MOST:
        found.append(words.TOURNAMENT_IS_FOR.format(fewest=drawing.FEWEST, most=drawing.MOST))
    if not rules.min_players <= begun.seats <= rules.max_players:
        found.append(words.NOT_FOR_TABLES.format(rules=of_game(rules.name), seats=begun.seats))
    if begun.method not in (0, _METHOD):
        found.append(words.NEWER_DRAWS)
    if rules.is_open:
        found.append(words.SAME_CONTRACT)
    if not 0 <= begun.tables <= drawing.MOST:
        found.append(words.SO_MANY_TABLES)
    if not found:
        try:
            least = least_at_a_table(rules, begun.seats)
            drawing.table_sizes(len(players), begun.seats, least, begun.tables)
        except ValueError as error:
            found.append(setup.SENTENCE(text=str(error)))
    return found
