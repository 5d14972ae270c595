"""What a trial of two levels comes to: deals won, points between them, time to think."""

import hashlib
from collections.abc import Sequence
from statistics import fmean

from msgspec import Struct

from shanghai.engine.state import Ending
from shanghai.simulation.duplicate import DealReport, DuplicateTrial
from shanghai.simulation.statistics import Estimate, mean_of, share_of, t_of
from shanghai.simulation.timing import together


class LevelVerdict(Struct, frozen=True):
    """How the first level did against the second over some deals.

    `won` is the share of deals with fewer points, `difference` the mean points a seat of the first
    less those of the second, `t` Student's t of it, None where nothing spreads.
    """

    round: int | None
    """None: all rounds."""
    deals: int
    won: Estimate
    difference: Estimate
    t: float | None
    blocked: float
    """The share of plays that were blocked."""
    longest: float
    """Turns a seat of the longest play."""

    @property
    def is_beaten(self) -> bool:
        """Whether the second level has more points, the 95 % interval of the mean clear of zero."""
        high = self.difference.high
        return high is not None and high < 0


class Match(Struct, frozen=True):
    """How the first level did over whole games, each all rounds of one game number together.

    A game is won with fewer points over all its deals, both plays of each; `difference` is the
    mean points a seat and round, as in a verdict, with the game as the independent unit.
    """

    games: int
    won: Estimate
    difference: Estimate


class Thinking(Struct, frozen=True):
    """Answers of a level: how many, mean and longest in seconds of the processor."""

    answers: int
    mean: float
    longest: float


class TrialSummary(Struct, frozen=True):
    """What a trial comes to; `unfinished` deals are in no other figure."""

    variant: str
    players: int
    seed: int
    first: str
    second: str
    deals: int
    unfinished: int
    replaced: int
    overall: LevelVerdict
    games: Match
    by_round: tuple[LevelVerdict, ...]
    rounds_won: tuple[int, ...]
    """The rounds in which the first level has fewer points, the interval clear of zero."""
    thinking: dict[str, Thinking]
    digest: str
    luck: Estimate
    """The points a round that the luckiest seat of a game has fewer than its level has in all."""


def sum_up(trial: DuplicateTrial, deals: Sequence[DealReport]) -> TrialSummary:
    """Sums the deals of a trial up."""
    finished = [deal for deal in deals if deal.finished]
    rounds = sorted({deal.round for deal in finished})
    by_round = tuple(verdict_on([d for d in finished if d.round == one], one) for one in rounds)
    whole = hashlib.sha256("".join(deal.digest for deal in deals).encode())
    return TrialSummary(
        variant=trial.rules.id,
        players=trial.players,
        seed=trial.seed,
        first=trial.first,
        second=trial.second,
        deals=len(deals),
        unfinished=len(deals) - len(finished),
        replaced=sum(deal.replaced for deal in deals),
        overall=verdict_on(finished, None),
        games=match_of(finished, len(rounds)),
        by_round=by_round,
        rounds_won=tuple(one.round for one in by_round if one.round and one.is_beaten),
        thinking={name: _thinking(deals, name) for name in (trial.first, trial.second)},
        digest=whole.hexdigest(),
        luck=luck_of(finished, len(rounds)),
    )


def verdict_on(deals: Sequence[DealReport], number: int | None) -> LevelVerdict:
    """The figures of finished deals, of one round or all."""
    differences = [deal.difference for deal in deals]
    plays = [play for deal in deals for play in deal.plays]
    won = sum(1.0 if one < 0 else 0.5 if one == 0 else 0.0 for one in differences)
    blocked = [play.ending == Ending.BLOCKED.value for play in plays]
    return LevelVerdict(
        round=number,
        deals=len(deals),
        won=share_of(won, len(deals)),
        difference=mean_of(differences),
        t=t_of(differences),
        blocked=round(fmean(blocked), 4) if blocked else 0.0,
        longest=round(max((play.turns / len(play.points) for play in plays), default=0.0), 1),
    )


def match_of(deals: Sequence[DealReport], rounds: int) -> Match:
    """The figures of the games of which the deals of all rounds were finished."""
    games: dict[int, list[float]] = {}
    for deal in deals:
        games.setdefault(deal.number, []).append(deal.difference)
    means = [fmean(own) for own in games.values() if len(own) == rounds]
    won = sum(1.0 if one < 0 else 0.5 if one == 0 else 0.0 for one in means)
    return Match(len(means), share_of(won, len(means)), mean_of(means))


def luck_of(deals: Sequence[DealReport], rounds: int) -> Estimate:
    """What luck alone gives the luckiest seat of a game, in points a round.

    It is what that seat has fewer than all seats of its level over all games, so that levels
    differ in nothing but luck; the mean of both plays of a game is one value.
    """
    games: dict[int, list[DealReport]] = {}
    for deal in deals:
        games.setdefault(deal.number, []).append(deal)
    seats = [
        [
            [
                fmean(points)
                for points in zip(*(deal.plays[play].points for deal in own), strict=True)
            ]
            for play in (0, 1)
        ]
        for own in games.values()
        if len(own) == rounds
    ]
    if not seats:
        return mean_of([])
    level = [
        fmean(
            mean
            for game in seats
            for play in (0, 1)
            for seat, mean in enumerate(game[play])
            if (seat + play) % 2 == side
        )
        for side in (0, 1)
    ]
    return mean_of(
        [
            fmean(
                max(level[(seat + play) % 2] - mean for seat, mean in enumerate(game[play]))
                for play in (0, 1)
            )
            for game in seats
        ]
    )


def _thinking(deals: Sequence[DealReport], level: str) -> Thinking:
    times = together(deal.times[level] for deal in deals)
    mean = times.seconds / times.answers if times.answers else 0.0
    return Thinking(times.answers, round(mean, 6), round(times.longest, 4))
