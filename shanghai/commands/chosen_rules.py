"""Reads the rules from the command line: a variant, house rules, and which rounds are played."""

from collections.abc import Sequence
from pathlib import Path

from shanghai.commands.exits import BAD_FILE, USAGE, Stop
from shanghai.engine.evening import read_rounds, with_rounds
from shanghai.engine.rules import Rules
from shanghai.variants.house_rules import house_rule_named, with_chosen
from shanghai.variants.library import own_library
from shanghai.variants.loader import load_variant, read_value
from shanghai.words import commands as words
from shanghai.words.grammar import listed
from shanghai.words.refusals import why
from shanghai.words.sanitize import sanitize
from shanghai.words.system import system_fault
from shanghai.yamlio.reader import Faults


def chosen_rules(variant: str, changes: Sequence[str], data: Path | None = None) -> Rules:
    """The rules of a variant with changes. The variant is an id, or the path of a file.

    A change is the name of a house rule, or `rule=value`. Raises Stop with all faults. Its code is
    3 for a bad file, and 2 for an unknown id or a bad change.
    """
    try:
        rules = load_variant(variant, library=own_library(data))
    except Faults as faults:
        is_file = any(fault.file != "variant" for fault in faults.faults)
        raise Stop(BAD_FILE if is_file else USAGE, _sanitized(faults)) from None
    except OSError as error:
        raise Stop(BAD_FILE, f"{sanitize(variant, 200)}: {system_fault(error)}") from None
    chosen, overrides = [], {}
    try:
        for change in changes:
            key, equals, value = change.partition("=")
            if equals:
                overrides[key.strip()] = read_value(value)
            else:
                chosen.append(house_rule_named(rules, change))
        return with_chosen(rules, chosen, overrides)
    except Faults as faults:
        raise Stop(USAGE, _sanitized(faults)) from None


def _sanitized(faults: Faults) -> str:
    """The faults as lines that are safe for a terminal."""
    return "\n".join(sanitize(line, 400) for line in faults.lines())


def table_sizes(rules: Rules) -> str:
    """How many may play, such as `3 to 5`; with partners such as `4, 6 or 8`."""
    if rules.sides:
        return listed([*map(str, rules.table_sizes)], "or")
    return words.FROM_TO(low=rules.min_players, high=rules.max_players)


def chosen_rounds(rules: Rules, rounds: str | None) -> Rules:
    """The rules with the rounds that `--rounds` names, with all rounds if it is None. Raises Stop
    if there are no such rounds."""
    if rounds is None:
        return rules
    try:
        return with_rounds(rules, read_rounds(rules, rounds))
    except ValueError as error:
        raise Stop(USAGE, why(error)) from None
