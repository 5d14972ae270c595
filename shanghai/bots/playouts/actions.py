"""What each action does to the compact table, from the draw and the calls to the discard."""

from typing import Final

from shanghai.bots.playouts import table
from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.law import Law, Numbers
from shanghai.bots.playouts.table import Table, spot

_SUITS: Final = 4


@compiled
def _is_of(meld: Numbers, face: int) -> bool:
    """Whether a card is of the suit of a run, or of one of them."""
    suit = meld[table.SUIT]
    return face // 13 == suit if 0 <= suit <= 3 else table.suits_of(suit) >> face // 13 & 1 == 1


@compiled
def joker_place(law: Law, meld: Numbers, face: int) -> int:
    """The place of a wild card that a natural may replace, 1 in a set; 0: there is none."""
    if meld[table.JOKERS] == 0 or not law.natural[face]:
        return 0
    if not meld[table.IS_RUN]:
        return int(face % 13 + 1 == meld[table.LOW] and _lacks_suit(law, meld, face))
    place = face % 13 + 1
    return place if _is_of(meld, face) and meld[table.SPOTS] >> place & 1 else 0


@compiled
def _lacks_suit(law: Law, meld: Numbers, face: int) -> bool:
    """Whether a set takes a card of its rank by its suit."""
    return law.repeated_suits == 1 or meld[table.NATURALS + face // 13] == 0


@compiled
def fits(law: Law, meld: Numbers, face: int) -> int:
    """The places of a meld for a card: 1 the low end, 2 the high end, 3 both, 4 a set, 0 none."""
    low, high, found = meld[table.LOW] - 1, meld[table.LOW] + meld[table.SIZE], 0
    if not meld[table.IS_RUN]:
        if not law.repeated_suits and meld[table.SIZE] >= _SUITS:
            return 0
        return 4 * _has_room(law, meld, face, meld[table.LOW], 0)
    if meld[table.SIZE] >= 13 or not (law.wild[face] or _is_of(meld, face)):
        return 0
    if low >= law.first and _has_room(law, meld, face, low, low + 1):
        found = 1
    if high <= law.last and _has_room(law, meld, face, high, high - 1):
        found |= 2
    return found


@compiled
def is_own_place(law: Law, meld: Numbers, face: int, place: int) -> bool:
    """Whether a card is laid at a place of a meld as itself; in a set its rank is the place."""
    if not law.natural[face] or face % 13 + 1 != spot(place):
        return False
    if not meld[table.IS_RUN]:
        return _lacks_suit(law, meld, face)
    return _is_of(meld, face)


@compiled
def _has_room(law: Law, meld: Numbers, face: int, place: int, beside: int) -> int:
    """1 if a card fits at a place of a meld, by its face and by the wild cards of the meld."""
    cap = (law.run_cap if meld[table.IS_RUN] else law.set_cap)[meld[table.SIZE] + 1]
    if is_own_place(law, meld, face, place):
        return int(meld[table.JOKERS] <= cap)
    if not law.wild[face] or meld[table.JOKERS] >= cap:
        return 0
    return int(
        law.adjacent_wild or not meld[table.IS_RUN] or not meld[table.SPOTS] >> spot(beside) & 1
    )


@compiled
def may_lay(law: Law, t: Table, seat: int) -> bool:
    """Whether the player on turn is down and may lay cards in this turn (RG-12)."""
    if not t.down[seat] or (t.went_down and not law.lay_off_at_once):
        return False
    return turn_of(law, t) >= law.lay_off_from


@compiled
def turn_of(law: Law, t: Table) -> int:
    """Which turn of the player on turn this is in the round, counted from 1."""
    return t.over // law.players + 1


@compiled
def place_on(law: Law, meld: Numbers, seat: int, face: int) -> int:
    """The places of a meld for a card, as `fits` has it, if the seat may lay off there at all."""
    if (
        law.lay_off_on
        and seat != table.NOBODY
        and (law.lay_off_on == 2 or meld[table.OWNER] != seat)
    ):
        return 0
    return fits(law, meld, face)


@compiled
def can_lay(law: Law, t: Table, seat: int, face: int) -> bool:
    """Whether some meld on which a seat may lay off, or for NOBODY any, takes the card (GD-17)."""
    for index in range(t.meld_count):
        if place_on(law, t.melds[index], seat, face):
            return True
    return False


@compiled
def has_no_discard(law: Law, t: Table, seat: int) -> bool:
    """Whether the whole hand goes down, and no card of it is discarded (GD-19)."""
    return is_all_in(law, t, seat) and not law.all_in_discard


@compiled
def is_all_in(law: Law, t: Table, seat: int) -> bool:
    """Whether a seat goes down with the whole hand only."""
    return law.all_in[seat] == 1 and t.out == table.NOBODY


@compiled
def keeps_one(law: Law, t: Table, seat: int) -> bool:
    """Whether a card must be left for the discard by which one goes out (HR-3)."""
    return law.must_discard == 1 and not has_no_discard(law, t, seat)


@compiled
def bars(law: Law, t: Table, face: int) -> bool:
    """Whether a card is of those that the player on turn may not discard where others may be."""
    if law.bans_wild and law.wild[face]:
        return True
    if law.bans_taken and face == t.taken and t.hands[t.turn, face] == 1:
        return True
    return law.bans_playable == 1 and can_lay(law, t, table.NOBODY, face)


@compiled
def bars_some(law: Law, t: Table) -> bool:
    """Whether some cards of the player on turn may not be discarded, but not all."""
    if not (law.bans_wild or law.bans_taken or law.bans_playable):
        return False
    for face in range(53):
        if t.hands[t.turn, face] and not bars(law, t, face):
            return True
    return False


@compiled
def grow(law: Law, meld: Numbers, face: int, end: int) -> None:
    """Lays a card on a meld: 1 the low end, 2 the high end, 4 a set."""
    if end == 1:
        meld[table.LOW] = spot(meld[table.LOW] - 1)
    meld[table.SIZE] += 1
    place = spot(meld[table.LOW] if end != 2 else meld[table.LOW] + meld[table.SIZE] - 1)
    if is_own_place(law, meld, face, place):
        if end == 4:
            meld[table.NATURALS + face // 13] += 1
        elif table.is_wide(meld):
            table.put_wild(meld, place, face)
        return
    table.put_wild(meld, meld[table.JOKERS] if end == 4 else place, face)
    meld[table.JOKERS] += 1
    if end != 4:
        meld[table.SPOTS] |= 1 << place


@compiled
def may_renew(law: Law, t: Table) -> bool:
    """Whether the discards may become the stock in this round still (ALL-10)."""
    return law.renewals == 0 or (law.renewals == 1 and t.renewals == 0)


@compiled
def renew(law: Law, t: Table) -> bool:
    """Makes the discards below the top one the stock; False if there are none (ALL-10, GD-11)."""
    count = t.pile_size - 1
    if count < 1 or not may_renew(law, t):
        return False
    t.renewals += 1
    is_given = t.renewal_size == count
    t.stock[:count] = (t.renewal if is_given else t.pile)[:count][::-1]
    if law.recycle == 0 and not is_given:
        table.shuffle(t, t.stock, count)
    t.pile[0], t.tossers[0] = t.pile[count], t.tossers[count]
    t.pile_size, t.stock_size = 1, count
    for i in range(count - 1, -1, -1):
        table.note(t, table.A_RENEWAL, 0, t.stock[i], 0, 0)
    return True


@compiled
def supply(law: Law, t: Table) -> int:
    """The next card of the stock, renewed when none is left, or NOBODY."""
    if t.stock_size == 0 and not renew(law, t):
        return table.NOBODY
    t.stock_size -= 1
    return t.stock[t.stock_size]


@compiled
def give_from_stock(law: Law, t: Table, seat: int, count: int) -> None:
    """Gives a seat `count` cards of the stock, or as many as there are."""
    for _ in range(count):
        face = supply(law, t)
        if face == table.NOBODY:
            break
        table.give(law, t, seat, face)


@compiled
def holds_first_right(law: Law, t: Table) -> bool:
    """Whether the player on turn comes before the callers (RG-9, CA-10)."""
    if t.given_up or law.first_right == 2:
        return False
    return law.first_right == 0 or t.down[t.turn] == 0


@compiled
def first_caller(law: Law, t: Table) -> int:
    """The seat whose waiting call comes first."""
    if law.call_order == 2:
        return t.waiting[0]
    start = t.dealer if law.call_order == 1 else t.turn
    for step in range(1, law.players + 1):
        seat = (start + law.step * step) % law.players
        for i in range(t.waiting_count):
            if t.waiting[i] == seat:
                return seat
    return table.NOBODY


@compiled
def settle(law: Law, t: Table) -> None:
    """Grants the waiting call that comes first; the others lapse (ALL-9)."""
    caller = first_caller(law, t)
    t.pile_size -= 1
    face = t.pile[t.pile_size]
    t.waiting_count = t.tossed = t.given_up = 0
    t.live = law.beneath == 0
    table.give(law, t, caller, face)
    t.known[caller, face] += 1
    made = t.calls_made[caller]
    give_from_stock(law, t, caller, law.cost[made])
    t.calls_used[caller] += 1
    t.calls_made[caller] += 1
    t.chips[caller] -= law.price[made]
    t.fined[caller] += law.fine[made]


@compiled
def drawn(law: Law, t: Table, face: int) -> None:
    """Puts the card drawn in the hand of the player on turn."""
    table.give(law, t, t.turn, face)
    t.phase, t.live, t.taken = table.PLAY, 1, table.NOBODY
    t.locked = t.tossed = t.given_up = t.waiting_count = 0


@compiled
def draw(law: Law, t: Table) -> None:
    """Settles the calls that wait and draws; with nothing to draw the round is blocked (ALL-11)."""
    mark = t.logged
    table.note(t, table.A_DRAW, t.turn, 0, 0, 0)
    if t.waiting_count:
        settle(law, t)
    elif t.pile_size:
        t.spurned[t.turn, t.pile[t.pile_size - 1]] = t.turns + 1
    face = supply(law, t)
    table.move_line_down(t, mark)
    if face == table.NOBODY:
        is_open = t.out == table.NOBODY
        table.end_round(law, t, t.out, table.ROUND_BLOCKED if is_open else t.ending)
    else:
        drawn(law, t, face)


@compiled
def take(law: Law, t: Table) -> None:
    """Takes the top discard as the draw; the calls that wait lapse."""
    table.note(t, table.A_TAKE, t.turn, 0, 0, 0)
    t.pile_size -= 1
    face = t.pile[t.pile_size]
    t.known[t.turn, face] += 1
    drawn(law, t, face)
    t.taken = face


@compiled
def may_take(law: Law, t: Table) -> bool:
    """Whether the player on turn may take the top discard (RG-9, CA-10, PR-6)."""
    if t.pile_size == 0 or t.locked or not t.live or t.given_up:
        return False
    return t.waiting_count == 0 or holds_first_right(law, t)


@compiled
def pass_top(law: Law, t: Table) -> None:
    """Settles the calls that wait, or else gives the top discard up (ALL-9)."""
    mark = t.logged
    table.note(t, table.A_PASS, t.turn, 0, 0, 0)
    if t.waiting_count:
        settle(law, t)
        table.move_line_down(t, mark)
    elif may_take(law, t):
        t.given_up = 1


@compiled
def may_call(law: Law, t: Table, seat: int) -> bool:
    """Whether a seat may claim the top discard out of turn (ALL-9, ALL-11)."""
    top = t.pile_size - 1
    if top < 0 or t.locked or not t.live or seat == t.turn:
        return False
    if seat == t.tossers[top] and not law.own_discard:
        return False
    if t.calls_used[seat] >= law.call_limit:
        return False
    if (t.down[seat] and not law.call_when_down) or seat == t.out:
        return False
    if law.calls_till_down and t.down.any():
        return False
    for i in range(t.waiting_count):
        if t.waiting[i] == seat:
            return False
    made = t.calls_made[seat]
    if law.price[made] > t.chips[seat]:
        return False
    return t.stock_size + max(0, top - 1) * may_renew(law, t) >= law.cost[made]


@compiled
def call(law: Law, t: Table, seat: int) -> None:
    """Makes a call; it waits, or is granted where the first to call has the card (PR-6)."""
    mark = t.logged
    table.note(t, table.A_CALL, seat, 0, 0, 0)
    t.waiting[t.waiting_count] = seat
    t.waiting_count += 1
    if law.call_order == 2 and not holds_first_right(law, t):
        settle(law, t)
        table.move_line_down(t, mark)


@compiled
def may_discard_last(law: Law, t: Table, seat: int) -> bool:
    """Whether the last card of a hand may be discarded (GD-19, CA-15)."""
    return law.last_discard == 1 and not has_no_discard(law, t, seat)


@compiled
def swap(law: Law, t: Table, face: int, index: int) -> None:
    """Gives a natural for the wild card of a meld (RG-13, CA-12, PR-8)."""
    seat, meld = t.turn, t.melds[index]
    place = joker_place(law, meld, face)
    table.note(t, table.A_SWAP, seat, face, index, 0)
    table.lose(law, t, seat, face)
    table.give(law, t, seat, table.wild_at(meld, place if meld[table.IS_RUN] else 0))
    meld[table.JOKERS] -= 1
    if meld[table.IS_RUN]:
        meld[table.SPOTS] &= ~(1 << place)
        table.put_wild(meld, place, face if table.is_wide(meld) else table.NOBODY)
    else:
        meld[table.NATURALS + face // 13] += 1
        for i in range(meld[table.JOKERS]):
            table.put_wild(meld, i, table.wild_at(meld, i + 1))
        table.put_wild(meld, meld[table.JOKERS], table.NOBODY)
    if law.exchange_duty and not t.down[seat]:
        t.must_go_down = 1


@compiled
def lay_off(law: Law, t: Table, face: int, index: int, end: int) -> None:
    """Lays a card off; a hand that is empty by it goes out (ALL-6, ALL-8)."""
    seat = t.turn
    table.note(t, table.A_LAY, seat, face, index, end)
    before = t.melds[index, table.JOKERS]
    grow(law, t.melds[index], face, end)
    table.lose(law, t, seat, face)
    if t.melds[index, table.JOKERS] > before:
        t.joker_left = 1
    if t.sizes[seat] == 0:
        table.go_out(law, t, seat, 0)


@compiled
def take_wilds(law: Law, t: Table, seat: int, row: Numbers) -> None:
    """Takes a meld's wild cards from the hand, if none are named, jokers first; at its own place
    one is a natural."""
    kind, count, low, slot = 52, row[table.JOKERS], row[table.LOW], 0
    for step in range(row[table.SIZE] if row[table.IS_RUN] else count):
        place = spot(low + step) if row[table.IS_RUN] else low
        is_natural = row[table.IS_RUN] and not row[table.SPOTS] >> place & 1
        if is_natural or table.wild_at(row, place if row[table.IS_RUN] else step) != table.NOBODY:
            continue
        while not t.hands[seat, law.order[kind]]:
            kind -= 1
        face = law.order[kind]
        table.lose(law, t, seat, face)
        if table.is_wide(row) or not is_own_place(law, row, face, place):
            table.put_wild(row, place if row[table.IS_RUN] else slot, face)
            slot += 1
            continue
        row[table.JOKERS] -= 1
        if row[table.IS_RUN]:
            row[table.SPOTS] &= ~(1 << place)
        else:
            row[table.NATURALS + face // 13] += 1


@compiled
def _narrowest(law: Law, suits: int) -> int:
    """The first suit of a run of this game in which cards of these suits may lie."""
    for suit in range(6):
        if not suits & ~table.suits_of(suit) and (suit < 4 or law.has_wide[0]):
            return suit
    return -1


@compiled
def _read_suit(law: Law, row: Numbers, most: bool) -> None:
    """Reads the suit of a run anew: the narrowest in which all that are not wild stand for
    themselves, or `most` of its cards."""
    low, size, own, fixed = row[table.LOW], row[table.SIZE], 0, 0
    for place in range(low, low + size):
        face = table.face_at(row, spot(place))
        table.put_wild(row, spot(place), face)
        if face % 13 + 1 == spot(place) and law.natural[face]:
            own |= 1 << face // 13
            fixed |= (1 - law.wild[face]) << face // 13
    if not law.has_wide[1]:
        own &= 9 if fixed & 9 else 6
    row[table.SUIT] = _narrowest(law, own if most else fixed)
    row[table.JOKERS] = row[table.SPOTS] = 0
    for place in range(low, low + size):
        if not is_own_place(law, row, table.wild_at(row, spot(place)), place):
            row[table.JOKERS] += 1
            row[table.SPOTS] |= 1 << spot(place)
        elif not table.is_wide(row):
            table.put_wild(row, spot(place), table.NOBODY)


@compiled
def ways_of(law: Law, t: Table, seat: int) -> tuple[int, int]:
    """The first of the ways to lay what a seat may lay now, and how many there are."""
    if t.down[seat] and law.meld_when_down:
        return law.further, 2
    if t.chosen:
        return law.kind[t.chosen], law.kinds[t.chosen]
    return law.way[seat], law.ways[seat]


@compiled
def _read_suits(law: Law, t: Table, first: int) -> None:
    """Reads the suits of the runs from one on as the engine does, by a contract they fulfil."""
    way, count = ways_of(law, t, t.turn)
    for most in (True, False):
        for index in range(first, t.meld_count):
            if t.melds[index, table.IS_RUN]:
                _read_suit(law, t.melds[index], most)
        for each in range(way, way + count):
            if _fulfils(law, t, each, first):
                return


@compiled
def lay_meld(law: Law, t: Table, meld: Numbers) -> None:
    """Lays a meld of the contract out of the hand of the player on turn."""
    seat, row = t.turn, t.melds[t.meld_count]
    row[:] = meld
    row[table.OWNER] = seat
    t.meld_count += 1
    if row[table.IS_RUN]:
        for step in range(row[table.SIZE]):
            face = table.face_at(row, spot(row[table.LOW] + step))
            if face != table.NOBODY:
                table.lose(law, t, seat, face)
    else:
        for suit in range(4):
            for _ in range(row[table.NATURALS + suit]):
                table.lose(law, t, seat, suit * 13 + row[table.LOW] - 1)
        for i in range(row[table.JOKERS]):
            if table.wild_at(row, i) != table.NOBODY:
                table.lose(law, t, seat, table.wild_at(row, i))
    take_wilds(law, t, seat, row)
    table.note(t, table.A_MELD, 0, 0, 0, 0)
    if t.is_logging:
        t.log[t.logged - 1, 1:] = row


@compiled
def _contract_met(law: Law, t: Table, first: int) -> int:
    """The contract, of those a seat may choose from, of most cards that the melds from one on
    fulfil."""
    best = 0
    for number in range(len(law.kind)):
        for way in range(law.kind[number], law.kind[number] + law.kinds[number]):
            is_larger = not best or law.kind_size[number] > law.kind_size[best]
            if is_larger and _fulfils(law, t, way, first):
                best = number
    return best


@compiled
def _fulfils(law: Law, t: Table, way: int, first: int) -> bool:
    """Whether the melds from one on, which fulfil some contract, do so by this way."""
    runs = wild = worth = 0
    for index in range(first, t.meld_count):
        meld = t.melds[index]
        runs += meld[table.IS_RUN]
        wild += meld[table.JOKERS]
        worth += worth_of(law, meld)
        end = law.lane_end[way]
        if meld[table.IS_RUN] and end and not 0 <= meld[table.SUIT] < end:
            return False
        if meld[table.IS_RUN] and law.royal[way] and (meld[table.LOW], meld[table.SIZE]) != (1, 13):
            return False
        for other in range(first, index):
            if t.melds[other, table.IS_RUN] != meld[table.IS_RUN]:
                continue
            if not meld[table.IS_RUN]:
                if law.ranks_apart[way] and t.melds[other, table.LOW] == meld[table.LOW]:
                    return False
            elif bars_beside(law.suits[way], t.melds[other, table.SUIT], meld[table.SUIT]):
                return False
    over, sets = runs - law.runs[way], t.meld_count - first - runs - law.sets[way]
    if min(over, sets) < 0 or (max(over, sets) > 0 and not law.worth[way]):
        return False
    if wild > law.wild_cap[way] or worth < law.worth[way]:
        return False
    return _are_large(law, t, first, 1, law.run_sizes[way]) and _are_large(
        law, t, first, 0, law.set_sizes[way]
    )


@compiled
def worth_of(law: Law, meld: Numbers) -> int:
    """The points of a meld towards going down; a wild card counts as what it stands for."""
    low, total = meld[table.LOW], 0
    if not meld[table.IS_RUN]:
        return int(law.worths[low if low > 1 else 14] * meld[table.SIZE])
    for place in range(low, low + meld[table.SIZE]):
        total += law.worths[place if place < 15 else place - 13]
    return total


@compiled
def _are_large(law: Law, t: Table, first: int, is_run: int, sizes: Numbers) -> bool:
    """Whether as many melds of a kind as are asked for have the sizes asked for."""
    for i in range(len(sizes)):
        if not sizes[i]:
            break
        asked = found = 0
        for other in range(len(sizes)):
            asked += sizes[other] >= sizes[i]
        for index in range(first, t.meld_count):
            is_alike = t.melds[index, table.IS_RUN] == is_run
            found += is_alike and t.melds[index, table.SIZE] >= sizes[i]
            if is_alike and law.exact_sizes and t.melds[index, table.SIZE] > sizes[0]:
                return False
        if found < asked or (law.exact_sizes and found > asked):
            return False
    return True


@compiled
def bars_beside(suits: int, one: int, other: int) -> bool:
    """Whether runs of two suits may not lie beside each other in a contract."""
    if suits == 1:
        return one == other
    if suits == 2:
        return one != other
    return suits == 3 and (one in (0, 3)) != (other in (0, 3))


@compiled
def go_down(law: Law, t: Table, melds: Numbers, count: int) -> None:
    """Lays the contract, or once down a further meld; a hand that is empty by it goes out."""
    seat = t.turn
    table.note(t, table.A_DOWN, seat, 0, count, 0)
    for i in range(count):
        lay_meld(law, t, melds[i])
    if law.has_wide.any():
        _read_suits(law, t, t.meld_count - count)
    for index in range(t.meld_count - count, t.meld_count):
        t.joker_left |= int(t.melds[index, table.JOKERS] > 0)
    if not t.down[seat]:
        t.down[seat] = t.went_down = 1
        t.least[seat] = t.is_counted[seat] = 0
        if law.kinds.any() and not t.chosen:
            t.chosen = _contract_met(law, t, t.meld_count - count)
            t.least[:] = t.is_counted[:] = 0
    t.must_go_down = 0
    if t.sizes[seat] == 0:
        table.go_out(law, t, seat, 0)


@compiled
def is_dead(law: Law, t: Table) -> bool:
    """Whether no card off the table fits a meld or frees a joker, when all are down."""
    counts = t.hands.sum(0)
    for i in range(t.stock_size):
        counts[t.stock[i]] += 1
    for i in range(t.pile_size):
        counts[t.pile[i]] += 1
    if law.meld_when_down and _may_meld_yet(law, t, counts):
        return False
    if law.lay_off_on == 2 and not _shanghai_moves_cards(law):
        return True
    for face in range(53):
        if not counts[face]:
            continue
        for index in range(t.meld_count):
            if fits(law, t.melds[index], face) or frees(law, t, index, face):
                return False
    return True


@compiled
def _has_room_to_meld(law: Law, t: Table) -> bool:
    """Whether a hand can come to hold as many cards as a further meld takes."""
    most, calls = 0, 0
    for seat in range(law.players):
        most = max(most, t.sizes[seat] + 1)
        if law.call_when_down and not law.calls_till_down:
            calls += max(0, law.call_limit - t.calls_used[seat])
    size = min(law.set_sizes[law.further, 0], law.run_sizes[law.further + 1, 0])
    most += calls * (1 + law.most_cost)
    return most >= size + law.must_discard or _shanghai_moves_cards(law)


@compiled
def _may_meld_yet(law: Law, t: Table, counts: Numbers) -> bool:
    """Whether a hand can come to hold a further meld of the cards off the table."""
    if not _has_room_to_meld(law, t):
        return False
    wild = (counts * law.wild).sum()
    return _has_set(law, counts, wild) or _has_run(law, counts, wild)


@compiled
def _has_set(law: Law, counts: Numbers, wild: int) -> bool:
    size = law.set_sizes[law.further, 0]
    for rank in range(13):
        own = own_wild = 0
        for face in range(rank, 52, 13):
            if law.natural[face]:
                some = counts[face] if law.repeated_suits else min(1, counts[face])
                own += some
                own_wild += some if law.wild[face] else 0
        lacks = size - min(own, size)
        if own and lacks <= min(wild - own_wild, law.set_cap[size]):
            return True
    return False


@compiled
def _has_run(law: Law, counts: Numbers, wild: int) -> bool:
    size = law.run_sizes[law.further + 1, 0]
    last = 13 if law.is_ring else law.last
    for suit in range(4):
        for low in range(max(1, law.first), last - size + 2):
            own, own_wild, is_apart, lacked = 0, 0, True, False
            for place in range(low, low + size):
                face = suit * 13 + (place - 1) % 13
                is_own = counts[face] > 0 and law.natural[face] == 1
                own += is_own
                own_wild += is_own and law.wild[face] == 1
                is_apart = is_apart and (is_own or not lacked)
                lacked = not is_own
            lacks = size - own
            is_filled = own > 0 and lacks <= min(wild - own_wild, law.run_cap[size])
            if is_filled and (law.adjacent_wild or is_apart):
                return True
    return False


@compiled
def _shanghai_moves_cards(law: Law) -> bool:
    return law.shanghai == 1 and (
        law.shanghai_gives == 1 or law.shanghai_cards > 0 or law.shanghai_card == 1
    )


@compiled
def frees(law: Law, t: Table, index: int, face: int) -> bool:
    """Whether a card wins a wild card of a meld, which must fit somewhere if it is owed."""
    meld, barred = t.melds[index], law.exchange_in == 1
    place = joker_place(law, meld, face)
    if law.exchange == 0 or not place or (barred and not meld[table.IS_RUN]):
        return False
    if law.exchange_duty != 2 or (law.meld_when_down and _has_room_to_meld(law, t)):
        return True
    won = table.wild_at(meld, place if meld[table.IS_RUN] else 0)
    meld[table.JOKERS] -= 1
    meld[table.SPOTS] ^= meld[table.IS_RUN] << place
    is_found = can_lay(law, t, table.NOBODY, won)
    meld[table.JOKERS] += 1
    meld[table.SPOTS] ^= meld[table.IS_RUN] << place
    return is_found


@compiled
def _cards_to_call(law: Law, t: Table, seat: int) -> int:
    """The cards that a seat gets if it makes all the calls that it has left."""
    count, chips = 0, t.chips[seat]
    for i in range(max(0, law.call_limit - t.calls_used[seat])):
        chips -= law.price[t.calls_made[seat] + i]
        if chips < 0:
            break
        count += 1 + law.cost[t.calls_made[seat] + i]
    return int(count)


@compiled
def stands_still(law: Law, t: Table) -> bool:
    """Whether nobody can end the round any more (ALL-11)."""
    down, is_free = t.down.sum(), law.players > 2 or law.own_discard
    if down == law.players:
        return is_dead(law, t)
    if down or (is_free and not law.is_bound):
        return False
    if not is_free and t.live and t.pile_size and t.tossers[t.pile_size - 1] == table.NOBODY:
        return False
    for seat in range(law.players):
        most = t.sizes[seat] + 1 + (_cards_to_call(law, t, seat) if is_free else 0)
        if most >= law.least[seat] + keeps_one(law, t, seat):
            return False
    return True


@compiled
def next_turn(law: Law, t: Table, live: int, locked: int) -> None:
    """Passes the turn on, or ends a round that nobody can end any more (ALL-11)."""
    table.end_turn_of(law, t, live, locked)
    if t.phase == table.DRAW and t.out == table.NOBODY and stands_still(law, t):
        table.end_round(law, t, table.NOBODY, table.ROUND_STALE)


@compiled
def discard(law: Law, t: Table, face: int, declared: int) -> None:
    """Ends the turn with a discard (ALL-7)."""
    seat = t.turn
    table.note(t, table.A_DISCARD, seat, face, declared, 0)
    table.lose(law, t, seat, face)
    t.pile[t.pile_size], t.tossers[t.pile_size] = face, seat
    t.pile_size += 1
    t.spurned[seat, face] = t.turns + 1
    if not law.natural[face]:
        t.joker_left = 1
    if t.sizes[seat] == 0:
        table.go_out(law, t, seat, 1)
    else:
        next_turn(law, t, 1, declared)


@compiled
def end_turn(law: Law, t: Table) -> None:
    """Ends the turn with the last card kept; the discard on top is dead (CA-15)."""
    table.note(t, table.A_END, t.turn, 0, 0, 0)
    next_turn(law, t, 0, 0)


@compiled
def call_shanghai(law: Law, t: Table, seat: int, index: int, end: int, picked: int) -> None:
    """Plays the tossed card on a meld, or gives it back; what the tosser pays (GD-18)."""
    table.note(t, table.A_SHANGHAI, seat, picked, index, end)
    t.pile_size -= 1
    face, tosser = t.pile[t.pile_size], t.tossers[t.pile_size]
    if law.shanghai_card == 1:
        table.give(law, t, tosser, face)
    else:
        grow(law, t.melds[index], face, end)
    if law.shanghai_gives:
        table.lose(law, t, seat, picked)
        table.give(law, t, tosser, picked)
    t.live = law.beneath == 0
    t.tossed = t.given_up = t.waiting_count = 0
    give_from_stock(law, t, tosser, law.shanghai_cards)
    t.fined[tosser] += law.shanghai_points
    if t.sizes[seat] == 0:
        table.end_round(law, t, seat, table.ROUND_SHANGHAI)
