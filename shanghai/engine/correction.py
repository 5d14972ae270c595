"""The correction of a score: people miscount by house rules of their own, and the table may agree.

The scorecard and the totals follow the correction; what the rules had counted is kept beside it.
"""

from typing import Final

from msgspec import structs

from shanghai.engine.actions import Correct
from shanghai.engine.events import ScoreCorrected
from shanghai.engine.refusal import Refusal, refusal
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Correction, State
from shanghai.engine.supply import Outcome, with_seat

MOST_POINTS: Final = 9999
"""No score of a round is farther from zero."""


def refuse_correct(state: State, action: Correct) -> Refusal | None:
    """Why the score may not be corrected so: it is not counted yet, or nothing would change."""
    at = _line(state, action.round)
    if at < 0:
        return refusal("not-scored", "ALL-12", number=action.round)
    if not -MOST_POINTS <= action.points <= MOST_POINTS:
        return refusal("no-such-score", "ALL-12", points=action.points)
    if not action.note.strip():
        return refusal("no-note", "ALL-12")
    if state.results[at].points[action.seat] == action.points:
        return refusal("same-score", "ALL-12", seat=action.seat, points=action.points)
    return None


def do_correct(state: State, action: Correct) -> Outcome:
    """Changes the line of the scorecard and the total, and keeps what was there before."""
    at = _line(state, action.round)
    was = state.results[at].points[action.seat]
    made = Correction(action.seat, action.round, was, action.points, action.note)
    after = structs.replace(
        _scored(state, at, action.seat, action.points), corrections=(*state.corrections, made)
    )
    return after, (ScoreCorrected(made.seat, made.round, was, made.points, made.note),)


def by_the_rules(state: State) -> State:
    """The same state with the scores that the rules have counted, all corrections undone."""
    if not state.corrections:
        return state
    for made in reversed(state.corrections):
        state = _scored(state, _line(state, made.round), made.seat, made.was)
    return structs.replace(state, corrections=())


def _line(state: State, round: int) -> int:
    """The line of the scorecard that a round is on, or -1."""
    return next((at for at, line in enumerate(state.results) if line.round == round), -1)


def _scored(state: State, at: int, seat: SeatIndex, points: int) -> State:
    line = state.results[at]
    scored = (*line.points[:seat], points, *line.points[seat + 1 :])
    corrected = structs.replace(line, points=scored)
    results = (*state.results[:at], corrected, *state.results[at + 1 :])
    total = state.seats[seat].score + points - line.points[seat]
    return structs.replace(state, results=results, seats=with_seat(state, seat, score=total))
