"""Which cards of a hand to lay off, where, and in what order."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product, repeat

from msgspec import Struct

from shanghai.engine.cards import JOKER, NATURAL_FACES, Face, natural_face, suit_of
from shanghai.engine.melds import LONGEST_RUN, SUITS
from shanghai.engine.rules import Rules
from shanghai.engine.solver.any_order import SearchStep, lay_off_in_any_order, place_bounds
from shanghai.engine.solver.plan import is_steady
from shanghai.engine.solver.suits import ByJokers, combined, lay_offs_on_sets
from shanghai.engine.state import End, Meld


class _Growth(Struct, frozen=True):
    """How a run may grow: the steps in an order in which each is legal, and what they come to."""

    steps: tuple[SearchStep, ...]
    jokers: int
    points: int
    low: int
    high: int


def find_lay_offs(
    counts: list[int], table: Sequence[Meld], rules: Rules, worths: tuple[int, ...]
) -> tuple[int, list[SearchStep]]:
    """The most points that lay-offs get rid of, and these, each legal when its turn comes.

    `worths` are the points of none, one, two ... of the jokers, the dearest first.

    Where the cap is one under which a natural always fits and jokers do so best after all
    naturals, it is enough to try how each run grows by naturals, with jokers to bridge gaps; then
    the sets take what is left of their ranks, and the jokers that remain go wherever they can.
    """
    if not is_steady(rules.meld_rules):
        return lay_off_in_any_order(counts, table, rules, worths)
    finder = _Finder(counts, table, rules, worths)
    finder.grow(0, 0)
    by_shape = rules.joker_cap.kind not in ("any", "fixed") or not rules.adjacent_wild
    if not rules.repeated_suits or (counts[JOKER] and by_shape):
        finder.widen()
        finder.grow(0, 0)
    return finder.most, finder.best


def _best_of_both(one: list[int], other: list[int]) -> list[int]:
    """The most points of two parts for each number of jokers, shared out between them."""
    return [
        max(one[own] + other[jokers - own] for own in range(jokers + 1))
        for jokers in range(len(one))
    ]


class _Finder:
    def __init__(
        self, counts: list[int], table: Sequence[Meld], rules: Rules, worths: tuple[int, ...]
    ) -> None:
        self.counts, self.table, self.rules = counts, table, rules
        self.first, self.last = place_bounds(rules)
        self.separate_wild, self.unique_suits = not rules.adjacent_wild, not rules.repeated_suits
        self.worths, self.joker_worths = rules.worths, worths
        self.ranks = frozenset(meld.low for meld in table if not meld.is_run)
        self.taken = {
            face
            for meld in table
            if not meld.is_run and (not self.unique_suits or len(meld.cards) < SUITS)
            for face in NATURAL_FACES[meld.low - 1 :: 13]
            if not self.unique_suits or not meld.edges >> suit_of(face) & 1
        }
        self.runs = sorted(
            (index for index, meld in enumerate(table) if meld.is_run),
            key=lambda index: (table[index].suit, index),
        )
        self.chosen: list[_Growth] = []
        self.best: list[SearchStep] = []
        self.most = -1
        # A natural of a rank that a set takes leaves the hand in any case: as a part of a run it
        # is worth nothing more. All others leave it by runs alone. Where a suit stands once in a
        # set, sets may not take them all: then this is no more than a bound.
        self.total = sum(counts[face] * self.worths[face] for face in self.taken)
        self.joker_ceiling = worths[min(counts[JOKER], self._joker_room())]
        self.reaches = [
            [f for end in (End.LOW, End.HIGH) for f in self._in_reach(table[index], end)]
            for index in self.runs
        ]
        self.rivals = Counter(face for reach in self.reaches for face in reach)
        self.plain = True
        self._bound()

    def widen(self) -> None:
        """Try also what only changes how many jokers a set or run has room for.

        Under a cap that goes by the size or the naturals of a meld it matters which of them gets
        a card; else no run is made longer only to take a card that a set takes as well, and no
        joker stands for a card of the hand that no other run could use.
        """
        self.plain = False
        self._bound()

    def _bound(self) -> None:
        """Bounds what the runs from number `n` on yield with `j` jokers.

        `within[n][j]` counts those of one suit alone, each as if it had all cards of the hand,
        and is cut in `grow` to the cards that are left; `later[n][j]` counts all suits after it.
        """
        self.growths = [self._growths(index) for index in self.runs]
        none = [0] * (self.counts[JOKER] + 1)
        self.reached: list[list[Face]] = [[]]
        self.within, self.later = [none], [none]
        for number in range(len(self.runs) - 1, -1, -1):
            within, later, reached = self.within[0], self.later[0], set(self.reached[0])
            if number + 1 < len(self.runs) and self._suit(number) != self._suit(number + 1):
                whole = sum(self.worths[face] * self.counts[face] for face in reached)
                later = _best_of_both([min(points, whole) for points in within], later)
                within, reached = none, set()
            own = list(none)
            for growth in self.growths[number]:
                for jokers in range(growth.jokers, len(own)):
                    own[jokers] = max(own[jokers], growth.points)
            self.within.insert(0, _best_of_both(own, within))
            self.later.insert(0, later)
            reached.update(face for face in self.reaches[number] if self._lasts(face))
            self.reached.insert(0, sorted(reached))

    def _suit(self, number: int) -> int:
        return self.table[self.runs[number]].suit

    def _joker_room(self) -> int:
        """A number of jokers that the table cannot exceed, however the melds grow."""
        cap, room = self.rules.joker_cap, 0
        for meld in self.table:
            fitting = range(JOKER) if meld.is_run else range(meld.low - 1, JOKER, 13)
            naturals = len(meld.cards) - meld.wild_count + sum(self.counts[f] for f in fitting)
            longest = (
                LONGEST_RUN if meld.is_run else naturals + meld.wild_count + self.counts[JOKER]
            )
            most = max(cap.most_for(meld.is_run, n) for n in range(1, longest + 1))
            room += max(
                0, (min(most, naturals) if cap.kind == "naturals" else most) - meld.wild_count
            )
        return room

    def _lasts(self, face: Face) -> bool:
        return face != JOKER and face not in self.taken

    def _beyond(self, meld: Meld, end: End) -> Iterator[Face]:
        room = LONGEST_RUN - len(meld.cards)
        if end is End.LOW:
            places = range(meld.low - 1, max(self.first, meld.low - room) - 1, -1)
        else:
            places = range(meld.high + 1, min(self.last, meld.high + room) + 1)
        return (natural_face(meld.suit, place) for place in places)

    def _in_reach(self, meld: Meld, end: End) -> list[Face]:
        reach, gaps = list[Face](), 0
        for face in self._beyond(meld, end):
            gaps += not self.counts[face]
            if gaps > self.counts[JOKER]:
                break
            if self.counts[face]:
                reach.append(face)
        return reach

    def grow(self, number: int, points: int) -> None:
        """Try how the runs from this number on may grow; `points` are those they took so far."""
        reached = sum(self.worths[face] * self.counts[face] for face in self.reached[number])
        within, later, jokers = self.within[number], self.later[number], self.counts[JOKER]
        yields = max(min(within[n], reached) + later[jokers - n] for n in range(jokers + 1))
        if self.total + points + self.joker_ceiling + yields <= self.most:
            return
        if number == len(self.runs):
            self._finish(points)
            return
        for growth in self.growths[number]:
            if not self._take(growth):
                continue
            self.chosen.append(growth)
            self.grow(number + 1, points + growth.points)
            self.chosen.pop()
            for face, _, _ in growth.steps:
                self.counts[face] += 1

    def _take(self, growth: _Growth) -> bool:
        for number, (face, _, _) in enumerate(growth.steps):
            if not self.counts[face]:
                for back, _, _ in growth.steps[:number]:
                    self.counts[back] += 1
                return False
            self.counts[face] -= 1
        return True

    def _growths(self, index: int) -> list[_Growth]:
        meld = self.table[index]
        sides = [self._strings(meld, end) for end in (End.LOW, End.HIGH)]
        growths = []
        for low, high in product(*sides):
            if len(meld.cards) + len(low) + len(high) > LONGEST_RUN:
                continue
            if (*low, *high).count(JOKER) > self.counts[JOKER]:
                continue
            steps = self._order(index, low, high)
            if steps is not None:
                points = sum(self.worths[f] for f in (*low, *high) if self._lasts(f))
                jokers = (*low, *high).count(JOKER)
                growths.append(
                    _Growth(steps, jokers, points, meld.low - len(low), meld.high + len(high))
                )
        return sorted(growths, key=lambda growth: (-growth.points, growth.jokers))

    def _strings(self, meld: Meld, end: End) -> list[tuple[Face, ...]]:
        """What may be laid at one end, from within outward; the last card is a natural."""
        done: list[tuple[Face, ...]] = [()]
        open_: list[tuple[Face, ...]] = [()]
        is_wild = bool(meld.edges >> end & 1)
        reach = set(self._in_reach(meld, end))
        for face in self._beyond(meld, end):
            if not reach:
                break
            reach.discard(face)
            longer = []
            for string in open_:
                if self.counts[face]:
                    longer.append((*string, face))
                spared = self.plain and self.counts[face] and self.rivals[face] < 2
                beside = self.separate_wild and (string[-1] == JOKER if string else is_wild)
                if string.count(JOKER) < self.counts[JOKER] and reach and not (spared or beside):
                    longer.append((*string, JOKER))
            if self._lasts(face) or not self.plain:
                done += [string for string in longer if string[-1] != JOKER]
            open_ = longer
        return done

    def _order(
        self, index: int, low: tuple[Face, ...], high: tuple[Face, ...]
    ) -> tuple[SearchStep, ...] | None:
        meld, allows = self.table[index], self.rules.joker_cap.allows
        ways: dict[tuple[int, int], tuple[SearchStep, ...]] = {(0, 0): ()}
        for size in range(1, len(low) + len(high) + 1):
            longer: dict[tuple[int, int], tuple[SearchStep, ...]] = {}
            for (below, above), steps in ways.items():
                for end, string, at in ((End.LOW, low, below), (End.HIGH, high, above)):
                    if at == len(string):
                        continue
                    now = (*steps, (string[at], index, end))
                    jokers = meld.wild_count + sum(step[0] == JOKER for step in now)
                    if allows(True, len(meld.cards) + size, jokers):
                        longer.setdefault(
                            (below + 1, above) if end is End.LOW else (below, above + 1), now
                        )
            ways = longer
        return ways.get((len(low), len(high)))

    def _finish(self, points: int) -> None:
        """Lay the naturals that sets take and then the jokers that are left; keep the best."""
        steps = [step for growth in self.chosen for step in growth.steps]
        shapes = {
            index: (len(meld.cards), meld.wild_count) for index, meld in enumerate(self.table)
        }
        for growth, index in zip(self.chosen, self.runs, strict=True):
            size, jokers = shapes[index]
            shapes[index] = size + len(growth.steps), jokers + growth.jokers
        if self.unique_suits:
            self._finish_unique(steps, shapes)
            return
        for spread in product(*(self._spreads(rank) for rank in sorted(self.ranks))):
            self._finish_with(points, steps, dict(shapes), [s for part in spread for s in part])

    def _spreads(self, rank: int) -> list[list[SearchStep]]:
        """The ways of sharing the naturals of one rank among its sets.

        It matters only where the room for jokers depends on the size of each set alone.
        """
        sets = [i for i, meld in enumerate(self.table) if not meld.is_run and meld.low == rank]
        faces = [f for f in NATURAL_FACES[rank - 1 :: 13] for _ in range(self.counts[f])]
        if self.rules.joker_cap.kind != "by-size" or len(sets) == 1 or not self.counts[JOKER]:
            return [[(face, sets[0], None) for face in faces]]
        shares = product(*(range(len(faces) + 1) for _ in sets))
        spreads = list[list[SearchStep]]()
        for share in shares:
            if sum(share) == len(faces):
                owners = [i for i, n in zip(sets, share, strict=True) for _ in range(n)]
                spreads.append([(f, i, None) for f, i in zip(faces, owners, strict=True)])
        return spreads

    def _finish_with(
        self,
        points: int,
        steps: list[SearchStep],
        shapes: dict[int, tuple[int, int]],
        naturals: list[SearchStep],
    ) -> None:
        for _, index, _ in naturals:
            shapes[index] = shapes[index][0] + 1, shapes[index][1]
        more = self._last_jokers(shapes, self.counts[JOKER])
        worth = (
            self.total
            + points
            + self.joker_worths[len(more) + sum(growth.jokers for growth in self.chosen)]
        )
        if worth > self.most:
            self.most, self.best = worth, [*steps, *naturals, *more]

    def _last_jokers(self, shapes: dict[int, tuple[int, int]], jokers: int) -> list[SearchStep]:
        more = list[SearchStep]()
        grown = dict(zip(self.runs, self.chosen, strict=True))
        for index, (size, held) in shapes.items():
            ends = self._run_ends(index, grown[index]) if index in grown else repeat(None)
            for own, end in enumerate(ends, 1):
                if len(more) == jokers or not self.rules.joker_cap.allows(
                    index in grown, size + own, held + own
                ):
                    break
                more.append((JOKER, index, end))
        return more

    def _run_ends(self, index: int, growth: _Growth) -> list[End]:
        room = LONGEST_RUN - (growth.high - growth.low + 1)
        above = min(room, self.last - growth.high)
        below = min(room - above, growth.low - self.first)
        if not self.separate_wild:
            return [End.HIGH] * above + [End.LOW] * below
        meld = self.table[index]
        ends = []
        for end, is_grown, is_open in (
            (End.HIGH, growth.high > meld.high, self.last > growth.high),
            (End.LOW, growth.low < meld.low, growth.low > self.first),
        ):
            # What a run has grown by ends with a natural.
            if is_open and (is_grown or not meld.edges >> end & 1):
                ends.append(end)
        return ends[:room]

    def _finish_unique(self, steps: list[SearchStep], shapes: dict[int, tuple[int, int]]) -> None:
        """The same where a suit stands once in a set, so that sets may not take all naturals."""
        jokers = self.counts[JOKER]
        laid = sum(self.worths[face] for face, _, _ in steps if face != JOKER)
        in_sets: ByJokers = {0: (0, [])}
        for rank in sorted(self.ranks):
            taken = lay_offs_on_sets(self.table, rank, self.counts, self.rules, jokers)
            in_sets = combined(in_sets, taken, jokers)
        runs = {index: shapes[index] for index in self.runs}
        at_ends = self._last_jokers(runs, jokers)
        used = sum(growth.jokers for growth in self.chosen)
        for count, (points, found) in in_sets.items():
            more = at_ends[: jokers - count]
            worth = laid + points + self.joker_worths[used + count + len(more)]
            if worth > self.most:
                self.most, self.best = worth, [*steps, *found, *more]
