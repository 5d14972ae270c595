"""What a call costs is said of the round that is played."""

from msgspec import structs

from shanghai.linear.texts import offer_line
from shanghai.words.rulebook.turn import turn_help
from shanghai.words.table import cost_text, offer_text
from tests.positions import position

HANDS = {"Ann": "9D 8D", "Bob": "KS KH", "Cy": "QS QH"}


def test_help_and_call_window_name_the_cost_of_this_round():
    for round, cost in ((1, 1), (2, 3)):
        state = position("california", HANDS, turn="Ann", round=round)
        costs = (1, 3) + (0,) * (state.rules.rounds - 2)
        rules = structs.replace(state.rules, call_cost=2, call_costs=costs)
        view = structs.replace(state, rules=rules)
        cards = "1 card" if cost == 1 else "3 cards"
        assert cost_text(view) == f"Out of turn: +{cards}"
        assert f"{cost} extra" in offer_text(view, 1)
        assert f"for {cards} more" in offer_line(view, (1,))
        said = dict(turn_help(rules, round))["Calls"]
        assert f"with {cards} from the stock in {rules.words.round} {round}" in said
    assert "alone in" in dict(turn_help(rules, 3))["Calls"]
