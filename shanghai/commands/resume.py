"""`shanghai resume`: continues a saved game."""

import argparse
import sys
from pathlib import Path

from shanghai.commands.exits import NO_TERMINAL, fail
from shanghai.commands.play import add_in_words, add_phones, open_table, terminal_fault
from shanghai.storage.paths import data_dir
from shanghai.storage.saves import NotAGame, last_unfinished, latest_open, path_of
from shanghai.storage.writer import GameWriter
from shanghai.table.host import Host
from shanghai.ui.options import ResumedGame
from shanghai.words import commands as words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the game, by its id or its path, and how it is played."""
    parser.add_argument("game", nargs="?", metavar="GAME", help=words.GAME_OR_LAST)
    parser.add_argument("--text", action="store_true", help=words.TEXT)
    add_in_words(parser)
    add_phones(parser)
    parser.add_argument("--instead", metavar="LEVEL", default="", help=words.INSTEAD)


def run(args: argparse.Namespace) -> int:
    """Opens the table with a saved game, and returns the exit code.

    2: no such level; 3: a bad file, or a computer player is not installed; 4: not stored; 5: the
    game is open elsewhere; 6: no terminal.
    """
    fault = (sys.stdout is None and words.NO_OUTPUT) if args.text else terminal_fault("resume")
    if fault:
        return fail(NO_TERMINAL, fault)
    if args.instead:
        from shanghai.commands.chosen_game import check_level

        check_level(args.instead)
    writer, host, problem = _resume(data_dir(args.data_dir), args.game, args.instead)
    if args.text:
        from shanghai.commands.linear import console, run_in_lines

        talk = console(args.in_words, is_unbuffered=args.phones)
        return run_in_lines(args, host, writer, talk, problem)
    return open_table(args, resume=ResumedGame(writer, host, problem))


def _resume(data: Path, game: str | None, instead: str) -> tuple[GameWriter, Host, str]:
    """Resumes the named game, or else the last saved one that is unfinished. If the last one is
    damaged, the index of games says which other one can be continued."""
    last = game or last_unfinished(data)
    try:
        if last is not None:
            return GameWriter.resume(path_of(data, last), instead=instead)
    except NotAGame:
        if game is not None:
            raise
    latest = latest_open(data)
    if latest is None:
        raise NotAGame(words.NONE_TO_GO_ON.format(folder=data))
    return GameWriter.resume(path_of(data, latest), instead=instead)
