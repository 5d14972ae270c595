"""The command line as it is read: the commands, their help, and guesses at mistyped words."""

import argparse
import importlib
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NoReturn

from shanghai import __version__
from shanghai.commands.exits import with_exit_code
from shanghai.words import commands as words
from shanghai.words.commands import guess

HELP: Final = "help"
_COMMON: Final = ("--ascii", "--no-animation", "--data-dir")
"""How the options begin that belong to every command."""
_MOST_SAID: Final = 2000
_OPTION: Final = r"(?<![\w-])--[a-z][\w-]*"


class CommandParser(argparse.ArgumentParser):
    """A parser whose help names the exit codes, and that guesses what a mistyped word means."""

    given: Sequence[str] = ()
    """What was typed."""
    more_help: Callable[[], str] | None = None
    """The end of the help where it takes time to be written."""
    chosen: "CommandParser | None" = None
    """The parser of the command that was typed."""

    def format_help(self) -> str:
        """The help with what belongs to it alone, and the exit codes."""
        parts = [super().format_help()]
        if self.more_help is not None:
            parts.append(self.more_help())
        return "\n".join([*parts, words.EXIT_CODES])

    def error(self, message: str) -> NoReturn:
        """Ends the program with code 2 and a sentence, with a guess where a word was mistyped."""
        found = re.match(r"argument (\S+): invalid choice: '(.*)' \(choose from (.*)\)", message)
        if found is not None:
            meant = guess(found[2], re.findall(r"'([^']+)'", found[3]))
            if found[1] == "COMMAND":
                message = words.NO_COMMAND.format(word=found[2], meant=meant, program=self.prog)
            else:
                message += meant
        else:
            message = self._unknown_option() or message
        from shanghai.words.sanitize import sanitize

        super().error(sanitize(message, _MOST_SAID))

    def _unknown_option(self) -> str:
        """A sentence about the first option that is not known; empty where all are."""
        parsers = [self, *([self.chosen] if self.chosen is not None else [])]
        known = {
            option for parser in parsers for option in re.findall(_OPTION, parser.format_help())
        }
        for word in self.given:
            if word == "--":
                break
            name = word.partition("=")[0]
            if name.startswith("--") and not any(option.startswith(name) for option in known):
                return words.NO_OPTION.format(word=name, meant=guess(name, known))
        return ""


def make_parser(arguments: Sequence[str], loaded: Sequence[str] = ()) -> CommandParser:
    """The parser for these arguments; the command that they name is loaded, or those asked for.

    Each command that is described takes time at every start: one that is named stands alone, and
    the options of the table need none.
    """
    parser = CommandParser(prog="shanghai", description=words.ABOUT)
    parser.given = arguments
    parser.add_argument("-V", "--version", action="version", version=f"shanghai {__version__}")
    _add_common(parser, None, False)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    word = next(_words(arguments), "")
    named = loaded or [name for name in words.COMMANDS if name == word]
    before = arguments[: arguments.index(word)] if word else arguments
    options = [option for option in before if option.startswith("-")]
    is_short = all(option.startswith(_COMMON) for option in options) and (named or not word)
    for name in named if is_short else words.COMMANDS:
        sub = commands.add_parser(name, help=words.COMMANDS[name], description=words.COMMANDS[name])
        _add_common(sub, argparse.SUPPRESS, argparse.SUPPRESS)
        if name in named:
            module = importlib.import_module(f"shanghai.commands.{name}")
            module.add_arguments(sub)
            sub.set_defaults(run=with_exit_code(module.run))
            sub.given, sub.more_help = arguments, getattr(module, "more_help", None)
            parser.chosen = sub
    if loaded or not is_short:
        commands.add_parser(HELP, help=words.HELP_HELP)
    return parser


def _add_common(parser: argparse.ArgumentParser, folder: str | None, flag: str | bool) -> None:
    """The options that stand before or after a command; after one they have no default."""
    group = parser.add_argument_group("everywhere")
    group.add_argument("--data-dir", metavar="DIR", default=folder, help=words.DATA_DIR)
    group.add_argument("--ascii", action="store_true", default=flag, help=words.ASCII)
    group.add_argument("--no-animation", action="store_true", default=flag, help=words.NO_ANIMATION)


def spelled_out(given: Sequence[str]) -> list[str]:
    """The arguments with `help COMMAND` written as `COMMAND --help`."""
    if next(_words(given), "") != HELP:
        return list(given)
    at = next(at for at, word in enumerate(given) if word == HELP and not _is_value(given, at))
    return [*given[:at], *given[at + 1 :], "--help"]


def _words(given: Sequence[str]) -> Iterator[str]:
    for at, word in enumerate(given):
        if not word.startswith("-") and not _is_value(given, at):
            yield word


def _is_value(given: Sequence[str], at: int) -> bool:
    before = given[at - 1] if at else ""
    return len(before) > len("--") and "--data-dir".startswith(before)


def named_folder(given: Sequence[str]) -> str | None:
    """The data folder that the arguments name, also where the rest of them cannot be read."""
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    parser.add_argument("--data-dir")
    try:
        folder: str | None = parser.parse_known_args(given)[0].data_dir
    except argparse.ArgumentError:
        return None
    return folder
