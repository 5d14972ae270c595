"""Wishes: the cards a player would have called, for their own eyes and in memory alone; ended by a
new round, by another player in the seat, and by going down where that ends one's calls."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct, structs

from shanghai.engine import events
from shanghai.engine.cards import JOKER, Card, Face, face_of
from shanghai.engine.melds import places
from shanghai.engine.rules import Rules
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import SeatView
from shanghai.table.grouping import ContractPlace, started_melds
from shanghai.words import phrases, scores
from shanghai.words.cards import CardStyle

if TYPE_CHECKING:
    from shanghai.engine.solver import Distance

RANKS: Final = 13


class Wish(Struct, frozen=True):
    """What one seat wishes for. `faces` are single cards, `ranks` are ranks of any suit (0: ace).
    With `fits` it wishes for each card that brings the contract nearer. `calls` is how many calls
    it would spend."""

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


class _Answer(NamedTuple):
    round: int
    hand: tuple[Card, ...]
    distance: "Distance"
    melds: tuple[ContractPlace, ...]


class Needs:
    """The answers of the solver about the hands of one table, each from its own seat's view."""

    def __init__(self) -> None:
        self._answers: dict[SeatIndex, _Answer] = {}

    def are_unknown(self, view: SeatView) -> bool:
        """Whether the solver is still to be asked about the viewer's hand; not once it is down."""
        answer = self._answers.get(view.viewer)
        is_known = answer is not None and answer[:2] == (view.round, _hand(view))
        return not view.seats[view.viewer].down and not is_known

    def ask(self, view: SeatView) -> None:
        """Asks the solver about the viewer's hand. It takes long, so a thread may do it."""
        from shanghai.engine.solver import distance

        hand = _hand(view)
        answer = distance(hand, view.contract, view.rules)
        melds = started_melds(hand, view, answer)
        self._answers[view.viewer] = _Answer(view.round, hand, answer, melds)

    def of(self, view: SeatView) -> "Distance | None":
        """The latest answer of this round, also for a hand that has changed since."""
        answer = self._answers.get(view.viewer)
        return answer.distance if answer is not None and answer.round == view.round else None

    def melds_of(self, view: SeatView) -> tuple[ContractPlace, ...]:
        """The melds of the contract as far as the hand of the latest answer has them."""
        answer = self._answers.get(view.viewer)
        return answer.melds if answer is not None else ()

    def name_top(self, view: SeatView) -> bool:
        """Whether the top discard is known to bring the viewer's contract nearer."""
        answer, is_down = self.of(view), view.seats[view.viewer].down
        if answer is None or is_down or view.top is None or self.are_unknown(view):
            return False
        return face_of(view.top) in answer.helps

    def is_helped(self, view: SeatView) -> bool:
        """Whether the top discard fits a meld of a viewer who is down, or is one of the needs."""
        if not view.seats[view.viewer].down:
            return self.name_top(view)
        top = view.top
        return top is not None and any(places(view.rules, meld, top) for meld in view.table)


def _hand(view: SeatView) -> tuple[Card, ...]:
    return tuple(sorted(view.seats[view.viewer].hand))


class Wishes:
    """The wishes of all seats; each is asked for by its own seat's view alone."""

    def __init__(self, needs: Needs) -> None:
        self._needs = needs
        self._of: dict[SeatIndex, Wish] = {}
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
        wish, top = self.of(view.viewer), view.top
        may_fit = top is not None and wish.fits and not wish.names(face_of(top))
        return may_fit and self._needs.are_unknown(view)

    def wants(self, view: SeatView) -> bool:
        """Whether the viewer would call the top discard, as far as is known."""
        wish, top = self.of(view.viewer), view.top
        if top is None or wish.calls < 1:
            return False
        return wish.names(face_of(top)) or (wish.fits and self._needs.name_top(view))

    def note_call(self, seat: SeatIndex) -> None:
        """Notes that the game called for a seat, so that the call is counted if it is granted."""
        self._called.add(seat)

    def note(self, event: events.Event, rules: Rules) -> None:
        """Clears what an event ends, and counts a call that was granted."""
        match event:
            case events.Dealt() | events.RoundEnded():
                self._of.clear()
                self._called.clear()
            case events.SeatHandedOver(seat=seat):
                self._of.pop(seat, None)
            case events.WentDown(seat=seat, part=False):
                if rules.call_when_down:
                    self.mark(seat, structs.replace(self.of(seat), fits=False))
                else:
                    self._of.pop(seat, None)
            case events.CallLapsed(seat=seat):
                self._called.discard(seat)
            case events.CallGranted(seat=seat, card=card) if seat in self._called:
                self._called.discard(seat)
                # One call less to spend, and the card that was got is wished for no more.
                wish = self.of(seat)
                faces = wish.faces - {face_of(card)}
                left = structs.replace(wish, faces=faces, calls=wish.calls - 1)
                self.mark(seat, left if left.calls else Wish())


def wish_words(wish: Wish, style: CardStyle) -> Iterator[str]:
    """The things wished for, in words."""
    for rank in sorted(wish.ranks):
        yield scores.ANY.format(ranks=style.rank(rank + 1)).rstrip()
    for face in sorted(wish.faces):
        yield phrases.say.JOKER if face == JOKER else style.text(face)
    if wish.fits:
        yield scores.WHAT_FITS
