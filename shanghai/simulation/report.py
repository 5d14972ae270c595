"""Writes reports of simulations as lines for people."""

from collections.abc import Callable, Iterator

from shanghai.engine.rules import Rules
from shanghai.simulation.summary import FIGURES, Change, Comparison, Estimate, Summary
from shanghai.words import simulate, simulation as words
from shanghai.words.cells import columns
from shanghai.words.games import of_game
from shanghai.words.grammar import decimal, listed, table_words, tenths
from shanghai.words.messages import Message
from shanghai.words.phrases import CALLS
from shanghai.words.plots import BarPlot


def summary_lines(rules: Rules, summary: Summary) -> Iterator[str]:
    """Yields the lines of a report of many games."""
    yield words.GAMES(rules=of_game(rules.name), players=summary.players, games=summary.games)
    yield from _troubles(summary)
    yield words.ROUNDS(rules, rounds=summary.rounds, turns=summary.turns, longest=summary.longest)
    endings = words.table("ENDINGS").items()
    counts = [(summary.endings[ending], text) for ending, text in endings]
    yield listed([f"{count} {text}" for count, text in counts if count], ";")
    yield ""
    yield from columns(_round_rows(rules, summary), left=())
    yield ""
    heads = [Message(head)(rules) for head in words.lines("FIGURE_HEADS")]
    figures = [
        [_figure_text(rules, name), write(estimate.mean), interval(estimate, write)]
        for name, estimate in summary.figures.items()
        if _concerns(rules, name)
        for write in [_writer(name)]
    ]
    yield from columns([heads, *figures])
    yield ""
    yield from columns([words.lines("LEVEL_HEADS"), *_level_rows(summary)])
    yield words.SEED(seed=summary.seed, digest=summary.digest[:16])


def summary_plots(rules: Rules, summary: Summary) -> Iterator[BarPlot]:
    """Yields plots of the games that each level won, and of points and turns by round."""
    title = simulate.WON_BY_LEVEL.format(rules=of_game(rules.name), players=summary.players)
    won = [(level, one.won) for level, one in summary.levels.items()]
    rows = []
    for level, one in won:
        ends = one.lower or one.mean, one.upper or one.mean
        rows.append((level, one.mean, percent(one.mean), *ends))
    yield BarPlot(title, rows)
    for name, title in (("points", simulate.POINTS_BY_ROUND), ("turns", simulate.TURNS_BY_ROUND)):
        values = [(str(one.round), max(0.0, getattr(one, name))) for one in summary.by_round]
        rows = [(number, value, tenths(value), value, value) for number, value in values]
        yield BarPlot(title(rules), rows)


def _troubles(summary: Summary) -> Iterator[str]:
    if summary.unfinished:
        yield words.GIVEN_UP(count=summary.unfinished)
    if summary.replaced:
        yield words.REPLACED(answers=summary.replaced)


def _round_rows(rules: Rules, summary: Summary) -> Iterator[list[str]]:
    yield [table_words(rules)["round"], *words.lines("ROUND_HEADS")]
    for one in summary.by_round:
        means = [tenths(mean) for mean in (one.turns, one.longest, one.points)]
        yield [str(one.round), *means, percent(one.missed), str(one.blocked), str(one.thrown_in)]


def _level_rows(summary: Summary) -> Iterator[list[str]]:
    for level, one in summary.levels.items():
        won = percent(one.won.mean), interval(one.won, percent)
        points = tenths(one.points.mean), interval(one.points, tenths)
        yield [level, str(one.seats), tenths(one.wins), *won, *points]


def comparison_lines(rules: Rules, comparison: Comparison) -> Iterator[str]:
    """Yields the lines of a report that compares two sides."""
    plain, changed = comparison.plain, comparison.changed
    changes = listed(comparison.changes, ",")
    game = {"rules": of_game(rules.name), "players": plain.players}
    yield words.COMPARED(**game, pairs=comparison.pairs, changes=changes)
    if not comparison.same_deals:
        yield words.OTHER_DEALS
    for side, summary in ((words.AS_THEY_STAND, plain), (words.CHANGED, changed)):
        yield from (f"{side}: {trouble}" for trouble in _troubles(summary))
    yield ""
    rows = [[Message(head)(rules) for head in words.lines("CHANGE_HEADS")]]
    for name, change in comparison.figures.items():
        if _concerns(rules, name) or change.changed:
            rows.append([_figure_text(rules, name), *_change(change, _writer(name))])
    for level, one in comparison.levels.items():
        rows.append([words.SHARE_WON(level=level), *_change(one["won"], percent)])
        rows.append([words.POINTS_A_GAME(level=level), *_change(one["points"], tenths)])
    yield from columns(rows)
    digests = {"digest": plain.digest[:16], "other": changed.digest[:16]}
    yield words.SEEDS(seed=plain.seed, **digests)


def _change(change: Change, write: Callable[[float], str]) -> list[str]:
    def signed(value: float) -> str:
        text = write(value)
        return text if text.startswith("-") else f"+{text}"

    difference = change.difference
    plain, changed = write(change.plain), write(change.changed)
    return [plain, changed, signed(difference.mean), interval(difference, signed)]


def _concerns(rules: Rules, name: str) -> bool:
    """Whether a figure means anything under these rules."""
    return rules.shanghai or name not in ("declared", "shanghai")


def _figure_text(rules: Rules, name: str) -> str:
    text: str = words.table("FIGURES")[name]
    return text.format(calls=CALLS[rules.call_word]["several"])


def _writer(name: str) -> Callable[[float], str]:
    """A function that writes a figure: a share as per cent, others with two decimals."""
    return percent if FIGURES[name].is_share else lambda value: decimal(f"{value:z.2f}")


def percent(share: float) -> str:
    """A share as per cent."""
    return decimal(f"{share * 100:z.1f} %")


def interval(estimate: Estimate, write: Callable[[float], str]) -> str:
    """The two ends of an interval as text. A dash if there is no interval."""
    if estimate.lower is None or estimate.upper is None:
        return "-"
    return words.INTERVAL(low=write(estimate.lower), high=write(estimate.upper))
