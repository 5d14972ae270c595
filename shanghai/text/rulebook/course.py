"""The sentences and short values of the rules of the course of a round and of a game."""

from collections.abc import Callable
from typing import Final

from shanghai.engine.rules import Rules
from shanghai.text.phrases import call_name, counted
from shanghai.text.rulebook.pieces import by_round, figure


def _contracts_by(rules: Rules) -> str:
    if not rules.is_by_player:
        return ""
    word = rules.words.round
    return (
        f"Each player stays at a contract until it is met: who is down at the end of a {word} goes "
        "on to the next one, the others have theirs again. The game ends when somebody has met the "
        "last one. Who has met most contracts wins; of several the one with the lowest total."
    )


def _most_rounds(rules: Rules) -> str:
    if not rules.is_by_player:
        return ""
    return f"At the latest it ends after {rules.words.round} {rules.rounds}."


def _call_cost(rules: Rules) -> str:
    if not rules.call_cost:
        return f"A {call_name(rules)} costs nothing more: the discard alone goes to the hand."
    extra = counted(rules.call_cost, "card")
    return f"A {call_name(rules)} brings the discard and {extra} from the stock."


def _call_costs(rules: Rules) -> str:
    if not rules.call_costs:
        return ""
    return f"Cards from the stock that come with a call: {by_round(rules, rules.call_costs)}."


COURSE_SENTENCES: Final[dict[str, Callable[[Rules], str]]] = {
    "contracts_by": _contracts_by,
    "most_rounds": _most_rounds,
    "call_cost": _call_cost,
    "call_costs": _call_costs,
    "calls_per_game": figure(
        "calls_per_game", "In the whole game each player has {} calls at most."
    ),
}
"""For each rule its sentence, empty where it has nothing to say."""
COURSE_SHORT: Final[dict[str, Callable[[Rules], str]]] = {
    "Contracts go on": lambda rules: (
        "when met" if rules.is_by_player else f"each {rules.words.round}"
    ),
    "Most rounds": lambda rules: str(rules.rounds) if rules.is_by_player else "-",
}
"""The short value of each rule, by the heading of its row."""
