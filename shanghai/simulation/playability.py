"""Whether a variant can be played well: judged by its cards, and by games among computers."""

from collections.abc import Iterator, Sequence
from functools import partial
from statistics import fmean
from typing import Final

from msgspec import Struct

from shanghai.bots.unknown import unknown_rules
from shanghai.engine.rules import Rules
from shanghai.simulation.games import (
    GameReport,
    RoundReport,
    Task,
    play_round,
    seats_for,
    table_before,
)
from shanghai.simulation.work import COMPACT_LEVEL, quick_games_of
from shanghai.simulation.workers import Backend, ProgressCallback, play_all
from shanghai.words import simulation as words

LEVEL: Final = "simple"
SEED: Final = 1
MOST_TURNS: Final = 100
"""Turns a seat in one round after which it is given up as endless."""
SECOND_LOOK: Final = 4
"""How often a round is played alone that nobody ended in any game."""
MOST_HOPELESS: Final = 2
"""Rounds that nobody can end after which no other is looked at again."""
_LEAST_OUT: Final = 0.5
"""The share of rounds that somebody must end by going out."""
_MOST_REDEALS: Final = 3
"""How often a round may be dealt again, in the mean, before it is called bad."""


class TableReport(Struct, frozen=True):
    """What games at a table of some size were like, and what is wrong with playing so."""

    players: int
    games: int
    rounds: int
    out: int
    blocked: int
    stood_still: int
    """Rounds that nobody could end, whether they counted or were dealt again."""
    missed: float
    """The share of seats that did not go down."""
    missed_in: tuple[tuple[int, float], ...]
    """The same of each round that was played, behind its number."""
    missed_contracts: tuple[tuple[int, float], ...]
    """The same of each contract, behind its number; none where players choose."""
    turns: float
    """Turns a seat in a round."""
    longest: float
    points: float
    """Points a seat in a round."""
    cards: float
    """Cards left a seat when a round ends."""
    problems: tuple[str, ...]


class RoundWork(Struct, frozen=True):
    """One round, played alone."""

    rules: Rules
    players: int
    round: int
    number: int

    def play(self) -> RoundReport:
        """Plays it."""
        seats = seats_for((LEVEL,), self.players)
        host = table_before(self.rules, seats, self.number, self.round, SEED)
        return play_round(host, MOST_TURNS)


def table_sizes(rules: Rules) -> tuple[int, ...]:
    """The numbers of players that are tried: the least, the most, those with a small stock."""
    scarce = {
        players
        for players in rules.table_sizes
        for number in range(1, rules.rounds + 1)
        if rules.cards_left(number, players) < players
    }
    return tuple(sorted({*rules.table_sizes[:1], *rules.table_sizes[-1:], *scarce}))


def try_tables(
    rules: Rules, games: int, backend: Backend, progress: ProgressCallback | None = None
) -> list[TableReport]:
    """Games at tables of each size that is tried; ValueError where no game can begin."""
    sizes = table_sizes(rules)
    is_known = not unknown_rules(rules)
    tables_of = partial(_tables, rules, games, backend, progress)
    tables = tables_of(COMPACT_LEVEL if is_known else LEVEL, sizes)
    # What speaks against a variant is said of games in the engine alone.
    bad = tuple(table.players for table in tables if table.problems and is_known)
    again = {table.players: table for table in tables_of(LEVEL, bad)} if bad else {}
    return [again.get(table.players, table) for table in tables]


def _tables(
    rules: Rules,
    games: int,
    backend: Backend,
    progress: ProgressCallback | None,
    level: str,
    sizes: Sequence[int],
) -> list[TableReport]:
    """Games of players of a level at tables of these sizes."""
    task = partial(Task, rules, seed=SEED, most_turns=MOST_TURNS)
    tasks = [task(levels=seats_for((level,), size)) for size in sizes]
    reports = play_all(quick_games_of(tasks, games), backend, progress)
    return [
        _report(rules, size, reports[at * games : (at + 1) * games], backend)
        for at, size in enumerate(sizes)
    ]


def _report(
    rules: Rules, players: int, games: Sequence[GameReport], backend: Backend
) -> TableReport:
    rounds = [one for game in games for one in game.rounds]
    ended = [one for one in rounds if not one.is_blocked]
    still = [one for one in rounds if one.counted or one.thrown_in]
    return TableReport(
        players=players,
        games=len(games),
        rounds=len(rounds),
        out=len(ended),
        blocked=sum(one.is_blocked and not one.counted for one in rounds),
        stood_still=len(still),
        missed=1 - _mean([fmean(one.down) for one in rounds]),
        missed_in=tuple((one.round, 1 - fmean(one.down)) for one in rounds),
        missed_contracts=tuple(
            (number, 1 - _mean(met)) for number, met in sorted(_met_contracts(rules, games).items())
        ),
        turns=_mean([one.turns_a_seat for one in rounds]),
        longest=max((one.turns_a_seat for one in rounds), default=0.0),
        points=_mean([fmean(one.points) for one in rounds]),
        cards=_mean([fmean(one.cards) for one in rounds]),
        problems=tuple(_problems(rules, players, games, backend)),
    )


def _met_contracts(rules: Rules, games: Sequence[GameReport]) -> dict[int, list[bool]]:
    """By contract, counted from 1, whether each seat that had to lay it went down."""
    met_by_contract: dict[int, list[bool]] = {}
    for game in games if not rules.is_choice else ():
        met = [0] * len(game.levels)
        for one in game.rounds:
            for seat, is_down in enumerate(one.down):
                number = rules.place(one.round)
                if rules.is_by_player:
                    number = min(met[seat] + 1, len(rules.contracts))
                met_by_contract.setdefault(number, []).append(is_down)
                met[seat] += is_down
    return met_by_contract


def _mean(values: Sequence[float] | Sequence[bool]) -> float:
    return fmean(values) if values else 0.0


def _problems(
    rules: Rules, players: int, games: Sequence[GameReport], backend: Backend
) -> Iterator[str]:
    rounds = [one for game in games for one in game.rounds]
    given_up = [game for game in games if not game.finished]
    for number in sorted({len(game.rounds) + 1 for game in given_up}):
        yield words.NO_END(rules, number=number, why=words.TOO_MANY_TURNS(turns=MOST_TURNS))
    seldom = rounds and sum(map(_is_won, rounds)) < _LEAST_OUT * len(rounds)
    hopeless = 0
    for number in sorted({one.round for one in rounds}):
        plays = [one for one in rounds if one.round == number]
        if not any(map(_is_won, plays)) and hopeless < MOST_HOPELESS:
            again = range(1, SECOND_LOOK + 1)
            plays += play_all([RoundWork(rules, players, number, each) for each in again], backend)
        if not any(map(_is_won, plays)):
            hopeless += 1
            why = _why(plays)
            yield words.NOBODY_OUT(rules, number=number, plays=len(plays), why=why)
        elif sum(one.thrown_in for one in plays) > _MOST_REDEALS * len(plays):
            yield words.DEALT_AGAIN(rules, number=number, times=sum(one.thrown_in for one in plays))
    if seldom:
        yield words.SELDOM_OUT(rules, won=sum(map(_is_won, rounds)), played=len(rounds))


def _is_won(one: RoundReport) -> bool:
    return one.finished and not one.is_blocked


def _why(plays: Sequence[RoundReport]) -> str:
    down = sum(sum(one.down) for one in plays)
    still = sum(one.counted or bool(one.thrown_in) for one in plays)
    met = words.MET(times=down) if down else words.NEVER_MET
    return words.STOOD_STILL(met=met, still=still) if still else words.NO_CARD_LEFT(met=met)
