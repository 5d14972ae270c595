"""`shanghai check PATH...`: plays scenarios and records, and prints where the engine differs."""

import argparse
from collections import Counter
from typing import Final

from shanghai.commands.exits import BAD_FILE, FAILED, USAGE, Stop
from shanghai.commands.options import folder_to_read
from shanghai.commands.parser import HelpInLines
from shanghai.commands.printing import answer, complain
from shanghai.commands.working import progress_bar
from shanghai.records import notation
from shanghai.records.check import check_file, find_files
from shanghai.records.patterns import MOST_LETTERS, MOST_STEPS
from shanghai.variants.library import own_library
from shanghai.words import commands as words
from shanghai.words.grammar import listed
from shanghai.yamlio.reader import MAX_BYTES

_KEYS: Final = ("state", "lines", "title", "line")
"""The fields of a result that are printed as JSON."""
_MANY: Final = 20
"""For more files than this, a bar shows how many are done."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the files and folders, and which documents of them are played."""
    parser.formatter_class = HelpInLines
    limits = {name.lower(): most for name, most in vars(notation).items() if name[:5] == "MOST_"}
    of_patterns = {"letters": MOST_LETTERS, "steps": MOST_STEPS}
    parser.epilog = words.CHECK_LIMITS.format(**limits, **of_patterns, mebibytes=MAX_BYTES // 2**20)
    parser.add_argument("paths", metavar="PATH", nargs="+", help=words.CHECK_PATHS)
    parser.add_argument(
        "-k", metavar="CLAUSE", action="append", default=[], dest="wanted", help=words.CHECK_CLAUSE
    )
    parser.add_argument("--json", action="store_true", help=words.ONE_JSON)


def run(args: argparse.Namespace) -> int:
    """Prints what fails and how many, or everything as JSON, and returns the exit code. 0: all
    passed; 1: some failed; 3: a file is missing, or a document is unusable."""
    files, missing = [], []
    for path in args.paths:
        try:
            files += find_files(path)
        except ValueError as error:
            missing.append(str(error))
    library = own_library(folder_to_read(args))
    with progress_bar("file", many=len(files) > _MANY) as show:
        results = []
        for number, file in enumerate(files, 1):
            results += [(file, result) for result in check_file(file, library, args.wanted)]
            show(number, len(files))
    if args.wanted and not results and not missing:
        raise Stop(USAGE, words.CHECK_NOTHING.format(wanted=listed(args.wanted, "or")))
    count = Counter(result.state for _, result in results)
    counts = {"passed": count["passed"], "failed": count["failed"] + count["unusable"]}
    complain("check", "\n".join(missing))
    documents = [
        {"file": str(file)} | {key: getattr(result, key) for key in _KEYS}
        for file, result in results
    ]
    lines = [line for _, result in results for line in result.lines]
    report = {**counts, "missing": missing, "documents": documents}
    answer(args, report, [*lines, words.CHECKED.format(**counts)])
    if count["unusable"] or missing:
        return BAD_FILE
    return FAILED if count["failed"] else 0
