"""The sentences of the seats during a game: who plays on in them, with what help, their PINs."""

from typing import Final, Literal

HELP: Final = (
    "The arrows up and down choose a seat, left and right who takes it: a person, or a "
    "computer, weaker or stronger; {character} calls one of that strength by name. {name-seat} "
    "asks for the name and hands the seat over. {seat-hints} and {seat-needs} take hints, and "
    "what the contract still needs, from the player in the seat or give them back. {seat-pin} "
    "sets a PIN for the own hand, asked once after the game was left and gone on with; that "
    "of another it takes away when it is pressed twice, and the whole table is told."
)
TITLE: Final = "The seats"
NAME: Final = "name"
SEAT: Final = "Seat"
WHO: Final = "Person or computer"
SEAT_STAYS: Final = "The hand, the score and the calls used stay with the seat."
WITHOUT: Final[dict[Literal["hints", "needs"], str]] = {
    "hints": "no hints",
    "needs": "needs hidden",
}
"""The help that a player does without."""
NO_TEMPERS: Final = "Only easy and hard computers have a character: ←→ chooses such a one."
NO_HELP: Final = "Hints and what is needed are for people; a computer plays in this seat."
NO_PIN: Final = "A PIN is for people; a computer plays in this seat."
NO_PIN_IN_LESSON: Final = "In a lesson nothing is kept, and no PIN is asked."
HANDS_OVER: Final = "{key} hands the seat of {name} to "
OWN_PIN: Final = "{name} sets a PIN with the own hand open."
NO_MACHINE_CODE: Final = "It plays as Hard, as it keeps no machine code: {fault}."
NOT_INSTALLED: Final = "It plays as Hard until its search is installed: {install}."


NOT_KNOWN: Final = "Here it plays as Hard: its search does not know the rules on: {titles}."
NOT_READY: Final = "The first time it plays as Hard for a minute, to get ready."
PIN = "PIN"
ASK = "{name} types the PIN; the others look away."
ASK_BELOW = "Then the hand is shown."
ASK_HELP = (
    "The player has set a PIN, which is asked once after the game was left, before the hand "
    "is shown. After three wrong ones the table is shown again. {forgotten}, pressed twice, "
    "takes the PIN away: the whole table is told, and the log keeps it."
)
SHOW_HAND = "Show the hand"
CHOOSE = "{name} chooses a PIN; the others look away."
AGAIN = "The same PIN once more, please."
NOT_THE_SAME = "The two were not the same: choose again."
NOTHING_TYPED = "No digit is typed yet."
HAS_NO_PIN = "The seat has no PIN."
PIN_TITLE = "The PIN of {name}"
CHOOSE_BELOW = "{fewest} to {most} digits, asked when this game is gone on with."
CHOOSE_HELP: Final = (
    "A PIN has {fewest} digits or more. It is asked once after the game was left and "
    "gone on with, before this hand is shown. It keeps an honest table honest; who can read "
    "the files of this computer can read the cards. Forgotten, it can be taken away, which "
    "the whole table is told."
)


def player_words(strength: str, name: str = "") -> str:
    """Who plays: `computer, hard, as Mia plays`; `person` where there is no strength."""
    if not strength:
        return "person"
    return ", ".join(filter(None, ("computer", strength, name and f"as {name} plays")))


def wrong_text(left: int) -> str:
    """That it was another PIN, and how many tries are left."""
    return f"That is not the PIN: {'1 try is' if left == 1 else f'{left} tries are'} left."


def take_away_text(key: str, owner: str = "the") -> str:
    """That a key takes a PIN away when it is pressed again; `owner` such as `Ann's`."""
    return f"{key} again takes {owner} PIN away; the table is told, and the log keeps it."
