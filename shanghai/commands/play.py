"""`shanghai play`, and `shanghai` alone: opens the table in the terminal."""

import argparse
import os
import signal
import sys
from typing import TYPE_CHECKING, Any, Final

from shanghai.commands.exits import NO_TERMINAL, fail
from shanghai.commands.options import phones_of
from shanghai.ui.options import Options
from shanghai.words import commands as words
from shanghai.words.grammar import listed

if TYPE_CHECKING:
    from shanghai.records.replay import Replay
    from shanghai.ui.options import ResumedGame, Start

_WEB_DRIVER: Final = "textual.drivers.web_driver:WebDriver"
_ROBUST_WEB_DRIVER: Final = "shanghai.terminal.web_driver:RobustWebDriver"
_ALLOWED_VARIABLES: Final = ("TEXTUAL_ANIMATIONS", "TEXTUAL_DISABLE_KITTY_KEY")
"""The variables of the environment that Textual may see. Its other ones are for developers."""
_ALLOWED_ON_WEB: Final = ("TEXTUAL_DRIVER", "TEXTUAL_COLOR_SYSTEM", "TEXTUAL_FPS")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the game, and whether it is played in lines of text."""
    add_game(parser)
    parser.add_argument("--text", action="store_true", help=words.TEXT)
    add_in_words(parser)
    add_phones(parser)


def add_phones(parser: argparse.ArgumentParser) -> None:
    """Adds whether seats may be at phones, and the address and port where the table listens."""
    parser.add_argument("--phones", action="store_true", help=words.PHONES)
    parser.add_argument("--host", metavar="ADDRESS", default="", help=words.PHONES_HOST)
    parser.add_argument("--port", metavar="N", type=port_number, help=words.PHONES_PORT)


def port_number(text: str) -> int:
    """The number of a port; raises ArgumentTypeError if the text is not one."""
    if not text.isascii() or not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(words.BAD_PORT.format(text=text))
    return int(text)


def add_in_words(parser: argparse.ArgumentParser) -> None:
    """Adds whether cards and moves are printed in words, and how much at each question."""
    option: dict[str, Any] = {"dest": "in_words", "action": "store_const", "default": ""}
    parser.add_argument("--in-words", const="whole", help=words.IN_WORDS, **option)
    parser.add_argument("--in-few-words", const="short", help=words.IN_FEW_WORDS, **option)


def add_game(parser: argparse.ArgumentParser) -> None:
    """Adds all that a game is begun with: variant, players, seed, house rules and more."""
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
    """The end of the help: the computer players and the variants."""
    from shanghai.bots.levels import LEVELS, USUAL_LEVEL
    from shanghai.variants.library import known_variants

    known = LEVELS.offered()
    width = max(map(len, known))
    levels = "\n".join(f"  {name:{width}}  {level.description}" for name, level in known.items())
    variants = listed(known_variants(), ",")
    return words.AFTER_PLAY.format(usual=USUAL_LEVEL, levels=levels, variants=variants)


def run(args: argparse.Namespace) -> int:
    """Opens the table with the game that the arguments name, or plays it in lines of text."""
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
    """Runs the screens, with a game to start or to resume, a replay, or the menu.

    Returns the exit code; 6 if this terminal cannot show them. Variables of the environment that
    would disturb Textual are removed.
    """
    is_web = is_in_browser()
    if fault := terminal_fault():
        return fail(NO_TERMINAL, fault)
    allowed = (*_ALLOWED_VARIABLES, *_ALLOWED_ON_WEB) if is_web else _ALLOWED_VARIABLES
    for name in [*os.environ]:
        # The real size counts, and not COLUMNS and LINES. In a browser they are the first size.
        is_size = name in ("COLUMNS", "LINES") and not is_web
        if is_size or (name.startswith("TEXTUAL") and name not in allowed):
            del os.environ[name]
    if is_web:
        os.environ["TEXTUAL_DRIVER"] = _ROBUST_WEB_DRIVER
    if args.no_animation:
        os.environ["TEXTUAL_ANIMATIONS"] = "none"
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # Ctrl+C ends the process while modules are imported: an exception could be lost there.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    # Textual reads the variables of the environment when it is imported.
    from shanghai.ui.app import run_app

    is_ascii, moves = args.ascii or not is_unicode_safe(), not args.no_animation
    cores, phones = getattr(args, "jobs", 1), phones_of(args)
    return run_app(Options(args.data_dir, is_ascii, moves, start, resume, replay, cores, phones))


def is_in_browser() -> bool:
    """Whether a server runs this process to show the table in a browser. It sets a variable of the
    environment, as textual-serve does."""
    stream = sys.stdout
    is_terminal = stream is not None and stream.isatty()
    return os.environ.get("TEXTUAL_DRIVER") == _WEB_DRIVER and not is_terminal


def terminal_fault(command: str = "play") -> str | None:
    """Why the table cannot be shown here, and what to do instead; None if it can be shown."""
    if is_in_browser():
        return None
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if not all(stream is not None and stream.isatty() for stream in streams):
        return words.NO_TERMINAL.format(command=command)
    return words.DUMB_TERMINAL if os.environ.get("TERM") == "dumb" else None


def is_unicode_safe() -> bool:
    """Whether the terminal takes UTF-8. If not, standard error is set to print question marks for
    the letters that it lacks."""
    stream = sys.__stderr__
    encoding = (getattr(stream, "encoding", None) or "").lower().replace("-", "")
    if encoding == "utf8":
        return True
    if stream is not None and hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")
    return False
