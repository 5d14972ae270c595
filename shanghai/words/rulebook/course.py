"""The sentences and short values of the rules of the course of a round and of a game."""

from collections.abc import Callable
from typing import Final

from shanghai.engine.rules import Rules
from shanghai.words.phrases import call_name, counted, listed
from shanghai.words.rulebook.pieces import by_round, figure, yes_no


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
    if rules.call_costs:
        return ""
    if not rules.call_cost:
        return f"A {call_name(rules)} brings the discard alone, and no card from the stock."
    extra = counted(rules.call_cost, "card")
    return f"A {call_name(rules)} brings the discard and {extra} from the stock."


def _call_costs(rules: Rules) -> str:
    if not rules.call_costs:
        return ""
    return f"Cards from the stock that come with a call: {_prices(rules, rules.call_costs)}."


def _call_points(rules: Rules) -> str:
    if not any(rules.call_points):
        return ""
    return f"Points that a call costs: {_prices(rules, rules.call_points)}."


def _call_chips(rules: Rules) -> str:
    if not any(rules.call_chips):
        return ""
    return (
        f"Chips that a call costs, paid to the bank: {_prices(rules, rules.call_chips)}. Who has "
        "not so many cannot call."
    )


def _prices(rules: Rules, prices: tuple[int, ...]) -> str:
    """A price by round, or by the number of the call: `1 for the first, 2 for each further one`."""
    if rules.call_price_by == "round":
        padded = (*prices, *prices[-1:] * len(rules.contracts))[: len(rules.contracts)]
        return by_round(rules, padded)
    *first, last = prices
    if not first:
        return f"{last} for each"
    said = [f"{price} for the {_ordinal(number)}" for number, price in enumerate(first, 1)]
    return f"{', '.join(said)}, {last} for each further one of a {rules.words.round}"


def _ordinal(number: int) -> str:
    words = ("first", "second", "third", "fourth", "fifth", "sixth")
    return words[number - 1] if number <= len(words) else f"{number}th"


def _bank(rules: Rules) -> str:
    if not any(rules.call_chips):
        return ""
    if rules.bank == "round":
        return "Whoever goes out has the chips that were paid; else they wait for the next one."
    return "The winner of the game has the chips that were paid; several share them."


def _lay_off_from(rules: Rules) -> str:
    if rules.lay_off_from == 1:
        return ""
    return (
        f"Nobody lays off before turn {rules.lay_off_from} of one's own in a {rules.words.round}."
    )


def _shanghai_card(rules: Rules) -> str:
    if not rules.shanghai:
        return ""
    if rules.shanghai_card == "back":
        return "A card on which SHANGHAI is called goes back to the hand that tossed it."
    return "A card on which SHANGHAI is called is played on the meld that the caller names."


def _shanghai_pays(rules: Rules) -> str:
    takes = ["a card at random from the caller's hand"] * rules.shanghai_gives
    takes += [f"{counted(rules.shanghai_cards, 'card')} from the stock"] * bool(
        rules.shanghai_cards
    )
    said = f"draws {listed(takes)}" if takes else ""
    fine = counted(rules.shanghai_points, "point")
    counts = f"counts {fine} more" if rules.shanghai_points else ""
    does = " and ".join(filter(None, (said, counts)))
    return f"The tosser then {does}." if does else "The tosser pays nothing for it."


COURSE_SENTENCES: Final[dict[str, Callable[[Rules], str]]] = {
    "contracts_by": _contracts_by,
    "most_rounds": _most_rounds,
    "meld_when_down": yes_no(
        "meld_when_down",
        "Once down, one may lay further melds as well, one at a time and where laying off is "
        "allowed.",
    ),
    "lay_off_from": _lay_off_from,
    "call_cost": _call_cost,
    "call_costs": _call_costs,
    "call_points": _call_points,
    "call_chips": _call_chips,
    "chips": lambda rules: (
        f"Each player begins with {counted(rules.chips, 'chip')}." if rules.chips else ""
    ),
    "bank": _bank,
    "shanghai_card": _shanghai_card,
    "call_price_by": lambda _: "",
    "shanghai_cards": lambda _: "",
    "shanghai_points": lambda _: "",
    "shanghai_gives": lambda rules: _shanghai_pays(rules) if rules.shanghai else "",
    "calls_per_game": figure(
        "calls_per_game", "In the whole game each player has {} calls at most."
    ),
}
"""For each rule its sentence, empty where it has nothing to say."""
COURSE_SHORT: Final[dict[str, Callable[[Rules], str]]] = {
    "Contracts go on": lambda rules: (
        "when met" if rules.is_by_player else f"each {rules.words.round}"
    ),
    "Melds when down": lambda rules: "further ones" if rules.meld_when_down else "none",
    "Lay off from turn": lambda rules: str(rules.lay_off_from),
    "Cards for each call": lambda rules: (
        _prices(rules, rules.call_costs) if rules.call_costs else "the same"
    ),
    "Points for a call": lambda rules: (
        _prices(rules, rules.call_points) if any(rules.call_points) else "none"
    ),
    "Chips for a call": lambda rules: (
        _prices(rules, rules.call_chips) if any(rules.call_chips) else "none"
    ),
    "Chips": lambda rules: str(rules.chips),
    "Bank": lambda rules: f"to the winner of the {rules.bank}" if rules.chips else "-",
    "SHANGHAI called": lambda rules: _shanghai_pays(rules) if rules.shanghai else "-",
    "SHANGHAI card": lambda rules: (
        {"meld": "to the meld", "back": "to the tosser"}[rules.shanghai_card]
        if rules.shanghai
        else "-"
    ),
    "Most rounds": lambda rules: str(rules.rounds) if rules.is_by_player else "-",
}
"""The short value of each rule, by the heading of its row."""
