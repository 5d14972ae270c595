"""What `shanghai variants` says: its options, its faults, and how a variant was judged."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from shanghai.words.phrases import noun, number, with_article

if TYPE_CHECKING:
    from shanghai.engine.rules import Rules

LIST: Final = "list the variants, as no action does"
SHOW: Final = "print the rules of a variant in full"
SHOW_PLAYERS: Final = "name the cards for N players"
SHOW_JSON: Final = "print the rules as JSON"
CHECK: Final = "judge variant files, by playing them too"
CHECK_FILE: Final = "a file, an id, or - to read one"
CHECK_GAMES: Final = "games a table size (default 2, 0: none)"
DIFF: Final = "print what differs between two variants"
DIFF_SECOND: Final = "another one"
DIFF_JSON: Final = "print the differences as JSON"
KEYS: Final = "every key of a variant file, and its values"
KEYS_KEY: Final = "these alone"
SCHEMA: Final = "print the JSON schema of a variant file, for editors"
NEW: Final = "begin a file of your own that extends a variant"
NEW_ID: Final = "small letters, digits and hyphens"
NEW_EXTENDS: Final = "the variant it changes"
NEW_NAME: Final = "the name on the screen"
NEW_SET: Final = "a rule that differs"

MORE_GAMES: Final = "More games"
YOUR_OWN: Final = "Your own"
CANNOT_BE_PLAYED: Final = "{file} cannot be played: {fault}"
ALIKE: Final = "{first} and {second} are played alike."
NO_KEY: Final = "no key is called {key!r}"
VALUES: Final = "  Values: {values}."
LEFT_OUT: Final = "{values}; left out: {default}"
EXAMPLE: Final = "  For example: {key}: {value}"
EXTENDS_ID: Final = "--extends asks for an id: {id}"
NOT_STORED: Final = "cannot store {id}.yaml: {why}"
WRITTEN: Final = "{path}: {name}, which extends {base}."
HOW_TO_PLAY: Final = "It is played by: shanghai play --variant {id} --players Ann,bot:simple"
HOUSE_RULES: Final = "House rules offered"
RULING: Final = "  Ruling: {ruling} {change}"

# -- judged --

STANDARD_INPUT: Final = "standard input"
STOPPED: Final = "shanghai variants: stopped; the rest is not judged"
GOOD: Final = "good"
NOT_WELL: Final = "cannot be played well"
NOT_READ: Final = "cannot be read"
AT_TABLE: Final = "{players} players: {why}"
HINT: Final = "hint: "
NO_EFFECT: Final = HINT + "{key} has no effect beside {other} as it stands"
SHIPPED_ID: Final = "note: {id} is the id of a shipped variant, which commands take for it"
TABLE: Final = "  {players} players, {games}, {rounds}:"
TABLE_FIGURES: Final = (
    "    {table.out} ended by going out, {table.blocked} blocked, {table.stood_still} stood still",
    "    contracts missed: {table.missed:.0%} of hands",
    "    turns a seat: {table.turns:.1f}, the longest {word} {table.longest:.1f}",
    "    left in a hand: {table.cards:.1f} cards, {table.points:.1f} points",
)
"""The figures of a `TableReport`, in the variant's word for a round."""


def plays(rules: "Rules", is_well: bool, turns: float, missed: Sequence[tuple[int, float]]) -> str:
    """How it was played, in a sentence: turns a seat, and by round the share that missed it."""
    word = rules.words.round
    taken = f"{number(round(turns))} {noun(round(turns), 'turn')}"
    shares: dict[int, list[float]] = {}
    for at, share in missed:
        shares.setdefault(at, []).append(share)
    means = {at: sum(each) / len(each) for at, each in shares.items()}
    hardest = max(means, key=lambda at: (means[at], at))
    most = Fraction(means[hardest]).limit_denominator(5)
    much = f"{number(most.numerator)} in {number(most.denominator)} miss"
    if most.denominator < 3:
        much = "nobody meets" if most == 1 else "half miss"
    what = (
        f"{much} the contract of {word} {hardest}" if most else "hardly anybody misses a contract"
    )
    verdict = "Plays well" if is_well else "Does not play well"
    return f"{verdict}: {with_article(word, rules.words)} takes about {taken}; {what}."
