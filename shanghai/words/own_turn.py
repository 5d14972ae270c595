"""The sentences of a player's own view that answer a key: what is missing, and what would help."""

from collections.abc import Iterable

from shanghai.engine.cards import RANK_NAMES, Face
from shanghai.engine.rules import Rules
from shanghai.engine.state import Meld
from shanghai.words.cards import CardStyle
from shanghai.words.phrases import listed
from shanghai.words.table import number


def too_many_text(count: int, what: str) -> str:
    """That a discard, or what else it is, takes one card, and more are picked."""
    article = "an" if what[0] in "aeiou" else "a"
    picked = number(count).capitalize()
    return f"{picked} cards are picked; {article} {what} is one. Esc puts them back."


def again_text(key: str, what: str) -> str:
    """That the same key does it when it is pressed again."""
    return f"Press {key} again to {what}; Esc leaves it."


def nothing_to_draw_text(key: str, rules: Rules) -> str:
    """That a draw would end the round, because no card is left for the stock."""
    word = rules.words.round
    return f"No card is left to draw: that ends the {word}. Press {key} again to end it."


def joker_faces_text(melds: Iterable[tuple[int, Meld]], style: CardStyle) -> str:
    """Which cards win the jokers of some melds: `5♠ wins the joker of meld 3`."""
    said = []
    for index, meld in melds:
        if meld.is_run:
            faces: Iterable[Face] = sorted(meld.stood_for)
            cards = listed([style.text(face) for face in faces], "or")
        else:
            rank = RANK_NAMES[meld.low - 1]
            cards = f"{'an' if rank in ('A', '8') else 'a'} {rank}"
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
LAY_OFF, EXCHANGE = "Lay off ", "Exchange for a joker: "
HINT_WHEN = "A hint is for the own turn, and for a card on offer."


def fits_nowhere_text(card: str) -> str:
    """That the tossed card fits on no meld."""
    return f"{card} fits on no meld of the table."


def no_offer_text(name: str) -> str:
    """That no card is on offer to a player."""
    return f"No card is on offer to {name} now."


def wins_no_joker_text(card: str) -> str:
    """That a card wins no joker, for a sentence that goes on."""
    return f"{card} wins no joker"


def own_jokers_text(said: str, name: str) -> str:
    """Why no card wins a joker where all of them lie in a player's own melds."""
    return f"{said}: the jokers all lie in the melds of {name}."


def give_for_joker(card: str, meld: int) -> str:
    """What a second key does in an exchange."""
    return f"give {card} for the joker of meld {meld}"


def several_win_text(cards: str) -> str:
    """That one of several cards must be picked for a joker."""
    return f"More than one card wins a joker: pick {cards}."


def no_meld_takes_text(card: str) -> str:
    """That no meld takes a card."""
    return f"No meld on the table takes {card}."


def discard_it(card: str, shanghai: bool) -> str:
    """What a second key does in a discard."""
    return f"discard {card} with SHANGHAI" if shanghai else f"discard {card}"


def no_undo_text(word: str) -> str:
    """That there is no move to take back in a round, in the variant's word for it."""
    return f"No move of this {word} can be taken back."


def pick_one_text(verb: str, count: int) -> str:
    """That a move takes one card, and more are picked."""
    return f"Pick one card to {verb}; {count} are picked."


def no_hints_text(name: str) -> str:
    """That a player does without hints."""
    return f"{name} plays without hints."


def hint_again_text(words: str, key: str) -> str:
    """A hint, and that the same key does what it says."""
    return f"{words} {key} again does it."


def wishes_label(count: int) -> str:
    """The key of the wishes, and how many there are."""
    return f"Wishes: {count}" if count else "Wishes"


def silence_label(is_silent: bool) -> str:
    """The key that ends the questions about calls, or asks again."""
    return "Ask me again" if is_silent else "No more calls"


def silent_text(word: str, key: str) -> str:
    """That no more is asked in a round, and the key that asks again."""
    return f"No more questions about calls in this {word}; {key} asks again."


NO_QUESTIONS = "There is no question about a call now."
NO_DIGITS = "Digits go to ranks after the draw; before it they are the numbers of seats."
