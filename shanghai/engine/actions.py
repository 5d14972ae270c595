"""Actions: what a seat, or the host that shuffles, orders, a closed union of frozen values;
`renewed` is the new stock, next card first, empty where none is needed or the variant fixes it
(GD-11)."""

from typing import TypeVar

from msgspec import Struct, structs

from shanghai.engine.cards import FACE_OF, Card, Face, labels
from shanghai.engine.parameters.parts import CallWord
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import End, Kind


class MeldCards(Struct, frozen=True):
    """A meld as it is laid: its kind and its cards, those of a run from low to high."""

    kind: Kind
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"{self.kind.value}[{labels(self.cards)}]"


class _Seated(Struct, frozen=True):
    seat: SeatIndex


class _Supplied(_Seated, frozen=True):
    """Turns the discards into the stock where that is used up."""

    renewed: tuple[Card, ...] = ()


class DrawForDealer(Struct, frozen=True, tag=True):
    """Each seat draws a card for the first deal, those who tie for lowest again (RG-2); by draw a
    card for each seat, or -1 for one that no longer draws."""

    draws: tuple[tuple[Card, ...], ...]


class Deal(Struct, frozen=True, tag=True):
    """Deals the round from the whole pack in this order: a card each in turn, then the upcard."""

    order: tuple[Card, ...]


class ThrowIn(Struct, frozen=True, tag=True):
    """Throws in a round that nobody can end; `order` as in a deal, empty where the hands count."""

    order: tuple[Card, ...] = ()


class StopGame(Struct, frozen=True, tag=True):
    """Ends the game early: it is counted as it stands, without the round that is being played."""


class Correct(_Seated, frozen=True, tag=True):
    """Corrects what a seat scored in a round that is over; the note says why."""

    round: int
    points: int
    note: str


class Draw(_Supplied, frozen=True, tag=True):
    """Draws from the stock; calls that wait are settled first."""


class Take(_Seated, frozen=True, tag=True):
    """Takes the top discard as the draw."""


class Pass(_Supplied, frozen=True, tag=True):
    """Lets the top discard go without drawing yet; calls that wait are settled."""


class Call(_Seated, frozen=True, tag=True):
    """Claims the top discard out of turn by the variant's word."""

    word: CallWord
    renewed: tuple[Card, ...] = ()


class CallShanghai(_Seated, frozen=True, tag=True, omit_defaults=True):
    """Calls SHANGHAI on the tossed card for a place on the meld of an index (GD-18), `end` None on
    a set; `picked` is the card that the tosser draws from the caller's hand, where one is given."""

    meld: int
    end: End | None = None
    picked: Card | None = None
    renewed: tuple[Card, ...] = ()


class Swap(_Seated, frozen=True, tag=True):
    """Gives a natural card for the joker that stands for it in a meld."""

    card: Card
    meld: int


class GoDown(_Seated, frozen=True, tag=True):
    """Lays the whole contract at once."""

    melds: tuple[MeldCards, ...]


class LayOff(_Seated, frozen=True, tag=True):
    """Lays a card on a meld; `end` may be left out where only one end of a run takes it."""

    card: Card
    meld: int
    end: End | None = None


class Discard(_Seated, frozen=True, tag=True):
    """Ends the turn with a discard, under a declared SHANGHAI if so said (GD-17)."""

    card: Card
    shanghai: bool = False


class EndTurn(_Seated, frozen=True, tag=True):
    """Ends the turn without a discard (CA-15)."""


class HandOver(_Seated, frozen=True, tag=True):
    """Gives the seat to another person (ALL-14)."""

    name: str


_Ordered = TypeVar("_Ordered", bound=Struct)
_BY_CHANCE = {"draws": (), "order": (), "renewed": (), "picked": None}
"""What chance alone fills in, with what stands there before."""


def without_chance(action: _Ordered) -> _Ordered:
    """The action as it was ordered, before chance gave it its cards."""
    given = {
        name: none for name, none in _BY_CHANCE.items() if getattr(action, name, none) is not none
    }
    return structs.replace(action, **given) if given else action


HostAction = DrawForDealer | Deal | ThrowIn | StopGame | Correct
AnyCall = Call | CallShanghai
SeatAction = Draw | Take | Pass | AnyCall | Swap | GoDown | LayOff | Discard | EndTurn | HandOver
Action = HostAction | SeatAction


def same_move(one: Action, other: Action) -> bool:
    """Whether two moves differ at most in which copies of cards they name, or in an order."""
    return type(one) is type(other) and _means(one) == _means(other)


def _means(action: Action) -> object:
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
