"""Events: what has happened in a game. `seen.py` says who may see which field of them."""

from collections.abc import Sequence
from typing import Final

from shanghai.engine.cards import Card, Readable
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import End, Ending


class _OfSeat(Readable, frozen=True):
    seat: SeatIndex


class _OfCard(_OfSeat, frozen=True):
    card: Card


class DealerDrawn(Readable, frozen=True, tag=True):
    """Cards were drawn for the first deal. `draws` has a card for each seat in each draw."""

    draws: tuple[tuple[Card, ...], ...]
    dealer: SeatIndex


class Dealt(Readable, frozen=True, tag=True):
    """A round was dealt."""

    round: int
    dealer: SeatIndex
    upcard: Card


class RoundThrownIn(Readable, frozen=True, tag=True):
    """A round was thrown in, as nobody could end it or it was `stopped` for its length (ALL-11).

    If `counted`, all hands count; else the round is dealt again.
    """

    round: int
    counted: bool
    stopped: bool = False


class StockRenewed(Readable, frozen=True, tag=True):
    """The discards became the stock. `count` is the number of cards."""

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
    """A call was granted. The seat got the discard and `extra` cards, for `points` and `chips`."""

    extra: tuple[Card, ...]
    points: int = 0
    chips: int = 0


class CallLapsed(_OfCard, frozen=True, tag=True):
    """A call was not granted. It cost nothing."""


class ShanghaiCalled(_OfSeat, frozen=True, tag=True, omit_defaults=True):
    """SHANGHAI was called on a tossed card.

    If `given`, the tosser drew the card `picked` from the caller's hand. If `back`, the tossed card
    went back to the tosser, else onto the meld. The tosser also got the cards `extra` from the
    stock and a fine of `points`.
    """

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
    """The natural card `card` was given for the wild card `joker` of a meld."""

    joker: Card
    meld: int


class WentDown(_OfSeat, frozen=True, tag=True, omit_defaults=True):
    """A seat laid its contract, a `part` of it, or a `further` meld.

    Its melds are the `count` melds of the table from the index `first` on.
    """

    first: int
    count: int
    further: bool = False
    part: bool = False


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
    """A seat went out, and each other seat has a last turn."""


class RoundEnded(Readable, frozen=True, tag=True):
    """A round ended, with the points of each seat."""

    round: int
    out: SeatIndex
    ending: Ending
    points: tuple[int, ...]


class GameEnded(Readable, frozen=True, tag=True):
    """The game ended. There may be several winners."""

    winners: tuple[SeatIndex, ...]


class SeatHandedOver(_OfSeat, frozen=True, tag=True):
    """Another person took a seat."""

    before: str
    name: str


class ScoreCorrected(_OfSeat, frozen=True, tag=True):
    """The points of a seat in a round were corrected, from `was` to `points`."""

    round: int
    was: int
    points: int
    note: str


class MovesUndone(_OfSeat, frozen=True, tag=True):
    """Moves were undone, as all `agreed` or by their player alone. They had brought `events`."""

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
    """The index of the last deal in a log; 0 if there is none."""
    return next((index for index in reversed(range(len(log))) if isinstance(log[index], Dealt)), 0)


def after_last_turn(log: Sequence[Event], seat: SeatIndex) -> int:
    """The index after the event that ended the last turn of a seat; 0 if it had no turn."""
    for index in reversed(range(len(log))):
        event = log[index]
        if isinstance(event, Discarded | TurnEnded) and event.seat == seat:
            return index + 1
    return 0
