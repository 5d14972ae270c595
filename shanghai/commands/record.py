"""`shanghai record GAME`: a kept game as a record that `shanghai check` replays."""

import argparse

from shanghai.commands.options import write_out
from shanghai.commands.printing import complain
from shanghai.records.recorder import record_of
from shanghai.records.scorecard_export import FORMS, scorecard_of_game
from shanghai.storage.paths import data_dir
from shanghai.storage.saves import path_of, sound_game
from shanghai.words import commands as words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=words.GAME)
    parser.add_argument("-o", dest="file", metavar="FILE", help=words.RECORD_FILE)
    parser.add_argument("--scorecard", choices=("text", "csv", "html"), help=words.SCORECARD)


def run(args: argparse.Namespace) -> int:
    """Writes the finished rounds; 0: good; 3: a bad file or no finished round; 4: not stored."""
    read, form = sound_game(path_of(data_dir(args.data_dir), args.game)), args.scorecard
    text = record_of(read) if form is None else FORMS[form](scorecard_of_game(read))
    if read.problem:
        verdict = read.verdict.value
        complain("record", words.WRITTEN_STANDS.format(verdict=verdict, problem=read.problem))
    if args.file is None:
        print(text, end="")
    else:
        write_out(args.file, text)
    return 0
