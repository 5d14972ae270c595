"""The views of one game, each made once for each state."""

from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import State
from shanghai.engine.view import SeatView
from shanghai.host.host import Host


class Views:
    """What each viewer may see of the state that the host has now."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._state: State | None = None
        self._made: dict[SeatIndex, SeatView] = {}

    def of(self, viewer: SeatIndex) -> SeatView:
        """The view of a seat in the present state, or that of the whole table for NOBODY."""
        host = self._host
        if self._state is not host.state:
            self._state, self._made = host.state, {}
        if viewer not in self._made:
            self._made[viewer] = host.public() if viewer == NOBODY else host.view(viewer)
        return self._made[viewer]
