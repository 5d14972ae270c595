"""Two levels against each other, deal by deal, each deal played twice with the seats exchanged.

For every game number and every round of the variant one deal is played alone, as that round: the
dealer goes round with the game number and nobody has points yet. The levels sit alternately round
the table, first A B A B and then, with the very same cards, B A B A; so over both plays each level
has held every hand once, with an odd number of seats as well. What a deal says is the difference of
the mean points a seat of the two levels over both plays: luck of the cards and of the seats has
cancelled out, as if two players had played the deal from either side. Deals do not depend on each
other, so a deal is the unit of all figures but those of whole games: all deals of a game number.

The level with fewer points wins a deal or a game and a tie counts half. A level against itself
comes to a difference of exactly zero in every deal.
"""

import hashlib
from collections.abc import Sequence

from msgspec import Struct

from shanghai.bots.levels import Level
from shanghai.engine.game import game_before, new_game
from shanghai.engine.rules import Rules
from shanghai.engine.seats import SeatIndex
from shanghai.host.host import Host
from shanghai.simulation.oracle import TRIED_LEVELS, open_to_the_oracle
from shanghai.simulation.rounds import (
    PATIENCE,
    RoundReport,
    digest_of,
    game_seed,
    play_round,
    seated,
)
from shanghai.simulation.timing import Times, clocked


class DuplicateTrial(Struct, frozen=True):
    """What to play: the rules, the seats at the table, the two levels, the base seed."""

    rules: Rules
    players: int
    first: str
    second: str
    seed: int


class DealReport(Struct, frozen=True):
    """One deal: the game number, the round, both plays, the answers by level.

    In the first play the first level has the seats 0, 2, ..., in the second play the others.
    """

    number: int
    round: int
    plays: tuple[RoundReport, RoundReport]
    times: dict[str, Times]
    replaced: int
    digest: str
    """Of everything that happened in both plays."""

    @property
    def finished(self) -> bool:
        """Whether both plays came to their end."""
        return all(play.finished for play in self.plays)

    @property
    def difference(self) -> float:
        """Mean points a seat of the first level less those of the second; below 0 the first won."""
        seats = [(i + n) % 2 for n in (0, 1) for i in range(len(self.plays[n].points))]
        points = [points for play in self.plays for points in play.points]
        first = [p for p, level in zip(points, seats, strict=True) if level == 0]
        second = [p for p, level in zip(points, seats, strict=True) if level == 1]
        return (sum(first) - sum(second)) / len(first)


class DealWork(Struct, frozen=True):
    """A deal to be played."""

    trial: DuplicateTrial
    number: int
    round: int

    def play(self) -> DealReport:
        """Plays the deal both ways."""
        trial = self.trial
        levels, clocks = clocked({name: TRIED_LEVELS[name] for name in (trial.first, trial.second)})
        hosts = [self.table(exchanged, levels) for exchanged in (0, 1)]
        one, other = map(_play_open, hosts)
        whole = hashlib.sha256("".join(map(digest_of, hosts)).encode())
        return DealReport(
            number=self.number,
            round=self.round,
            plays=(one, other),
            times={name: clock.times() for name, clock in clocks.items()},
            replaced=sum(len(host.notes) for host in hosts),
            digest=whole.hexdigest(),
        )

    def table(self, exchanged: int, levels: dict[str, Level]) -> Host:
        """A table before the deal of this round, with nothing played before it."""
        trial = self.trial
        pair = (trial.first, trial.second)
        players = seated([pair[(seat + exchanged) % 2] for seat in range(trial.players)])
        names, dealer = (
            [each.name for each in players],
            SeatIndex((self.number - 1) % trial.players),
        )
        state = game_before(trial.rules, names, self.round, dealer)
        seed = game_seed(trial.seed, self.number)
        return Host(trial.rules, players, seed, state, levels=levels, limit=PATIENCE)


def _play_open(host: Host) -> RoundReport:
    with open_to_the_oracle(host):
        return play_round(host)


def deals_of(trial: DuplicateTrial, games: int, rounds: Sequence[int] = ()) -> list[DealWork]:
    """The deals of a trial, game by game; of all rounds, or of those named.

    ValueError for players, levels or rounds that are not allowed.
    """
    names = [player.name for player in seated([trial.first] * trial.players)]
    new_game(trial.rules, names)
    for level in (trial.first, trial.second):
        if level not in TRIED_LEVELS:
            raise ValueError(f"no computer player is called {level!r}")
    every = range(1, len(trial.rules.contracts) + 1)
    for round in rounds:
        if round not in every:
            raise ValueError(f"{trial.rules.name} has rounds 1 to {len(trial.rules.contracts)}")
    chosen = sorted(set(rounds)) or every
    return [DealWork(trial, number, one) for number in range(1, games + 1) for one in chosen]
