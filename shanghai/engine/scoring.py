"""Scoring: the points of a hand, the end of a round and of the game (ALL-12, RG-20)."""

from collections.abc import Iterable

from msgspec import structs

from shanghai.engine.cards import FACE_OF, Card
from shanghai.engine.events import Event, GameEnded, RoundEnded
from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY, SeatIndex, by_seat
from shanghai.engine.state import NEW_TURN, Ending, Phase, RoundResult, Seat, State


def hand_points(rules: Rules, cards: Iterable[Card]) -> int:
    """The points that cards left in a hand count against their holder."""
    return sum(rules.worths[FACE_OF[card]] for card in cards)


def bonus(rules: Rules, ending: Ending) -> int:
    """The points taken off for the way of going out (RG-20)."""
    match ending:
        case Ending.BLIND:
            return rules.out_bonus + rules.blind_bonus
        case Ending.CLEAN_BLIND:
            return rules.out_bonus + max(rules.blind_bonus, rules.clean_blind_bonus)
        case _:
            return rules.out_bonus


def end_round(state: State, out: SeatIndex, ending: Ending) -> tuple[State, tuple[Event, ...]]:
    """Counts the hands; after the last round the game is over and equal lowest totals share it.

    The points of a handicap are taken off last, also below zero.
    """
    rules = state.rules
    met = tuple(seat.down for seat in state.seats) if rules.is_by_player else ()
    last = state.round >= rules.rounds or any(
        seat.down and seat.met + 1 >= len(rules.contracts) for seat in state.seats if met
    )
    times = rules.last_round_times if last else 1
    points = tuple(
        times
        * (
            seat.fined - bonus(rules, ending)
            if i == out
            else seat.fined
            + hand_points(rules, seat.hand)
            + rules.not_down_penalty * (not seat.down)
        )
        - seat.handicap.points
        for i, seat in enumerate(state.seats)
    )
    seats = tuple(
        structs.replace(
            seat, fined=0, score=seat.score + gained, met=seat.met + (bool(met) and seat.down)
        )
        for seat, gained in zip(state.seats, points, strict=True)
    )
    after = structs.replace(
        state,
        seats=with_bank(state, seats, out, last),
        phase=Phase.GAME_OVER if last else Phase.ROUND_OVER,
        tossed=False,
        locked=False,
        **NEW_TURN,
        results=(*state.results, RoundResult(state.round, points, out, ending, met)),
    )
    ended = RoundEnded(state.round, out, ending, points)
    return after, (ended, GameEnded(after.winners)) if last else (ended,)


def with_bank(
    state: State, seats: tuple[Seat, ...], out: SeatIndex, last: bool
) -> tuple[Seat, ...]:
    """The seats with the chips that were paid: of the round, or of the game, shared by winners.

    Those that do not divide go one each to the winners from the last dealer's left on (HR-5).
    """
    if state.bank < 1:
        return seats
    winners = structs.replace(state, seats=seats).leaders if last else ()
    if state.rules.bank == "round" and out != NOBODY:
        winners = (out,)
    if not winners:
        return seats
    each, odd = divmod(state.bank, len(winners))
    order = sorted(winners, key=lambda seat: (seat - state.dealer - 1) % len(seats))
    return tuple(
        structs.replace(seat, chips=seat.chips + each + (i in order[:odd]))
        if i in winners
        else seat
        for i, seat in by_seat(seats)
    )


def go_out(state: State, seat: SeatIndex) -> tuple[State, tuple[Event, ...]]:
    """Ends the round for the player on turn whose hand is empty (ALL-8)."""
    ending = Ending.OUT
    if state.went_down:
        ending = Ending.BLIND if state.joker_left else Ending.CLEAN_BLIND
    return end_round(state, seat, ending)


def end_blocked(state: State) -> tuple[State, tuple[Event, ...]]:
    """Ends the round with nobody out, as no card can be supplied (ALL-11)."""
    return end_round(state, NOBODY, Ending.BLOCKED)
