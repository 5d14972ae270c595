"""The sentences of a player's own view that answer a key: what is missing, and what would help."""

from collections.abc import Iterable, Sequence

from shanghai.engine.cards import RANK_NAMES, Card, Face
from shanghai.engine.rules import Rules
from shanghai.engine.state import Meld
from shanghai.words.cards import CardStyle
from shanghai.words.phrases import counted, listed
from shanghai.words.table import number


def too_many_text(count: int, what: str) -> str:
    """That a discard, or what else it is, takes one card, and more are picked."""
    article = "an" if what[0] in "aeiou" else "a"
    picked = number(count).capitalize()
    return f"{picked} cards are picked; {article} {what} is one. Esc puts them back."


def cannot_go_down_text(short: int) -> str:
    """That the hand does not hold the contract; `short` cards are missing, 0 where nobody says."""
    missing = f" ({counted(short, 'card')} short)" if short else ""
    return f"The hand cannot go down yet{missing}. Melds may be tried out here."


def no_meld_text(cards: Sequence[Card], words: Sequence[str], style: CardStyle) -> str:
    """That cards are of several ranks and several suits; `words` are those for set and run."""
    what = " and ".join(f"no {word}" for word in words)
    return f"{style.texts(cards)} are neither of one rank nor of one suit: {what}."


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
