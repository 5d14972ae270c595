"""How a player goes down at the compact table, and how the melds that were laid are read."""

from shanghai.bots.playouts import table
from shanghai.bots.playouts.arrays import Numbers
from shanghai.bots.playouts.compact_rules import CompactRules
from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.places import bars_neighbours, is_own_place, worth_of
from shanghai.bots.playouts.table import CompactTable, spot


@compiled
def has_no_discard(rules: CompactRules, t: CompactTable, seat: int) -> bool:
    """Whether a seat must go down with the whole hand and without a discard (GD-19)."""
    return is_all_in(rules, t, seat) and not rules.all_in_discard


@compiled
def is_all_in(rules: CompactRules, t: CompactTable, seat: int) -> bool:
    """Whether a seat may go down only with the whole hand (GD-19)."""
    return rules.all_in[seat] == 1 and t.out == table.NOBODY


@compiled
def keeps_one(rules: CompactRules, t: CompactTable, seat: int) -> bool:
    """Whether a seat must keep a card for the discard by which it goes out (HR-3)."""
    return rules.must_discard == 1 and not has_no_discard(rules, t, seat)


@compiled
def take_wilds(rules: CompactRules, t: CompactTable, seat: int, row: Numbers) -> None:
    """Takes wild cards from the hand for the places of a meld where no card is named yet, jokers
    first. A wild card at its own place counts as a natural."""
    kind, count, low, slot = 52, row[table.JOKERS], row[table.LOW], 0
    for step in range(row[table.SIZE] if row[table.IS_RUN] else count):
        place = spot(low + step) if row[table.IS_RUN] else low
        is_natural = row[table.IS_RUN] and not row[table.SPOTS] >> place & 1
        if is_natural or table.wild_at(row, place if row[table.IS_RUN] else step) != table.NOBODY:
            continue
        while not t.hands[seat, rules.order[kind]]:
            kind -= 1
        face = rules.order[kind]
        table.lose(rules, t, seat, face)
        if table.has_no_suit(row) or not is_own_place(rules, row, face, place):
            table.put_wild(row, place if row[table.IS_RUN] else slot, face)
            slot += 1
            continue
        row[table.JOKERS] -= 1
        if row[table.IS_RUN]:
            row[table.SPOTS] &= ~(1 << place)
        else:
            row[table.NATURALS + face // 13] += 1


@compiled
def _narrowest(rules: CompactRules, suits: int) -> int:
    """The number of the narrowest kind of run in this game that may hold these suits. `suits` has a
    bit for each suit."""
    for suit in range(6):
        if not suits & ~table.suits_of(suit) and (suit < 4 or rules.has_suitless[0]):
            return suit
    return -1


@compiled
def _read_suit(rules: CompactRules, row: Numbers, most: bool) -> None:
    """Finds out again of which suits a run is. That is the narrowest kind in which all naturals are
    laid as themselves, or with `most` also as many wild cards as possible."""
    low, size, own, fixed = row[table.LOW], row[table.SIZE], 0, 0
    for place in range(low, low + size):
        face = table.face_at(row, spot(place))
        table.put_wild(row, spot(place), face)
        if face % 13 + 1 == spot(place) and rules.natural[face]:
            own |= 1 << face // 13
            fixed |= (1 - rules.wild[face]) << face // 13
    if not rules.has_suitless[1]:
        own &= 9 if fixed & 9 else 6
    row[table.SUIT] = _narrowest(rules, own if most else fixed)
    row[table.JOKERS] = row[table.SPOTS] = 0
    for place in range(low, low + size):
        if not is_own_place(rules, row, table.wild_at(row, spot(place)), place):
            row[table.JOKERS] += 1
            row[table.SPOTS] |= 1 << spot(place)
        elif not table.has_no_suit(row):
            table.put_wild(row, spot(place), table.NOBODY)


@compiled
def options_of(rules: CompactRules, t: CompactTable, seat: int) -> tuple[int, int]:
    """The index of the first option that a seat may lay, and how many options it has."""
    if t.down[seat] and rules.meld_when_down:
        return rules.further, 2
    if t.chosen:
        return rules.kind[t.chosen], rules.kinds[t.chosen]
    return rules.first_option[seat], rules.option_count[seat]


@compiled
def _read_suits(rules: CompactRules, t: CompactTable, first: int) -> None:
    """Finds out again of which suits the runs are, from meld `first` on, as the engine does: until
    the melds fulfil the contract."""
    option, count = options_of(rules, t, t.turn)
    for most in (True, False):
        for index in range(first, t.meld_count):
            if t.melds[index, table.IS_RUN]:
                _read_suit(rules, t.melds[index], most)
        for each in range(option, option + count):
            if _fulfils(rules, t, each, first):
                return


@compiled
def lay_meld(rules: CompactRules, t: CompactTable, meld: Numbers) -> None:
    """Puts a meld on the table, with cards from the hand of the player on turn."""
    seat, row = t.turn, t.melds[t.meld_count]
    row[:] = meld
    row[table.OWNER] = seat
    t.meld_count += 1
    if row[table.IS_RUN]:
        for step in range(row[table.SIZE]):
            face = table.face_at(row, spot(row[table.LOW] + step))
            if face != table.NOBODY:
                table.lose(rules, t, seat, face)
    else:
        for suit in range(4):
            for _ in range(row[table.NATURALS + suit]):
                table.lose(rules, t, seat, suit * 13 + row[table.LOW] - 1)
        for i in range(row[table.JOKERS]):
            if table.wild_at(row, i) != table.NOBODY:
                table.lose(rules, t, seat, table.wild_at(row, i))
    take_wilds(rules, t, seat, row)
    table.note(t, table.A_MELD, 0, 0, 0, 0)
    if t.is_logging:
        t.log[t.logged - 1, 1:] = row


@compiled
def _contract_met(rules: CompactRules, t: CompactTable, first: int) -> int:
    """The number of the contract that the melds from index `first` on fulfil, if the first seat
    down chooses it. Of several the one with most cards, 0 if none."""
    best = 0
    for number in range(len(rules.kind)):
        for option in range(rules.kind[number], rules.kind[number] + rules.kinds[number]):
            is_larger = not best or rules.kind_size[number] > rules.kind_size[best]
            if is_larger and _fulfils(rules, t, option, first):
                best = number
    return best


@compiled
def _fulfils(rules: CompactRules, t: CompactTable, option: int, first: int) -> bool:
    """Whether the melds from index `first` on fulfil an option. They are known to be legal."""
    runs = wild = worth = 0
    for index in range(first, t.meld_count):
        meld = t.melds[index]
        runs += meld[table.IS_RUN]
        wild += meld[table.JOKERS]
        worth += worth_of(rules, meld)
        end = rules.run_kind_end[option]
        if meld[table.IS_RUN] and end and not 0 <= meld[table.SUIT] < end:
            return False
        if (
            meld[table.IS_RUN]
            and rules.royal[option]
            and (meld[table.LOW], meld[table.SIZE]) != (1, 13)
        ):
            return False
        for other in range(first, index):
            if t.melds[other, table.IS_RUN] != meld[table.IS_RUN]:
                continue
            if not meld[table.IS_RUN]:
                if rules.ranks_apart[option] and t.melds[other, table.LOW] == meld[table.LOW]:
                    return False
            elif bars_neighbours(rules.suits[option], t.melds[other, table.SUIT], meld[table.SUIT]):
                return False
    over, sets = runs - rules.runs[option], t.meld_count - first - runs - rules.sets[option]
    if min(over, sets) < 0 or (max(over, sets) > 0 and not rules.worth[option]):
        return False
    if wild > rules.wild_cap[option] or worth < rules.worth[option]:
        return False
    return _have_sizes(rules, t, first, 1, rules.run_sizes[option]) and _have_sizes(
        rules, t, first, 0, rules.set_sizes[option]
    )


@compiled
def _have_sizes(
    rules: CompactRules, t: CompactTable, first: int, is_run: int, sizes: Numbers
) -> bool:
    """Whether the sets, or the runs, from index `first` on have the sizes that are asked for. With
    exact sizes none may be larger."""
    for i in range(len(sizes)):
        if not sizes[i]:
            break
        asked = matching = 0
        for other in range(len(sizes)):
            asked += sizes[other] >= sizes[i]
        for index in range(first, t.meld_count):
            is_of_kind = t.melds[index, table.IS_RUN] == is_run
            matching += is_of_kind and t.melds[index, table.SIZE] >= sizes[i]
            if is_of_kind and rules.exact_sizes and t.melds[index, table.SIZE] > sizes[0]:
                return False
        if matching < asked or (rules.exact_sizes and matching > asked):
            return False
    return True


@compiled
def go_down(rules: CompactRules, t: CompactTable, melds: Numbers, count: int) -> None:
    """Lays the contract, or a further meld once down. If the hand is empty then, it goes out."""
    seat = t.turn
    table.note(t, table.A_DOWN, seat, 0, count, 0)
    for i in range(count):
        lay_meld(rules, t, melds[i])
    if rules.has_suitless.any():
        _read_suits(rules, t, t.meld_count - count)
    for index in range(t.meld_count - count, t.meld_count):
        t.joker_left |= int(t.melds[index, table.JOKERS] > 0)
    if not t.down[seat]:
        t.down[seat] = t.went_down = 1
        t.least[seat] = t.is_counted[seat] = 0
        if rules.kinds.any() and not t.chosen:
            t.chosen = _contract_met(rules, t, t.meld_count - count)
            table.clear(t.least)
            table.clear(t.is_counted)
    t.must_go_down = 0
    if t.sizes[seat] == 0:
        table.go_out(rules, t, seat, 0)
