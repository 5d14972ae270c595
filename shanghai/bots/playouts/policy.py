"""How everybody plays in a play-out: quick rules of thumb after the ways of the other levels."""

from typing import Final

from shanghai.bots.playouts.actions import (
    call,
    discard,
    draw,
    end_turn,
    fits,
    go_down,
    grow,
    is_playable,
    joker_place,
    lay_off,
    may_call,
    may_discard_last,
    may_take,
    pass_top,
    swap,
    take,
)
from shanghai.bots.playouts.discards import choose_discard
from shanghai.bots.playouts.law import Law
from shanghai.bots.playouts.shape import build, short_of, shortage
from shanghai.bots.playouts.table import (
    DRAW,
    IS_RUN,
    JOKER,
    JOKERS,
    NOBODY,
    OWNER,
    PLAY,
    ROUND_LONG,
    Numbers,
    Table,
    below,
    compiled,
    end_round,
    wild_at,
)

_MOST_TURNS: Final = 45
"""Turns of each seat after which a round is left, and its hands count."""
_RESTLESS: Final = 18
"""Turns of each seat after which now and then a card is thrown at random."""


@compiled
def helps(law: Law, t: Table, seat: int, face: int) -> bool:
    """Whether one more card of a face brings a hand nearer to the contract."""
    short = short_of(law, t, seat)
    if short == 0:
        return law.wild[face] == 1 and not law.all_in[seat]
    if law.wild[face]:
        return True
    enough = 0 if law.all_in[seat] else short - 1
    suits, jokers, card = t.suits[seat], t.wilds[seat], 1 << 4 * (face % 13)
    suits[face // 13] += card
    after = shortage(law, t, seat, suits, jokers, short, t.trial, law.all_in[seat], enough)
    suits[face // 13] -= card
    return after < short


@compiled
def wants_call(law: Law, t: Table, seat: int, face: int) -> bool:
    """Whether a seat calls a card: one that helps, or any while calls are plenty."""
    if t.down[seat] or law.all_in[seat]:
        return False
    weights, short = t.weights, short_of(law, t, seat)
    if short == 0:
        return False
    if helps(law, t, seat, face):
        is_long = law.runs[seat] and law.run_size[seat] >= weights.long_run
        reach = min(weights.long_reach, weights.reach) if is_long else weights.reach
        return law.wild[face] == 1 or short <= reach
    return (
        law.call_limit - t.calls_used[seat] >= weights.spare_calls
        and law.cost[t.calls_made[seat]] >= weights.spare_cost
        and t.sizes[seat]
        <= law.runs[seat] * law.run_size[seat] + law.set_size[seat] * law.sets[seat] + weights.room
    )


@compiled
def make_calls(law: Law, t: Table, told: int, calls: bool) -> None:
    """Those who are not down call the top discard if it helps them, the first at random.

    The seat `told`, or NOBODY, does what it is told to: it calls or it does not.
    """
    if t.pile_size == 0 or t.locked:
        return
    first = below(t, law.players)
    for step in range(law.players):
        seat = (first + step) % law.players
        if not may_call(law, t, seat):
            continue
        top = t.pile[t.pile_size - 1]
        if calls if seat == told else wants_call(law, t, seat, top):
            call(law, t, seat)
            if law.call_order == 2:
                return


@compiled
def play_draw(law: Law, t: Table, told: int, calls: bool) -> None:
    """Takes the top discard if it helps, or draws; where a card beneath opens, looks at it too.

    The seat `told`, or NOBODY, calls the present top discard or does not, as it is told.
    """
    seat = t.turn
    while t.phase == DRAW:
        make_calls(law, t, told, calls)
        told = NOBODY
        if may_take(law, t):
            top = t.pile[t.pile_size - 1]
            wants = is_playable(law, t, top) if t.down[seat] else helps(law, t, seat, top)
            if wants:
                take(law, t)
                return
        if t.waiting_count and law.beneath == 0:
            pass_top(law, t)
            continue
        draw(law, t)


@compiled
def try_down(law: Law, t: Table) -> bool:
    """Goes down if the hand holds the contract."""
    seat = t.turn
    if short_of(law, t, seat) > 0:
        return False
    count = build(law, t, seat, t.hands[seat], t.plan[seat], t.built, t.left)
    go_down(law, t, t.built, count)
    return True


@compiled
def _has_joker_for(law: Law, meld: Numbers, seat: int) -> bool:
    """Whether a seat may win a joker of a meld; those that must be used at once are let alone."""
    if meld[JOKERS] == 0 or law.exchange_duty == 2:
        return False
    if law.exchange_in == 1 and not meld[IS_RUN]:
        return False
    return not (law.exchange == 2 and meld[OWNER] == seat)


@compiled
def swap_for_contract(law: Law, t: Table) -> bool:
    """Wins a joker that brings the contract nearer; where that binds, one that completes it."""
    if law.exchange == 0 or law.exchange_when == 1:
        return False
    seat = t.turn
    hand, suits = t.hands[seat], t.suits[seat]
    for index in range(t.meld_count):
        meld = t.melds[index]
        if not _has_joker_for(law, meld, seat):
            continue
        for face in range(52):
            if hand[face] == 0 or law.wild[face] or not joker_place(law, meld, face):
                continue
            short = short_of(law, t, seat)
            limit = 1 if law.exchange_duty else short
            card = 1 << 4 * (face % 13)
            suits[face // 13] -= card
            after = shortage(
                law, t, seat, suits, t.wilds[seat] + 1, limit, t.trial, law.all_in[seat], 0
            )
            suits[face // 13] += card
            if after < limit and after < short:
                swap(law, t, face, index)
                return True
    return False


@compiled
def _swap_for_room(law: Law, t: Table) -> bool:
    """Wins a joker, which fits on the table, for a card that fits nowhere."""
    if law.exchange == 0:
        return False
    seat = t.turn
    for index in range(t.meld_count):
        meld = t.melds[index]
        if not _has_joker_for(law, meld, seat):
            continue
        for face in range(52):
            if not t.hands[seat, face] or law.wild[face]:
                continue
            place = joker_place(law, meld, face)
            if place and not is_playable(law, t, face):
                won = wild_at(meld, place if meld[IS_RUN] else 0)
                meld[JOKERS] -= 1
                has_room = is_playable(law, t, won)
                meld[JOKERS] += 1
                if has_room:
                    swap(law, t, face, index)
                    return True
    return False


@compiled
def _lay_offs_left(law: Law, t: Table) -> int:
    """The cards in hand after all lay-offs, jokers last."""
    seat = t.turn
    hand, melds, count = t.counts, t.grown, t.meld_count
    hand[:], melds[:count] = t.hands[seat], t.melds[:count]
    left, moved = t.sizes[seat], True
    while moved:
        moved = False
        for face in law.order:
            if not hand[face]:
                continue
            for index in range(count):
                while hand[face]:
                    end = fits(law, melds[index], face)
                    if not end:
                        break
                    grow(law, melds[index], face, 2 if end == 3 else end)
                    hand[face] -= 1
                    left -= 1
                    moved = True
    return int(left)


@compiled
def _lay_offs(law: Law, t: Table) -> None:
    """Lays off what fits; one card is kept to be discarded where the last may not be."""
    seat, keep = t.turn, 0
    if t.went_down and not law.lay_off_at_once:
        return
    if not may_discard_last(law, seat) and _lay_offs_left(law, t) == 1 and t.sizes[seat] > 1:
        keep = 2
    moved = True
    while moved and t.phase == PLAY:
        moved = False
        for face in law.order:
            for index in range(t.meld_count):
                if t.phase != PLAY or t.sizes[seat] <= keep or not t.hands[seat, face]:
                    break
                end = fits(law, t.melds[index], face)
                if end:
                    lay_off(law, t, face, index, 2 if end == 3 else end)
                    moved = True


@compiled
def finish_turn(law: Law, t: Table, turns: int) -> None:
    """Discards, declared SHANGHAI where that can be, or keeps the last card (GD-17, CA-15)."""
    seat = t.turn
    if t.sizes[seat] == 1 and not may_discard_last(law, seat):
        end_turn(law, t)
        return
    face = choose_discard(law, t)
    if turns > _RESTLESS * law.players and not t.down[seat] and below(t, 10) == 0:
        while True:
            face = below(t, 52)
            if t.hands[seat, face]:
                break
            if t.hands[seat, JOKER] == t.sizes[seat]:
                face = JOKER
                break
    discard(law, t, face, 1 if law.shanghai and is_playable(law, t, face) else 0)


@compiled
def play_melds(law: Law, t: Table) -> None:
    """Goes down, lays off and wins jokers, up to the discard."""
    seat = t.turn
    if not t.down[seat]:
        while not try_down(law, t):
            if not swap_for_contract(law, t):
                return
    if t.phase != PLAY:
        return
    if t.went_down and not law.lay_off_at_once:
        return
    _lay_offs(law, t)
    while t.phase == PLAY and t.sizes[seat] > 1 and _swap_for_room(law, t):
        _lay_offs(law, t)


@compiled
def play_out(law: Law, t: Table) -> int:
    """Plays the round to its end; returns the turns it took."""
    turns = 0
    while t.phase <= PLAY:
        if t.phase == DRAW:
            play_draw(law, t, NOBODY, False)
        if t.phase == PLAY:
            play_melds(law, t)
        if t.phase == PLAY:
            finish_turn(law, t, turns)
        turns += 1
        if turns > _MOST_TURNS * law.players and t.phase <= PLAY:
            end_round(law, t, -1, ROUND_LONG)
    return turns
