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
from shanghai.words.phrases import CALLS, call_name

ShowCard = Callable[[Card], str]
Move = SeatAction | None
"""A move of a seat; None is letting the card on offer go by."""


class MoveWords(NamedTuple):
    """A kind of move: as it is told, in the past, as a gerund, as an order, and taken back."""

    told: str
    did: str
    doing: str
    do: str
    back: str = ""


# fmt: off
MOVES: Final = {
    "None": MoveWords(
        "", "let {top} go by", "leaving it", "let this card go by"),
    "Draw": MoveWords(
        "draws {card} from the stock", "let {top} lie and drew", "drawing",
        "draw from the stock", "the draw of {card} from the stock"),
    "Take": MoveWords(
        "takes {card} from the discards", "took {top}", "taking {top}",
        "take the discard", "the taking of {card}"),
    "Pass": MoveWords(
        "lets {card} go", "let {top} lie", "letting it lie", "let the discard go"),
    "Call": MoveWords(
        "calls {call} for {card}", "{called} {top}", "{calling} {top}",
        "{call}", "{call} for {card}"),
    "CallShanghai": MoveWords(
        "calls SHANGHAI and plays {card} on {where}", "called SHANGHAI on {top}",
        "calling SHANGHAI on {top} for meld {number}", "call SHANGHAI"),
    "Swap": MoveWords(
        "swaps {card} for {joker} in {where}", "won a joker with {card}",
        "winning a joker with {card}", "give {card} for the joker in meld {number}",
        "{card} for {joker} in meld {number}"),
    "GoDown": MoveWords(
        "goes down{melds}", "went down with {bracketed}", "going down with {bracketed}",
        "go down with {laid}", "going down"),
    "FurtherMeld": MoveWords(
        "lays down a further meld{melds}", "went down with {bracketed}",
        "going down with {bracketed}", "go down with {laid}", "a further meld"),
    "LayOff": MoveWords(
        "lays {card} on {where}", "laid off {card} on meld {number}",
        "laying off {card} on meld {number}", "lay {card} on meld {number}",
        "{card} on meld {number}"),
    "Discard": MoveWords(
        "discards {card}", "discarded {card}", "discarding {card}",
        "discard {card}", "the discard of {card}"),
    "DiscardShanghai": MoveWords(
        "discards {card} and declares SHANGHAI", "discarded {card}, SHANGHAI declared",
        "discarding {card} under a declared SHANGHAI", "discard {card} and say SHANGHAI",
        "the discard of {card}"),
    "EndTurn": MoveWords(
        "keeps the last card and ends the turn without a discard", "kept the last card",
        "keeping the last card", "end the turn with the last card kept"),
}
"""The kinds of moves by the names of their actions, each with its words."""
# fmt: on
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
"""The events that moves bring about, each with the kind of its words."""
NO_WORDS: Final = MoveWords("", "", "", "")
"""Those of what is no move."""


def move_words(view: SeatView, move: Move, show: ShowCard) -> MoveWords:
    """What is said of a move that a seat may make in its view, but for what was taken back."""
    kind = "None" if move is None else type(move).__name__
    facts: dict[str, object] = {"call": call_name(view.rules)}
    facts["top"] = "the card" if view.top is None else show(view.top)
    match move:
        case Call(word=word):
            facts |= {"called": CALLS[word].did, "calling": CALLS[word].doing}
        case GoDown(melds=melds):
            laid = [" ".join(map(show, meld.cards)) for meld in melds]
            facts |= {"laid": "; ".join(laid), "bracketed": " ".join(f"[{one}]" for one in laid)}
        case Discard(shanghai=True):
            kind = "DiscardShanghai"
    if (card := getattr(move, "card", None)) is not None:
        facts["card"] = show(card)
    if (meld := getattr(move, "meld", None)) is not None:
        facts["number"] = meld + 1
    words = MOVES[kind]
    did, doing, do = (text.format(**facts) for text in (words.did, words.doing, words.do))
    return words._replace(did=did, doing=doing, do=do)
