"""What computer players with a name of their own say now and then: fixed and kind sentences.

A remark follows from what the whole table has seen: a call that was granted, or the end of a
round. Which sentence it is, and whether there is one, follows from the number of things that have
happened. No card, hand or plan has any part in it.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from shanghai.engine.events import CallGranted, Event, RoundEnded
from shanghai.engine.seats import NOBODY, SeatIndex

Occasion = Literal["got", "out", "beaten"]

_EVERY: Final = {"got": 4, "out": 2, "beaten": 3}
"""Of so many occasions of a kind one is remarked upon."""

REMARKS: Final[Mapping[str, Mapping[Occasion, Sequence[str]]]] = {
    "pip": {
        "got": ("Ooh, that one is pretty!", "Mine! I think."),
        "out": ("I did it! How did I do it?", "Look, no cards!"),
        "beaten": ("You are so quick, {name}!", "Well done, {name}! Again, please?"),
    },
    "emil": {
        "got": ("For once I could not resist.", "A rare treat."),
        "out": ("Slow and steady.", "Patience does get there."),
        "beaten": ("Nicely played, {name}.", "That was well earned, {name}."),
    },
    "greta": {
        "got": ("Thank you, that will do.", "I have a place for it."),
        "out": ("Tidy table, tidy mind.", "All swept up."),
        "beaten": ("Very neat, {name}.", "Good work, {name}."),
    },
    "walter": {
        "got": ("If I may. Thank you.", "I do not do this often."),
        "out": ("Better safe than sorry.", "Well, well. That went all right."),
        "beaten": ("Bravely done, {name}.", "My hat is off to you, {name}."),
    },
    "mia": {
        "got": ("Sold!", "I will have that one, thank you.", "Shopping is half the fun."),
        "out": ("And that is the shop closed.", "What a lovely round!"),
        "beaten": ("Lovely, {name}!", "That was your round, {name}. Bravo!"),
    },
    "vera": {
        "got": ("I saw that.", "Thank you kindly."),
        "out": ("One only has to look.", "There we are."),
        "beaten": ("I did not see that coming, {name}.", "Sharp eyes, {name}!"),
    },
    "rocco": {
        "got": ("Now we are talking.", "Why not?"),
        "out": ("Ha! What a ride.", "Who dares, wins. Sometimes."),
        "beaten": ("Bold, {name}. I like it!", "Well struck, {name}!"),
    },
}
"""By level and occasion what is said; `{name}` is the one who went out."""


def remark(
    event: Event, number: int, levels: Sequence[str], names: Sequence[str]
) -> tuple[SeatIndex, str] | None:
    """Who says what about an event, None for nobody; `number` counts what has happened so far.

    `levels` and `names` are those of the seats, a level being empty for a person.
    """
    match event:
        case CallGranted(seat=seat):
            return _said(seat, "got", number, levels, "")
        case RoundEnded(out=out) if out != NOBODY and levels[out] in REMARKS:
            return _said(out, "out", number, levels, "")
        case RoundEnded(out=out) if out != NOBODY:
            seats = [at for at, level in enumerate(levels) if level in REMARKS]
            if seats:
                seat = SeatIndex(seats[number % len(seats)])
                return _said(seat, "beaten", number, levels, names[out])
            return None
        case _:
            return None


def _said(
    seat: SeatIndex, occasion: Occasion, number: int, levels: Sequence[str], name: str
) -> tuple[SeatIndex, str] | None:
    known = REMARKS.get(levels[seat])
    if known is None or number % _EVERY[occasion]:
        return None
    sentences = known[occasion]
    # Replaced, not formatted: a name may hold braces.
    said = sentences[number // _EVERY[occasion] % len(sentences)]
    return seat, said.replace("{name}", name)
