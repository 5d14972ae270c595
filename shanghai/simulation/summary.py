"""Figures of many games, and of changed rules, each with a 95 % interval. A value comes from each
game, or from each pair of games with the same deals, as rounds of a game depend on each other."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from math import atan, cos, pi, sin, sqrt
from statistics import NormalDist, fmean, stdev, variance
from typing import Final

from msgspec import Struct, field

from shanghai.engine.state import Ending
from shanghai.simulation.games import GameReport, RoundReport, Task, joint_digest, longest

LEVEL: Final = 0.95
_DIGITS: Final = 4
_EXACT_UP_TO: Final = 500


class Estimate(Struct, frozen=True):
    """A figure with its 95 % interval. Fewer than two values give no interval."""

    mean: float
    lower: float | None = field(default=None, name="low")
    upper: float | None = field(default=None, name="high")


def mean_of(values: Sequence[float]) -> Estimate:
    """The mean of independent values with its interval. 0 if there are no values."""
    if len(values) < 2:
        return Estimate(_rounded(fmean(values)) if values else 0.0)
    mean = fmean(values)
    reach = t_quantile(len(values) - 1) * stdev(values) / sqrt(len(values))
    return Estimate(_rounded(mean), _rounded(mean - reach), _rounded(mean + reach))


def _rounded(value: float) -> float:
    """The value with four decimals. Never -0.0."""
    return round(value, _DIGITS) + 0.0


def clustered_share_of(shares: Sequence[float], trials: int) -> Estimate:
    """The share of successes among `trials` in groups, from the share of each group. Trials of one
    group depend on each other. So the interval is Wilson's for fewer trials: as many independent
    ones as would vary as much as the groups do, but at least one for each group."""
    share = fmean(shares) if shares else 0.0
    spread = variance(shares) / len(shares) if len(shares) > 1 else 0.0
    equivalent = share * (1 - share) / spread if spread else trials
    count = max(len(shares), min(trials, equivalent))
    return share_of(share * count, count)


def share_of(successes: float, trials: float) -> Estimate:
    """The share of successes among independent trials, with Wilson's interval. 0 for no trials."""
    if not trials:
        return Estimate(0.0)
    share = successes / trials
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    shrink = 1 + z * z / trials
    middle = (share + z * z / (2 * trials)) / shrink
    reach = z * sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2) / shrink
    lower, upper = max(0.0, middle - reach), min(1.0, middle + reach)
    return Estimate(_rounded(share), _rounded(lower), _rounded(upper))


@cache
def t_quantile(freedom: int) -> float:
    """The value t for which Student's t is between -t and t in 95 % of cases. Above 500 degrees of
    freedom it is a series that is right to seven digits."""
    if freedom > _EXACT_UP_TO:
        z = NormalDist().inv_cdf((1 + LEVEL) / 2)
        first = (z**3 + z) / 4
        second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
        return z + first / freedom + second / freedom**2
    lower, upper = 1.9, 13.0
    for _ in range(60):
        middle = (lower + upper) / 2
        if t_within(middle, freedom) < LEVEL:
            lower = middle
        else:
            upper = middle
    return (lower + upper) / 2


def t_within(t: float, freedom: int) -> float:
    """The probability that Student's t is between -t and t, by its finite sum."""
    angle = atan(t / sqrt(freedom))
    square = cos(angle) ** 2
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for step in range(1 + odd, freedom, 2):
        total += term
        term *= square * step / (step + 1)
    if odd:
        return (angle + sin(angle) * total) / (pi / 2)
    return sin(angle) * total


class Figure(Struct, frozen=True):
    """How a figure is computed for a round, and whether it is a share."""

    of: Callable[[RoundReport], float]
    is_share: bool = False


FIGURES: Final = {
    "turns": Figure(lambda one: one.turns_a_seat),
    "points": Figure(lambda one: fmean(one.points)),
    "blocked": Figure(lambda one: one.is_blocked, True),
    "thrown_in": Figure(lambda one: one.thrown_in),
    "blind": Figure(lambda one: one.ending.startswith(Ending.BLIND.value), True),
    "missed": Figure(lambda one: 1 - fmean(one.down), True),
    "calls": Figure(lambda one: one.calls),
    "granted": Figure(lambda one: one.granted),
    "declared": Figure(lambda one: one.declared),
    "shanghai": Figure(lambda one: one.shanghai),
    "first_seat": Figure(lambda one: one.points[one.first] - fmean(one.points)),
}
"""The figures of a round by name. `first_seat` is for the seat left of the dealer: how many points
more than the mean it gets, below 0 for an advantage."""


class RoundFigures(Struct, frozen=True):
    """The figures of one round over all games."""

    round: int
    games: int
    turns: float
    """The mean turns of a seat, then those in the longest game."""
    longest: float
    points: float
    missed: float
    """The share of seats that did not go down."""
    blocked: int
    thrown_in: int
    """How often the round was dealt again."""


class LevelSummary(Struct, frozen=True):
    """The figures of one level over all games."""

    seats: int
    wins: float
    """The games won. Several winners share a win."""
    won: Estimate
    """The share of games won."""
    points: Estimate
    """The points in a game."""


class Summary(Struct, frozen=True):
    """The figures of all games. Games that were given up count only in `games`, `unfinished`,
    `replaced` and `digest`."""

    variant: str
    players: int
    seed: int
    games: int
    unfinished: int
    replaced: int
    rounds: int
    turns: int
    longest: float
    blocked: int
    thrown_in: int
    endings: dict[str, int]
    figures: dict[str, Estimate]
    """By the names in FIGURES the mean of a round."""
    by_round: tuple[RoundFigures, ...]
    levels: dict[str, LevelSummary]
    digest: str


def summarize(task: Task, games: Sequence[GameReport]) -> Summary:
    """The figures of all games of a task."""
    finished = [game for game in games if game.finished]
    rounds = [one for game in finished for one in game.rounds]
    return Summary(
        variant=task.rules.id,
        players=len(task.levels),
        seed=task.seed,
        games=len(games),
        unfinished=len(games) - len(finished),
        replaced=sum(game.replaced for game in games),
        rounds=len(rounds),
        turns=sum(one.turns for one in rounds),
        longest=longest(rounds),
        blocked=sum(one.is_blocked for one in rounds),
        thrown_in=sum(one.thrown_in for one in rounds),
        endings={e.value: sum(one.ending == e.value for one in rounds) for e in Ending},
        figures={name: _estimate(name, finished) for name in FIGURES},
        by_round=tuple(
            _by_round(number, [one for one in rounds if one.round == number])
            for number in sorted({one.round for one in rounds})
        ),
        levels={level: _level(level, finished) for level in sorted(set(task.level_ids))},
        digest=joint_digest(game.digest for game in games),
    )


def figure_of(name: str, game: GameReport) -> float:
    """One of the FIGURES for a finished game, as the mean over its rounds."""
    return fmean(FIGURES[name].of(one) for one in game.rounds)


def _estimate(name: str, games: Sequence[GameReport]) -> Estimate:
    values = [figure_of(name, game) for game in games]
    if FIGURES[name].is_share:
        return clustered_share_of(values, sum(len(game.rounds) for game in games))
    return mean_of(values)


def won_by(level: str, game: GameReport) -> float:
    """The share of the win of a game that seats of a level have, from 0 to 1."""
    return sum(game.levels[seat] == level for seat in game.winners) / len(game.winners)


def points_of(level: str, game: GameReport) -> float:
    """The mean total of the seats of a level in a game."""
    totals = zip(game.levels, game.scores, strict=True)
    return fmean(score for own, score in totals if own == level)


def _level(level: str, games: Sequence[GameReport]) -> LevelSummary:
    wins = sum(won_by(level, game) for game in games)
    return LevelSummary(
        seats=sum(game.levels.count(level) for game in games),
        wins=round(wins, 3),
        won=share_of(wins, len(games)),
        points=mean_of([points_of(level, game) for game in games]),
    )


def _by_round(number: int, rounds: Sequence[RoundReport]) -> RoundFigures:
    def mean(name: str) -> float:
        return mean_of([FIGURES[name].of(one) for one in rounds]).mean

    return RoundFigures(
        round=number,
        games=len(rounds),
        turns=mean("turns"),
        longest=longest(rounds),
        points=mean("points"),
        missed=mean("missed"),
        blocked=sum(one.is_blocked for one in rounds),
        thrown_in=sum(one.thrown_in for one in rounds),
    )


Pairs = Sequence[tuple[GameReport, GameReport]]


class Change(Struct, frozen=True):
    """A figure without the changed rules and with them. `difference` is `changed` less `plain`."""

    plain: float
    changed: float
    difference: Estimate


class Comparison(Struct, frozen=True):
    """Games without changed rules and with them. The figures are over pairs of finished games."""

    changes: tuple[str, ...]
    """The house rules of the changed side, as RULE=VALUE."""
    same_deals: bool
    pairs: int
    figures: dict[str, Change]
    levels: dict[str, dict[str, Change]]
    """By level `won`, the share of games won, and `points`, the points in a game."""
    plain: Summary
    changed: Summary

    @property
    def unfinished(self) -> int:
        """How many games were given up, of both sides together."""
        return self.plain.unfinished + self.changed.unfinished


def compare(
    plain: Task, changed: Task, changes: Sequence[str], reports: Sequence[GameReport]
) -> Comparison:
    """Compares the games of two tasks, number by number. `reports` has all games of `plain` first,
    then those of `changed`."""
    games, changed_games = reports[: len(reports) // 2], reports[len(reports) // 2 :]
    both = zip(games, changed_games, strict=True)
    pairs = [(one, other) for one, other in both if one.finished and other.finished]
    return Comparison(
        changes=tuple(changes),
        same_deals=has_same_deals(plain, changed),
        pairs=len(pairs),
        figures={name: _change(pairs, partial(figure_of, name)) for name in FIGURES},
        levels={
            level: {
                "won": _change(pairs, partial(won_by, level)),
                "points": _change(pairs, partial(points_of, level)),
            }
            for level in sorted(set(plain.level_ids))
        },
        plain=summarize(plain, games),
        changed=summarize(changed, changed_games),
    )


def has_same_deals(plain: Task, changed: Task) -> bool:
    """Whether both tasks deal the same cards: their packs are equal in each round."""
    players, rounds = len(plain.levels), max(plain.rules.rounds, changed.rules.rounds)
    return all(
        plain.rules.pack(players, number) == changed.rules.pack(players, number)
        for number in range(1, rounds + 1)
    )


def _change(pairs: Pairs, value: Callable[[GameReport], float]) -> Change:
    values = [(value(one), value(other)) for one, other in pairs]
    return Change(
        plain=mean_of([one for one, _ in values]).mean,
        changed=mean_of([other for _, other in values]).mean,
        difference=mean_of([other - one for one, other in values]),
    )
