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
TRIED: Final = "Tried among computers"
PLAYING_A_GAME: Final = "Playing a game at the smallest and the largest table ..."
NAME_FIELD: Final = "the name of your variant"
YES: Final = "yes"
NO: Final = "no"
TITLE: Final = "Workshop: {rules}, changed"
VALUES: Final = "Values: {words}."
WAS: Final = "In {rules}: {value}."
NOW: Final = "; now {value}"
CANNOT_BE_PLAYED: Final = "Cannot be played: {fault}"
NO_EFFECT: Final = "It has no effect beside {other} as it stands."
NO_VALUE: Final = "That is no value: {fault}."
ANOTHER_NAME: Final = "{fault}: another name, please."
NOT_SAVED: Final = "It cannot be saved: {problem}."
SAVED: Final = "{name} is saved as {path}."
NOTHING_SAVED: Final = "Nothing is saved yet: {key} saves, and the same key again leaves it."
