"""Wishes: the cards that a player would call for, kept to their own eyes; the game calls for them.

A wish lives in memory alone: it is no move, stands in no journal and is gone when the game is left.
A new round, a seat that changes hands, and going down where that ends one's calls clear it.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct, structs

from shanghai.engine.cards import JOKER, RANK_NAMES, Card, Face, face_of
from shanghai.engine.events import (
    CallGranted,
    CallLapsed,
    Dealt,
    Event,
    RoundEnded,
    SeatHandedOver,
    WentDown,
)
from shanghai.engine.rules import Rules
from shanghai.engine.seats import SeatIndex
from shanghai.engine.view import SeatView

RANKS: Final = 13


class Wish(Struct, frozen=True):
    """What one seat wishes for, and how many calls it would spend on it.

    `faces` are single cards, `ranks` any card of a rank (0 the ace), `fits` whatever brings the
    contract nearer.
    """

    faces: frozenset[Face] = frozenset()
    ranks: frozenset[int] = frozenset()
    fits: bool = False
    calls: int = 1

    @property
    def count(self) -> int:
        """How many things are wished for."""
        return len(self.faces) + len(self.ranks) + self.fits

    def names(self, face: Face) -> bool:
        """Whether the card is wished for by its name or its rank."""
        return face in self.faces or (face != JOKER and face % RANKS in self.ranks)

    def with_face(self, face: Face) -> "Wish":
        """The same with a card wished for, or no more."""
        return structs.replace(self, faces=self.faces ^ {face})

    def with_rank(self, rank: int) -> "Wish":
        """The same with a rank (0 the ace) wished for, or no more."""
        return structs.replace(self, ranks=self.ranks ^ {rank})


class Wishes:
    """The wishes of all seats; each is asked for by its own seat's view alone."""

    def __init__(self) -> None:
        self._of: dict[SeatIndex, Wish] = {}
        self._helps: dict[SeatIndex, tuple[tuple[Card, ...], int, frozenset[Face]]] = {}
        self._called: set[SeatIndex] = set()

    def of(self, seat: SeatIndex) -> Wish:
        """What a seat wishes for."""
        return self._of.get(seat, Wish())

    def mark(self, seat: SeatIndex, wish: Wish) -> None:
        """Keeps what a seat wishes for."""
        if wish != Wish():
            self._of[seat] = wish
        else:
            self._of.pop(seat, None)

    def asks_solver(self, view: SeatView) -> bool:
        """Whether only the solver knows if the viewer wants the top discard."""
        wish, face = self.of(view.viewer), _face(view)
        known = self._helps.get(view.viewer)
        if face is None or not wish.fits or wish.names(face) or view.seats[view.viewer].down:
            return False
        return known is None or known[:2] != _asked(view)

    def ask_solver(self, view: SeatView) -> None:
        """Asks the solver which cards bring the viewer's contract nearer; it may take a while."""
        from shanghai.engine.solver import distance

        hand, round = _asked(view)
        helps = distance(hand, view.contract, view.rules).helps
        self._helps[view.viewer] = hand, round, helps

    def wants(self, view: SeatView) -> bool:
        """Whether the viewer would call the top discard, as far as is known."""
        wish, face = self.of(view.viewer), _face(view)
        if face is None or wish.calls < 1:
            return False
        if wish.names(face):
            return True
        known = self._helps.get(view.viewer)
        if not wish.fits or view.seats[view.viewer].down or known is None:
            return False
        return known[:2] == _asked(view) and face in known[2]

    def note_call(self, seat: SeatIndex) -> None:
        """Notes that the game called for a seat, so that the call is counted if it is granted."""
        self._called.add(seat)

    def note(self, event: Event, rules: Rules) -> None:
        """Clears what an event ends, and counts a call that was granted."""
        match event:
            case Dealt() | RoundEnded():
                self._of.clear()
                self._called.clear()
            case SeatHandedOver(seat=seat):
                self._of.pop(seat, None)
            case WentDown(seat=seat):
                if rules.call_when_down:
                    self.mark(seat, structs.replace(self.of(seat), fits=False))
                else:
                    self._of.pop(seat, None)
            case CallLapsed(seat=seat):
                self._called.discard(seat)
            case CallGranted(seat=seat, card=card) if seat in self._called:
                self._called.discard(seat)
                # One call less to spend, and the card that was got is wished for no more.
                wish = self.of(seat)
                left = structs.replace(
                    wish, faces=wish.faces - {face_of(card)}, calls=wish.calls - 1
                )
                self.mark(seat, left if left.calls else Wish())


def _face(view: SeatView) -> Face | None:
    """The face of the top discard."""
    return None if view.top is None else face_of(view.top)


def _asked(view: SeatView) -> tuple[tuple[Card, ...], int]:
    """What the solver's answer depends on."""
    return tuple(sorted(view.seats[view.viewer].hand)), view.round


def wish_words(wish: Wish, suits: str) -> Iterator[str]:
    """The things wished for, in words; `suits` are the signs of the four suits."""
    for rank in sorted(wish.ranks):
        yield f"any {RANK_NAMES[rank]}"
    for face in sorted(wish.faces):
        yield "JK" if face == JOKER else RANK_NAMES[face % RANKS] + suits[face // RANKS]
    if wish.fits:
        yield "what fits"
