"""The sentences of a hint: what to do now, and why."""

from collections.abc import Sequence

from shanghai.engine.cards import RANK_NAMES, Card, Face, rank_of, suit_of
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import SeatView
from shanghai.words import phrases
from shanghai.words.messages import Messages
from shanghai.words.short_names import name_at

say = Messages("hints")
__getattr__ = say.__getattr__


def why_text(
    view: SeatView, code: str, before: int = 0, after: int = 0, seat: SeatIndex = NOBODY,
    place: str = "", about: Card | None = None, **texts: object,
) -> str:  # fmt: skip
    """The reason for a hint, as a sentence.

    `code` names the reason, `before` and `after` are its figures, and `about` is its card. `place`
    names the kind of place that the card could have in a meld, or why it has none.
    """
    facts: dict[str, object] = {"before": before, "after": after, "gain": max(1, after), **texts}
    if place in ("none", "no-set", "no-run") and about is not None:
        facts["ranks"] = rank_plurals([about])[0]
        facts["suits"] = phrases.SUIT_WORDS[suit_of(about)]
    facts["goes"] = say.GOES(view.rules, **facts)
    facts["place"] = say.of("PLACES", place or "other", view.rules, **facts)
    return say.of("WHY", code, view.rules, name=name_at(view, seat), **facts)


def rank_plurals(cards: Sequence[Card | Face]) -> list[str]:
    """The ranks of some cards, each once, as words such as "kings"."""
    ranks = dict.fromkeys(map(rank_of, cards))
    return [phrases.RANK_PLURALS[phrases.read_rank_key(RANK_NAMES[rank - 1])] for rank in ranks]
