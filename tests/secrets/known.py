"""What a viewer may know of an event or of a state, by the lines of `known.txt`, as plain data."""

import inspect
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, get_args

from msgspec import Struct

from shanghai.engine.cards import label
from shanghai.engine.events import Event
from shanghai.engine.handicap import Handicap
from shanghai.engine.rules import Rules
from shanghai.engine.state import Correction, Meld, RoundResult, Seat, State

COVERED = -1
"""Stands for a card of which only the back is seen."""
ONLOOKER = -1
"""The viewer who has no seat: all that such a one sees, everybody sees."""
VIEWER = "State", "viewer"
"""The field of a view that no state has: whose view it is."""
SCORED = ("round over", "game over")
"""The phases in which the last round is scored, so that its hands are open (ALL-13)."""


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
        assert (kind, field) not in lines, f"{name} stands twice in known.txt"
        lines[kind, field] = Line(who, clause)
    return lines


KNOWN = read_lines(Path(__file__).with_name("known.txt").read_text("utf-8"))


def event_for(event, viewer):
    """An event as plain data, as far as a viewer may know it."""
    return _known(event, viewer, is_scored=False)


def view_of(state, viewer):
    """A state as plain data, as far as a viewer may know it."""
    return _known(state, viewer, is_scored=state.phase.value in SCORED)


def _known(value, viewer, *, is_scored, place=None):
    """The fields of a value as far as a viewer may know them; a seat has its number as place."""
    kind, data = _name(value), {}
    for field in _fields(value):
        line = KNOWN.get((kind, field))
        assert line is not None, f"known.txt does not say who may know {kind}.{field}"
        content = getattr(value, field)
        match line.who:
            case "everybody":
                data[field] = plain(content)
            case "nobody":
                data[field] = covered(content)
            case "first":
                data[field] = (*content[:1], *covered(content[1:]))
            case "holder":
                data[field] = content if is_scored or place == viewer else covered(content)
            case "itself":
                data[field] = tuple(
                    _known(each, viewer, is_scored=is_scored, place=number)
                    for number, each in enumerate(content)
                )
            case seats:
                named = [getattr(value, seat) for seat in seats.split()]
                is_named = viewer != ONLOOKER and viewer in named
                data[field] = content if is_named else covered(content)
    return {"type": kind} | data


def covered(content):
    """The back of a card, or of as many cards as there are."""
    return tuple(map(covered, content)) if isinstance(content, tuple) else COVERED


def plain(value):
    """Any value of the engine as plain data: a state and a view of it are of one kind."""
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    if not isinstance(value, Struct) or isinstance(value, Rules):
        return value
    return {"type": _name(value)} | {
        field: plain(getattr(value, field)) for field in _fields(value)
    }


def _name(value):
    return "State" if isinstance(value, State) else type(value).__name__


def _fields(value):
    """The fields that a value shares with the state or the event that it is a view of."""
    return [field for field in value.__struct_fields__ if (_name(value), field) != VIEWER]


def _names_cards(kind, field):
    annotations = {}
    for parent in reversed(kind.__mro__):
        annotations |= inspect.get_annotations(parent)
    return re.search(r"\bCard\b", str(annotations[field])) is not None


KINDS = (*get_args(Event), State, Seat, Meld, RoundResult, Correction, Handicap)
"""All types of which an event or a view can hold values, beside the rules."""
CARDS = {
    (kind.__name__, field)
    for kind in KINDS
    for field in kind.__struct_fields__
    if _names_cards(kind, field)
}
"""The fields that hold cards, by their annotations."""


def cards_in(data):
    """The cards in plain data that are not covered, by their numbers."""
    return {card for _, card in card_fields(data) if card != COVERED}


def card_fields(data):
    """Every card in plain data, covered or not, with the type and the field that hold it."""
    if isinstance(data, tuple):
        for each in data:
            yield from card_fields(each)
    elif isinstance(data, dict):
        for field, content in data.items():
            name = data["type"], field
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
    """The labels of all cards that a viewer may name: of those seen now, of those that the log
    tells of, and of those for which a wild card of a meld stands (ALL-4)."""
    cards = cards_in(view_of(state, viewer))
    for event in log:
        cards |= _cards_told(event, viewer)
    return {label(card) for card in cards} | _stood_for(state.table)


@lru_cache(maxsize=1 << 16)
def _cards_told(event, viewer):
    return frozenset(cards_in(event_for(event, viewer)))


def _stood_for(melds):
    places = [meld.stands_for(index) for meld in melds for index in range(len(meld.cards))]
    return {
        label(rank - 1 + 13 * suit)
        for rank, known_suit in places
        for suit in (range(4) if known_suit < 0 else (known_suit,))
    }
