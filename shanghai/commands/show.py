"""`shanghai show GAME`: prints what everybody, or one player, may see of a saved game."""

import argparse
import sys

from shanghai.commands.exits import FAILED, USAGE, Stop
from shanghai.commands.linear import console
from shanghai.commands.printing import answer, complain, say
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.seen import view_for
from shanghai.engine.state import Phase
from shanghai.linear.console import EndOfInput
from shanghai.records.views import as_json
from shanghai.storage.journal import Journal
from shanghai.storage.paths import data_dir
from shanghai.storage.saves import path_of, sound_game
from shanghai.table.pins import TypedPin
from shanghai.words import commands as words
from shanghai.words.view_lines import lines


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the game, and which player's hand is shown."""
    parser.add_argument("game", metavar="GAME", help=words.GAME)
    viewer = parser.add_mutually_exclusive_group(required=True)
    viewer.add_argument("--public", action="store_true", help=words.AS_EVERYBODY)
    viewer.add_argument("--as", dest="name", metavar="NAME", help=words.AS_PLAYER)
    parser.add_argument("--json", action="store_true", help=words.ONE_JSON)
    parser.add_argument("--reveal", action="store_true", help=words.REVEAL)


def run(args: argparse.Namespace) -> int:
    """Prints the view; 0: good; 1: a wrong PIN; 2: no such player; 3: a bad file."""
    read = sound_game(path_of(data_dir(args.data_dir), args.game))
    state, header = read.state, read.header
    assert state is not None
    assert header is not None
    viewer = NOBODY if args.public else state.seat_named(args.name)
    if viewer == NOBODY and not args.public:
        meant = words.guess(args.name, [seat.name for seat in state.seats])
        raise Stop(USAGE, words.NOBODY_CALLED.format(name=args.name, meant=meant))
    seed = header.seed if args.reveal and state.phase is Phase.GAME_OVER else ""
    if read.problem:
        verdict = read.verdict.value
        complain("show", words.SHOWN_STANDS.format(verdict=verdict, problem=read.problem))
    if viewer != NOBODY and not _may_see(read, viewer):
        raise Stop(FAILED, words.NOT_THE_PIN.format(name=args.name))
    view = view_for(state, viewer)
    code = header.terms.code
    more = {"seed": seed, "deal_code": code}
    shown_lines = [*lines(view, read.log, read.notes)]
    shown_lines += [words.SHOWN_CODE(code=code)] if code else []
    shown_lines += [words.SHOWN_SEED(seed=seed)] if seed else []
    shown = as_json(view) | {key: value for key, value in more.items() if value}
    return answer(args, shown, shown_lines, indent=2)


def _may_see(read: Journal, viewer: SeatIndex) -> bool:
    """Whether the hand of a seat may be shown. If its player has a PIN, it is asked for once. The
    hands of a finished game may always be shown."""
    known = read.resumption.pins if read.resumption is not None else {}
    if viewer not in known or (read.state is not None and read.state.phase is Phase.GAME_OVER):
        return True
    if sys.stdin is not None and sys.stdin.isatty():
        say(words.TYPE_PIN, sys.stderr)
    try:
        return TypedPin(console().read_hidden()).fits(known[viewer])
    except EndOfInput:
        return False
