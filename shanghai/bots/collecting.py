"""What each player at the table seems to collect, from the cards seen to come and go."""

from collections import deque
from collections.abc import Iterable
from typing import Final

from shanghai.bots.planner import Unseen
from shanghai.bots.weights import EVEN, NEAR, Weights
from shanghai.engine.cards import Card, Face, face_of
from shanghai.engine.events import (
    CallGranted,
    Dealt,
    Discarded,
    DiscardTaken,
    Drawn,
    Event,
    LaidOff,
)
from shanghai.engine.seats import SeatIndex
from shanghai.engine.view import SeatView

_REMEMBERED: Final = 8
"""How many of the cards that a player let go last are remembered."""


class Collections:
    """Remembers of the round which cards each seat took and let go."""

    def __init__(self, weights: Weights = EVEN) -> None:
        self._weights = weights
        self._clear()

    def _clear(self) -> None:
        self._taken: dict[SeatIndex, set[Card]] = {}
        self._let_go: dict[SeatIndex, deque[Face]] = {}
        self._on_offer: Card | None = None

    def notice(self, event: Event) -> None:
        """Takes note of an event of the round."""
        match event:
            case Dealt():
                self._clear()
                self._on_offer = event.upcard
            case DiscardTaken(seat=seat, card=card) | CallGranted(seat=seat, card=card):
                self._taken.setdefault(seat, set()).add(card)
                self._on_offer = None
            case Drawn(seat=seat):
                if self._on_offer is not None:
                    self._note_let_go(seat, self._on_offer)
                self._on_offer = None
            case Discarded(seat=seat, card=card):
                self._taken.setdefault(seat, set()).discard(card)
                self._note_let_go(seat, card)
                self._on_offer = card
            case LaidOff(seat=seat, card=card):
                self._taken.setdefault(seat, set()).discard(card)
            case _:
                pass

    def _note_let_go(self, seat: SeatIndex, card: Card) -> None:
        self._let_go.setdefault(seat, deque(maxlen=_REMEMBERED)).append(face_of(card))

    def taken(self, view: SeatView, seat: SeatIndex) -> list[Face]:
        """The cards that a seat took or bought in this round and still holds."""
        laid = {held for meld in view.table for held in meld.cards}
        return [face_of(held) for held in sorted(self._taken.get(seat, ())) if held not in laid]

    def wish(self, view: SeatView, seat: SeatIndex, card: Card, unseen: Unseen) -> float:
        """How much a seat that is not down seems to want a natural card, from 0 to 1.5."""
        taken = self.taken(view, seat)
        hidden = max(0, len(view.seats[seat].hand) - len(taken))
        share = hidden / max(1, unseen.total)
        face, let_go = face_of(card), self._let_go.get(seat, ())
        contract = view.contract_of(seat)
        sets, runs = contract.set_count, contract.run_count
        wish = 0.0
        if sets:
            wish += sets * self._for_set(face, taken, let_go, share, unseen)
        if runs:
            wish += runs * self._for_run(face, taken, let_go, share, unseen)
        return wish / (sets + runs)

    def _for_set(
        self, face: Face, taken: list[Face], let_go: Iterable[Face], share: float, unseen: Unseen
    ) -> float:
        weights, rank = self._weights, face % 13
        alike = [Face(rank + 13 * suit) for suit in range(4)]
        fellows = sum(held in alike for held in taken) + share * sum(map(unseen.count, alike))
        if any(gone in alike for gone in let_go):
            fellows *= weights.spurned
        return min(weights.most_wanted, fellows / weights.set_filled)

    def _for_run(
        self, face: Face, taken: list[Face], let_go: Iterable[Face], share: float, unseen: Unseen
    ) -> float:
        weights, fellows = self._weights, 0.0
        for apart in range(-NEAR, NEAR + 1):
            if apart and 0 <= face % 13 + apart < 13:
                near = Face(face + apart)
                part = weights.close if abs(apart) < NEAR else weights.edge
                fellows += part * ((near in taken) + share * unseen.count(near))
        if face in taken:
            fellows *= weights.spurned
        if face in let_go:
            fellows *= weights.spurned
        return min(weights.most_wanted, fellows / weights.run_filled)
