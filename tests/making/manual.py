"""The manual page of the program, made from the parser of its command line.

python -m tests.making.manual > shanghai.1        then: man -l shanghai.1
"""

import argparse
import re
from collections.abc import Iterator

from shanghai import __version__
from shanghai.commands.parser import CommandParser, make_parser
from shanghai.words import commands as words

_COMMON = ("help", "version", "data_dir", "ascii", "no_animation", "language")
FILES = {
    "~/.local/share/shanghai": "all that is written: games, scores, settings, variants of one's own"
}
ENVIRONMENT = {
    "SHANGHAI_HOME": "the folder for all that is written, where --data-dir names none",
    "NO_COLOR": "where it is set, nothing has a colour",
    "TEXTUAL_ANIMATIONS": "none: nothing moves",
}


def manual() -> str:
    """The page, in the language of man."""
    parser = make_parser((), [*words.COMMANDS])
    lines = [f'.TH SHANGHAI 1 "" "shanghai {__version__}" "Games"', ".SH NAME"]
    lines += ["shanghai \\- contract rummy for a family at one terminal", ".SH SYNOPSIS"]
    lines += [".B shanghai", "[options] [command ...]", ".SH DESCRIPTION", plain(words.ABOUT)]
    lines += [".SH OPTIONS", *options(parser, common=True), ".SH COMMANDS"]
    for name, sub in commands(parser):
        if name != words.HELP:
            lines += command(f"shanghai {name}", sub)
    lines += [".SH EXIT STATUS", plain(words.EXIT_CODES.partition(":")[2].strip())]
    for heading, entries in (("FILES", FILES), ("ENVIRONMENT", ENVIRONMENT)):
        lines += [f".SH {heading}"]
        for name, text in entries.items():
            lines += [".TP", f"\\fB{plain(name)}\\fR", plain(text)]
    return "\n".join(line for line in lines if line) + "\n"


def commands(parser: argparse.ArgumentParser) -> Iterator[tuple[str, CommandParser]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def command(name: str, parser: CommandParser) -> list[str]:
    """A command with what it takes and what its help adds, then its actions."""
    lines = [f".SS {name}", plain(parser.description or "")]
    lines += options(parser)
    more = [parser.epilog or "", parser.more_help() if parser.more_help else ""]
    for text in filter(None, more):
        lines += [".PP", ".nf", *map(plain, text.rstrip().splitlines()), ".fi"]
    for action, sub in commands(parser):
        lines += command(f"{name} {action}", sub)
    return lines


def options(parser: argparse.ArgumentParser, *, common: bool = False) -> Iterator[str]:
    """What a parser takes, an entry an argument; what all commands take stands once alone."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            continue
        if (action.dest in _COMMON) == common and (common or action.dest != "help"):
            shape = action.metavar or "|".join(action.choices or ()) or action.dest.upper()
            value = " ".join(shape) if isinstance(shape, tuple) else str(shape)
            value = "" if action.nargs == 0 else f"\\fI{plain(value)}\\fR"
            names = ", ".join(f"\\fB{plain(name)}\\fR" for name in action.option_strings)
            yield from (
                ".TP",
                f"{names} {value}".strip(),
                plain((action.help or "") % vars(action)),
            )


def plain(text: str) -> str:
    """A text with nothing in it that man takes for a command."""
    text = re.sub(r"[\\-]", lambda found: {"\\": "\\e", "-": "\\-"}[found[0]], text)
    return re.sub(r"(?m)^(?=[.'])", r"\\&", text)


if __name__ == "__main__":
    print(manual(), end="")
