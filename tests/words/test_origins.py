"""Where each rule of a variant comes from, on the page and in the comparison."""

import re

import pytest

from shanghai.variants.house_rules import with_house_rules
from shanghai.variants.library import known_variants, shipped_file
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


def line_of(rules, key):
    """The line of the page of a rule."""
    return next(line for line in rule_lines(rules) if line.rule == key)


@pytest.mark.parametrize(
    ("base", "change", "line", "clause"),
    [
        ("playerules", "joker_cap_by_round: {kind: fixed, most: 0}", "joker_cap", "PR-3"),
        ("grandma-davis", "all_in_discard: true", "all_in_rounds", "GD-19"),
        ("playerules", "exact_sizes: true", "ALL-5", "ALL-5"),
        ("california", "upcard: false", "deal", "CA-4"),
        ("grandma-davis", "lay_off_on: own", "ALL-6", "GD-8"),
    ],
)
def test_an_own_rule_is_not_credited_to_the_clause_that_it_contradicts(base, change, line, clause):
    rules = read_variant(f"id: x\nname: X\nextends: {base}\n{change}\n", "x")
    told, plain = line_of(rules, line), line_of(load_variant(base), line)
    assert told.sentence != plain.sentence
    assert (told.origin, told.clauses, told.ruling) == ("own rule", (), "")
    assert clause in plain.clauses


def test_a_rule_beside_an_own_rule_keeps_its_clause():
    rules = read_variant("id: x\nname: X\nextends: playerules\nlay_off_from: 2\n", "x")
    assert line_of(rules, "joker_cap").clauses == ("PR-3", "ALL-3")
    assert line_of(rules, "ALL-5").clauses == ("ALL-5",)


def test_what_a_house_rule_brings_about_is_a_house_rule():
    rules = with_house_rules(load_variant("grandma-davis"), {"all_in_discard": True})
    line = line_of(rules, "all_in_rounds")
    assert (line.origin, line.clauses) == ("a house rule", ())
    pages = differing_sentences(rules, load_variant("grandma-davis"))
    assert any(first.endswith("(a house rule)") for _, first, _ in pages)


def test_readings_that_a_text_leaves_open_are_rulings():
    """HR-16."""
    for name in known_variants():
        rules = load_variant(name)
        if not rules.exact_sizes and all(not option.points for option in rules.options):
            assert "not whether it may be longer; it may" in line_of(rules, "ALL-5").ruling
        if rules.renewals == "any":
            assert "when a card is needed" in line_of(rules, "ALL-10").ruling
    davis = line_of(load_variant("grandma-davis"), "ALL-7")
    assert "could be played may be held back" in davis.ruling
    assert davis.clauses == ("ALL-7", "GD-8")


RULINGS = {
    "call_points": "We never pay.",
    "shanghai_points": "Nobody shouts.",
    "ALL-9": "Quiet.",
    "words": "As grandmother had it.",
    "minutes": "With a cup of tea.",
}


@pytest.mark.parametrize("extends", [True, False])
def test_a_ruling_on_a_rule_without_a_sentence_is_on_the_page(extends):
    """A family may say why a rule is not in force, too."""
    head = "extends: california\n"
    if not extends:
        text = shipped_file("california").read_text("utf-8").split("\nsources:")[0]
        head = re.sub("(?m)^(id|name|call_limit|deal|deal_for):.*\n|^  - .up_to: 2.*\n", "", text)
    sources = "".join(f"  {key}: {{ruling: {text}}}\n" for key, text in RULINGS.items())
    own = f"id: x\nname: X\ncall_limit: 0\ndeal: 17\ndeal_for: []\nsources:\n{sources}"
    lines = {line.rule: line for line in rule_lines(read_variant(f"{head}\n{own}", "x"))}
    assert {key: lines[key].ruling for key in RULINGS} == RULINGS
    assert lines["words"].sentence == "Words."
    assert lines["ALL-9"].sentence == "ALL-9."
    assert lines["shanghai_points"].sentence == "SHANGHAI points: -."
    plain = {line.rule for line in rule_lines(load_variant("california"))}
    assert plain.isdisjoint(RULINGS.keys() - {"ALL-9"})
