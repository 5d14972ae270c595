"""Deals among players to measure by, timed, and kept in a file for a long measurement."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import NODEFAULT, Struct, structs

from shanghai.simulation.games import RoundReport, play_round
from shanghai.simulation.workers import Backend, ProgressCallback, played
from shanghai.table.host import Host

from .duplicate import DealReport, DealWork
from .players import TRIED_LEVELS, open_to_the_oracle
from .timing import Times, clocked

_TOLD: Final = frozenset(["name", "summary", "text", "minutes", "words", "sources", "house_rules"])
"""Fields of a variant that change nothing in play."""


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
        found = self.report(hosts, tuple(map(_play_open, hosts)))
        times = {name: clock.times() for name, clock in clocks.items()}
        return TimedReport(**structs.asdict(found), times=times)


def _play_open(host: Host) -> RoundReport:
    with open_to_the_oracle(host):
        return play_round(host)


class BadFile(Exception):
    """A file that holds no kept deals, in a sentence."""


class KeptDeal(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the file: what was tried, under which rules (a hash of them), and the deal."""

    variant: str
    rules: str
    players: int
    first: str
    second: str
    seed: int
    report: TimedReport


_Key = tuple[str, int, str, str, int, bool, int, int]
_LINES: Final = msgspec.json.Decoder(KeptDeal)


class Kept:
    """A file of deals; whatever is played is added to it at once, a line each."""

    def __init__(self, path: Path) -> None:
        """Reads the file, if there is one; BadFile where it holds something else."""
        self._path = path
        self._found: dict[_Key, TimedReport] = {}
        try:
            lines = path.read_bytes().splitlines() if path.exists() else []
            for number, line in enumerate(lines, 1):
                if number == len(lines) and not line.endswith(b"}"):
                    raise BadFile(f"{path}, line {number}: the last line is cut; take it out.")
                kept = _LINES.decode(line)
                report = kept.report
                key = (kept.rules, kept.players, kept.first, kept.second, kept.seed)
                self._found[*key, report.alone, report.number, report.round] = report
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise BadFile(f"{path} is no file of kept deals: {error}.") from None

    def play_rest(
        self, work: Sequence[Any], engine: Backend, told: ProgressCallback | None = None
    ) -> list[TimedReport]:
        """The reports of all deals; those that the file does not hold are played, and added."""
        rest: list[TimedDeal] = [deal for deal in work if _key(deal) not in self._found]
        done = len(work) - len(rest)
        if told is not None:
            told(done, len(work))
        for deal, report in zip(rest, played(rest, engine), strict=True):
            self._add(deal, report)
            done += 1
            if told is not None:
                told(done, len(work))
        return [self._found[_key(deal)] for deal in work]

    def _add(self, deal: TimedDeal, report: TimedReport) -> None:
        trial = deal.trial
        kept = KeptDeal(
            trial.rules.id,
            _rules(deal),
            trial.players,
            trial.first,
            trial.second,
            trial.seed,
            report,
        )
        self._found[_key(deal)] = report
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(kept) + b"\n")


def _rules(deal: TimedDeal) -> str:
    """A hash of the rules of play that a variant sets; one that it leaves out changes none."""
    rules = deal.trial.rules
    made = {
        field.name: value
        for field in structs.fields(rules)
        if field.name not in _TOLD and (value := getattr(rules, field.name)) != _left_out(field)
    }
    return sha256(msgspec.json.encode(made)).hexdigest()[:12]


def _left_out(field: structs.FieldInfo) -> object:
    """What a rule is where a variant leaves it out."""
    if field.default_factory is not NODEFAULT:
        return field.default_factory()
    return field.default


def _key(deal: TimedDeal) -> _Key:
    trial = deal.trial
    return (
        _rules(deal),
        trial.players,
        trial.first,
        trial.second,
        trial.seed,
        trial.alone,
        deal.number,
        deal.round,
    )
