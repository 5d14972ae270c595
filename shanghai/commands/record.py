"""`shanghai record GAME`: writes a saved game as a record, which `shanghai check` can play."""

import argparse

from shanghai.commands.options import write_out
from shanghai.commands.printing import complain, json_text
from shanghai.records.recorder import record_of
from shanghai.records.scorecard_export import FORMS, scorecard_of_game
from shanghai.storage.paths import data_dir
from shanghai.storage.saves import path_of, sound_game
from shanghai.words import commands as words
from shanghai.yamlio.reader import plain, read_nodes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the game, the file to write, and the form."""
    parser.add_argument("game", metavar="GAME", help=words.GAME)
    parser.add_argument("-o", dest="file", metavar="FILE", help=words.RECORD_FILE)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--scorecard", choices=("text", "csv", "html"), help=words.SCORECARD)
    form.add_argument("--json", action="store_true", help=words.RECORD_JSON)


def run(args: argparse.Namespace) -> int:
    """Writes the finished rounds; 0: good; 3: a bad file, or no finished round; 4: not stored."""
    read, form = sound_game(path_of(data_dir(args.data_dir), args.game)), args.scorecard
    text = record_of(read) if form is None else FORMS[form](scorecard_of_game(read))
    if args.json:
        text = json_text([plain(document) for document in read_nodes(text, args.game)])
    if read.problem:
        verdict = read.verdict.value
        complain("record", words.WRITTEN_STANDS.format(verdict=verdict, problem=read.problem))
    if args.file is None:
        print(text, end="")
    else:
        write_out(args.file, text)
    return 0
