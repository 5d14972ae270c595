"""The entries of the table of rules: for a rule, a general clause, and other fields."""

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
    """Whether the play-outs know all values of it, and not only the default."""
    changes: tuple[str, ...] = ()
    """The general clauses that change, or are left out, if this rule is changed."""
    goes_by: Literal["", "round", "rounds", "price"] = ""
    """Whether it is a list by round, or one by round or call. A file may have one value for all.

    `round` has an entry for each round; the last entry of the two others goes on.
    """
    under: str = ""
    """The rule that it depends on, such as `shanghai`."""
    most: int | None = None
    """The largest figure in it."""
    once: bool = False
    """Whether a list may hold each value only once."""


def is_on(value: object) -> bool:
    """Whether a rule with this value has an effect at all."""
    return any(value) if isinstance(value, tuple) else value not in (False, 0, "none")
