"""What a computer player would do in a seat and why, from that seat's view alone."""

from collections.abc import Sequence
from random import Random
from typing import Final, Literal

from msgspec import Struct

from shanghai.bots.levels import LEVELS
from shanghai.bots.protocol import IsLate
from shanghai.engine.actions import (
    Call,
    CallShanghai,
    Discard,
    Draw,
    EndTurn,
    GoDown,
    LayOff,
    Pass,
    SeatAction,
    Swap,
    Take,
)
from shanghai.engine.cards import Card, face_of
from shanghai.engine.events import Event
from shanghai.engine.game import refuse
from shanghai.engine.solver import distance, lay_offs
from shanghai.engine.turn import is_playable
from shanghai.engine.view import SeatView

_LEVEL: Final = "hard"


class Why(Struct, frozen=True):
    """A reason: what it is, and the figures that belong to it."""

    code: Literal[
        "nearer",
        "no-nearer",
        "no-card",
        "costs",
        "stock",
        "room",
        "shanghai",
        "declared",
        "joker",
        "down",
        "lighter",
        "spare",
        "points",
        "fits",
        "bound",
        "waits",
    ]
    before: int = 0
    after: int = 0


class Advice(Struct, frozen=True):
    """What to do, None for letting the card on offer go by, and why."""

    action: SeatAction | None
    why: Why | None = None


def advise(view: SeatView, events: Sequence[Event], is_late: IsLate) -> Advice:
    """What the player would do who sees this view and has heard of these events."""
    bot = LEVELS[_LEVEL].make(view.viewer, Random(0), is_late)
    for event in events:
        bot.notice(event)
    action = bot.decide(view) if view.turn == view.viewer else bot.wants_call(view)
    return Advice(action, _why(view, action))


def _why(view: SeatView, action: SeatAction | None) -> Why | None:
    match action:
        case Take():
            return _why_card(view)
        case Call():
            found = _why_card(view)
            return Why("room") if found.code == "no-nearer" else found
        case CallShanghai():
            return Why("shanghai")
        case Pass() if view.calls:
            return Why("waits")
        case Draw() | Pass() | None:
            return _why_not_card(view)
        case GoDown(melds=melds):
            laid = {card for meld in melds for card in meld.cards}
            return Why("down", after=_points(view, [c for c in _hand(view) if c not in laid]))
        case LayOff():
            steps = lay_offs(_hand(view), view.table, view.rules)
            return Why("lighter", after=_points(view, [step.card for step in steps]))
        case Swap():
            return Why("fits" if view.seats[view.viewer].down else "joker")
        case Discard(shanghai=True):
            return Why("declared")
        case Discard(card=card):
            return _why_discard(view, card)
        case EndTurn():
            return Why("bound")
        case _:
            return None


def _why_not_card(view: SeatView) -> Why:
    """Why the top discard is left."""
    is_own_turn = view.turn == view.viewer
    if view.top is None or (is_own_turn and refuse(view, Take(view.viewer)) is not None):
        return Why("no-card")
    found = _why_card(view)
    if found.code == "no-nearer":
        return found
    return Why("stock" if is_own_turn else "costs")


def _why_card(view: SeatView) -> Why:
    """What the top discard would change."""
    seat = view.seats[view.viewer]
    if view.top is None:
        return Why("no-card")
    if seat.down:
        return Why("fits") if is_playable(view, view.top) else Why("no-nearer")
    before, after = _short(view, seat.hand), _short(view, (*seat.hand, view.top))
    return Why("nearer" if after < before else "no-nearer", before, after)


def _why_discard(view: SeatView, card: Card) -> Why:
    """What the hand is without a card."""
    seat = view.seats[view.viewer]
    if seat.down:
        return Why("points", after=view.rules.face_points(face_of(card)))
    rest = tuple(held for held in seat.hand if held != card)
    return Why("spare", _short(view, seat.hand), _short(view, rest))


def _hand(view: SeatView) -> tuple[Card, ...]:
    return view.seats[view.viewer].hand


def _short(view: SeatView, hand: Sequence[Card]) -> int:
    return distance(hand, view.contract, view.rules).short


def _points(view: SeatView, cards: Sequence[Card]) -> int:
    return sum(view.rules.face_points(face_of(card)) for card in cards)
