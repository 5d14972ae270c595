"""The ledger in lines of text that a screen reader can read, as the command prints them."""

from collections.abc import Iterable, Iterator, Sequence

from shanghai.ledger.ledger import ADDED, Ledger, evenings, house_records, meetings
from shanghai.storage.verdict import GameSummary
from shanghai.words import evenings as evenings_words, ledger as words
from shanghai.words.cells import columns, cut_text
from shanghai.words.grammar import listed, tenths
from shanghai.words.plots import LinePlot

NAME_CELLS = 24
MOST_COURSES = 8
"""The most players in the plot, those who have won most: as many as a table has seats."""
_COUNTED = ("out", "out_blind", *ADDED, "best_streak")
"""The figures of the last columns."""
_COLUMNS = 17
_RARE = frozenset((3, 9, 12, 13, 14, 15))
"""Columns that are left out if all are 0: shared wins, blind, SHANGHAI, jokers, hints."""


def ledger_lines(ledger: Ledger) -> Iterator[str]:
    """Yields the lines of a ledger: the figures of players, meetings, records and evenings."""
    if not ledger.games:
        yield words.NO_GAME_COUNTS
        return
    yield f"{words.FINISHED_GAMES(count=len(ledger.games))}."
    yield ""
    table, legend = player_table(ledger)
    yield from columns(table)
    yield from legend
    yield from handicap_note(ledger)
    if ledger.wanted.player:
        yield from _head_to_head(ledger, ledger.wanted.player)
    yield ""
    yield words.RECORDS
    for record in house_records(ledger.games, people_only=ledger.wanted.people_only):
        parts = [f"{record.value}", listed(record.players), *filter(None, [record.when])]
        yield f"  {record.what}: {', '.join(parts)}"
    yield ""
    yield words.EVENINGS
    for evening in evenings(ledger.games, people_only=ledger.wanted.people_only)[-12:]:
        won = [f"{name} {count}" for name, count in evening.wins.items()]
        yield words.EVENING_LINE(date=evening.date, games=evening.games, won=won)
    for about, note in ledger.notes.items():
        yield words.NOTE_ON.format(about=about, note=note)


def course_plot(ledger: Ledger) -> LinePlot:
    """The plot of the games that each player has won, evening by evening."""
    course = evenings(ledger.games, people_only=ledger.wanted.people_only)
    won = course[-1].won_so_far if course else {}
    names = sorted(won, key=lambda name: (-won[name], name))[:MOST_COURSES]
    counted = {name: [0, *(each.won_so_far.get(name, 0) for each in course)] for name in names}
    span = words.evenings_span([each.date for each in course])
    return LinePlot(evenings_words.GAMES_WON, span, counted)


def handicap_note(ledger: Ledger) -> Iterator[str]:
    """Yields a line on who has played how many games with a handicap, if anybody has."""
    played = [
        f"{cut_text(name, NAME_CELLS)} {figures.with_handicap}"
        for name, figures in sorted(ledger.players.items())
        if figures.with_handicap
    ]
    if played:
        yield words.WITH_HANDICAP.format(players=listed(played, ","))


def player_table(
    ledger: Ledger, wanted: Iterable[int] = range(_COLUMNS)
) -> tuple[list[list[str]], list[str]]:
    """The `wanted` columns of figures, without rare ones that are all 0, and lines of a legend. Who
    has won most is first."""
    rows = [
        (
            cut_text(name, NAME_CELLS),
            str(each.games),
            str(each.wins),
            str(each.shared_wins),
            tenths(each.per_round),
            tenths(each.per_game),
            *("" if most is None else str(most) for most in (each.best_round, each.worst_round)),
            *(str(getattr(each, figure)) for figure in _COUNTED),
        )
        for name, each in sorted(ledger.players.items(), key=lambda each: (-each[1].wins, each[0]))
    ]
    shown = [
        column
        for column in wanted
        if column not in _RARE or any(row[column] != "0" for row in rows)
    ]
    legend = [text for key, text in words.LEGEND.items() if {*map(int, key.split())} & {*shown}]
    return [[row[column] for column in shown] for row in [("", *words.HEADINGS), *rows]], legend


def duplicate_lines(ledger: Ledger) -> Iterator[str]:
    """Yields lines that compare all tables that played the same deal code, by deal and seat."""
    games = list(reversed(ledger.games))
    if not games:
        yield words.NO_TABLE_PLAYED
        return
    for number, game in enumerate(games, 1):
        when = game.started[:16].replace("T", " ")
        yield words.TABLE_PLAYED.format(number=number, when=when, names=listed(game.players, ","))
    yield ""
    seats = range(max(len(game.seats) for game in games))
    heads = [f"T{table} S{seat + 1}" for seat in seats for table in range(1, len(games) + 1)]
    rows = [["", *heads]]
    for deal in zip(*(deal_points(games, seat) for seat in seats), strict=True):
        made = [points for _, by_table in deal for points in by_table]
        rows.append([deal[0][0], *("" if points is None else str(points) for points in made)])
    yield from columns(rows)


def deal_points(games: Sequence[GameSummary], seat: int) -> Iterator[tuple[str, list[int | None]]]:
    """Yields by round its name and the points of a seat in each of the games, None if it was not
    played. The totals come last."""
    for index in range(max(len(game.rounds) for game in games)):
        scored = [game.rounds[index] if index < len(game.rounds) else None for game in games]
        yield str(index + 1), [each.points[seat] if each else None for each in scored]
    yield words.TOTAL, [game.seats[seat].score for game in games]


def _head_to_head(ledger: Ledger, player: str) -> Iterator[str]:
    yield ""
    yield words.AGAINST.format(player=player)
    all_meetings = meetings(ledger.games, player, people_only=ledger.wanted.people_only)
    for name, met in sorted(all_meetings.items()):
        level = words.LEVEL.format(level=met.level) if met.level else ""
        yield words.MEETING(name=name, games=met.games, ahead=met.ahead, behind=met.behind) + level
