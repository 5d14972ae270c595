"""What lessons say on the screen: their pages, their answers, and which key is for what."""

from typing import Final

WHICH_GAME: Final = "Learn by playing: which game?"
CHOICE_HELP: Final = (
    "A lesson is the first round of a game with fixed cards: it says what comes next, why, and "
    "which key does it. It takes a few minutes, can be left at any time, and nothing is kept."
)
PAGE_HELP: Final = (
    "A page to read, before a lesson or after it; {onward} goes on, {back} goes back."
)
BEGIN: Final = "Begin"
BEFORE: Final = "Before the first card"
AFTER: Final = "That was it"
OTHERWISE: Final = "The rules allow that too, but the lesson goes on as the box above says."
NO_KEY: Final = "That key does nothing here. ? explains the screen."
WANTS_IT: Final = "This is the card you are looking for: call for it."
KEEPS_SEATS: Final = "In a lesson everybody keeps their seat."
KEEPS_SCORES: Final = "The scores of a lesson stay as they are."
NOT_OWN_FILE: Final = "that file does not lie in the folder of your variants"
NO_LESSON: Final = "There is no lesson: {fault}."
STEP: Final = "step {number} of {steps}"
PRESS: Final = "Press "

# -- what a key is pressed for, after `Press` and the key --

TO_GO_BACK: Final = "to go back to the lesson."
TO_END: Final = "to end the lesson."
TO_SCORECARD: Final = "to turn to the scorecard."
TO_LET_GO: Final = "to let the card go by."
TO_DRAW: Final = "to draw a card from the stock."
TO_TAKE: Final = "to take the discard."
TO_CALL: Final = "to call for it: it is the number of your seat."
TO_CALL_SHANGHAI: Final = "to call SHANGHAI."
TO_LAY_OUT: Final = "to lay your melds out."
TO_LAY_ALL: Final = "to see all that fits, and again to lay it off."
TO_LAY_OFF: Final = "to lay it off."
TO_EXCHANGE: Final = "to give it for the joker."
TO_TOSS: Final = "to toss it with SHANGHAI."
TO_DISCARD: Final = "to discard it."
TO_PUT_BACK: Final = "to put the picked cards back."
TO_PICK: Final = "to pick the {card}."
TO_MOVE: Final = "to move the cursor, as far as the {card}."
TO_LAY_DOWN: Final = "to lay the melds down."
TO_CLEAR: Final = "to take all back into the hand."
TO_LAY_BEST: Final = "to lay out the best way."
TO_CHOOSE: Final = "to choose meld {number}."
A_MOMENT: Final = "A moment."
ON_TURN: Final = "{name} is on turn."
LESSON_DIMMED: Final = "{label}: that is not possible now. Dimmed keys wake when their time comes."
LESSON_TITLE: Final = "Learn by playing: {rules}"
