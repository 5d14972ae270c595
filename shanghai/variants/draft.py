"""A variant that is being made: one that it extends, and the rules that differ so far."""

import re
import unicodedata
from functools import cached_property
from typing import Any, Final

from msgspec import Struct

from shanghai.engine.rules import Rules
from shanghai.variants.building import plain_value
from shanghai.variants.file_types import EVEN_TOO
from shanghai.variants.keys import KeyInfo, all_keys
from shanghai.variants.library import Library
from shanghai.variants.loader import read_variant
from shanghai.variants.writing import extending_text
from shanghai.yamlio.reader import Faults

UNNAMED: Final = "unnamed"
_MOST_ID: Final = 40


class Draft(Struct, frozen=True, dict=True):
    """The changes over a base, each as a plain value; every change gives another draft."""

    base: Rules
    library: Library = Library()
    changes: dict[str, Any] = {}

    @cached_property
    def _read(self) -> tuple[Rules | None, str]:
        try:
            return read_variant(self.text(), UNNAMED, self.library), ""
        except Faults as faults:
            fault = faults.faults[0]
            return None, fault.message + (f" ({fault.hint})" if fault.hint else "")

    @property
    def rules(self) -> Rules | None:
        """The rules as they would be, None where they cannot be played."""
        return self._read[0]

    @property
    def fault(self) -> str:
        """Why they cannot be played; empty if they can."""
        return self._read[1]

    def text(self, id: str = UNNAMED, name: str = "Your variant") -> str:
        """The file that says so."""
        return extending_text(id, name, self.base, self.changes)

    def value(self, key: str) -> Any:  # noqa: ANN401
        """The plain value of a key, as it stands in a file."""
        if key in self.changes:
            return self.changes[key]
        return base_value(self.base, key)

    def with_value(self, key: str, value: Any) -> "Draft":  # noqa: ANN401
        """The draft with a key set; one that is as in the base is no change."""
        changes = {other: item for other, item in self.changes.items() if other != key}
        if value != base_value(self.base, key):
            changes[key] = value
        # What picks rounds and what writes them out do not go together.
        if key in changes and key in _EITHER:
            changes.pop(_EITHER[key], None)
        return Draft(self.base, self.library, changes)

    def turned(self, key: str, by: int) -> "Draft":
        """The draft with the next value of a key, of a few choices or one more or less."""
        info, value = all_keys()[key], self.value(key)
        if info.form == "choice":
            at = info.choices.index(value) if value in info.choices else 0
            return self.with_value(key, info.choices[(at + by) % len(info.choices)])
        if not isinstance(value, int):
            return self
        return self.with_value(key, _within(info, value + by, len(self.base.contracts)))


_EITHER: Final = {"rounds": "contracts", "contracts": "rounds"}


def _within(info: KeyInfo, value: int, rounds: int) -> int:
    least = info.least if info.least is not None else 0
    most = rounds if info.key == "rounds" else info.most
    return max(least, value if most is None else min(value, most))


def base_value(rules: Rules, key: str) -> Any:  # noqa: ANN401
    """The plain value of a key in rules, a single number where all rounds have the same."""
    if key == "rounds":
        return len(rules.contracts)
    value = plain_value(getattr(rules, key))
    return value[0] if key in EVEN_TOO and len(set(value)) == 1 else value


def id_of(name: str) -> str:
    """An id made of a name: its letters and digits, with hyphens between."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", letters))[:_MOST_ID].strip("-")
