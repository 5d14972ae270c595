"""`shanghai replay GAME`: steps through a saved game, on the screen or in lines of text."""

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from shanghai.commands.exits import BAD_FILE, USAGE, Stop
from shanghai.commands.play import open_table, terminal_fault
from shanghai.commands.printing import answer
from shanghai.engine.seats import NOBODY
from shanghai.records.replay import Replay
from shanghai.storage.paths import data_dir
from shanghai.storage.saves import path_of, sound_game
from shanghai.words import commands as words
from shanghai.words.setup import round_title


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the game, and which player's hand is shown."""
    parser.add_argument("game", metavar="GAME", help=words.GAME)
    eyes = parser.add_mutually_exclusive_group()
    eyes.add_argument("--as", dest="name", metavar="NAME", help=words.REPLAY_AS)
    eyes.add_argument("--all", action="store_true", help=words.REPLAY_ALL)
    parser.add_argument("--text", action="store_true", help=words.REPLAY_TEXT)
    parser.add_argument("--json", action="store_true", help=words.ONE_JSON)


def run(args: argparse.Namespace) -> int:
    """Opens the replay on the screen, or prints it, and returns the exit code. 0: good; 2: no such
    player; 3: a bad file, or the game is not finished and hands are secret."""
    replay = Replay(sound_game(path_of(data_dir(args.data_dir), args.game)))
    wants_hands = args.all or args.name is not None
    if wants_hands and not replay.is_finished:
        raise Stop(BAD_FILE, words.NOT_FINISHED)
    if not (args.text or args.json or wants_hands) and sys.stdout.isatty() and not terminal_fault():
        return open_table(args, replay=replay)
    seat = NOBODY
    if args.name is not None:
        # Names can change during a game: the name at the end counts first, then at the beginning.
        views = (replay.view(position) for position in (replay.last, 0))
        seats = (view.seat_named(args.name) for view in views)
        seat = next((each for each in seats if each != NOBODY), NOBODY)
        if seat == NOBODY:
            meant = words.guess(args.name, [each.name for each in replay.view(replay.last).seats])
            raise Stop(USAGE, words.NOBODY_CALLED.format(name=args.name, meant=meant))
    sentences = partial(replay.sentences, viewer=seat, all_eyes=args.all)
    return answer(args, _as_plain(replay, sentences), _lines(replay, sentences))


def _lines(replay: Replay, sentences: Callable[[int], list[str]]) -> Iterator[str]:
    """Yields the game as lines, each round below its title."""
    for position in range(1, replay.last + 1):
        if position in replay.rounds:
            view = replay.view(position)
            yield round_title(view.rules, view.round)
        yield from (f"  {sentence}" for sentence in sentences(position))


def _as_plain(replay: Replay, sentences: Callable[[int], list[str]]) -> dict[str, Any]:
    """The game as plain values for JSON. Its moves are numbered from 1."""
    views = [replay.view(position) for position in range(replay.last + 1)]
    return {
        "title": replay.title,
        "variant": views[0].rules.id,
        "players": [seat.name for seat in views[0].seats],
        "finished": replay.is_finished,
        "moves": [
            {"number": number, "round": views[number].round, "sentences": sentences(number)}
            for number in range(1, replay.last + 1)
        ],
    }
