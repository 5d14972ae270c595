"""The rules that the options `--variant` and `--house-rule` of a command name."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from shanghai.commands.exits import BAD_FILE, USAGE, Stop
from shanghai.storage.paths import NoFolder, data_dir
from shanghai.words.sanitize import sanitize

if TYPE_CHECKING:
    from shanghai.engine.rules import Rules
    from shanghai.yamlio.reader import Faults


def folder_to_read(args: argparse.Namespace) -> Path | None:
    """The data folder in which variants of one's own lie; None where the user has none."""
    try:
        return data_dir(getattr(args, "data_dir", None))
    except NoFolder:
        return None


def chosen_rules(variant: str, changes: Sequence[str], data: Path | None = None) -> "Rules":
    """The rules of a variant, an id or a path, with house rules put over them.

    A change is the name of a house rule that the variant offers, or `rule=value`. The ids of
    variants in the data folder are known.
    Stop with every fault found: a bad file is 3, an unknown id or a bad house rule is 2.
    """
    if not changes:
        from shanghai.variants.made import made_rules

        if (made := made_rules(variant)) is not None:
            return made
    from shanghai.variants.house_rules import house_rule_named, with_chosen
    from shanghai.variants.library import own_library
    from shanghai.variants.loader import load_variant, read_value
    from shanghai.yamlio.reader import Faults

    try:
        rules = load_variant(variant, library=own_library(data))
    except Faults as faults:
        is_file = any(fault.file != "variant" for fault in faults.faults)
        raise Stop(BAD_FILE if is_file else USAGE, sanitize_lines(faults)) from None
    except OSError as error:
        raise Stop(BAD_FILE, f"{sanitize(variant, 200)}: {error.strerror}") from None
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
        raise Stop(USAGE, sanitize_lines(faults)) from None


def sanitize_lines(faults: "Faults") -> str:
    """Each fault on a line, without what could harm a terminal."""
    return "\n".join(sanitize(line, 400) for line in faults.lines())


def chosen_rounds(rules: "Rules", rounds: str | None) -> "Rules":
    """The rules with the rounds that `--rounds` names, all where it is left out; or Stop."""
    if rounds is None:
        return rules
    from shanghai.engine.evening import read_rounds, with_rounds

    try:
        return with_rounds(rules, read_rounds(rules, rounds))
    except ValueError as error:
        raise Stop(USAGE, f"{error}") from None
