"""`shanghai check PATH...`: runs scenarios and records and prints what does not hold."""

import argparse

from shanghai.commands.exits import BAD_FILE, FAILED
from shanghai.commands.options import folder_to_read
from shanghai.commands.printing import complain, say
from shanghai.records.check import check_file, find_files
from shanghai.records.notation import (
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
from shanghai.words import commands as words
from shanghai.yamlio.reader import MAX_BYTES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command takes files and folders."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = words.CHECK_LIMITS.format(
        letters=MOST_LETTERS,
        steps=MOST_STEPS,
        mebibytes=MAX_BYTES // 2**20,
        documents=MOST_DOCUMENTS,
        variants=MOST_VARIANTS,
        moves=MOST_MOVES,
        written=MOST_WRITTEN,
        pattern_steps=MOST_PATTERN_STEPS,
        cards=MOST_CARDS,
        melds=MOST_MELDS,
        laid=MOST_LAID,
    )
    parser.add_argument("paths", metavar="PATH", nargs="+", help=words.CHECK_PATHS)


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
    failed = count["failed"] + count["unusable"]
    say(words.CHECKED.format(passed=count["passed"], failed=failed))
    if count["unusable"] or missing:
        return BAD_FILE
    return FAILED if count["failed"] else 0
