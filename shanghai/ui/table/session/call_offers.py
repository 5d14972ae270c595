"""When one person among computers is asked about a card that may be called."""

from shanghai.engine.cards import face_of
from shanghai.engine.melds import places
from shanghai.engine.solver import distance
from shanghai.engine.view import SeatView


class CallOffers:
    """The mode of the settings (always, helps or never), and what the solver said of a card."""

    def __init__(self) -> None:
        self.mode = "always"
        self.expired: object = None
        """The card on offer for which the clock has run down."""
        self._judged: tuple[object, bool] = (None, False)

    def asks_solver(self, offer: object) -> bool:
        """Whether only the solver knows if a card is offered."""
        return self.mode == "helps" and self._judged[0] != offer

    def judge(self, offer: object, helps: bool) -> None:
        """Notes whether a card helps."""
        self._judged = offer, helps

    def asks(self, offer: object, is_silent: bool, fits: bool, may_call: bool) -> bool:
        """Whether the person is asked about a card: `fits` is for SHANGHAI, `may_call` for a call.

        One who wants to hear of no more cards still hears of those that fit a meld.
        """
        if self.mode == "never":
            return False
        if is_silent or fits:
            return fits
        return may_call and self._judged == (offer, True)


def card_helps(view: SeatView) -> bool:
    """Whether the top discard fits a meld of a seat that is down, or brings its contract nearer."""
    seat, top = view.seats[view.viewer], view.top
    if top is None:
        return False
    if seat.down:
        return any(places(view.rules, meld, top) for meld in view.table)
    return face_of(top) in distance(tuple(sorted(seat.hand)), view.contract, view.rules).helps
