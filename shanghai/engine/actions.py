"""Actions: the moves of the seats, and the actions of the host, which shuffles and deals.

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
    """The cards of a meld that is being laid, and its kind. A run goes from low to high."""

    kind: Kind
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"{self.kind.value}[{labels(self.cards)}]"


class _Seated(Readable, frozen=True):
    seat: SeatIndex


class _MayRenewStock(_Seated, frozen=True):
    """A move that may draw from an empty stock. The discards then become the stock."""

    renewed: tuple[Card, ...] = ()


class DrawForDealer(Readable, frozen=True, tag=True):
    """The seats draw cards for the first deal (RG-2).

    Each draw has one card for each seat. The seats that tie for the lowest card draw again; the
    other seats have HIDDEN in that draw.
    """

    draws: tuple[tuple[Card, ...], ...]


class Deal(Readable, frozen=True, tag=True):
    """Deals a round. `order` is the whole pack: the hands, then the upcard, then the stock."""

    order: tuple[Card, ...]


class ThrowIn(Readable, frozen=True, tag=True):
    """Throws in a round that nobody can end, or that is too long (ALL-11).

    `order` is the pack for dealing the round again. It is empty if the hands count, and may be
    empty if a Deal follows.
    """

    order: tuple[Card, ...] = ()


class StopGame(Readable, frozen=True, tag=True):
    """Ends the game early. The round that is being played does not count."""


class Correct(_Seated, frozen=True, tag=True):
    """Corrects the points of a seat in a round that is over; the note says why."""

    round: int
    points: int
    note: str


class Draw(_MayRenewStock, frozen=True, tag=True):
    """Draws from the stock. Waiting calls are settled first."""


class Take(_Seated, frozen=True, tag=True):
    """Takes the top discard as the draw."""


class Pass(_MayRenewStock, frozen=True, tag=True):
    """Lets the top discard go before the draw. Waiting calls are settled."""


class Call(_Seated, frozen=True, tag=True):
    """Claims the top discard out of turn. `word` must be the call word of the rules."""

    word: CallWord
    renewed: tuple[Card, ...] = ()


class CallShanghai(_Seated, frozen=True, tag=True, omit_defaults=True):
    """Calls SHANGHAI on the tossed card, which fits the meld with the index `meld` (GD-18).

    `end` is only needed if the card fits both ends of a run. `picked` is the card that the tosser
    draws from the caller's hand, if the rules give one.
    """

    meld: int
    end: End | None = None
    picked: Card | None = None
    renewed: tuple[Card, ...] = ()


class Swap(_Seated, frozen=True, tag=True):
    """Exchanges a natural card for the joker, or other wild card, that is laid as it in a meld."""

    card: Card
    meld: int


class GoDown(_Seated, frozen=True, tag=True):
    """Goes down with all melds of the contract, or a part of it. Once down: lays a further meld."""

    melds: tuple[MeldCards, ...]


class LayOff(_Seated, frozen=True, tag=True):
    """Lays a card off on a meld. `end` is only needed if the card fits both ends of a run."""

    card: Card
    meld: int
    end: End | None = None


class Discard(_Seated, frozen=True, tag=True):
    """Ends the turn with a discard. If `shanghai` is set, SHANGHAI is declared on it (GD-17)."""

    card: Card
    shanghai: bool = False


class EndTurn(_Seated, frozen=True, tag=True):
    """Ends the turn without a discard (CA-15)."""


class HandOver(_Seated, frozen=True, tag=True):
    """Gives the seat to another person (ALL-14)."""

    name: str


_StructT = TypeVar("_StructT", bound=Struct)
_BY_CHANCE = {"draws": (), "order": (), "renewed": (), "picked": None}
"""The fields that are filled in by chance alone, with their values before that."""


def without_chance(action: _StructT) -> _StructT:
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
    """Whether two moves do the same. It does not matter which copy of a card they use, or in which
    order they lay melds."""
    return type(one) is type(other) and _move_key(one) == _move_key(other)


def _move_key(action: Action) -> object:
    """A value that is equal for two moves of one type that do the same."""
    match action:
        case GoDown(melds=melds):
            return action.seat, sorted((meld.kind.value, _faces(meld)) for meld in melds)
        case Discard(card=card) | LayOff(card=card) | Swap(card=card):
            return FACE_OF[card], structs.replace(action, card=Card(0))
        case _:
            return without_chance(action)


def _faces(meld: MeldCards) -> list[Face]:
    """The faces of a meld, in an order that does not matter for sets."""
    faces = [FACE_OF[card] for card in meld.cards]
    return faces if meld.kind is Kind.RUN else sorted(faces)
