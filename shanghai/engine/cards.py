"""Cards: each physical card has a number of its own, and a face (0 to 52) with rank and suit."""

import re
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache, lru_cache
from typing import Any, Final, NewType, get_args, get_type_hints

from msgspec import NODEFAULT, Struct, structs

from shanghai.engine.refusal import Refused, refusal

Card = NewType("Card", int)
"""The number of one physical card: its face plus 53 for each further copy of that face."""

Face = NewType("Face", int)
"""What a card shows: suit times 13 plus rank minus 1, which is 0 to 51, or 52 for the joker."""

SUITS: Final = "SHDC"
RANK_NAMES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
FACES: Final = 53
JOKER: Final = Face(52)
SUITS_IN: Final = ((0,), (1,), (2,), (3,), (0, 3), (1, 2), (0, 1, 2, 3))
"""The suits that a run may have, by its suit number: 0 to 3, 4 for black, 5 for red, -1 for all."""
COLOURS: Final = (0, 1, 1, 0, 0, 1, -1)
"""The colour of a run by its suit number: 0 black, 1 red, -1 both."""
HIDDEN: Final = Card(-1)
"""A view has this in place of each card that its viewer may not see."""

LABELS: Final[tuple[str, ...]] = (*(rank + suit for suit in SUITS for rank in RANK_NAMES), "JK")
ALL_FACES: Final = tuple(map(Face, range(FACES)))
NATURAL_FACES: Final = ALL_FACES[:JOKER]
MAX_COPIES: Final = 64
MAX_CARDS: Final = FACES * MAX_COPIES
"""Every card number is less than this."""
FACE_OF: Final[Mapping[int, Face]] = {
    HIDDEN: JOKER,
    **{number: ALL_FACES[number % FACES] for number in range(MAX_CARDS)},
}
"""The face of each card by its number. A hidden card counts as a joker: it could be any card."""

_NAMED: Final[dict[str, Face]] = dict(zip(LABELS, ALL_FACES, strict=True)) | {
    "T" + suit: Face(number * 13 + 9) for number, suit in enumerate(SUITS)
}
_GLYPHS: Final = str.maketrans("♠♥♦♣", SUITS)


def face_of(card: Card | Face) -> Face:
    """The face (0 to 52) of a card."""
    return FACE_OF[card]


def copy_of(face: Face, copy: int) -> Card:
    """The card with this face and copy number. The first copy is 0."""
    return Card(face + FACES * copy)


def natural_face(suit: int, place: int) -> Face:
    """The face at a place of a run: 1 is the low ace, 2 to 13 are their ranks, 14 the high ace."""
    return NATURAL_FACES[suit * 13 + (place - 1) % 13]


def is_joker(card: Card | Face) -> bool:
    """Whether the card is a joker. A hidden card counts as one."""
    return card % FACES == JOKER


def rank_of(card: Card | Face) -> int:
    """The rank of a natural card, 1 (ace) to 13 (king)."""
    return card % FACES % 13 + 1


def suit_of(card: Card | Face) -> int:
    """The suit of a natural card, 0 to 3 in the order of `SUITS`."""
    return card % FACES // 13


def label(card: Card | Face) -> str:
    """The card as the public formats write it, such as `10S` or `JK`; `??` for a hidden one."""
    return "??" if card < 0 else LABELS[card % FACES]


def labels(cards: Iterable[Card | Face]) -> str:
    """The labels of several cards, with blanks between them."""
    return " ".join(map(label, cards))


def read_face(text: str) -> Face:
    """The face that a text such as `10S`, `TS`, `10♠` or `JK` names. Raises Refused for others."""
    face = _NAMED.get(text.translate(_GLYPHS))
    if face is None:
        raise Refused(refusal("no-card", "card", text=text))
    return face


@lru_cache(maxsize=64)
def deck_cards(decks: int, jokers: int) -> tuple[Card, ...]:
    """All cards of `decks` decks of 52 cards, with `jokers` jokers in all, ordered by number."""
    naturals = [copy_of(face, copy) for copy in range(decks) for face in NATURAL_FACES]
    return tuple(sorted(naturals + [copy_of(JOKER, copy) for copy in range(jokers)]))


def card_code(card: Card) -> str:
    """The text of one physical card: `9D`, or `9D/2` for the second copy; `??` if it is hidden."""
    copy = card // FACES
    return label(card) if copy < 1 else f"{label(card)}/{copy + 1}"


def card(code: str) -> Card:
    """The physical card of a text such as `9D`, `9D/2` or `??`. Raises Refused for others.

    >>> label(card("9D/2")), card("9D/2") - card("9D") == FACES
    ('9D', True)
    """
    if code == label(HIDDEN):
        return HIDDEN
    match = re.fullmatch(r"([^/]+)(?:/([1-9][0-9]?))?", code)
    copy = int(match[2] or 1) - 1 if match is not None else MAX_COPIES
    if match is None or copy >= MAX_COPIES:
        raise Refused(refusal("no-card", "card", text=code))
    return copy_of(read_face(match[1]), copy)


def cards(codes: str) -> tuple[Card, ...]:
    """The physical cards of a text such as `9D 9D/2 JK`."""
    return tuple(map(card, codes.split()))


class Readable(Struct, frozen=True):
    """Base of values with a readable repr. It is Python code, with cards such as `card('9D')`.

    Fields that have their default are left out.
    """

    def __repr__(self) -> str:
        kind, parts, is_complete = type(self), list[str](), True
        for field in structs.fields(self):
            value = getattr(self, field.name)
            if field.default is not NODEFAULT and value == field.default:
                is_complete = False
                continue
            text = _in_code(value, _hints_of(kind)[field.name])
            parts.append(text if is_complete else f"{field.name}={text}")
        return f"{kind.__name__}({', '.join(parts)})"


@cache
def _hints_of(kind: type[Struct]) -> dict[str, Any]:
    return get_type_hints(kind)


def _in_code(value: object, hint: Any) -> str:  # noqa: ANN401
    """A value as Python code. `hint` is its type, which tells cards from other numbers."""
    inner = get_args(hint)
    has_cards = Card in (hint, *inner)
    match value:
        case tuple() if has_cards:
            return f"cards({' '.join(map(card_code, value))!r})"
        case tuple():
            parts = [_in_code(each, inner[0] if inner else None) for each in value]
            return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
        case Enum():
            return f"{type(value).__name__}.{value.name}"
        case int() if has_cards:
            return f"card({card_code(Card(value))!r})"
    return repr(value)
