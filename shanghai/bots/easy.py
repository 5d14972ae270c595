"""The easy computer player: it knows the way, but its mind wanders, so that a child can win."""

from collections.abc import Mapping
from random import Random
from typing import ClassVar, Final

from shanghai.bots.protocol import IsLate, never
from shanghai.bots.simple import SimpleBot
from shanghai.engine.actions import AnyCall, GoDown, LayOff, SeatAction
from shanghai.engine.cards import Card, face_of
from shanghai.engine.game import refuse
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import SeatView
from shanghai.engine.wild import is_wild

_CARELESS: Final = 0.6
"""How often it throws any of its cards but a wild one."""
_LISTENS: Final = 0.6
"""How often it speaks up for a card that it wants."""
_FANCIES: Final = 0.3
"""How often it calls for a card that it has no use for."""
_OVERLOOKS: Final = 0.6
"""How often it does not see that it may go down, or that a card fits on the table."""
_WAITS: Final = 30
"""How many more for each other one of its level who has more points: it lets that one go out."""
_BORED: Final = 0.3
"""How often it breaks its plan where a round lasts very long."""
_CLINGS: Final = 0.4
"""How often it throws what counts least, for each time that its mind wanders further than usual."""
_ROOM: Final = 10
"""How many cards its hand is larger than the contract at most when it calls for such a card."""
_AIM: Final = 0.45
"""How far it lets itself fall behind another player, for each point that a round costs him."""
_LATELY: Final = 3
"""How many of his last rounds tell what a round costs him."""
SPAN: Final = 15
"""Points further ahead with which its mind wanders further by as far as it usually does."""
_LEAST: Final = 0.2
"""How far it wanders at least, while it is behind."""
MOST: Final = 5.0
"""How far it wanders at most: nothing is called, laid or kept with care then."""


class EasyBot(SimpleBot):
    """Plays as the simple player does, but overlooks what it could do, and throws what it needs;
    the further ahead of the others it is, the more."""

    kind: ClassVar = frozenset({"easy", "pip", "even"})
    """The levels that it does not let up, as they do it themselves."""
    wakes: ClassVar = 18
    """Own turns after which it pays attention, for the round to end."""

    def __init__(self, seat: SeatIndex, random: Random, is_late: IsLate = never) -> None:
        super().__init__(seat, random, is_late)
        self.levels: Mapping[SeatIndex, str] = {}
        self._ease = 1.0
        """How far its mind wanders."""
        self._wakes = self.wakes

    def decide(self, view: SeatView) -> SeatAction:
        """The simple player's step, a lay-down and a lay-off overlooked now and then."""
        self._look(view)
        step = super().decide(view)
        is_free = not (view.all_in or view.must_go_down)
        if not (is_free and isinstance(step, GoDown | LayOff) and self._wanders(_OVERLOOKS)):
            return step
        end = self._end(view)
        return end if refuse(view, end) is None else step

    def wants_call(self, view: SeatView) -> AnyCall | None:
        """The simple player's call, when it listens at all, or one for a card that looks nice."""
        self._look(view)
        wish = super().wants_call(view)
        if self.lacks_room(view):
            return wish
        if wish is not None:
            return None if self._wanders(1 - _LISTENS) else wish
        seat = view.seats[self.seat]
        is_idle = seat.down or view.call_points(self.seat) > 0
        if is_idle or len(seat.hand) >= view.contract.size + _ROOM:
            return None
        return self.plain_call(view) if self._wanders(_FANCIES) else None

    def _discards(self, view: SeatView) -> list[Card]:
        """The simple player's order, or any but for wild cards."""
        return self._any_loose(view) if self._wanders(_CARELESS) else super()._discards(view)

    def _any_loose(self, view: SeatView) -> list[Card]:
        """The cards of the hand in any order or the light ones first, the wild ones last."""
        hand = view.seats[self.seat].hand
        cards = self._random.sample(list(hand), len(hand))
        if self._random.random() < _CLINGS * (self._ease - 1):
            cards.sort(key=lambda card: view.rules.face_points(face_of(card)))
        return sorted(cards, key=lambda card: is_wild(view.rules, card))

    def _by_prospect(self, view: SeatView) -> list[Card]:
        """It does not look so far ahead: now and then any card, for the round to go on."""
        if not self._ease:
            return super()._by_prospect(view)
        is_bored = self._random.random() < _BORED
        return self._any_order(view) if is_bored else self._by_harm(view)

    def _look(self, view: SeatView) -> None:
        """Sees how far its mind wanders now, and how long."""
        self._ease = self._how_easy(view)
        own = self.levels.get(self.seat)
        alike = [seat for seat, level in self.levels.items() if level == own and seat != self.seat]
        behind = [(self._ahead(view, seat) or seat - self.seat) > 0 for seat in alike]
        self._wakes = self.wakes + _WAITS * sum(behind)

    def _how_easy(self, view: SeatView) -> float:
        """How far its mind wanders now, for the sake of those who do not let others up as well."""
        others = self._others(view)
        points = sum(self._ahead(view, seat) + self._aim(view, seat) for seat in others)
        return min(MOST, max(_LEAST, 1 + points / max(1, len(others)) / SPAN))

    def _aim(self, view: SeatView, seat: SeatIndex) -> float:
        """How many points it lets itself fall behind another player."""
        lately = view.results[-_LATELY:]
        return _AIM * sum(each.points[seat] for each in lately) / max(1, len(lately))

    def _ahead(self, view: SeatView, seat: SeatIndex) -> int:
        """How many points it is ahead of another player."""
        return view.seats[seat].score - view.seats[self.seat].score

    def _others(self, view: SeatView) -> frozenset[SeatIndex]:
        """The other seats but for those of levels that let it up as well."""
        kind = {seat for seat, level in self.levels.items() if level in self.kind}
        return frozenset(view.seat_numbers) - kind - {self.seat}

    def _wanders(self, chance: float) -> bool:
        return self._turns <= self._wakes and self._random.random() < chance * self._ease
