"""The strongest computer player: it buys where that pays and sheds heavy cards in time."""

import math
from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec import Struct

from shanghai.bots.planner import use_of
from shanghai.bots.protocol import IsLate, never
from shanghai.bots.simple import SimpleBot
from shanghai.engine.actions import Call, CallShanghai, GoDown, SeatAction
from shanghai.engine.cards import Card, face_of
from shanghai.engine.game import apply, refuse
from shanghai.engine.seats import SeatIndex
from shanghai.engine.solver import lay_downs, lay_offs
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
_CALM: Final = 0.05
"""Danger below which it thinks of the contract alone."""


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


EVEN: Final = Temper()
CAUTIOUS: Final = Temper(shed=2.5, spare_calls=99, reach=3)
BUYER: Final = Temper(shed=0.5, spare_calls=2, spare_cost=1, room=1)


class HardBot(SimpleBot):
    """The simple player's way, with what pays better wherever that has been shown to pay.

    What was tried over paired deals and did not pay is left out: to hold a contract back, to keep
    discards from those who seem to collect them, to deal out the unseen cards many times.
    """

    def __init__(
        self, seat: SeatIndex, random: Random, is_late: IsLate = never, manner: Temper = EVEN
    ) -> None:
        super().__init__(seat, random, is_late)
        self._manner = manner

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
            view.calls_left(self.seat) >= manner.spare_calls
            and view.rules.call_cost >= manner.spare_cost
            and len(hand) <= view.contract.size + manner.room
        )

    def _is_late(self, view: SeatView) -> bool:
        """Never: the nearer the end of a round, the more it costs not to be down."""
        return False

    def _plays(self, view: SeatView) -> Iterator[SeatAction]:
        """The lay-down that leaves least once all that fits is laid off; else as the simple one."""
        seat = view.seats[self.seat]
        may_lay_off = view.rules.lay_off_at_once and not view.all_in
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

    def _by_harm(self, view: SeatView) -> list[Card]:
        """As the simple player, but heavy cards go first: the idle ones always, others in time."""
        hand = view.seats[self.seat].hand
        danger = self._manner.shed * self._ends_soon(view)
        short = self._planner.short(view, hand)
        if short > 1 and danger > _CALM:
            return sorted(hand, key=lambda card: self._worth(view, hand, card, danger * short))
        cards = super()._by_harm(view)
        idle = [c for c in cards if not (is_wild(view.rules, c) or is_playable(view, c))]
        idle = [c for c in idle if not use_of(view, hand, c)]
        idle.sort(key=lambda card: -view.rules.face_points(face_of(card)))
        return [*idle, *(card for card in cards if card not in idle)]

    def _worth(
        self, view: SeatView, hand: tuple[Card, ...], card: Card, danger: float
    ) -> tuple[float, Card]:
        """What a card seems to serve, less its points by the danger of being caught with them."""
        if is_wild(view.rules, card):
            return math.inf, card
        points = view.rules.face_points(face_of(card))
        serves = 10 * use_of(view, hand, card) + 4 * is_playable(view, card)
        return serves - points * (0.2 + danger), card

    def _ends_soon(self, view: SeatView) -> float:
        """How likely somebody else goes out before one's next turn."""
        stays = 1.0
        for seat, other in enumerate(view.seats):
            if seat != self.seat and other.down:
                stays *= 1 - _OUT_SOON.get(len(other.hand), _OUT_LATER)
        return 1 - stays
