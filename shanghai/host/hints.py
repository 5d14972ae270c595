"""A hint on demand: what to do now and why, from what one seat sees and has heard."""

from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import Final, NamedTuple

from shanghai.bots.deadline import WATCH
from shanghai.bots.pool import GRACE
from shanghai.engine.actions import (
    Call,
    CallShanghai,
    Discard,
    Draw,
    EndTurn,
    GoDown,
    HandOver,
    LayOff,
    Pass,
    SeatAction,
    Swap,
    Take,
)
from shanghai.engine.cards import Card, is_joker, rank_of, suit_of
from shanghai.engine.events import Event
from shanghai.engine.solver import lay_offs
from shanghai.engine.view import SeatView
from shanghai.host.advice import Why, advise
from shanghai.words.phrases import call_name, counted
from shanghai.words.short_names import name_at

NO_HINT: Final = "No hint is to be had just now."
ShowCard = Callable[[Card], str]
LayAll = Callable[[int], str]
"""What a hint adds where several cards can be laid off, by their number."""


class Hint(NamedTuple):
    """What to do and why, in two sentences; `action` is None for letting the card on offer go by.

    `is_found` is false where the adviser fails or is late: then the words say so.
    """

    words: str
    action: SeatAction | None = None
    is_found: bool = True


def hint(
    view: SeatView,
    events: Sequence[Event],
    show: ShowCard,
    seconds: float,
    lay_all: LayAll = lambda many: "",
) -> Hint:
    """What to do and why, from what a seat sees and has heard, within some seconds."""
    due = monotonic() + seconds

    def is_late() -> bool:
        return monotonic() > due

    try:
        advice = WATCH.ask(lambda: advise(view, events, is_late), seconds + GRACE)
        why = "" if advice.why is None else why_text(advice.why, view)
        words = f"{hint_text(advice.action, view, show, lay_all)} {why}".strip()
        return Hint(words, advice.action)
    except Exception:
        return Hint(NO_HINT, is_found=False)


def why_text(why: Why, view: SeatView) -> str:
    """The reason of a hint as a sentence."""
    before, after = why.before, why.after
    match why.code:
        case "nearer" if after == 0:
            return "It completes the contract."
        case "nearer":
            return f"It brings the hand from {_short(before)} to {_short(after)} of the contract."
        case "no-nearer":
            return "The discard does not help."
        case "no-card":
            return "The discard is not to be had."
        case "costs":
            return "The discard costs more than it brings."
        case "stock":
            return "The stock may bring more."
        case "room":
            return "Calls are left, and a larger hand has more ways to the contract."
        case "shanghai":
            return f"{_tosser(view)} then draws a card from this hand."
        case "declared":
            return "Nobody may take or call it then."
        case "joker":
            return "A joker serves better."
        case "down":
            return f"That leaves {counted(after, 'point')} in hand."
        case "lighter":
            return f"That is {counted(after, 'point')} less in hand."
        case "spare" if not after:
            return "The hand holds the contract without it."
        case "spare" if before == after:
            return f"The hand stays {_short(after)} without it."
        case "spare":
            return "The hand can do without it best."
        case "points":
            return f"That is {counted(after, 'point')} less in hand."
        case "fits":
            return "The card it brings can be laid."
        case "waits":
            return "The calls that wait are settled, and the next card may be had."
        case "bound":
            return "The last card may not be discarded."
        case "ranks":
            return f"{name_at(view, why.seat)} took {_ranks(before, why.card)}: {_stays(why.card)}."
        case "suit":
            suit = _SUITS[suit_of(why.card) % 4]
            near = f"a {suit[:-1]}" if before == 1 else f"{_NUMBERS[min(before, 6)]} {suit}"
            return f"{name_at(view, why.seat)} took {near} close by: {_stays(why.card)}."
        case "searched":
            return (
                f"Over {before} ways the hidden cards may lie it is better by "
                f"{counted(max(1, after), 'point')} than what first comes to mind."
            )


_NUMBERS: Final = ("no", "a", "two", "three", "four", "five", "several")
_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
_PICTURES: Final = {1: "ace", 11: "jack", 12: "queen", 13: "king"}


def _stays(card: Card) -> str:
    if is_joker(card):
        return "the joker stays"
    rank = rank_of(card)
    return f"the {_PICTURES.get(rank, str(rank))} of {_SUITS[suit_of(card)]} stays"


def _ranks(count: int, card: Card) -> str:
    """So many cards of a rank in words: `two kings`, `a 7`."""
    rank = rank_of(card)
    name = _PICTURES.get(rank, str(rank))
    article = "an" if name in ("ace", "8") else "a"
    return f"{article} {name}" if count == 1 else f"{_NUMBERS[min(count, 6)]} {name}s"


def _tosser(view: SeatView) -> str:
    return name_at(view, view.tossers[0]) if view.tossers else "The tosser"


def _short(cards: int) -> str:
    return f"{counted(cards, 'card')} short"


def hint_text(
    action: SeatAction | None, view: SeatView, show: ShowCard, lay_all: LayAll = lambda many: ""
) -> str:
    """A hint as a sentence; None stands for letting the card on offer go by."""

    def shown(cards: Iterable[Card]) -> str:
        return " ".join(map(show, cards))

    match action:
        case None:
            return "Hint: let this card go by."
        case Draw():
            return "Hint: draw from the stock."
        case Take():
            return "Hint: take the discard."
        case Pass():
            return "Hint: let the discard go."
        case Call():
            return f"Hint: {call_name(view.rules)}."
        case CallShanghai():
            return "Hint: call SHANGHAI."
        case GoDown(melds=melds):
            laid = "; ".join(shown(meld.cards) for meld in melds)
            return f"Hint: go down with {laid}."
        case LayOff(card=card, meld=meld):
            many = len(lay_offs(view.seats[view.viewer].hand, view.table, view.rules))
            more = lay_all(many) if many > 1 else ""
            return f"Hint: lay {show(card)} on meld {meld + 1}{more}."
        case Swap(card=card, meld=meld):
            return f"Hint: give {show(card)} for the joker in meld {meld + 1}."
        case Discard(card=card, shanghai=shanghai):
            return f"Hint: discard {show(card)}{' and say SHANGHAI' if shanghai else ''}."
        case EndTurn():
            return "Hint: end the turn with the last card kept."
        case HandOver():
            return ""
