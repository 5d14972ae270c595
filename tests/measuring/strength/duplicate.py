"""Two levels against each other, deal by deal, each deal played several times with other seats.

For every game number and every round of the variant one deal is played alone, as that round: the
dealer goes round with the game number and nobody has points yet. The levels sit alternately round
the table, first A B A B and then, with the very same cards, B A B A; so over both plays each level
has held every hand once, with an odd number of seats as well. What a deal says is the difference of
the mean points a seat of the two levels over both plays: luck of the cards and of the seats has
cancelled out, as if two players had played the deal from either side. Deals do not depend on each
other, so a deal is the unit of all figures but those of whole games: all deals of a game number.

Alone, as one player feels it, A sits among B only: in each seat in turn with the same cards, and
once more all are B. A deal then says how many points A has less than the mean of the others at the
same table, and beside it (`gain`) how many less than B has in the same seat with the same cards.

The level with fewer points wins a deal or a game and a tie counts half. A level against itself
comes to a difference of exactly zero in every deal.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev

from msgspec import Struct

from shanghai.bots.levels import LEVELS, Level
from shanghai.engine.game import new_game
from shanghai.engine.rules import Rules
from shanghai.simulation.games import (
    RoundReport,
    digest_of,
    host_before_round,
    joint_digest,
    longest,
    play_round,
    seated,
)
from shanghai.simulation.summary import Estimate, mean_of, share_of
from shanghai.table.host import Host


class DuplicateTrial(Struct, frozen=True):
    """What to play: the rules, the seats at the table, the two levels, the base seed.

    `alone`: the first level is one among players of the second.
    """

    rules: Rules
    players: int
    first: str
    second: str
    seed: int
    alone: bool = False

    @property
    def plays(self) -> int:
        """How often each deal is played."""
        return self.players + 1 if self.alone else 2


def is_first(alone: bool, play: int, seat: int) -> bool:
    """Whether the first level has a seat in a play of a deal."""
    return seat == play if alone else (seat + play) % 2 == 0


class DealReport(Struct, frozen=True):
    """One deal: the game number, the round, all plays, and whether the first level sat alone."""

    number: int
    round: int
    plays: tuple[RoundReport, ...]
    replaced: int
    digest: str
    """Of everything that happened in all plays."""
    alone: bool = False

    @property
    def finished(self) -> bool:
        """Whether all plays came to their end."""
        return all(play.finished for play in self.plays)

    @property
    def difference(self) -> float:
        """Mean points a seat of the first level less those of the second; below 0 the first won."""
        sides: tuple[list[int], list[int]] = [], []
        for number, play in enumerate(self.plays[:-1] if self.alone else self.plays):
            for seat, points in enumerate(play.points):
                sides[not is_first(self.alone, number, seat)].append(points)
        first, second = sides
        others = len(second) // len(first)
        return (others * sum(first) - sum(second)) / len(second)

    @property
    def gain(self) -> float:
        """Points of the first level alone less those that the second has in the same seat."""
        *plays, even = self.plays
        lone = [play.points[seat] for seat, play in enumerate(plays)]
        return (sum(lone) - sum(even.points)) / len(lone)


class DealWork(Struct, frozen=True):
    """A deal to be played."""

    trial: DuplicateTrial
    number: int
    round: int

    def play(self) -> DealReport:
        """Plays the deal with all its ways to sit."""
        hosts = [self.table(number) for number in range(self.trial.plays)]
        return self.report(hosts, tuple(map(play_round, hosts)))

    def report(self, hosts: Sequence[Host], plays: tuple[RoundReport, ...]) -> DealReport:
        """What all plays came to at their tables."""
        return DealReport(
            number=self.number,
            round=self.round,
            plays=plays,
            replaced=sum(host.computers.replaced for host in hosts),
            digest=joint_digest(map(digest_of, hosts)),
            alone=self.trial.alone,
        )

    def table(self, play: int, levels: Mapping[str, Level] = LEVELS) -> Host:
        """A table before the deal of this round, with nothing played before it."""
        trial = self.trial
        seats = [
            trial.first if is_first(trial.alone, play, seat) else trial.second
            for seat in range(trial.players)
        ]
        return host_before_round(trial.rules, seats, self.number, self.round, trial.seed, levels)


def deals_of(trial: DuplicateTrial, games: int, rounds: Sequence[int] = ()) -> list[DealWork]:
    """The deals of a trial, game by game; of all rounds, or of those named.

    ValueError for players or rounds that are not allowed.
    """
    names = [player.name for player in seated([trial.first] * trial.players)]
    new_game(trial.rules, names)
    every = range(1, len(trial.rules.contracts) + 1)
    for round in rounds:
        if round not in every:
            raise ValueError(f"{trial.rules.name} has rounds 1 to {every[-1]}")
    chosen = sorted(set(rounds)) or every
    return [DealWork(trial, number, one) for number in range(1, games + 1) for one in chosen]


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
    gain: Estimate | None = None
    """Alone: its points less those of the second level in the same seat with the same cards."""

    @property
    def is_beaten(self) -> bool:
        """Whether the second level has more points, the 95 % interval of the mean clear of zero."""
        upper = self.difference.upper
        return upper is not None and upper < 0


class Match(Struct, frozen=True):
    """How the first level did over whole games, each all rounds of one game number together.

    A game is won with fewer points over all its deals, all plays of each; `difference` is the
    mean points a seat and round, as in a verdict, with the game as the independent unit.
    """

    games: int
    won: Estimate
    difference: Estimate


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
    digest: str
    alone: bool = False


def sum_up(trial: DuplicateTrial, deals: Sequence[DealReport]) -> TrialSummary:
    """Sums the deals of a trial up."""
    finished = [deal for deal in deals if deal.finished]
    rounds = sorted({deal.round for deal in finished})
    by_round = tuple(verdict_on([d for d in finished if d.round == one], one) for one in rounds)
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
        digest=joint_digest(deal.digest for deal in deals),
        alone=trial.alone,
    )


def t_of(values: Sequence[float]) -> float | None:
    """Student's t of the mean against zero; None where the values do not spread."""
    if len(values) < 2:
        return None
    spread = stdev(values)
    return round(fmean(values) / (spread / sqrt(len(values))), 2) if spread else None


def verdict_on(deals: Sequence[DealReport], number: int | None) -> LevelVerdict:
    """The figures of finished deals, of one round or all."""
    differences = [deal.difference for deal in deals]
    plays = [play for deal in deals for play in deal.plays]
    blocked = [play.is_blocked for play in plays]
    return LevelVerdict(
        round=number,
        deals=len(deals),
        won=_won(differences),
        difference=mean_of(differences),
        t=t_of(differences),
        blocked=round(fmean(blocked), 4) if blocked else 0.0,
        longest=longest(plays),
        gain=mean_of([deal.gain for deal in deals]) if deals and deals[0].alone else None,
    )


def match_of(deals: Sequence[DealReport], rounds: int) -> Match:
    """The figures of the games of which the deals of all rounds were finished."""
    games: dict[int, list[float]] = {}
    for deal in deals:
        games.setdefault(deal.number, []).append(deal.difference)
    means = [fmean(own) for own in games.values() if len(own) == rounds]
    return Match(len(means), _won(means), mean_of(means))


def _won(differences: Sequence[float]) -> Estimate:
    """The share that the first level won, a tie counting half."""
    won = sum(1.0 if one < 0 else 0.5 if one == 0 else 0.0 for one in differences)
    return share_of(won, len(differences))
