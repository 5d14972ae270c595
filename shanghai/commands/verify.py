"""`shanghai verify GAME...`: reads saved games, and says whether they are sound."""

import argparse
from pathlib import Path

from shanghai.commands.exits import BAD_FILE
from shanghai.commands.printing import complain, say, say_json
from shanghai.storage.archive import rescue
from shanghai.storage.entries import state_hash
from shanghai.storage.journal import Journal
from shanghai.storage.paths import data_dir
from shanghai.storage.saves import NotAGame, StoreError, path_of, read_game
from shanghai.storage.verdict import JournalVerdict, missing
from shanghai.words import commands as words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the games, by id or path, and whether damaged ones are rescued."""
    parser.add_argument("games", metavar="GAME", nargs="+", help=words.GAME)
    parser.add_argument("--rescue", action="store_true", help=words.RESCUE)
    parser.add_argument("--json", action="store_true", help=words.LIST_AS_JSON)


def run(args: argparse.Namespace) -> int:
    """Prints a line for each game; 0: all are sound; 3: one is not; 4: a rescue is not stored."""
    data = data_dir(args.data_dir)
    code, rows = 0, []
    for game in args.games:
        try:
            path = path_of(data, game)
        except StoreError as error:
            complain("verify", error)
            none = Journal(JournalVerdict.DAMAGED, problem=str(error))
            rows.append(_plain(game, none) | {"verdict": "none"})
            code = code or BAD_FILE
            continue
        try:
            read = read_game(path)
        except NotAGame as error:
            read = Journal(JournalVerdict.DAMAGED, problem=str(error).rstrip("."))
        rows.append(_plain(game, read))
        if not args.json:
            say(f"{game}: {judgement(read, path)}")
        if read.verdict is not JournalVerdict.OK:
            code = code or BAD_FILE
            if args.rescue and read.header is not None:
                try:
                    rows[-1]["rescued"] = rescue(path, data)
                    if not args.json:
                        say(words.RESCUED.format(name=rows[-1]["rescued"]))
                except StoreError as error:
                    complain("verify", error)
                    code = error.code
    if args.json:
        say_json(rows, indent=2)
    return code


def _plain(game: str, read: Journal) -> dict[str, object]:
    state = read.state
    return {
        "game": game,
        "verdict": read.verdict.value,
        "moves": read.moves,
        "taken_back": read.taken_back,
        "finished": read.is_ended,
        "round": None if state is None else state.round,
        "state": None if state is None else state_hash(state),
        "line": read.line,
        "problem": read.problem,
        "missing": "" if read.is_ended else missing(read.computers),
        "rescued": None,
    }


def judgement(read: Journal, path: Path) -> str:
    """A sentence on a game: whether it is sound, how many moves are, and where the fault is."""
    facts = _plain("", read)
    if read.problem and read.line:
        facts["problem"] = words.LINE_FAULT(path=path, line=read.line, problem=read.problem)
    return words.JUDGED(**facts, is_back=read.taken_back > 0)
