"""The sentences of a player on turn: why a key does nothing, what would help, going down."""

from collections.abc import Iterable, Sequence

from shanghai.engine.cards import RANK_NAMES, Card, Face
from shanghai.engine.state import Meld
from shanghai.words.cards import CardStyle
from shanghai.words.grammar import counted, listed, number, with_article
from shanghai.words.messages import Messages

say = Messages("own_turn")
__getattr__ = say.__getattr__


def too_many_text(count: int, what: str) -> str:
    """That a discard, or what else it is, takes one card, and more are picked."""
    picked = number(count).capitalize()
    return f"{picked} cards are picked; {with_article(what)} is one. Esc puts them back."


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


def cannot_go_down_text(short: int) -> str:
    """That the hand does not hold the contract; `short` cards are missing, 0 where nobody says."""
    missing = f" ({counted(short, 'card')} short)" if short else ""
    return f"The hand cannot go down yet{missing}. Melds may be tried out here."


def no_meld_text(cards: Sequence[Card], words: Sequence[str], style: CardStyle) -> str:
    """That cards are of several ranks and several suits; `words` are those for set and run."""
    what = " and ".join(f"no {word}" for word in words)
    return f"{style.texts(cards)} are neither of one rank nor of one suit: {what}."
