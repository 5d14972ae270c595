"""`shanghai completion SHELL`: a script with which a shell completes commands, options and values.

The script asks this program, which answers in place of what it does otherwise.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Final, TextIO

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
    is_tcsh = args.shell == "tcsh"
    print(
        words.TCSH_COMPLETION
        if is_tcsh
        else shell_integration.shellcode(["shanghai"], shell=args.shell)
    )
    return 0


def complete() -> None:
    """Answers the script of a shell with what may stand where its cursor is, and ends."""
    import argcomplete

    if os.environ.get(f"{ASKED}_SHELL") == "tcsh":
        line = os.environ.get("COMMAND_LINE", "")
        os.environ.update(COMP_LINE=line, COMP_POINT=str(len(line)))
    typed = os.environ["COMP_LINE"][: int(os.environ["COMP_POINT"])].split()[1:]
    parser = make_parser(typed)
    _name_values(parser)
    argcomplete.autocomplete(parser, exit_method=sys.exit, output_stream=_output())


def _output() -> TextIO | None:
    """Where the answer goes; None: to the place that argcomplete has agreed on with the shell."""
    return sys.stdout if os.environ.get(f"{ASKED}_SHELL") == "tcsh" else None


def _name_values(parser: argparse.ArgumentParser) -> None:
    """Says for each argument below a parser what its values are."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for sub in {id(sub): sub for sub in action.choices.values()}.values():
                _name_values(sub)
        elif action.type is int or action.dest in _VALUES:
            is_list = "," in str(action.metavar) or action.metavar == "NAMES"
            values = _nothing if action.type is int else _VALUES[action.dest]
            completer = partial(_listed if is_list else _plain, values)
            action.completer = completer  # type: ignore[attr-defined]


Values = Callable[[argparse.Namespace], Iterable[str]]


def _plain(values: Values, parsed_args: argparse.Namespace, **_: object) -> Iterable[str]:
    return values(parsed_args)


def _listed(values: Values, prefix: str, parsed_args: argparse.Namespace, **_: object) -> list[str]:
    """The values behind what stands before the last comma."""
    before = prefix[: prefix.rfind(",") + 1]
    return [before + value for value in values(parsed_args)]


def _nothing(_: argparse.Namespace) -> tuple[str, ...]:
    return ()


def _variants(args: argparse.Namespace) -> list[str]:
    from shanghai.variants.deal_code import named_variants

    return [*named_variants(folder_to_read(args))]


def _levels(_: argparse.Namespace) -> list[str]:
    from shanghai.bots.levels import LEVELS

    return [*LEVELS.offered()]


def _games(args: argparse.Namespace) -> list[str]:
    from shanghai.storage.saves import games_dir

    return _folders(folder_to_read(args), games_dir)


def _folders(data: Path | None, inner: Callable[[Path], Path]) -> list[str]:
    try:
        return sorted(os.listdir(inner(data)), reverse=True) if data else []
    except OSError:
        return []


def _people(args: argparse.Namespace) -> list[str]:
    from shanghai.ledger.ledger import read_ledger

    data = folder_to_read(args)
    return [*read_ledger(data).players] if data else []


def _seats(args: argparse.Namespace) -> list[str]:
    return [*_people(args), "bot", *(f"bot:{level}" for level in _levels(args))]


def _tournaments(args: argparse.Namespace) -> list[str]:
    from shanghai.ledger.tournament import Tournament

    data = folder_to_read(args)
    return [kept.id for kept in Tournament.all_kept(data)[0]] if data else []


def _house_rules(args: argparse.Namespace) -> list[str]:
    from shanghai.commands.options import chosen_rules
    from shanghai.engine.parameters.fields import RULES

    variant = getattr(args, "variant", None)
    named = chosen_rules(variant, (), folder_to_read(args)).house_rules if variant else ()
    return [*(option.name for option in named), *(f"{key}=" for key in RULES)]


def _keys(_: argparse.Namespace) -> list[str]:
    from shanghai.variants.draft import all_keys

    return [*all_keys()]


_VALUES: Final[dict[str, Values]] = {
    **dict.fromkeys(("variant", "id", "first", "second", "extends"), _variants),
    **dict.fromkeys(("bots", "against", "instead"), _levels),
    **dict.fromkeys(("game", "games"), _games),
    **dict.fromkeys(("player", "company", "name"), _people),
    "players": _seats,
    "tournament": _tournaments,
    "house_rule": _house_rules,
    "key": _keys,
    "rounds": lambda _: ("short", "all"),
}
"""The values of arguments by the names that commands keep them under."""
