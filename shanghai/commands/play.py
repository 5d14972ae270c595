"""`shanghai play` and `shanghai` alone: the table in the terminal."""

import argparse
import os
import signal
import sys
from typing import TYPE_CHECKING, Any, Final

from shanghai.commands.exits import NO_TERMINAL
from shanghai.words import commands as words
from shanghai.words.grammar import listed

if TYPE_CHECKING:
    from shanghai.records.replay import Replay
    from shanghai.ui.options import ResumedGame, Start

_WEB_DRIVER: Final = "textual.drivers.web_driver:WebDriver"
_ROBUST_WEB_DRIVER: Final = "shanghai.terminal.web_driver:RobustWebDriver"
_HEEDED: Final = ("TEXTUAL_ANIMATIONS", "TEXTUAL_DISABLE_KITTY_KEY")
"""What Textual may hear from the environment; the rest is for those who write programs with it."""
_HEEDED_ON_WEB: Final = ("TEXTUAL_DRIVER", "TEXTUAL_COLOR_SYSTEM", "TEXTUAL_FPS")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game, and whether it is played in lines of text."""
    add_game(parser)
    parser.add_argument("--text", action="store_true", help=words.TEXT)
    add_in_words(parser)
    add_phones(parser)


def add_phones(parser: argparse.ArgumentParser) -> None:
    """Whether seats may be at phones, and where the table listens for them."""
    parser.add_argument("--phones", action="store_true", help=words.PHONES)
    parser.add_argument("--host", metavar="ADDRESS", default="", help=words.PHONES_HOST)
    parser.add_argument("--port", metavar="N", type=port_number, help=words.PHONES_PORT)


def port_number(text: str) -> int:
    """The number of a port; ArgumentTypeError for what can be none."""
    if not text.isascii() or not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(words.BAD_PORT.format(text=text))
    return int(text)


def add_in_words(parser: argparse.ArgumentParser) -> None:
    """Whether cards and moves are said in words, and how much is said at a question."""
    option: dict[str, Any] = {"dest": "in_words", "action": "store_const", "default": ""}
    parser.add_argument("--in-words", const="whole", help=words.IN_WORDS, **option)
    parser.add_argument("--in-few-words", const="short", help=words.IN_FEW_WORDS, **option)


def add_game(parser: argparse.ArgumentParser) -> None:
    """Variant, players, seed, house rules and what else a game is begun with."""
    parser.add_argument("--variant", metavar="ID", help=words.VARIANT_OR_PATH)
    parser.add_argument("--players", metavar="NAMES", help=words.PLAYERS)
    parser.add_argument("--seed", type=int, metavar="N", help=words.SEED)
    again: dict[str, Any] = {"action": "append", "default": []}
    rule = words.RULE_OR_NAME + words.SEVERAL_TIMES
    parser.add_argument("--house-rule", metavar="RULE", help=rule, **again)
    parser.add_argument("--handicap", metavar="NAME:PARTS", help=words.HANDICAP, **again)
    parser.add_argument("--deal", metavar="CODE", help=words.DEAL)
    parser.add_argument("--rounds", metavar="ROUNDS", help=words.ROUNDS)
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help=words.JOBS)


def more_help() -> str:
    """The computer players, and an example."""
    from shanghai.bots.levels import LEVELS, USUAL_LEVEL
    from shanghai.variants.library import known_variants

    known = LEVELS.offered()
    width = max(map(len, known))
    levels = "\n".join(f"  {name:{width}}  {level.character}" for name, level in known.items())
    variants = listed(known_variants(), ",")
    return words.AFTER_PLAY.format(usual=USUAL_LEVEL, levels=levels, variants=variants)


def run(args: argparse.Namespace) -> int:
    """Opens the table with the game asked for, or plays it in lines of text."""
    if args.text:
        from shanghai.commands.linear import start_in_lines

        return start_in_lines(args)
    from shanghai.commands.chosen_game import game_asked_for

    return open_table(args, game_asked_for(args))


def open_table(
    args: argparse.Namespace,
    start: "Start | None" = None,
    resume: "ResumedGame | None" = None,
    replay: "Replay | None" = None,
) -> int:
    """Checks the terminal, sets the environment right, and runs the interface."""
    is_web = is_in_browser()
    if wrong := terminal_fault():
        from shanghai.commands.printing import complain

        complain("", wrong)
        return NO_TERMINAL
    heeded = (*_HEEDED, *_HEEDED_ON_WEB) if is_web else _HEEDED
    for name in [*os.environ]:
        # The real size wins over COLUMNS and LINES; a browser has no other at first.
        is_size = name in ("COLUMNS", "LINES") and not is_web
        if is_size or (name.startswith("TEXTUAL") and name not in heeded):
            del os.environ[name]
    if is_web:
        os.environ["TEXTUAL_DRIVER"] = _ROBUST_WEB_DRIVER
    if args.no_animation:
        os.environ["TEXTUAL_ANIMATIONS"] = "none"
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # What is imported now is no place for an interruption: it could be lost there.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from shanghai.commands.options import phones_of
    from shanghai.ui.app import run_app
    from shanghai.ui.options import Options

    is_ascii, moves = args.ascii or not is_unicode_safe(), not args.no_animation
    cores, phones = getattr(args, "jobs", 1), phones_of(args)
    return run_app(Options(args.data_dir, is_ascii, moves, start, resume, replay, cores, phones))


def is_in_browser() -> bool:
    """Whether a server shows the table in a browser, by the variable that textual-serve sets."""
    stream = sys.stdout
    is_terminal = stream is not None and stream.isatty()
    return os.environ.get("TEXTUAL_DRIVER") == _WEB_DRIVER and not is_terminal


def terminal_fault(command: str = "play") -> str | None:
    """Why the table cannot be shown here, as a sentence that leads on; None if it can."""
    if is_in_browser():
        return None
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if not all(stream is not None and stream.isatty() for stream in streams):
        return words.NO_TERMINAL.format(command=command)
    return words.DUMB_TERMINAL if os.environ.get("TERM") == "dumb" else None


def is_unicode_safe() -> bool:
    """Whether the screen takes UTF-8; where it does not, foreign letters become question marks."""
    stream = sys.__stderr__
    encoding = (getattr(stream, "encoding", None) or "").lower().replace("-", "")
    if encoding == "utf8":
        return True
    if stream is not None and hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")
    return False
