"""Which errors of a game count, and with how many points. An error that goes on for several moves
counts once."""

from collections.abc import Mapping, Sequence
from typing import Final

from shanghai.engine.actions import Discard, GoDown, LayOff, Swap
from shanghai.engine.cards import FACE_OF
from shanghai.engine.rules import Rules
from shanghai.engine.wild import is_wild
from shanghai.review.decisions import Cost, Decision
from shanghai.words.moves import Move

_Chance = tuple[object, ...]
"""What a move after the draw does, such as a discard of a face. See `_chance_of`."""
_OUT: Final[_Chance] = ("out",)


def charges(
    rules: Rules,
    decisions: Sequence[Decision],
    costs: Mapping[int, Cost],
    points: Mapping[int, Sequence[int]],
) -> dict[int, float]:
    """By number of a decision the points charged for it, for all that are named as errors. In a
    round a player is charged at most the points more than those of the best player."""
    charges: dict[int, float] = {}
    for round, scored in points.items():
        own = [number for number in range(len(decisions)) if decisions[number].round == round]
        least = max(0, min(scored))
        for seat, most in enumerate(max(0, each - least) for each in scored):
            mine = [number for number in own if decisions[number].seat == seat]
            named = _named_errors(rules, decisions, costs, mine)
            total = sum(costs[number].points for number in named)
            part = min(1.0, most / total) if total else 0.0
            charges |= {number: part * costs[number].points for number in named}
    return charges


def _named_errors(
    rules: Rules, decisions: Sequence[Decision], costs: Mapping[int, Cost], mine: Sequence[int]
) -> list[int]:
    """The numbers of the decisions `mine`, of one player in a round, that are named as errors. If
    the same chance is missed several times, only the last time is named. For a discard it is the
    time that cost most."""
    named: set[int] = set()
    missed_at: dict[_Chance, int] = {}
    for number in mine:
        moves, cost = decisions[number].moves, costs.get(number)
        if _chance_of(moves[0]):
            left = _chances_left(moves, is_out=cost is not None and cost.is_out)
            missed_at = {chance: at for chance, at in missed_at.items() if chance in left}
        if cost is None or not cost.certainty:
            continue
        named.add(number)
        chosen, better = moves[0], moves[cost.best]
        missed = _OUT if cost.is_out else _chance_of(better)
        if not missed or (isinstance(chosen, Discard) and is_wild(rules, chosen.card)):
            continue
        earlier = missed_at.get(missed, number)
        if isinstance(better, Discard) and costs[earlier].points > cost.points:
            named.discard(number)
        else:
            named -= {earlier} - {number}
            missed_at[missed] = number
    return sorted(named)


def _chances_left(moves: Sequence[Move], *, is_out: bool) -> set[_Chance]:
    """The chances that remain after the first of these moves. With `is_out` another of them goes
    out."""
    left = {_chance_of(move) for move in moves[1:]} - {_chance_of(moves[0])}
    return left | {_OUT} if is_out or not isinstance(moves[0], Discard) else left


def _chance_of(move: Move) -> _Chance:
    """What a move after the draw does, to recognize the same chance later. Empty for other
    moves."""
    match move:
        case GoDown():
            return (GoDown,)
        case Discard(card=card) | LayOff(card=card) | Swap(card=card):
            return type(move), FACE_OF[card]
        case _:
            return ()
