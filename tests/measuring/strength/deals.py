"""Deals among players to measure by, timed."""

from msgspec import structs

from shanghai.simulation.games import RoundReport, play_round
from shanghai.table.host import Host

from .duplicate import DealReport, DealWork
from .players import TRIED_LEVELS, open_to_the_oracle
from .timing import Times, clocked


class TimedReport(DealReport, frozen=True, kw_only=True):
    """A deal, and the answers of each level in it."""

    times: dict[str, Times]


class TimedDeal(DealWork, frozen=True):
    """A deal at whose table players to measure by may sit."""

    def play(self) -> TimedReport:
        """Plays the deal with all its ways to sit."""
        trial = self.trial
        levels, clocks = clocked({name: TRIED_LEVELS[name] for name in (trial.first, trial.second)})
        hosts = [self.table(number, levels) for number in range(trial.plays)]
        report = self.report(hosts, tuple(map(_play_open, hosts)))
        times = {name: clock.times() for name, clock in clocks.items()}
        return TimedReport(**structs.asdict(report), times=times)


def _play_open(host: Host) -> RoundReport:
    with open_to_the_oracle(host):
        return play_round(host)
