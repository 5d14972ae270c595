"""The hard player. It buys if that pays, and discards little that helps others."""

import math
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Final

from shanghai.bots.planner import CLOSE, COMPARED, Collections, Fellows, SeatCollection, Unseen
from shanghai.bots.protocol import IsLate, never
from shanghai.bots.simple import SimpleBot
from shanghai.bots.weights import USUAL, Weights
from shanghai.engine.actions import AnyCall, Call, GoDown, SeatAction
from shanghai.engine.cards import Card, Face, face_of
from shanghai.engine.events import Event
from shanghai.engine.game import apply, refuse
from shanghai.engine.opening import rules_to_open_by
from shanghai.engine.seats import SeatIndex
from shanghai.engine.solver import lay_downs, lay_offs
from shanghai.engine.state import SeatView
from shanghai.engine.turn import is_playable, without
from shanghai.engine.wild import is_wild

_LAY_DOWNS: Final = 6
"""How many lay-downs are compared, those first that leave the fewest points."""
_CARD: Final = 2
"""The points that each card left in hand costs in addition to its own."""


class HardBot(SimpleBot):
    """Plays as the simple player, with changes that won points over paired deals. Two ideas did not
    pay: to hold a contract back, and to deal out the unseen cards many times."""

    def __init__(
        self, seat: SeatIndex, random: Random, is_late: IsLate = never, weights: Weights = USUAL
    ) -> None:
        super().__init__(seat, random, is_late)
        self._weights = weights
        self._collections = Collections(weights)

    def notice(self, event: Event) -> None:
        """Takes note of an event, also of which cards the others take and let go."""
        super().notice(event)
        self._collections.notice(event)

    def wants_call(self, view: SeatView) -> AnyCall | None:
        """The simple player's call near the contract, and any card with many calls left."""
        wish = super().wants_call(view)
        seat = view.seats[self.seat]
        is_sure = not (wish is None or isinstance(wish, Call))
        if is_sure or seat.down or view.all_in or self.lacks_room(view):
            return wish
        short = self.short(view, seat.hand)
        if wish is not None:
            weights = self._weights
            is_long = any(least >= weights.long_run for least in view.contract.runs)
            reach = min(weights.long_reach, weights.reach) if is_long else weights.reach
            is_near = short <= reach or view.top is None or is_wild(view.rules, view.top)
            return wish if is_near else None
        return self.plain_call(view) if short > 0 and self._has_spare_calls(view) else None

    def _has_spare_calls(self, view: SeatView) -> bool:
        """Whether it can afford a call only to get more cards, which help with a large contract."""
        weights, hand = self._weights, view.seats[self.seat].hand
        return (
            not view.call_points(self.seat)
            and view.calls_left(self.seat) >= weights.spare_calls
            and view.rules.call_cost >= weights.spare_cost
            and len(hand) <= view.contract.size + weights.room
        )

    def _is_late(self, view: SeatView) -> bool:
        """Never, as near the end of a round it costs most not to be down."""
        return False

    def _plays(self, view: SeatView) -> Iterator[SeatAction]:
        """Yields first the lay-downs that leave least in hand, then the simple player's plays."""
        seat = view.seats[self.seat]
        may_lay_off = view.rules.lay_off_at_once and view.may_lay_off_yet and not view.all_in
        if not seat.down and may_lay_off and self.short(view, seat.hand) == 0:
            yield from self._lay_downs(view)
        yield from super()._plays(view)

    def _lay_downs(self, view: SeatView) -> list[GoDown]:
        """The best lay-downs, those first that leave the fewest points in hand after lay-offs."""
        hand, rated = view.seats[self.seat].hand, []
        lays = lay_downs(hand, view.contract, rules_to_open_by(view))
        for number, lay in zip(range(_LAY_DOWNS), lays, strict=False):
            step = GoDown(self.seat, lay.melds)
            if refuse(view, step) is not None:
                continue
            table = apply(view, step)[0].table
            playable = {off.card for off in lay_offs(lay.left, table, view.rules)}
            left = [card for card in lay.left if card not in playable]
            points = [view.rules.face_points(face_of(card)) for card in left]
            # After the discard of the worst card.
            burden = sum(points) - max(points, default=0) + _CARD * len(left)
            rated.append((burden, number, step))
        return [step for *_, step in sorted(rated, key=lambda each: each[:2])]

    def _discards(self, view: SeatView) -> Iterable[Card]:
        """The cards in the order in which to discard them, if down by points and by `losses`."""
        seat = view.seats[self.seat]
        if not seat.down or self._melds_on(view):
            return super()._discards(view)
        loss = self.losses(view, Unseen(view, seat.hand))
        return sorted(seat.hand, key=lambda card: (loss(card), card))

    def _by_need(self, view: SeatView) -> list[Card]:
        """The cards in the order in which to discard them: by what they are good for, what they
        count when the round ends, and what they give others."""
        hand = view.seats[self.seat].hand
        short = self.short(view, hand)
        if view.all_in and not short:
            return super()._by_need(view)
        unseen = Unseen(view, hand)
        one_of_each = {face_of(card): card for card in reversed(hand)}
        cards = [card for card in one_of_each.values() if not is_wild(view.rules, card)]
        cost, loss = dict.fromkeys(one_of_each, math.inf), self.losses(view, unseen)
        for card in cards:
            cost[face_of(card)] = loss(card)
        cards.sort(key=lambda card: cost[face_of(card)])
        harmless = self.harmless(view, cards, view.contract)
        for card in cards:
            if card not in harmless:
                cost[face_of(card)] += self._weights.step
        if 0 < short <= CLOSE:
            rated = sorted(harmless, key=lambda card: (cost[face_of(card)], card))
            self._weigh_chances(view, rated, unseen, cost)
        return sorted(hand, key=lambda card: (cost[face_of(card)], card))

    def losses(self, view: SeatView, unseen: Unseen) -> Callable[[Card], float]:
        """A function that gives the cost of discarding a natural card. The cost leaves out whether
        the contract gets further away."""
        seat, weights, points = view.seats[self.seat], self._weights, view.rules.face_points
        gift, fellows = self._gifts(view, unseen), Fellows(view, seat.hand, weights)
        fellow, playable, point = 0.0, weights.playable_down, 1.0
        if not seat.down or self._melds_on(view):
            danger = weights.shed * self._ends_soon(view)
            short = max(self.short(view, seat.hand), 1)
            point = weights.point + weights.point_in_danger * danger * short
            fellow, playable = weights.fellow, weights.playable

        def loss(card: Card) -> float:
            fits = is_playable(view, card)
            serves = fellow * fellows.of(card) + playable * fits
            return serves - point * points(face_of(card)) + gift(card, fits)

        return loss

    def _weigh_chances(
        self, view: SeatView, harmless: list[Card], unseen: Unseen, cost: dict[Face, float]
    ) -> None:
        """Lowers the cost of harmless cards by the chance that the next card then helps. `harmless`
        starts with the cheapest, and only the first COMPARED are looked at."""
        hand = view.seats[self.seat].hand
        for card in harmless[:COMPARED]:
            chance = self.chances(view, without(hand, card), unseen) / max(1, unseen.total)
            cost[face_of(card)] -= self._weights.chance * chance
        least = min((cost[face_of(card)] for card in harmless[:COMPARED]), default=0.0)
        for card in harmless[COMPARED:]:
            cost[face_of(card)] = max(cost[face_of(card)], least)

    def _gifts(self, view: SeatView, unseen: Unseen) -> Callable[[Card, bool], float]:
        """A function of a card and whether a meld takes it. It returns what the discard of the card
        gives opponents, nothing if it would be declared SHANGHAI (GD-17)."""
        weights, is_down = self._weights, view.seats[self.seat].down
        next_seat, *others = view.seats_after(self.seat)[:-1]
        collections: list[tuple[float, SeatCollection]] = []
        for seat in (next_seat, *others):
            if view.sides.are_partners(self.seat, seat):
                continue
            weight = weights.gift_down if is_down else weights.gift
            if seat != next_seat:
                weight = weights.sold if not is_down and view.calls_left(seat) else 0.0
            weight *= self._minds(seat)
            if weight and view.seats[seat].hand and not view.seats[seat].down:
                collections.append((weight, self._collections.of_seat(view, seat, unseen)))
        next_hand, lay_off = len(view.seats[next_seat].hand), 0.0
        if view.seats[next_seat].down and next_hand:
            lay_off = (weights.lay_off_down if is_down else weights.lay_off) / next_hand
            lay_off *= self._minds(next_seat)

        def gift(card: Card, fits: bool) -> float:
            if is_wild(view.rules, card) or (fits and view.rules.shanghai):
                return 0.0
            given = lay_off if fits else 0.0
            for weight, collection in collections:
                given += weight * collection.wish(card)
            return weights.wary * given

        return gift

    def _minds(self, seat: SeatIndex) -> float:
        """By what factor it minds giving something to a seat."""
        return 1.0

    def _ends_soon(self, view: SeatView) -> float:
        """The probability that an opponent goes out before this player's next turn."""
        stays, out_soon = 1.0, self._weights.out_soon
        for seat in self.threats(view):
            other = view.seats[seat]
            if other.down:
                stays *= 1 - out_soon[min(len(other.hand), len(out_soon) - 1)]
        return 1 - stays
