"""Moves in words, for the log, undo, hints and the review."""

from collections.abc import Callable, Mapping
from typing import Final, Literal

from shanghai.engine.actions import Call, Discard, GoDown, SeatAction
from shanghai.engine.cards import Card
from shanghai.engine.rules import Rules
from shanghai.engine.state import End, SeatView
from shanghai.words.messages import Message, Messages
from shanghai.words.phrases import CALLS

ShowCard = Callable[[Card], str]
Move = SeatAction | None
"""A move of a seat, or None for not calling the card on offer."""
Form = Literal["told", "did", "doing", "do", "back"]
"""The form of a move in words. `told` is a sentence with the player's name, `did` the past, `doing`
a gerund, `do` an order, and `back` says that the move was taken back."""

say = Messages("moves")
_MOVES: Final = say.table("MOVES")


def kind_text(rules: Rules, form: Form, kind: str, facts: Mapping[str, object]) -> str:
    """The text of a kind of move in one form; empty if the kind is not one of moves. `kind` is the
    name of the action's class, and `facts` are the values of the text."""
    return Message(_MOVES.get(kind, {}).get(form, ""))(rules, **facts)


def move_text(view: SeatView, move: Move, form: Form, show: ShowCard) -> str:
    """A move of the viewer in words. None is the decision not to call the card on offer."""
    kind = "None" if move is None else type(move).__name__
    top = "" if view.top is None else show(view.top)
    facts: dict[str, object] = {"top": top or say.NO_TOP}
    match move:
        case Call(word=word):
            facts |= {"called": CALLS[word]["did"], "calling": CALLS[word]["doing"]}
        case GoDown(melds=melds):
            cards = [" ".join(map(show, meld.cards)) for meld in melds]
            facts |= {"laid": cards, "bracketed": [f"[{one}]" for one in cards]}
        case Discard(shanghai=True):
            kind = "DiscardShanghai"
    if (card := getattr(move, "card", None)) is not None:
        facts["card"] = show(card)
    if (meld := getattr(move, "meld", None)) is not None:
        end = getattr(move, "end", None)
        facts |= {"number": meld + 1, "is_low": end is End.LOW, "is_high": end is End.HIGH}
    return kind_text(view.rules, form, kind, facts)
