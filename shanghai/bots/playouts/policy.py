"""How all players play in a play-out: by the decisions of the hard player, in machine code."""

from typing import Final

from shanghai.bots.playouts import actions, shape, table
from shanghai.bots.playouts.arrays import Numbers
from shanghai.bots.playouts.compact_rules import CompactRules
from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.going_down import go_down, is_all_in, keeps_one
from shanghai.bots.playouts.places import can_lay, grow, joker_place, place_on
from shanghai.bots.playouts.table import CompactTable, below, end_round, face_at, spot, wild_at
from shanghai.bots.weights import NEAR

_RANDOM_AFTER: Final = 18
"""After so many turns of each seat now and then a random card is discarded."""
_FELLOWS: Final = tuple(
    sum(1 << 4 * ((rank + apart) % 13) for apart in range(-NEAR, NEAR + 1) if apart)
    for rank in range(13)
)
"""By rank a mask of the ranks within NEAR of it, round the corner too. Each rank has four bits, of
which the lowest is set."""


@compiled
def helps(rules: CompactRules, t: CompactTable, seat: int, face: int) -> bool:
    """Whether one more card of a face brings a hand nearer to the contract. If the whole hand must
    be laid, whether the card has a place in its melds counts too."""
    short, lays_all = shape.short_of(rules, t, seat), is_all_in(rules, t, seat)
    limit = short + lays_all * rules.asks_points
    if short == limit == 0:
        return rules.wild[face] == 1 and not lays_all
    if rules.wild[face]:
        return True
    card = 1 << 4 * (face % 13)
    t.suits[seat, face // 13] += card
    after = shape.shortage(rules, t, seat, limit, t.trial, lays_all, 0 if lays_all else short - 1)
    t.suits[seat, face // 13] -= card
    return after < limit


@compiled
def opens_with(rules: CompactRules, t: CompactTable, seat: int, face: int) -> bool:
    """Whether a seat can go down with one more card of a face, but not without it (HR-9)."""
    if actions.turn_of(rules, t) < rules.down_from or shape.short_of(rules, t, seat) == 0:
        return False
    wild, card = rules.wild[face], 1 << 4 * (face % 13)
    lays_all = is_all_in(rules, t, seat)
    t.wilds[seat] += wild
    t.suits[seat, face // 13 % 4] += card * (1 - wild)
    t.sizes[seat] += 1
    lacks = shape.shortage(rules, t, seat, 1, t.trial, lays_all, 0)
    has_spare = not keeps_one(rules, t, seat) or (
        t.sizes[seat] > shape.size_of(rules, t.trial[table.OPTION])
    )
    t.sizes[seat] -= 1
    t.suits[seat, face // 13 % 4] -= card * (1 - wild)
    t.wilds[seat] -= wild
    return lacks == 0 and has_spare


@compiled
def wants_call(rules: CompactRules, t: CompactTable, seat: int, face: int) -> bool:
    """Whether a seat wants to call a face: one that helps, or any if it has many calls left."""
    if t.down[seat] or is_all_in(rules, t, seat):
        return False
    weights, short = t.weights, shape.short_of(rules, t, seat)
    if short == 0:
        return False
    if helps(rules, t, seat, face):
        is_long = rules.longest[seat] >= weights.long_run
        reach = min(weights.long_reach, weights.reach) if is_long else weights.reach
        return rules.wild[face] == 1 or short <= reach
    return (
        rules.call_limit - t.calls_used[seat] >= weights.spare_calls
        and rules.cost[t.calls_made[seat]] >= weights.spare_cost
        and t.sizes[seat] <= rules.least[seat] + weights.room
    )


@compiled
def make_calls(rules: CompactRules, t: CompactTable, decided: int, calls: bool) -> None:
    """Lets all seats call the top discard if they want it, from a random seat on. For the seat
    `decided`, or NOBODY, `calls` says whether it calls."""
    if t.pile_size == 0 or t.locked:
        return
    first = below(t, rules.players)
    for step in range(rules.players):
        seat = (first + step) % rules.players
        if not actions.may_call(rules, t, seat):
            continue
        top = t.pile[t.pile_size - 1]
        if calls if seat == decided else wants_call(rules, t, seat, top):
            actions.call(rules, t, seat)
            if rules.call_order == 2:
                return


@compiled
def play_draw(rules: CompactRules, t: CompactTable, decided: int, calls: bool) -> None:
    """Plays the draw phase with all calls. The player on turn takes a top discard that helps, or
    draws. `decided` and `calls`, as in `make_calls`, are for the present top discard."""
    seat = t.turn
    while t.phase == table.DRAW:
        make_calls(rules, t, decided, calls)
        decided = table.NOBODY
        if actions.may_take(rules, t):
            top = t.pile[t.pile_size - 1]
            wants = can_lay(rules, t, seat, top) if t.down[seat] else False
            if actions.takes_to_open(rules, t):
                wants = opens_with(rules, t, seat, top)
            elif not wants:
                wants = melds_on(rules, t, seat) and helps(rules, t, seat, top)
            if wants:
                actions.take(rules, t)
                return
        if t.waiting_count and rules.beneath == 0:
            actions.pass_top(rules, t)
            continue
        actions.draw(rules, t)


@compiled
def melds_on(rules: CompactRules, t: CompactTable, seat: int) -> bool:
    """Whether a seat still collects for melds: it is not down, or may lay a further meld."""
    if not t.down[seat]:
        return True
    least = min(rules.set_sizes[rules.further, 0], rules.run_sizes[rules.further + 1, 0])
    return rules.meld_when_down == 1 and t.sizes[seat] + 1 >= least


@compiled
def try_down(rules: CompactRules, t: CompactTable) -> bool:
    """Goes down if the hand has the contract, or once down lays a further meld. Whether it did."""
    seat = t.turn
    if actions.turn_of(rules, t) < rules.down_from or shape.short_of(rules, t, seat) > 0:
        return False
    if t.meld_count + table.MOST_MELDS > table.MOST_TABLE_MELDS:
        return False
    count = shape.build(rules, t, seat, t.hands[seat], t.plan[seat], t.built, t.left)
    if keeps_one(rules, t, seat) and t.left.sum() < 1:
        return False
    go_down(rules, t, t.built, count)
    return True


@compiled
def _has_joker_for(rules: CompactRules, meld: Numbers, seat: int) -> bool:
    """Whether a seat may win a joker of a meld. Never if a won joker must be laid at once."""
    if meld[table.JOKERS] == 0 or rules.exchange_duty == 2:
        return False
    if rules.exchange_in == 1 and not meld[table.IS_RUN]:
        return False
    return not (rules.exchange == 2 and meld[table.OWNER] == seat)


@compiled
def _nears(rules: CompactRules, t: CompactTable, seat: int, face: int) -> bool:
    """Whether a joker in exchange for a face brings the contract nearer. If the player must then go
    down, whether it completes the contract."""
    short, card = shape.short_of(rules, t, seat), 1 << 4 * (face % 13)
    limit = 1 if rules.exchange_duty else short
    t.wilds[seat] += 1
    t.suits[seat, face // 13] -= card
    after = shape.shortage(rules, t, seat, limit, t.trial, is_all_in(rules, t, seat), 0)
    t.suits[seat, face // 13] += card
    t.wilds[seat] -= 1
    is_left = not (rules.exchange_duty and keeps_one(rules, t, seat)) or (
        t.sizes[seat] > shape.size_of(rules, t.trial[table.OPTION])
    )
    return after < limit and after < short and is_left


@compiled
def _makes_room(rules: CompactRules, t: CompactTable, meld: Numbers, face: int) -> bool:
    """Whether a face fits on no meld, but the joker that it wins from `meld` does."""
    if can_lay(rules, t, t.turn, face):
        return False
    won = wild_at(meld, joker_place(rules, meld, face) if meld[table.IS_RUN] else 0)
    meld[table.JOKERS] -= 1
    has_room = can_lay(rules, t, t.turn, won)
    meld[table.JOKERS] += 1
    return has_room


@compiled
def win_joker(rules: CompactRules, t: CompactTable) -> bool:
    """Exchanges a card for a joker if that helps the contract, or once down if the card fits on no
    meld. Returns whether it did."""
    seat = t.turn
    if rules.exchange == 0 or (rules.exchange_when == 1 and not t.down[seat]):
        return False
    if rules.exchange_duty and actions.turn_of(rules, t) < rules.down_from:
        return False
    for index in range(t.meld_count):
        meld = t.melds[index]
        if not _has_joker_for(rules, meld, seat):
            continue
        for face in range(52):
            has_card = t.hands[seat, face] > 0 and not rules.wild[face]
            if not has_card or not joker_place(rules, meld, face):
                continue
            if _makes_room(rules, t, meld, face) if t.down[seat] else _nears(rules, t, seat, face):
                actions.swap(rules, t, face, index)
                return True
    return False


@compiled
def _lay_offs_left(rules: CompactRules, t: CompactTable) -> int:
    """How many cards would be left after all lay-offs. Jokers are laid off last."""
    seat = t.turn
    hand, melds, count = t.counts, t.extended, t.meld_count
    hand[:], melds[:count] = t.hands[seat], t.melds[:count]
    left, moved = t.sizes[seat], True
    while moved:
        moved = False
        for face in rules.order:
            if not hand[face]:
                continue
            for index in range(count):
                while hand[face]:
                    end = place_on(rules, melds[index], seat, face)
                    if not end:
                        break
                    grow(rules, melds[index], face, 2 if end == 3 else end)
                    hand[face] -= 1
                    left -= 1
                    moved = True
    return int(left)


@compiled
def _lay_offs(rules: CompactRules, t: CompactTable) -> None:
    """Lays off all cards that fit, but keeps a card for a discard that the rules ask for. It keeps
    two where a single one would be left that may not be discarded."""
    seat, keep = t.turn, int(keeps_one(rules, t, t.turn))
    if not actions.may_lay(rules, t, seat):
        return
    may_end = actions.may_discard_last(rules, t, seat)
    if not may_end and _lay_offs_left(rules, t) == 1 and t.sizes[seat] > 1:
        keep = 2
    moved = True
    while moved and t.phase == table.PLAY:
        moved = False
        for face in rules.order:
            for index in range(t.meld_count):
                if t.phase != table.PLAY:
                    return
                if t.sizes[seat] <= keep or not t.hands[seat, face]:
                    break
                end = place_on(rules, t.melds[index], seat, face)
                if end:
                    actions.lay_off(rules, t, face, index, 2 if end == 3 else end)
                    moved = True


@compiled
def fellows(rules: CompactRules, t: CompactTable, seat: int, suits: Numbers, face: int) -> float:
    """How many fellows a natural card has in a hand, as `planner.Fellows` counts them."""
    rank, suit, same, weights = face % 13, face // 13, -1, t.weights
    sets, runs = rules.want_sets[seat], rules.want_runs[seat]
    if t.down[seat]:
        sets = runs = 1
    for other in range(4):
        same += suits[other] >> 4 * rank & 15
    near = shape.bits(shape.present_ranks(suits[suit]) & _FELLOWS[rank])
    return (same * sets * weights.pair + near * runs) / (sets + runs)


@compiled
def count_unseen(rules: CompactRules, t: CompactTable, seat: int) -> None:
    """Counts the cards that a seat does not see into `t.unseen`, by face. `t.shares` gets by seat
    the share of them that its hand holds."""
    unseen = t.unseen
    unseen[:] = rules.copies - t.hands[seat]
    for index in range(t.meld_count):
        meld = t.melds[index]
        if meld[table.IS_RUN]:
            for step in range(meld[table.SIZE]):
                unseen[face_at(meld, spot(meld[table.LOW] + step))] -= 1
        else:
            for i in range(meld[table.JOKERS]):
                unseen[wild_at(meld, i)] -= 1
            for suit in range(4):
                unseen[suit * 13 + meld[table.LOW] - 1] -= meld[table.NATURALS + suit]
    total = max(1, unseen.sum())
    for other in range(rules.players):
        t.shares[other] = max(0, t.sizes[other] - t.known[other].sum()) / total


@compiled
def wants(rules: CompactRules, t: CompactTable, seat: int, face: int, unseen: Numbers) -> float:
    """How much a seat seems to want a face, as `SeatCollection.wish`. It must not be down."""
    rank, suit, share, weights = face % 13, face // 13, t.shares[seat], t.weights
    recent, want = max(0, t.turns - 4 * rules.players), 0.0
    sets, runs = rules.want_sets[seat], rules.want_runs[seat]
    if sets:
        same, was_spurned = 0.0, False
        for other in range(rank, 52, 13):
            same += t.known[seat, other] + share * unseen[other]
            was_spurned |= t.spurned[seat, other] > recent
        if was_spurned:
            same *= weights.spurned
        want += sets * min(weights.most_wanted, same / weights.set_filled)
    if runs:
        near, close, edge = 0.0, weights.close, weights.edge
        for apart in range(-NEAR, NEAR + 1):
            other = rank + apart
            if apart and 0 <= other <= 12:
                near_face = suit * 13 + other
                part = min(1, t.known[seat, near_face]) + share * unseen[near_face]
                near += part * (close if abs(apart) < NEAR else edge)
        if t.known[seat, face]:
            near *= weights.spurned
        if t.spurned[seat, face] > recent:
            near *= weights.spurned
        want += runs * min(weights.most_wanted, near / weights.run_filled)
    return want / (sets + runs)


@compiled
def gift(rules: CompactRules, t: CompactTable, face: int, playable: int, unseen: Numbers) -> float:
    """An estimate in points of what a discard gives to the opponents. It is 0 for a wild card, and
    for a card that would be declared SHANGHAI (GD-17)."""
    total, player, weights = 0.0, t.turn, t.weights
    if rules.wild[face] or (playable and rules.shanghai):
        return total
    for step in range(1, rules.players):
        seat = (player + rules.step * step) % rules.players
        if not t.sizes[seat] or seat % rules.sides == player % rules.sides:
            continue
        if t.down[seat]:
            if step == 1 and playable:
                weight = weights.lay_off_down if t.down[player] else weights.lay_off
                total += weight / t.sizes[seat]
        elif step == 1:
            weight = weights.gift_down if t.down[player] else weights.gift
            total += weight * wants(rules, t, seat, face, unseen)
        elif t.calls_used[seat] < rules.call_limit and weights.sold > 0 and not t.down[player]:
            total += weights.sold * wants(rules, t, seat, face, unseen)
    return weights.wary * total


@compiled
def ends_soon(rules: CompactRules, t: CompactTable) -> float:
    """The probability that an opponent goes out before the next turn of the player on turn."""
    stays, out_soon = 1.0, t.weights.out_soon
    for seat in range(rules.players):
        is_safe = rules.partner_safe and seat % rules.sides == t.turn % rules.sides
        if seat != t.turn and t.down[seat] and not is_safe:
            stays *= 1 - out_soon[min(t.sizes[seat], len(out_soon) - 1)]
    return 1 - stays


@compiled
def _ranks_in_hand(rules: CompactRules, t: CompactTable, seat: int, suit: int) -> int:
    """A mask of the ranks that a hand has of a suit, with four bits a rank. Jokers are suit 4."""
    if suit == 4:
        return int(min(1, t.hands[seat, table.JOKER]))
    ranks = shape.present_ranks(t.suits[seat, suit])
    if rules.other_wild:
        for rank in range(13):
            if t.hands[seat, suit * 13 + rank]:
                ranks |= 1 << 4 * rank
    return ranks


@compiled
def _nears_meld(rules: CompactRules, t: CompactTable, seat: int, face: int) -> bool:
    """Whether a hand is further from its next meld without a natural card. Once down only points
    tell cards apart, so one of two pairs must not seem needed just because it was chosen."""
    short, card = shape.short_of(rules, t, seat), 1 << 4 * (face % 13)
    t.suits[seat, face // 13] -= card
    after = shape.shortage(rules, t, seat, short + 1, t.trial, 0, 0)
    t.suits[seat, face // 13] += card
    return after > short


@compiled
def choose_discard(rules: CompactRules, t: CompactTable) -> int:
    """The face to discard: one of little use for the contract that gives little to others."""
    seat = t.turn
    weights, hand, left, short = t.weights, t.hands[seat], t.left, 0
    is_open, is_bound = melds_on(rules, t, seat), actions.bars_some(rules, t)
    table.clear(left)
    count_unseen(rules, t, seat)
    if is_open:
        if is_all_in(rules, t, seat):
            short = shape.shortage(
                rules, t, seat, shape.TOO_MANY, t.trial, rules.asks_points == 1, 0
            )
        else:
            short = shape.short_of(rules, t, seat)
            t.trial[:] = t.plan[seat]
        shape.build(rules, t, seat, hand, t.trial, t.built, left)
    danger = weights.shed * ends_soon(rules, t)
    heavy = weights.point + weights.point_in_danger * danger * max(1, short)
    count = 0
    for suit in range(5):
        ranks = _ranks_in_hand(rules, t, seat, suit)
        while ranks:
            face = suit * 13 + (shape.lowest(ranks) >> 2)
            ranks &= ranks - 1
            playable = can_lay(rules, t, table.NOBODY, face)
            if is_bound and actions.bars(rules, t, face):
                continue
            if not is_open:
                worth = weights.playable_down * playable - rules.points[face]
            elif rules.wild[face]:
                worth = weights.joker
            else:
                worth = weights.playable * playable - heavy * rules.points[face]
                worth += weights.fellow * fellows(rules, t, seat, t.suits[seat], face)
                if left[face] <= 0 and (not t.down[seat] or _nears_meld(rules, t, seat, face)):
                    worth += weights.step
            index = count
            while index and t.worths[index - 1] > worth:
                t.worths[index], t.choices[index] = t.worths[index - 1], t.choices[index - 1]
                index -= 1
            t.worths[index] = worth
            t.choices[index] = face << 8 | playable << 7 | below(t, 100)
            count += 1
    low, chosen = 1e9, -1
    for i in range(count):
        worth, face, playable = t.worths[i], t.choices[i] >> 8, t.choices[i] >> 7 & 1
        if worth > low:
            break
        worth += gift(rules, t, face, playable, t.unseen)
        worth += 0.001 * (t.choices[i] & 127)
        if worth < low or (worth == low and face < chosen):
            low, chosen = worth, face
    return chosen


@compiled
def finish_turn(rules: CompactRules, t: CompactTable, turns: int) -> None:
    """Discards, declaring SHANGHAI if the card fits a meld (GD-17). Ends the turn without a discard
    if the last card may not be one (CA-15)."""
    seat = t.turn
    if t.sizes[seat] == 1 and not actions.may_discard_last(rules, t, seat):
        actions.end_turn(rules, t)
        return
    face = choose_discard(rules, t)
    is_free = not t.down[seat] and not actions.bars_some(rules, t)
    if turns > _RANDOM_AFTER * rules.players and is_free and below(t, 10) == 0:
        while True:
            face = below(t, 52)
            if t.hands[seat, face]:
                break
            if t.hands[seat, table.JOKER] == t.sizes[seat]:
                face = table.JOKER
                break
    declared = 1 if rules.shanghai and can_lay(rules, t, table.NOBODY, face) else 0
    actions.discard(rules, t, face, declared)


@compiled
def play_melds(rules: CompactRules, t: CompactTable) -> None:
    """Plays all that comes between the draw and the discard: going down, lay-offs, exchanges."""
    seat = t.turn
    if not t.down[seat]:
        while not try_down(rules, t):
            if not win_joker(rules, t):
                return
    if t.phase != table.PLAY or not actions.may_lay(rules, t, seat):
        return
    while rules.meld_when_down and melds_on(rules, t, seat) and try_down(rules, t):
        if t.phase != table.PLAY:
            return
    _lay_offs(rules, t)
    while t.phase == table.PLAY and t.sizes[seat] > 1 and win_joker(rules, t):
        _lay_offs(rules, t)


@compiled
def play_out(rules: CompactRules, t: CompactTable) -> int:
    """Plays the round to its end. Returns how many turns that took."""
    turns = 0
    while t.phase <= table.PLAY:
        if t.phase == table.DRAW:
            play_draw(rules, t, table.NOBODY, False)
        if t.phase == table.PLAY:
            play_melds(rules, t)
        if t.phase == table.PLAY:
            finish_turn(rules, t, turns)
        turns += 1
        is_long = turns > t.turn_limit * rules.players or t.logged > table.LOG_LIMIT
        if is_long and t.phase <= table.PLAY:
            end_round(rules, t, -1, table.ROUND_LONG)
    return turns
