"""What is said of variants: by `shanghai variants`, of their files, house rules and deal codes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from shanghai.words.grammar import noun, number, with_article
from shanghai.words.messages import Messages

if TYPE_CHECKING:
    from shanghai.engine.rules import Rules

say = Messages("variants")
__getattr__ = say.__getattr__


TABLE_FIGURES: Final[Sequence[str]] = say.lines("TABLE_FIGURES")
"""The figures of a `TableReport`, in the variant's word for a round."""


def plays(rules: "Rules", is_well: bool, turns: float, missed: Sequence[tuple[int, float]]) -> str:
    """How it was played, in a sentence: turns a seat, and by round the share that missed it."""
    from fractions import Fraction

    word = rules.words.round
    taken = f"{number(round(turns))} {noun(round(turns), 'turn')}"
    shares: dict[int, list[float]] = {}
    for at, share in missed:
        shares.setdefault(at, []).append(share)
    means = {at: sum(each) / len(each) for at, each in shares.items()}
    hardest = max(means, key=lambda at: (means[at], at))
    most = Fraction(means[hardest]).limit_denominator(5)
    much = f"{number(most.numerator)} in {number(most.denominator)} miss"
    if most.denominator < 3:
        much = "nobody meets" if most == 1 else "half miss"
    what = (
        f"{much} the contract of {word} {hardest}" if most else "hardly anybody misses a contract"
    )
    verdict = "Plays well" if is_well else "Does not play well"
    return f"{verdict}: {with_article(word, rules.words)} takes about {taken}; {what}."
