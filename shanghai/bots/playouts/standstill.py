"""Whether anybody can still end the round at the compact table (ALL-11)."""

from shanghai.bots.playouts import table
from shanghai.bots.playouts.arrays import Numbers
from shanghai.bots.playouts.compact_rules import CompactRules
from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.going_down import keeps_one
from shanghai.bots.playouts.places import can_lay, fits, joker_place
from shanghai.bots.playouts.table import CompactTable


@compiled
def is_dead(rules: CompactRules, t: CompactTable) -> bool:
    """Whether no card in hands or piles fits a meld or wins a joker. All players must be down."""
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
    """Whether some hand can still get as many cards as a further meld needs."""
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
    """Whether some hand can still get a further meld of `counts`, the cards of hands and piles."""
    if not _has_room_to_meld(rules, t):
        return False
    wild = (counts * rules.wild).sum()
    return _has_set(rules, counts, wild) or _has_run(rules, counts, wild)


@compiled
def _has_set(rules: CompactRules, counts: Numbers, wild: int) -> bool:
    """Whether these cards make a set, `wild` of them wild."""
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
    """Whether these cards make a run, `wild` of them wild."""
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
    """Whether a SHANGHAI gives its tosser cards."""
    return rules.shanghai == 1 and (
        rules.shanghai_gives == 1 or rules.shanghai_cards > 0 or rules.shanghai_card == 1
    )


@compiled
def frees(rules: CompactRules, t: CompactTable, index: int, face: int) -> bool:
    """Whether a face wins a wild card of a meld. By some rules that card must be laid at once, and
    then it must fit on a meld."""
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
    """How many cards a seat gets by all calls that it has left and can pay."""
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
