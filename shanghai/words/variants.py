"""What is said of variants: by `shanghai variants`, of their files, house rules and deal codes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shanghai.words.messages import Messages

if TYPE_CHECKING:
    from shanghai.engine.rules import Rules

say = Messages("variants")
__getattr__ = say.__getattr__


def plays(rules: "Rules", is_well: bool, turns: float, missed: Sequence[tuple[int, float]]) -> str:
    """How it was played, in a sentence: turns a seat, and by round the share that missed it."""
    from fractions import Fraction

    shares: dict[int, list[float]] = {}
    for at, share in missed:
        shares.setdefault(at, []).append(share)
    means = {at: sum(each) / len(each) for at, each in shares.items()}
    hardest = max(means, key=lambda at: (means[at], at))
    share, of = Fraction(means[hardest]).limit_denominator(5).as_integer_ratio()
    kind = "some" if of > 2 else "half" if of > 1 else "all" if share else "none"
    told = say.of("MISSED", kind, rules, share=share, of=of, at=hardest)
    return say.PLAYS(rules, is_well=is_well, turns=round(turns), missed=told)
