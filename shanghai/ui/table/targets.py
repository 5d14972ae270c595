"""What a click on the table means: a card, a meld, a seat, the stock or the discard pile."""

from shanghai.engine.cards import Card
from shanghai.engine.seats import SeatIndex
from shanghai.ui.kit.lines import Target


class CardTarget(Target, frozen=True):
    """A card of the hand."""

    card: Card


class MeldTarget(Target, frozen=True):
    """A meld on the table, by its position."""

    meld: int


class SeatTarget(Target, frozen=True):
    """A seat."""

    seat: SeatIndex


class ChipTarget(Target, frozen=True):
    """The calls that a seat has left; nothing is done by a click on it, but it lights up."""

    seat: SeatIndex


class StockTarget(Target, frozen=True):
    """The stock."""


class DiscardTarget(Target, frozen=True):
    """The discard pile."""


class SlipTarget(Target, frozen=True):
    """The card on offer in the title of a window; nothing is done by a click on it."""


class OptionTarget(Target, frozen=True):
    """One of the options of a question about places, by its position."""

    index: int
