"""The table as the terminal's screens show it, with the hands as their players arrange them."""

import asyncio
from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Any, ClassVar

from shanghai.engine.actions import Action
from shanghai.engine.events import Event, RoundThrownIn
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Phase, State
from shanghai.table.grouping import by_contract
from shanghai.table.host import Host
from shanghai.table.pins import TypedPin
from shanghai.table.places import Reply
from shanghai.table.table import Table
from shanghai.ui.table.hand import Hand
from shanghai.words import computers, table as words
from shanghai.words.events import tell
from shanghai.words.short_names import NAME_CELLS
from shanghai.words.spoken import spoken

if TYPE_CHECKING:
    from textual.screen import Screen

    from shanghai.ui.kit.keybar import Guide


class Session(Table):
    """A table in the terminal. `changed` is set when the game loop must look at it again."""

    is_lesson: ClassVar[bool] = False
    """Whether it is a lesson, of which nothing is stored."""
    asks_to_leave: ClassVar[bool] = True
    """Whether to ask before the table is left, as something would be lost."""
    has_hints: ClassVar[bool] = True
    """Whether hints and the needs of a contract may be seen at all."""
    may_hand_over: ClassVar[bool] = True
    """Whether a seat may be handed to somebody else."""
    tells_shanghai: ClassVar[bool] = False
    """Whether the table is always told that a tossed card fits a meld, whatever the settings
    are."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.changed = asyncio.Event()
        self.listeners.append(self.changed.set)
        self.to_tell: list[str] = []
        """The sentences that the game loop must still tell the whole table."""
        self.is_hurried = False
        """Whether the computers play at once for this turn."""
        self.late_reply: str | None = None
        """What became of a move that had to wait: the reason of a refusal, or empty. None: no
        news."""
        self._hands: dict[SeatIndex, Hand] = {}
        host.on_change.append(self._note_thrown_in)

    def run_orders_soon(self, then: Callable[[], None] = lambda: None) -> None:
        """Lets the running event loop run the orders from elsewhere soon, and then call `then`."""
        loop = asyncio.get_running_loop()

        def run() -> None:
            if not self.has_left and self.run_orders():
                then()

        self.inbox.on_arrival = lambda: loop.call_soon_threadsafe(run)
        self.background = lambda work: Thread(target=work, daemon=True).start()

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the cards as it is read aloud. Empty if nobody cuts."""
        return spoken(self.host.fingerprint)

    @property
    def opened_seed(self) -> str:
        """The fingerprint, the seed and the cut, once the game is over. Empty before, or if nobody
        cuts."""
        host = self.host
        if not host.cuts or host.state.phase is not Phase.GAME_OVER:
            return ""
        cuts = [*map(str, host.cuts)]
        return words.OPENED_SEED(fingerprint=self.fingerprint, seed=host.seed, cuts=cuts)

    def guide_for(self, screen: "Screen[Any]") -> "Guide | None":
        """The guide of a lesson for a screen of this table. None: it is no lesson."""
        return None

    def hand(self, seat: SeatIndex) -> Hand:
        """The hand of a seat as its player has arranged it, with its present cards."""
        view, grouping = self.view(seat), None
        if self.has_hints:
            grouping = partial(by_contract, contract=view.contract, wild=view.rules.other_wild)
        hand = self._hands.setdefault(seat, Hand("contract" if grouping else "rank"))
        hand.hold(view.seats[seat].hand, grouping)
        return hand

    def note_turn(self, seat: SeatIndex) -> None:
        """Notes that a seat has seen all that has happened. Puts its picked cards back
        (extends)."""
        hand = self.hand(seat)
        hand.unpick()
        hand.group_anew()
        super().note_turn(seat)

    def set_pin(self, seat: SeatIndex, typed: TypedPin | None) -> None:
        """Gives a seat a PIN, None for no PIN, and tells the table (extends). Raises ValueError for
        no PIN."""
        super().set_pin(seat, typed)
        if typed is None:
            self.to_tell.append(computers.PIN_GONE.format(name=self.names[seat]))

    def hurry(self) -> None:
        """Lets computers play without pauses until a person is on turn again."""
        self.is_hurried = True
        self.notify()

    def be_silent(self, silent: bool) -> None:
        """Sets whether the only person at the keyboard is asked about no more cards this round."""
        self.calls.be_silent(silent)
        self.notify()

    def note_late_reply(self, reply: Reply) -> None:
        """Keeps the reply to a delayed move, so that the game loop can show it (overrides)."""
        self.late_reply = self.sentence_of(reply.why)

    def _note_thrown_in(
        self, _: State, __: Action, after: State, events: tuple[Event, ...]
    ) -> None:
        for event in events:
            if isinstance(event, RoundThrownIn):
                self.to_tell.append(tell(event, after, NOBODY, room=NAME_CELLS))
