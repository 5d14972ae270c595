"""A game with handicaps as one by the rules alone, so that its record replays anywhere.

Cards more or fewer stand in the hands. Calls more stand as a higher limit for all, of which the
others have used as many. Points taken off are left out: the scores are those that the rules count.
"""

from operator import add

from msgspec import structs

from shanghai.engine.handicap import NO_HANDICAP
from shanghai.engine.rules import Rules
from shanghai.engine.state import Seat, State


def without_handicaps(state: State) -> State:
    """The same state as a record writes it; the state itself where nobody has a handicap."""
    if all(seat.handicap == NO_HANDICAP for seat in state.seats):
        return state
    off = [seat.handicap.points for seat in state.seats]
    most = max(seat.handicap.calls for seat in state.seats)
    has_calls = state.rules.calls_in(state.round) > 0
    return structs.replace(
        state,
        rules=_with_calls(state.rules, most),
        seats=tuple(_plain(seat, most * has_calls, len(state.results)) for seat in state.seats),
        results=tuple(
            structs.replace(line, points=tuple(map(add, line.points, off)))
            for line in state.results
        ),
    )


def _with_calls(rules: Rules, more: int) -> Rules:
    """The rules with more calls in each round that has any, and in the whole game."""
    if not more:
        return rules
    game = rules.calls_per_game
    return structs.replace(
        rules,
        call_limit=tuple(limit + more if limit else 0 for limit in rules.call_limit),
        calls_per_game=game + more if game else 0,
    )


def _plain(seat: Seat, most: int, rounds: int) -> Seat:
    """A seat as one without a handicap: calls that it lacks are used, points are not taken off."""
    lacks = most - seat.handicap.calls if most else 0
    return structs.replace(
        seat,
        calls_used=seat.calls_used + lacks,
        score=seat.score + seat.handicap.points * rounds,
        handicap=NO_HANDICAP,
    )
