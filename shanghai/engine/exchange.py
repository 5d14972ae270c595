"""The joker exchange: a natural card for the joker that stands for it (RG-13, CA-12, PR-8)."""

from msgspec import structs

from shanghai.engine.actions import Swap
from shanghai.engine.cards import FACE_OF, Card
from shanghai.engine.events import JokerSwapped
from shanghai.engine.melds import swapped
from shanghai.engine.refusal import Refusal, refusal
from shanghai.engine.state import Meld, State
from shanghai.engine.supply import Outcome, with_seat
from shanghai.engine.turn import has_use, refuse_on_meld, without
from shanghai.engine.wild import exchange_faces, is_natural, wild_index


def refuse_swap(state: State, action: Swap) -> Refusal | None:
    """Why the natural card may not be given for a joker of the meld (RG-13, CA-12, PR-8)."""
    rules, seat = state.rules, action.seat
    if rules.exchange == "none":
        return refusal("no-exchange", "exchange")
    if bad := refuse_on_meld(state, action):
        return bad
    meld = state.table[action.meld]
    if not is_natural(rules, action.card):
        return refusal("joker-for-joker", "exchange")
    if not meld.wild_count:
        return refusal("no-joker-there", "exchange", meld=action.meld)
    if rules.exchange == "others" and meld.owner == seat:
        return refusal("own-meld", "exchange", seat=seat)
    at = wild_index(rules, meld, action.card)
    if at < 0:
        return refusal("joker-stands-for-other", "exchange", card=action.card, cards=meld.cards)
    if rules.exchange_when == "down" and not state.seats[seat].down:
        return refusal("exchange-when-down", "exchange_when", seat=seat)
    if rules.exchange_in == "runs" and not meld.is_run:
        return refusal("exchange-in-runs", "exchange_in", meld=action.meld)
    if rules.exchange_duty == "use" and state.seats[seat].down:
        after, _ = do_swap(state, action)
        if not has_use(after, seat, meld.cards[at]):
            return refusal("joker-of-no-use", "exchange_duty", seat=seat)
    is_bound = rules.exchange_duty != "none" and not state.seats[seat].down
    swap = _after_swap(state.seats[seat].hand, state.table, action.card, action.meld, at)
    if is_bound and not (state.may_go_down_yet and _could_go_down(*swap, state, set())):
        return refusal("could-not-go-down", "exchange_duty", seat=seat)
    return None


_Exchanged = tuple[tuple[Card, ...], tuple[Meld, ...]]
"""The hand and the table after an exchange."""


def _after_swap(
    hand: tuple[Card, ...], table: tuple[Meld, ...], card: Card, index: int, at: int
) -> _Exchanged:
    held = (*without(hand, card), table[index].cards[at])
    return held, (*table[:index], swapped(table[index], card, at), *table[index + 1 :])


def _is_open(state: State, meld: Meld) -> bool:
    """Whether the player on turn may win wild cards of a meld, if it has any."""
    if state.rules.exchange == "others" and meld.owner == state.turn:
        return False
    return meld.wild_count > 0 and (state.rules.exchange_in == "any" or meld.is_run)


def _winnable(hand: tuple[Card, ...], table: tuple[Meld, ...], state: State) -> tuple[Card, ...]:
    """No fewer wild cards than further exchanges can win, one after another."""
    rules, faces, won = state.rules, {FACE_OF[card] for card in hand}, list[Card]()
    left = [meld for meld in table if _is_open(state, meld)]
    while True:
        open_ = [meld for meld in left if not faces.isdisjoint(exchange_faces(rules, meld))]
        if not open_:
            return tuple(won)
        for meld in open_:
            left.remove(meld)
            won += [meld.cards[at] for at in meld.wild_places]
        faces |= {FACE_OF[card] for card in won}


def may_lead_down(state: State) -> bool:
    """Whether exchanges could make the player on turn go down, where they must (CA-12)."""
    seat = state.seats[state.turn]
    if state.rules.exchange_duty == "none" or seat.down:
        return True
    if not state.may_go_down_yet:
        return False
    won = _winnable(seat.hand, state.table, state)
    return bool(won) and _is_enough((*seat.hand, *won), state)


def _is_enough(cards: tuple[Card, ...], state: State) -> bool:
    """Whether cards hold the contract, of which a hand that goes down whole may hold no more."""
    from shanghai.engine.solver import can_go_down

    return state.all_in or can_go_down(cards, state.contract, state.rules)


def _could_go_down(
    hand: tuple[Card, ...], table: tuple[Meld, ...], state: State, seen: set[object]
) -> bool:
    from shanghai.engine.solver import can_go_down

    rules = state.rules
    met = (tuple(sorted(FACE_OF[card] for card in hand)), tuple(meld.cards for meld in table))
    if met in seen:
        return False
    seen.add(met)
    if can_go_down(hand, state.contract, rules, all_in=state.all_in):
        return True
    won = _winnable(hand, table, state)
    if not won or not _is_enough((*hand, *won), state):
        return False
    for index, meld in enumerate(table):
        if not _is_open(state, meld):
            continue
        for card in {FACE_OF[card]: card for card in hand}.values():
            at = wild_index(rules, meld, card) if is_natural(rules, card) else -1
            if at >= 0 and _could_go_down(*_after_swap(hand, table, card, index, at), state, seen):
                return True
    return False


def do_swap(state: State, action: Swap) -> Outcome:
    """Gives the card and takes the joker; where the variant asks it, going down becomes a duty."""
    meld = state.table[action.meld]
    at = wild_index(state.rules, meld, action.card)
    joker, seat = meld.cards[at], state.seats[action.seat]
    hand, table = _after_swap(seat.hand, state.table, action.card, action.meld, at)
    bound = state.rules.exchange_duty != "none" and not seat.down
    after = structs.replace(
        state,
        seats=with_seat(state, action.seat, hand=hand),
        table=table,
        must_go_down=state.must_go_down or bound,
        owed=joker if state.rules.exchange_duty == "use" else state.owed,
    )
    return after, (JokerSwapped(action.seat, action.card, joker, action.meld),)
