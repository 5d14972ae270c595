"""What one seat may see: the only source of anything drawn or given to a player (ALL-13)."""

from msgspec import structs

from shanghai.engine.cards import HIDDEN
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Phase, State


class SeatView(State, frozen=True, kw_only=True):
    """A state with every card hidden that its viewer (a seat, or NOBODY: the public) may not see.

    Hidden cards are HIDDEN, so that counts stay true and `refuse` answers for the viewer's own
    actions as it does for the state. Once a round is scored its hands are open (ALL-13).
    """

    viewer: SeatIndex

    @property
    def asked(self) -> SeatIndex:
        """The seat whose contract is `contract`: its viewer, or for the public the one on turn."""
        return self.turn if self.viewer == NOBODY else self.viewer


_SHOWN = frozenset({Phase.ROUND_OVER, Phase.GAME_OVER})


def view_for(state: State, viewer: SeatIndex) -> SeatView:
    """The view of one seat, or of the public table for NOBODY."""
    values = {name: getattr(state, name) for name in State.__struct_fields__}
    values["stock"] = (HIDDEN,) * len(state.stock)
    values["discards"] = (*state.discards[:1], *(HIDDEN,) * (len(state.discards) - 1))
    if state.phase not in _SHOWN:
        values["seats"] = tuple(
            seat if i == viewer else structs.replace(seat, hand=(HIDDEN,) * len(seat.hand))
            for i, seat in enumerate(state.seats)
        )
    return SeatView(**values, viewer=viewer)


def public_view(state: State) -> SeatView:
    """What the whole table may see, with no hand on it."""
    return view_for(state, NOBODY)
