"""`shanghai completion SHELL`: prints a script with which a shell completes what is typed."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from shanghai.commands.exits import USAGE, fail
from shanghai.commands.options import folder_to_read
from shanghai.commands.parser import make_parser
from shanghai.words import commands as words

_SHELLS: Final = ("bash", "zsh", "fish", "powershell", "tcsh")
ASKED: Final = "_ARGCOMPLETE"
"""The variable of the environment that the script sets, when it asks how to complete a line."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the name of the shell."""
    parser.add_argument("shell", choices=_SHELLS, metavar="SHELL", help=", ".join(_SHELLS))


def more_help() -> str:
    """The end of the help: where the script must be put."""
    return words.WHERE_COMPLETION_BELONGS


def run(args: argparse.Namespace) -> int:
    """Prints the script; 0: good; 2: the library for it is not installed."""
    try:
        from argcomplete import shell_integration
    except ModuleNotFoundError:
        return fail(USAGE, words.NO_ARGCOMPLETE, "completion")
    if args.shell == "tcsh":
        print(words.TCSH_COMPLETION)
    else:
        print(shell_integration.shellcode(["shanghai"], shell=args.shell))
    return 0


def complete() -> None:
    """Prints for the script of a shell what may be typed at the cursor, and ends the process."""
    import argcomplete

    if is_tcsh := os.environ.get(f"{ASKED}_SHELL") == "tcsh":
        line = os.environ.get("COMMAND_LINE", "")
        os.environ.update(COMP_LINE=line, COMP_POINT=str(len(line)))
    typed = os.environ["COMP_LINE"][: int(os.environ["COMP_POINT"])].split()[1:]
    parser = make_parser(typed)
    _add_completers(parser)
    output = sys.stdout if is_tcsh else None
    argcomplete.autocomplete(parser, exit_method=sys.exit, output_stream=output)


def _add_completers(parser: argparse.ArgumentParser) -> None:
    """Adds to each argument what argcomplete calls for its values."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for sub in {id(sub): sub for sub in action.choices.values()}.values():
                _add_completers(sub)
        elif action.type is int or action.dest in _VALUES:
            is_list = "," in str(action.metavar) or action.metavar == "NAMES"
            values = _VALUES[action.dest] if action.type is not int else lambda args, data: ()
            action.completer = partial(_completed, values, is_list)  # type: ignore[attr-defined]


Values = Callable[[argparse.Namespace, Path], Iterable[str]]
"""A function that returns the values of an argument. It gets the arguments that are typed already,
and the data folder."""


def _completed(
    values: Values, is_list: bool, prefix: str, parsed_args: argparse.Namespace, **_: object
) -> list[str]:
    """The texts that may replace `prefix`, which is what is typed of an argument. In a list, each
    text begins with the entries that are typed already, up to the last comma."""
    before = prefix[: prefix.rfind(",") + 1] if is_list else ""
    data = folder_to_read(parsed_args) or Path(os.devnull)
    return [before + value for value in values(parsed_args, data)]


def _module(name: str) -> ModuleType:
    """A module of this package. It is loaded only when its values are asked for."""
    return import_module(f"shanghai.{name}")


def _levels(args: argparse.Namespace, data: Path) -> list[str]:
    return [*_module("bots.levels").LEVELS.offered()]


def _people(args: argparse.Namespace, data: Path) -> list[str]:
    return [*_module("ledger.ledger").read_ledger(data).players]


def _house_rules(args: argparse.Namespace, data: Path) -> list[str]:
    variant = getattr(args, "variant", None)
    keys = [f"{key}=" for key in _module("engine.parameters.fields").RULES]
    if not variant:
        return keys
    rules = _module("commands.chosen_rules").chosen_rules(variant, (), data)
    return [*(option.name for option in rules.house_rules), *keys]


_VALUES: Final[dict[str, Values]] = {
    **dict.fromkeys(
        ("variant", "id", "first", "second", "extends"),
        lambda args, data: _module("variants.deal_code").named_variants(data),
    ),
    **dict.fromkeys(("bots", "against", "instead"), _levels),
    **dict.fromkeys(
        ("game", "games"),
        lambda args, data: [game.id for game in _module("storage.saves").saved_games(data).games],
    ),
    **dict.fromkeys(("player", "company", "name"), _people),
    "players": lambda args, data: [
        *(*_people(args, data), "bot"),
        *(f"bot:{level}" for level in _levels(args, data)),
    ],
    "tournament": lambda args, data: [
        tournament.id for tournament in _module("ledger.tournament").Tournament.all_in(data)[0]
    ],
    "house_rule": _house_rules,
    "key": lambda args, data: _module("variants.draft").all_keys(),
    "rounds": lambda args, data: ("short", "all"),
}
"""What returns the values of an argument, by the argument's name in the parsed arguments."""
