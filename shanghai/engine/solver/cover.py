"""Lay-downs of any number of melds, for contracts that ask for points: a search card by card.

Each card of the hand is left, or lies in a set, or in a run. The dearest card is decided first, so
that the cards left bound what can still be laid; `fill` then finds what can truly be laid."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import FACE_OF, Card
from shanghai.engine.melds import read_lay_down
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.refusal import Refusal
from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY
from shanghai.engine.solver.fill import Filling, Shape, count_at, counts_of_rank, fill, lay_out
from shanghai.engine.solver.hands import HandCards, Lay, WildUse, answers, counts_of, wild_uses
from shanghai.engine.solver.plan import (
    EQUAL_PRICES,
    LAYER,
    LOWEST,
    RANKS_OF,
    Plan,
    RunOption,
    plan_for,
)
from shanghai.engine.solver.points import with_more
from shanghai.engine.solver.sets import Sizing


class Covered(Struct, frozen=True):
    """What a search found: the best lay-down that makes the contract, and by numbers of sets and
    runs the points that those leave which are worth too little, or not of the sizes asked for."""

    lay: Lay | None
    refused: dict[tuple[int, int], int]


def makes_contract(melds: Sequence[MeldCards], contract: Contract, rules: Rules) -> bool:
    """Whether melds make a contract, with the points that it asks for."""
    return not isinstance(read_lay_down(rules, contract, NOBODY, melds), Refusal)


def cover(
    hand: Sequence[Card], contract: Contract, rules: Rules, all_in: bool, below: int | None = None
) -> Covered:
    """The lay-down that leaves the fewest points, and those `below` a number if one is given. With
    `all_in` it is the whole hand; it may be that anyhow, also if a discard must be left."""
    prices = EQUAL_PRICES if all_in else rules.worths
    plan = plan_for(with_more(contract, rules, 1, 1), rules, prices)
    total = sum([prices[FACE_OF[card]] for card in hand])
    floor = -1 if below is None else total - below
    best = _Best(HandCards(hand, rules), contract, rules, total - 1 if all_in else floor)
    for _, use in answers(wild_uses(hand, rules, prices, contract.wild_cap), lambda _: True):
        _CoverSearch(plan, use, best).run()
    return Covered(best.lay, {melds: total - value for melds, value in best.refused.items()})


def cover_but_one(hand: Sequence[Card], contract: Contract, rules: Rules) -> Covered:
    """The same where a card must be left: without the whole hand, that of all but each card."""
    whole = cover(hand, contract, rules, False)
    if whole.lay is None or whole.lay.left:
        return whole
    best, refused = None, dict(whole.refused)
    points_of = {card: rules.worths[FACE_OF[card]] for card in sorted(hand)}
    one_of_each = {FACE_OF[card]: card for card in sorted(hand)}.values()
    for card in sorted(one_of_each, key=points_of.__getitem__):
        points = points_of[card]
        below = None if best is None else best.points_left - points
        if below is not None and below <= 0:
            break
        rest = [other for other in hand if other != card]
        covered = cover(rest, contract, rules, False, below)
        if (lay := covered.lay) is not None:
            best = Lay(lay.melds, tuple(sorted((card, *lay.left))), points + lay.points_left)
        for melds, points_left in covered.refused.items():
            points_left += points
            refused[melds] = min(points_left, refused.get(melds, points_left))
    return Covered(best, refused)


class _Best:
    """The best lay-down so far, and the most value of lay-downs that do not make the contract."""

    def __init__(self, cards: HandCards, contract: Contract, rules: Rules, floor: int) -> None:
        self.cards, self.contract, self.rules, self.value = cards, contract, rules, floor
        self.lay: Lay | None = None
        self.refused: dict[tuple[int, int], int] = {}

    def take(self, plan: Plan, use: WildUse, filling: Filling) -> None:
        """Take a filling of more value, if it makes the contract."""
        lay = self.cards.lay(use.with_stand_ins(lay_out(plan, filling, counts_of(use.cards))))
        if makes_contract(lay.melds, self.contract, self.rules):
            self.lay, self.value = lay, filling.value
            return
        melds = sum([len(sizes) for _, sizes, *_ in filling.sets]), len(filling.runs)
        self.refused[melds] = max(self.refused.get(melds, 0), filling.value)


class _Cards(NamedTuple):
    """The cards of one rank in the suit (or suits) of a run.

    `points` are those of one card, `places` the places of the rank in a run. `jokers` is the fewest
    jokers in any meld with one of these cards.
    """

    points: int
    suit: int
    rank: int
    places: int
    jokers: int


class _CoverSearch:
    """One search over one hand, in which it is settled which wild cards are used as such."""

    def __init__(self, plan: Plan, use: WildUse, best: _Best) -> None:
        self.plan, self.use, self.best = plan, use, best
        self.hand = plan.read(use.cards)
        self.worths = use.worths or plan.joker_worths
        self.run_sizes, self.set_sizes = sorted(set(plan.runs)), sorted(set(plan.sets))
        self.whole = plan.run_sizing is Sizing.EXACT
        suits, self.ranks, jokers = self.hand
        self.suits, naturals = list(suits), len(use.cards) - jokers
        self.jokers = min(jokers, plan.max_jokers(naturals))
        self.joker_worth = self.worths[self.jokers]
        self.runs: list[tuple[RunOption, int]] = []
        self.sets: dict[int, tuple[int, ...]] = {}
        self.cards = sorted(self._cards(), reverse=True)
        self.out_of_reach = [
            [index for index, cards in enumerate(self.cards) if cards.jokers > jokers]
            for jokers in range(self.jokers + 1)
        ]

    def _cards(self) -> Iterator[_Cards]:
        plan = self.plan
        for suit, layers in enumerate(self.suits):
            options = self._options(suit, self.jokers)
            for rank in range(13):
                places = plan.places_of_rank(rank)
                if layers & places:
                    jokers = [option.holes for option in options if option.places & places]
                    if rank in plan.set_ranks:
                        jokers.append(max(0, self.set_sizes[0] - self._naturals(rank, 1)))
                    fewest = min(jokers, default=self.jokers + 1)
                    yield _Cards(plan.points[rank], suit, rank, places, fewest)

    def _options(self, suit: int, jokers: int) -> set[RunOption]:
        """The runs of a suit in the untouched hand, as they may share its cards in any way."""
        places = self.hand[0][suit] & LOWEST
        return {
            option
            for least in self.run_sizes
            for option in self.plan.options(least, suit, places, jokers, None, self.whole)
        }

    def run(self) -> None:
        """Search."""
        points = self.plan.points
        total = sum([n * points[rank] for rank, n in enumerate(self.ranks.to_bytes(13, "little"))])
        self._decide(0, 0, self.jokers, 0, total + self.joker_worth)

    def _decide(self, index: int, start: int, jokers: int, for_sets: int, bound: int) -> None:
        """Decides what becomes of the cards from an index on, and tries all possibilities.

        The cards at the index may lie in runs from `start` on in the list of theirs. Of the
        `jokers` that the runs leave, the sets chosen need `for_sets`. `bound` is the most value
        that can still be laid.
        """
        spare = jokers - for_sets
        if spare < 0 or bound - self._lost(index, spare) <= self.best.value:
            return
        if index == len(self.cards):
            self._weigh()
            return
        cards, undecided = self.cards[index], self._undecided(index)
        if undecided:
            self._try_runs(cards, index, start, jokers, bound)
            self._try_sets(cards.rank, index, jokers, bound)
        self._decide(index + 1, 0, jokers, for_sets, bound - cards.points * undecided)

    def _undecided(self, index: int) -> int:
        """How many cards at an index are in no meld chosen."""
        cards = self.cards[index]
        return 0 if cards.rank in self.sets else count_at(self.suits[cards.suit], cards.places)

    def _lost(self, index: int, jokers: int) -> int:
        """The points of the undecided cards that need more jokers than there are."""
        out_of_reach = [each for each in self.out_of_reach[jokers] if each >= index]
        return sum([self.cards[each].points * self._undecided(each) for each in out_of_reach])

    def _try_runs(self, cards: _Cards, index: int, start: int, jokers: int, bound: int) -> None:
        """Lay one of the cards in each run that has a place for it. Further ones lie in the same
        run or in later ones of the list."""
        plan, suit, ranks = self.plan, cards.suit, self.ranks
        layers = self.suits[suit]
        options = [one for one in self._options(suit, jokers) if one.places & cards.places]
        options.sort(key=lambda option: (option.holes, option))
        for number in range(start, len(options)):
            option = options[number]
            used = layers & option.places
            holes = option.length - used.bit_count()
            if holes <= jokers and (plan.has_free_runs or plan.fits(option, self.runs)):
                self.suits[suit] = layers & ~option.spent | layers >> LAYER & option.spent
                self.ranks = ranks - RANKS_OF[used]
                self.runs.append((option, used))
                self._decide(index, number, jokers - holes, self._jokers_for_sets(), bound)
                self.runs.pop()
        self.suits[suit], self.ranks = layers, ranks

    def _try_sets(self, rank: int, index: int, jokers: int, bound: int) -> None:
        """Lay all cards of a rank that are in no run in one set or, where it holds more, in two."""
        plan, max_sets = self.plan, self.ranks >> 8 * rank & 255
        is_one_enough = plan.cap.kind == "any" and not plan.unique_suits
        if not plan.same_rank or (is_one_enough and len(self.set_sizes) == 1):
            max_sets = 1
        for number in range(1, max_sets + 1) if rank in plan.set_ranks else ():
            for sizes in _sizes(self.set_sizes, number):
                self.sets[rank] = sizes
                self._decide(index + 1, 0, jokers, self._jokers_for_sets(), bound)
                del self.sets[rank]

    def _jokers_for_sets(self) -> int:
        """The fewest jokers in the sets chosen."""
        jokers = 0
        for rank, sizes in self.sets.items():
            jokers += max(0, sum(sizes) - self._naturals(rank, len(sizes)))
        return jokers

    def _naturals(self, rank: int, sets: int) -> int:
        """The most cards of a rank in some sets, when the runs hold as many as they can."""
        if not self.plan.unique_suits:
            return self.ranks >> 8 * rank & 255
        return sum([min(sets, count) for count in counts_of_rank(self.plan, self.suits, rank)])

    def _weigh(self) -> None:
        """Find what the melds chosen can truly hold."""
        plan, hand = self.plan, self.hand
        value = self.joker_worth
        value += sum([plan.worth[option.suit][used] for option, used in self.runs])
        for rank, sizes in self.sets.items():
            value += plan.points[rank] * self._naturals(rank, len(sizes))
        if not (self.sets or self.runs) or value <= self.best.value:
            return
        sets = [(rank, size) for rank, sizes in sorted(self.sets.items()) for size in sizes]
        shape = Shape(hand, self.worths, self.runs, sets, plan.run_sizing, plan.set_sizing)
        filling = fill(plan, shape, value, self.best.value, value)
        if filling is not None:
            self.best.take(plan, self.use, filling)


def _sizes(sizes: list[int], number: int) -> Iterator[tuple[int, ...]]:
    """All choices of a number of sizes, each no larger than the one before it."""
    if not number:
        yield ()
        return
    for index, size in enumerate(sizes):
        for rest in _sizes(sizes[: index + 1], number - 1):
            yield (size, *rest)
