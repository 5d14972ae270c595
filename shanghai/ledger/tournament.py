"""Tournaments for more people than one table seats: fair draws, games at tables, the standing."""

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from shanghai.engine.parameters.checks import check_variant
from shanghai.engine.rules import Rules
from shanghai.engine.seats import SEATS_OF, SeatIndex
from shanghai.engine.sides import sides_of
from shanghai.ledger import draw as drawing
from shanghai.ledger.draw import MAX_PEOPLE, MIN_PEOPLE, DrawnRound
from shanghai.ledger.evening_file import EveningFault, EveningFile, name_faults, stamp
from shanghai.ledger.paper import MOST_POINTS, PaperGame
from shanghai.storage.saves import saved_games
from shanghai.storage.verdict import GameSummary
from shanghai.table.chance import MOST_CUT, cut_key, hash_of
from shanghai.words import ledger as words, setup
from shanghai.words.games import of_game
from shanghai.words.grammar import decimal, listed

_METHOD: Final = 1
"""The number of the way in which draws follow from the seed. 0 is an older way."""
_MAX_TOTAL: Final = 20 * MOST_POINTS
Total = Annotated[int, Meta(ge=-_MAX_TOTAL, le=_MAX_TOTAL)]


class TournamentBegun(Struct, frozen=True, forbid_unknown_fields=True, tag="begun", kw_only=True):
    """The first entry: what people agreed on, and the seed of all draws."""

    title: str = ""
    rules: Rules
    players: tuple[str, ...]
    seats: int
    """The most people at a table."""
    tables: int = 0
    """The most tables in a round, 0 for as many as needed."""
    seed: str = ""
    at: str = ""
    fingerprint: str = ""
    """The hash of the seed if somebody cuts before the first draw, else ""."""
    method: int = 0


class DrawsCut(Struct, frozen=True, forbid_unknown_fields=True, tag="cut"):
    """The number at which somebody cut, who knew only the fingerprint of the seed."""

    number: int
    at: str


class RoundDrawn(Struct, frozen=True, forbid_unknown_fields=True, tag="drawn"):
    """The draw of a round. People are numbers from 0."""

    round: int
    tables: tuple[tuple[int, ...], ...]
    out: tuple[int, ...]
    at: str


class TableLinked(Struct, frozen=True, forbid_unknown_fields=True, tag="linked"):
    """The id of the game that is played at a table. "" frees the table again."""

    round: int
    table: int
    game: str
    at: str


class TableScored(Struct, frozen=True, forbid_unknown_fields=True, tag="scored"):
    """The totals of a table that was played elsewhere, by seat."""

    round: int
    table: int
    points: tuple[Total, ...]
    at: str


TournamentEntry = TournamentBegun | DrawsCut | RoundDrawn | TableLinked | TableScored


class TableResult(Struct, frozen=True):
    """A table of a round: its people, the id of its game, and the totals if it is finished."""

    round: int
    table: int
    players: tuple[str, ...]
    game: str = ""
    totals: tuple[int, ...] | None = None
    sides: tuple[int, ...] = ()
    """By person the side, in the order of `players` (HR-15)."""

    def text(self, names: Sequence[str]) -> str:
        """The people of the table, with their totals if it is finished. `names` are their names as
        they are to be shown, perhaps cut."""
        if self.totals is not None:
            names = [f"{name} {total}" for name, total in zip(names, self.totals, strict=True)]
        return listed(names, ",")


class Tournament(EveningFile[TournamentEntry]):
    """One tournament."""

    KIND, FOLDER, FILE = "tournament", "tournaments", "evening.jsonl"
    CALLED = words.say.late("A_TOURNAMENT")
    FIRST_ENTRY, ENTRY = TournamentBegun, TournamentEntry
    terms: TournamentBegun
    cut: int | None
    draws: list[DrawnRound]
    tables: dict[tuple[int, int], TableLinked | TableScored]
    """By round and table, both from 1, the last entry about the table."""

    @classmethod
    def begin(cls, data: Path, terms: TournamentBegun, now: datetime | None = None) -> "Tournament":
        """Starts a tournament. Unless the terms have a seed, somebody must cut before the first
        draw. Raises EveningFault if nobody can play by these terms."""
        secret = secrets.token_hex(16)
        first = structs.replace(
            terms,
            seed=terms.seed or secret,
            fingerprint="" if terms.seed else hash_of(secret),
            method=_METHOD,
        )
        for fault in _faults(first):
            raise EveningFault(fault)
        return cls.started(data, first, now)

    @property
    def title(self) -> str:
        """The title, or a text with the name of the rules."""
        return self.terms.title or words.TOURNAMENT_OF.format(rules=of_game(self.terms.rules.name))

    @property
    def round(self) -> int:
        """The number of the last round that was drawn, 0 before the first."""
        return len(self.draws)

    @property
    def awaits_cut(self) -> bool:
        """Whether somebody must cut before the first draw."""
        return bool(self.terms.fingerprint) and self.cut is None

    def names(self, round: int, table: int) -> tuple[str, ...]:
        """The people of a table by seat."""
        people = self.draws[round - 1].tables[table - 1]
        return tuple(self.terms.players[person] for person in people)

    def sitting_out(self, round: int) -> tuple[str, ...]:
        """The people who sit out in a round."""
        return tuple(self.terms.players[person] for person in self.draws[round - 1].out)

    def cut_draws(self, number: int | None = None, now: datetime | None = None) -> None:
        """Cuts at a number, by default a random one, and draws the first round. Raises EveningFault
        if somebody has cut already, or for a number that is too large."""
        if not self.awaits_cut:
            raise EveningFault(words.IS_CUT)
        self._write(DrawsCut(secrets.randbelow(MOST_CUT) if number is None else number, stamp(now)))
        if not self.draws:
            self.draw_next(now)

    def draw_next(self, now: datetime | None = None) -> None:
        """Draws the next round. All tables of the last one should be finished."""
        drawn = self._next_draw(self.draws)
        self._write(RoundDrawn(self.round + 1, drawn.tables, drawn.out, stamp(now)))

    def link(self, round: int, table: int, game: str, now: datetime | None = None) -> None:
        """Stores the id of the game that is played at a table. "" frees the table again."""
        self._write(TableLinked(round, table, game, stamp(now)))

    def score(
        self, round: int, table: int, points: Sequence[int], now: datetime | None = None
    ) -> None:
        """Stores the totals of a table that was played elsewhere, by seat."""
        if any(abs(each) > _MAX_TOTAL for each in points):
            raise EveningFault(words.TOO_MANY_POINTS)
        self._write(TableScored(round, table, tuple(points), stamp(now)))

    def follows_from_seed(self) -> bool:
        """Whether every draw is the one that follows from the seed and the cut."""
        return self.terms.fingerprint in ("", hash_of(self.terms.seed)) and all(
            self._next_draw(self.draws[:index]) == drawn for index, drawn in enumerate(self.draws)
        )

    def notes(self) -> list[str]:
        """Sentences about what the draws follow from, and how often people have met again."""
        terms = self.terms
        if self.awaits_cut:
            return [words.NOT_CUT.format(fingerprint=terms.fingerprint)]
        sentence = words.DRAWS_FOLLOW if self.follows_from_seed() else words.DRAWS_DO_NOT
        if terms.method < _METHOD:
            sentence = words.OLDER_DRAWS
        lines = [sentence.format(seed=terms.seed)]
        if self.cut is not None:
            lines[0] += words.CUT_AT.format(cut=self.cut, fingerprint=terms.fingerprint)
        if self.round > 1:
            least = drawing.least_repeats(len(terms.players), self.draws)
            again = drawing.repeats(self.draws)
            lines.append(words.MET_AGAIN.format(repeats=again, least=least))
        return lines

    def results(self, games: Mapping[str, GameSummary]) -> list[TableResult]:
        """All tables that were drawn. Those whose game is in `games`, by id, have totals."""
        tables = []
        for round, drawn in enumerate(self.draws, 1):
            for table in range(1, len(drawn.tables) + 1):
                names, entry = self.names(round, table), self.tables.get((round, table))
                game = entry.game if isinstance(entry, TableLinked) else ""
                points = entry.points if isinstance(entry, TableScored) else None
                seats, played = SEATS_OF[len(names)], games.get(game)
                if played is not None and len(played.seats) == len(names):
                    if sorted(played.players) == sorted(names):
                        # Else other people have played it, and all sit in the drawn order.
                        seats = tuple(SeatIndex(played.players.index(name)) for name in names)
                    points = tuple(played.seats[seat].score for seat in seats)
                sides = tuple(map(sides_of(self.terms.rules.sides, len(names)).of, seats))
                tables.append(TableResult(round, table, names, game, points, sides))
        return tables

    def standing(self, tables: Sequence[TableResult]) -> list["Standing"]:
        """The places of all people, the first one first. Only finished tables count."""
        places = {name: Standing(player=name) for name in self.terms.players}
        for round in range(1, self.round + 1):
            for name in self.sitting_out(round):
                places[name].sat_out += 1
        for table in tables:
            if table.totals is None:
                continue
            by_side: Counter[int] = Counter()
            for side, total in zip(table.sides, table.totals, strict=True):
                by_side[side] += total
            for name, own in zip(table.players, table.sides, strict=True):
                others = [by_side[side] for side in table.sides if side != own]
                places[name].count(by_side[own], others)
        in_order = sorted(places.values(), key=lambda place: (place.rank, place.player))
        for index, place in enumerate(in_order):
            above = in_order[max(0, index - 1)]
            place.place = above.place if above.rank == place.rank else index + 1
        return in_order

    def _next_draw(self, before: Sequence[DrawnRound]) -> DrawnRound:
        """The draw that follows from the seed, the cut and the draws before it."""
        seed = self.terms.seed
        if self.cut is not None:
            seed = cut_key(seed, "", [self.cut])
        return drawing.draw(seed, len(self.terms.players), _sizes(self.terms), before)

    def _take(self, entry: TournamentEntry) -> None:
        match entry:
            case TournamentBegun():
                self._begin(entry)
            case DrawsCut():
                if not (self.terms.fingerprint and 0 <= entry.number < MOST_CUT):
                    raise EveningFault(words.CUT_BELOW.format(most=MOST_CUT))
                self.cut = entry.number if self.cut is None else self.cut
            case RoundDrawn():
                self._check_draw(entry)
                if entry.round == self.round + 1:
                    self.draws = [*self.draws, DrawnRound(entry.tables, entry.out)]
            case TableLinked() | TableScored():
                is_drawn = 1 <= entry.round <= self.round
                tables = self.draws[entry.round - 1].tables if is_drawn else ()
                if not 1 <= entry.table <= len(tables):
                    raise EveningFault(words.NO_SUCH_TABLE.format(table=entry.table))
                seats = len(tables[entry.table - 1])
                if isinstance(entry, TableScored) and len(entry.points) != seats:
                    raise EveningFault(words.TABLE_HAS.format(seats=seats))
                self.tables = self.tables | {(entry.round, entry.table): entry}

    def _begin(self, terms: TournamentBegun) -> None:
        if self._entry_count:
            raise EveningFault(words.TOURNAMENT_BEGINS_ONCE)
        if _faults(terms) or any(check_variant(terms.rules)):
            raise EveningFault(words.NOBODY_CAN_PLAY)
        self.terms = terms
        self.cut = None
        self.draws = []
        self.tables = {}

    def _check_draw(self, entry: RoundDrawn) -> None:
        """Raises EveningFault if a draw is not due, or does not have everybody exactly once."""
        if self.awaits_cut:
            raise EveningFault(words.CUT_FIRST)
        seated = sorted((*entry.out, *(one for table in entry.tables for one in table)))
        rules = self.terms.rules
        can_play = all(len(table) in rules.table_sizes for table in entry.tables)
        is_due = 1 <= entry.round <= self.round + 1
        if seated != list(range(len(self.terms.players))) or not (can_play and is_due):
            raise EveningFault(words.NO_DRAW)


class Standing(Struct):
    """The place of a person in a tournament, by the people met at finished tables.

    If sides play, the points are those of the side, and partners do not meet.
    """

    player: str
    games: int = 0
    beaten: float = 0.0
    """How many people at the same tables had more points. Equal points count a half."""
    met: int = 0
    wins: int = 0
    points: int = 0
    sat_out: int = 0
    place: int = 1

    def count(self, total: int, others: Sequence[int]) -> None:
        """Counts a finished table: the person's total, and those of the people met there."""
        self.games += 1
        self.points += total
        self.wins += total <= min(others, default=total)
        self.met += len(others)
        self.beaten += sum(other > total for other in others) + others.count(total) / 2

    @property
    def per_game(self) -> float:
        """The average points in a game."""
        return self.points / self.games if self.games else 0.0

    @property
    def rank(self) -> tuple[bool, float, float]:
        """The key to sort by, the best person first: by the share of people beaten among those met,
        then by the points in a game. People without a game come last."""
        return not self.games, -self.beaten / max(1, self.met), self.per_game

    def cells(self, name: str) -> tuple[str, ...]:
        """The cells of a row of the standing. `name` is the name as it fits there."""
        beaten = words.BEATEN_OF(beaten=decimal(f"{self.beaten:g}"), met=self.met)
        points = f"{self.per_game:.0f}" if self.games else ""
        number = str(self.place) if self.games else "-"
        figures = (str(self.games), str(self.wins), points, str(self.sat_out))
        return (f"{number:>3} {name}", beaten if self.met else "", *figures)


def summaries(data: Path) -> tuple[dict[str, GameSummary], list[str]]:
    """By id the finished games of a data folder, and sentences about damaged files of scores."""
    paper, faults = PaperGame.finished(data)
    saved = saved_games(data, summaries=True).summaries
    return {game.id: game for game in (*saved, *paper)}, faults


def _sizes(terms: TournamentBegun) -> tuple[int, ...]:
    """The sizes of the tables of a round. Tables of two exist only if no table may be larger. With
    partners all tables are full. Raises ValueError if there are no such tables."""
    least = max(terms.rules.min_players, min(MIN_PEOPLE, terms.seats))
    if terms.rules.sides:
        least = terms.seats
    return drawing.table_sizes(len(terms.players), terms.seats, least, terms.tables)


def _faults(terms: TournamentBegun) -> list[str]:
    """Sentences about why nobody can play by these terms."""
    rules = terms.rules
    faults = name_faults(terms.players)
    if not MIN_PEOPLE <= len(terms.players) <= MAX_PEOPLE:
        faults.append(words.TOURNAMENT_IS_FOR.format(fewest=MIN_PEOPLE, most=MAX_PEOPLE))
    if terms.seats not in rules.table_sizes:
        faults.append(words.NOT_FOR_TABLES.format(rules=of_game(rules.name), seats=terms.seats))
    if terms.method not in (0, _METHOD):
        faults.append(words.NEWER_DRAWS)
    if rules.is_open:
        faults.append(words.SAME_CONTRACT)
    if not 0 <= terms.tables <= MAX_PEOPLE:
        faults.append(words.SO_MANY_TABLES)
    if not faults:
        try:
            _sizes(terms)
        except ValueError as error:
            faults.append(setup.SENTENCE(text=str(error)))
    return faults
