"""The simple computer player: follows the contract, calls what helps, and gets rid of points."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from math import inf
from random import Random
from typing import Final

from shanghai.bots.planner import CLOSE, COMPARED, Fellows, Unseen, left_over, to_lay
from shanghai.bots.protocol import IsLate, never
from shanghai.bots.weights import SIMPLE
from shanghai.engine import actions, events
from shanghai.engine.cards import FACE_OF, Card, Face, face_of
from shanghai.engine.game import apply, legal, refuse
from shanghai.engine.melds import places, replaced
from shanghai.engine.opening import opens_with_taken, rules_to_open_by
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.rules import Rules
from shanghai.engine.seats import SeatIndex
from shanghai.engine.shanghai import shanghai_calls
from shanghai.engine.solver import can_go_down, distance, guess_shortage, lay_downs, lay_offs
from shanghai.engine.state import Phase, SeatView
from shanghai.engine.turn import is_part, may_discard_last, may_lay, takes_from, with_meld, without
from shanghai.engine.wild import is_wild, wild_index

PLAN_TURNS: Final = 30
"""The turns of its own in a round in which it plays by its hand alone. Afterwards it discards by
prospect (`_by_prospect`), and now and then any card, as all may be waiting for the same cards."""
_ANY_CARD_STEP: Final = 0.01
"""By how much each further turn raises the probability that it discards any card."""
_ANY_CARD_CYCLE: Final = 20
"""After so many turns this probability starts at 0 again, as a plan needs some turns."""
_STUCK_AFTER: Final = 60
"""After so many turns of its own in a round it holds back no card: neither wild cards, which melds
may no more take, nor cards that others may wait for."""
_STUCK_RATE: Final = 0.5
"""How often it then draws instead of taking a discard that helps, or discards any card if down."""
_SMALL_HAND_RATE: Final = 0.4
"""How often it discards any card while its hand is too small for the contract."""
_EXPENSIVE_CALL: Final = 10
"""If a call costs more points than this, it calls only if few cards are missing."""
_EXPENSIVE_CALL_SHORT: Final = 2
"""How many cards may be missing for such a call."""
_FEW_CARDS: Final = 3
"""A player who is down with at most so many cards may soon go out."""
_MAX_FORESEEN: Final = 24
"""How many unseen cards it looks ahead if other cards than jokers are wild."""
_SLOW_FORESEEN: Final = 6
"""The same if melds must be worth points, which takes longer to count."""
_ORDERS: Final = 8
"""In how many orders it tries the unseen cards."""
_SLOW_ORDERS: Final = 1
"""The same if melds must be worth points."""
_SLOW_COMPARED: Final = 4
"""How many cards it then compares, those with the fewest fellows."""
_PARTS_TRIED: Final = 20
"""How many parts of a contract it compares."""
_MAX_EXTRA: Final = 4
"""With so many cards more than the contract has, it calls SHANGHAI to lose one."""


class _Waits:
    """How many cards a hand must draw until it can go down, in some orders of the unseen cards."""

    def __init__(
        self, hand: tuple[Card, ...], orders: list[list[Face]], contract: Contract, rules: Rules
    ) -> None:
        self._hand, self._orders = hand, orders
        self._contract, self._rules = contract, rules
        # A hand goes down no sooner without a card.
        self._least = [self._wait(hand, order, 0, len(order)) for order in orders]

    def without(self, card: Card, most: float = inf) -> float:
        """How many cards the hand without `card` must draw, added up over all orders. Infinity if
        that is more than `most`."""
        rest, total, least = without(self._hand, card), 0, sum(self._least)
        for order, fewest in zip(self._orders, self._least, strict=True):
            least -= fewest
            room, wait = most - total - least, fewest
            if fewest <= min(room, len(order)):
                wait = self._wait(rest, order, fewest, int(min(room, len(order))))
            if wait > room:
                return inf
            total += wait
        return total

    def _wait(self, cards: tuple[Card, ...], order: list[Face], least: int, most: int) -> int:
        """How many cards of an order `cards` must draw to go down. It is known to be at least
        `least`. Returns `most + 1` if even `most` cards are not enough."""
        goes_down = partial(self._goes_down, cards, order)
        if goes_down(least):
            return least
        if least == most or not goes_down(most):
            return most + 1
        return bisect_left(range(len(order) + 1), True, least + 1, most, key=goes_down)

    def _goes_down(self, cards: tuple[Card, ...], order: list[Face], count: int) -> bool:
        return not guess_shortage((*cards, *order[:count]), self._contract, self._rules, 1)


class SimpleBot:
    """Plays by what its hand lacks for the contract. It remembers how many turns it has had in the
    round, and which cards were discarded."""

    def __init__(self, seat: SeatIndex, random: Random, is_late: IsLate = never) -> None:
        self.seat = seat
        self._random = random
        self._turns = 0
        self._short: dict[tuple[Face, ...], int] = {}
        self._tossed: dict[Card, int] = {}
        """The cards that were discarded, each with `_turns` at that moment."""

    def notice(self, event: events.Event) -> None:
        """Counts its own turns in the round, and notes which cards are discarded and taken."""
        match event:
            case events.Dealt():
                self._turns = 0
                self._short = {}
                self._tossed = {}
            case events.WentDown(seat=seat) if seat == self.seat:
                self._short = {}
            case events.Discarded(card=card):
                self._tossed[card] = self._turns
            case events.CallGranted(card=card):
                self._tossed.pop(card, None)
            case events.DiscardTaken(seat=seat, card=card):
                self._tossed.pop(card, None)
                self._turns += seat == self.seat
            case events.Drawn(seat=seat) if seat == self.seat:
                self._turns += 1

    def decide(self, view: SeatView) -> actions.SeatAction:
        """The next step: draw or take, then exchange, go down, lay off, and at last discard."""
        if view.phase is Phase.DRAW:
            return self._draw(view)
        for step in self._plays(view):
            if refuse(view, step) is None:
                return step
        end = self._end(view)
        lay_off = self._last_lay_off(view, end.card) if isinstance(end, actions.Discard) else None
        return lay_off or end

    def wants_call(self, view: SeatView) -> actions.AnyCall | None:
        """SHANGHAI if it pays to lose a card, else the call of a card that the contract needs."""
        seat = view.seats[self.seat]
        if seat.down or len(seat.hand) >= view.contract.size + _MAX_EXTRA:
            shanghai = next(shanghai_calls(view, (self.seat,)), None)
            is_of_partner = view.tossers[:1] and view.sides.are_partners(self.seat, view.tossers[0])
            if shanghai is not None and not is_of_partner and not self._is_wanted(view):
                return shanghai
        call = None if seat.down else self.plain_call(view)
        if call is None:
            return None
        if self._waits_too_long(view) or (self.lacks_room(view) and not view.all_in):
            return call
        if view.all_in:
            return None
        if (
            view.call_points(self.seat) > _EXPENSIVE_CALL
            and self.short(view, seat.hand) > _EXPENSIVE_CALL_SHORT
        ):
            return None
        return call if self._is_wanted(view) and not self._is_late(view) else None

    def plain_call(self, view: SeatView) -> actions.Call | None:
        """The call of the top discard, None if it is not allowed."""
        call = actions.Call(self.seat, view.rules.call_word)
        return call if refuse(view, call) is None else None

    def short(self, view: SeatView, hand: Sequence[Card]) -> int:
        """How many cards a hand lacks to go down. The result for each hand is stored."""
        key = tuple(sorted([FACE_OF[card] for card in hand]))
        if key not in self._short:
            self._short[key] = guess_shortage(hand, to_lay(view), view.rules)
        return self._short[key]

    def _helps(self, view: SeatView, face: Face) -> bool:
        hand = view.seats[self.seat].hand
        short = self.short(view, hand)
        return short > 0 and guess_shortage((*hand, face), to_lay(view), view.rules, short) < short

    def chances(self, view: SeatView, hand: Sequence[Card], unseen: Unseen) -> int:
        """How many unseen cards would bring a hand nearer. Always 0 if melds must have points."""
        contract = to_lay(view)
        if any(option.points for option in contract.options):
            return 0
        return sum(map(unseen.count, distance(hand, contract, view.rules).helps))

    def _waits_too_long(self, view: SeatView) -> bool:
        """Whether it has waited long with a hand too small for the contract without a call."""
        is_small = len(view.seats[self.seat].hand) + 1 < view.contract.size
        return is_small and self._turns > PLAN_TURNS

    def lacks_room(self, view: SeatView) -> bool:
        """Whether only a call can make the hand large enough. Of two players only one may call, and
        only the first upcard (ALL-9). That one calls any card, and the other leaves it."""
        return view.players == 2 and len(view.seats[self.seat].hand) + 1 < view.contract.size

    def _is_wanted(self, view: SeatView) -> bool:
        """Whether the top discard brings the contract nearer. A wild card mostly counts as such."""
        seat, top = view.seats[self.seat], view.top
        if top is None or (seat.down and not self._melds_on(view)):
            return False
        if self.short(view, seat.hand) == 0:
            hand = (*seat.hand, top)
            if view.all_in and can_go_down(hand, view.contract, view.rules, all_in=True):
                return True
            return view.rules.all_in_discard and left_over(view, hand) <= left_over(view, seat.hand)
        return self._keeps_wild(view, top) or self._helps(view, face_of(top))

    def _keeps_wild(self, view: SeatView, card: Card) -> bool:
        """Whether it keeps a card because it is wild. Not so in a very long round."""
        return self._turns <= _STUCK_AFTER and is_wild(view.rules, card)

    def _melds_on(self, view: SeatView) -> bool:
        """Whether it is down and may still lay a further meld."""
        seat, rules = view.seats[self.seat], view.rules
        is_enough = len(seat.hand) + 1 >= rules.further_meld.size
        return rules.meld_when_down and seat.down and is_enough

    def _is_late(self, view: SeatView) -> bool:
        """Whether another player may go out so soon that more cards in hand are a danger."""
        others = [view.seats[seat] for seat in self.threats(view)]
        return any(other.down and len(other.hand) <= _FEW_CARDS for other in others)

    def threats(self, view: SeatView) -> list[SeatIndex]:
        """The other seats whose going out costs it points. Partners may be left out (HR-15)."""
        safe = view.sides.partners(self.seat) if view.rules.partner_safe else ()
        return [seat for seat in view.seat_numbers if seat != self.seat and seat not in safe]

    def _draw(self, view: SeatView) -> actions.SeatAction:
        """Takes a top discard that helps, passes it so that a waiting call is granted, or draws."""
        take = actions.Take(self.seat)
        if view.top is not None and refuse(view, take) is None:
            if view.seats[self.seat].down:
                wanted = takes_from(view, self.seat, view.top) or self._is_wanted(view)
            else:
                wanted = self._keeps_wild(view, view.top) or self._is_wanted(view)
                wanted = wanted and not (self.lacks_room(view) or self._waits_too_long(view))
            if wanted and not self._refuses_stuck(view, view.top):
                return take
        if view.calls and view.rules.beneath == "open":
            return actions.Pass(self.seat)
        return actions.Draw(self.seat)

    def _refuses_stuck(self, view: SeatView, top: Card) -> bool:
        """Whether it leaves a discard although it helps. In a very long round it does so now and
        then, as the same few cards may go round and round."""
        if self._turns <= _STUCK_AFTER or takes_from(view, self.seat, top):
            return False
        completes = self.short(view, (*view.seats[self.seat].hand, top)) == 0
        return not completes and self._random.random() < _STUCK_RATE

    def _plays(self, view: SeatView) -> Iterator[actions.SeatAction]:
        """Yields what it would like to play, the best first. Not all of it is legal."""
        seat = view.seats[self.seat]
        if not seat.down:
            if view.must_go_down or self.short(view, seat.hand) == 0:
                rules = rules_to_open_by(view)
                best = lay_downs(seat.hand, view.contract, rules, all_in=view.all_in)
                allowed = (
                    lay.melds
                    for lay in best
                    if opens_with_taken(view, lay.melds) and is_part(view, lay.melds)
                )
                yield from (actions.GoDown(self.seat, melds) for melds in islice(allowed, 3))
            if view.rules.lay_in_parts:
                yield from self._parts(view)
            yield from self._swaps_for_contract(view)
            return
        if not may_lay(view, self.seat):
            return
        if view.rules.meld_when_down:
            further = lay_downs(seat.hand, view.rules.further_meld, view.rules)
            yield from (actions.GoDown(self.seat, lay.melds) for lay in islice(further, 2))
        steps = lay_offs(seat.hand, view.table, view.rules, self.seat)
        keeps_one = len(seat.hand) - len(steps) == 1 and not may_discard_last(view)
        if view.rules.must_discard and len(steps) == len(seat.hand):
            steps = steps[:-1]
        for step in steps[: len(steps) - 1 if keeps_one and len(seat.hand) > 1 else None]:
            yield actions.LayOff(self.seat, step.card, step.meld, step.end)
        yield from self._worthless(view)
        yield from self._swaps_for_room(view, {step.card for step in steps})

    def _parts(self, view: SeatView) -> Iterator[actions.GoDown]:
        """Yields parts of the contract that leave enough cards for the rest, the best first."""
        hand, contract = view.seats[self.seat].hand, view.to_lay(self.seat)
        for lay in islice(lay_downs(hand, contract, view.rules), _PARTS_TRIED):
            step = actions.GoDown(self.seat, lay.melds)
            if refuse(view, step) is None:
                after = apply(view, step)[0]
                if len(lay.left) >= after.contract_of(self.seat).size:
                    yield step

    def _worthless(self, view: SeatView) -> Iterator[actions.LayOff]:
        """Yields lay-offs of cards without points. They make the hand smaller."""
        for card in view.seats[self.seat].hand:
            if not view.rules.face_points(face_of(card)):
                for index, meld in enumerate(view.table):
                    for end in places(view.rules, meld, card):
                        yield actions.LayOff(self.seat, card, index, end)

    def _swaps_for_contract(self, view: SeatView) -> Iterator[actions.Swap]:
        """Yields exchanges after which the hand lacks fewer cards."""
        hand = view.seats[self.seat].hand
        for swap, joker in self._swaps(view):
            after = (*(card for card in hand if card != swap.card), joker)
            if self.short(view, after) < self.short(view, hand):
                yield swap

    def _swaps_for_room(self, view: SeatView, playable: set[Card]) -> Iterator[actions.Swap]:
        """Yields exchanges of a card that fits nowhere for a joker that does. In a long round, all
        exchanges of a card that fits nowhere."""
        for swap, joker in self._swaps(view):
            if swap.card in playable:
                continue
            meld = view.table[swap.meld]
            changed = replaced(meld, swap.card, wild_index(view.rules, meld, swap.card))
            table = with_meld(view, swap.meld, changed)
            if any(places(view.rules, other, joker) for other in table) or self._turns > PLAN_TURNS:
                yield swap

    def _swaps(self, view: SeatView) -> Iterator[tuple[actions.Swap, Card]]:
        """Yields every legal exchange, with the joker that it wins."""
        if view.rules.exchange == "none":
            return
        for index, meld in enumerate(view.table):
            if not meld.wild_count:
                continue
            for card in view.seats[self.seat].hand:
                if (wild_position := wild_index(view.rules, meld, card)) < 0:
                    continue
                swap = actions.Swap(self.seat, card, index)
                if refuse(view, swap) is None:
                    yield swap, meld.cards[wild_position]

    def _end(self, view: SeatView) -> actions.SeatAction:
        """The first legal discard of `_discards`, if possible as SHANGHAI, or the turn's end."""
        for card in self._discards(view):
            for declared in (True, False):
                action = actions.Discard(self.seat, card, declared)
                if refuse(view, action) is None:
                    return action
        end = actions.EndTurn(self.seat)
        if refuse(view, end) is None:
            return end
        return next(iter(legal(view, 1)))

    def _last_lay_off(self, view: SeatView, card: Card) -> actions.LayOff | None:
        """The lay-off of the card that it would discard, if it has two cards left and the other one
        may not be the last discard. So nobody gets a card. None in a very long round, as others may
        wait for the card."""
        hand = view.seats[self.seat].hand
        if self._turns > _STUCK_AFTER or len(hand) != 2 or may_discard_last(view):
            return None
        for each in lay_offs(hand, view.table, view.rules, self.seat):
            lay_off = actions.LayOff(self.seat, each.card, each.meld, each.end)
            if each.card == card and refuse(view, lay_off) is None:
                return lay_off
        return None

    def _throws_any_card(self, view: SeatView) -> bool:
        chance, extra_turns = 0.0, self._turns - PLAN_TURNS
        if extra_turns > 0:
            chance = _ANY_CARD_STEP * (extra_turns % _ANY_CARD_CYCLE)
        if self.lacks_room(view):
            chance = _SMALL_HAND_RATE
        return chance > 0 and self._random.random() < chance

    def _discards(self, view: SeatView) -> Iterable[Card]:
        """The cards of the hand in the order in which to discard them."""
        seat = view.seats[self.seat]
        if not seat.down or self._melds_on(view):
            if self._throws_any_card(view):
                return self._any_order(view)
            return self._by_prospect(view) if self._turns > PLAN_TURNS else self._by_need(view)
        if self._turns > _STUCK_AFTER and self._random.random() < _STUCK_RATE:
            return self._any_order(view)
        points, fits = view.rules.face_points, partial(takes_from, view, self.seat)
        return sorted(seat.hand, key=lambda card: (fits(card), -points(face_of(card)), card))

    def _recently_tossed(self) -> set[Face]:
        """The faces that were discarded in the last turns. Empty in every second cycle of turns, in
        which it hopes for all cards alike."""
        if (self._turns - PLAN_TURNS) // _ANY_CARD_CYCLE % 2 == 0:
            return set()
        return {
            face_of(card)
            for card, turn in self._tossed.items()
            if self._turns - turn <= _ANY_CARD_CYCLE
        }

    def _by_need(self, view: SeatView) -> list[Card]:
        """The cards of a hand that is not down. The one that it needs least comes first."""
        hand = view.seats[self.seat].hand
        one_of_each = {face_of(card): card for card in hand}
        fellows = Fellows(view, hand)

        def worth(card: Card) -> tuple[float, Card]:
            if is_wild(view.rules, card):
                return SIMPLE.joker, card
            points = view.rules.face_points(face_of(card))
            return fellows.value_of(card) - points * SIMPLE.point, card

        rated = sorted(one_of_each.values(), key=worth)
        first = rated[0]
        if is_wild(view.rules, first) or fellows.of(first):
            first = self._least_harm(view, rated)
        return [first, *(card for card in hand if card != first)]

    def _least_harm(self, view: SeatView, rated: list[Card]) -> Card:
        """The card to discard among those that leave the hand no further from its contract. `rated`
        are cards of different faces, the one that it needs least first."""
        hand = view.seats[self.seat].hand
        rests = {card: without(hand, card) for card in rated}
        short, contract = self.short(view, hand), to_lay(view)
        harmless = self.harmless(view, rated, contract) or rated
        if view.all_in and not short:
            return min(harmless, key=lambda card: left_over(view, rests[card]))
        if len(harmless) == 1 or not 0 < short <= CLOSE:
            return harmless[0]
        unseen = Unseen(view, hand)
        return max(
            harmless[:COMPARED],
            key=lambda card: (
                self.chances(view, rests[card], unseen) - 40 * is_wild(view.rules, card)
            ),
        )

    def harmless(self, view: SeatView, rated: Sequence[Card], contract: Contract) -> list[Card]:
        """The `rated` cards without any one of which the hand lacks no more for its contract."""
        hand, rules = view.seats[self.seat].hand, view.rules
        short = self.short(view, hand)
        return [
            card
            for card in rated
            if guess_shortage(without(hand, card), contract, rules, short + 1) <= short
        ]

    def _by_prospect(self, view: SeatView) -> Iterable[Card]:
        """Yields the cards of a hand, first the one without which the contract comes soonest. It
        tries some orders of the unseen cards. Cards that were discarded lately come first in them,
        as the others hold the rest back."""
        hand, random, tossed = view.seats[self.seat].hand, self._random, self._recently_tossed()
        contract, rules, unseen = to_lay(view), view.rules, Unseen(view, hand).faces()
        is_slow = any(option.points for option in contract.options)
        orders = [
            sorted(random.sample(unseen, len(unseen)), key=lambda face: face not in tossed)
            for _ in range(_SLOW_ORDERS if is_slow else _ORDERS)
        ]
        if rules.other_wild or is_slow:
            most = _SLOW_FORESEEN if is_slow else _MAX_FORESEEN
            orders = [order[:most] for order in orders]
        waits = _Waits(hand, orders, contract, rules)
        fellows, ties = Fellows(view, hand), {card: random.random() for card in hand}
        loose = {face_of(card): card for card in hand if not self._keeps_wild(view, card)}
        late: dict[Face, float] = {}

        def rank(card: Card) -> tuple[bool, float, float, float]:
            face = face_of(card)
            return face not in loose, late.get(face, inf), fellows.of(card), ties[card]

        by_use = sorted(loose.items(), key=lambda each: fellows.of(each[1]))
        for face, card in by_use[: _SLOW_COMPARED if is_slow else None]:
            late[face] = waits.without(card, min(late.values(), default=inf))
        first = min(hand, key=rank)
        yield first
        # The others are seldom asked for, only where the first may not be discarded.
        for face, card in loose.items():
            if late.get(face, inf) == inf:
                late[face] = waits.without(card)
        yield from sorted((card for card in hand if card != first), key=rank)

    def _any_order(self, view: SeatView) -> list[Card]:
        """The cards of the hand in a random order, wild ones last unless the round is very long."""
        hand = view.seats[self.seat].hand
        cards = self._random.sample(list(hand), len(hand))
        return sorted(cards, key=lambda card: self._keeps_wild(view, card))
