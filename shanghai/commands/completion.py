"""`shanghai completion SHELL`: a script for a shell that completes commands, options and values."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from shanghai.commands.exits import USAGE
from shanghai.commands.options import folder_to_read
from shanghai.commands.parser import make_parser
from shanghai.commands.printing import complain
from shanghai.words import commands as words

_SHELLS: Final = ("bash", "zsh", "fish", "powershell", "tcsh")
ASKED: Final = "_ARGCOMPLETE"
"""The variable by which the script of a shell asks."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The shell."""
    parser.add_argument("shell", choices=_SHELLS, metavar="SHELL", help=", ".join(_SHELLS))


def more_help() -> str:
    """Where the script belongs."""
    return words.WHERE_COMPLETION_BELONGS


def run(args: argparse.Namespace) -> int:
    """Prints the script."""
    try:
        from argcomplete import shell_integration
    except ModuleNotFoundError:
        complain("completion", words.NO_ARGCOMPLETE)
        return USAGE
    if args.shell == "tcsh":
        print(words.TCSH_COMPLETION)
    else:
        print(shell_integration.shellcode(["shanghai"], shell=args.shell))
    return 0


def complete() -> None:
    """Tells the script of a shell what may be typed at its cursor, and ends the process."""
    import argcomplete

    if is_tcsh := os.environ.get(f"{ASKED}_SHELL") == "tcsh":
        line = os.environ.get("COMMAND_LINE", "")
        os.environ.update(COMP_LINE=line, COMP_POINT=str(len(line)))
    typed = os.environ["COMP_LINE"][: int(os.environ["COMP_POINT"])].split()[1:]
    parser = make_parser(typed)
    _name_values(parser)
    output = sys.stdout if is_tcsh else None
    argcomplete.autocomplete(parser, exit_method=sys.exit, output_stream=output)


def _name_values(parser: argparse.ArgumentParser) -> None:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for sub in {id(sub): sub for sub in action.choices.values()}.values():
                _name_values(sub)
        elif action.type is int or action.dest in _VALUES:
            is_list = "," in str(action.metavar) or action.metavar == "NAMES"
            values = _VALUES[action.dest] if action.type is not int else lambda args, data: ()
            action.completer = partial(_completed, values, is_list)  # type: ignore[attr-defined]


Values = Callable[[argparse.Namespace, Path], Iterable[str]]
"""What may be typed there, by what was typed before it and the data folder."""


def _completed(
    values: Values, is_list: bool, prefix: str, parsed_args: argparse.Namespace, **_: object
) -> list[str]:
    """What may be typed in place of `prefix`. In a list each value comes after the entries that are
    typed already, up to the last comma."""
    before = prefix[: prefix.rfind(",") + 1] if is_list else ""
    data = folder_to_read(parsed_args) or Path(os.devnull)
    return [before + value for value in values(parsed_args, data)]


def _room(name: str) -> ModuleType:
    return import_module(f"shanghai.{name}")


def _levels(args: argparse.Namespace, data: Path) -> list[str]:
    return [*_room("bots.levels").LEVELS.offered()]


def _people(args: argparse.Namespace, data: Path) -> list[str]:
    return [*_room("ledger.ledger").read_ledger(data).players]


def _house_rules(args: argparse.Namespace, data: Path) -> list[str]:
    variant = getattr(args, "variant", None)
    keys = [f"{key}=" for key in _room("engine.parameters.fields").RULES]
    if not variant:
        return keys
    rules = _room("commands.chosen_rules").chosen_rules(variant, (), data)
    return [*(option.name for option in rules.house_rules), *keys]


_VALUES: Final[dict[str, Values]] = {
    **dict.fromkeys(
        ("variant", "id", "first", "second", "extends"),
        lambda args, data: _room("variants.deal_code").named_variants(data),
    ),
    **dict.fromkeys(("bots", "against", "instead"), _levels),
    **dict.fromkeys(
        ("game", "games"),
        lambda args, data: [game.id for game in _room("storage.saves").saved_games(data).games],
    ),
    **dict.fromkeys(("player", "company", "name"), _people),
    "players": lambda args, data: [
        *(*_people(args, data), "bot"),
        *(f"bot:{level}" for level in _levels(args, data)),
    ],
    "tournament": lambda args, data: [
        tournament.id for tournament in _room("ledger.tournament").Tournament.all_in(data)[0]
    ],
    "house_rule": _house_rules,
    "key": lambda args, data: _room("variants.draft").all_keys(),
    "rounds": lambda args, data: ("short", "all"),
}
"""The values of arguments by the names that commands keep them under."""
