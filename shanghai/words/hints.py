"""The sentences of a hint: what to do now, and why."""

from typing import Final

from shanghai.engine.cards import Card, rank_of, suit_of
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.view import SeatView
from shanghai.words.phrases import NUMBERS, RANK_WORDS, counted, with_article
from shanghai.words.short_names import name_at

NO_HINT: Final = "No hint is to be had just now."
HINT: Final = "Hint: {order}{more}."
_WHY: Final = {
    "completes": "It completes the contract.",
    "nearer": "It brings the hand from {short} to {then} of the contract.",
    "no-nearer": "The discard does not help.",
    "no-card": "The discard is not to be had.",
    "costs": "The discard costs more than it brings.",
    "stock": "The stock may bring more.",
    "room": "Calls are left, and a larger hand has more ways to the contract.",
    "shanghai": "{tosser} then draws a card from this hand.",
    "declared": "Nobody may take or call it then.",
    "joker": "A joker serves better.",
    "down": "That leaves {points} in hand.",
    "lighter": "That is {points} less in hand.",
    "holds": "The hand holds the contract without it.",
    "stays": "The hand stays {then} without it.",
    "spare": "The hand can do without it best.",
    "points": "That is {points} less in hand.",
    "fits": "The card it brings can be laid.",
    "waits": "The calls that wait are settled, and the next card may be had.",
    "bound": "The last card may not be discarded.",
    "ranks": "{name} took {alike}: {card} stays.",
    "suit": "{name} took {alike} close by: {card} stays.",
    "searched": "Over {before} ways the hidden cards may lie it is better by {gain} than what "
    "first comes to mind.",
}
_SUITS: Final = ("spade", "heart", "diamond", "club")
_SEVERAL: Final = (*NUMBERS[:6], "several")


def why_text(
    view: SeatView, code: str, before: int = 0, after: int = 0, seat: SeatIndex = NOBODY,
    card: Card | None = None,
) -> str:  # fmt: skip
    """The reason of a hint, with the figures that belong to it, as a sentence."""
    if not after:
        code = {"nearer": "completes", "spare": "holds"}.get(code, code)
    elif code == "spare" and before == after:
        code = "stays"
    alike = kept = ""
    if card is not None and code in ("ranks", "suit"):
        rank, suit = RANK_WORDS[rank_of(card) - 1], _SUITS[suit_of(card)]
        kept, one = f"the {rank} of {suit}s", rank if code == "ranks" else suit
        alike = with_article(one) if before == 1 else f"{_SEVERAL[min(before, 6)]} {one}s"
    return _WHY[code].format(
        before=before,
        short=f"{counted(before, 'card')} short",
        then=f"{counted(after, 'card')} short",
        points=counted(after, "point"),
        gain=counted(max(1, after), "point"),
        tosser=name_at(view, view.tossers[0]) if view.tossers else "The tosser",
        name=name_at(view, seat),
        alike=alike,
        card=kept,
    )
