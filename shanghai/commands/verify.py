"""`shanghai verify GAME...`: reads saved games and judges them."""

import argparse
from pathlib import Path

from shanghai.commands.exits import BAD_FILE
from shanghai.commands.printing import complain, say
from shanghai.storage.archive import rescue
from shanghai.storage.entries import state_hash
from shanghai.storage.journal import Journal
from shanghai.storage.paths import data_dir
from shanghai.storage.saves import NotAGame, StoreError, path_of, read_game
from shanghai.storage.verdict import JournalVerdict, missing
from shanghai.words import commands as words
from shanghai.words.phrases import counted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The games by id or path."""
    parser.add_argument("games", metavar="GAME", nargs="+", help=words.GAME)
    parser.add_argument("--rescue", action="store_true", help=words.RESCUE)


def run(args: argparse.Namespace) -> int:
    """Prints a line for each game; 0: all are sound; 3: one is not; 4: a rescue is not stored."""
    data = data_dir(args.data_dir)
    code = 0
    for game in args.games:
        try:
            path = path_of(data, game)
        except StoreError as error:
            complain("verify", error)
            code = code or BAD_FILE
            continue
        try:
            read = read_game(path)
        except NotAGame as error:
            read = Journal(JournalVerdict.DAMAGED, problem=str(error).rstrip("."))
        say(f"{game}: {judgement(read, path)}")
        if read.verdict is not JournalVerdict.OK:
            code = code or BAD_FILE
            if args.rescue and read.header is not None:
                try:
                    say(words.RESCUED.format(name=rescue(path, data)))
                except StoreError as error:
                    complain("verify", error)
                    code = error.code
    return code


def judgement(read: Journal, path: Path) -> str:
    """The verdict on a game, how much of it stands, and where the fault is."""
    parts = [read.verdict.value]
    if read.state is not None:
        moves = counted(read.moves, "move")
        if read.taken_back:
            moves += f" ({read.taken_back} taken back)"
        over = "finished" if read.is_ended else f"round {read.state.round}"
        parts += [moves, over, f"state {state_hash(read.state)}"]
    text = ", ".join(parts)
    if read.problem:
        where = f"{path}, line {read.line}: " if read.line else ""
        text += f"; {where}{read.problem}"
    absent = "" if read.is_ended else missing(read.computers)
    return f"{text}; {absent}" if absent else text
