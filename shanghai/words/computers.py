"""What is said of computer players, and remarks of named ones, which follow from what the table has
seen and the number of events alone, never from a card, hand or plan."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from shanghai.engine.events import CallGranted, Event, RoundEnded
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.words.messages import Message, Messages

say = Messages("computers")
__getattr__ = say.__getattr__

COMPUTERS: Final[Mapping[str, Sequence[str]]] = say.table("COMPUTERS")


def rules_not_known(keys: Sequence[str], sentence: str, **more: object) -> str:
    """A sentence with the titles of rules that a search does not know; empty without any."""
    if not keys:
        return ""
    from shanghai.words.grammar import listed, within
    from shanghai.words.rulebook.rules import RULE_WORDS

    return sentence.format(titles=listed([within(RULE_WORDS[key].title) for key in keys]), **more)


Occasion = Literal["got", "out", "beaten"]

_EVERY: Final = {"got": 4, "out": 2, "beaten": 3}
"""The occasions of a kind of which one is remarked upon."""

REMARKS: Final[Mapping[str, Mapping[Occasion, Sequence[str]]]] = say.table("REMARKS")
"""By level and occasion what is said; `{name}` is the one who went out."""


def remark(
    event: Event, number: int, levels: Sequence[str], names: Sequence[str]
) -> tuple[SeatIndex, str] | None:
    """Who says what about an event, the last of `number`, None for nobody; level "" is a person."""
    occasion: Occasion = "got"
    match event:
        case CallGranted(seat=seat):
            name = ""
        case RoundEnded(out=seat) if seat != NOBODY:
            occasion, name = "out", names[seat]
            others = [SeatIndex(at) for at, level in enumerate(levels) if level in REMARKS]
            if others and seat not in others:
                occasion, seat = "beaten", others[number % len(others)]
        case _:
            return None
    known = REMARKS.get(levels[seat])
    if known is None or number % _EVERY[occasion]:
        return None
    sentences = known[occasion]
    return seat, Message(sentences[number // _EVERY[occasion] % len(sentences)])(name=name)
