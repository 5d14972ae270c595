"""What a lesson made from the rules says, step by step, and why a lesson cannot be given."""

from typing import Final

from shanghai.words.phrases import counted

LEVEL: Final = ("Lesson", "Plays what the lesson asks for.")
ABOUT: Final = "a first round, made from its rules"
NO_DEAL: Final = "no deal of {rules} can be taught"

# -- before the first card --

WHO_IS_WHO: Final = (
    "You are {name}. {others} are played by the computer, and the cards are fixed: nothing can go "
    "wrong, and nothing of it is kept."
)
FIRST_CONTRACT: Final = (
    "The contract of {round} 1 is: {contract}. A meld called {set} has cards of one rank, one "
    "called {run} cards of one suit in a row."
)
THE_BOX: Final = (
    "The box at the top says what comes next and which key does it. All else works as in a game: "
    "? explains the screen, q leaves."
)

# -- the steps --

DISCARD: Final = "discard"
LET_GO: Final = "You could call for the {top}, but it is not worth its price: let it go."
TURN_BEGINS: Final = "A turn begins with a card. "
DRAW: Final = "Draw from the stock."
DRAW_DOWN: Final = "The {top} is of no use to you: draw from the stock."
DRAW_ANYHOW: Final = "You hold the contract already: draw the card that a turn begins with."
DRAW_YET: Final = "The {top} would help, but here the stock is drawn."
DRAW_NO_NEARER: Final = "The {top} brings you no nearer to the contract: draw from the stock."
TAKE: Final = "The {top} is of use to you: take it as the card for this turn."
FURTHER_MELD: Final = "Your hand holds a further meld: lay it down."
GO_DOWN: Final = "{contract}: you hold the whole contract, so go down."
SWAP: Final = "Your {card} is what a joker on the table stands for: win the joker."
LAY_OFF: Final = "The {card} fits on a meld on the table: lay it off."
TURN_ENDS: Final = "A turn ends with a discard, face up. "
TOSS: Final = "Toss the {card}, {last}"
OUT_SO: Final = "and your hand is empty: you are out."
LEAST_USE: Final = "it is of least use."
GO_ON: Final = "Go on."


def call_text(top: str, call: str, cost: int, price: str) -> str:
    """Why the top discard is called for, what it comes with and what it costs."""
    extra = f" It comes with {counted(cost, 'card')} from the stock." if cost else ""
    extra += f" It costs you{price.removeprefix(', for')}." if price else ""
    return f"The {top} is of use to you. It is not your turn, but {call} gets it.{extra}"


# -- after the last card --

NOBODY_OUT: Final = "Nobody is out."
IS_OUT: Final = "{name} is out."
YOU_ARE_OUT: Final = "You are out and count nothing."
HANDS: Final = "{who} The others count the cards they hold: {points}, a joker {joker}."
SCORECARD: Final = (
    "The scorecard: a line for each {round} with its contract, the points, and the totals so far. "
    "{wins}"
)
MOST_WIN: Final = "Who meets most contracts wins; of several the one with the lowest total."
MOST_CONTRACTS: Final = (
    f"Who met the contract goes on to the next one, the others stay at theirs. {MOST_WIN}"
)
LOWEST_TOTAL: Final = "The lowest total wins. That was the first of {rounds}."
CONTRACT: Final = "Contract"
NEXT_CONTRACTS: Final = "{what} 2 asks for {second}, the last one for {last}."
TO_KNOW: Final = "To know about {rules}: {facts}."

# -- faults of the files of a lesson --

BAD_DEAL: Final = "the deal of the lesson {variant} cannot be used"
WORDS_GO_ON: Final = "the words of the lesson {variant} go on after its last move"
NOTHING_SAID: Final = "nothing is said of move {move}, a {kind}"
OTHER_STEP: Final = "move {move} is a {kind}, and the words say {step}"
NO_SUCH_MOVE: Final = "no lesson has a {kind}"
