"""The sentences of going down: what is laid out, what lacks, and why a key does nothing."""

from collections.abc import Sequence

from shanghai.engine.cards import Card
from shanghai.words.cards import CardStyle
from shanghai.words.phrases import counted

HELP = (
    "The best lay-down is shown first, the one that leaves the fewest points in hand; "
    "{next-lay-down} shows the next. To lay out melds by hand, take all back with "
    "{clear-melds}, pick cards and press {new-meld}. The number of a run with a joker moves "
    "the joker to another place; other numbers go to a rank, {rank-10} to tens, {rank-jqk} to "
    "jacks, queens and kings. Nothing lies on the table before {lay-down}."
)
GOING_DOWN = "GOING DOWN"
NOT_NOW = "Not now"
THE_CONTRACT = "The contract: "
NO_FURTHER_MELD = "The hand holds no further meld."
NO_MELD = "These cards make no meld."
NO_PROPOSAL = "The hand does not hold the contract: there is no lay-down to show."
NO_CARD_LEFT = "No card is left in hand."
NOTHING_YET = " nothing laid out yet: pick cards and press {key}"
WHICH_LAY_DOWN = "   Lay-down {number} of {count}"
STILL_TO_LAY = "Still to lay out: {contract}."
NUMBER_MOVES_IT = " ({number} moves it)"
NOTHING_LAID = "Nothing is laid out yet: pick cards with {pick}, and {lay} lays them out."
PICK_FIRST = "Pick the cards of a meld first, with {pick}; then {lay} lays them out."
AT_THE_TABLE = "That is for one's turn at the table: {lay} lays the melds down, {back} goes back."
NO_JOKER_MOVES = "No joker of meld {number} could stand elsewhere."


def cannot_go_down_text(short: int) -> str:
    """That the hand does not hold the contract; `short` cards are missing, 0 where nobody says."""
    missing = f" ({counted(short, 'card')} short)" if short else ""
    return f"The hand cannot go down yet{missing}. Melds may be tried out here."


def no_meld_text(cards: Sequence[Card], words: Sequence[str], style: CardStyle) -> str:
    """That cards are of several ranks and several suits; `words` are those for set and run."""
    what = " and ".join(f"no {word}" for word in words)
    return f"{style.texts(cards)} are neither of one rank nor of one suit: {what}."


def left_text(cards: int, points: int) -> str:
    """What is left in hand beside the melds."""
    return f"Left in hand: {counted(cards, 'card')}, {counted(points, 'point')}."
