"""The solver: exact answers, whatever the order of cards, about what a hand can lay down, lay off,
and still lacks; no search has a time limit, and a bound that cuts one is proved where it stands."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import merge
from itertools import chain, count as count_from, product
from typing import Final, NamedTuple, TypeVar

from msgspec import Struct, structs

from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import ALL_FACES, FACE_OF, FACES, JOKER, Card, Face
from shanghai.engine.melds import read_lay_down
from shanghai.engine.parameters.parts import MOST_WILD, Contract
from shanghai.engine.refusal import Refusal
from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.solver.lay_offs import find_lay_offs
from shanghai.engine.solver.listing import list_every_lay_down, list_lay_downs
from shanghai.engine.solver.plan import Plan, plan_for, worth_plan
from shanghai.engine.solver.reach import FAR, nearer, reach, reach_worth
from shanghai.engine.solver.search import find, spare_jokers
from shanghai.engine.solver.settle import FacesLaid, Filling, Worths, lay_out
from shanghai.engine.state import End, Kind, Meld

_MOST_SHORT: Final = 30
"""More cards than any hand lacks to points."""
_LARGE: Final = 24
"""Cards of a hand that players seldom come to."""
_A_CARD: Final = 8
"""About the points of a card of a meld."""


class Lay(Struct, frozen=True):
    """One lay-down of a contract: its melds (sets first), the cards left, and their points."""

    melds: tuple[MeldCards, ...]
    left: tuple[Card, ...]
    points_left: int


class LayOffStep(Struct, frozen=True):
    """One lay-off: the card, the index of the meld on the table, and the end of a run."""

    card: Card
    meld: int
    end: End | None = None


class Distance(Struct, frozen=True):
    """How many cards a hand is short of going down, and the faces any of which brings it nearer."""

    short: int
    helps: frozenset[Face]


class _Way(NamedTuple):
    """A hand with a joker written for each wild card that stands in; unless all are jokers, `wild`
    are their faces, the dearest first, and `worths` the points of none, one, two ... of them."""

    cards: Sequence[Card | Face]
    wild: tuple[Face, ...] = ()
    worths: Worths | None = None

    def laid(self, melds: Iterable[tuple[Face, ...]]) -> list[tuple[Face, ...]]:
        """Melds with the wild cards themselves for the jokers, the dearest first."""
        found, left = list(melds), iter(self.wild)
        if self.wild:
            for index in sorted(range(len(found)), key=found.__getitem__):
                found[index] = tuple(next(left) if f == JOKER else f for f in found[index])
        return found


def best(
    hand: Sequence[Card], contract: Contract, rules: Rules, *, all_in: bool = False
) -> Lay | None:
    """The lay-down that leaves the fewest points after the contract's melds alone, or None."""
    is_whole = all_in and rules.all_in_discard
    if contract.alternatives or contract.points or rules.has_meld_conditions or is_whole:
        return next(lay_downs(hand, contract, rules, all_in=all_in), None)
    found = _best_filling(hand, contract, rules, all_in)
    if found is None:
        return None
    filling, way = found
    sets, runs = lay_out(plan_for(contract, rules, all_in), filling, counts_of(way.cards))
    laid = way.laid((*sets, *runs))
    return _Cards(hand, rules).lay(laid[: len(sets)], laid[len(sets) :])


def _best_filling(
    hand: Sequence[Card], contract: Contract, rules: Rules, all_in: bool
) -> tuple[Filling, _Way] | None:
    """What is worth the most, or with `all_in` is the whole hand, and how its wild cards lie."""
    plan, most, found = plan_for(contract, rules, all_in), len(hand) - 1 if all_in else -1, None
    if all_in or not _is_hopeless(hand, plan, rules):
        for way in _ways(hand, rules, all_in, contract.wild_cap):
            filling = find(plan, plan.read(way.cards), most, worths=way.worths)
            if filling is not None:
                most, found = filling.value, (filling, way)
    return found


def can_go_down(
    hand: Sequence[Card], contract: Contract, rules: Rules, *, all_in: bool = False
) -> bool:
    """Whether the hand holds the whole contract; with `all_in`, and nothing else (GD-19)."""
    if all_in and rules.all_in_discard:
        return any(
            can_go_down(rest, contract, rules.whole_hand, all_in=True) for _, rest in _but_one(hand)
        )
    if contract.alternatives:
        return any(can_go_down(hand, each, rules, all_in=all_in) for each in contract.options)
    if contract.points and not all_in:
        return not _short_of_points(hand, contract, rules, 1)
    if contract.points:
        return any(next(lays, None) for lays in _worthy(hand, contract, rules, all_in))
    plan = plan_for(contract, rules, all_in)
    floor, enough = (len(hand) - 1, len(hand)) if all_in else (-1, 0)
    if not all_in and _is_hopeless(hand, plan, rules):
        return False
    if rules.exact_sizes or rules.must_discard:
        return best(hand, contract, rules, all_in=all_in) is not None
    return any(
        find(plan, plan.read(way.cards), floor, enough, way.worths) is not None
        for way in _ways(hand, rules, all_in, contract.wild_cap)
    )


def _but_one(hand: Sequence[Card]) -> Iterator[tuple[Card, tuple[Card, ...]]]:
    """Each card of a hand, of a face the highest alone, with the cards that it leaves."""
    for card in {FACE_OF[card]: card for card in sorted(hand)}.values():
        yield card, tuple([held for held in hand if held != card])


def _keeping(card: Card, rest: Sequence[Card], contract: Contract, rules: Rules) -> Iterator[Lay]:
    """The lay-downs of a whole hand but one card of it."""
    for lay in lay_downs(rest, contract, rules.whole_hand, all_in=True):
        yield Lay(lay.melds, (card,), rules.worths[FACE_OF[card]])


def _is_hopeless(hand: Sequence[Card], plan: Plan, rules: Rules) -> bool:
    whole = _both_ways(hand, rules)
    return bool(whole) and find(plan, plan.read(whole), -1, 0) is None


def lay_downs(
    hand: Sequence[Card], contract: Contract, rules: Rules, *, all_in: bool = False
) -> Iterator[Lay]:
    """All lay-downs that differ in a face of a set or a place of a run, fewest points left first,
    found as they are asked for; of wild cards that stand in, all alike, the dearest are laid."""
    if all_in and rules.all_in_discard:
        found = (_keeping(card, rest, contract, rules) for card, rest in _but_one(hand))
        return merge(*found, key=lambda lay: lay.points_left)
    if contract.alternatives or contract.points:
        ways_down = (
            [lay_downs(hand, each, rules, all_in=all_in) for each in contract.options]
            if contract.alternatives
            else _worthy(hand, contract, rules, all_in)
        )
        lays = merge(*ways_down, key=lambda lay: lay.points_left)
        return _distinct(lays, lambda lay: lay.melds)
    return _distinct(_lay_downs(hand, contract, rules, all_in), lambda lay: lay.melds)


def _worthy(
    hand: Sequence[Card], contract: Contract, rules: Rules, all_in: bool
) -> Iterator[Iterator[Lay]]:
    """For each number of melds those lay-downs that are worth the points of a contract."""
    most = len(hand) - (rules.must_discard and not all_in)
    for shape, top in _shapes(hand, contract, rules):
        if top >= contract.points and _is_worth(hand, contract.points, shape, rules, 0, most):
            lays = _lay_downs(hand, shape, rules, all_in)
            yield (lay for lay in lays if _is_legal(lay.melds, contract, rules))


def _is_legal(melds: Sequence[MeldCards], contract: Contract, rules: Rules) -> bool:
    return not isinstance(read_lay_down(rules, contract, NOBODY, melds), Refusal)


def _shapes(
    hand: Sequence[Card | Face], contract: Contract, rules: Rules
) -> Iterator[tuple[Contract, int]]:
    """The numbers of melds that a hand can lay, as contracts of these, each with `most_worth`."""
    for sets in count_from():
        for runs in count_from():
            shape = _with_more(contract, rules, sets, runs)
            top = _most_worth(hand, shape, rules) if shape.size <= len(hand) else None
            if top is None and not runs:
                return
            if top is None:
                break
            if shape.size:
                yield shape, top


def _with_more(contract: Contract, rules: Rules, sets: int, runs: int) -> Contract:
    more_sets, more_runs = (rules.least_set,) * sets, (rules.least_run,) * runs
    return structs.replace(
        contract, sets=(*contract.sets, *more_sets), runs=(*contract.runs, *more_runs), points=0
    )


def _most_worth(hand: Sequence[Card | Face], contract: Contract, rules: Rules) -> int | None:
    """No less than the melds of a contract can be worth, or None where the hand holds none."""
    plan = worth_plan(contract, rules)
    ways = _ways(hand, rules, most_wild=contract.wild_cap)
    found = [filling for way in ways if (filling := find(plan, plan.read(way.cards), -1))]
    return max((filling.value for filling in found), default=None)


def _lay_downs(
    hand: Sequence[Card], contract: Contract, rules: Rules, all_in: bool
) -> Iterator[Lay]:
    """All lay-downs, fewest points left first, some twice, bounded by the best without the rules
    that bind single melds or cards, which leaves no more points than any."""
    most = -1
    if not rules.has_meld_conditions:
        if first := best(hand, contract, rules, all_in=all_in):
            yield first
            most = sum([rules.worths[card % FACES] for card in hand]) - first.points_left
    elif not (all_in and rules.exact_sizes and len(hand) != contract.size):
        found = _best_filling(hand, contract, rules, all_in)
        most = found[0].value if found else -1
    if most < 0:
        return
    cards, keeps_one = _Cards(hand, rules), rules.must_discard and not all_in
    most = len(hand) if all_in else most
    listings = [
        _of_way(way, contract, rules, all_in, most, number)
        for number, way in enumerate(_ways(hand, rules, all_in, contract.wild_cap))
    ]
    for _, _, (sets, runs) in merge(*listings, key=lambda lay: lay[:2]):
        lay = cards.lay(sets, runs)
        if lay.left or not keeps_one:
            yield lay


def _of_way(
    way: _Way, contract: Contract, rules: Rules, all_in: bool, most: int, number: int
) -> Iterator[tuple[int, int, FacesLaid]]:
    counts = counts_of(way.cards)
    worths = way.worths or plan_for(contract, rules, all_in).joker_worths
    for points, (sets, runs) in list_lay_downs(counts, contract, rules, all_in, worths, most):
        laid = way.laid((*sets, *runs))
        yield -points, number, (laid[: len(sets)], laid[len(sets) :])


def every_lay_down(
    hand: Sequence[Card], contract: Contract, rules: Rules, *, all_in: bool = False
) -> Iterator[tuple[MeldCards, ...]]:
    """The melds of all lay-downs in no order, each wild card tried in each place; sooner done than
    `lay_downs` where all are wanted."""
    if all_in and rules.all_in_discard:
        for _, rest in _but_one(hand):
            yield from every_lay_down(rest, contract, rules.whole_hand, all_in=True)
        return
    if contract.alternatives:
        found = (every_lay_down(hand, each, rules, all_in=all_in) for each in contract.options)
        yield from _distinct(chain.from_iterable(found), lambda melds: melds)
        return
    if contract.points:
        shapes = (one for one, top in _shapes(hand, contract, rules) if top >= contract.points)
        whole = (every_lay_down(hand, each, rules, all_in=all_in) for each in shapes)
        yield from (each for each in chain(*whole) if _is_legal(each, contract, rules))
        return
    plan = plan_for(contract, rules, all_in)
    if rules.other_wild:
        if not can_go_down(hand, contract, rules, all_in=all_in):
            return
    elif spare_jokers(plan, plan.read(hand)) < 0:
        return
    cards, most = _Cards(hand, rules), len(hand) - (rules.must_discard and not all_in)
    for (sets, runs), last in list_every_lay_down(cards.counts, contract, rules, all_in):
        laid = cards.melds(sets, runs)
        before = [face for faces in (*sets, *runs) for face in faces]
        for is_run, faces in last:
            if len(before) + len(faces) <= most:
                melds = (*laid, cards.meld(Kind.RUN if is_run else Kind.SET, faces, before))
                if not contract.caps_wild or _is_legal(melds, contract, rules):
                    yield melds


_T = TypeVar("_T")


def _distinct(lays: Iterable[_T], melds_of: Callable[[_T], Iterable[MeldCards]]) -> Iterator[_T]:
    """The lay-downs in their order without those that lay the same faces as one before."""
    seen = set[object]()
    for lay in lays:
        laid = []
        for meld in melds_of(lay):
            faces = [FACE_OF[card] for card in meld.cards]
            is_run = meld.kind is Kind.RUN
            laid.append((is_run, tuple(faces if is_run else sorted(faces))))
        if (mark := tuple(sorted(laid))) not in seen:
            seen.add(mark)
            yield lay


class _Cards:
    """A hand by face, to be laid in melds, of each face the cards of the lowest numbers first."""

    def __init__(self, hand: Sequence[Card], rules: Rules) -> None:
        self.cards = sorted(hand)
        self.points = rules.worths
        self.pools: dict[Face, list[Card]] = {}
        self._made: dict[tuple[bool, tuple[Face, ...], tuple[Face, ...]], MeldCards] = {}
        self.counts = counts_of(hand)
        for card in self.cards:
            self.pools.setdefault(FACE_OF[card], []).append(card)

    def melds(
        self, sets: Iterable[tuple[Face, ...]], runs: Iterable[tuple[Face, ...]]
    ) -> tuple[MeldCards, ...]:
        """The melds of these faces."""
        before: list[Face] = []
        melds = []
        for kind, group in ((Kind.SET, sets), (Kind.RUN, runs)):
            for faces in group:
                melds.append(self.meld(kind, faces, before))
                before += faces
        return tuple(melds)

    def meld(self, kind: Kind, faces: tuple[Face, ...], before: list[Face]) -> MeldCards:
        """The meld of these faces, when some faces were laid before; it is made once."""
        taken = [face for face in before if face in faces]
        key = kind is Kind.RUN, faces, tuple(taken)
        meld = self._made.get(key)
        if meld is None:
            cards = []
            for face in faces:
                cards.append(self.pools[face][taken.count(face)])
                taken.append(face)
            meld = self._made[key] = MeldCards(kind, tuple(cards))
        return meld

    def lay(self, sets: Iterable[tuple[Face, ...]], runs: Iterable[tuple[Face, ...]]) -> Lay:
        """The lay-down of these faces."""
        melds = self.melds(sets, runs)
        laid = {card for meld in melds for card in meld.cards}
        left = tuple([card for card in self.cards if card not in laid])
        return Lay(melds, left, sum([self.points[card % FACES] for card in left]))


def shortage(
    hand: Sequence[Card | Face], contract: Contract, rules: Rules, limit: int = FAR
) -> int:
    """How many cards a hand lacks to go down, or `limit` if no fewer; for a contract that can never
    be laid a card more than its size, or `_MOST_SHORT`."""
    if contract.alternatives:
        for each in contract.options:
            limit = min(limit, shortage(hand, each, rules, limit))
        return limit
    if contract.points:
        return _short_of_points(hand, contract, rules, min(limit, _MOST_SHORT))
    limit = _fewest_added(hand, plan_for(contract, rules), rules, min(limit, contract.size + 1))
    if rules.must_discard and rules.keeps_one(contract):
        return max(limit, contract.size + 1 - len(hand))
    return limit


def guess_shortage(
    hand: Sequence[Card | Face], contract: Contract, rules: Rules, limit: int = FAR
) -> int:
    """As `shortage`, but where points are asked for a guess, by the best melds of the hand."""
    if not any(option.points for option in contract.options):
        return shortage(hand, contract, rules, limit)
    for each in contract.options:
        if not each.points:
            limit = min(limit, shortage(hand, each, rules, limit))
            continue
        most, highest = len(hand) - rules.keeps_one(each), 0
        for shape, top in _shapes(hand, each, rules):
            is_enough = top >= each.points
            if is_enough and (
                len(hand) > _LARGE or _is_worth(hand, each.points, shape, rules, 0, most)
            ):
                return 0
            highest = max(highest, top)
        limit = min(limit, 1 + max(0, each.points - highest) // _A_CARD)
    return limit


def _short_of_points(
    hand: Sequence[Card | Face], contract: Contract, rules: Rules, limit: int, least: int = 0
) -> int:
    """As `shortage` where melds must be worth points, known to be no less than `least`."""
    for short in range(least, limit):
        most_cards = len(hand) + short - (rules.must_discard and rules.keeps_one(contract))
        for sets, runs in product(range(most_cards // 2 + 1), range(most_cards // 3 + 1)):
            shape = _with_more(contract, rules, sets, runs)
            if not 0 < shape.size <= most_cards:
                continue
            if _is_worth(hand, contract.points, shape, rules, short, most_cards):
                return short
    return limit


def _is_worth(
    hand: Sequence[Card | Face], points: int, shape: Contract, rules: Rules, short: int, most: int
) -> bool:
    """Whether melds of a shape, of `most` cards at most, are worth points with `short` more."""
    plan = plan_for(shape, rules)
    return any(
        reach_worth(plan, plan.read(way.cards), short, most, points, rules.place_worths)
        for way in _ways(hand, rules, most_wild=shape.wild_cap)
    )


def _fewest_added(hand: Sequence[Card | Face], plan: Plan, rules: Rules, limit: int) -> int:
    whole = _both_ways(hand, rules)
    least = reach(plan, plan.read(whole), limit) if whole else 0
    for way in _ways(hand, rules, most_wild=plan.contract.wild_cap):
        if limit <= least:
            break
        limit = reach(plan, plan.read(way.cards), limit)
    return limit


def distance(hand: Sequence[Card], contract: Contract, rules: Rules) -> Distance:
    """How many cards, of any faces, the hand lacks to go down, and which faces bring it nearer."""
    if contract.alternatives:
        found = [distance(hand, each, rules) for each in contract.options]
        least = min(each.short for each in found)
        helping = [each.helps for each in found if each.short == least]
        return Distance(least, frozenset[Face]().union(*helping))
    short = shortage(hand, contract, rules)
    if not short:
        return Distance(0, frozenset())
    if contract.points:
        helps = [
            face
            for face in ALL_FACES
            if _short_of_points((*hand, face), contract, rules, short, short - 1) < short
        ]
        return Distance(short, frozenset(helps))
    plan = plan_for(contract, rules)
    if rules.must_discard and short > _fewest_added(hand, plan, rules, short):
        return Distance(short, frozenset(ALL_FACES))
    hands = [plan.read(way.cards) for way in _ways(hand, rules, most_wild=contract.wild_cap)]
    if len(hands) > 1:
        # One card more brings only those nearer that are as near as any.
        hands = [held for held in hands if reach(plan, held, short + 1) == short]
    taken = [nearer(plan, held, short) for held in hands]
    near = frozenset[Face]().union(*taken)
    return Distance(short, near | rules.wild_faces if JOKER in near else near)


def lay_offs(
    hand: Sequence[Card], table: Sequence[Meld], rules: Rules, seat: SeatIndex | None = None
) -> tuple[LayOffStep, ...]:
    """The lay-offs that get rid of the most points, each legal when its turn comes (ALL-6); with a
    seat, only those that this seat may do."""
    if rules.lay_off_on == "none":
        return ()
    anywhere = rules.lay_off_on == "any" or seat is None
    open_ = {index: meld for index, meld in enumerate(table) if anywhere or meld.owner == seat}
    most, steps = -1, tuple[tuple[Face, int, End | None], ...]()
    for way in _ways(hand, rules):
        jokers = rules.joker_points
        worths = way.worths or tuple([jokers * count for count in range(len(hand) + 1)])
        points, found = find_lay_offs(counts_of(way.cards), open_, rules, worths)
        if points > most:
            faces = way.laid([tuple(face for face, _, _ in found)])[0]
            most = points
            steps = tuple((face, *step[1:]) for face, step in zip(faces, found, strict=True))
    cards = _Cards(hand, rules)
    return tuple(LayOffStep(cards.pools[face].pop(0), meld, end) for face, meld, end in steps)


def _both_ways(cards: Sequence[Card | Face], rules: Rules) -> tuple[Card | Face, ...]:
    """A hand with a joker more for each wild card that may be natural; empty for fewer than two."""
    if not (rules.other_wild and rules.wild_natural):
        return ()
    wild = rules.other_wild
    more = (JOKER,) * sum([FACE_OF[card] in wild for card in cards])
    return (*cards, *more) if len(more) > 1 else ()


def _ways(
    cards: Sequence[Card | Face], rules: Rules, all_in: bool = False, most_wild: int = MOST_WILD
) -> Iterator[_Way]:
    """All ways to take a hand's wild cards, natural or standing in; `all_in` counts each as one."""
    if not rules.other_wild:
        if most_wild < MOST_WILD:
            jokers = [card for card in cards if FACE_OF[card] == JOKER]
            cards = (*(card for card in cards if FACE_OF[card] != JOKER), *jokers[:most_wild])
        yield _Way(cards)
        return
    fixed = [card for card in cards if FACE_OF[card] not in rules.wild_faces]
    wild = sorted([FACE_OF[card] for card in cards if FACE_OF[card] in rules.wild_faces])
    faces = dict.fromkeys(wild)
    most = [0 if f in rules.never_natural or f == JOKER else wild.count(f) for f in faces]
    for naturals in product(*(range(count + 1) for count in most)):
        own = [f for f, count in zip(faces, naturals, strict=True) for _ in range(count)]
        left = list(wild)
        for face in own:
            left.remove(face)
        left = sorted(left, key=lambda face: -rules.worths[face])[:most_wild]
        worths = [0]
        for face in left:
            worths.append(worths[-1] + (1 if all_in else rules.worths[face]))
        yield _Way((*fixed, *own, *(JOKER,) * len(left)), tuple(left), tuple(worths))


def counts_of(cards: Iterable[Card | Face]) -> list[int]:
    """How many cards of each face."""
    counts = [0] * FACES
    for card in cards:
        counts[card % FACES] += 1
    return counts
