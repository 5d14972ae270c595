"""What is said of variants: by `shanghai variants`, of their files, house rules and deal codes."""

from collections.abc import Sequence
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

# -- a file --

NO_VARIANT: Final = "no variant is called {name!r}"
LISTED_BY: Final = "`shanghai variants` lists them"
CANNOT_READ: Final = "cannot be read: {why}"
EMPTY_FILE: Final = "the file is empty"
EXAMPLE_FILE: Final = "id: smiths, name: The Smiths, extends: california, and what differs"
SECOND_DOCUMENT: Final = "a second document begins here"
ONE_VARIANT: Final = "one file, one variant"
ONE_VALUE: Final = "expected a single value"
KEY_MISSING: Final = "the key {key} is missing"
KEY_OR_EXTENDS: Final = "{key}: {example}; or extends: california"
ROUNDS_WITH_EXTENDS: Final = "goes with extends alone"
WRITE_CONTRACTS: Final = "write the contracts, one entry a round"
ROUNDS_AND_CONTRACTS: Final = "stands beside contracts, which have one entry a round already"
LEAVE_ONE_OUT: Final = "leave one of the two out"
ROUND_NOT_THERE: Final = "is {number}, and {rules} has {rounds}"
WITHOUT_ROUNDS: Final = "leave out rounds and write the contracts"
NO_ROUND_PICKED: Final = "picks no round"
ROUNDS_EXAMPLE: Final = "rounds: 7, or rounds: [1, 4, 7]"
IN_A_CIRCLE: Final = "goes in a circle: {circle}"
EXTENDED_FAULT: Final = "what it extends cannot be read: {fault}"
AND_MORE: Final = "; and {count} more"
OF_EXTENDED: Final = "{file}, which it extends: {fault}"
OWN_TEXT: Final = "{rules}, with rules of its own."
RULE_FOR_RULE: Final = "{rules}, rule for rule."
BUT: Final = "{rules}, but {changes}."
MORE_RULES: Final = "{count} more rules"
IS_NO_ID: Final = "{id!r} is no id"
ID_LETTERS: Final = "small letters, digits and hyphens, 40 at most"
IS_SHIPPED_ID: Final = "{id!r} is the id of a shipped variant"
IS_OWN_ID: Final = "{id!r} is the id of a file of your own already"
YOUR_VARIANT: Final = "Your variant"
FILE_HEAD: Final = """\
# {rules}, and here only what differs. Every key with its values:
#   shanghai variants keys
# Whether it can be played well:
#   shanghai variants check {id}.yaml"""
FILE_MEANS: Final = "A variant as it stands in its file."
CHANGES_MEAN: Final = "Rules of play that are changed."

# -- the values of a key --

A_BOOLEAN: Final = "true or false"
ONE_OF: Final = "one of {values}"
ONE_OF_MANY: Final = "one of {first}, {second} ... {last}"
A_NUMBER: Final = "a whole number{bounds}"
A_TEXT: Final = "a text"
A_LIST: Final = "a list{count}, each {item}"
LIST_OF: Final = " of {count}"
BY_KEY: Final = "by key: {value}"

# -- house rules, which a saved game names by these sentences --

HOUSE_RULE: Final = "A house rule of this table."
NAMED_HOUSE_RULE: Final = "A house rule of this table: {name}."
NO_HOUSE_RULE: Final = "{rules} offers no house rule {name!r}"
OR_A_VALUE: Final = "or write rule=value"
SETS_NO_RULE: Final = "sets no rule"
SET_EXAMPLE: Final = "{call_cost: 1}, or another rule"

# -- deal codes --

CODE_NO_RULES: Final = "These house rules cannot stand in a deal code."
CODE_NO_SEATS: Final = "These seats, or this seed, cannot stand in a deal code."
CODE_WHOLE: Final = "A deal code holds a whole game, with the house rules that are offered."
CODE_LENGTH: Final = "A deal code has 18 letters and digits, such as 04ABCD-123456-7890AB."
CODE_MISTYPED: Final = "This deal code was not typed as it was written: a letter is wrong."
CODE_NEWER: Final = "This deal code was made by a newer program."
CODE_NO_VARIANT: Final = "This deal code is of a variant that is not known here."
CODE_NO_HOUSE_RULE: Final = "This deal code has a house rule that is not known here."
CODE_UNREADABLE: Final = "This deal code is of a variant that cannot be read here."

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
    from fractions import Fraction

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
