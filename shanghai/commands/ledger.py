"""`shanghai ledger`: who won how often, over all finished games of the data folder."""

import argparse
import csv
import sys
from datetime import date
from typing import TYPE_CHECKING

from shanghai.commands.printing import complain, say_columns, say_json
from shanghai.storage.paths import data_dir

if TYPE_CHECKING:
    from shanghai.ledger.ledger import Ledger

HELP = "the figures of all evenings"
_USAGE = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The form, the filters, and what can be said about people."""
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object")
    form.add_argument("--csv", action="store_true", help="print a line for each player as CSV")
    parser.add_argument("--player", metavar="NAME", default="", help="only games of this player")
    parser.add_argument("--variant", metavar="ID", default="", help="only games of this variant")
    parser.add_argument(
        "--since", metavar="YYYY-MM-DD", type=_date, help="only games finished since"
    )
    parser.add_argument(
        "--deal", metavar="CODE", default="", help="compare the tables that played a deal code"
    )
    parser.add_argument("--no-computers", action="store_true", help="leave computer players out")
    parser.add_argument("--rebuild", action="store_true", help="read every game again")
    parser.add_argument(
        "--rename",
        nargs=2,
        metavar=("NAME", "PERSON"),
        help="count all games of NAME for PERSON; its own name again undoes that",
    )
    parser.add_argument(
        "--note", nargs=2, metavar=("ABOUT", "TEXT"), help="note a text about a game or a person"
    )


def _date(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError("it is no date such as 2026-01-31") from None


def run(args: argparse.Namespace) -> int:
    """Prints the ledger; 0: good; 2: a name that goes round; 3: a bad file; 4: not stored."""
    from shanghai.ledger.ledger import Wanted, as_plain, read_ledger
    from shanghai.ledger.lines import duplicate_lines, ledger_lines
    from shanghai.ledger.people import NameFault, People
    from shanghai.storage.saves import StoreError

    data = data_dir(args.data_dir)
    wanted = Wanted(args.player, args.variant, args.since or "", args.no_computers, args.deal)
    try:
        if args.rename:
            People(data).rename(*args.rename)
        if args.note:
            People(data).note(*args.note)
        ledger = read_ledger(data, wanted, rebuild=args.rebuild)
    except NameFault as error:
        complain("ledger", error)
        return _USAGE
    except StoreError as error:
        complain("ledger", error)
        return error.code
    if ledger.problem:
        complain("ledger", ledger.problem)
    if args.json:
        say_json(as_plain(ledger), indent=2)
    elif args.csv:
        _print_csv(ledger)
    else:
        lines = duplicate_lines(ledger) if args.deal else ledger_lines(ledger, args.player)
        for line in lines:
            say_columns(line)
    return 0


def _print_csv(ledger: "Ledger") -> None:
    """A line for each player, every figure in a column."""
    from shanghai.ledger.figures import PlayerFigures
    from shanghai.text.spreadsheet import no_formula

    names = PlayerFigures.__struct_fields__
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["player", *names])
    for player, figures in ledger.players.items():
        table.writerow([no_formula(player), *(getattr(figures, name) for name in names)])
