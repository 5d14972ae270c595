"""Lay-offs under a joker cap that is not steady: every order is tried, and each table met once."""

from collections.abc import Iterator, Sequence

from shanghai.engine.cards import JOKER, NATURAL_FACES, Face, natural_face, suit_of
from shanghai.engine.melds import LONGEST_RUN, SUITS, run_bounds
from shanghai.engine.rules import Rules
from shanghai.engine.state import End, Meld

SearchStep = tuple[Face, int, End | None]
"""A face, the index of the meld that takes it, and the end of a run."""
_Shape = tuple[int, int, int, int]
"""The low place, the cards, the wild cards and the edges of a meld."""


def place_bounds(rules: Rules) -> tuple[int, int]:
    """The first and the last place of a run; where runs go round the corner it may pass the ace."""
    return run_bounds(rules) if rules.ace != "round" else (-12, 26)


def lay_off_in_any_order(
    counts: list[int], table: Sequence[Meld], rules: Rules, worths: tuple[int, ...]
) -> tuple[int, list[SearchStep]]:
    """The most points that lay-offs get rid of, and these, each legal when its turn comes.

    `counts` are the cards of each face held, `worths` the points of none, one, two ... of the
    jokers, the dearest first.
    """
    most, best, bounds = -1, list[SearchStep](), place_bounds(rules)
    start = tuple((m.low, len(m.cards), m.wild_count, m.edges) for m in table)
    seen: set[tuple[object, ...]] = {start}
    open_: list[tuple[tuple[_Shape, ...], tuple[SearchStep, ...], int]] = [(start, (), 0)]
    while open_:
        shapes, steps, worth = open_.pop()
        if worth > most:
            most, best = worth, list(steps)
        left = list(counts)
        for face, _, _ in steps:
            left[face] -= 1
        for index, (low, size, jokers, edges) in enumerate(shapes):
            for face, end in _fitting(rules, bounds, table[index], low, size, edges):
                now = size + 1, jokers + (face == JOKER)
                if not left[face] or not rules.joker_cap.allows(end is not None, *now):
                    continue
                grown = (low - (end is End.LOW), *now, _edges(edges, face, end))
                key = (*shapes[:index], grown, *shapes[index + 1 :])
                spent = (*steps, (face, index, end))
                mark = (*key, *sorted(face for face, _, _ in spent))
                if mark not in seen:
                    seen.add(mark)
                    open_.append((key, spent, worth + _worth(rules, worths, face, steps)))
    return most, best


def _worth(
    rules: Rules, worths: tuple[int, ...], face: Face, before: tuple[SearchStep, ...]
) -> int:
    if face != JOKER:
        return rules.worths[face]
    jokers = sum(step[0] == JOKER for step in before)
    return worths[jokers + 1] - worths[jokers]


def _fitting(
    rules: Rules, bounds: tuple[int, int], meld: Meld, low: int, size: int, edges: int
) -> Iterator[tuple[Face, End | None]]:
    if not meld.is_run:
        once = not rules.repeated_suits
        for face in NATURAL_FACES[meld.low - 1 :: 13]:
            if not once or (size < SUITS and not edges >> suit_of(face) & 1):
                yield face, None
        if not once or size < SUITS:
            yield JOKER, None
    elif size < LONGEST_RUN:
        first, last = bounds
        for place, end in ((low - 1, End.LOW), (low + size, End.HIGH)):
            if first <= place <= last:
                yield natural_face(meld.suit, place), end
                if rules.adjacent_wild or not edges >> end & 1:
                    yield JOKER, end


def _edges(edges: int, face: Face, end: End | None) -> int:
    if end is None:
        return edges if face == JOKER else edges | 1 << suit_of(face)
    return edges & ~(1 << end) | (face == JOKER) << end
