"""Stalemates: rounds that nobody can end any more, and what happens to them (ALL-11)."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from msgspec import structs

from shanghai.engine.actions import Deal, MeldCards, ThrowIn
from shanghai.engine.cards import FACE_OF, FACES, Card, Face, copy_of, natural_face
from shanghai.engine.dealing import deal_round
from shanghai.engine.events import Event, RoundThrownIn
from shanghai.engine.melds import openings, places, read_meld, replaced, run_bounds
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.refusal import Refusal, refusal
from shanghai.engine.rules import Rules, parts_of
from shanghai.engine.scoring import end_blocked
from shanghai.engine.seats import NOBODY, SeatIndex, by_seat
from shanghai.engine.state import Kind, Meld, Phase, State
from shanghai.engine.supply import Outcome
from shanghai.engine.wild import exchange_faces, is_natural, is_wild, wild_index

MOST_TURNS: Final = 300
"""A round is stopped after so many turns of each player."""


def is_stalemate(state: State) -> bool:
    """Whether the round can no longer end, however it is played (ALL-11). It is always False after
    the draw, while calls wait, and in the last turns."""
    if state.phase is not Phase.DRAW or state.calls or state.out != NOBODY:
        return False
    return _is_dead(state) or _is_out_of_reach(state)


def is_too_long(state: State) -> bool:
    """Whether each player has had `MOST_TURNS` turns. Turns of deals thrown in count too."""
    is_open = state.phase is Phase.DRAW and not state.calls
    return is_open and state.turns_before + state.turns >= MOST_TURNS * state.players


def _is_dead(state: State) -> bool:
    """Whether all players are down, and no card that is left fits a meld or wins a joker."""
    if not all(seat.down for seat in state.seats):
        return False
    hands = (seat.hand for seat in state.seats)
    faces = {card % FACES for card in chain(state.stock, state.discards, *hands)}
    if state.rules.meld_when_down and _may_meld_yet(state):
        return False
    if state.rules.lay_off_on == "none" and not _shanghai_moves_cards(state.rules):
        return True
    if not all(map(faces.isdisjoint, openings(state.rules, state.table))):
        return False
    has_exchange = state.rules.exchange != "none"
    return not has_exchange or all(
        faces.isdisjoint(_winning_faces(state, meld)) for meld in state.table
    )


def _shanghai_moves_cards(rules: Rules) -> bool:
    """Whether a called SHANGHAI moves cards between hands."""
    moves = rules.shanghai_gives or rules.shanghai_cards > 0 or rules.shanghai_card == "back"
    return rules.shanghai and moves


def _winning_faces(state: State, meld: Meld) -> Iterable[Face]:
    """The faces that win a joker of a meld; by some rules only a joker that can then be laid."""
    rules, faces = state.rules, exchange_faces(state.rules, meld)
    if rules.exchange_in == "runs" and not meld.is_run:
        return ()
    if rules.exchange_duty != "use" or (rules.meld_when_down and _has_room_to_meld(state)):
        return faces
    others = [other for other in state.table if other is not meld]
    winning = []
    for face in faces:
        index = wild_index(rules, meld, copy_of(face, 0))
        table = (*others, replaced(meld, copy_of(face, 0), index))
        if any(places(rules, each, meld.cards[index]) for each in table):
            winning.append(face)
    return winning


def _has_room_to_meld(state: State) -> bool:
    """Whether a hand can become large enough for a further meld."""
    rules, hands = state.rules, [len(seat.hand) for seat in state.seats]
    may_call = rules.call_when_down and not rules.calls_till_down
    calls = sum(map(state.calls_left, state.seat_numbers)) if may_call else 0
    largest_hand = max(hands) + 1 + calls * (1 + max((rules.call_cost, *rules.call_costs)))
    needed = rules.further_meld.size + rules.must_discard
    return largest_hand >= needed or _shanghai_moves_cards(rules)


def _may_meld_yet(state: State) -> bool:
    """Whether a further meld can be made of the cards that are not on the table."""
    rules = state.rules
    cards = [*chain(state.stock, state.discards, *(seat.hand for seat in state.seats))]
    return _has_room_to_meld(state) and any(
        isinstance(read_meld(rules, NOBODY, meld_cards), Meld)
        for meld_cards in _smallest_melds(rules, cards)
    )


def _smallest_melds(rules: Rules, cards: list[Card]) -> Iterator[MeldCards]:
    """The smallest set of each rank and the smallest run at each place, natural cards first."""
    wild = [card for card in cards if is_wild(rules, card)]
    copies: dict[Face, list[Card]] = {}
    for card in cards:
        if is_natural(rules, card):
            copies.setdefault(FACE_OF[card], []).append(card)
    for rank in range(13):
        naturals: list[Card] = []
        for suit in range(4):
            of_suit = copies.get(Face(rank + 13 * suit), [])
            naturals += of_suit if rules.repeated_suits else of_suit[:1]
        others = [card for card in wild if card not in naturals]
        yield MeldCards(Kind.SET, tuple([*naturals, *others][: rules.least_set]))
    lowest, highest = run_bounds(rules)
    for suit in range(4):
        for low in range(lowest, highest - rules.least_run + 2):
            faces = [natural_face(suit, low + step) for step in range(rules.least_run)]
            naturals = [copies[face][0] for face in faces if face in copies]
            others = [card for card in wild if card not in naturals]
            if len(naturals) + len(others) >= len(faces):
                run = [copies[face][0] if face in copies else others.pop() for face in faces]
                yield MeldCards(Kind.RUN, tuple(run))


def _is_out_of_reach(state: State) -> bool:
    """Whether no player can ever have as many cards as the contract asks for.

    Two players cannot call what the other one discards (ALL-9), so that their hands stop growing
    once the first upcard has gone. More players run out of calls where a game has a limit of them
    or they cost chips.
    """
    rules = state.rules
    if any(seat.down for seat in state.seats):
        return False
    if state.players > 2 or rules.own_discard:
        return bool(rules.calls_per_game or rules.call_chips) and all(
            _largest_hand(state, seat) < _least_hand(rules, state.contract_of(seat))
            for seat in state.seat_numbers
        )
    if state.live and state.tossers and state.tossers[0] == NOBODY:
        return False
    return all(
        len(seat.hand) + 1 < _least_hand(rules, state.contract_of(number))
        for number, seat in by_seat(state.seats)
    )


def _least_hand(rules: Rules, contract: Contract) -> int:
    """The fewest cards from which a contract can be laid, with a card for the discard if one must
    be left. If it may be laid in parts, they are those for the smallest part."""
    to_lay = parts_of(contract) if rules.lay_in_parts else contract
    return to_lay.size + rules.keeps_one(contract)


def _largest_hand(state: State, seat: SeatIndex) -> int:
    """The size of the largest hand that a seat can get, by a draw and all calls it can pay."""
    rules, player = state.rules, state.seats[seat]
    hand_size, chips = len(player.hand) + 1, player.chips
    for calls_made in range(player.calls_used, player.calls_used + state.calls_left(seat)):
        chips -= rules.chips_for_call(state.round, calls_made)
        if chips < 0:
            break
        hand_size += 1 + rules.cost_in(state.round, calls_made)
    return hand_size


def is_counted(state: State) -> bool:
    """Whether the hands of a round that is thrown in count. If not, it is dealt again.

    They count if the rules say so, if the round was too long, or if another deal could not end.
    """
    rules = state.rules
    if rules.stalemate == "count" or rules.lay_off_on == "none" or is_too_long(state):
        return True
    if state.players > 2:
        return _is_out_of_reach(state)
    dealt = max(state.cards_dealt(seat, state.round) for seat in state.seat_numbers)
    largest_hand = dealt + 2 + rules.cost_in(state.round)
    contracts = map(state.whole_contract_of, state.seat_numbers)
    return all(_least_hand(rules, contract) > largest_hand for contract in contracts)


def refuse_throw_in(state: State, action: ThrowIn) -> Refusal | None:
    """Why the round may not be thrown in: it can still end, or the order is not the whole pack."""
    if not (is_stalemate(state) or is_too_long(state)):
        return refusal("can-still-end", "ALL-11")
    pack = () if is_counted(state) else state.rules.cards(state.players, state.round)
    if action.order and tuple(sorted(action.order)) != pack:
        return refusal("wrong-pack", "stalemate")
    return None


def refuse_still(state: State) -> Refusal | None:
    """Why the round is no stalemate: it can still end (ALL-11)."""
    return None if is_stalemate(state) else refusal("can-still-end", "ALL-11")


def refuse_stopped(state: State) -> Refusal | None:
    """Why the round is not stopped: its players still have turns left (ALL-11)."""
    return None if is_too_long(state) else refusal("not-too-long", "ALL-11", most=MOST_TURNS)


def do_throw_in(state: State, action: ThrowIn) -> Outcome:
    """Counts the hands as in a blocked round, or lets the same dealer deal again."""
    stopped = is_too_long(state) and not is_stalemate(state)
    thrown_in = RoundThrownIn(state.round, is_counted(state), stopped)
    if thrown_in.counted:
        after, events = end_blocked(state)
    else:
        after, events = structs.replace(state, phase=Phase.THROWN_IN), tuple[Event, ...]()
        if action.order:
            after, events = deal_round(after, Deal(action.order), state.round, state.dealer)
    return after, (thrown_in, *events)
