"""Wild cards: which cards are wild, and which are laid as another card at a place."""

from collections.abc import Mapping

from shanghai.engine.cards import FACE_OF, FACES, JOKER, SUITS_IN, Card, Face, suit_of
from shanghai.engine.rules import Rules
from shanghai.engine.state import Meld


def is_wild(rules: Rules, card: Card | Face) -> bool:
    """Whether a card is wild: it may be laid as another card."""
    return FACE_OF[card] in rules.wild_faces


def is_natural(rules: Rules, card: Card | Face) -> bool:
    """Whether a card may be laid as itself. It then also counts as itself when tossed (HR-1)."""
    return card % FACES != JOKER and (rules.wild_natural or FACE_OF[card] not in rules.other_wild)


def stands_in(rules: Rules, card: Card | Face, rank: int, suit: int = -1) -> bool:
    """Whether a card is laid as another card at a place of this rank and suit number."""
    face = FACE_OF[card]
    if face not in rules.wild_faces:
        return False
    if face == JOKER or not rules.wild_natural:
        return True
    return face % 13 + 1 != rank or face // 13 not in SUITS_IN[suit]


def exchange_faces(rules: Rules, meld: Meld) -> Mapping[Face, int]:
    """The faces that win a wild card of a meld, each with the index of that wild card."""
    faces = meld.stood_for
    if rules.never_natural:
        faces = {face: i for face, i in faces.items() if face not in rules.never_natural}
    if not rules.repeated_suits and not meld.is_run:
        faces = {face: i for face, i in faces.items() if not meld.edges >> suit_of(face) & 1}
    return faces


def wild_index(rules: Rules, meld: Meld, card: Card | Face) -> int:
    """The index of the wild card that a natural card may replace in a meld, or -1."""
    return exchange_faces(rules, meld).get(FACE_OF[card], -1)
