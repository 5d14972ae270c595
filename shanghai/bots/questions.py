"""Questions to the master's search, and what it answers."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from shanghai.engine.actions import SeatAction
from shanghai.engine.events import Event
from shanghai.engine.seats import SeatIndex
from shanghai.engine.view import SeatView

MOST_WORLDS: Final = 160
"""Worlds after which a move is chosen at the latest."""
SECONDS: Final = 1.0
"""Seconds after which a move is chosen at the latest, whatever has been tried."""
INSTALL: Final = "pip install 'numba>=0.63'"


class Question(NamedTuple):
    """What a seat does now, from what it sees and has heard of the round."""

    seat: SeatIndex
    view: SeatView
    heard: Sequence[Event]
    """The events since the deal, as the seat may know them."""
    seed: int
    most: int
    """Worlds tried at most."""
    seconds: float | None
    """Seconds after which it must be answered; None: whenever the worlds have been tried."""
    is_call: bool
    """Whether it is about a call of the top discard."""


class Thought(NamedTuple):
    """A move, the worlds tried for it (0: nothing was to choose), and what they came to."""

    move: SeatAction | None
    """None: no call."""
    tried: int = 0
    instead: SeatAction | None = None
    """The hard player's move, where another one was chosen."""
    is_changed: bool = False
    """Whether another move than the hard player's was chosen."""
    gain: float = 0.0
    """The points that the move chosen is better by than that one."""
