"""The sentences of a hint: what to do now, and why."""

from shanghai.engine.cards import Card, rank_of, suit_of
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import SeatView
from shanghai.words.grammar import Noun
from shanghai.words.messages import Messages
from shanghai.words.phrases import RANK_WORDS
from shanghai.words.short_names import name_at

say = Messages("hints")
__getattr__ = say.__getattr__


def why_text(
    view: SeatView, code: str, before: int = 0, after: int = 0, seat: SeatIndex = NOBODY,
    card: Card | None = None, **texts: object,
) -> str:  # fmt: skip
    """The reason of a hint with its figures, as a sentence."""
    facts: dict[str, object] = {"before": before, "after": after, "gain": max(1, after)}
    if card is not None and code in ("ranks", "suit"):
        facts["rank"] = Noun(RANK_WORDS[rank_of(card) - 1])
        facts["suit"] = Noun(say.lines("SUITS")[suit_of(card)])
    facts["goes"] = say.GOES(pairs=texts["pairs"], beside=texts["beside"])
    tosser = name_at(view, view.tossers[0]) if view.tossers else say.THE_TOSSER
    return say.of("WHY", code, name=name_at(view, seat), tosser=tosser, **facts, **texts)
