"""What is charged: an omission once, and in a round never more than the round has cost."""

from collections.abc import Mapping, Sequence

from shanghai.engine.actions import Discard, GoDown, LayOff, Swap
from shanghai.engine.cards import FACE_OF
from shanghai.engine.rules import Rules
from shanghai.engine.wild import is_wild
from shanghai.review.decisions import Cost, Decision
from shanghai.words.moves import Move

_Key = tuple[object, ...]


def charges(
    rules: Rules,
    decisions: Sequence[Decision],
    costs: Mapping[int, Cost],
    points: Mapping[int, Sequence[int]],
) -> dict[int, float]:
    """The points that are charged, by the number of each decision that is named as an error.

    `points` are those of each seat, by the rounds that were judged.
    """
    found: dict[int, float] = {}
    for round, scored in points.items():
        own = [number for number in range(len(decisions)) if decisions[number].round == round]
        least = max(0, min(scored))
        for seat, most in enumerate(max(0, each - least) for each in scored):
            mine = [number for number in own if decisions[number].seat == seat]
            named = _once(rules, decisions, costs, mine)
            total = sum(costs[number].points for number in named)
            part = min(1.0, most / total) if total else 0.0
            found |= {number: part * costs[number].points for number in named}
    return found


def _once(
    rules: Rules, decisions: Sequence[Decision], costs: Mapping[int, Cost], mine: Sequence[int]
) -> list[int]:
    """The errors of a player in a round, what could still be done at the next move named once.

    It counts where it was lost; a card that was kept too long where that was dearest. A wild card
    thrown away is lost at once.
    """
    kept: set[int] = set()
    open_still: dict[_Key, int] = {}
    for number in mine:
        moves, cost = decisions[number].moves, costs.get(number)
        if done := _key(moves[0]):
            left = {_key(move) for move in moves[1:]} - {done}
            open_still = {key: at for key, at in open_still.items() if key in left}
        if cost is None or not cost.certainty:
            continue
        kept.add(number)
        key, chosen = _key(moves[cost.best]), moves[0]
        if not key or (isinstance(chosen, Discard) and is_wild(rules, chosen.card)):
            continue
        before = open_still.get(key, number)
        is_less = costs[before].points > cost.points and isinstance(moves[cost.best], Discard)
        open_still[key] = before if is_less else number
        kept -= {before, number} - {open_still[key]}
    return sorted(kept)


def _key(move: Move) -> _Key:
    """What a move after the draw does, by which it is known again; empty for other moves."""
    match move:
        case GoDown():
            return (GoDown,)
        case Discard(card=card) | LayOff(card=card) | Swap(card=card):
            return type(move), FACE_OF[card]
        case _:
            return ()
