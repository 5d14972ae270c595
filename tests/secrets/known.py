"""What a viewer may know of an event or of a state, by the lines of `known.txt`."""

import inspect
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, get_args

from msgspec import structs

from shanghai.engine.cards import label
from shanghai.engine.events import Event
from shanghai.engine.handicap import Handicap
from shanghai.engine.state import Correction, Meld, RoundResult, Seat, State

COVERED = -1
"""Stands for a card of which only the back is seen."""
ONLOOKER = -1
"""The viewer who has no seat: all that such a one sees, everybody sees."""
SCORED = ("round over", "game over")
"""The phases in which the last round is scored, so that its hands are open (ALL-13)."""
TYPES = {*get_args(Event), State, Seat, Meld, RoundResult, Correction, Handicap}
"""The types of all that an event or a view can hold, beside the rules."""


class Line(NamedTuple):
    """A line of `known.txt`: who may know what is in a field, and the clause that says so."""

    who: str
    clause: str


def read_lines(text):
    """The lines by the name of the type and that of the field."""
    lines = {}
    for row in text.splitlines():
        if not row or row.startswith("#"):
            continue
        name, who, clause = re.split(r"\s{2,}", row)[:3]
        kind, field = name.split(".")
        assert (kind, field) not in lines, f"{name} is in known.txt twice"
        lines[kind, field] = Line(who, clause)
    return lines


KNOWN = read_lines(Path(__file__).with_name("known.txt").read_text("utf-8"))


def event_for(event, viewer):
    """An event with the back of each card that a viewer may not know."""
    return _known(event, viewer, is_scored=False)


def state_for(state, viewer):
    """A state with the back of each card that a viewer may not know."""
    return _known(state, viewer, is_scored=state.phase.value in SCORED)


def _known(value, viewer, *, is_scored, place=None):
    """A value as far as a viewer may know it; of a seat the place is its number."""
    known = {}
    for field in value.__struct_fields__:
        line = KNOWN.get((type(value).__name__, field))
        assert line is not None, f"known.txt has no line for {type(value).__name__}.{field}"
        content = getattr(value, field)
        match line.who:
            case "everybody":
                known[field] = content
            case "nobody":
                known[field] = covered(content)
            case "first":
                known[field] = (*content[:1], *covered(content[1:]))
            case "holder":
                known[field] = content if is_scored or place == viewer else covered(content)
            case "itself":
                known[field] = tuple(
                    _known(each, viewer, is_scored=is_scored, place=number)
                    for number, each in enumerate(content)
                )
            case seats:
                named = [getattr(value, seat) for seat in seats.split()]
                is_named = viewer != ONLOOKER and viewer in named
                known[field] = content if is_named else covered(content)
    return structs.replace(value, **known)


def covered(content):
    """The back of a card, or of as many cards as there are."""
    return tuple(map(covered, content)) if isinstance(content, tuple) else COVERED


def _holds_cards(kind, field):
    annotations = {}
    for parent in reversed(kind.__mro__):
        annotations |= inspect.get_annotations(parent)
    return re.search(r"\bCard\b", str(annotations[field])) is not None


CARDS = {
    (kind.__name__, field)
    for kind in TYPES
    for field in kind.__struct_fields__
    if _holds_cards(kind, field)
}
"""The fields that hold cards, by their annotations."""


def card_fields(value):
    """Every card in a value, covered or not, with the type and the field that hold it."""
    if isinstance(value, tuple):
        for each in value:
            yield from card_fields(each)
    elif type(value) in TYPES:
        for field in value.__struct_fields__:
            name, content = (type(value).__name__, field), getattr(value, field)
            if name in CARDS:
                yield from ((name, card) for card in _flat(content))
            else:
                yield from card_fields(content)


def _flat(content):
    if isinstance(content, tuple):
        for each in content:
            yield from _flat(each)
    elif content is not None:
        yield content


def faces_known(state, log, viewer):
    """The labels of all cards that a viewer may name: of those seen now, and of those that the
    log tells of."""
    cards = {card for _, card in card_fields(state_for(state, viewer))}
    for event in log:
        cards |= _cards_told(event, viewer)
    return {label(card) for card in cards - {COVERED}}


@lru_cache(maxsize=1 << 16)
def _cards_told(event, viewer):
    return frozenset(card for _, card in card_fields(event_for(event, viewer)))


def faces_stood_for(melds):
    """The labels of all cards for which a card of a meld can stand (ALL-4)."""
    places = [meld.stands_for(index) for meld in melds for index in range(len(meld.cards))]
    return {
        label(rank - 1 + 13 * suit)
        for rank, known_suit in places
        for suit in (range(4) if known_suit < 0 else (known_suit,))
    }
