"""What a call costs, in words: cards from the stock, points, chips."""

from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import State
from shanghai.words.phrases import counted, listed


def price_words(rules: Rules, round: int, made: int = 0) -> list[str]:
    """What a call costs besides its cards, after so many calls of the caller in the round."""
    points, chips = rules.points_for_call(round, made), rules.chips_for_call(round, made)
    return [counted(points, "point")] * bool(points) + [counted(chips, "chip")] * bool(chips)


def besides(view: State, seat: SeatIndex = NOBODY) -> str:
    """What a call of a seat costs besides its cards, as in `, for 5 points`; of NOBODY, the first.

    Where the price rises from call to call, that is said for NOBODY.
    """
    made = 0 if seat == NOBODY else view.seats[seat].calls_used
    words = price_words(view.rules, view.round, made)
    said = f", for {listed(words)}" if words else ""
    rises = seat == NOBODY and view.rules.call_price_by == "call"
    return f"{said} at a first call" if rises else said
