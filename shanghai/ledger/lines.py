"""The ledger in lines that a screen reader can read, as the command prints them."""

from collections.abc import Iterator

from shanghai.ledger.figures import evenings, house_records, meetings
from shanghai.ledger.ledger import Ledger
from shanghai.words.cells import columns, cut_text
from shanghai.words.phrases import counted

NAME_CELLS = 24
HEADINGS = (
    *("games", "won", "shared", "round", "game", "best", "worst", "out", "blind"),
    *("calls", "got", "SH.", "hit", "jokers", "hints", "row"),
)
LEGEND = (
    "round, game: points on average; best, worst: points of a round; calls, got: made and won;",
    "SH., hit: SHANGHAIs called and suffered; jokers: won; hints: games with one; row: most won",
    "in a row.",
)


def ledger_lines(ledger: Ledger) -> Iterator[str]:
    """The players with their figures, a head to head, the records of the house, the evenings."""
    if not ledger.games:
        yield "No finished game counts here yet."
        return
    yield f"{counted(len(ledger.games), 'finished game')}."
    yield ""
    yield from columns([("", *HEADINGS), *player_rows(ledger)])
    yield from LEGEND
    yield from handicap_note(ledger)
    if ledger.wanted.player:
        yield from _head_to_head(ledger, ledger.wanted.player)
    yield ""
    yield "Records of the house"
    for record in house_records(ledger.games, people_only=ledger.wanted.people_only):
        when = f", {record.when[:10]}" if record.when else ""
        yield f"  {record.what}: {record.value}, {record.player}{when}"
    yield ""
    yield "Evenings"
    for evening in evenings(ledger.games, people_only=ledger.wanted.people_only)[-12:]:
        won = ", ".join(f"{name} {count}" for name, count in evening.wins.items())
        by = f", won by {won}" if won else ""
        yield f"  {evening.date}: {counted(evening.games, 'game')}{by}"
    for about, note in ledger.notes.items():
        yield f"  Note on {about}: {note}"


def handicap_note(ledger: Ledger) -> Iterator[str]:
    """Who has played how many games with a handicap, if anybody has."""
    played = [
        f"{cut_text(name, NAME_CELLS)} {figures.with_handicap}"
        for name, figures in sorted(ledger.players.items())
        if figures.with_handicap
    ]
    if played:
        yield f"Games with a handicap, its points as they were scored: {', '.join(played)}."


def player_rows(ledger: Ledger) -> list[tuple[str, ...]]:
    """A row of figures for each player, who won most first."""
    ordered = sorted(ledger.players.items(), key=lambda each: (-each[1].wins, each[0]))
    return [
        (
            cut_text(name, NAME_CELLS),
            str(each.games),
            str(each.wins),
            str(each.shared_wins),
            f"{each.per_round:.1f}",
            f"{each.per_game:.1f}",
            _number(each.best_round),
            _number(each.worst_round),
            str(each.out),
            str(each.out_blind),
            str(each.calls_made),
            str(each.calls_won),
            str(each.shanghais_called),
            str(each.shanghais_suffered),
            str(each.jokers_won),
            str(each.hinted),
            str(each.best_streak),
        )
        for name, each in ordered
    ]


def duplicate_lines(ledger: Ledger) -> Iterator[str]:
    """The tables that have played one deal code, compared deal by deal, seat by seat."""
    games = list(reversed(ledger.games))
    if not games:
        yield "No finished game was played with this deal code yet."
        return
    for number, game in enumerate(games, 1):
        yield f"Table {number}: {game.begun[:16].replace('T', ' ')}, {', '.join(game.players)}"
    yield ""
    seats = max(len(game.seats) for game in games)
    rounds = max(len(game.rounds) for game in games)
    heads = [f"T{table} S{seat + 1}" for seat in range(seats) for table in range(1, len(games) + 1)]
    rows = [["", *heads]]
    for at in range(rounds):
        points = [
            str(game.rounds[at].points[seat]) if at < len(game.rounds) else ""
            for seat in range(seats)
            for game in games
        ]
        rows.append([str(at + 1), *points])
    totals = [str(game.seats[seat].score) for seat in range(seats) for game in games]
    yield from columns([*rows, ["total", *totals]])


def _head_to_head(ledger: Ledger, player: str) -> Iterator[str]:
    yield ""
    yield f"{player} against"
    found = meetings(ledger.games, player, people_only=ledger.wanted.people_only)
    for name, met in sorted(found.items()):
        level = f", {met.level} level" if met.level else ""
        games = counted(met.games, "game")
        yield f"  {name}: {games}, {met.ahead} ahead, {met.behind} behind{level}"


def _number(value: int | None) -> str:
    return "" if value is None else str(value)
