"""A page for each variant on how it plays, measured in games among computers.

python -m tests.making.reports [VARIANT ...] [--games 12] [--jobs 1] [--keep FILE]

Four computers, one of each of four levels, sit at each table and move on a seat each game; a table
for fewer takes the first of them. With a file to keep them none of the games is played twice.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from shanghai.engine.rules import Rules
from shanghai.simulation.games import GameReport, Task
from shanghai.simulation.report import interval, percent
from shanghai.simulation.stored import stored_reports
from shanghai.simulation.summary import Estimate, Summary, mean_of, points_of, summarize
from shanghai.simulation.work import quick_games_of
from shanghai.simulation.workers import Backend, play_all
from shanghai.variants.library import shipped_variants
from shanghai.variants.loader import load_variant
from shanghai.words.grammar import counted
from shanghai.words.phrases import CALLS

FOLDER = Path(__file__).parents[2] / ".github" / "reports"
LEVELS = ("hard", "simple", "easy", "random")
SEED = 2026
GAMES = 12
SIGNED = "{:+.1f}".format
POINTS = "{:.1f}".format
INDEX = """\
# How the games play

Each page was measured in games among computers, {games} of each variant, and says so; the
intervals hold the true figure in 95 % of all cases. So few games tell much of a length and little
of a small difference. Written by `python -m tests.making.reports`, which takes more with `--games`.

| variant | rounds | turns a seat in a round | rounds gone out in | missed | calls | first seat |
|---|---|---|---|---|---|---|
"""
PAGE = """\
# {name}: how it plays

{summary}

Measured in {games} among computers ({levels}), which move on a seat each
game, with seed {seed}.
`python -m tests.making.reports {id} --games {number}` writes this page again. The intervals \
hold the true
figure in 95 % of all cases; more games make them narrower.
"""


def sized(rules: Rules) -> tuple[str, ...]:
    """The levels that sit at a table of a variant: four, or as many as it takes."""
    seats = min(max(len(LEVELS), rules.min_players), rules.max_players)
    return tuple(LEVELS[at % len(LEVELS)] for at in range(seats))


def ratings(games: Sequence[GameReport]) -> dict[str, Estimate]:
    """The points a round that each level has fewer than the random one, or than the last."""
    known = [level for level in LEVELS if level in games[0].levels]
    last = known[-1]
    return {
        level: mean_of(
            [(points_of(last, g) - points_of(level, g)) / max(1, len(g.rounds)) for g in games]
        )
        for level in known
    }


def page(rules: Rules, summary: Summary, games: Sequence[GameReport]) -> Iterator[str]:
    """The lines of a page."""
    levels = ", ".join(f"`{level}`" for level in dict.fromkeys(sized(rules)))
    values = {"name": rules.name, "summary": rules.summary, "levels": levels, "seed": SEED}
    yield PAGE.format(
        **values, id=rules.id, games=counted(summary.games, "game"), number=summary.games
    )
    if summary.unfinished:
        yield f"{counted(summary.unfinished, 'game')} did not come to an end, and are left out.\n"
    word = rules.words.round
    finished = [game for game in games if game.finished]
    length = mean_of([sum(one.turns for one in game.rounds) for game in finished])
    yield "| figure | mean | 95 % |\n|---|---|---|"
    turns = "{:.0f}".format
    yield f"| turns in a game, all seats | {turns(length.mean)} | {interval(length, turns)} |"
    call = CALLS[rules.call_word]["aloud"]
    rows = (
        ("turns", f"turns a seat in a {word}", POINTS),
        ("points", f"points a seat in a {word}", POINTS),
        ("missed", "contracts missed, of all seats", percent),
        ("calls", f"{call} called in a {word}", POINTS),
        ("granted", f"{call} granted in a {word}", POINTS),
        ("first_seat", f"the first seat: points a {word} beyond the mean", SIGNED),
    )
    for name, heading, write in rows:
        one = summary.figures[name]
        yield f"| {heading} | {write(one.mean)} | {interval(one, write)} |"
    yield f"\nThe longest {word} took {summary.longest:.0f} turns a seat.\n"
    yield f"## How a {word} ends\n\n| ending | times | share |\n|---|---|---|"
    for ending, times in summary.endings.items():
        if times:
            yield f"| {ending} | {times} | {percent(times / max(1, summary.rounds))} |"
    yield f"\n## {word.capitalize()} by {word}\n"
    yield f"| {word} | turns a seat | longest | points a seat | missed | blocked |"
    yield "|---|---|---|---|---|---|"
    for row in summary.by_round:
        means = " | ".join(map(POINTS, (row.turns, row.longest, row.points)))
        yield f"| {row.round} | {means} | {percent(row.missed)} | {row.blocked} |"
    yield "\n## The levels\n"
    yield f"The rating is the points a {word} that a level has fewer than the last one.\n"
    yield "| level | games won | 95 % | rating | 95 % |\n|---|---|---|---|---|"
    for level, rating in ratings(finished).items():
        won = summary.levels[level].won
        line = f"| `{level}` | {percent(won.mean)} | {interval(won, percent)} "
        yield f"{line}| {SIGNED(rating.mean)} | {interval(rating, SIGNED)} |"


def row(rules: Rules, summary: Summary) -> str:
    """The line of a variant in the index."""
    figures = summary.figures
    out = sum(n for ending, n in summary.endings.items() if ending != "blocked") / max(
        1, summary.rounds
    )
    cells = (
        f"[{rules.name}]({rules.id}.md)",
        str(len(rules.contracts)),
        POINTS(figures["turns"].mean),
        percent(out),
        percent(figures["missed"].mean),
        POINTS(figures["calls"].mean),
        SIGNED(figures["first_seat"].mean),
    )
    return f"| {' | '.join(cells)} |"


def measured(variant: str, games: int, jobs: int, keep: str = "") -> tuple[Rules, Summary, list]:
    """Plays the games of a variant, or takes those that are kept."""
    rules = load_variant(variant)
    task = Task(rules, sized(rules), SEED, variant=variant)
    work = quick_games_of([task], games)
    if keep:
        with stored_reports(Path(keep), GameReport) as stored:
            reports = [*stored.play_rest(work, Backend(jobs), lambda done, total: None)]
    else:
        reports = play_all(work, Backend(jobs))
    return rules, summarize(task, reports), reports


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", nargs="*", metavar="VARIANT")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", default="")
    args = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    rows = []
    for variant in args.variants or shipped_variants():
        rules, summary, games = measured(variant, args.games, args.jobs, args.keep)
        (FOLDER / f"{variant}.md").write_text(
            "\n".join(page(rules, summary, games)) + "\n", "utf-8"
        )
        rows.append(row(rules, summary))
        print(rows[-1], flush=True)
    if not args.variants:
        text = INDEX.format(games=args.games) + "\n".join(rows) + "\n"
        (FOLDER / "REPORTS.md").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
