"""What a call costs is said of the round that is played, and no oftener than it changes."""

from msgspec import structs

from shanghai.variants.house_rules import with_house_rules
from shanghai.variants.loader import load_variant
from shanghai.words import table
from shanghai.words.linear import offer_line
from shanghai.words.phrases import price_facts
from shanghai.words.rulebook import brief, rule_lines
from shanghai.words.rulebook.turn import turn_help
from shanghai.words.table import offer_text
from tests.positions import position

HANDS = {"Ann": "9D 8D", "Bob": "KS KH", "Cy": "QS QH"}


def test_help_and_call_window_name_the_cost_of_this_round():
    for round, cost in ((1, 1), (2, 3)):
        state = position("california", HANDS, turn="Ann", round=round)
        costs = (1, 3) + (0,) * (state.rules.rounds - 2)
        rules = structs.replace(state.rules, call_cost=2, call_costs=costs)
        view = structs.replace(state, rules=rules)
        cards = "1 card" if cost == 1 else "3 cards"
        assert table.COST(**price_facts(view)) == f"Calling it brings {cards} more"
        assert f"{cost} extra" in offer_text(view, 1)
        assert f"for {cards} more" in offer_line(view, (1,))
        said = turn_help(rules, round)["calls"]
        assert f"with {cards} from the stock in {rules.words.round} {round}" in said
    assert "alone in" in turn_help(rules, 3)["calls"]


def test_a_price_that_stays_the_same_is_said_once():
    base = with_house_rules(load_variant("california"), {"chips": 20, "call_price_by": "call"})
    for prices, said in ((1, "1 for each."), ([2, 1, 1], "2 for the first, 1 for each further")):
        rules = with_house_rules(base, {"call_chips": prices})
        (line,) = [line for line in rule_lines(rules) if line.rule == "call_chips"]
        assert f"paid to the bank: {said}" in line.sentence


def test_the_price_in_short_is_that_of_the_rounds():
    base = load_variant("grandma-davis")
    for costs, said in (((0,) * 7, "no extra card"), ((0, 1, 2, 3, 3, 3, 3), "0 to 3 extra cards")):
        rules = with_house_rules(base, {"call_costs": costs})
        assert f"MAY I: {said}, nearest to the turn first" in brief(rules)
    assert "MAY I: 2 extra cards, nearest to the turn first" in brief(base)


def test_a_pack_that_changes_by_round_is_told_whole_for_a_number_of_players():
    packs = [{"up_to": 5, "decks": 2, "jokers": 4, "jokers_by_round": [4, 2, 0]}]
    rules = with_house_rules(load_variant("playerules"), {"packs": packs})
    (line,) = [line for line in rule_lines(rules, 4) if line.rule == "packs"]
    assert "4, 2, 0 jokers by round" in line.sentence
