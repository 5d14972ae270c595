"""`shanghai record GAME`: a kept game as a record that `shanghai check` replays."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from shanghai.commands.exits import BAD_FILE
from shanghai.commands.printing import complain
from shanghai.storage.paths import data_dir
from shanghai.storage.saves import StoreError
from shanghai.words import commands as words

if TYPE_CHECKING:
    from shanghai.storage.journal import Journal

_NOT_STORED = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game, and where its record goes."""
    parser.add_argument("game", metavar="GAME", help=words.GAME)
    parser.add_argument("-o", dest="file", metavar="FILE", help=words.RECORD_FILE)
    parser.add_argument("--scorecard", choices=("text", "csv", "html"), help=words.SCORECARD)


def run(args: argparse.Namespace) -> int:
    """Writes the finished rounds; 0: good; 3: a bad file or no finished round; 4: not stored."""
    from shanghai.records.game_record import NothingFinished
    from shanghai.storage.course import sound_game
    from shanghai.storage.saves import path_of

    try:
        read = sound_game(path_of(data_dir(args.data_dir), args.game))
        text = _written(read, args.scorecard)
    except StoreError as error:
        complain("record", error)
        return error.code
    except NothingFinished as error:
        complain("record", error)
        return BAD_FILE
    if read.problem:
        verdict = read.verdict.value
        complain("record", words.WRITTEN_STANDS.format(verdict=verdict, problem=read.problem))
    if args.file is None:
        print(text, end="")
        return 0
    try:
        Path(args.file).write_bytes(text.encode())
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        complain("record", words.NOT_WRITTEN.format(file=args.file, why=why))
        return _NOT_STORED
    return 0


def _written(read: "Journal", form: str | None) -> str:
    """The record of a game, or its scorecard in a form."""
    from shanghai.records.game_record import record_of
    from shanghai.records.scorecard_export import FORMS, scorecard_of_game

    return record_of(read) if form is None else FORMS[form](scorecard_of_game(read))
