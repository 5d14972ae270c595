"""The actions at the compact table: whether each is allowed, and what it changes."""

from shanghai.bots.playouts import table
from shanghai.bots.playouts.compact_rules import CompactRules
from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.going_down import has_no_discard
from shanghai.bots.playouts.places import can_lay, grow, joker_place
from shanghai.bots.playouts.standstill import is_stalemate
from shanghai.bots.playouts.table import CompactTable


@compiled
def may_lay(rules: CompactRules, t: CompactTable, seat: int) -> bool:
    """Whether the player on turn is down and may lay cards in this turn (RG-12)."""
    if not t.down[seat] or (t.went_down and not rules.lay_off_at_once):
        return False
    return turn_of(rules, t) >= rules.lay_off_from


@compiled
def turn_of(rules: CompactRules, t: CompactTable) -> int:
    """The number of the turn that the player on turn has now in this round, from 1."""
    return t.over // rules.players + 1


@compiled
def bars(rules: CompactRules, t: CompactTable, face: int) -> bool:
    """Whether the rules forbid the player on turn to discard a card while others are allowed."""
    if rules.bans_wild and rules.wild[face]:
        return True
    if rules.bans_taken and face == t.taken and t.hands[t.turn, face] == 1:
        return True
    return rules.bans_playable == 1 and can_lay(rules, t, table.NOBODY, face)


@compiled
def bars_some(rules: CompactRules, t: CompactTable) -> bool:
    """Whether the player on turn may discard some cards but not others."""
    if not (rules.bans_wild or rules.bans_taken or rules.bans_playable):
        return False
    for face in range(53):
        if t.hands[t.turn, face] and not bars(rules, t, face):
            return True
    return False


@compiled
def may_renew(rules: CompactRules, t: CompactTable) -> bool:
    """Whether the discards may become a new stock once more in this round (ALL-10)."""
    return rules.renewals == 0 or (rules.renewals == 1 and t.renewals == 0)


@compiled
def renew(rules: CompactRules, t: CompactTable) -> bool:
    """Makes the discards below the top one the stock, if it may. Whether it did (ALL-10, GD-11)."""
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
    """Takes the next card of the stock, which is renewed if it is empty. NOBODY if none is left."""
    if t.stock_size == 0 and not renew(rules, t):
        return table.NOBODY
    t.stock_size -= 1
    return t.stock[t.stock_size]


@compiled
def give_from_stock(rules: CompactRules, t: CompactTable, seat: int, count: int) -> None:
    """Gives a seat `count` cards of the stock, or fewer if it runs out."""
    for _ in range(count):
        if t.fate:
            _turn_stock(t, True)
        face = supply(rules, t)
        if face == table.NOBODY:
            break
        table.give(rules, t, seat, face)


@compiled
def _turn_stock(t: CompactTable, up: bool) -> None:
    """With `up`, moves the lowest card of the stock to the top, else the top card to the bottom. So
    the next turns draw the same cards, whatever is called or taken before (`t.fate`)."""
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
    """Whether a rule forbids the player on turn, by being down or not, to take discards (HR-9)."""
    return rules.take_discard == (1 if t.down[t.turn] else 2)


@compiled
def takes_to_open(rules: CompactRules, t: CompactTable) -> bool:
    """Whether the player on turn may take the top discard only to go down with it (HR-9)."""
    return rules.take_discard == 3 and t.down[t.turn] == 0


@compiled
def is_blocked(rules: CompactRules, t: CompactTable) -> bool:
    """Whether the top discard is a wild card that nobody may take or call (HR-14)."""
    return rules.joker_tossed == 1 and rules.wild[t.pile[t.pile_size - 1]] == 1


@compiled
def holds_first_right(rules: CompactRules, t: CompactTable) -> bool:
    """Whether the player on turn may take the discard before all callers (RG-9, CA-10, HR-9)."""
    if t.given_up or rules.first_right == 2:
        return False
    if is_barred_from_taking(rules, t) or takes_to_open(rules, t):
        return False
    return rules.first_right == 0 or t.down[t.turn] == 0


@compiled
def first_caller(rules: CompactRules, t: CompactTable) -> int:
    """The seat whose waiting call is granted first, or NOBODY."""
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
    """Grants the first of the waiting calls. The others lapse (ALL-9)."""
    caller = first_caller(rules, t)
    t.pile_size -= 1
    face = t.pile[t.pile_size]
    t.waiting_count = t.tossed = t.given_up = 0
    t.live = rules.beneath == 0
    table.give(rules, t, caller, face)
    t.known[caller, face] += 1
    calls_made = t.calls_made[caller]
    give_from_stock(rules, t, caller, rules.cost[calls_made])
    t.calls_used[caller] += 1
    t.calls_made[caller] += 1
    t.chips[caller] -= rules.price[calls_made]
    t.fined[caller] += rules.fine[calls_made]


@compiled
def drawn(rules: CompactRules, t: CompactTable, face: int) -> None:
    """Puts the card that was drawn or taken into the hand, and goes on to the next phase."""
    table.give(rules, t, t.turn, face)
    t.phase, t.live, t.taken = table.PLAY, 1, table.NOBODY
    t.locked = t.tossed = t.given_up = t.waiting_count = 0


@compiled
def draw(rules: CompactRules, t: CompactTable) -> None:
    """Grants a waiting call, then draws. If no card is left to draw, the round ends (ALL-11)."""
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
    """Takes the top discard instead of drawing. Waiting calls lapse."""
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
    """Whether the player on turn may take the top discard (RG-9, CA-10, PR-6). If only to go down,
    the caller of this function must check that they can go down with it."""
    if t.pile_size == 0 or t.locked or not t.live or t.given_up:
        return False
    if is_barred_from_taking(rules, t) or is_blocked(rules, t):
        return False
    if takes_to_open(rules, t):
        return t.waiting_count == 0 or rules.first_right != 2
    return t.waiting_count == 0 or holds_first_right(rules, t)


@compiled
def pass_top(rules: CompactRules, t: CompactTable) -> None:
    """Grants a waiting call, or else lets the player on turn give up the top discard (ALL-9)."""
    mark = t.logged
    table.note(t, table.A_PASS, t.turn, 0, 0, 0)
    if t.waiting_count:
        settle(rules, t)
        table.move_line_down(t, mark)
    elif may_take(rules, t):
        t.given_up = 1


@compiled
def may_call(rules: CompactRules, t: CompactTable, seat: int) -> bool:
    """Whether a seat may call the top discard out of turn (ALL-9, ALL-11)."""
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
    calls_made = t.calls_made[seat]
    if rules.price[calls_made] > t.chips[seat]:
        return False
    return t.stock_size + max(0, top - 1) * may_renew(rules, t) >= rules.cost[calls_made]


@compiled
def call(rules: CompactRules, t: CompactTable, seat: int) -> None:
    """Makes a call. It waits, or is granted at once where the first caller gets the card (PR-6)."""
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
    """Whether a seat may discard its last card (GD-19, CA-15)."""
    return rules.last_discard == 1 and not has_no_discard(rules, t, seat)


@compiled
def swap(rules: CompactRules, t: CompactTable, face: int, index: int) -> None:
    """Exchanges a natural card of the hand for the wild card of a meld that is laid as it (RG-13,
    CA-12, PR-8)."""
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
    """Lays a card off on a meld. If the hand is empty then, it goes out (ALL-6, ALL-8)."""
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
def next_turn(rules: CompactRules, t: CompactTable, live: int, locked: int) -> None:
    """Passes the turn on. Ends the round if nobody can end it any more (ALL-11)."""
    table.end_turn_of(rules, t, live, locked)
    if t.phase == table.DRAW and t.out == table.NOBODY and is_stalemate(rules, t):
        table.end_round(rules, t, table.NOBODY, table.ROUND_STALE)


@compiled
def discard(rules: CompactRules, t: CompactTable, face: int, declared: int) -> None:
    """Ends the turn with a discard (ALL-7). `declared` is 1 for a declared SHANGHAI."""
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
    """Lays the top discard on a meld or gives it back, by the rules. Its tosser pays, and gets the
    card `picked` if the rules say so (GD-18)."""
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
