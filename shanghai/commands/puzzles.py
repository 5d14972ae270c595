"""`shanghai puzzles`: asks the turning points of saved games again, in lines of text."""

import argparse
from datetime import date

from shanghai.commands.exits import USAGE, Stop
from shanghai.commands.linear import console
from shanghai.commands.options import folder_to_read
from shanghai.commands.printing import say
from shanghai.engine.cards import label
from shanghai.engine.game import refuse
from shanghai.linear.console import Console, EndOfInput
from shanghai.linear.table import order_of
from shanghai.records.notation import NotationError
from shanghai.review.puzzles import (
    SOLVED,
    Practice,
    Puzzle,
    PuzzlePosition,
    Puzzles,
    answer_lines,
    position_of,
    read_puzzles,
    standing_lines,
    verdict_on,
)
from shanghai.storage import files
from shanghai.storage.paths import data_dir
from shanghai.storage.saves import path_of, sound_game
from shanghai.words import linear, puzzles as words, typed
from shanghai.words.moves import Move
from shanghai.words.player_names import clean_name
from shanghai.words.refusals import reason
from shanghai.words.short_names import name_at, names_at
from shanghai.words.view_lines import lines


class _Ended(Exception):
    """The player wants no more puzzles."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds who tries the puzzles, and which set of them."""
    parser.add_argument("--player", metavar="NAME", help=words.PLAYER)
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--easy", action="store_true", help=words.EASY)
    chosen.add_argument("--all", action="store_true", help=words.ALL)


def run(args: argparse.Namespace) -> int:
    """Shows the figures of a person and asks the puzzles that are due today; 0: good.

    Ends with 2 for usage, 3 for a bad file, 4 if nothing can be stored.
    """
    data = data_dir(args.data_dir)
    folder_to_read(args)
    practice, puzzles = Practice(data), read_puzzles(data, label)
    person, today = _person(args, puzzles), files.clock().date()
    if args.easy or args.all:
        practice.choose_set(person, is_easy=args.easy)
    due = practice.due(person, puzzles.puzzles, today)
    for line in standing_lines(practice, person, puzzles, today):
        say(line)
    if due:
        _try_all(args, practice, person, due, today)
    return 0


def _person(args: argparse.Namespace, puzzles: Puzzles) -> str:
    """The person who tries: the named one, else the only one who has puzzles. Raises Stop if there
    are several. The name is empty if there are no puzzles."""
    if args.player is not None:
        if name := clean_name(args.player):
            return name
    elif len(puzzles.people) == 1:
        return puzzles.people[0]
    elif not puzzles.puzzles:
        return ""
    raise Stop(USAGE, words.WHO(people=list(puzzles.people)))


def _try_all(
    args: argparse.Namespace, practice: Practice, person: str, due: list[Puzzle], today: date
) -> None:
    """Asks one puzzle after the other, and stores each answer at once."""
    talk, solved, tried = console(), 0, 0
    data = data_dir(args.data_dir)
    try:
        for number, puzzle in enumerate(due, 1):
            position = position_of(sound_game(path_of(data, puzzle.game)), puzzle)
            heading = words.HEADING.format(number=number, count=len(due))
            name = name_at(position.view, position.seat)
            day = date.fromisoformat(puzzle.day)
            asks = words.QUESTION.format(heading=heading, day=day, name=name)
            talk.say("", asks, *lines(position.view, position.seen_events))
            talk.say(linear.hand_line(position.view))
            move = _read_move(talk, position)
            is_solved = verdict_on(puzzle, position.view, move) in SOLVED
            practice.note(person, puzzle, today, is_solved=is_solved)
            tried, solved = tried + 1, solved + is_solved
            talk.say("", *answer_lines(puzzle, position, move, label))
            if again := practice.when_again(person, puzzle):
                talk.say(again)
    except (_Ended, EndOfInput):
        return
    talk.say("", words.DONE.format(solved=solved, tried=tried))


def _read_move(talk: Console, position: PuzzlePosition) -> Move:
    """Asks for a move until a legal one is typed. None means that the card on offer is not called.
    Raises EndOfInput or _Ended."""
    view = position.view
    is_call = view.turn != view.viewer
    while True:
        talk.say(words.TYPE_CALL if is_call else words.TYPE_MOVE)
        line = talk.read()
        if not line and is_call:
            return None
        match typed.command_of(line):
            case "leave":
                raise _Ended
            case "hand":
                talk.say(linear.hand_line(view))
                continue
            case "table":
                talk.say(*lines(view, position.seen_events))
                continue
        try:
            action = order_of(line, view)
        except NotationError as error:
            talk.say(str(error))
            continue
        if refusal := refuse(view, action):
            talk.say(reason(view.rules, refusal, names_at(view)))
        elif action.seat != view.viewer:
            talk.say(words.ONLY_A_MOVE)
        else:
            return action
