"""The sentences of the seats during a game: who plays on in them, and with what help."""

from typing import Final, Literal

HELP: Final = (
    "The arrows up and down choose a seat, left and right who takes it: a person, or a "
    "computer, weaker or stronger; {temper} calls one of that strength by name. {name-seat} "
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
NO_TEMPERS: Final = (
    "Players with names are for a computer of a strength that has some; ←→ chooses one."
)
NO_HELP: Final = "Hints and what is needed are for people; a computer plays in this seat."
NO_PIN: Final = "A PIN is for people; a computer plays in this seat."
NO_PIN_IN_LESSON: Final = "In a lesson nothing is kept, and no PIN is asked."
HANDS_OVER: Final = "{key} hands the seat of {name} to "
OWN_PIN: Final = "{name} sets a PIN with the own hand open."
NOT_READY: Final = "The first time it plays as Hard for a minute, to get ready."
NO_MACHINE_CODE: Final = "It plays as Hard, as it keeps no machine code: {fault}."
NOT_INSTALLED: Final = "It plays as Hard until its search is installed: {install}."


def player_words(strength: str, name: str = "") -> str:
    """Who plays: `computer, hard, as Mia plays`; `person` where there is no strength."""
    if not strength:
        return "person"
    return ", ".join(filter(None, ("computer", strength, name and f"as {name} plays")))
