"""A plain, slow twin of the solver: it tries everything and shares nothing with it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, pairwise, product

from msgspec import structs

from shanghai.engine.cards import FACES, JOKER, LABELS, Card
from shanghai.engine.melds import extended, places
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.rules import Rules
from shanghai.engine.state import Meld

Laid = tuple[str, int, int, tuple[int, ...]]
"""set or run, rank or suit, the place of the first card of a run, the faces."""
SUITS = {"suit": ["0", "1", "2", "3"], "colour": ["03", "12"], "any": ["0123"]}
"""The suits that may lie in one run; the suit of a run is the place of its own here."""


def all_melds(
    kind: str, least: int, held: Counter[int], rules: Rules, contract: Contract
) -> list[Laid]:
    """Every set or every run of a contract."""
    found = (
        all_sets(least, held, rules) if kind == "set" else all_runs(least, held, rules, contract)
    )
    return list(found)


def all_sets(least: int, held: Counter[int], rules: Rules) -> Iterator[Laid]:
    """Every set: naturals of its rank and wild cards."""
    for rank in range(13):
        own = {rank + 13 * suit for suit in range(4)}
        faces = sorted(face for face in held if held[face] and (face in own or wild(rules, face)))
        for taken in product(*(range(held[face] + 1) for face in faces)):
            laid = tuple(Counter(dict(zip(faces, taken, strict=True))).elements())
            if fits_size(rules, len(laid), least) and is_set(rules, laid, rank):
                yield "set", rank, 0, laid


def is_set(rules: Rules, laid: tuple[int, ...], rank: int) -> bool:
    """Whether cards are a set of a rank (0 for the ace)."""
    stand_ins = set_wild(rules, laid, rank)
    if not rules.repeated_suits and len(laid) > 4:
        return False
    return len(laid) > stand_ins and rules.joker_cap.allows(False, len(laid), stand_ins)


def set_wild(rules: Rules, laid: tuple[int, ...], rank: int) -> int:
    """How many cards of a set stand for others; too many where a suit may not stand twice."""
    suits, stand_ins = Counter[int](), 0
    for face in laid:
        if face % 13 == rank and is_itself(rules, face):
            suits[face // 13] += 1
        else:
            stand_ins += 1
    if not rules.repeated_suits:
        for suit in suits:
            if suits[suit] > 1:
                if not wild(rules, suit * 13 + rank):
                    return 99
                stand_ins += suits[suit] - 1
    return stand_ins


def is_itself(rules: Rules, face: int) -> bool:
    """Whether a face may lie in a meld as the card it is."""
    return face != JOKER and (rules.wild_natural or not wild(rules, face))


def all_runs(least: int, held: Counter[int], rules: Rules, contract: Contract) -> Iterator[Laid]:
    """Every run: in each place its natural or a wild card."""
    first, last = (2 if rules.ace == "high" else 1), (13 if rules.ace == "low" else 14)
    last = 25 if rules.ace == "round" else last
    stand_ins = {face for face in held if held[face] and wild(rules, face)}
    suits = SUITS[contract.runs_of]
    for suit, low, size in product(
        range(len(suits)), range(first, min(last, 14)), range(least, 14)
    ):
        if contract.royal and (low, size) != (1, 13):
            continue
        if low + size - 1 > last or size > held.total() or not fits_size(rules, size, least):
            continue
        faces = run_faces(contract, suit, low, size)
        for laid in rows([face | stand_ins for face in faces], Counter(held)):
            lies = [
                own in face and is_itself(rules, own) for own, face in zip(laid, faces, strict=True)
            ]
            if not rules.adjacent_wild and (False, False) in pairwise(lies):
                continue
            if rules.joker_cap.allows(True, size, lies.count(False)) and True in lies:
                yield "run", suit, low, laid


def run_faces(contract: Contract, suit: int, low: int, size: int) -> list[set[int]]:
    """The naturals of each place of a run."""
    own = [int(each) for each in SUITS[contract.runs_of][suit]]
    return [{each * 13 + (place - 1) % 13 for each in own} for place in range(low, low + size)]


def fulfils(rules: Rules, contract: Contract, melds: Sequence[Laid]) -> bool:
    """Whether melds keep what a contract asks of all of them together."""
    stand_ins, worth = 0, 0
    values = rules.meld_points or rules.points
    values = {0: values[0], **dict(enumerate(values)), 13: values[-1 if len(values) > 13 else 0]}
    for kind, which, low, laid in melds:
        if kind == "set":
            stand_ins += set_wild(rules, laid, which)
            worth += len(laid) * values[which or 13]
            continue
        faces = run_faces(contract, which, low, len(laid))
        stand_ins += sum(
            own not in face or not is_itself(rules, own)
            for own, face in zip(laid, faces, strict=True)
        )
        for place in range(low - 1, low - 1 + len(laid)):
            worth += values[place if place < 14 else place - 13]
    if stand_ins > (0 if contract.clean else contract.most_wild) or worth < contract.points:
        return False
    ranks = [meld[1] for meld in melds if meld[0] == "set"]
    if contract.ranks == "different" and len(set(ranks)) < len(ranks):
        return False
    suits = [meld[1] for meld in melds if meld[0] == "run"]
    match contract.suits:
        case "different":
            return len(set(suits)) == len(suits)
        case "one":
            return len(set(suits)) < 2
        case "colour":
            return set(suits) <= {0, 3} or set(suits) <= {1, 2}
    return True


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


def clash(one: Laid, other: Laid, rules: Rules) -> bool:
    """Whether two melds may not lie in one lay-down."""
    if one[:2] != other[:2]:
        return False
    if one[0] == "set":
        return not rules.same_rank_sets
    ring = 13 if rules.ace == "round" else 99
    return not rules.adjacent_runs and (
        (one[2] + len(one[3]) - other[2]) % ring == 0
        or (other[2] + len(other[3]) - one[2]) % ring == 0
    )


def twin_lay_downs(
    hand: Sequence[Card], contract: Contract, rules: Rules, all_in: bool
) -> dict[tuple[Laid, ...], int]:
    """Every lay-down with the points that it leaves."""
    rules = bound(rules, contract)
    held = Counter(card % FACES for card in hand)
    wanted = [("set", n) for n in contract.sets] + [("run", n) for n in contract.runs]
    found: dict[tuple[Laid, ...], int] = {}

    def lay(number: int, done: tuple[Laid, ...]) -> None:
        if number >= len(wanted):
            if not fulfils(rules, contract, done):
                pass
            elif (not all_in and not must_keep(rules, held)) or (
                all_in and held.total() == rules.all_in_discard
            ):
                points = sum(rules.face_points(face) * count for face, count in held.items())
                found[tuple(sorted(done))] = points
            if not contract.points:
                return
        for meld in next_melds(number, wanted, held, rules, contract):
            if number > len(wanted) and meld < done[-1]:
                continue
            if not any(clash(meld, other, rules) for other in done):
                held.subtract(meld[3])
                lay(number + 1, (*done, meld))
                held.update(meld[3])

    lay(0, ())
    return found


def next_melds(
    number: int, wanted: list[tuple[str, int]], held: Counter[int], rules: Rules, contract: Contract
) -> list[Laid]:
    """Every meld that may be laid next: those asked for, and then, for points, any."""
    asked = wanted[number : number + 1] or [("set", rules.least_set), ("run", rules.least_run)]
    return [meld for one in asked for meld in all_melds(*one, held, rules, contract)]


def bound(rules: Rules, contract: Contract) -> Rules:
    """The rules as they bind the sets of a contract."""
    is_apart = contract.set_suits == "different"
    return structs.replace(rules, repeated_suits=False) if is_apart else rules


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
    rules = bound(rules, contract)
    held = Counter(card % FACES for card in hand)
    wanted = [("set", n) for n in contract.sets] + [("run", n) for n in contract.runs]

    def lay(number: int, done: tuple[Laid, ...]) -> bool:
        if number >= len(wanted):
            if fulfils(rules, contract, done) and not must_keep(rules, held):
                return True
            if not contract.points:
                return False
        for meld in next_melds(number, wanted, held, rules, contract):
            if number > len(wanted) and meld < done[-1]:
                continue
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
                    longer = (*melds[:index], extended(rules, meld, face, end), *melds[index + 1 :])
                    points = max(points, rules.face_points(face) + most(tuple(rest), longer))
        return points

    return most(tuple(sorted(card % FACES for card in hand)), tuple(table))
