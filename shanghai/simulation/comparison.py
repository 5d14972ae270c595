"""The same deals under two sets of rules, and what the change of rules changed.

Game by game both sides have the same seed, seats and deals, round by round, whatever course an
earlier round took; so the two games of a number are a pair, and a difference has the interval of
the mean of one difference a pair. Where the change alters how many cards there are the deals cannot
be the same, and the pairs have no more in common than their seats.
"""

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct

from shanghai.simulation.games import GameReport, Task
from shanghai.simulation.statistics import Estimate, mean_of
from shanghai.simulation.summary import (
    FIGURES,
    Summary,
    figure_of,
    points_of,
    summarize,
    won_by,
)

Pairs = Sequence[tuple[GameReport, GameReport]]


class Change(Struct, frozen=True):
    """A figure as the rules stand and with the change; `difference` is changed less plain."""

    plain: float
    changed: float
    difference: Estimate


class LevelChange(Struct, frozen=True):
    """What changed for a level: the share of games won and the points a game."""

    won: Change
    points: Change


class Comparison(Struct, frozen=True):
    """Both sides, and each figure over the pairs in which both games came to their end."""

    changes: tuple[str, ...]
    """The house rules of the changed side, as RULE=VALUE."""
    same_deals: bool
    pairs: int
    figures: dict[str, Change]
    levels: dict[str, LevelChange]
    plain: Summary
    changed: Summary


def compare(
    plain: Task,
    changed: Task,
    changes: Sequence[str],
    games: Sequence[GameReport],
    changed_games: Sequence[GameReport],
) -> Comparison:
    """Compares the games of two tasks, number by number."""
    both = zip(games, changed_games, strict=True)
    pairs = [(one, other) for one, other in both if one.finished and other.finished]
    return Comparison(
        changes=tuple(changes),
        same_deals=has_same_deals(plain, changed),
        pairs=len(pairs),
        figures={name: _change(pairs, partial(figure_of, name)) for name in FIGURES},
        levels={level: _level_change(pairs, level) for level in sorted(set(plain.levels))},
        plain=summarize(plain, games),
        changed=summarize(changed, changed_games),
    )


def has_same_deals(plain: Task, changed: Task) -> bool:
    """Whether both sides deal the same cards in the same order."""
    players, rounds = len(plain.levels), max(plain.rules.rounds, changed.rules.rounds)
    return all(
        plain.rules.pack(players, number) == changed.rules.pack(players, number)
        for number in range(1, rounds + 1)
    )


def _level_change(pairs: Pairs, level: str) -> LevelChange:
    return LevelChange(
        won=_change(pairs, partial(won_by, level)),
        points=_change(pairs, partial(points_of, level)),
    )


def _change(pairs: Pairs, value: Callable[[GameReport], float]) -> Change:
    values = [(value(one), value(other)) for one, other in pairs]
    return Change(
        plain=mean_of([one for one, _ in values]).mean,
        changed=mean_of([other for _, other in values]).mean,
        difference=mean_of([other - one for one, other in values]),
    )
