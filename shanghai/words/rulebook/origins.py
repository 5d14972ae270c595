"""Where each rule of a variant comes from: another variant, its own file, or a house rule."""

from functools import cache
from typing import Final, get_type_hints

from shanghai.engine.rules import Rules
from shanghai.words.rulebook.common import COMMON

_HOUSE_RULE: Final = "A house rule of this table"
"""How the ruling begins of a rule that a house rule has changed."""
_KEYS: Final = {
    "Players": ("min_players", "max_players"),
    "Rounds": ("contracts",),
    "Wild besides jokers": ("wild_ranks", "wild_cards"),
    "Joker won, then": ("exchange_duty",),
    "Points": ("points", "joker_points"),
    "Out blind": ("blind_bonus", "clean_blind_bonus"),
    "Cards for each call": ("call_costs",),
    "SHANGHAI called": ("shanghai_gives", "shanghai_cards", "shanghai_points"),
}
"""The keys behind a heading of the comparison that is not the title of one key."""


def rule_origin(rules: Rules, key: str) -> str:
    """The variant that a rule is taken over from, `this file`, `a house rule`; else ""."""
    sources = rules.sources
    if key in sources and sources[key].ruling.startswith(_HOUSE_RULE):
        return "a house rule"
    if key in sources and sources[key].origin:
        return sources[key].origin
    is_derived = any(source.origin for source in sources.values())
    return "this file" if is_derived and key not in COMMON else ""


def origin_of(rules: Rules, about: str) -> str:
    """Where what stands under a heading of the comparison comes from; "" if all rules are own."""
    keys = ("contracts",) if about.startswith("Contract ") else _KEYS.get(about, ())
    found = [rule_origin(rules, key) for key in keys or _titled().get(about, ())]
    nearest = [each for each in found if each in ("a house rule", "this file")]
    return " and ".join(dict.fromkeys(filter(None, nearest or found)))


def with_origin(rules: Rules, about: str, value: str) -> str:
    """A value of the comparison and behind it where it comes from, where that is to be said."""
    origin = origin_of(rules, about)
    return f"{value} ({origin})" if origin else value


@cache
def _titled() -> dict[str, tuple[str, ...]]:
    """The key of each title."""
    hints = get_type_hints(Rules, include_extras=True)
    return {str(hint.__metadata__[0].title): (key,) for key, hint in hints.items()}
