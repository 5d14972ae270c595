"""The kinds of entries in the table of rules: rules, general clauses, and other fields."""

from typing import Final, Literal, get_args

from msgspec import Struct

Heading = Literal[
    "players",
    "deal",
    "contracts",
    "melds",
    "jokers",
    "turn",
    "calls",
    "down",
    "shanghai",
    "out",
    "points",
]
"""A heading of the rules page. Its title is in `words.rulebook`."""
HEADINGS: Final[tuple[Heading, ...]] = get_args(Heading)


class About(Struct, frozen=True, kw_only=True):
    """The entry of a field that is no rule of play, such as a name or a text."""

    most: int | None = None
    """The largest figure in it."""


class Entry(Struct, frozen=True):
    """A line of the rules page, and the heading that it is under."""

    heading: Heading


class Clause(Entry, frozen=True):
    """A general clause, which is part of every variant unless a rule changes it."""

    before: str = ""
    """The rule that comes next on the page; empty for a clause at the end of its heading."""
    ruled_by: tuple[str, ...] = ()
    """The rules that can change its ruling."""


class Rule(Entry, frozen=True, kw_only=True):
    """A rule of play. Its type is that of the field, its words are in `words.rulebook`."""

    playouts: bool = True
    """Whether the play-outs know all of its values; else they know only the default."""
    changes: tuple[str, ...] = ()
    """The general clauses that change, or do not hold, if this rule is changed."""
    goes_by: Literal["", "round", "rounds", "price"] = ""
    """What the entries of a list go by: `round` and `rounds` by round, `price` by round or call.

    A `round` list has an entry for each round; the last entry of the others counts from then on.
    A file may have one value for all.
    """
    under: str = ""
    """The rule without which it has no effect, such as `shanghai`."""
    most: int | None = None
    """The largest figure in it."""
    once: bool = False
    """Whether a list may hold each value only once."""


def is_on(value: object) -> bool:
    """Whether a rule with this value has an effect at all."""
    return any(value) if isinstance(value, tuple) else value not in (False, 0, "none")
