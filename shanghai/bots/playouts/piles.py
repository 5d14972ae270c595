"""Draws and calls at the compact table: who may have the top discard, and how piles supply it."""

from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.law import Law
from shanghai.bots.playouts.table import (
    A_CALL,
    A_DRAW,
    A_PASS,
    A_RENEWAL,
    A_TAKE,
    NOBODY,
    PLAY,
    ROUND_BLOCKED,
    Table,
    below,
    end_round,
    give,
    move_line_down,
    note,
)


@compiled
def renew(law: Law, t: Table) -> bool:
    """Makes the discards below the top one the stock; False if there are none (ALL-10, GD-11)."""
    count = t.pile_size - 1
    if count < 1:
        return False
    for i in range(count):
        t.stock[i] = t.pile[count - 1 - i]
    if t.renewal_size == count:
        for i in range(count):
            t.stock[i] = t.renewal[count - 1 - i]
    elif law.recycle == 0:
        for i in range(count - 1, 0, -1):
            j = below(t, i + 1)
            t.stock[i], t.stock[j] = t.stock[j], t.stock[i]
    t.pile[0], t.tossers[0] = t.pile[count], t.tossers[count]
    t.pile_size, t.stock_size = 1, count
    for i in range(count - 1, -1, -1):
        note(t, A_RENEWAL, 0, t.stock[i], 0, 0)
    return True


@compiled
def supply(law: Law, t: Table) -> int:
    """The next card of the stock, renewed when none is left, or NOBODY."""
    if t.stock_size == 0 and not renew(law, t):
        return NOBODY
    t.stock_size -= 1
    return t.stock[t.stock_size]


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
        seat = (start + step) % law.players
        for i in range(t.waiting_count):
            if t.waiting[i] == seat:
                return seat
    return NOBODY


@compiled
def settle(law: Law, t: Table) -> None:
    """Grants the waiting call that comes first; the others lapse (ALL-9)."""
    caller = first_caller(law, t)
    t.pile_size -= 1
    face = t.pile[t.pile_size]
    t.waiting_count = t.tossed = t.given_up = 0
    t.live = law.beneath == 0
    give(t, caller, face)
    t.known[caller, face] += 1
    for _ in range(law.call_cost):
        extra = supply(law, t)
        if extra == NOBODY:
            break
        give(t, caller, extra)
    t.calls_used[caller] += 1


@compiled
def drawn(t: Table, face: int) -> None:
    """Puts the card drawn in the hand of the player on turn."""
    give(t, t.turn, face)
    t.phase, t.live = PLAY, 1
    t.locked = t.tossed = t.given_up = t.waiting_count = 0


@compiled
def draw(law: Law, t: Table) -> None:
    """Settles the calls that wait and draws; with nothing to draw the round is blocked (ALL-11)."""
    mark = t.logged
    note(t, A_DRAW, t.turn, 0, 0, 0)
    if t.waiting_count:
        settle(law, t)
    elif t.pile_size:
        t.spurned[t.turn, t.pile[t.pile_size - 1]] = t.turns + 1
    face = supply(law, t)
    move_line_down(t, mark)
    if face == NOBODY:
        end_round(law, t, NOBODY, ROUND_BLOCKED)
    else:
        drawn(t, face)


@compiled
def take(law: Law, t: Table) -> None:
    """Takes the top discard as the draw; the calls that wait lapse."""
    note(t, A_TAKE, t.turn, 0, 0, 0)
    t.pile_size -= 1
    face = t.pile[t.pile_size]
    t.known[t.turn, face] += 1
    drawn(t, face)


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
    note(t, A_PASS, t.turn, 0, 0, 0)
    if t.waiting_count:
        settle(law, t)
        move_line_down(t, mark)
    elif may_take(law, t):
        t.given_up = 1


@compiled
def may_call(law: Law, t: Table, seat: int) -> bool:
    """Whether a seat may claim the top discard out of turn (ALL-9, ALL-11)."""
    top = t.pile_size - 1
    if top < 0 or t.locked or not t.live or seat == t.turn:
        return False
    if seat == t.tossers[top] or t.calls_used[seat] >= law.call_limit:
        return False
    if t.down[seat] and not law.call_when_down:
        return False
    for i in range(t.waiting_count):
        if t.waiting[i] == seat:
            return False
    return t.stock_size + max(0, top - 1) >= law.call_cost


@compiled
def call(law: Law, t: Table, seat: int) -> None:
    """Makes a call; it waits, or is granted where the first to call has the card (PR-6)."""
    mark = t.logged
    note(t, A_CALL, seat, 0, 0, 0)
    t.waiting[t.waiting_count] = seat
    t.waiting_count += 1
    if law.call_order == 2 and not holds_first_right(law, t):
        settle(law, t)
        move_line_down(t, mark)
