"""The targets of clicks on the table: a card, a meld, a seat, the stock or the discards."""

from shanghai.engine.cards import Card
from shanghai.engine.seats import SeatIndex
from shanghai.ui.kit.lines import Target


class CardTarget(Target, frozen=True):
    """A click on a card of the hand."""

    card: Card


class MeldTarget(Target, frozen=True):
    """A click on a meld of the table, by its index."""

    meld: int


class SeatTarget(Target, frozen=True):
    """A click on a seat."""

    seat: SeatIndex


class ChipTarget(Target, frozen=True):
    """The calls left to a seat. A click does nothing, but the target can light up."""

    seat: SeatIndex


class StockTarget(Target, frozen=True):
    """A click on the stock."""


class DiscardTarget(Target, frozen=True):
    """A click on the discards."""


class SlipTarget(Target, frozen=True):
    """The card on offer in the title of a window. A click does nothing."""


class OptionTarget(Target, frozen=True):
    """A click on one of the options of a question, by its index."""

    index: int
