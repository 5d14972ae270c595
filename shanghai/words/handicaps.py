"""Handicaps in words, and as they are typed."""

import re
from typing import TYPE_CHECKING

from shanghai.engine.handicap import Handicap
from shanghai.words.grammar import counted
from shanghai.words.messages import Messages
from shanghai.words.short_names import name_at

if TYPE_CHECKING:
    from shanghai.engine.state import State

say = Messages("handicaps")
__getattr__ = say.__getattr__


def handicap_words(handicap: Handicap) -> str:
    """A handicap such as `1 call more, 10 points off a round`; empty for none."""
    parts = []
    if handicap.calls:
        parts.append(f"{counted(handicap.calls, 'call')} more")
    if handicap.points:
        parts.append(f"{counted(handicap.points, 'point')} off a round")
    if handicap.cards:
        way = "more" if handicap.cards > 0 else "fewer"
        parts.append(f"{counted(abs(handicap.cards), 'card')} {way}")
    if handicap.hints:
        parts.append("free hints")
    return ", ".join(parts)


def handicap_lines(state: "State") -> list[str]:
    """A sentence for each seat that has a handicap."""
    return [
        f"{name_at(state, seat)} has a handicap: {words}."
        for seat in state.seat_numbers
        if (words := handicap_words(state.seats[seat].handicap))
    ]


def read_handicap(text: str) -> Handicap:
    """The handicap of a text such as `calls=1, points=10`; ValueError with a sentence."""
    values: dict[str, int] = {}
    has_hints = False
    for part in filter(None, re.split(r"[,\s]+(?![=])", re.sub(r"\s*=\s*", "=", text.strip()))):
        found = re.fullmatch(say.PART, part)
        if found is None:
            raise ValueError(f"a handicap is typed as {say.TYPED}, not {part!r}")
        if found[1] is None:
            has_hints = True
        else:
            values[found[1]] = int(found[2])
    return Handicap(**values, hints=has_hints)
