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


def cannot_go_down_text(short: int) -> str:
    """That the hand does not hold the contract; `short` cards are missing, 0 where nobody says."""
    missing = f" ({counted(short, 'card')} short)" if short else ""
    return f"The hand cannot go down yet{missing}. Melds may be tried out here."


def no_meld_text(cards: Sequence[Card], words: Sequence[str], style: CardStyle) -> str:
    """That cards are of several ranks and several suits; `words` are those for set and run."""
    what = " and ".join(f"no {word}" for word in words)
    return f"{style.texts(cards)} are neither of one rank nor of one suit: {what}."


def nothing_yet_text(key: str) -> str:
    """What stands in the place of melds before any is laid out."""
    return f" nothing laid out yet: pick cards and press {key}"


def left_text(cards: int, points: int) -> str:
    """What is left in hand beside the melds."""
    return f"Left in hand: {counted(cards, 'card')}, {counted(points, 'point')}."


def which_text(number: int, count: int) -> str:
    """Which of the lay-downs is shown."""
    return f"   Lay-down {number} of {count}"


def still_text(contract: str) -> str:
    """What is still to be laid out."""
    return f"Still to lay out: {contract}."


def moves_it_text(number: int) -> str:
    """That the number of a run moves its joker."""
    return f" ({number} moves it)"


def nothing_laid_text(pick: str, lay: str) -> str:
    """That nothing is laid out yet, and the keys that do it."""
    return f"Nothing is laid out yet: pick cards with {pick}, and {lay} lays them out."


def pick_first_text(pick: str, lay: str) -> str:
    """That cards are picked before they are laid out, and the keys for both."""
    return f"Pick the cards of a meld first, with {pick}; then {lay} lays them out."


def at_table_text(lay: str, back: str) -> str:
    """The answer to a key of a turn while melds are laid out."""
    return f"That is for one's turn at the table: {lay} lays the melds down, {back} goes back."


def no_joker_moves_text(number: int) -> str:
    """That the joker of a meld has no other place."""
    return f"No joker of meld {number} could stand elsewhere."
