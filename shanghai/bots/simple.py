"""The simple computer player: follows the contract, calls what helps, and gets rid of points."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from random import Random

from shanghai.bots.planner import CLOSE, COMPARED, Unseen, left_over, serves, to_lay, use_of
from shanghai.bots.protocol import IsLate, never
from shanghai.bots.weights import SIMPLE
from shanghai.engine import actions, events
from shanghai.engine.cards import FACE_OF, Card, Face, face_of
from shanghai.engine.game import legal, refuse
from shanghai.engine.melds import places, replaced
from shanghai.engine.seats import SeatIndex
from shanghai.engine.shanghai import shanghai_calls
from shanghai.engine.solver import can_go_down, distance, guess_shortage, lay_downs, lay_offs
from shanghai.engine.state import Phase, SeatView
from shanghai.engine.turn import may_discard_last, may_lay, takes_from, with_meld
from shanghai.engine.wild import is_wild, wild_index

PATIENCE = 30
"""Own turns in a round after which it now and then breaks its plan, so that no round stands still
while everybody waits for the same cards; and thinks of what may come yet, not of its plan."""
_RESTLESS = 0.01
"""How much likelier each further turn makes that."""
_CALM = 20
"""The turn after which it settles down again, as a plan needs some turns to bear fruit."""
_STUCK = 60
"""Own turns in a round after which it holds on to nothing for its own sake: a wild card is a card
as any other, as melds may hold no more of them, and what others may wait for is thrown too."""
_LEAVES = 0.5
"""How often it then draws in place of a discard that helps, as the same few may go round."""
_HOPELESS = 0.4
_DEAR = 10
_DEAR_FROM = 2
"""Points of a call above which it calls only with a hand so few cards short."""
_CLOSE_TO_OUT = 3
_FORESEEN = 24
"""How many of the unseen cards are looked at where other cards than jokers are wild."""
_ORDERS, _FEW_ORDERS = 8, 2
"""How many orders of the unseen cards are looked at, and where melds must be worth points."""
_SPARE = 4


class SimpleBot:
    """Plays by what its hand lacks for the contract; remembers only how long the round lasts."""

    def __init__(self, seat: SeatIndex, random: Random, is_late: IsLate = never) -> None:
        self.seat = seat
        self._random = random
        self._turns = 0
        self._short: dict[tuple[Face, ...], int] = {}
        self._tossed: dict[Card, int] = {}
        """The cards that went by, each with the own turn after which it did."""

    def notice(self, event: events.Event) -> None:
        """Counts its own turns in the round, and notes which cards go by."""
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
        """The next step: draw or take; then swap, go down, lay off, and discard."""
        if view.phase is Phase.DRAW:
            return self._draw(view)
        for step in self._plays(view):
            if refuse(view, step) is None:
                return step
        end = self._end(view)
        laid = self._laid_off(view, end.card) if isinstance(end, actions.Discard) else None
        return laid or end

    def wants_call(self, view: SeatView) -> actions.AnyCall | None:
        """SHANGHAI where losing a card is a gain; else a call on a card that the contract needs."""
        seat = view.seats[self.seat]
        if seat.down or len(seat.hand) >= view.contract.size + _SPARE:
            found = next(shanghai_calls(view, (self.seat,)), None)
            if found is not None and not self._is_wanted(view):
                return found
        call = None if seat.down else self.plain_call(view)
        if call is None:
            return None
        if self._starves(view) or (self.lacks_room(view) and not view.all_in):
            return call
        if view.all_in:
            return None
        if view.call_points(self.seat) > _DEAR and self.short(view, seat.hand) > _DEAR_FROM:
            return None
        return call if self._is_wanted(view) and not self._is_late(view) else None

    def plain_call(self, view: SeatView) -> actions.Call | None:
        """The call of the top discard, where it is allowed."""
        call = actions.Call(self.seat, view.rules.call_word)
        return call if refuse(view, call) is None else None

    def short(self, view: SeatView, hand: Sequence[Card]) -> int:
        """How many cards a hand is short of going down; each is counted once."""
        key = tuple(sorted([FACE_OF[card] for card in hand]))
        if key not in self._short:
            self._short[key] = guess_shortage(hand, to_lay(view), view.rules)
        return self._short[key]

    def _helps(self, view: SeatView, face: Face) -> bool:
        hand = view.seats[self.seat].hand
        short = self.short(view, hand)
        return short > 0 and guess_shortage((*hand, face), to_lay(view), view.rules, short) < short

    def chances(self, view: SeatView, hand: Sequence[Card], unseen: Unseen) -> int:
        """How many unseen cards would bring a hand nearer."""
        contract = to_lay(view)
        if any(option.points for option in contract.options):
            return 0
        return sum(map(unseen.count, distance(hand, contract, view.rules).helps))

    def _starves(self, view: SeatView) -> bool:
        """Whether it has waited long with a hand too small for the contract without a call."""
        is_small = len(view.seats[self.seat].hand) + 1 < view.contract.size
        return is_small and self._turns > PATIENCE

    def lacks_room(self, view: SeatView) -> bool:
        """Whether only a call can make the hand large enough: of two players only one may call,
        only the first upcard (ALL-9), so any card will do for it, and the other leaves it."""
        return view.players == 2 and len(view.seats[self.seat].hand) + 1 < view.contract.size

    def _is_wanted(self, view: SeatView) -> bool:
        """Whether the top discard brings the contract nearer; a joker always does."""
        seat, top = view.seats[self.seat], view.top
        if top is None or (seat.down and not self._melds_on(view)):
            return False
        if self.short(view, seat.hand) == 0:
            hand = (*seat.hand, top)
            if view.all_in and can_go_down(hand, view.contract, view.rules, all_in=True):
                return True
            return view.rules.all_in_discard and left_over(view, hand) <= left_over(view, seat.hand)
        return self._is_treasure(view, top) or self._helps(view, face_of(top))

    def _is_treasure(self, view: SeatView, card: Card) -> bool:
        """Whether a card is wild and still worth keeping whatever the contract."""
        return self._turns <= _STUCK and is_wild(view.rules, card)

    def _melds_on(self, view: SeatView) -> bool:
        """Whether it is down and may still come to a further meld."""
        seat, rules = view.seats[self.seat], view.rules
        is_enough = len(seat.hand) + 1 >= rules.further_meld.size
        return rules.meld_when_down and seat.down and is_enough

    def _is_late(self, view: SeatView) -> bool:
        """Whether another is so close to going out that more cards in hand are a danger."""
        return any(
            other.down and len(other.hand) <= _CLOSE_TO_OUT
            for i, other in enumerate(view.seats)
            if i != self.seat
        )

    def _draw(self, view: SeatView) -> actions.SeatAction:
        """Takes a top discard that helps, settles calls that wait for it, or draws."""
        take = actions.Take(self.seat)
        if view.top is not None and refuse(view, take) is None:
            if view.seats[self.seat].down:
                wanted = takes_from(view, self.seat, view.top) or self._is_wanted(view)
            else:
                wanted = self._is_treasure(view, view.top) or self._is_wanted(view)
                wanted = wanted and not (self.lacks_room(view) or self._starves(view))
            if wanted and not self._circles(view, view.top):
                return take
        if view.calls and view.rules.beneath == "open":
            return actions.Pass(self.seat)
        return actions.Draw(self.seat)

    def _circles(self, view: SeatView, top: Card) -> bool:
        """Whether it leaves a discard that is no more than a help: the same few may go round."""
        if self._turns <= _STUCK or takes_from(view, self.seat, top):
            return False
        completes = self.short(view, (*view.seats[self.seat].hand, top)) == 0
        return not completes and self._random.random() < _LEAVES

    def _plays(self, view: SeatView) -> Iterator[actions.SeatAction]:
        """What it would like to play now, best first, not all of it legal."""
        seat = view.seats[self.seat]
        if not seat.down:
            if view.must_go_down or self.short(view, seat.hand) == 0:
                found = lay_downs(seat.hand, view.contract, view.rules, all_in=view.all_in)
                yield from (actions.GoDown(self.seat, lay.melds) for lay in islice(found, 3))
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

    def _worthless(self, view: SeatView) -> Iterator[actions.LayOff]:
        """Lay-offs of cards that count nothing: they save no points, but make the hand smaller."""
        for card in view.seats[self.seat].hand:
            if not view.rules.face_points(face_of(card)):
                for index, meld in enumerate(view.table):
                    for end in places(view.rules, meld, card):
                        yield actions.LayOff(self.seat, card, index, end)

    def _swaps_for_contract(self, view: SeatView) -> Iterator[actions.Swap]:
        hand = view.seats[self.seat].hand
        for swap, joker in self._swaps(view):
            after = (*(card for card in hand if card != swap.card), joker)
            if self.short(view, after) < self.short(view, hand):
                yield swap

    def _swaps_for_room(self, view: SeatView, laid: set[Card]) -> Iterator[actions.Swap]:
        """Exchanges of a card that fits nowhere for a joker that does."""
        for swap, joker in self._swaps(view):
            if swap.card in laid:
                continue
            meld = view.table[swap.meld]
            changed = replaced(meld, swap.card, wild_index(view.rules, meld, swap.card))
            table = with_meld(view, swap.meld, changed)
            if any(places(view.rules, other, joker) for other in table) or self._turns > PATIENCE:
                yield swap

    def _swaps(self, view: SeatView) -> Iterator[tuple[actions.Swap, Card]]:
        """Every exchange that is legal, with the joker that it wins."""
        if view.rules.exchange == "none":
            return
        for index, meld in enumerate(view.table):
            if not meld.wild_count:
                continue
            for card in view.seats[self.seat].hand:
                if (at := wild_index(view.rules, meld, card)) < 0:
                    continue
                swap = actions.Swap(self.seat, card, index)
                if refuse(view, swap) is None:
                    yield swap, meld.cards[at]

    def _end(self, view: SeatView) -> actions.SeatAction:
        """The discard that harms least, declared SHANGHAI where that keeps it from the others."""
        for card in self._discards(view):
            for declared in (True, False):
                action = actions.Discard(self.seat, card, declared)
                if refuse(view, action) is None:
                    return action
        end = actions.EndTurn(self.seat)
        if refuse(view, end) is None:
            return end
        return next(iter(legal(view, 1)))

    def _laid_off(self, view: SeatView, card: Card) -> actions.LayOff | None:
        """The lay-off of the card kept back for the discard, as that gives nobody a card, where the
        other one of two may not be the last discard; none where a round stands still, as others may
        wait for it."""
        hand = view.seats[self.seat].hand
        if self._turns > _STUCK or len(hand) != 2 or may_discard_last(view):
            return None
        steps = lay_offs(hand, view.table, view.rules, self.seat)
        laid = (actions.LayOff(self.seat, each.card, each.meld, each.end) for each in steps)
        return next((off for off in laid if off.card == card and refuse(view, off) is None), None)

    def _is_restless(self, view: SeatView) -> bool:
        chance = _RESTLESS * ((self._turns - PATIENCE) % _CALM) if self._turns > PATIENCE else 0.0
        if self.lacks_room(view):
            chance = _HOPELESS
        return chance > 0 and self._random.random() < chance

    def _discards(self, view: SeatView) -> list[Card]:
        """The cards of the hand, the one it can best do without first."""
        seat = view.seats[self.seat]
        if not seat.down or self._melds_on(view):
            if self._is_restless(view):
                return self._any_order(view)
            return self._by_prospect(view) if self._turns > PATIENCE else self._by_harm(view)
        if self._turns > _STUCK and self._random.random() < _LEAVES:
            return self._any_order(view)
        points, fits = view.rules.face_points, partial(takes_from, view, self.seat)
        return sorted(seat.hand, key=lambda card: (fits(card), -points(face_of(card)), card))

    def _going_by(self) -> set[Face]:
        """What went by in the last turns; every other time it hopes for all other cards alike."""
        if (self._turns - PATIENCE) // _CALM % 2 == 0:
            return set()
        return {face_of(card) for card, at in self._tossed.items() if self._turns - at <= _CALM}

    def _by_harm(self, view: SeatView) -> list[Card]:
        """The cards of a hand that is not down, the one whose loss harms least first."""
        hand = view.seats[self.seat].hand
        one_of_each = {face_of(card): card for card in hand}
        rated = sorted(one_of_each.values(), key=lambda card: self._idle(view, card))
        first = rated[0]
        if use_of(view, hand, first) or is_wild(view.rules, first):
            first = self._least_harm(view, rated)
        return [first, *(card for card in hand if card != first)]

    def _idle(self, view: SeatView, card: Card) -> tuple[float, int]:
        """How much a card seems to serve, without a search: fellows, then few points."""
        points = view.rules.face_points(face_of(card))
        if is_wild(view.rules, card):
            return SIMPLE.joker, card
        worth = serves(view, view.seats[self.seat].hand, card, SIMPLE)
        return worth - points * SIMPLE.point, card

    def _least_harm(self, view: SeatView, rated: list[Card]) -> Card:
        """The card to throw of those that leave the hand no further from its contract."""
        hand = view.seats[self.seat].hand
        rests = {card: tuple(held for held in hand if held != card) for card in rated}
        short = self.short(view, hand)
        contract, rules = to_lay(view), view.rules
        harmless = [
            card
            for card in rated
            if guess_shortage(rests[card], contract, rules, short + 1) <= short
        ] or rated
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

    def _by_prospect(self, view: SeatView) -> list[Card]:
        """The cards of a hand, first the one without which the contract comes soonest, over some
        orders of the unseen cards that begin with those tossed of late, as others keep the rest."""
        hand, random, tossed = view.seats[self.seat].hand, self._random, self._going_by()
        contract, rules, unseen = to_lay(view), view.rules, Unseen(view, hand).faces()
        is_slow = any(option.points for option in contract.options)
        orders = [
            sorted(random.sample(unseen, len(unseen)), key=lambda face: face not in tossed)
            for _ in range(_FEW_ORDERS if is_slow else _ORDERS)
        ]
        if rules.other_wild or is_slow:
            orders = [order[:_FORESEEN] for order in orders]
        late: dict[Face, int] = {}
        for card in hand:
            if face_of(card) in late or self._is_treasure(view, card):
                continue
            rest = [held for held in hand if held != card]

            def holds(order: list[Face], count: int, rest: list[Card] = rest) -> bool:
                return not guess_shortage((*rest, *order[:count]), contract, rules, 1)

            late[face_of(card)] = sum(
                bisect_left(range(len(order) + 1), True, key=partial(holds, order))
                for order in orders
            )
        return sorted(
            hand,
            key=lambda card: (
                self._is_treasure(view, card),
                late.get(face_of(card), 0),
                use_of(view, hand, card),
                random.random(),
            ),
        )

    def _any_order(self, view: SeatView) -> list[Card]:
        """The cards of the hand in a random order, wild ones last where they are kept."""
        hand = view.seats[self.seat].hand
        cards = self._random.sample(list(hand), len(hand))
        return sorted(cards, key=lambda card: self._is_treasure(view, card))
