"""`shanghai prove GAME`: computes all cards and computers' moves of a saved game once more."""

import argparse

from shanghai.commands.exits import FAILED, USAGE, Stop
from shanghai.commands.printing import answer
from shanghai.commands.working import progress_bar, ready_to_search
from shanghai.records.proof import prove
from shanghai.storage.entries import MoveEntry
from shanghai.storage.paths import data_dir
from shanghai.storage.saves import NotAGame, finder, path_of, read_game
from shanghai.storage.verdict import JournalVerdict
from shanghai.words import commands as words, proof as proof_words, saves
from shanghai.words.spoken import heard

_MOST_FAULTS = 10
_MANY = 100
"""For more entries than this, a bar shows how many are done."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the game, and the witness that the table has written down."""
    parser.add_argument("game", metavar="GAME", help=words.GAME)
    parser.add_argument("--witness", metavar="WORDS", nargs="+", help=proof_words.WITNESS_HELP)
    parser.add_argument("--json", action="store_true", help=words.ONE_JSON)


def run(args: argparse.Namespace) -> int:
    """Prints whether a game is proved, and what differs in it, and returns the exit code.

    0: everything is as it was computed, and nobody could know the cards; 1: it is not; 2: usage; 3:
    a bad file.
    """
    try:
        witness = heard(" ".join(args.witness)) if args.witness else ""
    except ValueError:
        raise Stop(USAGE, proof_words.BAD_WITNESS) from None
    data = data_dir(args.data_dir)
    path = path_of(data, args.game)
    read = read_game(path)
    is_legible = read.header is not None and read.verdict is not JournalVerdict.NEWER
    is_cut = read.verdict is JournalVerdict.DAMAGED and read.problem == saves.BAD_CHECKSUM
    if not is_legible or is_cut:
        # A file that is sound but breaks the rules is judged. One with bad checksums is refused.
        values = {"verdict": read.verdict.value, "line": read.line, "problem": read.problem}
        raise NotAGame(saves.VERDICT(path=path, **values))
    if any(isinstance(entry, MoveEntry) and entry.tried for entry in read.entries):
        ready_to_search("prove")
    with progress_bar("entry", many=len(read.entries) > _MANY) as show:
        proof = prove(read, witness, show, finder(path.parent.parent, data))
    holds, is_known = proof.holds and read.verdict is JournalVerdict.OK, proof.is_known
    is_proved = holds and read.is_ended and not is_known
    values = {"proved": is_proved, "holds": holds, "known": is_known, "finished": read.is_ended}
    where = {"line": read.line, "problem": read.problem}
    lines = list(proof.faults[:_MOST_FAULTS])
    if len(proof.faults) > _MOST_FAULTS:
        lines.append(words.MORE_FAULTS.format(count=len(proof.faults) - _MOST_FAULTS))
    if read.problem:
        lines.append(words.LINE_FAULT.format(path=path, **where))
    verdict = words.PROVED if read.is_ended else proof_words.UNFINISHED
    if is_known:
        verdict = proof_words.HOLDS_BUT_KNOWN
    lines += [verdict if holds else words.NOT_PROVED, *proof.facts]
    report = {**values, "faults": proof.faults, "facts": proof.facts, **where}
    answer(args, report, lines, indent=2)
    return 0 if holds and not is_known else FAILED
