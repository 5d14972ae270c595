"""`shanghai check PATH...`: runs scenarios and records and prints what does not hold."""

import argparse

from shanghai.commands.exits import BAD_FILE, FAILED
from shanghai.commands.printing import complain, say
from shanghai.commands.rules_option import folder_to_read
from shanghai.records.check import check_file, find_files
from shanghai.variants.library import own_library


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command takes files and folders."""
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
