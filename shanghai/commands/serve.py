"""`shanghai serve`: shows the terminal's table in a browser."""

import argparse
import asyncio
import re
import sys
from typing import Final

from shanghai.commands import play
from shanghai.commands.chosen_game import game_asked_for
from shanghai.commands.exits import USAGE, Stop
from shanghai.commands.printing import say
from shanghai.storage.paths import data_dir
from shanghai.web.addresses import ListenError
from shanghai.words import commands as words
from shanghai.words.installing import install_command

_LOOPBACK: Final = "127.0.0.1"
_PORT: Final = 8000
_HOST: Final = re.compile(r"(?=.{1,253}$)[\w:][\w:%-]{0,62}(\.[\w%-]{1,63})*\.?", re.ASCII)
"""The name of a host, with parts of at most 63 letters, or an address in numbers."""
_GAME: Final = (
    *("variant", "players", "seed", "house_rule", "handicap", "deal", "rounds", "jobs"),
)
"""The options of `shanghai play` that begin a game."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the address to listen at, and the game to begin, with the options of `shanghai play`."""
    host, port = words.HOST.format(host=_LOOPBACK), words.PORT.format(port=_PORT)
    parser.add_argument("--host", default=_LOOPBACK, metavar="HOST", help=host)
    parser.add_argument("--port", type=play.port_number, default=_PORT, metavar="PORT", help=port)
    play.add_game(parser)


def run(args: argparse.Namespace) -> int:
    """Serves the table until a signal ends it, and returns the exit code. 2: an option is wrong, or
    the libraries of the extra are missing; 128+n: ended by signal n."""
    asked = chosen_game(args)
    try:
        from shanghai.web.server import Auth, Launcher, TableServer, serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "shanghai":
            raise
        needed = words.NEEDS_EXTRA.format(name=error.name, install=install_command("web"))
        raise Stop(USAGE, needed) from None
    everywhere = [] if args.data_dir is None else [f"--data-dir={args.data_dir}"]
    everywhere += ["--ascii"] if args.ascii else []
    everywhere += ["--no-animation"] if args.no_animation else []
    server = TableServer(Launcher(data_dir(args.data_dir), everywhere, asked), Auth.of(args.host))
    try:
        return 128 + asyncio.run(serve(server, args.host, args.port, _say))
    except ListenError as error:
        raise Stop(USAGE, words.OTHER_PORT.format(error=error)) from None


def chosen_game(args: argparse.Namespace) -> list[str]:
    """The arguments with which each browser's game begins; empty if it begins with the menu. Raises
    Stop if an argument is wrong."""
    if not _HOST.fullmatch(args.host):
        raise Stop(USAGE, words.BAD_HOST.format(host=_LOOPBACK))
    asked = [
        f"--{option.replace('_', '-')}={value}"
        for option in _GAME
        if (given := getattr(args, option)) is not None and (option, given) != ("jobs", 1)
        for value in (given if isinstance(given, list) else [given])
    ]
    if asked:
        game_asked_for(args)
    return ["play", *asked] if asked else []


def _say(address: str) -> None:
    for line in words.SERVED:
        say(line.format(address=address))
    sys.stdout.flush()
