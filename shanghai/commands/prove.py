"""`shanghai prove GAME`: computes every card, pick and computer's move of a kept game again."""

import argparse

from shanghai.commands.printing import complain, say
from shanghai.storage.paths import data_dir
from shanghai.storage.saves import StoreError

HELP = "compute the cards and the computers' moves of a kept game again"
_FAILED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game."""
    parser.add_argument("game", metavar="GAME", help="the id of a kept game, or a path to its file")


def run(args: argparse.Namespace) -> int:
    """Prints `proved`, or what does not hold; 0: proved; 1: it is not; 3: a bad file."""
    from shanghai.records.proof import prove
    from shanghai.storage.course import sound_game
    from shanghai.storage.saves import path_of

    try:
        read = sound_game(path_of(data_dir(args.data_dir), args.game))
    except StoreError as error:
        complain("prove", error)
        return error.code
    if read.problem:
        complain("prove", f"{read.verdict.value}: {read.problem}; judged is what stands")
    proof = prove(read)
    for fault in proof.faults:
        say(fault)
    say("proved" if proof.holds else "not proved")
    for fact in proof.facts:
        say(fact)
    return 0 if proof.holds else _FAILED
