"""`shanghai review GAME`: prints what each decision of a finished game has cost, and what luck."""

import argparse
import os
import sys

from shanghai.commands.exits import Stop
from shanghai.commands.options import MOST_JOBS, check_range
from shanghai.commands.printing import answer, say_columns
from shanghai.commands.working import Stopped, progress_bar, stopped_by_signals
from shanghai.review.running import make_review
from shanghai.review.sentences import as_plain, review_lines
from shanghai.storage.paths import data_dir
from shanghai.storage.saves import path_of
from shanghai.words import commands as words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the game, how it is judged, and what is printed."""
    parser.add_argument("game", metavar="GAME", help=words.GAME)
    parser.add_argument("--jobs", type=int, metavar="N", help=words.REVIEW_JOBS)
    parser.add_argument("--again", action="store_true", help=words.REVIEW_AGAIN)
    parser.add_argument("--progress", action="store_true", help=words.REVIEW_PROGRESS)
    parser.add_argument("--figures", action="store_true", help=words.REVIEW_FIGURES)
    parser.add_argument("--json", action="store_true", help=words.ONE_JSON)


def run(args: argparse.Namespace) -> int:
    """Makes the review of a game and prints it; 0: good; 3: a bad game; 4: not stored."""
    jobs = min(MOST_JOBS, os.cpu_count() or 1) if args.jobs is None else args.jobs
    check_range("--jobs", jobs, 1, MOST_JOBS)
    path = path_of(data_dir(args.data_dir), args.game)
    try:
        with stopped_by_signals(), progress_bar("decision") as update:

            def tell(done: int, total: int) -> bool:
                update(done, total)
                if args.progress:
                    print(done, total, file=sys.stderr if args.json else sys.stdout, flush=True)
                return True

            review = make_review(path, jobs, tell, again=args.again)
    except Stopped as stopped:
        raise Stop(stopped.code, words.REVIEW_STOPPED) from None
    lines = () if args.progress else review_lines(review, with_figures=args.figures)
    return answer(args, as_plain(review, path.parent.name), lines, indent=2, tell=say_columns)
