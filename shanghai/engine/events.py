"""Events: what has happened, in the past tense; `seen.py` says who may see which field of them."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from shanghai.engine.cards import Card
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import End, Ending


class _OfSeat(Struct, frozen=True):
    seat: SeatIndex


class _OfCard(_OfSeat, frozen=True):
    card: Card


class DealerDrawn(Struct, frozen=True, tag=True):
    """The cards drawn for the first deal, a tuple for each draw, and who deals."""

    draws: tuple[tuple[Card, ...], ...]
    dealer: SeatIndex


class Dealt(Struct, frozen=True, tag=True):
    """A round was dealt."""

    round: int
    dealer: SeatIndex
    upcard: Card


class RoundThrownIn(Struct, frozen=True, tag=True):
    """A round was thrown in that nobody could end, or `stopped` (ALL-11): `counted` or redealt."""

    round: int
    counted: bool
    stopped: bool = False


class StockRenewed(Struct, frozen=True, tag=True):
    """The discards became the stock, `count` cards in all."""

    count: int


class Drawn(_OfCard, frozen=True, tag=True):
    """The player on turn drew from the stock."""


class DiscardTaken(_OfCard, frozen=True, tag=True):
    """The player on turn took the top discard."""


class Passed(_OfCard, frozen=True, tag=True):
    """The player on turn let the top discard go."""


class CallMade(_OfCard, frozen=True, tag=True):
    """A seat claimed the top discard."""


class CallGranted(_OfCard, frozen=True, tag=True, omit_defaults=True):
    """A call was settled: the discard, the extra cards from the stock, and its price."""

    extra: tuple[Card, ...]
    points: int = 0
    chips: int = 0


class CallLapsed(_OfCard, frozen=True, tag=True):
    """A waiting call came to nothing, free of charge."""


class ShanghaiCalled(_OfSeat, frozen=True, tag=True, omit_defaults=True):
    """SHANGHAI was called on a tossed card: if `given`, the tosser picked a card of the caller's
    hand; if `back`, the tossed card returned to the tosser; `extra` came from the stock."""

    tosser: SeatIndex
    card: Card
    meld: int
    end: End | None
    picked: Card
    given: bool = True
    back: bool = False
    extra: tuple[Card, ...] = ()
    points: int = 0


class JokerSwapped(_OfCard, frozen=True, tag=True):
    """A natural card was given for a joker of a meld."""

    joker: Card
    meld: int


class WentDown(_OfSeat, frozen=True, tag=True, omit_defaults=True):
    """A seat laid its contract, as the melds from `first` on; or a further meld, once down."""

    first: int
    count: int
    further: bool = False


class LaidOff(_OfCard, frozen=True, tag=True):
    """A card was laid on a meld."""

    meld: int
    end: End | None


class Discarded(_OfCard, frozen=True, tag=True):
    """The turn ended with a discard, declared SHANGHAI or not."""

    shanghai: bool


class TurnEnded(_OfSeat, frozen=True, tag=True):
    """The turn ended without a discard."""


class SeatOut(_OfSeat, frozen=True, tag=True):
    """A seat is out, and each other one has a last turn."""


class RoundEnded(Struct, frozen=True, tag=True):
    """A round ended, with the points of each seat."""

    round: int
    out: SeatIndex
    ending: Ending
    points: tuple[int, ...]


class GameEnded(Struct, frozen=True, tag=True):
    """The game ended; several winners share it."""

    winners: tuple[SeatIndex, ...]


class SeatHandedOver(_OfSeat, frozen=True, tag=True):
    """Another person took a seat."""

    before: str
    name: str


class ScoreCorrected(_OfSeat, frozen=True, tag=True):
    """The table corrected what a seat scored in a round, and noted why."""

    round: int
    was: int
    points: int
    note: str


class MovesUndone(_OfSeat, frozen=True, tag=True):
    """Moves were taken back, by agreement or not; `events` are what no longer counts."""

    agreed: bool
    moves: int
    events: "tuple[Event, ...]"


Event = (
    DealerDrawn
    | Dealt
    | RoundThrownIn
    | StockRenewed
    | Drawn
    | DiscardTaken
    | Passed
    | CallMade
    | CallGranted
    | CallLapsed
    | ShanghaiCalled
    | JokerSwapped
    | WentDown
    | LaidOff
    | Discarded
    | TurnEnded
    | SeatOut
    | RoundEnded
    | GameEnded
    | SeatHandedOver
    | ScoreCorrected
    | MovesUndone
)
ACTIONS: Final = {
    Drawn: "Draw",
    DiscardTaken: "Take",
    Passed: "Pass",
    CallMade: "Call",
    LaidOff: "LayOff",
    JokerSwapped: "Swap",
    WentDown: "GoDown",
    Discarded: "Discard",
    TurnEnded: "EndTurn",
    ShanghaiCalled: "CallShanghai",
}
"""The events of moves, each with the name of its action."""


def last_deal(log: Sequence[Event]) -> int:
    """The index of the last deal in a log, 0 where there is none."""
    return next((index for index in reversed(range(len(log))) if isinstance(log[index], Dealt)), 0)


def after_last_turn(log: Sequence[Event], seat: SeatIndex) -> int:
    """The index in a log after the event that ended the last turn of a seat; 0 without a turn."""
    for index in reversed(range(len(log))):
        event = log[index]
        if isinstance(event, Discarded | TurnEnded) and event.seat == seat:
            return index + 1
    return 0
