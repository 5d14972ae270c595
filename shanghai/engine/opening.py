"""Going down with a discard that was taken for it, and what a hand needs to go down (HR-9)."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import structs

from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import FACE_OF, HIDDEN, JOKER, Card, label
from shanghai.engine.rules import Rules
from shanghai.engine.solver import can_go_down, can_go_down_with, shortage
from shanghai.engine.state import Situation

_ABOVE_ALL_POINTS: Final = 10**6
"""More points than all other cards of a hand."""


def can_open(state: Situation, card: Card) -> bool:
    """Whether the player on turn could go down with `card` added to the hand and laid in a meld.

    It is False if the hand is hidden.
    """
    hand = state.seats[state.turn].hand
    if HIDDEN in hand or not state.may_go_down_yet:
        return False
    contract, rules, cards = state.contract_of(state.turn), state.rules, (*hand, card)
    # The shortage is quicker to work out than a lay-down.
    if not state.all_in and shortage(cards, contract, rules, 1):
        return False
    return can_go_down_with(FACE_OF[card], cards, contract, rules, all_in=state.all_in)


def card_to_open_with(state: Situation) -> Card | None:
    """The discard that the player on turn took and must go down with, or None."""
    if state.rules.take_discard != "to-open" or state.seats[state.turn].down:
        return None
    return state.taken


def opens_with_taken(state: Situation, melds: Iterable[MeldCards]) -> bool:
    """Whether a lay-down has the face of the discard that was taken for it, if one was taken."""
    taken = card_to_open_with(state)
    if taken is None:
        return True
    return any(FACE_OF[card] == FACE_OF[taken] for meld in melds for card in meld.cards)


def rules_to_open_by(state: Situation) -> Rules:
    """The rules by which the solver lists lay-downs of the player on turn, the best first.

    In them the discard that was taken to go down with counts more than all other cards. So the
    lay-downs with that discard come first, also where other wild cards could be laid for it.
    """
    taken = card_to_open_with(state)
    if taken is None:
        return state.rules
    if FACE_OF[taken] == JOKER:
        return structs.replace(state.rules, joker_points=_ABOVE_ALL_POINTS)
    card_points = state.rules.card_points | {label(taken): _ABOVE_ALL_POINTS}
    return structs.replace(state.rules, card_points=card_points)


def can_go_down_from(state: Situation, hand: Sequence[Card]) -> bool:
    """Whether the player on turn can go down from a hand. A discard taken for it must be laid."""
    taken = card_to_open_with(state)
    if taken is None:
        return can_go_down(hand, state.contract, state.rules, all_in=state.all_in)
    face = FACE_OF[taken]
    return can_go_down_with(face, hand, state.contract, state.rules, all_in=state.all_in)
