"""What each seat of a table is asked, each question with an id of its own."""

import os
from typing import Protocol

from shanghai.engine.actions import Action, AnyCall
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Phase
from shanghai.table.calls import Calls
from shanghai.table.chance import who_cuts
from shanghai.table.host import Host
from shanghai.table.places import Order, Place, Question, QuestionKind
from shanghai.table.seating import SeatPlaces
from shanghai.table.undo import Agreement

_Asked = tuple[QuestionKind, object]
"""What is asked, and a value that changes with each new question of this kind."""


class _Asker(Protocol):
    """What the questions need to know of a table."""

    host: Host
    seating: SeatPlaces
    calls: Calls
    agreement: Agreement | None
    ready: set[SeatIndex]


class Questions:
    """The questions of one table. No id is used twice, not even by later runs of the program."""

    def __init__(self, table: _Asker) -> None:
        self._table = table
        self._prefix = os.urandom(4).hex()
        self._count = 0
        self._asked: dict[SeatIndex, tuple[_Asked, Question]] = {}
        self._call_ids: dict[SeatIndex, tuple[object, str]] = {}
        """The offer and the id of the latest question to each seat about a call."""
        self._moves = 0
        """Counts the moves after which the player on turn is asked again."""

    def of(self, seat: SeatIndex) -> Question | None:
        """The question to a seat now. None if there is none, as for a computer."""
        asked = self._what(seat)
        if asked is None:
            self._asked.pop(seat, None)
            return None
        if seat not in self._asked or self._asked[seat][0] != asked:
            self._count += 1
            id, kind = f"{self._prefix}.{self._count}", asked[0]
            card = self._table.host.state.top if kind == "call" else None
            self._asked[seat] = asked, Question(id, seat, kind, card)
            if kind == "call":
                self._call_ids[seat] = self._table.host.state.offer, id
        return self._asked[seat][1]

    def is_stale(self, order: Order) -> bool:
        """Whether an order answers an old question. A call for the card still on offer is never
        stale."""
        if not order.question:
            return False
        if isinstance(order.does, AnyCall):
            offer = self._table.host.state.offer
            if self._call_ids.get(order.seat) == (offer, order.question):
                return False
        question = self.of(order.seat)
        return question is None or question.id != order.question

    def note_move(self, action: Action) -> None:
        """Asks the player on turn again after each move that is no call."""
        self._moves += not isinstance(action, AnyCall)

    def note_undo(self) -> None:
        """Asks the player on turn again."""
        self._moves += 1

    def _what(self, seat: SeatIndex) -> _Asked | None:
        """What a seat is to be asked in the present state. None if nothing."""
        table, state = self._table, self._table.host.state
        if table.seating.place(seat) is Place.COMPUTER:
            return None
        if table.host.pins.is_locked(seat):
            return "pin", None
        if table.host.awaits_cut and who_cuts(state, table.host.is_bot) == seat:
            return "cut", len(table.host.cuts)
        if state.phase is Phase.ROUND_OVER:
            return None if seat in table.ready else ("ready", state.round)
        if table.agreement is not None:
            index = table.agreement.index
            return ("undo", (table.agreement, index)) if table.agreement.is_asked(seat) else None
        if state.phase in (Phase.DRAW, Phase.PLAY) and state.turn == seat:
            return "turn", (self._moves, table.calls.number)
        if seat not in table.calls.asked():
            return None
        return "call", (table.calls.number, seat in state.calls)
