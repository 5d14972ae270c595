"""Reports of simulations as lines for people."""

from collections.abc import Callable, Iterator, Sequence

from shanghai.engine.rules import Rules
from shanghai.simulation.estimates import Estimate
from shanghai.simulation.verdicts import TrialSummary, Verdict


def trial_lines(rules: Rules, summary: TrialSummary) -> Iterator[str]:
    """The report of a trial."""
    first, second = summary.first, summary.second
    yield (
        f"{rules.name}, {summary.players} players: {first} against {second}, "
        f"{summary.deals} deals, each played twice with the seats exchanged"
    )
    if summary.unfinished:
        yield f"{summary.unfinished} deals given up: a round did not end"
    if summary.replaced:
        yield f"{summary.replaced} moves of computer players were replaced"
    yield f"won: share of deals in which {first} has fewer points, ties counting half"
    yield f"points: of {first} less those of {second}, a seat and {rules.words.round}"
    yield ""
    rows = [
        [rules.words.round, "deals", "won", "95 %", "points", "95 %", "t", "blocked", "longest"],
        *([str(one.round), *_verdict(one)] for one in summary.by_round),
        ["all", *_verdict(summary.overall)],
    ]
    yield from table(rows)
    yield ""
    for level, thinking in summary.thinking.items():
        yield (
            f"{level}: {thinking.answers} answers, mean {thinking.mean * 1000:.2f} ms, "
            f"longest {thinking.longest * 1000:.1f} ms of the processor"
        )
    yield f"seed {summary.seed}, digest {summary.digest[:16]}"


def _verdict(verdict: Verdict) -> list[str]:
    won, difference = verdict.won, verdict.difference
    return [
        str(verdict.deals),
        percent(won.mean),
        interval(won, percent),
        f"{difference.mean:+.2f}",
        interval(difference, "{:+.2f}".format),
        "-" if verdict.t is None else f"{verdict.t:.1f}",
        percent(verdict.blocked),
        f"{verdict.longest:.1f}",
    ]


def percent(share: float) -> str:
    """A share as per cent."""
    return f"{share * 100:.1f} %"


def interval(estimate: Estimate, write: Callable[[float], str]) -> str:
    """The two ends of an interval, or a dash where there is none."""
    if estimate.low is None or estimate.high is None:
        return "-"
    return f"{write(estimate.low)} to {write(estimate.high)}"


def table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows of cells as lines with the columns flush right, the first row their heads."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
