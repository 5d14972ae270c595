"""A plain, slow twin of the solver: it tries everything and shares nothing with it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, product

from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import FACES, JOKER, LABELS, Card
from shanghai.engine.melds import grown, places, read_meld
from shanghai.engine.rules import Contract, Rules
from shanghai.engine.seats import NOBODY
from shanghai.engine.state import Kind, Meld

Laid = tuple[str, int, int, tuple[int, ...]]
"""set or run, rank or suit, the place of the first card of a run, the faces."""


def all_sets(least: int, held: Counter[int], rules: Rules) -> Iterator[Laid]:
    """Every set: naturals of its rank and wild cards, as the rules read them."""
    for rank in range(13):
        own = {rank + 13 * suit for suit in range(4)}
        faces = sorted(face for face in held if held[face] and (face in own or wild(rules, face)))
        for taken in product(*(range(held[face] + 1) for face in faces)):
            laid = tuple(Counter(dict(zip(faces, taken, strict=True))).elements())
            if fits_size(rules, len(laid), least) and reads_as(rules, Kind.SET, laid, rank + 1, -1):
                yield "set", rank, 0, laid


def all_runs(least: int, held: Counter[int], rules: Rules) -> Iterator[Laid]:
    """Every run: in each place its natural or a wild card, as the rules read them."""
    first, last = (2 if rules.ace == "high" else 1), (13 if rules.ace == "low" else 14)
    stand_ins = {face for face in held if held[face] and wild(rules, face)}
    for suit, low, size in product(range(4), range(first, last + 1), range(least, 14)):
        if low + size - 1 > last or size > held.total() or not fits_size(rules, size, least):
            continue
        faces = [suit * 13 + (place - 1) % 13 for place in range(low, low + size)]
        for laid in rows([{face, *stand_ins} for face in faces], Counter(held)):
            if reads_as(rules, Kind.RUN, laid, low, suit):
                yield "run", suit, low, laid


def rows(choices: list[set[int]], held: Counter[int]) -> Iterator[tuple[int, ...]]:
    """Every row of cards held, one out of each choice."""
    if not choices:
        yield ()
        return
    for face in choices[0]:
        if held[face]:
            held[face] -= 1
            for rest in rows(choices[1:], held):
                yield (face, *rest)
            held[face] += 1


def fits_size(rules: Rules, size: int, least: int) -> bool:
    """Whether a meld of the contract may have this size."""
    return size == least if rules.exact_sizes else size >= least


def wild(rules: Rules, face: int) -> bool:
    """Whether a face stands for others."""
    names = {*(str(rank) for rank in rules.wild_ranks), *rules.wild_cards, "JK"}
    return bool({LABELS[face], LABELS[face][:-1]} & names)


def reads_as(rules: Rules, kind: Kind, laid: tuple[int, ...], low: int, suit: int) -> bool:
    """Whether the rules take the cards for the meld that is meant."""
    if not (rules.wild_ranks or rules.wild_cards):
        jokers = laid.count(JOKER)
        return rules.joker_cap.allows(kind is Kind.RUN, len(laid), jokers)
    meld = read_meld(rules, NOBODY, MeldCards(kind, laid))
    return isinstance(meld, Meld) and (meld.low, meld.suit) == (low, suit)


def clash(one: Laid, other: Laid, rules: Rules) -> bool:
    """Whether two melds may not lie in one lay-down."""
    if one[:2] != other[:2]:
        return False
    if one[0] == "set":
        return not rules.same_rank_sets
    return not rules.adjacent_runs and (
        one[2] + len(one[3]) == other[2] or other[2] + len(other[3]) == one[2]
    )


def twin_lay_downs(
    hand: Sequence[Card], contract: Contract, rules: Rules, all_in: bool
) -> dict[tuple[Laid, ...], int]:
    """Every lay-down with the points that it leaves."""
    held = Counter(card % FACES for card in hand)
    wanted = [("set", n) for n in contract.sets] + [("run", n) for n in contract.runs]
    found: dict[tuple[Laid, ...], int] = {}

    def lay(number: int, done: tuple[Laid, ...]) -> None:
        if number == len(wanted):
            if (not all_in and not must_keep(rules, held)) or (all_in and not held.total()):
                points = sum(rules.face_points(face) * count for face, count in held.items())
                found[tuple(sorted(done))] = points
            return
        kind, least = wanted[number]
        for meld in list((all_sets if kind == "set" else all_runs)(least, held, rules)):
            if not any(clash(meld, other, rules) for other in done):
                held.subtract(meld[3])
                lay(number + 1, (*done, meld))
                held.update(meld[3])

    lay(0, ())
    return found


def must_keep(rules: Rules, held: Counter[int]) -> bool:
    """Whether a card for the discard is missing."""
    return rules.must_discard and not held.total()


def twin_distance(hand: Sequence[Card], contract: Contract, rules: Rules, most: int) -> int:
    """The fewest faces that make the hand go down, tried in every choice of up to `most`."""
    for count in range(most + 1):
        for added in combinations_with_replacement(range(FACES), count):
            if twin_goes_down((*hand, *added), contract, rules):
                return count
    return most + 1


def twin_goes_down(hand: Sequence[Card], contract: Contract, rules: Rules) -> bool:
    """Whether any lay-down is there; the first is enough."""
    held = Counter(card % FACES for card in hand)
    wanted = [("set", n) for n in contract.sets] + [("run", n) for n in contract.runs]

    def lay(number: int, done: tuple[Laid, ...]) -> bool:
        if number == len(wanted):
            return not must_keep(rules, held)
        kind, least = wanted[number]
        for meld in list((all_sets if kind == "set" else all_runs)(least, held, rules)):
            if not any(clash(meld, other, rules) for other in done):
                held.subtract(meld[3])
                found = lay(number + 1, (*done, meld))
                held.update(meld[3])
                if found:
                    return True
        return False

    return len(hand) >= contract.size and lay(0, ())


def twin_lay_off_points(hand: Sequence[Card], table: Sequence[Meld], rules: Rules) -> int:
    """The most points that lay-offs get rid of, every order tried."""

    @cache
    def most(left: tuple[int, ...], melds: tuple[Meld, ...]) -> int:
        points = 0
        for face in set(left):
            rest = list(left)
            rest.remove(face)
            for index, meld in enumerate(melds):
                for end in places(rules, meld, face):
                    longer = (*melds[:index], grown(rules, meld, face, end), *melds[index + 1 :])
                    points = max(points, rules.face_points(face) + most(tuple(rest), longer))
        return points

    return most(tuple(sorted(card % FACES for card in hand)), tuple(table))
