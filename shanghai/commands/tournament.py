"""`shanghai tournament`: runs an evening of several tables, with its draws, totals and standing."""

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import wrap
from typing import Any, Final

from shanghai.commands.chosen_rules import chosen_rounds, chosen_rules
from shanghai.commands.exits import USAGE, Stop
from shanghai.commands.printing import answer, complain, say_columns
from shanghai.ledger.draw import least_repeats, repeats
from shanghai.ledger.tournament import TableResult, Tournament, TournamentBegun, summaries
from shanghai.storage.paths import data_dir
from shanghai.storage.verdict import GameSummary
from shanghai.words import commands, evenings, ledger as words
from shanghai.words.cells import columns
from shanghai.words.grammar import listed
from shanghai.words.player_names import clean_name

_LINE_CELLS: Final = 96
_BY_CHANCE: Final = -1
"""The value of `--cut` if no number follows it."""
_OF_TABLES: Final = ("round", "table", "players", "game", "totals")
_OF_PLACES: Final = ("place", "player", "beaten", "met", "games", "wins", "points", "sat_out")
"""The fields of a place in the standing, and above of a table, that are printed as JSON."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the tournament, or what a new one needs, and what is done with it."""
    add = parser.add_argument
    add("tournament", metavar="ID", nargs="?", help=words.TOURNAMENT)
    add("--list", action="store_true", help=words.LIST_TOURNAMENTS)
    add("--new", action="store_true", help=words.NEW)
    add("--variant", metavar="ID", help=words.TOURNAMENT_RULES)
    add("--house-rule", metavar="RULE", action="append", default=[])
    add("--rounds", metavar="ROUNDS", help=words.ROUNDS)
    add("--players", metavar="NAMES", help=words.TOURNAMENT_PLAYERS)
    add("--seats", type=int, metavar="N", help=words.SEATS)
    add("--tables", type=int, default=0, metavar="N", help=words.TABLES)
    add("--title", default="", help=words.TOURNAMENT_TITLE)
    add("--cut", type=int, nargs="?", const=_BY_CHANCE, metavar="NUMBER", help=words.CUT)
    add("--draw", action="store_true", help=words.DRAW)
    pairs: dict[str, Any] = {"nargs": 2, "action": "append", "default": []}
    add("--count", metavar=("TABLE", "GAME"), help=words.COUNT, **pairs)
    add("--totals", metavar=("TABLE", "N,N,N"), help=words.TOTALS, **pairs)
    add("--json", action="store_true", help=commands.ONE_JSON)


def run(args: argparse.Namespace) -> int:
    """Does what is asked with a tournament, prints its tables and standing, or lists all. 0: good;
    2: usage; 3: a bad file; 4: not stored."""
    data = data_dir(args.data_dir)
    if args.list:
        stored = _stored(data)
        rows = [
            {"id": each.id, "title": each.title, "round": each.round}
            | {"people": len(each.terms.players)}
            for each in stored
        ]
        return answer(args, rows, [words.LISTED.format(**row) for row in rows], indent=2)
    tournament = _new(args, data) if args.new else _chosen(args, data)
    games, faults = summaries(data)
    complain("tournament", tournament.problem if args.tournament else "")
    complain("tournament", "\n".join(faults))
    _change(args, tournament, games)
    tables = tournament.results(games)
    lines = _lines(tournament, tables)
    return answer(args, _plain(tournament, tables), lines, indent=2, tell=say_columns)


def _new(args: argparse.Namespace, data: Path) -> Tournament:
    """Begins a new tournament; raises Stop if the arguments are not enough for it."""
    if args.variant is None or args.players is None:
        raise Stop(USAGE, words.NEEDS)
    rules = chosen_rounds(chosen_rules(args.variant, args.house_rule, data), args.rounds)
    sizes = rules.table_sizes
    terms = TournamentBegun(
        title=args.title,
        rules=rules,
        players=tuple(clean_name(name) for name in args.players.split(",")),
        seats=args.seats or next((size for size in sizes if size >= 4), rules.max_players),
        tables=args.tables,
    )
    return Tournament.begin(data, terms)


def _chosen(args: argparse.Namespace, data: Path) -> Tournament:
    """The tournament that is named, or else the latest one; raises Stop if there is none."""
    if args.tournament is not None:
        return Tournament.of_id(data, args.tournament)
    stored = _stored(data)
    if not stored:
        raise Stop(USAGE, words.NO_TOURNAMENT)
    return stored[0]


def _stored(data: Path) -> list[Tournament]:
    """All tournaments, the latest one first. Faults in their files are printed."""
    stored, faults = Tournament.all_in(data)
    complain("tournament", "\n".join(faults))
    return stored


def _change(
    args: argparse.Namespace, tournament: Tournament, games: Mapping[str, GameSummary]
) -> None:
    """Changes a tournament as the arguments ask: a cut, games or totals that count, a new draw."""
    if args.cut is not None:
        tournament.cut_draws(None if args.cut == _BY_CHANCE else args.cut)
    for number, game in args.count:
        table = _table(tournament, number)
        summary = games.get(game)
        names = tournament.names(tournament.round, table)
        if summary is None:
            raise Stop(USAGE, words.NO_FINISHED_GAME.format(game=game))
        if sorted(summary.players) != sorted(names):
            raise Stop(USAGE, words.TABLE_IS_FOR.format(table=table, names=listed(names, ",")))
        tournament.link(tournament.round, table, game)
    for number, totals in args.totals:
        table = _table(tournament, number)
        try:
            points = [int(word) for word in totals.split(",")]
        except ValueError:
            raise Stop(USAGE, words.NO_TOTALS) from None
        tournament.score(tournament.round, table, points)
    if args.draw:
        for each in tournament.results(games):
            if each.round == tournament.round and each.totals is None:
                raise Stop(USAGE, words.MUST_FINISH.format(table=each.table))
        tournament.draw_next()


def _table(tournament: Tournament, text: str) -> int:
    """The number of a table in the present round; raises Stop if there is no such table."""
    tables = len(tournament.draws[-1].tables) if tournament.draws else 0
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:4]) <= tables):
        raise Stop(USAGE, words.NO_TABLE.format(text=text))
    return int(text)


def _lines(tournament: Tournament, tables: list[TableResult]) -> Iterator[str]:
    yield f"{tournament.title} ({tournament.id})"
    for note in tournament.notes():
        yield from wrap(note, _LINE_CELLS)
    if tournament.awaits_cut:
        yield words.HOW_TO_CUT
    for number in range(1, tournament.round + 1):
        yield from ("", evenings.ROUND_NUMBER.format(number=number))
        for table in tables:
            if table.round == number:
                text = table.text(table.players)
                if table.totals is None and table.game:
                    text = words.AT_PLAY(names=table.players, game=table.game)
                yield words.AT_ONE_TABLE(number=table.table, told=text)
        if names := tournament.sitting_out(number):
            yield words.SITTING_OUT.format(names=listed(names, ","))
    yield ""
    places = tournament.standing(tables)
    yield from columns([words.STANDING, *(place.cells(place.player) for place in places)])
    yield from wrap(words.HOW_IT_STANDS, _LINE_CELLS)


def _plain(tournament: Tournament, tables: list[TableResult]) -> dict[str, object]:
    terms = tournament.terms
    return {
        "id": tournament.id,
        "title": tournament.title,
        "variant": terms.rules.id,
        "players": terms.players,
        "fingerprint": terms.fingerprint,
        "cut": tournament.cut,
        "seed": None if tournament.awaits_cut else terms.seed,
        "met_again": repeats(tournament.draws),
        "met_again_at_least": least_repeats(len(terms.players), tournament.draws),
        "tables": [{key: getattr(table, key) for key in _OF_TABLES} for table in tables],
        "sitting_out": [
            tournament.sitting_out(number) for number in range(1, tournament.round + 1)
        ],
        "standing": [
            {key: getattr(place, key) for key in _OF_PLACES}
            for place in tournament.standing(tables)
        ],
    }
