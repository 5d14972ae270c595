"""Wishes: the cards that the game shall call for a player. Only that player sees them, and no file
has them. A new round or another player in the seat ends them."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec import Struct, structs

from shanghai.engine import events
from shanghai.engine.cards import JOKER, Card, Face, face_of
from shanghai.engine.melds import places
from shanghai.engine.rules import Rules
from shanghai.engine.seats import SeatIndex
from shanghai.engine.solver import Distance, distance
from shanghai.engine.state import SeatView
from shanghai.table.grouping import MeldDraft, started_melds
from shanghai.words import phrases, scores
from shanghai.words.cards import CardStyle

RANKS: Final = 13


class Wish(Struct, frozen=True):
    """What one seat wishes for.

    `faces` are single cards, `ranks` are ranks of any suit (0: ace). With `fits` it wishes for each
    card that brings its contract nearer. `calls` is how many calls it would spend.
    """

    faces: frozenset[Face] = frozenset()
    ranks: frozenset[int] = frozenset()
    fits: bool = False
    calls: int = 1

    @property
    def count(self) -> int:
        """The number of things that are wished for."""
        return len(self.faces) + len(self.ranks) + self.fits

    def names(self, face: Face) -> bool:
        """Whether this card is wished for by its name or its rank."""
        return face in self.faces or (face != JOKER and face % RANKS in self.ranks)


class _Answer(NamedTuple):
    """The answer of the solver about a hand in a round."""

    round: int
    hand: tuple[Card, ...]
    distance: Distance
    melds: tuple[MeldDraft, ...]


class Needs:
    """What the hands at one table need, as the solver says. Each answer is from the seat's view."""

    def __init__(self) -> None:
        self._answers: dict[SeatIndex, _Answer] = {}

    def are_unknown(self, view: SeatView) -> bool:
        """Whether the solver must still be asked about the viewer's hand. Never once it is down."""
        answer = self._answers.get(view.viewer)
        is_known = answer is not None and answer[:2] == (view.round, _hand(view))
        return not view.seats[view.viewer].down and not is_known

    def ask(self, view: SeatView) -> None:
        """Asks the solver about the viewer's hand and keeps the answer. It can take long, so
        another thread may do it."""
        hand = _hand(view)
        needed = distance(hand, view.contract, view.rules)
        melds = started_melds(hand, view, needed)
        self._answers[view.viewer] = _Answer(view.round, hand, needed, melds)

    def of(self, view: SeatView) -> Distance | None:
        """What the hand lacked at the latest answer of this round. It may have changed since then.
        None if there is no answer."""
        answer = self._answers.get(view.viewer)
        return answer.distance if answer is not None and answer.round == view.round else None

    def melds_of(self, view: SeatView) -> tuple[MeldDraft, ...]:
        """The melds of the contract as far as the hand had them at the latest answer."""
        answer = self._answers.get(view.viewer)
        return answer.melds if answer is not None else ()

    def are_helped_by_top(self, view: SeatView) -> bool:
        """Whether the top discard is known to bring the viewer's contract nearer."""
        answer, is_down = self.of(view), view.seats[view.viewer].down
        if answer is None or is_down or view.top is None or self.are_unknown(view):
            return False
        return face_of(view.top) in answer.helps

    def is_helped(self, view: SeatView) -> bool:
        """Whether the top discard is known to help the viewer. It fits a meld on the table if the
        viewer is down, else it brings the contract nearer."""
        if not view.seats[view.viewer].down:
            return self.are_helped_by_top(view)
        top = view.top
        return top is not None and any(places(view.rules, meld, top) for meld in view.table)


def _hand(view: SeatView) -> tuple[Card, ...]:
    return tuple(sorted(view.seats[view.viewer].hand))


class Wishes:
    """The wishes of all seats. Ask for each only with the view of its own seat."""

    def __init__(self, needs: Needs) -> None:
        self._needs = needs
        self._of: dict[SeatIndex, Wish] = {}
        self._called: set[SeatIndex] = set()

    def of(self, seat: SeatIndex) -> Wish:
        """What a seat wishes for."""
        return self._of.get(seat, Wish())

    def set_wish(self, seat: SeatIndex, wish: Wish) -> None:
        """Replaces what a seat wishes for. An empty wish removes it."""
        if wish != Wish():
            self._of[seat] = wish
        else:
            self._of.pop(seat, None)

    def asks_solver(self, view: SeatView) -> bool:
        """Whether the solver must be asked first if the viewer wants the top discard."""
        wish, top = self.of(view.viewer), view.top
        may_fit = top is not None and wish.fits and not wish.names(face_of(top))
        return may_fit and self._needs.are_unknown(view)

    def wants(self, view: SeatView) -> bool:
        """Whether the viewer would call the top discard, as far as is known."""
        wish, top = self.of(view.viewer), view.top
        if top is None or wish.calls < 1:
            return False
        return wish.names(face_of(top)) or (wish.fits and self._needs.are_helped_by_top(view))

    def note_call(self, seat: SeatIndex) -> None:
        """Notes that the game called for a seat, so that the call is counted if it is granted."""
        self._called.add(seat)

    def note(self, event: events.Event, rules: Rules) -> None:
        """Removes the wishes that an event ends, and counts a call that was granted. Going down
        ends them too if a player who is down may not call."""
        match event:
            case events.Dealt() | events.RoundEnded():
                self._of.clear()
                self._called.clear()
            case events.SeatHandedOver(seat=seat):
                self._of.pop(seat, None)
            case events.WentDown(seat=seat, part=False):
                if rules.call_when_down:
                    self.set_wish(seat, structs.replace(self.of(seat), fits=False))
                else:
                    self._of.pop(seat, None)
            case events.CallLapsed(seat=seat):
                self._called.discard(seat)
            case events.CallGranted(seat=seat, card=card) if seat in self._called:
                self._called.discard(seat)
                # There is one call less to spend, and the card that it got is no wish any more.
                wish = self.of(seat)
                faces = wish.faces - {face_of(card)}
                left = structs.replace(wish, faces=faces, calls=wish.calls - 1)
                self.set_wish(seat, left if left.calls else Wish())


def wish_words(wish: Wish, style: CardStyle) -> Iterator[str]:
    """Yields the things wished for in words: ranks, cards, and what fits the contract."""
    for rank in sorted(wish.ranks):
        yield scores.ANY.format(ranks=style.rank(rank + 1)).rstrip()
    for face in sorted(wish.faces):
        yield phrases.say.JOKER if face == JOKER else style.text(face)
    if wish.fits:
        yield scores.WHAT_FITS
