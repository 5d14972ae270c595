"""Messages on variants: their files, house rules and deal codes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shanghai.words.messages import Message, Messages

if TYPE_CHECKING:
    from shanghai.engine.rules import Rules

say = Messages("variants")
__getattr__ = say.__getattr__


def plays(rules: "Rules", is_well: bool, turns: float, missed: Sequence[tuple[int, float]]) -> str:
    """Sentences on how a game plays: the turns of a seat, and the contract missed most often.

    `is_well` says whether the game plays well. `missed` has pairs of a contract's number and the
    share of seats that missed it. If players choose their contracts, the number is that of the
    round.
    """
    from fractions import Fraction

    shares: dict[int, list[float]] = {}
    for number, share in missed:
        shares.setdefault(0 if rules.is_choice else number, []).append(share)
    means = {number: sum(each) / len(each) for number, each in shares.items()}
    hardest = max(means, key=lambda number: (means[number], number))
    share, of = Fraction(means[hardest]).limit_denominator(5).as_integer_ratio()
    kind = "some" if of > 2 else "half" if of > 1 else "all" if share else "none"
    where = "any" if rules.is_choice else "contract" if rules.is_bounded else "round"
    message = Message(say.table("MISSED")[where][kind])
    sentence = message(rules, share=share, of=of, number=hardest)
    return say.PLAYS(rules, is_well=is_well, turns=round(turns), missed=sentence)
