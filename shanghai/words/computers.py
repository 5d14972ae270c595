"""Messages on computer players, and the remarks that computers with a character make.

A remark depends only on what the whole table has seen, and on the number of events. It never gives
away a card or a plan.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from shanghai.engine.events import CallGranted, Event, RoundEnded
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.words.grammar import listed, within
from shanghai.words.messages import Message, Messages

say = Messages("computers")
__getattr__ = say.__getattr__

COMPUTERS: Final[Mapping[str, Sequence[str]]] = say.table("COMPUTERS")


def rules_not_known(keys: Sequence[str], sentence: str, **more: object) -> str:
    """A sentence that lists the titles of rules that a computer's search does not know. `keys` are
    those of the rules. The result is empty if there are none."""
    if not keys:
        return ""
    from shanghai.words.rulebook.rules import RULE_WORDS

    return sentence.format(titles=listed([within(RULE_WORDS[key].title) for key in keys]), **more)


Occasion = Literal["got", "out", "beaten"]

_EVERY: Final = {"got": 4, "out": 2, "beaten": 3}
"""A remark is made if the number of events can be divided by this number, by its occasion."""

REMARKS: Final[Mapping[str, Mapping[Occasion, Sequence[str]]]] = say.table("REMARKS")
"""The remarks of each level on each occasion; `{name}` is the player who went out."""


def remark(
    event: Event, number: int, levels: Sequence[str], names: Sequence[str]
) -> tuple[SeatIndex, str] | None:
    """The seat that makes a remark on an event, and its text; None if nobody does. `number` is the
    number of events so far. `levels` has the level of each seat; that of a person is empty."""
    occasion: Occasion = "got"
    match event:
        case CallGranted(seat=seat):
            name = ""
        case RoundEnded(out=seat) if seat != NOBODY:
            occasion, name = "out", names[seat]
            others = [SeatIndex(seat) for seat, level in enumerate(levels) if level in REMARKS]
            if others and seat not in others:
                occasion, seat = "beaten", others[number % len(others)]
        case _:
            return None
    remarks = REMARKS.get(levels[seat])
    if remarks is None or number % _EVERY[occasion]:
        return None
    sentences = remarks[occasion]
    return seat, Message(sentences[number // _EVERY[occasion] % len(sentences)])(name=name)
