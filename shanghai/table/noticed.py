"""What the opponents took and let go in a round, as one seat noticed it."""

from collections.abc import Sequence, Set

from shanghai.bots.planner import Collections, Unseen, goes_with
from shanghai.engine.cards import Card, Face, face_of, rank_of
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import SeatView


class Noticed:
    """Tells which of the cards that opponents took or let go have to do with a card."""

    def __init__(self, view: SeatView, collected: Collections, unseen: Unseen) -> None:
        self._view, self._collected, self._unseen = view, collected, unseen

    def wanted(self, seat: SeatIndex, card: Card) -> tuple[Face, ...]:
        """The cards that a seat took and that go with a card. None if it let such cards go, is down
        or is a partner."""
        if self._going_with(seat, sorted(self._let_go(seat)), card):
            return ()
        taken = () if self._is_aside(seat) else self._collected.taken(self._view, seat)
        return self._going_with(seat, taken, card)

    def unwanted(self, seat: SeatIndex, card: Card) -> tuple[Face, ...]:
        """The cards that a seat let go and that speak for it not to want a card: that card itself,
        or of its rank where it needs sets, or two and more that go with it in a run. None if it is
        down or a partner."""
        let_go, own = self._let_go(seat), face_of(card)
        near = self._going_with(seat, sorted(let_go), card)
        like = tuple(face for face in near if face == own or rank_of(face) == rank_of(card))
        if own in let_go and own not in like:
            like = (own, *like)
        return like or (near if len(near) > 1 else ())

    def _is_aside(self, seat: SeatIndex) -> bool:
        view = self._view
        return view.seats[seat].down or view.sides.are_partners(view.viewer, seat)

    def _let_go(self, seat: SeatIndex) -> Set[Face]:
        """The cards that a seat tossed or did not take of late."""
        if self._is_aside(seat):
            return frozenset()
        return self._collected.of_seat(self._view, seat, self._unseen).let_go

    def _going_with(self, seat: SeatIndex, faces: Sequence[Face], card: Card) -> tuple[Face, ...]:
        """The faces of these that could be in one meld with a card, in the hand of a seat."""
        return tuple(face for face in faces if goes_with(self._view, seat, face, face_of(card)))
