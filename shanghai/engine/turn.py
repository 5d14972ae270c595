"""The turn after the draw: joker exchange, going down, laying off, and how the turn ends."""

from collections.abc import Sequence

from msgspec import structs

from shanghai.engine.actions import Discard, EndTurn, GoDown, LayOff, MeldCards, Swap
from shanghai.engine.calls import refuse_turn
from shanghai.engine.cards import FACE_OF, FACES, Card
from shanghai.engine.events import Discarded, Event, JokerSwapped, LaidOff, TurnEnded, WentDown
from shanghai.engine.melds import (
    extended,
    openings,
    places,
    read_lay_down,
    refuse_lay_down,
    refuse_place,
    replaced,
    what_is_left,
)
from shanghai.engine.opening import can_go_down_from, card_to_open_with, opens_with_taken
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.refusal import Refusal, refusal
from shanghai.engine.rules import choice_of
from shanghai.engine.scoring import go_out, next_turn
from shanghai.engine.seats import SeatIndex
from shanghai.engine.solver import can_go_down, can_go_down_with
from shanghai.engine.state import Meld, Phase, Situation, SituationT, State
from shanghai.engine.supply import Outcome, with_seat
from shanghai.engine.wild import exchange_faces, is_natural, is_wild, wild_index


def refuse_on_meld(state: Situation, action: LayOff | Swap) -> Refusal | None:
    """Why the seat may not play a card on a meld now, whatever the card and the meld are."""
    return (
        refuse_turn(state, action.seat, Phase.PLAY)
        or refuse_card(state, action.seat, action.card)
        or refuse_meld_number(state, action.meld)
    )


def refuse_card(state: Situation, seat: SeatIndex, card: Card) -> Refusal | None:
    """Why the seat cannot play a card: it is not in the hand."""
    if card not in state.seats[seat].hand:
        return refusal("not-in-hand", "ALL-7", seat=seat, card=card)
    return None


def refuse_meld_number(state: Situation, meld: int) -> Refusal | None:
    """Why there is no meld of that number on the table."""
    if not 0 <= meld < len(state.table):
        return refusal("no-such-meld", "ALL-6", meld=meld, melds=len(state.table))
    return None


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """A hand with one of its cards removed."""
    index = hand.index(card)
    return hand[:index] + hand[index + 1 :]


def with_meld(state: Situation, index: int, meld: Meld) -> tuple[Meld, ...]:
    """The table with the meld at `index` replaced."""
    return (*state.table[:index], meld, *state.table[index + 1 :])


# Going down


def refuse_go_down(state: Situation, action: GoDown) -> Refusal | None:
    """Why the player may not go down with these melds (ALL-5, ALL-6, GD-19)."""
    if bad := refuse_turn(state, action.seat, Phase.PLAY):
        return bad
    seat = state.seats[action.seat]
    if seat.down and (bad := _refuse_further(state, action)):
        return bad
    if not state.may_go_down_yet:
        return refusal("goes-down-later", "down_from", turn_from=state.rules.down_from)
    cards = [card for meld in action.melds for card in meld.cards]
    for card in cards:
        if bad := refuse_card(state, action.seat, card):
            return bad
    if len(set(cards)) < len(cards):
        return refusal("card-twice", "ALL-6")
    contract = state.to_lay(action.seat)
    melds = read_lay_down(state.rules, contract, action.seat, action.melds)
    if isinstance(melds, Refusal):
        return _of_whole_contract(state, action.seat, melds)
    if seat.parts:
        rest = _left_after(state, action.seat, melds)
        if isinstance(rest, Refusal):
            return rest
    if not opens_with_taken(state, action.melds):
        taken = card_to_open_with(state)
        return refusal("must-open-with", "take_discard", seat=action.seat, card=taken)
    left = len(seat.hand) - len(cards)
    if state.all_in and not seat.down and left != state.rules.all_in_discard:
        if not left:
            return refusal("keep-a-discard", "all_in_discard")
        keeps_one = state.rules.all_in_discard
        rule = "all_in_discard" if keeps_one else "all_in_rounds"
        return refusal("not-all-in", rule, left=left, keeps_one=keeps_one)
    if len(cards) == len(seat.hand) and rules_keep_one(state):
        return refusal("keep-a-discard", "must_discard")
    return None


def _of_whole_contract(state: Situation, seat: SeatIndex, bad: Refusal) -> Refusal:
    """The refusal of a part of the contract, which names all that is still to be laid."""
    if bad.code != "not-the-contract" or not state.rules.lay_in_parts or state.seats[seat].down:
        return bad
    return structs.replace(bad, facts={**bad.facts, "contract": state.contract_of(seat)})


def _left_after(
    state: Situation, seat: SeatIndex, melds: tuple[Meld, ...]
) -> tuple[Contract, ...] | Refusal:
    """What is still to be laid of a contract after a seat's parts and these melds (HR-12)."""
    parts = (*state.seats[seat].parts, *melds)
    return what_is_left(state.rules, state.whole_contract_of(seat), parts)


def is_part(state: Situation, melds: Sequence[MeldCards]) -> bool:
    """Whether the player on turn may lay the melds in addition to earlier parts of the contract."""
    if not state.seats[state.turn].parts:
        return True
    read = read_lay_down(state.rules, state.to_lay(state.turn), state.turn, melds)
    return not isinstance(read, Refusal) and not isinstance(
        _left_after(state, state.turn, read), Refusal
    )


def _refuse_further(state: Situation, action: GoDown) -> Refusal | None:
    """Why a player who is down may lay no further meld."""
    if not state.rules.meld_when_down:
        return refusal("down-already", "ALL-6", seat=action.seat)
    if bad := _refuse_laying_yet(state, action.seat, is_meld=True):
        return bad
    if len(action.melds) > 1:
        return refusal("one-meld-at-a-time", "meld_when_down")
    return None


def _refuse_laying_yet(
    state: Situation, seat: SeatIndex, *, is_meld: bool = False
) -> Refusal | None:
    """Why a player who is down may not yet lay off (RG-12) or lay a further meld."""
    if state.went_down and not state.rules.lay_off_at_once:
        return refusal("went-down-now", "lay_off_at_once", seat=seat, is_meld=is_meld)
    if not state.may_lay_off_yet:
        facts = {"turn_from": state.rules.lay_off_from, "is_meld": is_meld}
        return refusal("lays-off-later", "lay_off_from", seat=seat, **facts)
    return None


def may_lay(state: Situation, seat: SeatIndex) -> bool:
    """Whether a seat is down and may lay cards in this turn, which must be its own (RG-12)."""
    return state.seats[seat].down and _refuse_laying_yet(state, seat) is None


def rules_keep_one(state: Situation) -> bool:
    """Whether players may not lay their last card, as they must go out by a discard."""
    return state.rules.must_discard and not state.has_no_discard


def _contract_met(state: State, seat: SeatIndex, melds: tuple[Meld, ...]) -> int:
    """The number of the contract that the melds fulfil, the largest one if they fulfil several.

    It is 0 where players do not choose their contract.
    """
    rules = state.rules
    if not rules.is_choice:
        return 0
    fitting = [
        number
        for number in state.open_contracts(seat)
        if refuse_lay_down(rules, rules.contracts[number - 1], melds) is None
    ]
    return max(fitting, key=lambda number: rules.contracts[number - 1].size)


def do_go_down(state: State, action: GoDown) -> Outcome:
    """Lays the contract, a part of it or a further meld. With no card left one goes out (ALL-8)."""
    seat = state.seats[action.seat]
    read = read_lay_down(state.rules, state.to_lay(action.seat), action.seat, action.melds)
    melds = () if isinstance(read, Refusal) else read
    cards = {card for meld in melds for card in meld.cards}
    hand = tuple(card for card in seat.hand if card not in cards)
    done, played = seat.done, state.played
    number = 0 if seat.down else _contract_met(state, action.seat, melds)
    if number and state.rules.is_by_player:
        done = (*done, number)
    elif number and len(played) < state.round:
        played = (*played, number)
    changes: dict[str, object] = {"down": True}
    if state.rules.lay_in_parts:
        changes = _after_part(state, action.seat, melds)
    after = structs.replace(
        state,
        seats=with_seat(state, action.seat, hand=hand, done=done, **changes),
        played=played,
        table=state.table + melds,
        went_down=state.went_down or not seat.down,
        had_parts=state.had_parts or bool(seat.parts),
        must_go_down=False,
        joker_left=state.joker_left or any(meld.wild_count for meld in melds),
    )
    is_part = not after.seats[action.seat].down
    went_down = WentDown(action.seat, len(state.table), len(melds), seat.down, is_part)
    return _out_if_empty(after, went_down)


def _after_part(state: State, seat: SeatIndex, melds: tuple[Meld, ...]) -> dict[str, object]:
    """The changes of a seat that lays a part of its contract. It is down if nothing is left."""
    if state.seats[seat].down:
        return {}
    left = _left_after(state, seat, melds)
    if isinstance(left, Refusal) or any(not each.size for each in left):
        return {"down": True, "parts": (), "to_come": None}
    return {"parts": (*state.seats[seat].parts, *melds), "to_come": choice_of(left)}


# Laying off


def refuse_lay_off(state: Situation, action: LayOff) -> Refusal | None:
    """Why the card may not be laid on the meld (ALL-6, RG-12)."""
    if bad := refuse_on_meld(state, action):
        return bad
    if not state.seats[action.seat].down:
        return refusal("not-down", "ALL-6", seat=action.seat)
    if bad := _refuse_laying_yet(state, action.seat):
        return bad
    if not may_lay_on(state, action.seat, state.table[action.meld]):
        is_own = state.rules.lay_off_on == "own"
        return refusal("not-laid-there", "lay_off_on", seat=action.seat, is_own=is_own)
    if len(state.seats[action.seat].hand) == 1 and rules_keep_one(state):
        return refusal("keep-a-discard", "must_discard")
    return refuse_place(state.rules, state.table[action.meld], action.card, action.end)


def do_lay_off(state: State, action: LayOff) -> Outcome:
    """Lays the card on the meld. A player whose hand is then empty goes out (ALL-8)."""
    hand = without(state.seats[action.seat].hand, action.card)
    meld = extended(state.rules, state.table[action.meld], action.card, action.end)
    after = structs.replace(
        state,
        seats=with_seat(state, action.seat, hand=hand),
        table=with_meld(state, action.meld, meld),
        joker_left=state.joker_left or meld.wild_count > state.table[action.meld].wild_count,
    )
    event = LaidOff(action.seat, action.card, action.meld, action.end)
    return _out_if_empty(after, event)


def _out_if_empty(after: State, event: Event) -> Outcome:
    """The outcome of laying cards: the player on turn goes out if the hand is empty (ALL-8)."""
    ended: tuple[Event, ...] = ()
    if not after.seats[after.turn].hand:
        after, ended = go_out(after, after.turn)
    return after, (event, *ended)


# The end of the turn


def may_discard_last(state: Situation) -> bool:
    """Whether the player on turn may discard the last card of the hand (GD-19, CA-15)."""
    return state.rules.last_discard and not state.has_no_discard


def can_lay_off(state: Situation, seat: SeatIndex, card: Card) -> bool:
    """Whether the player on turn could lay the card off now."""
    return may_lay(state, seat) and takes_from(state, seat, card)


def _can_lay_last(state: Situation, seat: SeatIndex, card: Card) -> bool:
    """Whether the player on turn could go out by laying off the last card of the hand."""
    return can_lay_off(state, seat, card) and not rules_keep_one(state)


def takes_from(state: Situation, seat: SeatIndex, card: Card) -> bool:
    """Whether a meld takes the card. Only melds on which the seat may lay off count."""
    if state.rules.lay_off_on == "any":
        return is_playable(state, card)
    own_melds = (meld for meld in state.table if may_lay_on(state, seat, meld))
    return any(places(state.rules, meld, card) for meld in own_melds)


def may_lay_on(state: Situation, seat: SeatIndex, meld: Meld) -> bool:
    """Whether a seat may lay off on a meld at all."""
    melds = state.rules.lay_off_on
    return melds == "any" or (melds == "own" and meld.owner == seat)


def is_playable(state: Situation, card: Card) -> bool:
    """Whether some meld on the table takes the card (GD-17)."""
    face = card % FACES
    return any(face in fitting for fitting in openings(state.rules, state.table))


def owes_joker(state: Situation) -> bool:
    """Whether the player on turn must still lay a joker that was won, and can."""
    owed = state.owed
    if owed is None or owed not in state.seats[state.turn].hand:
        return False
    return has_use(state, state.turn, owed)


def has_use(state: Situation, seat: SeatIndex, card: Card) -> bool:
    """Whether the player on turn could lay off a card of the hand, or lay it in a further meld."""
    if len(state.seats[seat].hand) == 1 and rules_keep_one(state):
        return False
    if can_lay_off(state, seat, card):
        return True
    rules, hand = state.rules, state.seats[seat].hand
    if not (rules.meld_when_down and may_lay(state, seat)):
        return False
    return can_go_down_with(FACE_OF[card], hand, rules.further_meld, rules)


def is_barred(state: Situation, card: Card) -> bool:
    """Whether a card may not be discarded. If all cards of the hand are banned, all are allowed."""
    bans = state.rules.discard_ban
    if not bans:
        return False

    def is_banned(card: Card) -> bool:
        if "taken" in bans and card == state.taken:
            return True
        if "wild" in bans and is_wild(state.rules, card):
            return True
        return "playable" in bans and is_playable(state, card)

    return is_banned(card) and not all(map(is_banned, state.seats[state.turn].hand))


def _rule_against_last_discard(state: Situation) -> str:
    """The name of the rule by which the last card may not be discarded."""
    return "last_discard" if not state.rules.last_discard else "all_in_rounds"


def _refuse_unmet_duty(state: Situation, seat: SeatIndex) -> Refusal | None:
    """Why the turn may not end: after an exchange or a taken discard, cards must still be laid."""
    if state.must_go_down:
        taken = card_to_open_with(state)
        rule = "exchange_duty" if taken is None else "take_discard"
        return refusal("must-go-down", rule, seat=seat, taken=taken)
    if state.owed is not None and owes_joker(state):
        return refusal("must-use", "exchange_duty", seat=seat)
    return None


def refuse_discard(state: Situation, action: Discard) -> Refusal | None:
    """Why the turn may not end with this discard (ALL-7, CA-12, CA-15, GD-17)."""
    seat = action.seat
    if bad := (
        refuse_turn(state, seat, Phase.PLAY)
        or refuse_card(state, seat, action.card)
        or _refuse_unmet_duty(state, seat)
    ):
        return bad
    if state.rules.discard_ban and is_barred(state, action.card):
        return refusal("barred-discard", "discard_ban", card=action.card)
    if len(state.seats[action.seat].hand) == 1 and not may_discard_last(state):
        playable = _can_lay_last(state, action.seat, action.card)
        rule = _rule_against_last_discard(state)
        return refusal("last-card-discarded", rule, card=action.card, playable=playable)
    if not action.shanghai:
        return None
    if not state.rules.shanghai:
        return refusal("no-shanghai", "shanghai")
    if not is_playable(state, action.card):
        return refusal("not-playable", "shanghai", card=action.card)
    return None


def do_discard(state: State, action: Discard) -> Outcome:
    """Ends the turn with the discard and opens the call window on it."""
    hand = without(state.seats[action.seat].hand, action.card)
    after = structs.replace(
        state,
        seats=with_seat(state, action.seat, hand=hand),
        discards=(action.card, *state.discards),
        tossers=(action.seat, *state.tossers),
        joker_left=state.joker_left or not is_natural(state.rules, action.card),
    )
    tossed = Discarded(action.seat, action.card, action.shanghai)
    if not hand:
        after, ended = go_out(after, action.seat, tossed=True)
    else:
        after, ended = next_turn(after, live=True, locked=action.shanghai)
    return after, (tossed, *ended)


def refuse_end(state: Situation, action: EndTurn) -> Refusal | None:
    """Why the turn may not end without a discard (CA-15)."""
    if bad := refuse_turn(state, action.seat, Phase.PLAY):
        return bad
    if may_discard_last(state):
        return refusal("discard-due", "ALL-7", seat=action.seat)
    if bad := _refuse_unmet_duty(state, action.seat):
        return bad
    hand = state.seats[action.seat].hand
    if len(hand) != 1:
        return refusal("discard-due", _rule_against_last_discard(state), seat=action.seat)
    if _can_lay_last(state, action.seat, hand[0]):
        return refusal("must-be-played", _rule_against_last_discard(state), card=hand[0])
    return None


def do_end(state: State, action: EndTurn) -> Outcome:
    """Ends the turn and keeps the last card. Nobody may have the top discard then (CA-15)."""
    after, ended = next_turn(state, live=False, locked=False)
    return after, (TurnEnded(action.seat), *ended)


def refuse_swap(state: Situation, action: Swap) -> Refusal | None:
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
    index = wild_index(rules, meld, action.card)
    if index < 0:
        return refusal("joker-stands-for-other", "exchange", card=action.card, cards=meld.cards)
    if rules.exchange_when == "down" and not state.seats[seat].down:
        return refusal("exchange-when-down", "exchange_when", seat=seat)
    if rules.exchange_in == "runs" and not meld.is_run:
        return refusal("exchange-in-runs", "exchange_in", meld=action.meld)
    if rules.exchange_duty == "use" and state.seats[seat].down:
        after, _ = do_swap(state, action)
        if not has_use(after, seat, meld.cards[index]):
            return refusal("joker-of-no-use", "exchange_duty", seat=seat)
    if state.seats[seat].down or (rules.exchange_duty == "none" and not state.must_go_down):
        return None
    hand, table = _after_swap(state.seats[seat].hand, state.table, action.card, action.meld, index)
    if state.may_go_down_yet and _could_go_down(hand, table, state, set()):
        return None
    rule = "exchange_duty" if rules.exchange_duty != "none" else "take_discard"
    return refusal("could-not-go-down", rule, seat=seat)


def _after_swap(
    hand: tuple[Card, ...], table: tuple[Meld, ...], card: Card, number: int, index: int
) -> tuple[tuple[Card, ...], tuple[Meld, ...]]:
    """The hand and the table once a card was given for the wild card at `index` of a meld."""
    meld = table[number]
    new_hand = (*without(hand, card), meld.cards[index])
    return new_hand, (*table[:number], replaced(meld, card, index), *table[number + 1 :])


def _is_open(state: Situation, meld: Meld) -> bool:
    """Whether the rules let the player on turn win wild cards of this meld."""
    if state.rules.exchange == "others" and meld.owner == state.turn:
        return False
    return meld.wild_count > 0 and (state.rules.exchange_in == "any" or meld.is_run)


def _winnable(
    hand: tuple[Card, ...], table: tuple[Meld, ...], state: Situation
) -> tuple[Card, ...]:
    """The wild cards that exchanges could win, one after the other.

    It may list some that cannot be won, and never leaves out one that can.
    """
    rules, faces, won = state.rules, {FACE_OF[card] for card in hand}, list[Card]()
    left = [meld for meld in table if _is_open(state, meld)]
    while True:
        winnable = [meld for meld in left if not faces.isdisjoint(exchange_faces(rules, meld))]
        if not winnable:
            return tuple(won)
        for meld in winnable:
            left.remove(meld)
            won += [meld.cards[index] for index in meld.wild_places]
        faces |= {FACE_OF[card] for card in won}


def may_lead_down(state: Situation) -> bool:
    """Whether exchanges may lead to going down, if one obliges the player to go down (CA-12). The
    answer may be wrong if it is True, but never if it is False."""
    seat = state.seats[state.turn]
    if seat.down or (state.rules.exchange_duty == "none" and not state.must_go_down):
        return True
    if not state.may_go_down_yet:
        return False
    won = _winnable(seat.hand, state.table, state)
    return bool(won) and _is_enough((*seat.hand, *won), state)


def _is_enough(cards: tuple[Card, ...], state: Situation) -> bool:
    """Whether the cards can make the contract. Always True if the whole hand must go down."""
    return state.all_in or can_go_down(cards, state.contract, state.rules)


def _could_go_down(
    hand: tuple[Card, ...], table: tuple[Meld, ...], state: Situation, tried: set[object]
) -> bool:
    """Whether the player on turn can go down from a hand, at once or after further exchanges.

    `tried` collects the hands and tables that have been looked at.
    """
    rules = state.rules
    key = (tuple(sorted(FACE_OF[card] for card in hand)), tuple(meld.cards for meld in table))
    if key in tried:
        return False
    tried.add(key)
    if can_go_down_from(state, hand):
        return True
    won = _winnable(hand, table, state)
    if not won or not _is_enough((*hand, *won), state):
        return False
    for number, meld in enumerate(table):
        if not _is_open(state, meld):
            continue
        for card in {FACE_OF[card]: card for card in hand}.values():
            index = wild_index(rules, meld, card) if is_natural(rules, card) else -1
            if index < 0:
                continue
            next_hand, next_table = _after_swap(hand, table, card, number, index)
            if _could_go_down(next_hand, next_table, state, tried):
                return True
    return False


def do_swap(state: SituationT, action: Swap) -> tuple[SituationT, tuple[Event, ...]]:
    """Gives the card and takes the joker. By some rules the player must then go down or lay it."""
    meld = state.table[action.meld]
    index = wild_index(state.rules, meld, action.card)
    joker, seat = meld.cards[index], state.seats[action.seat]
    hand, table = _after_swap(seat.hand, state.table, action.card, action.meld, index)
    is_bound = state.rules.exchange_duty != "none" and not seat.down
    after = structs.replace(
        state,
        seats=with_seat(state, action.seat, hand=hand),
        table=table,
        must_go_down=state.must_go_down or is_bound,
        owed=joker if state.rules.exchange_duty == "use" else state.owed,
    )
    return after, (JokerSwapped(action.seat, action.card, joker, action.meld),)
