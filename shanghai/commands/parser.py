"""The parser of the command line: the commands, their help, and the options of all commands."""

import argparse
import importlib
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from shutil import get_terminal_size
from typing import Any, Final, NoReturn

from shanghai import __version__
from shanghai.commands.exits import UNRECOGNIZED, USAGE, with_exit_code
from shanghai.terminal.size import bounded_size
from shanghai.words import commands as words
from shanghai.words.language import languages

_FOLDER: Final = "--data-dir"
_LANGUAGE: Final = "--language"
_COMMON: Final = ("--ascii", "--no-animation", _FOLDER, _LANGUAGE)
"""The options that every command has. They may come before the command or after it."""
_MARGIN: Final = 2
"""How many cells a line of help leaves free at the right."""


class Help(argparse.HelpFormatter):
    """Lays out the help. Before the usage is a word in the current language."""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: Any = None) -> None:  # noqa: ANN401
        """Adds the usage, as argparse's method does, but not with an English word."""
        super().add_usage(usage, actions, groups, words.USAGE if prefix is None else prefix)


class HelpInLines(Help, argparse.RawDescriptionHelpFormatter):
    """Lays out a help whose end is already broken into lines."""


class CommandParser(argparse.ArgumentParser):
    """A parser with the options of all commands. `given` are the words that were typed."""

    more_help: Callable[[], str] | None = None
    """A function that makes the end of the help, if that takes time; else None."""

    def __init__(self, *, given: Sequence[str], is_top: bool = False, **more: Any) -> None:  # noqa: ANN401
        super().__init__(allow_abbrev=False, add_help=False, formatter_class=Help, **more)
        self._positionals.title, self._optionals.title = words.VALUES_TITLE, words.OPTIONS_TITLE
        self.add_argument("-h", "--help", action="help", help=words.HELP_OPTION)
        self.given = given
        if is_top:
            version: dict[str, Any] = {"action": "version", "version": f"shanghai {__version__}"}
            self.add_argument("-V", "--version", help=words.VERSION, **version)
        group = self.add_argument_group(words.EVERYWHERE)
        folder, flag = (None, False) if is_top else (argparse.SUPPRESS, argparse.SUPPRESS)
        group.add_argument(_FOLDER, metavar="DIR", default=folder, help=words.DATA_DIR)
        group.add_argument("--ascii", action="store_true", default=flag, help=words.ASCII)
        moves = words.NO_ANIMATION
        group.add_argument("--no-animation", action="store_true", default=flag, help=moves)
        choices: dict[str, Any] = {"choices": languages(), "metavar": "LANG"}
        group.add_argument(_LANGUAGE, default=argparse.SUPPRESS, help=words.LANGUAGE, **choices)

    def add_subparsers(self, **more: Any) -> Any:  # noqa: ANN401
        """Like argparse's method. Hands the typed words on to each subparser, for its messages."""
        more["parser_class"] = partial(type(self), given=self.given)
        return super().add_subparsers(**more)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401
        """Like argparse's method, but refuses letters after a flag of one letter, as in `-help`.
        Some versions of Python take that for `-h` and print the help, others refuse it."""
        typed = sys.argv[1:] if args is None else [*args]
        for word in typed[: [*typed, "--"].index("--")]:
            flag = self._option_string_actions.get(word[:2])
            if flag is not None and flag.nargs == 0 and word[2:3].isalnum():
                self.error(f"{UNRECOGNIZED}{word}")
        return super().parse_known_args(typed, namespace)

    def _get_formatter(self) -> argparse.HelpFormatter:
        """A formatter for help that fits the terminal."""
        make_formatter: Callable[..., argparse.HelpFormatter] = self.formatter_class
        return make_formatter(prog=self.prog, width=_text_width())

    def format_usage(self) -> str:
        """The usage, broken into the same lines on every version of Python."""
        self.usage = _usage(self)
        return super().format_usage()

    def format_help(self) -> str:
        """The help, with its own end if it has one, and with the exit codes."""
        self.usage = _usage(self)
        parts = [super().format_help()]
        if self.more_help is not None:
            parts.append(self.more_help())
        return "\n".join([*parts, words.EXIT_CODES])

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ANN401
        """Prints help and messages. Raises OSError if help cannot be written."""
        if file is not sys.stdout:
            super()._print_message(message, file)
        elif message:
            file.write(message)

    def error(self, message: str) -> NoReturn:
        """Ends the program with code 2. It prints a sentence that says what was probably meant, and
        the usage below it."""
        from shanghai.commands.mistakes import explained

        fault = words.FAULT_LINE.format(
            program=self.prog, fault=explained(self, self.given, message)
        )
        self._print_message(f"{fault}\n", sys.stderr)
        self.print_usage(sys.stderr)
        self.exit(USAGE)


def _usage(parser: argparse.ArgumentParser) -> str:
    """The usage of a command, in lines that fit the terminal. A `%` is doubled for argparse."""
    options, positionals = _usage_parts(parser)
    prefix = words.USAGE
    width = _text_width()
    name_width = len(prefix) + len(parser.prog) + 1
    indent = "".ljust(name_width if name_width <= width * 3 // 4 else len(prefix))
    paragraphs = [[parser.prog, *options, *positionals]]
    if len(prefix) + len(" ".join(paragraphs[0])) > width:
        paragraphs = [[parser.prog, *options], positionals]
    lines: list[str] = []
    for paragraph in filter(None, paragraphs):
        # A part must not be broken: textwrap does not break a line at a blank of this kind.
        text = " ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in paragraph)
        first = indent if lines else " " * len(prefix)
        how: dict[str, Any] = {"break_long_words": False, "break_on_hyphens": False}
        lines += textwrap.wrap(text, width, initial_indent=first, subsequent_indent=indent, **how)
    return "\n".join(lines)[len(prefix) :].replace("\N{NO-BREAK SPACE}", " ").replace("%", "%%")


def _usage_parts(parser: argparse.ArgumentParser) -> tuple[list[str], list[str]]:
    """Two lists for the usage: the options of a command, and its other arguments."""
    groups = {
        id(action): group
        for group in parser._mutually_exclusive_groups
        for action in group._group_actions
    }
    options: dict[int, str] = {}
    positionals: list[str] = []
    for action in parser._actions:
        group = groups.get(id(action))
        if not action.option_strings:
            positionals.append(_values_shape(action))
        elif group is None:
            options[id(action)] = _option_shape(action, is_needed=action.required)
        else:
            choices = [_option_shape(each, is_needed=True) for each in group._group_actions]
            either = " | ".join(choices)
            options[id(group)] = f"({either})" if group.required else f"[{either}]"
    return [*options.values()], positionals


def _option_shape(action: argparse.Action, *, is_needed: bool) -> str:
    """An option with its values, as in the usage: in brackets if it may be left out."""
    shape = f"{action.option_strings[0]} {_values_shape(action)}".rstrip()
    return shape if is_needed else f"[{shape}]"


def _values_shape(action: argparse.Action) -> str:
    """The values of an argument, as in the usage, such as `PATH [PATH ...]`."""
    if action.nargs == 0:
        return ""
    if isinstance(action.metavar, tuple):
        return " ".join(action.metavar)
    choices = ",".join(map(str, action.choices or ()))
    name = action.metavar or (f"{{{choices}}}" if choices else action.dest)
    shapes = {"?": f"[{name}]", "*": f"[{name} ...]", "+": f"{name} [{name} ...]"}
    shapes[argparse.PARSER] = f"{name} ..."
    if isinstance(action.nargs, int):
        return " ".join([name] * action.nargs)
    return shapes.get(str(action.nargs), name)


def _text_width() -> int:
    """The width of a line of help in cells: a little less than the terminal has."""
    columns, _ = bounded_size(get_terminal_size().columns, 1)
    return max(1, columns - _MARGIN)


def make_parser(arguments: Sequence[str], loaded: Sequence[str] = ()) -> CommandParser:
    """The parser for these arguments.

    To be fast, it has only the command that they name, or those in `loaded`, and loads the modules
    of these alone. It has all commands if the named one is unknown, or comes after other options
    than those of all commands.
    """
    parser = CommandParser(prog="shanghai", description=words.ABOUT, given=arguments, is_top=True)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title=words.THE_COMMANDS)
    word = next(_words(arguments), "")
    named = loaded or [name for name in words.COMMANDS if name == word]
    before = arguments[: arguments.index(word)] if word else arguments
    options = [option for option in before if option.startswith("-")]
    is_short = all(option.startswith(_COMMON) for option in options) and (named or not word)
    for name in named if is_short else words.COMMANDS:
        sub = commands.add_parser(name, help=words.COMMANDS[name], description=words.COMMANDS[name])
        if name in named:
            module = importlib.import_module(f"shanghai.commands.{name}")
            module.add_arguments(sub)
            sub.set_defaults(run=with_exit_code(module.run))
            sub.more_help = getattr(module, "more_help", None)
    if loaded or not is_short:
        command = commands.add_parser(words.HELP, help=words.HELP_HELP, description=words.HELP_HELP)
        command.add_argument("of", metavar="COMMAND", choices=[*words.COMMANDS])
    _name_places(parser)
    return parser


def _name_places(parser: argparse.ArgumentParser) -> None:
    """Translates the placeholders of values, such as `FILE`, to the current language."""
    for action in parser._actions:
        takes_any = action.nargs != 0 and action.choices is None
        named = action.metavar or (action.dest.upper() if takes_any else None)
        if isinstance(named, tuple):
            action.metavar = tuple(map(words.place, named))
        elif named is not None:
            action.metavar = words.place(named)
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                _name_places(each)


def spelled_out(given: Sequence[str]) -> list[str]:
    """The arguments, with `help COMMAND` replaced by `COMMAND --help`."""
    if next(_words(given), "") != words.HELP:
        return list(given)
    indexes = (index for index, word in enumerate(given) if word == words.HELP)
    index = next(index for index in indexes if not _is_value(given, index))
    return [*given[:index], *given[index + 1 :], "--help"]


def _words(given: Sequence[str]) -> Iterator[str]:
    """Yields the arguments that are no options, and not the value of an option of all commands."""
    for index, word in enumerate(given):
        if not word.startswith("-") and not _is_value(given, index):
            yield word


def _is_value(given: Sequence[str], index: int) -> bool:
    """Whether an argument is the value of `--data-dir` or `--language` before it."""
    return index > 0 and given[index - 1] in (_FOLDER, _LANGUAGE)


def named_in(given: Sequence[str]) -> tuple[str | None, str]:
    """The data folder and the language that the arguments name. They are found even if the parser
    would refuse the arguments. A missing folder is None, a missing language is empty."""
    named: dict[str, str] = {}
    for option, value in zip(given, [*given[1:], ""], strict=False):
        if option in (_FOLDER, _LANGUAGE):
            named[option] = value
        elif option.startswith((f"{_FOLDER}=", f"{_LANGUAGE}=")):
            name, _, named_value = option.partition("=")
            named[name] = named_value
    return named.get(_FOLDER), named.get(_LANGUAGE, "")
