"""The ledger of a data folder: the figures of the people in its finished games."""

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from msgspec import Struct, structs

from shanghai.engine.seats import MOST_SEATS, SeatIndex, by_seat
from shanghai.ledger.evening_file import EveningFault, stamp
from shanghai.storage.chained_file import ChainedFile, GoneOn
from shanghai.storage.paths import PAPER
from shanghai.storage.saves import ReadingProgress, saved_games
from shanghai.storage.verdict import GameSummary, JournalVerdict
from shanghai.words import ledger as words
from shanghai.words.player_names import clean_name
from shanghai.words.sanitize import sanitize

NIGHT: Final = timedelta(hours=5)
"""A game that begins so soon after midnight belongs to the evening before."""
ADDED: Final = (
    *("calls_made", "calls_won", "shanghais_called", "shanghais_suffered", "jokers_won"),
    "hinted",
)
"""The figures of a seat that are added up over its games."""


class PlayerFigures(Struct):
    """The figures of a player over all games that count, with corrected points."""

    games: int = 0
    wins: int = 0
    """Games won, also shared ones. If a side wins, each of its players has won."""
    shared_wins: int = 0
    rounds: int = 0
    points: int = 0
    best_round: int | None = None
    worst_round: int | None = None
    best_game: int | None = None
    worst_game: int | None = None
    out: int = 0
    """Rounds in which the player went out, including blind ones."""
    out_blind: int = 0
    calls_made: int = 0
    calls_won: int = 0
    shanghais_called: int = 0
    shanghais_suffered: int = 0
    jokers_won: int = 0
    hinted: int = 0
    """Games in which a hint was asked for."""
    with_handicap: int = 0
    """Games in which the seat had a handicap. Their points count as they were scored."""
    streak: int = 0
    """Games won in a row, up to the last one."""
    best_streak: int = 0

    @property
    def per_round(self) -> float:
        """The points of a round on average."""
        return self.points / self.rounds if self.rounds else 0.0

    @property
    def per_game(self) -> float:
        """The points of a game on average."""
        return self.points / self.games if self.games else 0.0


class Meeting(Struct, frozen=True):
    """How often two players have met, and who had fewer points at the end.

    If sides play, the points are those of the side, and partners do not meet (HR-15).
    """

    games: int
    ahead: int
    """Games in which the first player had fewer points, then equal ones, then more."""
    level: int
    behind: int


def figures_of(
    games: Iterable[GameSummary], *, people_only: bool = False
) -> dict[str, PlayerFigures]:
    """By name the figures of each player in these games."""
    figures: dict[str, PlayerFigures] = {}
    for game in in_order(games):
        for seat in _seats(game, people_only):
            _count_seat(figures.setdefault(game.seats[seat].name, PlayerFigures()), game, seat)
    return figures


def in_order(games: Iterable[GameSummary]) -> list[GameSummary]:
    """The games in the order in which they were finished. Time zones are taken into account."""
    return sorted(games, key=lambda game: (_instant(game.finished), game.finished, game.id))


def _instant(time: str) -> float:
    """A time in ISO 8601 as seconds since 1970, 0 if it is no such time."""
    try:
        return datetime.fromisoformat(time).timestamp()
    except (ValueError, OverflowError, OSError):
        return 0.0


def _seats(game: GameSummary, people_only: bool) -> Iterator[SeatIndex]:
    return (number for number, seat in by_seat(game.seats) if not (people_only and seat.bot))


def _count_seat(figures: PlayerFigures, game: GameSummary, seat: int) -> None:
    done, won = game.seats[seat], seat in game.winners
    points = [each.points[seat] for each in game.rounds]
    figures.games += 1
    figures.wins += won
    figures.shared_wins += won and len(game.winning_sides) > 1
    figures.streak = figures.streak + 1 if won else 0
    figures.best_streak = max(figures.best_streak, figures.streak)
    figures.rounds += len(points)
    figures.points += done.score
    for kind, scored in (("round", points), ("game", [done.score])):
        for name, pick in ((f"best_{kind}", min), (f"worst_{kind}", max)):
            known = getattr(figures, name)
            all_points = scored if known is None else [*scored, known]
            setattr(figures, name, pick(all_points, default=None))
    out = [each.is_blind for each in game.rounds if each.out == seat]
    figures.out += len(out)
    figures.out_blind += sum(out)
    for name in ADDED:
        setattr(figures, name, getattr(figures, name) + getattr(done, name))
    figures.with_handicap += done.has_handicap


def worn_signs(games: Iterable[GameSummary], worn: Mapping[str, int]) -> dict[str, int]:
    """By player the number of a seat whose sign they wear. It is that of `worn`, else that of their
    last game, or if that is taken the next free one."""
    signs = dict(worn)
    for game in reversed(in_order(games)):
        for number, seat in enumerate(game.seats):
            if seat.name not in signs:
                others = {each % MOST_SEATS for each in signs.values()}
                after = [(number + step) % MOST_SEATS for step in range(MOST_SEATS)]
                signs[seat.name] = next((each for each in after if each not in others), number)
    return signs


def meetings(
    games: Iterable[GameSummary], player: str, *, people_only: bool = False
) -> dict[str, Meeting]:
    """By name how often a player has met others, and who was ahead: whose side had fewer points in
    a game. Partners are left out."""
    counted: dict[str, Counter[str]] = {}
    for game in games:
        by_name = {game.seats[seat].name: game.sides.of(seat) for seat in _seats(game, people_only)}
        own_side = by_name.get(player)
        if own_side is None:
            continue
        own = game.side_points[own_side]
        for name, side in by_name.items():
            if side == own_side:
                continue
            score = game.side_points[side]
            how = "ahead" if own < score else "behind" if own > score else "level"
            counted.setdefault(name, Counter())[how] += 1
    return {
        name: Meeting(tally.total(), tally["ahead"], tally["level"], tally["behind"])
        for name, tally in counted.items()
    }


def rival(met: Mapping[str, Meeting]) -> tuple[str, Meeting] | None:
    """The player who has beaten one most often, and their meetings. Of several it is the one with
    the largest share. None if nobody has."""
    beaten_by = [(each.behind, each.behind / each.games, name) for name, each in met.items()]
    most = max(beaten_by, default=(0, 0.0, ""))
    return (most[2], met[most[2]]) if most[0] else None


class HouseRecord(Struct, frozen=True):
    """A record over all games: what it is, who holds it, its value, and the game and date of the
    first time. `game` and `when` are "" for a record that is not of one game."""

    what: str
    players: tuple[str, ...]
    value: int
    game: str
    when: str


def house_records(games: Sequence[GameSummary], *, people_only: bool = False) -> list[HouseRecord]:
    """All records. Players who hold the same one are in the order in which they set it."""
    seats = [(game, seat) for game in in_order(games) for seat in _seats(game, people_only)]
    totals = [(game.seats[seat].score, game, seat) for game, seat in seats]
    scored = [(line.points[seat], game, seat) for game, seat in seats for line in game.rounds]
    won = [
        (_margin(game), game, seat)
        for game, seat in seats
        if game.winning_sides == (game.sides.of(seat),)
    ]
    records = []
    for what, pick, candidates in (
        (words.LOWEST_TOTAL, min, totals),
        (words.HIGHEST_TOTAL, max, totals),
        (words.MOST_POINTS, max, scored),
        (words.FEWEST_POINTS, min, scored),
        (words.WIDEST_WIN, max, [each for each in won if each[0] > 0]),
    ):
        if candidates:
            value, game, _ = pick(candidates, key=lambda each: each[0])
            holders = dict.fromkeys(
                own.seats[seat].name for each, own, seat in candidates if each == value
            )
            records.append(HouseRecord(what, (*holders,), value, game.id, evening_of(game)))
    figures = figures_of(games, people_only=people_only)
    if (longest := max((each.best_streak for each in figures.values()), default=0)) > 1:
        names = tuple(name for name, each in figures.items() if each.best_streak == longest)
        records.append(HouseRecord(words.MOST_WINS, names, longest, "", ""))
    return records


def _margin(game: GameSummary) -> int:
    """By how many points the winning side was ahead of the next one. If all play alone, each seat
    is a side. It is below 0 if contracts decided and not points."""
    points, won = game.side_points, game.winning_sides[0]
    others = [total for side, total in enumerate(points) if side != won]
    return min(others) - points[won]


class Evening(Struct, frozen=True):
    """An evening: its date, the number of games, and by player the wins on it and up to it."""

    date: str
    games: int
    wins: dict[str, int]
    won_so_far: dict[str, int]


def evening_of(game: GameSummary) -> str:
    """The date of the evening on which a game began."""
    try:
        return (datetime.fromisoformat(game.started) - NIGHT).date().isoformat()
    except (ValueError, OverflowError):
        return game.started[:10]


def evenings(games: Iterable[GameSummary], *, people_only: bool = False) -> list[Evening]:
    """The evenings of these games by date, with the wins of each player."""
    so_far: Counter[str] = Counter()
    course: list[Evening] = []
    by_date: dict[str, list[GameSummary]] = {}
    for game in games:
        by_date.setdefault(evening_of(game), []).append(game)
    for date in sorted(by_date):
        played = [(game, seat) for game in by_date[date] for seat in _seats(game, people_only)]
        wins = Counter(game.seats[seat].name for game, seat in played if seat in game.winners)
        so_far.update({game.seats[seat].name: 0 for game, seat in played})
        so_far.update(wins)
        course.append(Evening(date, len(by_date[date]), dict(wins), dict(so_far)))
    return course


def best_evening(course: Sequence[Evening], name: str) -> Evening | None:
    """The evening on which a player won most games. Of several it is the one with fewest games, or
    the last one. None if the player never won."""
    won = [each for each in course if each.wins.get(name)]
    return max(won, key=lambda each: (each.wins[name], -each.games, each.date), default=None)


def best_round(games: Iterable[GameSummary], player: str) -> tuple[int, str] | None:
    """The fewest points of a player in a round, and the first evening with them. None if the player
    has played no round."""
    own = [(game, game.players.index(player)) for game in games if player in game.players]
    points = ((line.points[seat], evening_of(game)) for game, seat in own for line in game.rounds)
    return min(points, default=None)


class Pace(Struct, frozen=True):
    """The average minutes of a round at tables of so many people and computers, in `games`."""

    people: int
    computers: int
    minutes: float
    games: int


def paces(games: Iterable[GameSummary], variant: str) -> list[Pace]:
    """How long a round of a variant takes by the people and computers at the table. What was played
    most comes first. Games without people are left out."""
    timed: dict[tuple[int, int], list[list[int]]] = {}
    for game in games:
        computers = sum(bool(seat.bot) for seat in game.seats)
        table = len(game.seats) - computers, computers
        taken = [line.seconds for line in game.rounds if line.seconds]
        if game.variant == variant and table[0] and taken:
            timed.setdefault(table, []).append(taken)
    return [
        Pace(*table, fmean(chain.from_iterable(rounds)) / 60, len(rounds))
        for table, rounds in sorted(timed.items(), key=lambda each: -len(each[1]))
    ]


FILE: Final = os.path.join("ledger", "people.jsonl")
NOTE_CELLS: Final = 300


class Renamed(Struct, frozen=True, forbid_unknown_fields=True, tag="renamed"):
    """An entry: all games of a name count for a person. `person` equal to `name` undoes that."""

    name: str
    person: str
    at: str


class Noted(Struct, frozen=True, forbid_unknown_fields=True, tag="noted"):
    """An entry: a note about a game, by its id, or about a person. An empty one deletes it."""

    about: str
    text: str
    at: str


class People:
    """Which names belong to which people, and notes. Each change is written to the file at once."""

    def __init__(self, data: Path) -> None:
        """Reads the file of a data folder. `problem` is a sentence on damage at its end, or "".
        Raises NotAGame if it cannot be read."""
        self._file = ChainedFile[Renamed | Noted](data / FILE, "people", Renamed | Noted)
        chain = self._file.read()
        self.problem = chain.problem
        self._take(chain.entries)

    def person(self, name: str) -> str:
        """The person behind a name, by following the renamings. Without any, the name itself."""
        for _ in range(len(self.names) + 1):
            after = self.names.get(name, name)
            if after == name:
                break
            name = after
        return name

    def rename(self, name: str, person: str, now: datetime | None = None) -> None:
        """Counts all games of a name for a person. EveningFault if that leads in a circle."""
        old, new = name.strip(), clean_name(person)
        if not old or not new:
            raise EveningFault(words.BOTH_NAMES)
        entry = Renamed(old, new, stamp(now))
        while True:
            if old != new and self.person(new) == old:
                raise EveningFault(words.GOES_ROUND.format(new=new, old=old))
            try:
                self._take(self._file.append(entry, known=self._known).entries)
                return
            except GoneOn:
                self._take(self._file.read().entries)

    def note(self, about: str, text: str, now: datetime | None = None) -> None:
        """Stores a note about a game or a person, and replaces the one before."""
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
    *(name for name in ADDED if name != "hinted"),
)
"""The figures of a player in JSON."""


class Wanted(Struct, frozen=True):
    """Which games count: those of a player, of a variant (by its id), since a date, with a deal
    code, or with all of `company`. `people_only` leaves out the figures of computers."""

    player: str = ""
    variant: str = ""
    since: str = ""
    people_only: bool = False
    code: str = ""
    company: tuple[str, ...] = ()


class Ledger(Struct, frozen=True):
    """The games that count, the last finished first, and by name the figures of their players."""

    games: tuple[GameSummary, ...]
    players: dict[str, PlayerFigures]
    notes: dict[str, str] = {}
    problem: str = ""
    wanted: Wanted = Wanted()


def read_ledger(
    data: Path,
    wanted: Wanted = Wanted(),  # noqa: B008
    *,
    rebuild: bool = False,
    jobs: int = 1,
    progress: ReadingProgress | None = None,
) -> Ledger:
    """Reads the ledger of a data folder. With `rebuild` it reads all games again, not the stored
    summaries. Many games are read by `jobs` processes, and `progress` gets how many are read.

    Raises NotAGame if the file of people cannot be read.
    """
    people = People(data)
    saved = saved_games(data, summaries=True, rebuild=rebuild, jobs=jobs, progress=progress)
    paper: list[GameSummary] = []
    faults: list[str] = []
    # Few folders have games with real cards.
    if os.path.lexists(data / PAPER):
        from shanghai.ledger.paper import PaperGame

        paper, faults = PaperGame.finished(data)
    damaged = sum(game.verdict == JournalVerdict.DAMAGED.value for game in saved.games)
    if damaged:
        faults.append(words.CANNOT_BE_READ(games=damaged))
    named = [with_people(game, people.person) for game in (*saved.summaries, *paper)]
    company = tuple(map(people.person, wanted.company))
    wanted = structs.replace(wanted, player=people.person(wanted.player), company=company)
    problem = " ".join(fault for fault in (people.problem, saved.problem, *faults) if fault)
    return ledger_of(named, wanted, people.notes, problem)


def ledger_of(
    games: list[GameSummary], wanted: Wanted, notes: dict[str, str], problem: str = ""
) -> Ledger:
    """The ledger of the `wanted` games. Their seats must already have the names of people."""
    counted = [game for game in games if _counts(game, wanted)]
    players = figures_of(counted, people_only=wanted.people_only)
    if wanted.player:
        players = {name: each for name, each in players.items() if name == wanted.player}
    return Ledger(tuple(in_order(counted)[::-1]), players, notes, problem, wanted)


def with_people(game: GameSummary, person: Callable[[str], str]) -> GameSummary:
    """The game with the names of people. Unchanged if two seats would then have the same name."""
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
    """Whether two deal codes are the same. Case, dashes and blanks of the second do not count."""
    return bool(one) and one.replace("-", "") == other.upper().replace("-", "").replace(" ", "")


def as_plain(ledger: Ledger) -> dict[str, Any]:
    """The ledger as plain values for JSON, which other programs read."""
    return {
        "games": [plain_game(game) for game in ledger.games],
        "players": {
            name: {key: getattr(figures, key) for key in PUBLIC_FIGURES}
            for name, figures in ledger.players.items()
        },
    }


def plain_game(game: GameSummary) -> dict[str, Any]:
    """A game as plain values for JSON."""
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
