"""What trials come to beyond their points: time to think, luck alone, and one rating a level."""

from collections.abc import Iterator, Sequence
from math import hypot
from statistics import fmean
from typing import Final

from msgspec import Struct

from shanghai.engine.rules import Rules
from shanghai.simulation.report import interval, percent
from shanghai.simulation.summary import Estimate, mean_of
from shanghai.words.cells import columns
from shanghai.words.grammar import counted, plural, table_words

from .deals import TimedReport
from .duplicate import DuplicateTrial, LevelVerdict, TrialSummary, is_first, sum_up
from .timing import together

HEADS: Final = ("deals", "won", "95 %", "points", "95 %", "t", "blocked", "longest")


def trial_lines(rules: Rules, summary: TrialSummary) -> Iterator[str]:
    """The report of a trial."""
    first, second, word = summary.first, summary.second, rules.words.round
    how = "each played twice with the seats exchanged"
    if summary.alone:
        how = "each played in every seat alone among the others"
    deals = counted(summary.deals, "deal")
    yield f"{rules.name}, {summary.players} players: {first} against {second}, {deals}, {how}"
    if summary.unfinished:
        yield f"{counted(summary.unfinished, 'deal')} given up, and left out: a round did not end"
    if summary.replaced:
        yield f"replaced: {counted(summary.replaced, 'answer')} of computer players"
    yield f"won: share of deals in which {first} has fewer points, ties counting half"
    yield f"points: of {first} less those of {second}, a seat and {word}"
    if summary.alone:
        yield f"gain: points of {first} less those of {second} in its seat, all others {second}"
    yield ""
    rows = [
        [word, *HEADS, *("gain", "95 %")[: 2 * summary.alone]],
        *([str(one.round), *_verdict(one)] for one in summary.by_round),
        ["all", *_verdict(summary.overall)],
    ]
    yield from columns(rows, left=())
    yield ""
    games, rounds = summary.games, plural(table_words(rules)["round"])
    won, whole = (
        len(summary.rounds_won),
        counted(len(summary.by_round), table_words(rules)["round"]),
    )
    fewer = f"{first} has fewer points"
    yield f"{rounds} of the game: {fewer}, the 95 % interval clear of zero, in {won} of {whole}"
    share, reach = percent(games.won.mean), interval(games.won, percent)
    yield f"whole games, all their deals together: {fewer} in {share} of {games.games} ({reach})"
    yield f"seed {summary.seed}, digest {summary.digest[:16]}"


def _verdict(verdict: LevelVerdict) -> list[str]:
    won, difference, gain = verdict.won, verdict.difference, verdict.gain
    return [
        str(verdict.deals),
        percent(won.mean),
        interval(won, percent),
        f"{difference.mean:+z.2f}",
        interval(difference, "{:+z.2f}".format),
        "-" if verdict.t is None else f"{verdict.t:.1f}",
        percent(verdict.blocked),
        f"{verdict.longest:.1f}",
        *([] if gain is None else [f"{gain.mean:+z.2f}", interval(gain, "{:+z.2f}".format)]),
    ]


class Thinking(Struct, frozen=True):
    """Answers of a level: how many, mean and longest in seconds of the processor."""

    answers: int
    mean: float
    longest: float


class Measured(TrialSummary, frozen=True, kw_only=True):
    """A trial with the time to think of both levels."""

    thinking: dict[str, Thinking]
    luck: Estimate
    """The points a round that the luckiest seat of a game has fewer than its level has in all."""


def measured(trial: DuplicateTrial, deals: Sequence[TimedReport]) -> Measured:
    """Sums the deals of a trial up."""
    result = sum_up(trial, deals)
    finished = [deal for deal in deals if deal.finished]
    return Measured(
        **{name: getattr(result, name) for name in result.__struct_fields__},
        thinking={name: _thinking(deals, name) for name in (trial.first, trial.second)},
        luck=luck_of(finished, len(result.by_round)),
    )


def measured_lines(trial: DuplicateTrial, result: Measured) -> Iterator[str]:
    """The report of a trial."""
    *lines, last = trial_lines(trial.rules, result)
    yield from lines
    yield (
        f"luck alone: the luckiest seat of a game has {result.luck.mean:z.1f} points a round fewer "
        f"than its level in all ({interval(result.luck, '{:z.1f}'.format)})"
    )
    for level, thinking in result.thinking.items():
        yield (
            f"{level}: {thinking.answers} answers, mean {thinking.mean * 1000:.2f} ms, "
            f"longest {thinking.longest * 1000:.1f} ms of the processor"
        )
    yield last


def luck_of(deals: Sequence[TimedReport], rounds: int) -> Estimate:
    """What luck alone gives the luckiest seat of a game, in points a round.

    It is what that seat has fewer than all seats of its level over all games, so that levels
    differ in nothing but luck; the mean of all plays of a game is one value.
    """
    games: dict[int, list[TimedReport]] = {}
    for deal in deals:
        games.setdefault(deal.number, []).append(deal)
    seats = [
        [
            [fmean(points) for points in zip(*(play.points for play in plays), strict=True)]
            for plays in zip(*(deal.plays for deal in own), strict=True)
        ]
        for own in games.values()
        if len(own) == rounds
    ]
    if not seats:
        return mean_of([])
    alone = deals[0].alone
    level = [
        fmean(
            mean
            for game in seats
            for play, means in enumerate(game)
            for seat, mean in enumerate(means)
            if is_first(alone, play, seat) == side
        )
        for side in (False, True)
    ]
    return mean_of(
        [
            fmean(
                max(level[is_first(alone, play, seat)] - mean for seat, mean in enumerate(means))
                for play, means in enumerate(game)
            )
            for game in seats
        ]
    )


def _thinking(deals: Sequence[TimedReport], level: str) -> Thinking:
    times = together(deal.times[level] for deal in deals)
    mean = times.seconds / times.answers if times.answers else 0.0
    return Thinking(times.answers, round(mean, 6), round(times.longest, 4))


class Rating(Struct, frozen=True):
    """A level and the points a seat and round that it has fewer than the last one."""

    level: str
    points: Estimate


def ratings(trials: Sequence[TrialSummary]) -> list[Rating]:
    """The ratings of levels, the last one being 0, from trials against that one or the next.

    Where each was tried against the same one, that trial is its rating. Where it was tried against
    the next, it adds what it has fewer to that one's rating; the trials do not depend on each
    other, so the squares of their intervals add up.
    """
    if len({trial.second for trial in trials}) == 1:
        return [
            *(Rating(trial.first, _fewer(trial.overall.difference)) for trial in trials),
            Rating(trials[0].second, Estimate(0.0, 0.0, 0.0)),
        ]
    total, reach = 0.0, 0.0
    result = [Rating(trials[-1].second, Estimate(0.0, 0.0, 0.0))]
    for trial in reversed(trials):
        difference = trial.overall.difference
        if difference.upper is None:
            reach = float("inf")
        else:
            reach = hypot(reach, difference.upper - difference.mean)
        total -= difference.mean
        lower, upper = (total - reach, total + reach) if reach < float("inf") else (None, None)
        result.append(Rating(trial.first, Estimate(total, lower, upper)))
    return result[::-1]


def _fewer(difference: Estimate) -> Estimate:
    """The points that the first level of a trial has fewer."""
    if difference.lower is None or difference.upper is None:
        return Estimate(-difference.mean)
    return Estimate(-difference.mean, -difference.upper, -difference.lower)


def ladder_lines(trials: Sequence[TrialSummary]) -> Iterator[str]:
    """The ladder of each variant in which several pairs of levels were tried."""
    for variant in dict.fromkeys(trial.variant for trial in trials):
        of_variant = [trial for trial in trials if trial.variant == variant]
        if len(of_variant) > 1:
            yield ""
            yield f"ladder of {variant}: points a seat and round fewer than {of_variant[-1].second}"
            yield from columns(
                [
                    ["level", "points", "95 %"],
                    *(
                        [
                            one.level,
                            f"{one.points.mean:z.1f}",
                            interval(one.points, "{:z.1f}".format),
                        ]
                        for one in ratings(of_variant)
                    ),
                ],
                left=(0,),
            )
