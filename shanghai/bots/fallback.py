"""The simplest legal move, which stands in for a computer player that fails."""

from shanghai.engine.actions import AnyCall, Discard, Draw, EndTurn, SeatAction
from shanghai.engine.game import legal, refuse
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import State


def simplest(state: State, seat: SeatIndex) -> SeatAction:
    """The simplest legal move of the seat on turn: draw, or discard; else whatever is legal."""
    hand = state.seats[seat].hand
    plain: list[SeatAction] = [
        Draw(seat),
        *(Discard(seat, card) for card in reversed(hand)),
        EndTurn(seat),
    ]
    for action in plain:
        if refuse(state, action) is None:
            return action
    listed = legal(state, 1)
    return next(a for a in listed if a.seat == seat and not isinstance(a, AnyCall))
