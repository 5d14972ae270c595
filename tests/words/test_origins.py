"""Where each rule of a variant comes from, on the page and in the comparison."""

from shanghai.variants.house_rules import with_house_rules
from shanghai.variants.loader import load_variant, read_variant
from shanghai.words.rulebook import differences, differing_sentences, rule_lines, rule_origin

SMITHS = read_variant(
    "id: smiths\nname: The Smiths\nextends: california\ncall_cost: 1\nwild_ranks: [2]\n", "smiths"
)


def test_a_rule_of_the_file_and_one_taken_over_are_told_apart():
    assert rule_origin(SMITHS, "call_cost") == "own rule"
    assert rule_origin(SMITHS, "wild_ranks") == "own rule"
    assert rule_origin(SMITHS, "joker_cap") == "California"
    assert rule_origin(SMITHS, "contracts") == "California"


def test_a_variant_that_extends_nothing_says_nothing():
    rules = load_variant("california")
    for each in differences(rules, load_variant("grandma-davis")):
        assert rule_origin(rules, each.key) == ""


def test_a_house_rule_is_named_as_one_also_over_a_file_of_ones_own():
    rules = with_house_rules(SMITHS, {"call_cost": 3})
    assert rule_origin(rules, "call_cost") == "a house rule"
    (line,) = [line for line in rule_lines(rules) if line.rule == "call_cost"]
    assert line.origin == "a house rule"


def test_the_sentences_that_differ_say_it_too():
    found = differing_sentences(SMITHS, load_variant("playerules"))
    assert any(first.endswith("(own rule)") for _, first, _ in found)
    assert any(first.endswith("(California)") for _, first, _ in found)
    assert not any(second.endswith(")") and "(PR" in second for _, _, second in found)
