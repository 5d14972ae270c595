"""Actions: the moves of the seats, and what the host does, who shuffles and deals.

The field `renewed` of some moves is the new stock, the next card first. It is empty if the stock is
not renewed, or if the rules fix its order (GD-11).
"""

from typing import TypeVar

from msgspec import Struct, structs

from shanghai.engine.cards import FACE_OF, Card, Face, Readable, labels
from shanghai.engine.parameters.parts import CallWord
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import End, Kind


class MeldCards(Readable, frozen=True):
    """The kind and the cards of a meld that is being laid; the cards of a run from low to high."""

    kind: Kind
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"{self.kind.value}[{labels(self.cards)}]"


class _Seated(Readable, frozen=True):
    seat: SeatIndex


class _Supplied(_Seated, frozen=True):
    """A move that may take cards from the stock, which is renewed by the discards if empty."""

    renewed: tuple[Card, ...] = ()


class DrawForDealer(Readable, frozen=True, tag=True):
    """The seats draw cards for the first deal (RG-2).

    Each draw is a card for each seat. Those who tie for the lowest card draw again; the other seats
    have -1 in that draw.
    """

    draws: tuple[tuple[Card, ...], ...]


class Deal(Readable, frozen=True, tag=True):
    """Deals the round from the whole pack, in this order; the upcard follows the hands."""

    order: tuple[Card, ...]


class ThrowIn(Readable, frozen=True, tag=True):
    """Throws in a round that nobody can end. `order` is that of the next deal, if there is one."""

    order: tuple[Card, ...] = ()


class StopGame(Readable, frozen=True, tag=True):
    """Ends the game early. The round that is being played does not count."""


class Correct(_Seated, frozen=True, tag=True):
    """Corrects the points of a seat in a round that is over; the note says why."""

    round: int
    points: int
    note: str


class Draw(_Supplied, frozen=True, tag=True):
    """Draws from the stock. Calls are settled first."""


class Take(_Seated, frozen=True, tag=True):
    """Takes the top discard as the draw."""


class Pass(_Supplied, frozen=True, tag=True):
    """Passes on the top discard before the draw, so that calls are settled."""


class Call(_Seated, frozen=True, tag=True):
    """Claims the top discard out of turn by the variant's word."""

    word: CallWord
    renewed: tuple[Card, ...] = ()


class CallShanghai(_Seated, frozen=True, tag=True, omit_defaults=True):
    """Calls SHANGHAI on the tossed card, which fits on the meld with this index (GD-18).

    `end` is None for a set. `picked` is the card that the tosser draws from the caller's hand, if
    the rules give one.
    """

    meld: int
    end: End | None = None
    picked: Card | None = None
    renewed: tuple[Card, ...] = ()


class Swap(_Seated, frozen=True, tag=True):
    """Exchanges a natural card for the joker that is laid as this card in a meld."""

    card: Card
    meld: int


class GoDown(_Seated, frozen=True, tag=True):
    """Goes down: lays all melds of the contract at once. Later: lays a further meld."""

    melds: tuple[MeldCards, ...]


class LayOff(_Seated, frozen=True, tag=True):
    """Lays a card off on a meld. `end` is only needed if the card fits both ends of a run."""

    card: Card
    meld: int
    end: End | None = None


class Discard(_Seated, frozen=True, tag=True):
    """Ends the turn with a discard; with `shanghai`, SHANGHAI is declared on it (GD-17)."""

    card: Card
    shanghai: bool = False


class EndTurn(_Seated, frozen=True, tag=True):
    """Ends the turn without a discard (CA-15)."""


class HandOver(_Seated, frozen=True, tag=True):
    """Gives the seat to another person (ALL-14)."""

    name: str


_Ordered = TypeVar("_Ordered", bound=Struct)
_BY_CHANCE = {"draws": (), "order": (), "renewed": (), "picked": None}
"""The fields that are filled in by chance alone, with their values before that."""


def without_chance(action: _Ordered) -> _Ordered:
    """The action as it was before chance filled in its cards."""
    empty = {
        name: value
        for name, value in _BY_CHANCE.items()
        if getattr(action, name, value) is not value
    }
    return structs.replace(action, **empty) if empty else action


HostAction = DrawForDealer | Deal | ThrowIn | StopGame | Correct
AnyCall = Call | CallShanghai
SeatAction = Draw | Take | Pass | AnyCall | Swap | GoDown | LayOff | Discard | EndTurn | HandOver
Action = HostAction | SeatAction


def same_move(one: Action, other: Action) -> bool:
    """Whether two moves are the same but for copies of cards and the order of melds."""
    return type(one) is type(other) and _move_key(one) == _move_key(other)


def _move_key(action: Action) -> object:
    match action:
        case GoDown(melds=melds):
            return action.seat, sorted((meld.kind.value, _faces(meld)) for meld in melds)
        case Discard(card=card) | LayOff(card=card) | Swap(card=card):
            return FACE_OF[card], structs.replace(action, card=Card(0))
        case _:
            return without_chance(action)


def _faces(meld: MeldCards) -> list[Face]:
    faces = [FACE_OF[card] for card in meld.cards]
    return faces if meld.kind is Kind.RUN else sorted(faces)
