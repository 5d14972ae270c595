"""What is said in the workshop, where the rules of a variant are changed."""

from typing import Final

HELP: Final = (
    "Every rule of the variant, with its value. The arrows to the left and the right change a "
    "rule that has a few values or a number; {type-value} opens a field to type any value, "
    "as it stands in a variant file. What differs is marked with a star. A moment after a "
    "change computers play a game with these rules at the smallest and the largest table, and "
    "it is said what came of it. {save-variant} asks for a name and saves only what differs."
)
RULE_UNCHANGED: Final = "This rule stands as it was."
NOTHING_DIFFERS: Final = "Nothing differs so far."
WHAT_DIFFERS: Final = "What differs"
TRIED: Final = "Tried among computers"
PLAYING_A_GAME: Final = "Playing a game at the smallest and the largest table ..."
NAME_FIELD: Final = "the name of your variant"
YES: Final = "yes"
NO: Final = "no"


def title(rules: str) -> str:
    """The title of the workshop."""
    return f"Workshop: {rules}, changed"


def values(words: str) -> str:
    """The values that a rule may have."""
    return f"Values: {words}."


def was(rules: str, value: str) -> str:
    """The value of a rule in the variant that is changed."""
    return f"In {rules}: {value}."


def now(value: str) -> str:
    """The value of a rule, after the one that it had."""
    return f"; now {value}"


def cannot_be_played(fault: str) -> str:
    """Why rules cannot be played."""
    return f"Cannot be played: {fault}"


def no_effect(other: str) -> str:
    """That a rule changes nothing, and by which other one."""
    return f"It has no effect beside {other} as it stands."


def no_value(fault: str) -> str:
    """Why what was typed is no value."""
    return f"That is no value: {fault}."


def another_name(fault: str) -> str:
    """Why a name cannot be taken."""
    return f"{fault}: another name, please."


def not_saved(problem: str) -> str:
    """Why a variant was not saved."""
    return f"It cannot be saved: {problem}."


def saved(name: str, path: object) -> str:
    """Where a variant was saved."""
    return f"{name} is saved as {path}."


def nothing_saved(key: str) -> str:
    """What is said before changes are lost."""
    return f"Nothing is saved yet: {key} saves, and the same key again leaves it."
