"""The easy computer player: it makes mistakes, so that a child can win."""

from collections.abc import Iterable, Mapping
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

_ANY_DISCARD_RATE: Final = 0.6
"""How often it throws any of its cards but a wild one."""
_MISSED_CALL_RATE: Final = 0.4
"""How often it does not call a card that it wants."""
_USELESS_CALL_RATE: Final = 0.3
"""How often it calls a card that it has no use for."""
_OVERLOOK_RATE: Final = 0.6
"""How often it does not see that it may go down, or that a card fits on the table."""
_TURNS_A_RIVAL: Final = 30
"""Further careless turns for each other player of its level who has more points: it lets that one
go out first."""
_ANY_CARD_RATE: Final = 0.3
"""How often it throws any card where a round lasts very long."""
_LIGHT_DISCARD_RATE: Final = 0.4
"""How often it throws what counts least, for each 1 that its error factor is above 1."""
_MAX_EXTRA: Final = 10
"""Cards beyond the contract up to which it calls a card that it has no use for."""
_LAG: Final = 0.45
"""How many points it lets itself fall behind another player for each point of that one's rounds."""
_RECENT_ROUNDS: Final = 3
"""How many of the last rounds are counted for that."""
LEAD_SPAN: Final = 15
"""Points of a lead that raise its error factor by 1."""
_MIN_FACTOR: Final = 0.2
"""The least error factor, while it is behind."""
MAX_FACTOR: Final = 5.0
"""The highest error factor, with which it makes every mistake that it can."""


class EasyBot(SimpleBot):
    """Plays as the simple player, but overlooks what it could do, and throws what it needs. The
    further it is ahead of the others, the more mistakes it makes."""

    kind: ClassVar = frozenset({"easy", "pip", "even"})
    """The levels for which it makes no mistakes, as they make their own."""
    careless_turns: ClassVar = 18
    """Own turns of a round after which it makes no mistakes, so that the round ends."""

    def __init__(self, seat: SeatIndex, random: Random, is_late: IsLate = never) -> None:
        super().__init__(seat, random, is_late)
        self.levels: Mapping[SeatIndex, str] = {}
        self._error_factor = 1.0
        """How often it makes each mistake, as a multiple of its usual rate."""
        self._careless_turns = self.careless_turns

    def decide(self, view: SeatView) -> SeatAction:
        """The simple player's step, a lay-down and a lay-off overlooked now and then."""
        self._look(view)
        step = super().decide(view)
        is_free = not (view.all_in or view.must_go_down)
        if not (is_free and isinstance(step, GoDown | LayOff) and self._errs(_OVERLOOK_RATE)):
            return step
        end = self._end(view)
        return end if refuse(view, end) is None else step

    def wants_call(self, view: SeatView) -> AnyCall | None:
        """The simple player's call, which it misses now and then, or a call of a useless card."""
        self._look(view)
        wish = super().wants_call(view)
        if self.lacks_room(view):
            return wish
        if wish is not None:
            return None if self._errs(_MISSED_CALL_RATE) else wish
        seat = view.seats[self.seat]
        is_idle = seat.down or view.call_points(self.seat) > 0
        if is_idle or len(seat.hand) >= view.contract.size + _MAX_EXTRA:
            return None
        return self.plain_call(view) if self._errs(_USELESS_CALL_RATE) else None

    def _discards(self, view: SeatView) -> Iterable[Card]:
        """The simple player's order, or any but for wild cards."""
        return self._any_loose(view) if self._errs(_ANY_DISCARD_RATE) else super()._discards(view)

    def _any_loose(self, view: SeatView) -> list[Card]:
        """The cards of the hand in any order or the light ones first, the wild ones last."""
        hand = view.seats[self.seat].hand
        cards = self._random.sample(list(hand), len(hand))
        if self._random.random() < _LIGHT_DISCARD_RATE * (self._error_factor - 1):
            cards.sort(key=lambda card: view.rules.face_points(face_of(card)))
        return sorted(cards, key=lambda card: is_wild(view.rules, card))

    def _by_prospect(self, view: SeatView) -> Iterable[Card]:
        """It does not look so far ahead, and now and then throws any card to end the round."""
        if not self._error_factor:
            return super()._by_prospect(view)
        throws_any = self._random.random() < _ANY_CARD_RATE
        return self._any_order(view) if throws_any else self._by_harm(view)

    def _look(self, view: SeatView) -> None:
        """Decides how many mistakes it makes now, and for how many turns."""
        self._error_factor = self._factor_for(view)
        own = self.levels.get(self.seat)
        opponents = view.sides.opponents(self.seat)
        rivals = [seat for seat, level in self.levels.items() if level == own and seat in opponents]
        behind = [(self._ahead(view, seat) or seat - self.seat) > 0 for seat in rivals]
        self._careless_turns = self.careless_turns + _TURNS_A_RIVAL * sum(behind)

    def _factor_for(self, view: SeatView) -> float:
        """The error factor for the present scores of the players who make no such mistakes."""
        others = self._others(view)
        points = sum(self._ahead(view, seat) + self._lag(view, seat) for seat in others)
        factor = 1 + points / max(1, len(others)) / LEAD_SPAN
        return min(MAX_FACTOR, max(_MIN_FACTOR, factor))

    def _lag(self, view: SeatView, seat: SeatIndex) -> float:
        """How many points it lets itself fall behind another player, or that one's side."""
        recent, sides = view.results[-_RECENT_ROUNDS:], view.sides
        points = sum(sides.totals(each.points)[sides.of(seat)] for each in recent)
        return _LAG * points / max(1, len(recent))

    def _ahead(self, view: SeatView, seat: SeatIndex) -> int:
        """How many points it is ahead of another player; its side of that one's side (HR-15)."""
        own, other = view.sides.of(self.seat), view.sides.of(seat)
        return view.side_scores[other].points - view.side_scores[own].points

    def _others(self, view: SeatView) -> frozenset[SeatIndex]:
        """The opponents but for those of levels that make mistakes of their own."""
        kind = {seat for seat, level in self.levels.items() if level in self.kind}
        return frozenset(view.sides.opponents(self.seat)) - kind

    def _errs(self, rate: float) -> bool:
        """Whether it makes a mistake now that it usually makes at a rate."""
        is_careless = self._turns <= self._careless_turns
        return is_careless and self._random.random() < rate * self._error_factor
