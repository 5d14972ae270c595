"""The game as two functions: `refuse` says why not, `apply` makes the next state and its events."""

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from shanghai.engine import actions
from shanghai.engine.events import Event
from shanghai.engine.handicap import NO_HANDICAP, Handicap, refuse_handicaps
from shanghai.engine.legal import legal
from shanghai.engine.moves import MOVES
from shanghai.engine.refusal import Refusal, Refused, refusal
from shanghai.engine.rules import Rules
from shanghai.engine.seats import SeatIndex
from shanghai.engine.sides import is_table_size
from shanghai.engine.state import Phase, Seat, Situation, SituationT, State
from shanghai.engine.supply import Need

__all__ = ["Need", "Refused", "apply", "game_before", "legal", "needs", "new_game", "refuse"]


_WITHOUT_SEAT: Final = (actions.DrawForDealer, actions.Deal, actions.ThrowIn, actions.StopGame)


def new_game(rules: Rules, names: Sequence[str], handicaps: Sequence[Handicap] = ()) -> State:
    """A new game, before the draw for the first dealer.

    `handicaps` has one for each player, or is empty. Raises Refused if the number of players, their
    names or their handicaps do not fit the rules.
    """
    agreed = tuple(handicaps) or (NO_HANDICAP,) * len(names)
    if bad := _refuse_players(rules, names) or refuse_handicaps(rules, agreed, len(names)):
        raise Refused(bad)
    seats = [
        Seat(name, chips=rules.chips, handicap=each)
        for name, each in zip(names, agreed, strict=True)
    ]
    return State(rules=rules, seats=tuple(seats))


def _refuse_players(rules: Rules, names: Sequence[str]) -> Refusal | None:
    least, most, count = rules.min_players, rules.max_players, len(names)
    if not least <= count <= most:
        return refusal("players", "players", game=rules.name, least=least, most=most, count=count)
    if not is_table_size(rules.sides, count):
        return refusal("players-of-sides", "sides", game=rules.name, sides=rules.sides, count=count)
    return refusal("same-name", "ALL-1") if len(set(names)) < count else None


def game_before(rules: Rules, names: Sequence[str], round: int, dealer: SeatIndex) -> State:
    """A game before the deal of a round: nothing is scored, and all earlier contracts are met."""
    state = new_game(rules, names)
    earlier = tuple(range(1, min(round, len(rules.contracts))))
    met = 0
    done: tuple[int, ...] = ()
    played: tuple[int, ...] = ()
    match rules.contracts_by:
        case "player":
            met = len(earlier)
        case "free":
            met, done = len(earlier), earlier
        case "first":
            played = earlier
    seats = tuple(structs.replace(seat, met=met, done=done) for seat in state.seats)
    return structs.replace(
        state, seats=seats, phase=Phase.DEALING, round=round, dealer=dealer, played=played
    )


def refuse(state: Situation, action: actions.Action) -> Refusal | None:
    """Why the rules do not allow an action; None if it is legal."""
    if not isinstance(action, _WITHOUT_SEAT) and not 0 <= action.seat < len(state.seats):
        return refusal("no-such-seat", "ALL-1", number=action.seat)
    return MOVES[type(action)].refuse(state, action)


def apply(state: SituationT, action: actions.Action) -> tuple[SituationT, tuple[Event, ...]]:
    """The state after an action, and its events.

    Raises Refused if the action is not legal, or lacks the cards that chance has to choose. In a
    view a player may try the moves of a turn after the draw; the result is a view again.
    """
    if bad := refuse(state, action):
        raise Refused(bad)
    return MOVES[type(action)].do(state, action)


def needs(state: State, action: actions.Action) -> Need:
    """What chance has to choose for a legal action: an order of discards, a card of a hand."""
    return MOVES[type(action)].need(state, action)
