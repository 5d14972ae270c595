"""The sentences of a hint: what to do now, and why."""

from collections.abc import Mapping, Sequence
from typing import Final

from shanghai.engine.cards import Card, rank_of, suit_of
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.view import SeatView
from shanghai.words.grammar import counted, with_article
from shanghai.words.messages import Messages
from shanghai.words.phrases import RANK_WORDS
from shanghai.words.short_names import name_at

say = Messages("hints")
__getattr__ = say.__getattr__

_WHY: Final[Mapping[str, str]] = say.table("WHY")
_SUITS: Final[Sequence[str]] = say.lines("SUITS")
_SEVERAL: Final[Sequence[str]] = say.lines("SEVERAL")


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
