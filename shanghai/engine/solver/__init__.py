"""The solver: exact answers about what a hand can lay down, lay off, and still lacks.

Nothing here is a guess and nothing runs out of time: where a search is cut, the bound that cuts
it is proved where it stands. All answers depend on the cards of a hand, never on their order.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import FACES, Card, Face
from shanghai.engine.rules import Contract, Rules
from shanghai.engine.solver.lay_offs import find_lay_offs
from shanghai.engine.solver.listing import list_lay_downs
from shanghai.engine.solver.plan import plan_for
from shanghai.engine.solver.reach import FAR, nearer, reach
from shanghai.engine.solver.search import find
from shanghai.engine.solver.settle import lay_out
from shanghai.engine.state import End, Kind, Meld


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


def best(
    hand: Sequence[Card], contract: Contract, rules: Rules, *, all_in: bool = False
) -> Lay | None:
    """The lay-down that leaves the fewest points after the contract's melds alone, or None."""
    plan = plan_for(contract, rules, all_in)
    held = plan.read(hand)
    if all_in:
        filling = find(plan, held, len(hand) - 1, len(hand))
    else:
        filling = find(plan, held, -1, sum(rules.face_points(card % FACES) for card in hand))
    if filling is None:
        return None
    counts = [0] * FACES
    for card in hand:
        counts[card % FACES] += 1
    return _lay(hand, *lay_out(plan, filling, counts), rules)


def can_go_down(
    hand: Sequence[Card], contract: Contract, rules: Rules, *, all_in: bool = False
) -> bool:
    """Whether the hand holds the whole contract; with `all_in`, and nothing else (GD-19)."""
    plan = plan_for(contract, rules, all_in)
    held = plan.read(hand)
    if all_in:
        return find(plan, held, len(hand) - 1, len(hand)) is not None
    return find(plan, held, -1, 0) is not None


def lay_downs(
    hand: Sequence[Card], contract: Contract, rules: Rules, *, all_in: bool = False
) -> Iterator[Lay]:
    """All lay-downs that differ in a face of a set or a place of a run, fewest points left first.

    They are found one by one as they are asked for; the first one is that of `best`.
    """
    first = best(hand, contract, rules, all_in=all_in)
    if first is None:
        return
    yield first
    known = _faces(first)
    faces = sorted(card % FACES for card in hand)
    for sets, runs in list_lay_downs(faces, contract, rules, all_in):
        lay = _lay(hand, sets, runs, rules)
        if _faces(lay) != known:
            yield lay


def _faces(lay: Lay) -> list[tuple[str, list[Face]]]:
    """The faces of each meld, those of a run in their places."""
    found = []
    for meld in lay.melds:
        faces = [card % FACES for card in meld.cards]
        found.append((meld.kind.value, faces if meld.kind is Kind.RUN else sorted(faces)))
    return sorted(found)


def _lay(
    hand: Sequence[Card],
    sets: Sequence[tuple[Face, ...]],
    runs: Sequence[tuple[Face, ...]],
    rules: Rules,
) -> Lay:
    """The lay-down with cards for its faces, of each face those of the lowest numbers."""
    pools: dict[Face, list[Card]] = {}
    for card in sorted(hand, reverse=True):
        pools.setdefault(card % FACES, []).append(card)
    melds = [
        MeldCards(kind, tuple(pools[face].pop() for face in faces))
        for kind, group in ((Kind.SET, sets), (Kind.RUN, runs))
        for faces in group
    ]
    left = tuple(sorted(card for pool in pools.values() for card in pool))
    return Lay(tuple(melds), left, sum(rules.face_points(card % FACES) for card in left))


def distance(hand: Sequence[Card], contract: Contract, rules: Rules) -> Distance:
    """How many cards must be added before the hand can go down, and which face brings it nearer.

    The hand may grow by any faces and without limit; the faces are none where nothing is short.
    """
    plan = plan_for(contract, rules)
    held = plan.read(hand)
    short = reach(plan, held, FAR)
    return Distance(short, nearer(plan, held, short) if short else frozenset())


def lay_offs(hand: Sequence[Card], table: Sequence[Meld], rules: Rules) -> tuple[LayOffStep, ...]:
    """The lay-offs that get rid of the most points, each legal when its turn comes (ALL-6)."""
    pools: dict[Face, list[Card]] = {}
    for card in sorted(hand, reverse=True):
        pools.setdefault(card % FACES, []).append(card)
    counts = [len(pools.get(face, ())) for face in range(FACES)]
    return tuple(
        LayOffStep(pools[face].pop(), meld, end)
        for face, meld, end in find_lay_offs(counts, table, rules)
    )
