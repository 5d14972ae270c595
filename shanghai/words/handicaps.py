"""Handicaps in words, and as they are typed."""

import re
from typing import TYPE_CHECKING, Final

from shanghai.engine.handicap import Handicap
from shanghai.words.messages import Messages
from shanghai.words.short_names import name_at

if TYPE_CHECKING:
    from shanghai.engine.state import Situation

say = Messages("handicaps")

_PART: Final = re.compile(r"(calls|points|cards)\s*=\s*([+-]?[0-9]{1,3})|hints")


def handicap_words(handicap: Handicap) -> str:
    """A handicap such as `1 call more, 10 points off a round`; empty for none."""
    figures = (
        (handicap.calls, say.MORE_CALLS),
        (handicap.points, say.POINTS_OFF),
        (handicap.cards, say.MORE_CARDS if handicap.cards > 0 else say.FEWER_CARDS),
    )
    parts = [message(count=abs(figure)) for figure, message in figures if figure]
    return say.PARTS(parts=[*parts, say.FREE_HINTS] if handicap.hints else parts)


def handicap_lines(state: "Situation") -> list[str]:
    """A sentence for each seat that has a handicap."""
    return [
        say.HAS(name=name_at(state, seat), words=words)
        for seat in state.seat_numbers
        if (words := handicap_words(state.seats[seat].handicap))
    ]


def read_handicap(text: str) -> Handicap:
    """Reads a handicap such as `calls=1, points=10` or `hints`. Raises ValueError, with a sentence
    to show, if a part cannot be read."""
    values: dict[str, int] = {}
    has_hints = False
    without_blanks = re.sub(r"\s*=\s*", "=", text.strip())
    for part in filter(None, re.split(r"[,\s]+(?![=])", without_blanks)):
        match = _PART.fullmatch(part)
        if match is None:
            raise ValueError(say.TYPED(part=part))
        if match[1] is None:
            has_hints = True
        else:
            values[match[1]] = int(match[2])
    return Handicap(**values, hints=has_hints)
