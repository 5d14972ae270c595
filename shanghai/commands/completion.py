"""`shanghai completion SHELL`: a script with which a shell completes commands and options."""

import argparse
from typing import Final

from shanghai.commands.exits import USAGE
from shanghai.commands.parser import make_parser
from shanghai.commands.printing import complain
from shanghai.words import commands as words

_SHELLS: Final = ("bash", "zsh", "tcsh")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The shell."""
    parser.add_argument("shell", choices=_SHELLS, metavar="SHELL", help=", ".join(_SHELLS))


def more_help() -> str:
    """Where the script belongs."""
    return words.WHERE_COMPLETION_BELONGS


def run(args: argparse.Namespace) -> int:
    """Prints the script."""
    try:
        import shtab
    except ModuleNotFoundError:
        complain("completion", words.NO_SHTAB)
        return USAGE
    print(shtab.complete(make_parser((), [*words.COMMANDS]), args.shell))
    return 0
