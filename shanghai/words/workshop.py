"""What is said in the workshop, where the rules of a variant are changed."""

import re
from typing import Final

from shanghai.words.rulebook.rules import KEY_WORDS

HELP: Final = (
    "Every rule of the variant, in words. The arrows to the left and the right change the marked "
    "one. {work-on} opens a rule that has more to it, and then its lines are changed in the same "
    "way: a number by the arrows, or typed after {work-on}; of many cards or rounds the arrows "
    "move to one, and {work-on} takes it in or out. {back} goes one step back. What "
    "differs is marked with a star. A moment after a change computers play a game with these rules "
    "at the smallest and the largest table, and it is said how it went. {save-variant} asks for a "
    "name and saves only what differs; {see-file} shows the file."
)
RULE_UNCHANGED: Final = "This rule stands as it was."
NOTHING_DIFFERS: Final = "Nothing differs so far."
TRIED: Final = "Tried among computers"
PLAYING_A_GAME: Final = "Playing a game at the smallest and the largest table ..."
NAME_FIELD: Final = "the name of your variant"
NUMBER_FIELD: Final = "a number from {least} to {most}"
TEXT_FIELD: Final = "a word"
YES: Final = "yes"
NO: Final = "no"
NONE: Final = "none"
TITLE: Final = "Workshop: {rules}, changed"
WAS: Final = "In {rules}: {value}."
NOW: Final = "; now {value}"
CANNOT_BE_PLAYED: Final = "Not to be played so: {fault}."
NO_EFFECT: Final = "It has no effect beside {other} as it stands."
NO_NUMBER: Final = "It takes a number from {least} to {most}."
ANOTHER_NAME: Final = "{fault}: another name, please."
NOT_SAVED: Final = "It cannot be saved: {problem}."
SAVED: Final = "{name} is saved, and stands among your own rules. The file: {path}"
LEAVE: Final = "Your changes are not saved"
LEAVE_CHOICES: Final = {
    "stay": "Go on changing",
    "save": "Save them",
    "leave": "Leave without them",
}
FILE_TITLE: Final = "The file of these rules"
FILE_HELP: Final = (
    "The rules as a file, as they would be saved: every line says where they differ from the base."
)
FILE_ABOUT: Final = (
    "So it is written when it is saved. Such a file can be changed in any editor and handed on; "
    "your own ones lie in {folder}."
)

# -- the lines of the rules --

LINES: Final = {
    "contracts": "{value} ",
    "wild_ranks": "jokers and {value}",
    "wild_cards": "jokers and {value}",
    "packs": "{value} packs:",
    "deal_for": "{value} deals:",
    "call_cost": "the card and {value} from the stock",
    "calls_per_game": "{value} in the whole game (0: no limit)",
    "chips": "{value} at the start",
    "lay_off_from": "turn {value} of one's own",
    "most_rounds": "{value} {rounds} (0: thirty)",
    "out_bonus": "{value} points off",
    "blind_bonus": "{value} points off",
    "clean_blind_bonus": "{value} points off",
    "not_down_penalty": "{value} points more",
    "not_down_times": "{value} times",
    "last_round_times": "{value} times",
    "joker_points": "{value} points",
    "shanghai_cards": "{value} from the stock",
    "shanghai_points": "{value} points",
    "min_players": "{value} players",
    "max_players": "{value} players",
    "end_at": "{value} points (0: never)",
    "down_from": "turn {value} of one's own",
}
"""What stands around the value of a rule."""
TITLES: Final = {"contracts": "{rounds}", "call_cost": "A {call} costs"}
"""What a rule is called here, where that is not its usual title."""
FIELDS: Final = {
    "up_to": "up to {value} players",
    "decks": "{value} decks of 52 cards",
    "jokers": "{value} jokers",
    "decks_by_round": "decks by {round}: {value}",
    "jokers_by_round": "jokers by {round}: {value}",
    "deal": "cards dealt, by {round}: {value}",
    "sets": "{sets}: {value}",
    "runs": "{runs}: {value}",
    "alternatives": "or instead: {value}",
    "kind": "how many: {value}",
    "most": "a fixed number: {value} in any meld",
    "set": "cards of one rank: {value}",
    "run": "cards of one suit in order: {value}",
    "round": "from one deal to the next: {value}",
    "call": "what a caller says: {value}",
    "plurals": "of several: {value}",
    "articles": "a or an: {value}",
    "clean": "without any wild card: {value}",
    "most_wild": "wild cards in all of them: {value} at most",
    "runs_of": "the cards of {a_run}: {value}",
    "royal": "each {run} from ace to king: {value}",
    "suits": "suits of the {runs}: {value}",
    "ranks": "ranks of the {sets}: {value}",
    "points": "worth {value} points in all",
    "only": "wild cards lie in {value} melds",
}
"""What stands around a part of a rule, by its name."""
PAIR: Final = ("from {value} cards on", "at most {value} wild")
BY_SIZE: Final = "by size, "
ENTRY: Final = "{at}: {value}"
BY_ROUND: Final = "{{round}} {at}: {value}"
SIZES: Final = {"sets": "{a_set} of {value}", "runs": "{a_run} of {value}"}
IN_ALL: Final = "{value} in every {round}"
HIGH_ACE: Final = "A above the K"
OR: Final = " or "
CHOICES: Final = {
    "fixed": "a fixed number",
    "by-size": "by the size of the meld",
    "naturals": "no more than natural cards",
    "playable": "a card that fits a meld",
    "taken": "the card just taken",
    "wild": "a wild card",
    "suit": "of one suit",
    "colour": "of one colour",
}
"""Values in words that no sentence of a rule tells."""
HOW: Final = {
    "choice": "The arrows change it.",
    "number": "The arrows change it, {work-on} types a number.",
    "text": "{work-on} types it.",
    "picks": "{work-on} opens it, to take some in.",
    "list": "The arrows change it, {work-on} opens it.",
    "parts": "{work-on} opens it.",
    "options": "The arrows go to one, {work-on} takes it in or out.",
}
"""How each kind of line is changed."""
DO: Final = {
    "choice": "Next",
    "number": "Type it",
    "text": "Type it",
    "options": "In or out",
}
OPEN: Final = "Open"
CLOSE: Final = "Close"
_KEY: Final = re.compile(r", such as [^,.]*(?:\[[^]]*\]|\b[A-Z]+\b)|\b([a-z]+(?:_[a-z]+)+)\b")


def plain_words(text: str) -> str:
    """A text about a file without examples of what stands there, its keys by their titles."""
    return _KEY.sub(
        lambda found: f'"{KEY_WORDS[found[1]].title}"' if found[1] in KEY_WORDS else "", text
    )
