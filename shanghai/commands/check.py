"""`shanghai check PATH...`: runs scenarios and records and prints what does not hold."""

import argparse
from typing import Final

from shanghai.commands.exits import BAD_FILE, FAILED
from shanghai.commands.printing import complain, say
from shanghai.commands.rules_option import folder_to_read
from shanghai.records.check import check_file, find_files
from shanghai.records.limits import (
    MOST_CARDS,
    MOST_DOCUMENTS,
    MOST_LAID,
    MOST_MELDS,
    MOST_MOVES,
    MOST_PATTERN_STEPS,
    MOST_VARIANTS,
    MOST_WRITTEN,
)
from shanghai.records.patterns import MOST_LETTERS, MOST_STEPS
from shanghai.variants.library import own_library
from shanghai.yamlio.reader import MAX_BYTES

_EPILOG: Final = f"""\
`because` and `unusable` are regular expressions, searched without regard to case, with no
look-around and no references to groups. One has at most {MOST_LETTERS} letters, and
{MOST_STEPS} steps once its repetitions are written out.

A file holds at most:
  {MAX_BYTES // 2**20} MiB, {MOST_DOCUMENTS} documents, {MOST_VARIANTS} different variants
  {MOST_MOVES} moves of {MOST_WRITTEN} letters together
  {MOST_PATTERN_STEPS} steps of regular expressions
  {MOST_CARDS} cards in a list, {MOST_MELDS} melds on a table, {MOST_LAID} melds in a lay-down
Of its faults 20 are told.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command takes files and folders."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument(
        "paths", metavar="PATH", nargs="+", help="a .yaml file, or a folder of them"
    )


def run(args: argparse.Namespace) -> int:
    """Prints a line for each document that fails, then the count.

    0: all hold; 1: some fail; 3: a file or a document is unusable.
    """
    count = {"passed": 0, "failed": 0, "unusable": 0}
    missing = False
    library = own_library(folder_to_read(args))
    for path in args.paths:
        try:
            files = find_files(path)
        except ValueError as error:
            complain("check", error)
            missing = True
            continue
        for file in files:
            for verdict in check_file(file, library):
                count[verdict.state] += 1
                for line in verdict.lines:
                    say(line)
    say(f"{count['passed']} passed, {count['failed'] + count['unusable']} failed")
    if count["unusable"] or missing:
        return BAD_FILE
    return FAILED if count["failed"] else 0
