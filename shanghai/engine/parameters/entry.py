"""What an entry of the table of rules says, for a rule, a general clause, and what is no rule."""

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
"""A part of the rules page; `words.rulebook` has what it is called."""
HEADINGS: Final[tuple[Heading, ...]] = get_args(Heading)


class About(Struct, frozen=True, kw_only=True):
    """An entry that is no rule of play: a name, a text, where a rule comes from."""

    most: int | None = None
    """The largest figure in it."""


class Entry(Struct, frozen=True):
    """A line of the rules page, and the heading that it is under."""

    heading: Heading


class Clause(Entry, frozen=True):
    """A general clause, which holds in every variant where no rule changes it."""

    before: str = ""
    """The rule that comes next on the page; empty for a clause at the end of its heading."""
    ruled_by: tuple[str, ...] = ()
    """The rules by which a table can change its ruling."""


class Rule(Entry, frozen=True, kw_only=True):
    """A rule of play; schema, workshop and tests follow its type, words are in `words.rulebook`."""

    playouts: bool = True
    """Whether the play-outs know every value; else they know the default alone."""
    changes: tuple[str, ...] = ()
    """The general clauses that say something else, or nothing, where this rule is changed."""
    goes_by: Literal["", "round", "price"] = ""
    """Whether it has an entry a round, or one a round or a call; one number may stand for all."""
    under: str = ""
    """The rule without which it means nothing, such as `shanghai`."""
    most: int | None = None
    """The largest figure in it."""
    once: bool = False
    """Whether a list may hold each value only once."""


def is_on(value: object) -> bool:
    """Whether a rule is in force at all, by its value."""
    return any(value) if isinstance(value, tuple) else value not in (False, 0, "none")
