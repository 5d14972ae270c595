"""The strongest computer player: it buys where that pays and gives the others nothing."""

import math
from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec import Struct

from shanghai.bots.collecting import Collections
from shanghai.bots.planner import Unseen, use_of
from shanghai.bots.protocol import IsLate, never
from shanghai.bots.simple import SimpleBot
from shanghai.engine.actions import Call, CallShanghai, GoDown, SeatAction
from shanghai.engine.cards import Card, Face, face_of
from shanghai.engine.events import Event
from shanghai.engine.game import apply, refuse
from shanghai.engine.seats import SeatIndex, next_seat
from shanghai.engine.solver import lay_downs, lay_offs, shortage
from shanghai.engine.turn import is_playable
from shanghai.engine.view import SeatView
from shanghai.engine.wild import is_wild

_LAY_DOWNS: Final = 6
"""How many lay-downs are compared, the best ones by the points they leave."""
_CARD: Final = 2
"""Points that a card too many in hand is worth beside its own."""
_OUT_SOON: Final = {1: 0.42, 2: 0.11, 3: 0.08, 4: 0.06, 5: 0.04}
"""How likely a player who is down goes out before one's next turn, by the cards in hand; counted
over games of the simple player."""
_OUT_LATER: Final = 0.03
_LONG_RUN: Final = 10
_IN_REACH: Final = 4
"""A run so long is begun in several suits: a call is kept until the hand is so few cards short."""
_CLOSE: Final = 2
"""Cards short at which chances are counted exactly."""
_COMPARED: Final = 3
"""How many of the cheapest harmless cards are compared by their chances."""

# All that follows is in points, and was found over paired deals.
_STEP: Final = 40.0
"""What a card costs whose loss leaves the hand further from its contract."""
_CHANCE: Final = 150.0
"""What it is worth that every unseen card would bring the hand nearer."""
_POINT: Final = 0.6
_POINT_IN_DANGER: Final = 3.0
_GIFT: Final = 60.0
_GIFT_DOWN: Final = 40.0
"""What a card is worth to a next player who is sure to want it; `DOWN`: where one is down."""
_SOLD: Final = 12.0
"""What it is worth to another player, who must call it."""
_LAID: Final = 120.0
_LAID_DOWN: Final = 80.0
"""What a card is worth to a next player who lays it off, divided by the cards that one holds."""
_LIKELY_LAID: Final = 20.0
"""What it is worth to who is down to keep a card that fits on the table."""


class Temper(Struct, frozen=True):
    """What sets one temper apart from another; the even one holds the defaults."""

    shed: float = 1.0
    """How much it runners points in hand while it is on its way to the contract."""
    spare_calls: int = 3
    """Calls it must have left to call a card that only makes the hand larger."""
    spare_cost: int = 2
    """Cards that such a call must bring beside the discard; a call for fewer is kept."""
    room: int = 0
    """How many cards the hand may already be larger than the contract for that."""
    reach: int = 99
    """Cards short up to which it calls at all, jokers aside."""
    wary: float = 1.0
    """How much it minds what a discard gives the others."""


EVEN: Final = Temper()
CAUTIOUS: Final = Temper(shed=2.5, spare_calls=99, reach=3)
BUYER: Final = Temper(shed=0.5, spare_calls=2, spare_cost=1, room=1)
WARY: Final = Temper(wary=2.5)


class HardBot(SimpleBot):
    """The simple player's way, with what pays better wherever that has been shown to pay.

    What was tried over paired deals and did not pay is left out: to hold a contract back, to deal
    out the unseen cards many times.
    """

    def __init__(
        self, seat: SeatIndex, random: Random, is_late: IsLate = never, manner: Temper = EVEN
    ) -> None:
        super().__init__(seat, random, is_late)
        self._manner = manner
        self._collections = Collections()

    def notice(self, event: Event) -> None:
        """As the simple player, and what the others take and let go."""
        super().notice(event)
        self._collections.notice(event)

    def wants_call(self, view: SeatView) -> Call | CallShanghai | None:
        """What the simple player calls, and any card while calls are plenty and the hand small."""
        wish = super().wants_call(view)
        seat = view.seats[self.seat]
        if isinstance(wish, CallShanghai) or seat.down or view.all_in or self.lacks_room(view):
            return wish
        short = self._planner.short(view, seat.hand)
        if wish is not None:
            is_near = (
                short <= self._reach(view) or view.top is None or is_wild(view.rules, view.top)
            )
            return wish if is_near else None
        call = Call(self.seat, view.rules.call_word)
        is_spare = short > 0 and self._has_spare_calls(view)
        return call if is_spare and refuse(view, call) is None else None

    def _reach(self, view: SeatView) -> int:
        """The cards short up to which it calls."""
        is_long = any(least >= _LONG_RUN for least in view.contract.runs)
        return min(_IN_REACH, self._manner.reach) if is_long else self._manner.reach

    def _has_spare_calls(self, view: SeatView) -> bool:
        """Whether a call for its cards alone pays: in a large contract more cards come together."""
        manner, hand = self._manner, view.seats[self.seat].hand
        return (
            not view.call_points(self.seat)
            and view.calls_left(self.seat) >= manner.spare_calls
            and view.rules.call_cost >= manner.spare_cost
            and len(hand) <= view.contract.size + manner.room
        )

    def _is_late(self, view: SeatView) -> bool:
        """Never: the nearer the end of a round, the more it costs not to be down."""
        return False

    def _plays(self, view: SeatView) -> Iterator[SeatAction]:
        """The lay-down that leaves least once all that fits is laid off; else as the simple one."""
        seat = view.seats[self.seat]
        may_lay_off = view.rules.lay_off_at_once and view.lays_off_yet and not view.all_in
        if not seat.down and may_lay_off and self._planner.short(view, seat.hand) == 0:
            yield from self._lay_downs(view)
        yield from super()._plays(view)

    def _lay_downs(self, view: SeatView) -> list[GoDown]:
        """The best ways of going down, by what the lay-offs that follow leave in hand."""
        hand, found = view.seats[self.seat].hand, []
        lays = lay_downs(hand, view.contract, view.rules)
        for number, lay in zip(range(_LAY_DOWNS), lays, strict=False):
            step = GoDown(self.seat, lay.melds)
            if refuse(view, step) is not None:
                continue
            table = apply(view, step)[0].table
            laid = {off.card for off in lay_offs(lay.left, table, view.rules)}
            left = [card for card in lay.left if card not in laid]
            found.append((self._burden(view, left), number, step))
        return [step for *_, step in sorted(found, key=lambda rated: rated[:2])]

    def _burden(self, view: SeatView, left: list[Card]) -> int:
        """Points of the cards left after the discard of the worst, and some for their number."""
        points = [view.rules.face_points(face_of(card)) for card in left]
        return sum(points) - max(points, default=0) + _CARD * len(left)

    def _discards(self, view: SeatView) -> list[Card]:
        """Who is down throws heavy cards first, but none that the next player waits for."""
        seat = view.seats[self.seat]
        if not seat.down or self._melds_on(view):
            return super()._discards(view)
        unseen, points = Unseen(view, seat.hand), view.rules.face_points

        def cost(card: Card) -> tuple[float, Card]:
            kept = _LIKELY_LAID * is_playable(view, card) - points(face_of(card))
            return kept + self._gift(view, card, unseen), card

        return sorted(seat.hand, key=cost)

    def _by_harm(self, view: SeatView) -> list[Card]:
        """By what a card serves, what it counts when the round ends, and what it gives others."""
        hand = view.seats[self.seat].hand
        short = self._planner.short(view, hand)
        if view.all_in and not short:
            return super()._by_harm(view)
        unseen, weight = Unseen(view, hand), self._weight_of_points(view, short)
        cost: dict[Face, float] = {}
        harmless: list[tuple[float, Card]] = []
        for face, card in {face_of(card): card for card in reversed(hand)}.items():
            if is_wild(view.rules, card):
                cost[face] = math.inf
                continue
            cost[face] = self._worth(view, hand, card, weight) + self._gift(view, card, unseen)
            rest = _without(hand, card)
            if shortage(rest, view.contract, view.rules, short + 1) > short:
                cost[face] += _STEP
            else:
                harmless.append((cost[face], card))
        if 0 < short <= _CLOSE:
            self._weigh_chances(view, sorted(harmless), unseen, cost)
        return sorted(hand, key=lambda card: (cost[face_of(card)], card))

    def _weight_of_points(self, view: SeatView, short: int) -> float:
        """What a point in hand weighs: more, the sooner the round ends and the more is missing."""
        danger = self._manner.shed * self._ends_soon(view)
        return _POINT + _POINT_IN_DANGER * danger * max(short, 1)

    def _worth(self, view: SeatView, hand: tuple[Card, ...], card: Card, weight: float) -> float:
        """What a card seems to serve, less what its points weigh."""
        serves = 10 * use_of(view, hand, card) + 4 * is_playable(view, card)
        return serves - weight * view.rules.face_points(face_of(card))

    def _weigh_chances(
        self,
        view: SeatView,
        harmless: list[tuple[float, Card]],
        unseen: Unseen,
        cost: dict[Face, float],
    ) -> None:
        """Lets the chance of the next card that helps decide among the harmless ones."""
        hand = view.seats[self.seat].hand
        for _, card in harmless[:_COMPARED]:
            chance = self._planner.chances(view, _without(hand, card), unseen) / max(
                1, unseen.total
            )
            cost[face_of(card)] -= _CHANCE * chance
        least = min((cost[face_of(card)] for _, card in harmless[:_COMPARED]), default=0.0)
        for _, card in harmless[_COMPARED:]:
            cost[face_of(card)] = max(cost[face_of(card)], least)

    def _gift(self, view: SeatView, card: Card, unseen: Unseen) -> float:
        """What a discard gives the others: to the next player, and to those who may call it.

        Under a declared SHANGHAI it gives nothing (GD-17).
        """
        is_down, fits = view.seats[self.seat].down, is_playable(view, card)
        if is_wild(view.rules, card) or (fits and view.rules.shanghai):
            return 0.0
        given = 0.0
        for steps in range(1, view.players):
            seat = next_seat(self.seat, view.players, steps)
            other, is_next = view.seats[seat], steps == 1
            if other.down:
                if is_next and fits:
                    given += (_LAID_DOWN if is_down else _LAID) / len(other.hand)
            elif is_next:
                wish = self._collections.wish(view, seat, card, unseen)
                given += (_GIFT_DOWN if is_down else _GIFT) * wish
            elif not is_down and view.calls_left(seat):
                given += _SOLD * self._collections.wish(view, seat, card, unseen)
        return self._manner.wary * given

    def _ends_soon(self, view: SeatView) -> float:
        """How likely somebody else goes out before one's next turn."""
        stays = 1.0
        for seat, other in enumerate(view.seats):
            if seat != self.seat and other.down:
                stays *= 1 - _OUT_SOON.get(len(other.hand), _OUT_LATER)
        return 1 - stays


def _without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple([held for held in hand if held != card])
