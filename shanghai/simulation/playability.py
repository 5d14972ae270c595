"""Judges whether a variant plays well, by games among computers at tables of several sizes."""

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
    host_before_round,
    play_round,
    seats_for,
)
from shanghai.simulation.work import COMPACT_LEVEL, quick_games_of
from shanghai.simulation.workers import Backend, ProgressCallback, play_all
from shanghai.words import simulation as words

LEVEL: Final = "simple"
SEED: Final = 1
MOST_TURNS: Final = 100
"""After so many turns of each seat a round is given up as endless."""
SECOND_LOOK: Final = 4
"""If nobody went out in a round in any game, it is played alone so often."""
MOST_HOPELESS: Final = 2
"""After so many rounds that nobody can end, no further round is played alone."""
_LEAST_OUT: Final = 0.5
"""The share of rounds that somebody must end by going out."""
_MOST_REDEALS: Final = 3
"""A round is bad if it is dealt again more often than this, on average."""


class TableReport(Struct, frozen=True):
    """Figures of all games with some number of players, and the problems that they show."""

    players: int
    games: int
    rounds: int
    out: int
    """How many rounds somebody ended by going out."""
    blocked: int
    """How many rounds ended because no card was left to draw."""
    stood_still: int
    """In how many rounds nobody could go on, so that the hands counted or it was dealt again."""
    missed: float
    """The share of seats that did not go down in a round."""
    missed_in: tuple[tuple[int, float], ...]
    """The same for each round that was played, after its number."""
    missed_contracts: tuple[tuple[int, float], ...]
    """The same for each contract, after its number. Empty if players choose their contracts."""
    turns: float
    """The mean turns of a seat in a round."""
    longest: float
    """The turns of a seat in the longest round."""
    points: float
    """The mean points of a seat in a round."""
    cards: float
    """The mean number of cards left in a hand at the end of a round."""
    problems: tuple[str, ...]
    """Sentences about what is wrong with the variant at this table."""


class RoundWork(Struct, frozen=True):
    """A piece of work: one round that is played alone."""

    rules: Rules
    players: int
    round: int
    number: int

    def play(self) -> RoundReport:
        """Plays the round."""
        seats = seats_for((LEVEL,), self.players)
        host = host_before_round(self.rules, seats, self.number, self.round, SEED)
        return play_round(host, MOST_TURNS)


def table_sizes(rules: Rules) -> tuple[int, ...]:
    """The numbers of players to try: the fewest, the most, and those with hardly any stock."""
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
    """Plays games with each number of players of `table_sizes`. ValueError if none can begin."""
    sizes = table_sizes(rules)
    is_known = not unknown_rules(rules)
    tables_of = partial(_tables, rules, games, backend, progress)
    tables = tables_of(COMPACT_LEVEL if is_known else LEVEL, sizes)
    # Problems count only if they also show in games that the engine plays.
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
    """Plays games among players of a level with each of these numbers of players."""
    task = partial(Task, rules, seed=SEED, most_turns=MOST_TURNS)
    tasks = [task(levels=seats_for((level,), size)) for size in sizes]
    reports = play_all(quick_games_of(tasks, games), backend, progress)
    return [
        _report(rules, size, reports[index * games : (index + 1) * games], backend)
        for index, size in enumerate(sizes)
    ]


def _report(
    rules: Rules, players: int, games: Sequence[GameReport], backend: Backend
) -> TableReport:
    rounds = [one for game in games for one in game.rounds]
    ended = [one for one in rounds if not one.is_blocked]
    stood_still = [one for one in rounds if one.counted or one.thrown_in]
    return TableReport(
        players=players,
        games=len(games),
        rounds=len(rounds),
        out=len(ended),
        blocked=sum(one.is_blocked and not one.counted for one in rounds),
        stood_still=len(stood_still),
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
    """By number of a contract, from 1, whether each seat that had it to lay went down."""
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
    """Yields a sentence for each problem that games with this number of players show."""
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
    """Why nobody went out when a round was played so often."""
    down = sum(sum(one.down) for one in plays)
    still = sum(one.counted or bool(one.thrown_in) for one in plays)
    met = words.MET(times=down) if down else words.NEVER_MET
    return words.STOOD_STILL(met=met, still=still) if still else words.NO_CARD_LEFT(met=met)
