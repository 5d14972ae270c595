"""Moves in words, one entry a kind: read by the log, undo, hints and the review."""

from collections.abc import Callable
from typing import Final, NamedTuple

from shanghai.engine.actions import Call, Discard, GoDown, SeatAction
from shanghai.engine.cards import Card
from shanghai.engine.events import (
    CallMade,
    Discarded,
    DiscardTaken,
    Drawn,
    JokerSwapped,
    LaidOff,
    Passed,
    TurnEnded,
    WentDown,
)
from shanghai.engine.view import SeatView
from shanghai.words.messages import Messages
from shanghai.words.phrases import call_name, call_words

ShowCard = Callable[[Card], str]
Move = SeatAction | None
"""A move of a seat; None is letting the card on offer go by."""


say = Messages("moves")


class MoveWords(NamedTuple):
    """A kind of move: as it is told, in the past, as a gerund, as an order, and taken back."""

    told: str = ""
    did: str = ""
    doing: str = ""
    do: str = ""
    back: str = ""


_MOVES: Final = say.table("MOVES")
KINDS: Final = {
    Drawn: "Draw",
    DiscardTaken: "Take",
    Passed: "Pass",
    CallMade: "Call",
    LaidOff: "LayOff",
    JokerSwapped: "Swap",
    WentDown: "GoDown",
    Discarded: "Discard",
    TurnEnded: "EndTurn",
}
"""The events of moves, each with the kind of its words; any other has those of its own name."""


def kind_words(kind: str) -> MoveWords:
    """The words of a kind of move by the name of its action, None for a card let go by.

    An event that no move bears the name of has none.
    """
    return MoveWords(**_MOVES.get(kind, {}))


def move_words(view: SeatView, move: Move, show: ShowCard) -> MoveWords:
    """What is said of a move that a seat may make in its view, but for what was taken back."""
    kind = "None" if move is None else type(move).__name__
    facts: dict[str, object] = {"call": call_name(view.rules)}
    facts["top"] = "the card" if view.top is None else show(view.top)
    match move:
        case Call(word=word):
            facts |= {"called": call_words(word).did, "calling": call_words(word).doing}
        case GoDown(melds=melds):
            laid = [" ".join(map(show, meld.cards)) for meld in melds]
            facts |= {"laid": "; ".join(laid), "bracketed": " ".join(f"[{one}]" for one in laid)}
        case Discard(shanghai=True):
            kind = "DiscardShanghai"
    if (card := getattr(move, "card", None)) is not None:
        facts["card"] = show(card)
    if (meld := getattr(move, "meld", None)) is not None:
        facts["number"] = meld + 1
    words = kind_words(kind)
    did, doing, do = (text.format(**facts) for text in (words.did, words.doing, words.do))
    return words._replace(did=did, doing=doing, do=do)
