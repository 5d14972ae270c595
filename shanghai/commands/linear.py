"""`play --text` and `resume --text`: a game in lines, on standard input and output."""

import argparse
import gc
import os
import shlex
import sys
from collections.abc import Callable
from typing import TypeVar

from shanghai.bots.thoughts import search_with
from shanghai.commands import options
from shanghai.commands.chosen_game import read_players, start_of_code, with_handicaps
from shanghai.commands.chosen_rules import chosen_rounds, chosen_rules
from shanghai.commands.exits import NO_TERMINAL, USAGE, Stop
from shanghai.commands.options import phones_of
from shanghai.commands.working import Stopped, stopped_by_signals
from shanghai.engine.rules import Rules
from shanghai.linear.console import Console, EndOfInput, InWords
from shanghai.linear.game import play_in_lines
from shanghai.linear.table import Left
from shanghai.storage.entries import Terms
from shanghai.storage.paths import data_dir
from shanghai.storage.settings import load
from shanghai.storage.writer import GameWriter
from shanghai.table.chance import cards_of
from shanghai.table.host import Host
from shanghai.ui.options import Start
from shanghai.variants.library import shipped_variants
from shanghai.variants.loader import load_variant
from shanghai.web.addresses import ListenError
from shanghai.words import commands, linear as words
from shanghai.words.games import of_game

T = TypeVar("T")


def console(in_words: InWords = "", *, is_unbuffered: bool = False) -> Console:
    """Standard input and output as a conversation in lines. The input must be unbuffered if a
    thread reads it. Such a thread may still wait for a line when the program ends."""
    source = getattr(sys.stdin, "buffer", None)
    if is_unbuffered and source is not None:
        source = open(os.dup(source.fileno()), "rb", buffering=0)  # noqa: SIM115
    return Console(source, sys.stdout, in_words)


def run_in_lines(
    args: argparse.Namespace, host: Host, writer: GameWriter, talk: Console, problem: str = ""
) -> int:
    """Plays a game in lines until it is over or left, and returns the exit code."""
    # The collector is switched off so that screens start fast. Here it is needed from the start.
    gc.enable()
    host.computers.search = search_with(getattr(args, "jobs", 1))
    code = 0
    phones = phones_of(args)
    try:
        with stopped_by_signals():
            talk.say(*filter(None, [problem, words.TYPE_HELP]))
            play_in_lines(host, writer, talk, load(data_dir(args.data_dir)), phones)
            return 0
    except Left:
        pass
    except ListenError as error:
        raise Stop(USAGE, str(error)) from None
    except EndOfInput:
        talk.say(words.INPUT_ENDED)
    except Stopped as stopped:
        code = stopped.code
    finally:
        if phones is not None:
            phones.close()
        writer.close()
        host.close()
    folder = f" --data-dir {shlex.quote(args.data_dir)}" if args.data_dir else ""
    talk.say(writer.problem or words.HOW_TO_GO_ON.format(game=writer.id, folder=folder))
    return code


def start_in_lines(args: argparse.Namespace) -> int:
    """Starts a game in lines, and asks for what the command line leaves out. Raises Stop if an
    argument is wrong."""
    if sys.stdout is None:
        raise Stop(NO_TERMINAL, commands.NO_LINES)
    talk = console(args.in_words, is_unbuffered=args.phones)
    data = data_dir(args.data_dir)
    try:
        start = with_handicaps(_start(args, talk), args.handicap)
    except EndOfInput:
        talk.say(words.NO_GAME_STARTED)
        return 0
    host = Host(start.rules, start.players, start.cards)
    terms = Terms(code=start.code, known_seed=start.cards.seed is not None)
    return run_in_lines(args, host, GameWriter.begin(data, host, terms=terms), talk)


def _start(args: argparse.Namespace, talk: Console) -> Start:
    """The game from the command line, and from the answers to questions."""
    if args.deal is not None and args.players is not None:
        return start_of_code(args.deal, args.players, options.folder_to_read(args))
    rules = chosen_rounds(_ask_rules(args, talk), args.rounds)
    if args.players is not None:
        players = read_players(args.players, rules)
    else:
        players = ask_until(talk, words.WHO_PLAYS, lambda line: read_players(line, rules))
    return Start(rules, players, cards_of(args.seed))


def _ask_rules(args: argparse.Namespace, talk: Console) -> Rules:
    """The rules from the command line, or those that the player chooses from a list."""
    data = options.folder_to_read(args)
    if args.variant is not None:
        return chosen_rules(args.variant, args.house_rule, data)
    known = shipped_variants()
    names = [of_game(load_variant(name).name) for name in known]
    talk.say(*(f"{number}: {name}" for number, name in enumerate(names, 1)))

    def read(line: str) -> Rules:
        is_number = line.isdecimal() and line.isascii() and 1 <= int(line[:3]) <= len(known)
        return chosen_rules(known[int(line[:3]) - 1] if is_number else line, args.house_rule, data)

    return ask_until(talk, words.WHICH_RULES, read)


def ask_until(talk: Console, question: str, read: Callable[[str], T]) -> T:
    """Asks a question until `read` can read the answer, and returns what it has read. `read` raises
    Stop for a bad answer, whose message is printed. Raises EndOfInput."""
    talk.say(question)
    while True:
        try:
            return read(talk.read())
        except Stop as fault:
            talk.say(str(fault))
