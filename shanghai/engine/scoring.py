"""Scoring: the points of a hand, and the end of a round and of the game (ALL-12, RG-20)."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct, structs

from shanghai.engine.actions import Correct
from shanghai.engine.cards import FACE_OF, Card
from shanghai.engine.events import Event, GameEnded, RoundEnded, ScoreCorrected, SeatOut
from shanghai.engine.refusal import Refusal, refusal
from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY, SeatIndex, by_seat
from shanghai.engine.sides import sides_of
from shanghai.engine.state import (
    NEW_TURN,
    Correction,
    Ending,
    Phase,
    RoundResult,
    Seat,
    Situation,
    State,
)
from shanghai.engine.supply import Outcome, with_seat


def hand_points(rules: Rules, cards: Iterable[Card]) -> int:
    """The points that cards left in a hand count against their holder."""
    return sum(rules.worths[FACE_OF[card]] for card in cards)


def blind_bonus(rules: Rules, ending: Ending) -> int:
    """The points that going out blind takes off; 0 for another ending (RG-20)."""
    blind, clean = rules.blind_bonus, max(rules.blind_bonus, rules.clean_blind_bonus)
    return {Ending.BLIND: blind, Ending.CLEAN_BLIND: clean}.get(ending, 0)


def bonus(rules: Rules, ending: Ending, round: int) -> int:
    """The points taken off for going out of a round, more for going out blind (RG-20, HR-11)."""
    return rules.out_bonus_in(round) + blind_bonus(rules, ending)


class HandCount(Struct, frozen=True):
    """What counts for a seat at the end of a round."""

    points: int
    """What the cards left in its hand count."""
    down: bool
    fined: int = 0
    """The points that calls and SHANGHAI have cost it in this round."""


def hand_counts(state: State) -> tuple[HandCount, ...]:
    """What counts for each seat, by its hand."""
    return tuple(
        HandCount(hand_points(state.rules, seat.hand), seat.down, seat.fined)
        for seat in state.seats
    )


def _points_against(rules: Rules, hand: HandCount) -> int:
    """The points of a seat that did not go out; more if it is not down (HR-2, HR-17)."""
    if hand.down:
        return hand.points
    return hand.points * rules.not_down_times + rules.not_down_penalty


def points_if_lost(state: Situation, seat: SeatIndex) -> int:
    """The points that a hand would count now if a player of another side went out."""
    rules, player = state.rules, state.seats[seat]
    hand = HandCount(hand_points(rules, player.hand), player.down)
    times = rules.last_round_times if state.round >= rules.rounds else 1
    return times * _points_against(rules, hand)


def round_points(
    state: State, hands: Sequence[HandCount], out: SeatIndex, ending: Ending, *, is_last: bool
) -> tuple[int, ...]:
    """The points of each seat in a round, before those that a handicap takes off.

    With the rule `partner_safe` the hands of the winner's partners count nothing (HR-15).
    """
    rules = state.rules
    times, taken_off = rules.last_round_times if is_last else 1, bonus(rules, ending, state.round)
    if rules.partner_safe and out != NOBODY:
        safe = state.sides.partners(out)
        hands = [
            structs.replace(hand, points=0) if seat in safe else hand
            for seat, hand in by_seat(hands)
        ]
    return tuple(
        times * (hand.fined + (-taken_off if i == out else _points_against(rules, hand)))
        for i, hand in enumerate(hands)
    )


def reaches_end(rules: Rules, seats: Sequence[Seat]) -> bool:
    """Whether a seat has met its last contract, or a side has more points than `end_at`."""
    if rules.is_by_player and any(seat.met >= len(rules.contracts) for seat in seats):
        return True
    totals = sides_of(rules.sides, len(seats)).totals([seat.score for seat in seats])
    return 0 < rules.end_at < max(totals)


def score_round(state: State, hands: Sequence[HandCount], out: SeatIndex, ending: Ending) -> State:
    """Puts the current round on the scorecard. Games with real cards are counted by this too.

    `out` may be NOBODY. The points of a handicap are taken off last, so that a round may have less
    than zero. After the last round the game is over.
    """
    rules = state.rules
    met = tuple(hand.down and rules.is_by_player for hand in hands)
    is_last = state.round >= rules.rounds or any(
        is_met and seat.met + 1 >= len(rules.contracts)
        for is_met, seat in zip(met, state.seats, strict=True)
    )
    counted = round_points(state, hands, out, ending, is_last=is_last)
    points = tuple(
        gained - seat.handicap.points for gained, seat in zip(counted, state.seats, strict=True)
    )
    seats = tuple(
        structs.replace(seat, fined=0, score=seat.score + points[i], met=seat.met + met[i])
        for i, seat in by_seat(state.seats)
    )
    is_over = is_last or reaches_end(rules, seats)
    line = RoundResult(state.round, points, out, ending, met if rules.is_by_player else ())
    return structs.replace(
        state,
        seats=with_bank(state, seats, out, is_over),
        phase=Phase.GAME_OVER if is_over else Phase.ROUND_OVER,
        results=(*state.results, line),
    )


def end_round(state: State, out: SeatIndex, ending: Ending) -> tuple[State, tuple[Event, ...]]:
    """Counts the hands of a round that is over, and ends the game after the last round."""
    scored = score_round(state, hand_counts(state), out, ending)
    is_by_first = state.rules.contracts_by == "first"
    after = structs.replace(
        scored,
        tossed=False,
        locked=False,
        out=NOBODY,
        ending=None,
        played=(*state.played, 0)[: state.round] if is_by_first else (),
        **NEW_TURN,
    )
    ended = RoundEnded(state.round, out, ending, after.results[-1].points)
    is_over = after.phase is Phase.GAME_OVER
    return after, (ended, GameEnded(after.winners)) if is_over else (ended,)


def with_bank(
    state: State, seats: tuple[Seat, ...], out: SeatIndex, last: bool
) -> tuple[Seat, ...]:
    """The seats after the chips of the bank were paid out, if they are due (HR-5).

    By the rules they go to the seat `out` of each round, or to the leaders after the `last` round.
    If they cannot be shared evenly, the seats on the dealer's left get one more.
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


def go_out(
    state: State, seat: SeatIndex, *, tossed: bool = False
) -> tuple[State, tuple[Event, ...]]:
    """Ends the round as a seat has no card left (ALL-8), or begins the last turns of the others.
    `tossed` says that the last card was discarded."""
    ending = Ending.OUT
    if state.went_down and not state.had_parts:
        ending = Ending.BLIND if state.joker_left else Ending.CLEAN_BLIND
    if not state.rules.last_turn:
        return end_round(state, seat, ending)
    if state.out != NOBODY:
        return next_turn(state, live=tossed, locked=False)
    after = structs.replace(state, out=seat, ending=ending)
    after, events = next_turn(after, live=tossed, locked=False)
    return after, (SeatOut(seat), *events)


def next_turn(state: State, *, live: bool, locked: bool) -> tuple[State, tuple[Event, ...]]:
    """Begins the next turn, or ends the round after the last turns. `live` says that the turn ended
    with a discard, `locked` that SHANGHAI was declared on it."""
    turn = state.seat_after(state.turn)
    if state.ending is not None and turn == state.out:
        return end_round(state, state.out, state.ending)
    after = structs.replace(
        state,
        turn=turn,
        turns=state.turns + 1,
        phase=Phase.DRAW,
        live=live,
        locked=locked,
        tossed=live and not locked,
        no_discard=not live,
        **NEW_TURN,
    )
    return after, ()


def end_blocked(state: State) -> tuple[State, tuple[Event, ...]]:
    """Ends the round because no card can be drawn, or because it was thrown in (ALL-11)."""
    return end_round(state, state.out, state.ending or Ending.BLOCKED)


MOST_POINTS: Final = 9999
"""The most points of a round, above or below zero."""


def refuse_correct(state: Situation, action: Correct) -> Refusal | None:
    """Why the score may not be corrected so: it is not counted yet, or nothing would change."""
    index = _line_of(state, action.round)
    if index < 0:
        return refusal("not-scored", "ALL-12", number=action.round)
    if not -MOST_POINTS <= action.points <= MOST_POINTS:
        return refusal("no-such-score", "ALL-12", points=action.points)
    if not action.note.strip():
        return refusal("no-note", "ALL-12")
    if state.results[index].points[action.seat] == action.points:
        return refusal("same-score", "ALL-12", seat=action.seat, points=action.points)
    return None


def do_correct(state: State, action: Correct) -> Outcome:
    """Changes the points on the scorecard and the total, and notes the points before."""
    index = _line_of(state, action.round)
    was = state.results[index].points[action.seat]
    correction = Correction(action.seat, action.round, was, action.points, action.note)
    after = _with_points(state, index, action.seat, action.points)
    after = structs.replace(after, corrections=(*state.corrections, correction))
    return after, (ScoreCorrected(*structs.astuple(correction)),)


def by_the_rules(state: State) -> State:
    """The state with all corrections of points reversed."""
    if not state.corrections:
        return state
    for each in reversed(state.corrections):
        state = _with_points(state, _line_of(state, each.round), each.seat, each.was)
    return structs.replace(state, corrections=())


def _line_of(state: Situation, round: int) -> int:
    """The index of a round in the results, or -1."""
    return next((index for index, line in enumerate(state.results) if line.round == round), -1)


def _with_points(state: State, index: int, seat: SeatIndex, points: int) -> State:
    """The state with other points of a seat in one line of the results."""
    results, line = list(state.results), state.results[index]
    changed = (*line.points[:seat], points, *line.points[seat + 1 :])
    results[index] = structs.replace(line, points=changed)
    total = state.seats[seat].score + points - line.points[seat]
    return structs.replace(state, results=tuple(results), seats=with_seat(state, seat, score=total))
