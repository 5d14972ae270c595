"""What several commands ask for alike: the rules of a variant with the house rules of the table."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from shanghai.engine.rules import Rules
from shanghai.text.sanitize import sanitize

USAGE: Final = 2
BAD_FILE: Final = 3


class Stop(Exception):
    """Ends a command with an exit code and a line for each fault."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def chosen_rules(variant: str, changes: Sequence[str], data: Path | None = None) -> "Rules":
    """The rules of a variant, an id or a path, with `rule=value` texts put over them.

    Rules as they are shipped may be remembered in the data folder. Stop with every fault found: a
    bad file is 3, an unknown id or a bad house rule is 2.
    """
    if data is not None and not changes:
        from shanghai.variants.cache import cached_rules, is_shipped

        if is_shipped(variant):
            return cached_rules(variant, data)
    from shanghai.variants.loader import load_variant, read_value
    from shanghai.yamlio.reader import Faults

    try:
        rules = load_variant(variant)
    except Faults as faults:
        is_file = any(fault.file == variant for fault in faults.faults)
        raise Stop(BAD_FILE if is_file else USAGE, str(faults)) from None
    except OSError as error:
        raise Stop(BAD_FILE, f"{sanitize(variant, 200)}: {error.strerror}") from None
    house_rules: dict[str, object] = {}
    try:
        for change in changes:
            rule, equals, value = change.partition("=")
            if not equals:
                raise Stop(USAGE, f"{sanitize(change, 60)!r} is no house rule: write rule=value")
            house_rules[rule.strip()] = read_value(value)
        return load_variant(variant, house_rules) if house_rules else rules
    except Faults as faults:
        raise Stop(USAGE, str(faults)) from None
