"""The rules page: every rule in a sentence, in the variant's own words, from its value."""

import re
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path

import pytest
from msgspec import structs

from shanghai.engine.parameters.fields import CLAUSES, RULES
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.refusal import Refusal
from shanghai.engine.rules import Rules
from shanghai.ui.setup.value_text import around
from shanghai.variants.draft import RulesDraft, all_keys
from shanghai.variants.house_rules import with_house_rules
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant
from shanghai.words.contracts import contract_text
from shanghai.words.language import in_language, section
from shanghai.words.phrases import call_name
from shanghai.words.refusals import reason
from shanghai.words.rulebook import brief, differences, rule_lines
from shanghai.words.rulebook.pieces import FACTS, by_round, ranks_text, span
from shanghai.words.rulebook.turn import turn_help

NOBODYS = Path(__file__).parents[1] / "data" / "nobodys.yaml"
ALL = [load_variant(name) for name in known_variants()] + [load_variant(NOBODYS)]
WAYS = ("sentence", "short", "ruling")
SILENT = {"all_in_rounds", "exchange_duty"}
PREFIXES = {"rummygames": ("RG", 21), "grandma-davis": ("GD", 23), "california": ("CA", 17)}
PREFIXES["playerules"] = ("PR", 10)


def page(rules: Rules, players: int | None = None) -> dict[str, str]:
    return {line.rule: line.sentence for line in rule_lines(rules, players)}


def told(a: Rules, b: Rules) -> dict[str, tuple[str, str]]:
    return {each.title: (each.first, each.second) for each in differences(a, b)}


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.id)
def test_every_rule_has_its_line(rules: Rules) -> None:
    lines = rule_lines(rules)
    shown = [line.rule for line in lines]
    assert len(shown) == len(set(shown))
    usual = {f.name: f.default for f in structs.fields(Rules)} | {"card_points": {}}
    for key in {*RULES, *CLAUSES} - set(shown) - SILENT:
        assert getattr(rules, key) == usual[key], "only what is as usual may go unsaid"
    for line in lines:
        assert re.fullmatch(r"[A-Z0-9].*\.", line.sentence), line
        assert "  " not in line.sentence
        assert not line.ruling or line.ruling.endswith(".")


@pytest.mark.parametrize("name", known_variants())
def test_every_clause_of_a_variant_is_named(name: str) -> None:
    prefix, last = PREFIXES[name]
    rules = load_variant(name)
    named = {clause for source in rules.sources.values() for clause in source.clauses}
    assert named - set(CLAUSES) == {f"{prefix}-{n}" for n in range(1, last + 1)}


@pytest.mark.parametrize("name", known_variants())
def test_every_ruling_is_on_the_page(name: str) -> None:
    rules = load_variant(name)
    shown = {line.ruling for line in rule_lines(rules)}
    for key, source in rules.sources.items():
        assert key in SILENT or source.ruling in shown or not source.ruling


def test_the_page_speaks_the_words_of_the_variant() -> None:
    shown = page(load_variant("grandma-davis"), 4)
    assert "six aces are one book" in shown["same_rank_sets"]
    assert shown["call_cost"] == "A MAY I brings the discard and 2 cards from the stock."
    assert shown["packs"] == "4 players use 2 decks and 4 jokers, 108 cards."
    assert "2 in every round" in shown["call_limit"]
    assert "set" not in re.findall(r"\w+", " ".join(shown.values()))
    assert "sequence" in " ".join(page(load_variant(NOBODYS)).values())


def test_the_page_follows_the_values() -> None:
    base = load_variant("rummygames")
    assert "25 points off" in page(base)["blind_bonus"]
    assert "3 in deals 1-8, 4 in deals 9-10" in page(base)["call_limit"]
    assert "set 1 from 3 cards on" in page(base)["joker_cap"]
    assert "2 from 5, 3 from 7, 4 from 10" in page(base)["joker_cap"]


ONE_POINT = {"out_bonus": 1, "blind_bonus": 1, "not_down_penalty": 1, "end_at": 1}
"""Rules by which one point goes on or off."""
ROWS = ("blind_bonus", "not_down_penalty", "end_at")
CLEAN = {"blind_bonus": 0, "clean_blind_bonus": 1}


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [("en", "point", "points"), ("de", "Punkt", "Punkten?"), ("es", "punto", "puntos")],
)
def test_one_point_is_written_as_one(language: str, one: str, many: str) -> None:
    base = load_variant("rummygames")
    rules = with_house_rules(base, ONE_POINT)
    wild = {"wild_ranks": [2]}
    kinds: tuple[dict[str, object], ...] = ({}, wild, wild | {"wild_natural": False})
    with in_language(language):
        shown = [page(rules)[key] for key in ONE_POINT]
        shorts = [brief(with_house_rules(base, {key: 1})) for key in ("blind_bonus", "end_at")]
        clean = [page(with_house_rules(base, CLEAN | more))["clean_blind_bonus"] for more in kinds]
        draft = RulesDraft(rules)
        rows = [" ".join(around(draft.part((key,)), draft, rules, True)) for key in ROWS]
    for text in shown + [" ".join(phrases) for phrases in shorts]:
        assert re.search(rf"\b1 {one}\b", text), text
    for text in rows:
        assert re.search(rf"\b1\s+{one}\b", text), text
    assert len({*clean}) == len(kinds)
    for text in clean:
        assert re.search(r"\b1\b", text), text
        assert not re.search(rf"\b1 {many}\b", text), text


def test_the_page_tells_each_choice_and_figure() -> None:
    much = {"shanghai": True, "chips": 20, "call_points": [5, 10], "call_chips": 1}
    rich = with_house_rules(load_variant("rummygames"), much | {"wild_ranks": [2]})
    beside = {"most_rounds": {"contracts_by": "player"}, "all_in_discard": {"all_in_rounds": [1]}}
    beside["partner_safe"] = {"sides": 2}
    for key in RULES:
        info = all_keys()[key]
        if info.part.form == "number":
            most = info.part.type.le or 30
            values = [most, most - 1]
        else:
            values = list(info.choices)
        rules = with_house_rules(rich, beside.get(key, {}))
        pages = {tuple(page(structs.replace(rules, **{key: value})).values()) for value in values}
        assert len(pages) == len(values), key


def test_a_house_rule_is_named_as_such() -> None:
    rules = with_house_rules(load_variant("grandma-davis"), {"exchange": "any"})
    (line,) = [line for line in rule_lines(rules) if line.rule == "exchange"]
    assert line.ruling == "A house rule of this table."
    assert line.clauses == ()


def test_contracts_in_words_and_in_short() -> None:
    davis, ten = load_variant("grandma-davis"), load_variant("rummygames")
    assert contract_text(davis, 5) == "2 books + run of 4"
    assert contract_text(davis, 7) == "3 runs of 4, no discard"
    assert contract_text(davis, 5, short=True) == "2B 1R"
    assert contract_text(ten, 8) == "set + run of 10"
    assert [contract_text(ten, n, short=True) for n in (5, 10)] == ["1S 1R7", "3R5"]
    odd = structs.replace(ten, contracts=(Contract((3, 4, 3), (5, 4)),), words=ALL[-1].words)
    assert contract_text(odd, 1) == "group + group of 4 + group + sequence of 5 + sequence of 4"
    assert contract_text(odd, 1, short=True) == "2G 1G4 1S5 1S"
    alike = structs.replace(ten, words=structs.replace(ten.words, set="stack", run="straight"))
    assert contract_text(alike, 2, short=True) == "1STA 1STR"


def test_differences_are_told_in_the_words_of_each() -> None:
    found = told(*map(load_variant, ("california", "carioca")))
    assert found["Cards dealt"] == ("11 in every hand", "11 in rounds 1-6, 12 in round 7")


def test_differences_are_mutual_and_none_to_oneself() -> None:
    for a in ALL:
        assert differences(a, a) == []
        for b in ALL:
            assert len(differences(a, b)) >= (a.id != b.id)
    rows = told(ALL[0], load_variant("grandma-davis"))
    assert rows["Call"] == ("BUY", "MAY I")
    assert rows["Contract 10"] == ("4 runs of 4", "-")
    assert "Cards dealt" not in rows, "a word alone is no difference"


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.id)
def test_brief_is_brief(rules: Rules) -> None:
    phrases = brief(rules)
    assert 4 <= len(phrases) <= 6
    assert all(0 < len(phrase) <= 60 for phrase in phrases)


def test_numbers_in_words() -> None:
    assert span([1, 2, 3, 5, 7, 8]) == "1-3, 5, 7-8"
    assert by_round(load_variant("rummygames"), (7,) + (8,) * 9) == "7 in deal 1, 8 in deals 2-10"
    assert ranks_text((15, *range(2, 11), 10, 10, 10)) == "A 15, 2-10 face value, J-K 10"
    assert ranks_text((15, 20) + (5,) * 7 + (10,) * 4) == "A 15, 2 20, 3-9 5, 10-K 10"
    assert ranks_text((1,) * 13) == "A-K 1"


@pytest.mark.parametrize("name", known_variants())
def test_the_help_for_a_turn_is_that_of_the_variant(name: str) -> None:
    rules = load_variant(name)
    text = " ".join(turn_help(rules).values())
    assert ("joker" in text) == (rules.exchange != "none")
    assert ("SHANGHAI" in text) == rules.shanghai
    assert ("never the last one" in text) == (not rules.last_discard)
    assert call_name(rules) in text
    assert rules.words.round in text


def test_a_refusal_names_the_house_rule_that_took_a_rule_away() -> None:
    rules = load_variant("california")
    refused = Refusal("no-exchange", "exchange", {})
    bare = with_house_rules(rules, {"exchange": "none"})
    assert "at this table, by a house rule." in reason(bare, refused, [])
    named = with_house_rules(rules, {"exchange": "none"}, origins={"exchange": "Jokers stay"})
    assert "at this table, by the house rule Jokers stay." in reason(named, refused, [])
    plain = load_variant("grandma-davis")
    assert "There is no joker exchange in this variant." in reason(plain, refused, [])


def test_a_call_word_of_the_tables_own_is_said_everywhere() -> None:
    rules = load_variant("california")
    own = structs.replace(rules, words=structs.replace(rules.words, call="MINE"))
    told = " ".join(page(own).values())
    assert "The call for the discard is MINE" in told
    assert "The MINE calls each player has" in told
    assert "BUY" not in told


def choices(message: object) -> Iterator[tuple[str, set[str]]]:
    """Each choice in a message of the page: by what it chooses, and what it knows of that."""
    match message:
        case dict():
            yield message.get("by", "value"), {*message} - {"by", "else"}
            for each in message.values():
                yield from choices(each)
        case list():
            for each in message:
                yield from choices(each)


def test_sentences_choose_by_values_that_there_are() -> None:
    told = [
        (key, words.get(way)) for key, words in section("rules")["RULES"].items() for way in WAYS
    ]
    told += [
        ("", words.get(way)) for words in section("clauses")["CLAUSES"].values() for way in WAYS
    ]
    told += [("", message) for message in section("turn")["BY_RULES"].values()]
    told += [("", section("rulebook")[name]) for name in ("BRIEF", "MARKS")]
    for key, message in told:
        for by, cases in choices(message):
            name = key if by == "value" else by
            if options := name in RULES and all_keys()[name].choices:
                assert cases <= {str(option).lower() for option in options}, (key, by)
            else:
                assert name in FACTS or attrgetter(name.removeprefix("rules."))(ALL[0]) is not None
