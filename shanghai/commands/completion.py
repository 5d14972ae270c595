"""`shanghai completion SHELL`: a script with which a shell completes commands and options."""

import argparse
from typing import Final

from shanghai.commands.exits import USAGE
from shanghai.commands.parser import COMMANDS, make_parser
from shanghai.commands.printing import complain

_SHELLS: Final = ("bash", "zsh", "tcsh")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The shell."""
    parser.add_argument("shell", choices=_SHELLS, metavar="SHELL", help=", ".join(_SHELLS))


def more_help() -> str:
    """Where the script belongs."""
    return """\
to use it: shanghai completion bash > ~/.local/share/bash-completion/completions/shanghai
       or: shanghai completion zsh > a folder of $fpath, as _shanghai
"""


def run(args: argparse.Namespace) -> int:
    """Prints the script."""
    try:
        import shtab
    except ModuleNotFoundError:
        complain("completion", "shtab is not installed; pip install shtab")
        return USAGE
    print(shtab.complete(make_parser((), [*COMMANDS]), args.shell))
    return 0
