"""Events: what has happened, in the past tense; each says which of its cards who may see."""

from collections.abc import Sequence

from msgspec import Struct, structs

from shanghai.engine.cards import HIDDEN, Card
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import End, Ending


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
    """A round that nobody could end was thrown in; its hands count, or it is dealt again.

    `stopped`: it could still be ended, but every player has had 300 turns (ALL-11).
    """

    round: int
    counted: bool
    stopped: bool = False


class StockRenewed(Struct, frozen=True, tag=True):
    """The discards became the stock, `count` cards in all."""

    count: int


class Drawn(Struct, frozen=True, tag=True):
    """The player on turn drew from the stock; only that seat sees the card."""

    seat: SeatIndex
    card: Card


class DiscardTaken(Struct, frozen=True, tag=True):
    """The player on turn took the top discard."""

    seat: SeatIndex
    card: Card


class Passed(Struct, frozen=True, tag=True):
    """The player on turn let the top discard go."""

    seat: SeatIndex
    card: Card


class CallMade(Struct, frozen=True, tag=True):
    """A seat claimed the top discard."""

    seat: SeatIndex
    card: Card


class CallGranted(Struct, frozen=True, tag=True, omit_defaults=True):
    """A call was settled: the discard and the extra cards, which only that seat sees; its price."""

    seat: SeatIndex
    card: Card
    extra: tuple[Card, ...]
    points: int = 0
    chips: int = 0


class CallLapsed(Struct, frozen=True, tag=True):
    """A waiting call came to nothing, free of charge."""

    seat: SeatIndex
    card: Card


class ShanghaiCalled(Struct, frozen=True, tag=True, omit_defaults=True):
    """SHANGHAI was called; the picked card is seen by the caller and the tosser.

    `given` says whether a card was picked, `back` whether the tossed card went back to the tosser;
    the extra cards are those that the tosser took from the stock, which only that seat sees.
    """

    seat: SeatIndex
    tosser: SeatIndex
    card: Card
    meld: int
    end: End | None
    picked: Card
    given: bool = True
    back: bool = False
    extra: tuple[Card, ...] = ()
    points: int = 0


class JokerSwapped(Struct, frozen=True, tag=True):
    """A natural card was given for a joker of a meld."""

    seat: SeatIndex
    card: Card
    joker: Card
    meld: int


class WentDown(Struct, frozen=True, tag=True, omit_defaults=True):
    """A seat laid its contract, as the melds from `first` on; or a further meld, once down."""

    seat: SeatIndex
    first: int
    count: int
    further: bool = False


class LaidOff(Struct, frozen=True, tag=True):
    """A card was laid on a meld."""

    seat: SeatIndex
    card: Card
    meld: int
    end: End | None


class Discarded(Struct, frozen=True, tag=True):
    """The turn ended with a discard, declared SHANGHAI or not."""

    seat: SeatIndex
    card: Card
    shanghai: bool


class TurnEnded(Struct, frozen=True, tag=True):
    """The turn ended without a discard."""

    seat: SeatIndex


class SeatOut(Struct, frozen=True, tag=True):
    """A seat is out, and each other one has a last turn."""

    seat: SeatIndex


class RoundEnded(Struct, frozen=True, tag=True):
    """A round ended, with the points of each seat."""

    round: int
    out: SeatIndex
    ending: Ending
    points: tuple[int, ...]


class GameEnded(Struct, frozen=True, tag=True):
    """The game ended; several winners share it."""

    winners: tuple[SeatIndex, ...]


class SeatHandedOver(Struct, frozen=True, tag=True):
    """Another person took a seat."""

    seat: SeatIndex
    before: str
    name: str


class ScoreCorrected(Struct, frozen=True, tag=True):
    """The table corrected what a seat scored in a round, and noted why."""

    seat: SeatIndex
    round: int
    was: int
    points: int
    note: str


class MovesUndone(Struct, frozen=True, tag=True):
    """Moves were taken back, by the player alone or by agreement of the table.

    `events` are what those moves had brought about and what no longer counts.
    """

    seat: SeatIndex
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


def seen_by(event: Event, viewer: SeatIndex) -> Event:
    """The event as a seat (or NOBODY, the public) may see it, its secret cards hidden (ALL-13)."""
    match event:
        case Drawn(seat=seat) if seat != viewer:
            return structs.replace(event, card=HIDDEN)
        case CallGranted(seat=seat, extra=extra) if seat != viewer:
            return structs.replace(event, extra=(HIDDEN,) * len(extra))
        case ShanghaiCalled(seat=seat, tosser=tosser, extra=extra) if viewer != tosser:
            picked = event.picked if viewer == seat else HIDDEN
            return structs.replace(event, picked=picked, extra=(HIDDEN,) * len(extra))
        case MovesUndone(events=events):
            return structs.replace(event, events=tuple(seen_by(e, viewer) for e in events))
        case _:
            return event


def after_last_turn(log: Sequence[Event], seat: SeatIndex) -> int:
    """The entry of a log after the one that ended the last turn of a seat; 0 without a turn."""
    ends = (
        at + 1
        for at in reversed(range(len(log)))
        if isinstance(event := log[at], Discarded | TurnEnded) and event.seat == seat
    )
    return next(ends, 0)
