"""The sentences of a player on turn: why a key does nothing, what would help, going down."""

from collections.abc import Iterable, Sequence

from shanghai.engine.cards import RANK_NAMES, Card, Face
from shanghai.engine.state import Meld
from shanghai.words.cards import CardStyle
from shanghai.words.phrases import Sentence, counted, listed, number, with_article

AGAIN = "Press {key} again to {what}; Esc leaves it."
FITS_NOWHERE = "{card} fits on no meld of the table."
NO_OFFER = "No card is on offer to {name} now."
WINS_NO_JOKER = "{card} wins no joker"
OWN_JOKERS = "{said}: the jokers all lie in the melds of {name}."
GIVE_FOR_JOKER = "give {card} for the joker of meld {meld}"
SEVERAL_WIN = "More than one card wins a joker: pick {cards}."
NO_MELD_TAKES = "No meld on the table takes {card}."
NO_UNDO = "No move of this {word} can be taken back."
PICK_ONE = "Pick one card to {verb}; {count} are picked."
NO_HINTS = "{name} plays without hints."
HINT_AGAIN = "{words} {key} again does it."
SILENT = "No more questions about calls in this {word}; {key} asks again."
LAY_DOWN_HELP = (
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
STILL_TO_LAY_OUT = "Still to lay out: {contract}."
MOVES_IT = " ({number} moves it)"
AT_TABLE = "That is for one's turn at the table: {lay} lays the melds down, {back} goes back."
NOTHING_LAID = "Nothing is laid out yet: pick cards with {pick}, and {lay} lays them out."
PICK_FIRST = "Pick the cards of a meld first, with {pick}; then {lay} lays them out."
NO_JOKER_MOVES = "No joker of meld {number} could stand elsewhere."


def too_many_text(count: int, what: str) -> str:
    """That a discard, or what else it is, takes one card, and more are picked."""
    picked = number(count).capitalize()
    return f"{picked} cards are picked; {with_article(what)} is one. Esc puts them back."


NOTHING_TO_DRAW = "No card is left to draw: that ends the {word}. Press {key} again to end it."


def joker_faces_text(melds: Iterable[tuple[int, Meld]], style: CardStyle) -> str:
    """Which cards win the jokers of some melds: `5♠ wins the joker of meld 3`."""
    said = []
    for index, meld in melds:
        if meld.is_run:
            faces: Iterable[Face] = sorted(meld.stood_for)
            cards = listed([style.text(face) for face in faces], "or")
        else:
            cards = with_article(RANK_NAMES[meld.low - 1])
        jokers = "the joker" if meld.wild_count == 1 else "a joker"
        said.append(f"{cards} wins {jokers} of meld {index + 1}")
    return "; ".join(said)


HAND_IS_EMPTY = "The hand is empty."
NO_MELD_YET = "No meld lies on the table yet."
NOTHING_TO_LET_GO = (
    "There is nothing to let go: nobody has called, and the discard cannot be taken."
)
NOTHING_FITS = "No card of the hand fits on a meld."
NO_JOKER_LIES = "No meld on the table holds a joker."
NO_CARD_WINS = "No card of the hand wins a joker"
NEW_MELD, GO_DOWN = "New meld", "Go down"
LAY_OFF, EXCHANGE, ON_MELD = "Lay off ", "Exchange ", " on meld "
HINT_WHEN = "A hint is for the own turn, and for a card on offer."
DISCARD_IT, DISCARD_WITH_SHANGHAI = "discard {card}", "discard {card} with SHANGHAI"
WISHES, WISHES_MADE = "Wishes", "Wishes: {count}"


ASK_AGAIN, NO_MORE_CALLS = "Ask me again", "No more calls"


NO_QUESTIONS = "There is no question about a call now."
NO_DIGITS = "Digits go to ranks after the draw; before it they are the numbers of seats."


def cannot_go_down_text(short: int) -> str:
    """That the hand does not hold the contract; `short` cards are missing, 0 where nobody says."""
    missing = f" ({counted(short, 'card')} short)" if short else ""
    return f"The hand cannot go down yet{missing}. Melds may be tried out here."


def no_meld_text(cards: Sequence[Card], words: Sequence[str], style: CardStyle) -> str:
    """That cards are of several ranks and several suits; `words` are those for set and run."""
    what = " and ".join(f"no {word}" for word in words)
    return f"{style.texts(cards)} are neither of one rank nor of one suit: {what}."


LEFT = Sentence("Left in hand: {cards:card}, {points:point}.")
