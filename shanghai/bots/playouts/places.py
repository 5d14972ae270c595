"""Where a card fits on a meld of the compact table, what a meld is worth, and how it grows."""

from typing import Final

from shanghai.bots.playouts import table
from shanghai.bots.playouts.arrays import Numbers
from shanghai.bots.playouts.compact_rules import CompactRules
from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.table import CompactTable, spot

_SUITS: Final = 4


@compiled
def _is_of(meld: Numbers, face: int) -> bool:
    """Whether a run may hold cards of the suit of a face."""
    suit = meld[table.SUIT]
    return face // 13 == suit if 0 <= suit <= 3 else table.suits_of(suit) >> face // 13 & 1 == 1


@compiled
def joker_place(rules: CompactRules, meld: Numbers, face: int) -> int:
    """The place of the wild card that a face may replace: 1 to 13, 1 in a set, 0 for none."""
    if meld[table.JOKERS] == 0 or not rules.natural[face]:
        return 0
    if not meld[table.IS_RUN]:
        return int(face % 13 + 1 == meld[table.LOW] and _lacks_suit(rules, meld, face))
    place = face % 13 + 1
    return place if _is_of(meld, face) and meld[table.SPOTS] >> place & 1 else 0


@compiled
def _lacks_suit(rules: CompactRules, meld: Numbers, face: int) -> bool:
    """Whether the suits of a set allow one more card of a face, whose rank fits."""
    return rules.repeated_suits == 1 or meld[table.NATURALS + face // 13] == 0


@compiled
def fits(rules: CompactRules, meld: Numbers, face: int) -> int:
    """Where a face fits on a meld: 0 nowhere, 1 low end, 2 high end, 3 both ends, 4 in a set."""
    low, above, ends = meld[table.LOW] - 1, meld[table.LOW] + meld[table.SIZE], 0
    if not meld[table.IS_RUN]:
        if not rules.repeated_suits and meld[table.SIZE] >= _SUITS:
            return 0
        return 4 * _has_room(rules, meld, face, meld[table.LOW], 0)
    if meld[table.SIZE] >= 13 or not (rules.wild[face] or _is_of(meld, face)):
        return 0
    if low >= rules.first and _has_room(rules, meld, face, low, low + 1):
        ends = 1
    if above <= rules.last and _has_room(rules, meld, face, above, above - 1):
        ends |= 2
    return ends


@compiled
def is_own_place(rules: CompactRules, meld: Numbers, face: int, place: int) -> bool:
    """Whether a face would count as itself at this place of a meld. In a set that is its rank."""
    if not rules.natural[face] or face % 13 + 1 != spot(place):
        return False
    if not meld[table.IS_RUN]:
        return _lacks_suit(rules, meld, face)
    return _is_of(meld, face)


@compiled
def _has_room(rules: CompactRules, meld: Numbers, face: int, place: int, neighbour: int) -> int:
    """1 if a face fits at a place of a meld, else 0. `neighbour` is the place next to it in a run,
    which may not be wild as well by some rules."""
    cap = (rules.run_cap if meld[table.IS_RUN] else rules.set_cap)[meld[table.SIZE] + 1]
    if is_own_place(rules, meld, face, place):
        return int(meld[table.JOKERS] <= cap)
    if not rules.wild[face] or meld[table.JOKERS] >= cap:
        return 0
    return int(
        rules.adjacent_wild
        or not meld[table.IS_RUN]
        or not meld[table.SPOTS] >> spot(neighbour) & 1
    )


@compiled
def place_on(rules: CompactRules, meld: Numbers, seat: int, face: int) -> int:
    """Where a seat may lay off a face on a meld: 0 nowhere, 1 the low end, 2 the high end, 3 both,
    4 in a set. For NOBODY it says where the face fits, for any seat."""
    if (
        rules.lay_off_on
        and seat != table.NOBODY
        and (rules.lay_off_on == 2 or meld[table.OWNER] != seat)
    ):
        return 0
    return fits(rules, meld, face)


@compiled
def can_lay(rules: CompactRules, t: CompactTable, seat: int, face: int) -> bool:
    """Whether a seat may lay off a face on some meld; with NOBODY, whether it fits any (GD-17)."""
    for index in range(t.meld_count):
        if place_on(rules, t.melds[index], seat, face):
            return True
    return False


@compiled
def grow(rules: CompactRules, meld: Numbers, face: int, end: int) -> None:
    """Adds a face to a meld. `end` is 1 for the low end, 2 for the high end, 4 for a set."""
    if end == 1:
        meld[table.LOW] = spot(meld[table.LOW] - 1)
    meld[table.SIZE] += 1
    place = spot(meld[table.LOW] if end != 2 else meld[table.LOW] + meld[table.SIZE] - 1)
    if is_own_place(rules, meld, face, place):
        if end == 4:
            meld[table.NATURALS + face // 13] += 1
        elif table.has_no_suit(meld):
            table.put_wild(meld, place, face)
        return
    table.put_wild(meld, meld[table.JOKERS] if end == 4 else place, face)
    meld[table.JOKERS] += 1
    if end != 4:
        meld[table.SPOTS] |= 1 << place


@compiled
def worth_of(rules: CompactRules, meld: Numbers) -> int:
    """The points of a meld for a contract that asks for points. A wild card counts as the card that
    it is laid for."""
    low, total = meld[table.LOW], 0
    if not meld[table.IS_RUN]:
        return int(rules.worths[low if low > 1 else 14] * meld[table.SIZE])
    for place in range(low, low + meld[table.SIZE]):
        total += rules.worths[place if place < 15 else place - 13]
    return total


@compiled
def bars_neighbours(suits: int, one: int, other: int) -> bool:
    """Whether a contract forbids runs of the kinds `one` and `other` together. `suits` is an index
    in `compact_rules._SUITS`."""
    if suits == 1:
        return one == other
    if suits == 2:
        return one != other
    return suits == 3 and (one in (0, 3)) != (other in (0, 3))
