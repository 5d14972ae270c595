"""How far a hand is from a contract: the fewest cards that must be added to it."""

from itertools import product
from typing import Final

from shanghai.engine.cards import JOKER, NATURAL_FACES, Face
from shanghai.engine.melds import SUITS
from shanghai.engine.solver.plan import LAYER, LOWEST, RANKS_OF, HandCounts, Plan, RunOption
from shanghai.engine.solver.search import holes_from, set_holes
from shanghai.engine.solver.settle import everywhere, places_of, subsets, suit_counts
from shanghai.engine.solver.suits import MOST_JOKERS, Sizes, gaps

FAR: Final = 1 << 20
_SetSizes = dict[int, list[int]]
"""By rank the least sizes of its sets."""


def reach(plan: Plan, hand: HandCounts, limit: int) -> int:
    """The fewest cards that must be added to go down if that is below `limit`, else `limit`.

    An added card is the natural that a place asks for, so that the cap binds only the jokers of the
    hand. Under a steady cap sets of the least size are enough: a larger one asks for a card more
    and holds at most a joker more."""
    if plan.steady or plan.exact:
        return _reach(plan, hand, plan.sets, limit)
    most, larger = SUITS if plan.unique_suits else 99, {size for size, _ in plan.cap.sets}
    for sizes in product(
        *([least, *sorted(n for n in larger if least < n <= most)] for least in plan.sets)
    ):
        limit = _reach(plan, hand, tuple(sorted(sizes, reverse=True)), limit)
    return limit


def reach_worth(
    plan: Plan, hand: HandCounts, short: int, max_cards: int, need: int, worths: tuple[int, ...]
) -> bool:
    """Whether melds worth `need` points, of at most `max_cards`, miss no more than `short` cards;
    `worths` are the points of a card by its place."""
    if not short and (sum(plan.sets) + sum(plan.runs)) * min(worths[1:]) >= need:
        # Any melds are worth enough.
        enough = sum(plan.sets) + sum(plan.runs) <= max_cards
        return enough and reach(plan, hand, 1) == 0
    naturals = max(hand[1].to_bytes(13, "little")) + hand[2] + short
    largest = min(naturals, SUITS) if plan.unique_suits else naturals
    choices = product(*(range(least, largest + 1) for least in plan.sets))
    for sizes in {tuple(sorted(each, reverse=True)) for each in choices}:
        if sum(sizes) + sum(plan.runs) > max_cards:
            continue
        rest = [holes + set_holes(plan, hand[1], sizes) for holes in holes_from(plan, hand[0])]
        if rest[0] - min(hand[2], plan.joker_room) > short:
            continue
        search = _Reach(plan, hand, sizes, short + 1, rest, True)
        search.need, search.max_cards, search.worths = need, max_cards, worths
        search.run()
        if search.best <= short:
            return True
    return False


def nearer(plan: Plan, hand: HandCounts, short: int) -> frozenset[Face]:
    """The faces any of which brings a hand that is `short` cards short nearer to going down."""
    suits, ranks, jokers = hand
    faces = set()
    is_room = jokers < plan.contract.wild_cap
    if is_room and reach(plan, (suits, ranks, jokers + 1), short) < short:
        faces.add(JOKER)
    if plan.sets and not plan.unique_suits:
        # A further card of a rank serves sets whatever its suit: here no run may use it.
        is_steady = plan.steady or plan.exact
        holes = holes_from(plan, suits)[0] - min(jokers, plan.joker_room)
        for rank in range(13):
            more = ranks + (1 << 8 * rank)
            if is_steady and holes + set_holes(plan, more, plan.sets) >= short:
                continue
            if reach(plan, (suits, more, jokers), short) < short:
                faces.update(NATURAL_FACES[rank::13])
    for face in NATURAL_FACES if plan.sets and plan.unique_suits else _in_reach(plan, hand, short):
        if face in faces:
            continue
        suit, bit, _ = plan.naturals[face]
        layers = suits[suit]
        while layers & bit:
            bit <<= LAYER
        suits[suit] = layers | bit
        if reach(plan, (suits, ranks + (1 << 8 * (face % 13)), jokers), short) < short:
            faces.add(face)
        suits[suit] = layers
    return frozenset(faces - plan.barred)


def _in_reach(plan: Plan, hand: HandCounts, short: int) -> list[Face]:
    """The faces that may help as a card of a run, which may miss no more than the whole may, less
    what the other runs and the sets, with no use of that card, miss at least."""
    if not plan.runs:
        return []
    if plan.runs[0] != plan.runs[-1] or not plan.steady:
        return list(NATURAL_FACES)
    suits, ranks, jokers = hand
    others = holes_from(plan, suits)[1] + set_holes(plan, ranks, plan.sets)
    holes = short - 1 + min(jokers, plan.joker_room) - others
    least = plan.runs[0]
    faces = []
    for face in NATURAL_FACES:
        suit, bit, _ = plan.naturals[face]
        whole = plan.separate_wild or plan.is_barred or not plan.adjacent
        spans = plan.spans(least, suit, suits[suit] & LOWEST | bit, holes, whole)
        if any(span.places & bit for span in spans):
            faces.append(face)
    return faces


def _reach(plan: Plan, hand: HandCounts, sets: Sizes, limit: int) -> int:
    """Ask for one card more at a time: few runs are near enough to be tried for few cards."""
    holes = holes_from(plan, hand[0])
    for_sets = set_holes(plan, hand[1], sets)
    least = max(0, holes[0] + for_sets - min(hand[2], plan.joker_room))
    rest = [count + for_sets for count in holes]
    for most in range(least + 1, limit + 1):
        for whole in (False, True):
            search = _Reach(plan, hand, sets, most, rest, whole)
            search.run()
            if search.best < most:
                return search.best
            if search.blocked >= most:
                break
    return limit


class _Reach:
    """A search for those melds of the contract that lack fewest cards. `Search` is the one for most
    points.

    It has two bounds. The cost is the number of places without a natural, less all jokers. The
    excess is the number of places that the cap lets no joker fill, where each meld may have all
    naturals of the hand for itself.
    """

    def __init__(
        self, plan: Plan, hand: HandCounts, sets: Sizes, limit: int, rest: list[int], whole: bool
    ) -> None:
        self.plan, self.sets, self.best, self.rest = plan, sets, limit, rest
        self.whole = whole or plan.separate_wild or plan.is_barred or not plan.steady
        self.start, self.ranks, self.all_jokers = hand
        self.jokers = min(self.all_jokers, plan.joker_room)
        self.suits = list(self.start)
        self.blocked, self.need, self.max_cards, self.worths = FAR, 0, 0, tuple[int, ...]()
        self.runs: list[tuple[RunOption, int]] = []
        self.set_choices: list[tuple[int, int]] = []

    def run(self) -> None:
        """Search; `best` falls below the limit if fewer cards are missing."""
        plan = self.plan
        counts = self.ranks.to_bytes(13, "little")
        self.order = sorted(plan.set_ranks, key=counts.__getitem__, reverse=True)
        self.counts = [counts[rank] for rank in self.order]
        self.sizes = [0] * 13
        self.caps = [plan.cap.most_for(False, least) for least in self.sets]
        self.room = [0] * 13
        lowest = [s & LOWEST for s in self.start]
        # What the other runs and the sets miss at least, no run may miss as well.
        spare = self.best - 1 + self.jokers - (self.rest[1] if plan.runs else 0)
        is_again = plan.runs and plan.runs[0] == plan.runs[-1]
        self.options = list[list[tuple[int, int, RunOption]]]()
        for number, least in enumerate(plan.runs):
            if is_again and number:
                self.options.append(self.options[0])
                continue
            holes, options = spare if is_again else 13, list[tuple[int, int, RunOption]]()
            for suit in range(len(plan.suits)):
                options += plan.costs(least, suit, lowest[suit], holes, self.whole)
            options.sort()
            self.options.append(options)
        each = [min([over for _, over, _ in options], default=0) for options in self.options]
        most = self.counts[0]
        for least, cap in zip(self.sets, self.caps, strict=True):
            each.append(max(0, least - most - cap))
        self.rest_over = [sum(each[number:]) for number in range(len(each) + 1)]
        if self.rest_over[0] < self.best:
            self._place_run(0, 0, self.ranks, 0, 0)

    def _place_run(self, number: int, start: int, ranks: int, cost: int, excess: int) -> None:
        plan = self.plan
        if number == len(plan.runs):
            if not self.need or self._worth(self.sets) >= self.need:
                self._place_set(0, 0, ranks, cost, excess)
            return
        rest_over = self.rest_over[number + 1]
        limit = self.best
        options, rest, suits = self.options[number], self.rest[number + 1], self.suits
        is_again = number + 1 < len(plan.runs) and plan.runs[number + 1] == plan.runs[number]
        for index in range(start, len(options)):
            holes, over, option = options[index]
            if cost + holes + rest - self.jokers >= self.best:
                return
            if excess + over + rest_over >= self.best:
                continue
            _, _, length, places, spent, suit = option
            layers = suits[suit]
            used = layers & places
            now = cost + length - used.bit_count()
            if now + rest - self.jokers >= self.best:
                continue
            if not plan.is_free and not plan.fits(suit, self.runs):
                continue
            suits[suit] = layers & ~spent | layers >> LAYER & spent
            self.runs.append((option, used))
            start_next = index if is_again else 0
            self._place_run(number + 1, start_next, ranks - RANKS_OF[used], now, excess + over)
            self.runs.pop()
            suits[suit] = layers
            if self.best < limit:
                return

    def _place_set(self, number: int, start: int, ranks: int, cost: int, excess: int) -> None:
        if number == len(self.sets):
            self._weigh(ranks, cost)
            return
        least, sizes, limit = self.sets[number], self.sizes, self.best
        is_again = number + 1 < len(self.sets) and self.sets[number + 1] == least
        cap, room = self.caps[number], self.room
        rest_over = self.rest_over[len(self.plan.runs) + number + 1]
        for index in range(start, len(self.order)):
            before = sizes[index]
            if before and not self.plan.same_rank:
                continue
            naturals = ranks >> 8 * self.order[index] & 255
            need = max(0, before + least - naturals) - max(0, before - naturals)
            fixed = before - self.counts[index]
            now = excess + max(0, fixed + least - room[index] - cap) - max(0, fixed - room[index])
            if cost + need - self.jokers < self.best and now + rest_over < self.best:
                sizes[index] += least
                room[index] += cap
                self.set_choices.append((self.order[index], least))
                self._place_set(number + 1, index if is_again else 0, ranks, cost + need, now)
                self.set_choices.pop()
                room[index] -= cap
                sizes[index] -= least
            if self.best < limit:
                return
            # No later rank had more naturals to begin with.
            if not before and least - self.counts[index] + cost - self.jokers >= self.best:
                return

    def _worth(self, largest: tuple[int, ...] = ()) -> int:
        """What the melds chosen are worth, with sets of these sizes of the dearest rank."""
        worths, total = self.worths, max(self.worths) * sum(largest)
        for option, _ in self.runs:
            low = self.plan.start(option.places)
            total += sum(
                [worths[(n - 1) % 13 + 1 if n > 14 else n] for n in range(low, low + option.length)]
            )
        return total + sum(
            [worths[rank + 1 if rank else 14] * size for rank, size in self.set_choices]
        )

    def _barred(self) -> int:
        """The places of the runs that wild cards alone can fill."""
        barred = self.plan.barred_places
        return sum([(option.places & barred[option.suit]).bit_count() for option, _ in self.runs])

    def _weigh(self, ranks: int, cost: int) -> None:
        if self.need:
            cards = sum(self.sets) + sum([option.length for option, _ in self.runs])
            if cards > self.max_cards or self._worth() < self.need:
                return
        if self.plan.barred and self._barred() > self.plan.contract.wild_cap:
            return
        missing = self._missing(ranks, cost)
        if missing >= self.best:
            return
        if not self.plan.adjacent and any(
            one.suit == other.suit and self.plan.is_followed(one.places, other.places)
            for (one, _), (other, _) in product(self.runs, repeat=2)
        ):
            self.blocked = min(self.blocked, missing)
            return
        self.best = missing

    def _missing(self, ranks: int, cost: int) -> int:
        """The cards missing for the melds chosen, jokers where the cap lets them: by the greedy
        filling if that holds all that could ever be placed, else by the best of all."""
        sizes: _SetSizes = {}
        for rank, least in self.set_choices:
            sizes.setdefault(rank, []).append(least)
        if self.plan.unique_suits and sizes:
            return self._fill(0, list(self.start), self.ranks, 0, 0, sizes)
        room_of = self.plan.room
        room = sum([room_of(*one) for one in self.runs])
        room += sum(self._set_room(ranks, rank, own) for rank, own in sizes.items())
        most = sum([room_of(option, 0) for option, _ in self.runs]) + sum(
            self._set_room(0, rank, own) for rank, own in sizes.items()
        )
        best = cost - min(self.all_jokers, room)
        most = min(self.all_jokers, most, cost)
        if min(self.all_jokers, room) < most and cost - most < self.best:
            best = min(best, self._fill(0, list(self.start), self.ranks, 0, 0, sizes))
        return best

    def _set_room(self, ranks: int, rank: int, sizes: list[int]) -> int:
        holes = max(0, sum(sizes) - (ranks >> 8 * rank & 255))
        most = sum(self.plan.cap.most_for(False, size) for size in sizes)
        return min(holes, most, MOST_JOKERS)

    def _fill(
        self, number: int, suits: list[int], ranks: int, cost: int, room: int, sizes: _SetSizes
    ) -> int:
        """The fewest cards missing, whichever naturals the runs leave to later melds."""
        if number == len(self.runs):
            if self.plan.unique_suits:
                return self._fill_unique(suits, cost, room, sizes)
            for rank, own in sizes.items():
                cost += max(0, sum(own) - (ranks >> 8 * rank & 255))
                room += self._set_room(ranks, rank, own)
            return cost - min(self.all_jokers, room)
        option = self.runs[number][0]
        later = [other for other, _ in self.runs[number + 1 :] if other.suit == option.suit]
        ends = sum(2 << rank | (1 << 14 if rank == 0 else 0) for rank in sizes)
        layers = suits[option.suit]
        available, best = layers & option.places, FAR
        for left_out in subsets(available & (ends | places_of(later))):
            naturals = available & ~left_out
            spent = option.spent & everywhere(naturals)
            suits[option.suit] = layers & ~spent | layers >> LAYER & spent
            holes = option.length - naturals.bit_count()
            missing = self._fill(
                number + 1,
                suits,
                ranks - RANKS_OF[naturals],
                cost + holes,
                room + self.plan.room(option, naturals),
                sizes,
            )
            best = min(best, missing)
        suits[option.suit] = layers
        return best

    def _fill_unique(self, suits: list[int], cost: int, room: int, sizes: _SetSizes) -> int:
        """The fewest cards missing where a suit stands once in a set, the runs being filled."""
        plan = self.plan
        choices = [
            gaps(plan.cap, tuple(least_sizes), suit_counts(plan, suits, rank))
            for rank, least_sizes in sizes.items()
        ]
        return min(
            cost
            + sum([one[0] for one in each])
            - min(self.all_jokers, room + sum([o[1] for o in each]))
            for each in product(*choices)
        )
