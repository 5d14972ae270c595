"""What happens before a round: the draw for the first dealer, the deal, and handing over a seat."""

from msgspec import structs

from shanghai.engine.actions import Deal, DrawForDealer, HandOver
from shanghai.engine.cards import HIDDEN, Card, Face, is_joker, rank_of
from shanghai.engine.events import DealerDrawn, Dealt, SeatHandedOver
from shanghai.engine.refusal import Refusal, refusal
from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY, SeatIndex, by_seat
from shanghai.engine.state import Phase, Seat, Situation, State
from shanghai.engine.supply import Outcome, with_seat


def lowest(draw: tuple[Card, ...]) -> tuple[SeatIndex, ...]:
    """The seats that drew the lowest rank. An ace is the lowest, a joker the highest (RG-2)."""
    drawn = ((seat, card) for seat, card in by_seat(draw) if card != HIDDEN)
    ranks = {seat: 14 if is_joker(card) else rank_of(card) for seat, card in drawn}
    return tuple(seat for seat, rank in ranks.items() if rank == min(ranks.values()))


def refuse_draw_for_dealer(state: Situation, action: DrawForDealer) -> Refusal | None:
    """Why the draws do not decide who deals first (ALL-2, RG-2)."""
    if state.phase is not Phase.SEATING:
        return refusal("not-seating", "ALL-2", phase=state.phase.value)
    drawing = state.seat_numbers
    seen: set[Card] = set()
    pack = set(state.rules.cards(state.players))
    for draw in action.draws:
        cards = [card for card in draw if card != HIDDEN]
        who = tuple(i for i, card in by_seat(draw) if card != HIDDEN)
        if len(drawing) < 2 or who != drawing or len(draw) != state.players:
            return refusal("wrong-draw", "ALL-2")
        if seen.intersection(cards) or len(set(cards)) < len(cards) or not pack.issuperset(cards):
            return refusal("wrong-draw", "ALL-2")
        seen.update(cards)
        drawing = lowest(draw)
    return None if len(drawing) == 1 else refusal("wrong-draw", "ALL-2")


def do_draw_for_dealer(state: State, action: DrawForDealer) -> Outcome:
    """Makes the seat that drew the lowest rank the first dealer."""
    dealer = lowest(action.draws[-1])[0]
    after = structs.replace(state, dealer=dealer, phase=Phase.DEALING)
    return after, (DealerDrawn(action.draws, dealer),)


def refuse_deal(state: Situation, action: Deal) -> Refusal | None:
    """Why the round may not be dealt: it is not the time, or the order is not the whole pack."""
    if state.phase not in (Phase.DEALING, Phase.THROWN_IN, Phase.ROUND_OVER):
        return refusal("not-dealing", "ALL-1", phase=state.phase.value)
    round = state.round + (state.phase is Phase.ROUND_OVER)
    if tuple(sorted(action.order)) != state.rules.cards(state.players, round):
        return refusal("wrong-pack", "ALL-1")
    return None


def do_deal(state: State, action: Deal) -> Outcome:
    """Deals the first or the next round. The rules say which seat deals it (ALL-1)."""
    is_next = state.phase is Phase.ROUND_OVER
    return deal_round(state, action, state.round + is_next, next_dealer(state))


def next_dealer(state: State) -> SeatIndex:
    """The seat that deals next (ALL-1): the one after the dealer, or the winner or the loser.

    The dealer stays for the first deal, and for a round that is dealt again.
    """
    if state.phase is not Phase.ROUND_OVER:
        return state.dealer
    out = state.results[-1].out
    if state.rules.next_dealer == "winner" and out != NOBODY:
        return out
    if state.rules.next_dealer == "loser":
        return max(state.seats_after(state.dealer), key=state.results[-1].points.__getitem__)
    return state.seat_after(state.dealer)


def rules_of_round(rules: Rules, round: int, upcard: Card | Face = HIDDEN) -> Rules:
    """The rules of one round. By some rules its own rank, or that of its upcard, is wild in it."""
    rules = rules.in_round(round)
    if not rules.upcard_wild or upcard == HIDDEN or is_joker(upcard):
        return rules
    return rules.with_wild_rank(rank_of(upcard))


def deal_round(state: State, action: Deal, round: int, dealer: SeatIndex) -> Outcome:
    """Deals one card at a time, from the seat after the dealer, and turns the upcard (RG-4)."""
    upcard_count, agreed = int(state.rules.upcard), state.game_rules
    hands = _deal_hands(state, action, round, dealer)
    dealt = sum(map(len, hands))
    seats = tuple(
        structs.replace(
            before_deal(seat),
            hand=hand,
            calls_before=seat.calls_before + (seat.calls_used if state.round != round else 0),
            calls_carried=_calls_carried(state, index, round),
        )
        for (index, seat), hand in zip(by_seat(state.seats), hands, strict=True)
    )
    discards = action.order[dealt:][:upcard_count]
    rules = rules_of_round(agreed, round, discards[0] if discards else HIDDEN)
    after = State(
        rules=rules,
        agreed=agreed if rules is not agreed else None,
        seats=seats,
        phase=Phase.DRAW,
        round=round,
        dealer=dealer,
        turn=state.seat_after(dealer),
        turns_before=state.turns_before + state.turns if state.round == round else 0,
        stock=action.order[dealt + upcard_count :],
        discards=discards,
        tossers=tuple(NOBODY for _ in discards),
        results=state.results,
        corrections=state.corrections,
        played=state.played[: round - 1],
    )
    return after, (Dealt(round, dealer, discards[0] if discards else HIDDEN),)


def _calls_carried(state: State, seat: SeatIndex, round: int) -> int:
    """The calls that a seat has left from the round before and may use in a round (HR-10).

    They stay the same for a round that is dealt again.
    """
    place = state.seats[seat]
    if not state.rules.calls_carry or state.round == round:
        return place.calls_carried
    if all(result.round != state.round for result in state.results):
        return place.calls_carried
    return max(0, state.call_limit(seat) - place.calls_used)


def before_deal(seat: Seat) -> Seat:
    """The seat with all that belongs to one round removed: cards, calls, fines, laid parts."""
    return structs.replace(
        seat,
        hand=(),
        down=False,
        calls_used=0,
        fined=0,
        done=seat.done[: seat.met],
        parts=(),
        to_come=None,
    )


def _deal_hands(
    state: State, action: Deal, round: int, dealer: SeatIndex
) -> list[tuple[Card, ...]]:
    """The hands in the order of the seats. With handicaps they can have different sizes."""
    sizes = [state.cards_dealt(seat, round) for seat in state.seat_numbers]
    order = state.seats_after(dealer)
    if len({*sizes}) == 1:
        end, step = sum(sizes), len(sizes)
        return [action.order[order.index(seat) : end : step] for seat in state.seat_numbers]
    takers = [seat for turn in range(max(sizes)) for seat in order if turn < sizes[seat]]
    hands: list[list[Card]] = [[] for _ in sizes]
    for seat, card in zip(takers, action.order, strict=False):
        hands[seat].append(card)
    return [tuple(hand) for hand in hands]


def refuse_hand_over(state: Situation, action: HandOver) -> Refusal | None:
    """Why the seat may not be handed to that person (ALL-14)."""
    if state.phase is Phase.GAME_OVER:
        return refusal("game-over", "ALL-14")
    if not action.name.strip():
        return refusal("no-name", "ALL-14")
    if state.seat_named(action.name) != NOBODY:
        return refusal("seated-already", "ALL-14", name=action.name)
    return None


def do_hand_over(state: State, action: HandOver) -> Outcome:
    """Gives the seat to another person; hand, score, calls and a waiting call stay with it."""
    after = structs.replace(state, seats=with_seat(state, action.seat, name=action.name))
    return after, (SeatHandedOver(action.seat, state.seats[action.seat].name, action.name),)
