"""Players to measure by that sit at no table: `hard` as it was at first, and one who sees all."""

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import TYPE_CHECKING, ClassVar, Final

from shanghai.bots.even import EvenBot
from shanghai.bots.foreign import LevelTable
from shanghai.bots.hard import HardBot
from shanghai.bots.levels import LEVELS
from shanghai.bots.planner import Fellows
from shanghai.bots.protocol import IsLate, Level
from shanghai.bots.simple import SimpleBot
from shanghai.engine.actions import AnyCall, LayOff, SeatAction
from shanghai.engine.cards import Card, face_of
from shanghai.engine.events import Event
from shanghai.engine.seats import SeatIndex, by_seat
from shanghai.engine.state import SeatView
from shanghai.engine.turn import is_playable
from shanghai.engine.wild import is_wild
from shanghai.table.host import Host

if TYPE_CHECKING:
    from shanghai.bots.playouts.compact_rules import CompactRules
    from shanghai.bots.playouts.drawing import Seen, Worlds

_CALM: Final = 0.05
"""Danger below which it thinks of the contract alone."""


class Hard1Bot(HardBot):
    """The hard player before it weighed what a discard gives.

    It throws heavy cards first: those that serve nothing always, others when the round may end.
    """

    def _discards(self, view: SeatView) -> list[Card]:
        return SimpleBot._discards(self, view)

    def _by_need(self, view: SeatView) -> list[Card]:
        hand = view.seats[self.seat].hand
        danger = self._weights.shed * self._ends_soon(view)
        short = self.short(view, hand)
        if short > 1 and danger > _CALM:
            return sorted(hand, key=lambda card: self._rating(view, hand, card, danger * short))
        cards = SimpleBot._by_need(self, view)
        idle = [c for c in cards if not (is_wild(view.rules, c) or is_playable(view, c))]
        fellows = Fellows(view, hand)
        idle = [c for c in idle if not fellows.of(c)]
        idle.sort(key=lambda card: -view.rules.face_points(face_of(card)))
        return [*idle, *(card for card in cards if card not in idle)]

    def _rating(
        self, view: SeatView, hand: tuple[Card, ...], card: Card, danger: float
    ) -> tuple[float, Card]:
        """What a card seems to serve, less its points by the danger of being caught with them."""
        if is_wild(view.rules, card):
            return math.inf, card
        points = view.rules.face_points(face_of(card))
        return Fellows(view, hand, self._weights).value_of(card) - points * (0.2 + danger), card


ORACLE: Final = "oracle"
_WORLDS: Final = 32
"""Times the one true world is played out: chance still decides how others play."""


class _Seen:
    """The table that the oracle sees."""

    host: Host | None = None


@contextmanager
def open_to_the_oracle(host: Host) -> Iterator[None]:
    """Lets the oracle see every card of a table."""
    _Seen.host = host
    try:
        yield
    finally:
        _Seen.host = None


def _true_worlds(
    compact: "CompactRules", viewer: SeatIndex, seen: "Seen", count: int, seed: int
) -> "Worlds":
    """The world as it is, so many times over."""
    import numpy as np

    from shanghai.bots.playouts.drawing import Worlds

    if _Seen.host is None:
        raise RuntimeError("the oracle sits at a table that is not open to it")
    state, base = _Seen.host.state, seen[0]
    # The stock lies in its true order.
    base.fate = 0
    hands = np.zeros((count, *base.hands.shape), np.int64)
    for number, seat in by_seat(state.seats):
        for card in seat.hand:
            hands[:, number, face_of(card)] += 1
    stocks, piles = (np.zeros((count, len(base.stock)), np.int64) for _ in range(2))
    stocks[:, : len(state.stock)] = [face_of(card) for card in reversed(state.stock)]
    piles[:, : len(state.discards)] = [face_of(card) for card in reversed(state.discards)]
    chances = np.random.default_rng(seed).integers(0, 1 << 60, count)
    return Worlds(viewer, base, hands, stocks, piles, chances)


class OracleBot(SimpleBot):
    """Searches as the master does, in the one world that there is."""

    def __init__(self, seat: SeatIndex, random: Random, is_late: IsLate) -> None:
        super().__init__(seat, random, is_late)
        from shanghai.bots.playouts.thinking import Thinker

        self._thinker = Thinker(seat, random, _true_worlds)

    def notice(self, event: Event) -> None:
        """Remembers as the master does."""
        self._thinker.notice(event)

    def decide(self, view: SeatView) -> SeatAction:
        """The next step, after a search."""
        move = self._thinker.choose(view, _WORLDS, self._is_due, is_call=False).move
        return move if move is not None else self._thinker.decide(view)

    def wants_call(self, view: SeatView) -> AnyCall | None:
        """Whether it calls, after a search."""
        move = self._thinker.choose(view, _WORLDS, self._is_due, is_call=True).move
        return move if isinstance(move, AnyCall) else None

    def _is_due(self) -> bool:
        return False


class CarelessBot(SimpleBot):
    """Plays as the simple player, with plain mistakes at fixed rates."""

    any_toss: ClassVar[float]
    """How often it tosses any card but a wild one."""
    calls: ClassVar[float]
    """How often it calls a card that it could use."""
    lays_off: ClassVar[float] = 1.0
    """How often it lays off a card that fits."""

    def wants_call(self, view: SeatView) -> AnyCall | None:
        """The simple player's call, which it misses now and then."""
        wish = super().wants_call(view)
        return wish if self.lacks_room(view) or self._random.random() < self.calls else None

    def _plays(self, view: SeatView) -> Iterator[SeatAction]:
        for step in super()._plays(view):
            if not isinstance(step, LayOff) or self._random.random() < self.lays_off:
                yield step

    def _discards(self, view: SeatView) -> Iterable[Card]:
        if self._random.random() >= self.any_toss:
            return super()._discards(view)
        hand = list(view.seats[self.seat].hand)
        self._random.shuffle(hand)
        return sorted(hand, key=lambda card: is_wild(view.rules, card))


class ChildBot(CarelessBot):
    """A child that knows the contract: it takes what helps and goes down when it can.

    It tosses any card but a joker, and calls one in five of the cards that it could use.
    """

    any_toss, calls = 1.0, 0.2


class HalfBot(CarelessBot):
    """One who is half at the game: a third of the tosses are of any card.

    It calls a third of the cards that it could use, and lays off half of those that fit.
    """

    any_toss, calls, lays_off = 1 / 3, 1 / 3, 0.5


class AuntBot(CarelessBot):
    """One who plays now and then: one toss in five is of any card, and she calls half of the cards
    that she could use."""

    any_toss, calls = 0.2, 0.5


class FixedBot(EvenBot):
    """The even player with its dial at a fixed setting."""

    def __init__(self, setting: float, seat: SeatIndex, random: Random, is_late: IsLate) -> None:
        super().__init__(seat, random, is_late)
        self._fixed = setting

    def _setting_for(self, view: SeatView) -> float:
        return self._fixed


FIXED_LEVELS: Final = {
    f"even-{setting}": Level(partial(FixedBot, setting), f"Even at {setting}", "")
    for setting in (0, 30, 60, 75, 90, 110, 120)
}
"""The even player at some settings of its dial, to measure what each costs."""


TRIED_LEVELS: Final[LevelTable] = LevelTable(
    {
        "child": Level(ChildBot, "Child", "A child that knows the contract, and tosses any card."),
        "half": Level(HalfBot, "Half", "One who is half at the game."),
        "aunt": Level(AuntBot, "Aunt", "One who plays now and then."),
        **FIXED_LEVELS,
        ORACLE: Level(OracleBot, "Oracle", "Sees every card: the bound for the master."),
        "hard-1": Level(Hard1Bot, "Hard, first", "The measure for Hard: as that was at first."),
        **LEVELS,
    },
    LEVELS.former,
)
"""The levels that may be tried against each other."""
