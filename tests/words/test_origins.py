"""Where each rule of a variant comes from, on the page and in the comparison."""

from shanghai.variants.house_rules import with_house_rules
from shanghai.variants.loader import load_variant, read_variant
from shanghai.words.rulebook import differences, differing_sentences, rule_lines
from shanghai.words.rulebook.origins import origin_of

SMITHS = read_variant(
    "id: smiths\nname: The Smiths\nextends: california\ncall_cost: 1\nwild_ranks: [2]\n", "smiths"
)


def test_a_rule_of_the_file_and_one_taken_over_are_told_apart():
    assert origin_of(SMITHS, "Cards for a call") == "this file"
    assert origin_of(SMITHS, "Wild besides jokers") == "this file"
    assert origin_of(SMITHS, "Jokers in a meld") == "California"
    assert origin_of(SMITHS, "Contract 3") == "California"


def test_a_variant_that_extends_nothing_says_nothing():
    rules = load_variant("california")
    for about, _, _ in differences(rules, load_variant("grandma-davis")):
        assert origin_of(rules, about) == ""


def test_a_house_rule_is_named_as_one_also_over_a_file_of_ones_own():
    rules = with_house_rules(SMITHS, {"call_cost": 3})
    assert origin_of(rules, "Cards for a call") == "a house rule"
    (line,) = [line for line in rule_lines(rules) if line.rule == "call_cost"]
    assert line.origin == "a house rule"


def test_the_sentences_that_differ_say_it_too():
    found = differing_sentences(SMITHS, load_variant("playerules"))
    assert any(first.endswith("(this file)") for _, first, _ in found)
    assert any(first.endswith("(California)") for _, first, _ in found)
    assert not any(second.endswith(")") and "(PR" in second for _, _, second in found)
