"""What each action does to the compact table, from the draw and the calls to the discard."""

from typing import Final

from shanghai.bots.playouts import table
from shanghai.bots.playouts.arrays import Numbers
from shanghai.bots.playouts.compact_rules import CompactRules
from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.table import CompactTable, spot

_SUITS: Final = 4


@compiled
def _is_of(meld: Numbers, face: int) -> bool:
    """Whether a card is of the suit of a run, or of one of them."""
    suit = meld[table.SUIT]
    return face // 13 == suit if 0 <= suit <= 3 else table.suits_of(suit) >> face // 13 & 1 == 1


@compiled
def joker_place(rules: CompactRules, meld: Numbers, face: int) -> int:
    """The place in a run of the wild card that a natural may replace, 1 for a set. Returns 0 if
    there is none."""
    if meld[table.JOKERS] == 0 or not rules.natural[face]:
        return 0
    if not meld[table.IS_RUN]:
        return int(face % 13 + 1 == meld[table.LOW] and _lacks_suit(rules, meld, face))
    place = face % 13 + 1
    return place if _is_of(meld, face) and meld[table.SPOTS] >> place & 1 else 0


@compiled
def _lacks_suit(rules: CompactRules, meld: Numbers, face: int) -> bool:
    """Whether a set may take another card of its rank in the suit of a card."""
    return rules.repeated_suits == 1 or meld[table.NATURALS + face // 13] == 0


@compiled
def fits(rules: CompactRules, meld: Numbers, face: int) -> int:
    """Where a card fits on a meld: 1 the low end, 2 the high end, 3 both ends, 4 a set, 0
    nowhere."""
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
    """Whether a card is laid at a place of a meld as itself. In a set the place is its rank."""
    if not rules.natural[face] or face % 13 + 1 != spot(place):
        return False
    if not meld[table.IS_RUN]:
        return _lacks_suit(rules, meld, face)
    return _is_of(meld, face)


@compiled
def _has_room(rules: CompactRules, meld: Numbers, face: int, place: int, beside: int) -> int:
    """1 if a card fits at a place of a meld, by its face and by the wild cards of the meld."""
    cap = (rules.run_cap if meld[table.IS_RUN] else rules.set_cap)[meld[table.SIZE] + 1]
    if is_own_place(rules, meld, face, place):
        return int(meld[table.JOKERS] <= cap)
    if not rules.wild[face] or meld[table.JOKERS] >= cap:
        return 0
    return int(
        rules.adjacent_wild or not meld[table.IS_RUN] or not meld[table.SPOTS] >> spot(beside) & 1
    )


@compiled
def may_lay(rules: CompactRules, t: CompactTable, seat: int) -> bool:
    """Whether the player on turn is down and may lay cards in this turn (RG-12)."""
    if not t.down[seat] or (t.went_down and not rules.lay_off_at_once):
        return False
    return turn_of(rules, t) >= rules.lay_off_from


@compiled
def turn_of(rules: CompactRules, t: CompactTable) -> int:
    """Which turn of the player on turn this is in the round, counted from 1."""
    return t.over // rules.players + 1


@compiled
def place_on(rules: CompactRules, meld: Numbers, seat: int, face: int) -> int:
    """The places of a meld for a card, as `fits` has it, if the seat may lay off there at all."""
    if (
        rules.lay_off_on
        and seat != table.NOBODY
        and (rules.lay_off_on == 2 or meld[table.OWNER] != seat)
    ):
        return 0
    return fits(rules, meld, face)


@compiled
def can_lay(rules: CompactRules, t: CompactTable, seat: int, face: int) -> bool:
    """Whether some meld on which a seat may lay off, or for NOBODY any, takes the card (GD-17)."""
    for index in range(t.meld_count):
        if place_on(rules, t.melds[index], seat, face):
            return True
    return False


@compiled
def has_no_discard(rules: CompactRules, t: CompactTable, seat: int) -> bool:
    """Whether the whole hand goes down, and no card of it is discarded (GD-19)."""
    return is_all_in(rules, t, seat) and not rules.all_in_discard


@compiled
def is_all_in(rules: CompactRules, t: CompactTable, seat: int) -> bool:
    """Whether a seat goes down with the whole hand only."""
    return rules.all_in[seat] == 1 and t.out == table.NOBODY


@compiled
def keeps_one(rules: CompactRules, t: CompactTable, seat: int) -> bool:
    """Whether a card must be left for the discard by which one goes out (HR-3)."""
    return rules.must_discard == 1 and not has_no_discard(rules, t, seat)


@compiled
def bars(rules: CompactRules, t: CompactTable, face: int) -> bool:
    """Whether the player on turn may not discard a card as long as another one may be discarded."""
    if rules.bans_wild and rules.wild[face]:
        return True
    if rules.bans_taken and face == t.taken and t.hands[t.turn, face] == 1:
        return True
    return rules.bans_playable == 1 and can_lay(rules, t, table.NOBODY, face)


@compiled
def bars_some(rules: CompactRules, t: CompactTable) -> bool:
    """Whether some cards of the player on turn may not be discarded, but not all."""
    if not (rules.bans_wild or rules.bans_taken or rules.bans_playable):
        return False
    for face in range(53):
        if t.hands[t.turn, face] and not bars(rules, t, face):
            return True
    return False


@compiled
def grow(rules: CompactRules, meld: Numbers, face: int, end: int) -> None:
    """Lays a card on a meld: 1 the low end, 2 the high end, 4 a set."""
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
def may_renew(rules: CompactRules, t: CompactTable) -> bool:
    """Whether the discards may become the stock in this round still (ALL-10)."""
    return rules.renewals == 0 or (rules.renewals == 1 and t.renewals == 0)


@compiled
def renew(rules: CompactRules, t: CompactTable) -> bool:
    """Makes the discards below the top one the stock; False if there are none (ALL-10, GD-11)."""
    count = t.pile_size - 1
    if count < 1 or not may_renew(rules, t):
        return False
    t.renewals += 1
    if rules.recycle:
        t.fate = 0
    is_given = t.renewal_size == count
    t.stock[:count] = (t.renewal if is_given else t.pile)[:count][::-1]
    if rules.recycle == 0 and not is_given:
        table.shuffle(t, t.stock, count)
    t.pile[0], t.tossers[0] = t.pile[count], t.tossers[count]
    t.pile_size, t.stock_size = 1, count
    for i in range(count - 1, -1, -1):
        table.note(t, table.A_RENEWAL, 0, t.stock[i], 0, 0)
    return True


@compiled
def supply(rules: CompactRules, t: CompactTable) -> int:
    """The next card of the stock, renewed when none is left, or NOBODY."""
    if t.stock_size == 0 and not renew(rules, t):
        return table.NOBODY
    t.stock_size -= 1
    return t.stock[t.stock_size]


@compiled
def give_from_stock(rules: CompactRules, t: CompactTable, seat: int, count: int) -> None:
    """Gives a seat `count` cards of the stock, or as many as there are."""
    for _ in range(count):
        if t.fate:
            _turn_stock(t, True)
        face = supply(rules, t)
        if face == table.NOBODY:
            break
        table.give(rules, t, seat, face)


@compiled
def _turn_stock(t: CompactTable, up: bool) -> None:
    """Puts the lowest card of the stock on top, or the top one below all others."""
    last = t.stock_size - 1
    if last < 1:
        return
    if up:
        face = t.stock[0]
        for i in range(last):
            t.stock[i] = t.stock[i + 1]
        t.stock[last] = face
    else:
        face = t.stock[last]
        for i in range(last, 0, -1):
            t.stock[i] = t.stock[i - 1]
        t.stock[0] = face


@compiled
def is_barred_from_taking(rules: CompactRules, t: CompactTable) -> bool:
    """Whether the player on turn may not take the top discard, being down or not (HR-9)."""
    return rules.take_discard == (1 if t.down[t.turn] else 2)


@compiled
def takes_to_open(rules: CompactRules, t: CompactTable) -> bool:
    """Whether the player on turn may take the top discard only to go down with it (HR-9)."""
    return rules.take_discard == 3 and t.down[t.turn] == 0


@compiled
def is_blocked(rules: CompactRules, t: CompactTable) -> bool:
    """Whether the top discard is a wild card that nobody may have (HR-14)."""
    return rules.joker_tossed == 1 and rules.wild[t.pile[t.pile_size - 1]] == 1


@compiled
def holds_first_right(rules: CompactRules, t: CompactTable) -> bool:
    """Whether the player on turn comes before the callers (RG-9, CA-10, HR-9)."""
    if t.given_up or rules.first_right == 2:
        return False
    if is_barred_from_taking(rules, t) or takes_to_open(rules, t):
        return False
    return rules.first_right == 0 or t.down[t.turn] == 0


@compiled
def first_caller(rules: CompactRules, t: CompactTable) -> int:
    """The seat whose waiting call comes first."""
    if rules.call_order == 2:
        return t.waiting[0]
    start = t.dealer if rules.call_order == 1 else t.turn
    for step in range(1, rules.players + 1):
        seat = (start + rules.step * step) % rules.players
        for i in range(t.waiting_count):
            if t.waiting[i] == seat:
                return seat
    return table.NOBODY


@compiled
def settle(rules: CompactRules, t: CompactTable) -> None:
    """Grants the waiting call that comes first; the others lapse (ALL-9)."""
    caller = first_caller(rules, t)
    t.pile_size -= 1
    face = t.pile[t.pile_size]
    t.waiting_count = t.tossed = t.given_up = 0
    t.live = rules.beneath == 0
    table.give(rules, t, caller, face)
    t.known[caller, face] += 1
    made = t.calls_made[caller]
    give_from_stock(rules, t, caller, rules.cost[made])
    t.calls_used[caller] += 1
    t.calls_made[caller] += 1
    t.chips[caller] -= rules.price[made]
    t.fined[caller] += rules.fine[made]


@compiled
def drawn(rules: CompactRules, t: CompactTable, face: int) -> None:
    """Puts the card drawn in the hand of the player on turn."""
    table.give(rules, t, t.turn, face)
    t.phase, t.live, t.taken = table.PLAY, 1, table.NOBODY
    t.locked = t.tossed = t.given_up = t.waiting_count = 0


@compiled
def draw(rules: CompactRules, t: CompactTable) -> None:
    """Settles the calls that wait and draws; with nothing to draw the round is blocked (ALL-11)."""
    mark = t.logged
    table.note(t, table.A_DRAW, t.turn, 0, 0, 0)
    if t.waiting_count:
        settle(rules, t)
    elif t.pile_size:
        t.spurned[t.turn, t.pile[t.pile_size - 1]] = t.turns + 1
    face = supply(rules, t)
    table.move_line_down(t, mark)
    if face == table.NOBODY:
        is_open = t.out == table.NOBODY
        table.end_round(rules, t, t.out, table.ROUND_BLOCKED if is_open else t.ending)
    else:
        drawn(rules, t, face)


@compiled
def take(rules: CompactRules, t: CompactTable) -> None:
    """Takes the top discard as the draw; the calls that wait lapse."""
    table.note(t, table.A_TAKE, t.turn, 0, 0, 0)
    t.pile_size -= 1
    face = t.pile[t.pile_size]
    t.known[t.turn, face] += 1
    if t.fate:
        _turn_stock(t, False)
    drawn(rules, t, face)
    t.taken = face
    if takes_to_open(rules, t):
        t.must_go_down = 1


@compiled
def may_take(rules: CompactRules, t: CompactTable) -> bool:
    """Whether the player on turn may take the top discard (RG-9, CA-10, PR-6). One who may take it
    only to go down must also be able to go down with it."""
    if t.pile_size == 0 or t.locked or not t.live or t.given_up:
        return False
    if is_barred_from_taking(rules, t) or is_blocked(rules, t):
        return False
    if takes_to_open(rules, t):
        return t.waiting_count == 0 or rules.first_right != 2
    return t.waiting_count == 0 or holds_first_right(rules, t)


@compiled
def pass_top(rules: CompactRules, t: CompactTable) -> None:
    """Settles the calls that wait, or else gives the top discard up (ALL-9)."""
    mark = t.logged
    table.note(t, table.A_PASS, t.turn, 0, 0, 0)
    if t.waiting_count:
        settle(rules, t)
        table.move_line_down(t, mark)
    elif may_take(rules, t):
        t.given_up = 1


@compiled
def may_call(rules: CompactRules, t: CompactTable, seat: int) -> bool:
    """Whether a seat may claim the top discard out of turn (ALL-9, ALL-11)."""
    top = t.pile_size - 1
    if top < 0 or t.locked or not t.live or seat == t.turn or is_blocked(rules, t):
        return False
    if seat == t.tossers[top] and not rules.own_discard:
        return False
    if t.calls_used[seat] >= rules.call_limit:
        return False
    if (t.down[seat] and not rules.call_when_down) or seat == t.out:
        return False
    if rules.calls_till_down and t.down.any():
        return False
    for i in range(t.waiting_count):
        if t.waiting[i] == seat:
            return False
    made = t.calls_made[seat]
    if rules.price[made] > t.chips[seat]:
        return False
    return t.stock_size + max(0, top - 1) * may_renew(rules, t) >= rules.cost[made]


@compiled
def call(rules: CompactRules, t: CompactTable, seat: int) -> None:
    """Makes a call; it waits, or is granted where the first to call has the card (PR-6)."""
    mark = t.logged
    table.note(t, table.A_CALL, seat, 0, 0, 0)
    t.waiting[t.waiting_count] = seat
    t.waiting_count += 1
    may_open = takes_to_open(rules, t) and not t.given_up
    if rules.call_order == 2 and not may_open and not holds_first_right(rules, t):
        settle(rules, t)
        table.move_line_down(t, mark)


@compiled
def may_discard_last(rules: CompactRules, t: CompactTable, seat: int) -> bool:
    """Whether the last card of a hand may be discarded (GD-19, CA-15)."""
    return rules.last_discard == 1 and not has_no_discard(rules, t, seat)


@compiled
def swap(rules: CompactRules, t: CompactTable, face: int, index: int) -> None:
    """Gives a natural for the wild card of a meld (RG-13, CA-12, PR-8)."""
    seat, meld = t.turn, t.melds[index]
    place = joker_place(rules, meld, face)
    table.note(t, table.A_SWAP, seat, face, index, 0)
    table.lose(rules, t, seat, face)
    table.give(rules, t, seat, table.wild_at(meld, place if meld[table.IS_RUN] else 0))
    meld[table.JOKERS] -= 1
    if meld[table.IS_RUN]:
        meld[table.SPOTS] &= ~(1 << place)
        table.put_wild(meld, place, face if table.has_no_suit(meld) else table.NOBODY)
    else:
        meld[table.NATURALS + face // 13] += 1
        for i in range(meld[table.JOKERS]):
            table.put_wild(meld, i, table.wild_at(meld, i + 1))
        table.put_wild(meld, meld[table.JOKERS], table.NOBODY)
    if rules.exchange_duty and not t.down[seat]:
        t.must_go_down = 1


@compiled
def lay_off(rules: CompactRules, t: CompactTable, face: int, index: int, end: int) -> None:
    """Lays a card off; a hand that is empty by it goes out (ALL-6, ALL-8)."""
    seat = t.turn
    table.note(t, table.A_LAY, seat, face, index, end)
    before = t.melds[index, table.JOKERS]
    grow(rules, t.melds[index], face, end)
    table.lose(rules, t, seat, face)
    if t.melds[index, table.JOKERS] > before:
        t.joker_left = 1
    if t.sizes[seat] == 0:
        table.go_out(rules, t, seat, 0)


@compiled
def take_wilds(rules: CompactRules, t: CompactTable, seat: int, row: Numbers) -> None:
    """Takes the wild cards of a meld from the hand where none are named, jokers first. One that is
    laid at its own place counts as a natural."""
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
    """The narrowest kind of run of this game that may hold cards of these suits."""
    for suit in range(6):
        if not suits & ~table.suits_of(suit) and (suit < 4 or rules.has_suitless[0]):
            return suit
    return -1


@compiled
def _read_suit(rules: CompactRules, row: Numbers, most: bool) -> None:
    """Reads again what suits a run is of: the narrowest kind in which all its naturals, or with
    `most` as many cards as can be, are laid as themselves."""
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
    """The first of the options that a seat may lay now, and how many there are."""
    if t.down[seat] and rules.meld_when_down:
        return rules.further, 2
    if t.chosen:
        return rules.kind[t.chosen], rules.kinds[t.chosen]
    return rules.first_option[seat], rules.option_count[seat]


@compiled
def _read_suits(rules: CompactRules, t: CompactTable, first: int) -> None:
    """Reads again what suits the runs are of, from one meld on, until the melds fulfil a contract,
    as the engine does."""
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
    """Lays a meld of the contract out of the hand of the player on turn."""
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
    """The contract of most cards that the melds from one on fulfil, among those that a seat may
    choose from."""
    best = 0
    for number in range(len(rules.kind)):
        for option in range(rules.kind[number], rules.kind[number] + rules.kinds[number]):
            is_larger = not best or rules.kind_size[number] > rules.kind_size[best]
            if is_larger and _fulfils(rules, t, option, first):
                best = number
    return best


@compiled
def _fulfils(rules: CompactRules, t: CompactTable, option: int, first: int) -> bool:
    """Whether the melds from one on, which fulfil some contract, fulfil this option."""
    runs = wild = worth = 0
    for index in range(first, t.meld_count):
        meld = t.melds[index]
        runs += meld[table.IS_RUN]
        wild += meld[table.JOKERS]
        worth += worth_of(rules, meld)
        end = rules.lane_end[option]
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
    return _are_large(rules, t, first, 1, rules.run_sizes[option]) and _are_large(
        rules, t, first, 0, rules.set_sizes[option]
    )


@compiled
def worth_of(rules: CompactRules, meld: Numbers) -> int:
    """The points of a meld towards going down; a wild card counts as what it is laid for."""
    low, total = meld[table.LOW], 0
    if not meld[table.IS_RUN]:
        return int(rules.worths[low if low > 1 else 14] * meld[table.SIZE])
    for place in range(low, low + meld[table.SIZE]):
        total += rules.worths[place if place < 15 else place - 13]
    return total


@compiled
def _are_large(
    rules: CompactRules, t: CompactTable, first: int, is_run: int, sizes: Numbers
) -> bool:
    """Whether enough melds of a kind have the sizes that are asked for."""
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
def bars_neighbours(suits: int, one: int, other: int) -> bool:
    """Whether runs of two suits may not be next to each other in a contract."""
    if suits == 1:
        return one == other
    if suits == 2:
        return one != other
    return suits == 3 and (one in (0, 3)) != (other in (0, 3))


@compiled
def go_down(rules: CompactRules, t: CompactTable, melds: Numbers, count: int) -> None:
    """Lays the contract, or once down a further meld; a hand that is empty by it goes out."""
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


@compiled
def is_dead(rules: CompactRules, t: CompactTable) -> bool:
    """Whether no card that is off the table fits a meld or frees a joker, once all are down."""
    counts = t.hands.sum(0)
    for i in range(t.stock_size):
        counts[t.stock[i]] += 1
    for i in range(t.pile_size):
        counts[t.pile[i]] += 1
    if rules.meld_when_down and _may_meld_yet(rules, t, counts):
        return False
    if rules.lay_off_on == 2 and not _shanghai_moves_cards(rules):
        return True
    for face in range(53):
        if not counts[face]:
            continue
        for index in range(t.meld_count):
            if fits(rules, t.melds[index], face) or frees(rules, t, index, face):
                return False
    return True


@compiled
def _has_room_to_meld(rules: CompactRules, t: CompactTable) -> bool:
    """Whether a hand can come to hold as many cards as a further meld takes."""
    most, calls = 0, 0
    for seat in range(rules.players):
        most = max(most, t.sizes[seat] + 1)
        if rules.call_when_down and not rules.calls_till_down:
            calls += max(0, rules.call_limit - t.calls_used[seat])
    size = min(rules.set_sizes[rules.further, 0], rules.run_sizes[rules.further + 1, 0])
    most += calls * (1 + rules.most_cost)
    return most >= size + rules.must_discard or _shanghai_moves_cards(rules)


@compiled
def _may_meld_yet(rules: CompactRules, t: CompactTable, counts: Numbers) -> bool:
    """Whether a hand can come to hold a further meld of the cards off the table."""
    if not _has_room_to_meld(rules, t):
        return False
    wild = (counts * rules.wild).sum()
    return _has_set(rules, counts, wild) or _has_run(rules, counts, wild)


@compiled
def _has_set(rules: CompactRules, counts: Numbers, wild: int) -> bool:
    size = rules.set_sizes[rules.further, 0]
    for rank in range(13):
        own = own_wild = 0
        for face in range(rank, 52, 13):
            if rules.natural[face]:
                some = counts[face] if rules.repeated_suits else min(1, counts[face])
                own += some
                own_wild += some if rules.wild[face] else 0
        lacks = size - min(own, size)
        if own and lacks <= min(wild - own_wild, rules.set_cap[size]):
            return True
    return False


@compiled
def _has_run(rules: CompactRules, counts: Numbers, wild: int) -> bool:
    size = rules.run_sizes[rules.further + 1, 0]
    last = 13 if rules.is_ring else rules.last
    for suit in range(4):
        for low in range(max(1, rules.first), last - size + 2):
            own, own_wild, is_apart, lacked = 0, 0, True, False
            for place in range(low, low + size):
                face = suit * 13 + (place - 1) % 13
                is_own = counts[face] > 0 and rules.natural[face] == 1
                own += is_own
                own_wild += is_own and rules.wild[face] == 1
                is_apart = is_apart and (is_own or not lacked)
                lacked = not is_own
            lacks = size - own
            is_filled = own > 0 and lacks <= min(wild - own_wild, rules.run_cap[size])
            if is_filled and (rules.adjacent_wild or is_apart):
                return True
    return False


@compiled
def _shanghai_moves_cards(rules: CompactRules) -> bool:
    return rules.shanghai == 1 and (
        rules.shanghai_gives == 1 or rules.shanghai_cards > 0 or rules.shanghai_card == 1
    )


@compiled
def frees(rules: CompactRules, t: CompactTable, index: int, face: int) -> bool:
    """Whether a card wins a wild card of a meld. Where that must be laid at once, it must fit on
    another meld."""
    meld, barred = t.melds[index], rules.exchange_in == 1
    place = joker_place(rules, meld, face)
    if rules.exchange == 0 or not place or (barred and not meld[table.IS_RUN]):
        return False
    if rules.exchange_duty != 2 or (rules.meld_when_down and _has_room_to_meld(rules, t)):
        return True
    won = table.wild_at(meld, place if meld[table.IS_RUN] else 0)
    meld[table.JOKERS] -= 1
    meld[table.SPOTS] ^= meld[table.IS_RUN] << place
    can_go_down = can_lay(rules, t, table.NOBODY, won)
    meld[table.JOKERS] += 1
    meld[table.SPOTS] ^= meld[table.IS_RUN] << place
    return can_go_down


@compiled
def _cards_to_call(rules: CompactRules, t: CompactTable, seat: int) -> int:
    """The cards that a seat gets if it makes all the calls that it has left."""
    count, chips = 0, t.chips[seat]
    for i in range(max(0, rules.call_limit - t.calls_used[seat])):
        chips -= rules.price[t.calls_made[seat] + i]
        if chips < 0:
            break
        count += 1 + rules.cost[t.calls_made[seat] + i]
    return int(count)


@compiled
def is_stalemate(rules: CompactRules, t: CompactTable) -> bool:
    """Whether nobody can end the round any more (ALL-11)."""
    down, is_free = t.down.sum(), rules.players > 2 or rules.own_discard
    if down == rules.players:
        return is_dead(rules, t)
    if down or (is_free and not rules.is_bound):
        return False
    if not is_free and t.live and t.pile_size and t.tossers[t.pile_size - 1] == table.NOBODY:
        return False
    for seat in range(rules.players):
        most = t.sizes[seat] + 1 + (_cards_to_call(rules, t, seat) if is_free else 0)
        if most >= rules.least[seat] + keeps_one(rules, t, seat):
            return False
    return True


@compiled
def next_turn(rules: CompactRules, t: CompactTable, live: int, locked: int) -> None:
    """Passes the turn on, or ends a round that nobody can end any more (ALL-11)."""
    table.end_turn_of(rules, t, live, locked)
    if t.phase == table.DRAW and t.out == table.NOBODY and is_stalemate(rules, t):
        table.end_round(rules, t, table.NOBODY, table.ROUND_STALE)


@compiled
def discard(rules: CompactRules, t: CompactTable, face: int, declared: int) -> None:
    """Ends the turn with a discard (ALL-7)."""
    seat = t.turn
    table.note(t, table.A_DISCARD, seat, face, declared, 0)
    table.lose(rules, t, seat, face)
    t.pile[t.pile_size], t.tossers[t.pile_size] = face, seat
    t.pile_size += 1
    t.spurned[seat, face] = t.turns + 1
    if not rules.natural[face]:
        t.joker_left = 1
    if t.sizes[seat] == 0:
        table.go_out(rules, t, seat, 1)
    else:
        next_turn(rules, t, 1, declared)


@compiled
def end_turn(rules: CompactRules, t: CompactTable) -> None:
    """Ends the turn with the last card in hand. Nobody may take the discard on top (CA-15)."""
    table.note(t, table.A_END, t.turn, 0, 0, 0)
    next_turn(rules, t, 0, 0)


@compiled
def call_shanghai(
    rules: CompactRules, t: CompactTable, seat: int, index: int, end: int, picked: int
) -> None:
    """Plays the discard on a meld, or gives it back, and settles what its tosser pays (GD-18)."""
    table.note(t, table.A_SHANGHAI, seat, picked, index, end)
    t.pile_size -= 1
    face, tosser = t.pile[t.pile_size], t.tossers[t.pile_size]
    if rules.shanghai_card == 1:
        table.give(rules, t, tosser, face)
    else:
        grow(rules, t.melds[index], face, end)
    if rules.shanghai_gives:
        table.lose(rules, t, seat, picked)
        table.give(rules, t, tosser, picked)
    t.live = rules.beneath == 0
    t.tossed = t.given_up = t.waiting_count = 0
    give_from_stock(rules, t, tosser, rules.shanghai_cards)
    t.fined[tosser] += rules.shanghai_points
    if t.sizes[seat] == 0:
        table.end_round(rules, t, seat, table.ROUND_SHANGHAI)
