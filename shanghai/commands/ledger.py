"""`shanghai ledger`: prints who has won how often in all finished games of the data folder."""

import argparse
import os
import sys
from datetime import date

from shanghai.commands.exits import USAGE, Stop
from shanghai.commands.options import plot_file, print_plots
from shanghai.commands.parser import HelpInLines
from shanghai.commands.printing import answer, complain, say_columns
from shanghai.commands.working import reading_bar
from shanghai.ledger.ledger import Ledger, People, PlayerFigures, Wanted, as_plain, read_ledger
from shanghai.ledger.lines import course_plot, duplicate_lines, ledger_lines
from shanghai.storage.paths import data_dir
from shanghai.words import commands, ledger as words
from shanghai.words.commands import guess
from shanghai.words.sanitize import no_formula


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the form, the filters of games, and what can be noted about people."""
    parser.formatter_class = HelpInLines
    parser.epilog = words.LEDGER_COLUMNS
    form, add = parser.add_mutually_exclusive_group(), parser.add_argument
    form.add_argument("--json", action="store_true", help=commands.ONE_JSON)
    form.add_argument("--csv", action="store_true", help=words.CSV)
    add("--player", metavar="NAME", default="", help=words.PLAYER)
    add("--with", dest="company", metavar="NAME", action="append", default=[], help=words.COMPANY)
    add("--variant", metavar="ID", default="", help=words.VARIANT)
    add("--since", metavar="YYYY-MM-DD", type=_date, help=words.SINCE)
    add("--deal", metavar="CODE", default="", help=words.DEAL)
    add("--no-computers", action="store_true", help=words.NO_COMPUTERS)
    add("--plot", metavar="FILE", type=plot_file, default="", help=words.PLOT)
    add("--rebuild", action="store_true", help=words.REBUILD)
    add("--rename", nargs=2, metavar=("NAME", "PERSON"), help=words.RENAME)
    add("--note", nargs=2, metavar=("ABOUT", "TEXT"), help=words.NOTE)


def _date(text: str) -> str:
    """A date in ISO 8601; raises ArgumentTypeError if the text is not one."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(words.NO_DATE) from None


def run(args: argparse.Namespace) -> int:
    """Prints the ledger, and returns the exit code. 0: good; 2: usage, or a new name that leads
    back to the old one; 3: a bad file; 4: not stored."""
    data = data_dir(args.data_dir)
    player, since, company = args.player, args.since or "", tuple(args.company)
    wanted = Wanted(
        player, args.variant, since, people_only=args.no_computers, code=args.deal, company=company
    )
    if args.rename or args.note:
        people = People(data)
        complain("ledger", people.problem)
        if args.rename:
            people.rename(*args.rename)
        if args.note:
            people.note(*args.note)
    with reading_bar() as update:
        jobs = os.cpu_count() or 1
        ledger = read_ledger(data, wanted, rebuild=args.rebuild, jobs=jobs, progress=update)
    complain("ledger", ledger.problem)
    if args.variant and not ledger.games:
        # Imported here, as few ledgers are empty, and the names of all variants take long to read.
        from shanghai.variants.deal_code import named_variants

        if args.variant not in (known := named_variants(data)):
            named = {"variant": args.variant, "meant": guess(args.variant, known)}
            raise Stop(USAGE, words.NO_GAMES_OF.format(**named))
    if args.csv:
        _print_csv(ledger)
    else:
        lines = duplicate_lines(ledger) if args.deal else ledger_lines(ledger)
        answer(args, as_plain(ledger), lines, indent=2, tell=say_columns)
    if args.plot and ledger.games:
        print_plots(args.plot, [course_plot(ledger)])
    return 0


def _print_csv(ledger: Ledger) -> None:
    import csv

    names = PlayerFigures.__struct_fields__
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["player", *names, "per_round", "per_game"])
    for player, figures in ledger.players.items():
        row = [getattr(figures, name) for name in names]
        averages = (f"{figures.per_round:.2f}", f"{figures.per_game:.2f}")
        table.writerow([no_formula(player), *row, *averages])
