"""Variants from YAML: the shipped ones, a fifth, faulty ones, and house rules."""

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec import structs

from shanghai.engine.parameters.fields import RULES
from shanghai.engine.parameters.parts import Contract, JokerCap, Pack
from shanghai.engine.rules import Rules
from shanghai.variants.file_types import ENTRIES
from shanghai.variants.house_rules import changed_rules, with_house_rules
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant, read_variant
from shanghai.words.cells import cell_width
from shanghai.words.variants import HOUSE_RULE
from shanghai.yamlio.reader import Faults, Mapping, read_nodes
from shanghai.yamlio.schema_reader import path_label

FOLDER = Path(__file__).parents[2] / "variants"
NOBODYS = Path(__file__).parents[1] / "data" / "nobodys.yaml"
SHIPPED = ("california", "grandma-davis", "playerules", "rummygames")


def plain_file(name: str = "grandma-davis") -> dict[str, Any]:
    value = yaml.safe_load((FOLDER / f"{name}.yaml").read_text("utf-8"))
    assert isinstance(value, dict)
    return value


def faults_of(data: str | bytes | dict[str, Any]) -> list[str]:
    if isinstance(data, dict):
        data = json.dumps(data, indent=1)
    with pytest.raises(Faults) as caught:
        read_variant(data, "f.yaml")
    return [str(fault) for fault in caught.value.faults]


def house_faults(rules: Rules, **overrides: object) -> list[str]:
    with pytest.raises(Faults) as caught:
        with_house_rules(rules, overrides)
    return [str(fault) for fault in caught.value.faults]


def test_the_four_are_known() -> None:
    assert known_variants() == SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_variant_is_whole(name: str) -> None:
    rules = load_variant(name)
    assert rules.id == name
    written = set(plain_file(name)) & set(RULES)
    usual = {f.name: f.default for f in structs.fields(Rules)} | {"card_points": {}}
    for key in RULES:
        assert key in written or getattr(rules, key) == usual[key], "left out only where usual"
    for key in written:
        source = rules.sources[key]
        assert source.clauses or source.ruling, key
    assert rules.house_rules
    first = (FOLDER / f"{name}.yaml").read_text("utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=schema.json"


@pytest.mark.parametrize("name", SHIPPED)
def test_every_house_rule_offered_can_be_played(name: str) -> None:
    rules = load_variant(name)
    for option in rules.house_rules:
        changed = with_house_rules(rules, option.set)
        assert set(changed_rules(changed, rules)) <= set(option.set)
        assert changed != rules
        assert all(
            changed.sources[key].ruling == HOUSE_RULE for key in changed_rules(changed, rules)
        )


def test_rummygames() -> None:
    rules = load_variant("rummygames")
    assert (len(rules.cards(4)), len(rules.cards(5)), rules.max_players) == (105, 158, 8)
    assert rules.contract(8) == Contract((3,), (10,))
    assert rules.deal == (11,) * 10
    assert [rules.calls_in(number) for number in (1, 8, 9, 10)] == [3, 3, 4, 4]
    caps = [rules.joker_cap.most_for(True, size) for size in (4, 5, 6, 7, 9, 10, 13)]
    assert caps == [1, 2, 2, 3, 3, 4, 4]
    assert rules.joker_cap.most_for(False, 8) == 1
    assert (rules.blind_bonus, rules.clean_blind_bonus, rules.lay_off_at_once) == (25, 50, False)


def test_grandma_davis() -> None:
    rules = load_variant("grandma-davis")
    assert (rules.min_players, rules.max_players, len(rules.cards(4))) == (2, 4, 108)
    assert rules.words.set == "book"
    assert rules.is_all_in(7)
    assert not rules.is_all_in(6)
    assert rules.points == (20, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10)
    assert (rules.ace, rules.call_cost, rules.call_limit) == ("high", 2, (2,) * 7)
    assert (rules.beneath, rules.recycle, rules.shanghai) == ("open", "turn", True)


def test_california() -> None:
    rules = load_variant("california")
    assert [len(rules.cards(n)) for n in (2, 4, 5, 6, 7, 8)] == [108, 108, 162, 162, 216, 216]
    assert [each.size for each in rules.contracts] == [9, 7, 10, 11, 12, 12, 13, 14, 15, 16]
    assert rules.points == (15, 20, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10)
    assert (rules.exchange_duty, rules.last_discard, rules.first_right) == (
        "go-down",
        False,
        "unless-down",
    )


def test_playerules() -> None:
    rules = load_variant("playerules")
    assert (rules.min_players, rules.max_players, rules.packs) == (3, 5, (Pack(5, 2, 4),))
    assert rules.points == (15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
    assert (rules.call_order, rules.first_right, rules.exchange) == ("first", "never", "others")
    assert rules.joker_cap == JokerCap("any")


def test_a_fifth_variant_is_a_file_and_no_code() -> None:
    rules = load_variant(NOBODYS)
    assert rules.contracts[0] == Contract((), (6, 6))
    assert (rules.call_cost, rules.call_order, len(rules.cards(2))) == (3, "dealer", 114)
    assert load_variant(str(NOBODYS)) == rules


ELEVEN = """\
id: Broken One
name: Broken
summary: 3
min_players: 5
max_players: 4
packs:
  - {up_to: 4, decks: two, jokers: 4}
contracts:
  - {sets: [3, 1]}
  - {runs: 4}
deal: 11
deal: 12
ase: high
ace: hihg
shanghai: yes
call_limit: 1:30
joker_points: 25
"""


def test_eleven_mistakes_are_found_at_once() -> None:
    assert faults_of(ELEVEN) == [
        "f.yaml:1:1: the key points is missing (points: [15, 2, 3, 4, 5, 6, 7, 8, 9, 10, "
        "10, 10, 10], of A 2 3 ... Q K; or extends: california)",
        "f.yaml:1:5: id: expected a short id, got the text 'Broken One' (small letters, "
        "digits and hyphens, 40 at most, such as broken-one)",
        "f.yaml:3:10: summary: expected a text, got 3 (put it in quotes)",
        "f.yaml:4:14: min_players: is 5, more than max_players, 4 (the smaller number first)",
        "f.yaml:7:23: packs 1: decks: expected a whole number from 1 to 8, got the text "
        "'two' (a plain decimal number)",
        "f.yaml:9:16: contracts of round 1: sets 2: expected a whole number from 2 to "
        "13, got 1 (2 at least)",
        "f.yaml:10:12: contracts of round 2: runs: expected a list, got 4 (write [4])",
        "f.yaml:12:1: the key 'deal' stands twice (first in line 11; leave one out)",
        "f.yaml:13:1: unknown key 'ase' (did you mean ace?)",
        "f.yaml:14:6: ace: expected one of both, high, low, round, got the text 'hihg' (did you "
        "mean high?)",
        "f.yaml:15:11: shanghai: expected true or false, got the text 'yes' (write true)",
        "f.yaml:16:13: call_limit: expected a whole number of at least 0, got the text "
        "'1:30' (call_limit: 3, or [3, 3, 4])",
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "f.yaml:1:1: the file is empty"),
        (b"# only a comment\n", "f.yaml:1:1: the file is empty"),
        (b"---\n", "f.yaml:2:1: expected a mapping, got nothing"),
        (b"[a]", "f.yaml:1:1: expected a mapping, got a list"),
        (b"word", "f.yaml:1:1: expected a mapping, got the text 'word'"),
        (b"\0", "f.yaml:1:1: a NUL byte"),
    ],
)
def test_what_is_no_variant_at_all_is_named(data: bytes, message: str) -> None:
    assert faults_of(data)[0].startswith(message)


def test_two_documents_are_refused() -> None:
    text = NOBODYS.read_text("utf-8")
    assert faults_of(f"{text}---\n{text}")[0].endswith("begins here (one file, one variant)")


def test_bom_and_crlf_read_alike() -> None:
    text = NOBODYS.read_text("utf-8")
    data = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()
    assert read_variant(data, "f.yaml") == load_variant(NOBODYS)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"contracts": []}, "contracts: a game has at least one round"),
        ({"contracts": [{"sets": [3]}] * 31, "all_in_rounds": []}, "31 rounds, and 30 is the most"),
        ({"contracts": [{}] * 7}, "contracts of round 1: asks for no meld at all"),
        (
            {"contracts": [{"runs": [13, 13]}] * 7},
            "contracts of round 1: asks for 26 cards, and a hand can grow to 18 at most "
            "(11 dealt, 1 drawn, 2 calls of 3)",
        ),
        (
            {"contracts": [{"runs": [15]}] * 7},
            "runs 1: expected a whole number from 3 to 13, got 15",
        ),
        ({"contracts": [{"sets": [-1]}] * 7}, "expected a whole number from 2 to 13, got -1"),
        (
            {"contracts": [{"sets": [3] * 14}] * 7, "deal": 24, "min_players": 4},
            "14 sets of different ranks, and there are 13 ranks",
        ),
        (
            {"contracts": [{"sets": [13]}] * 7},
            "sets 1: a set of 13, and the cards of one rank and its jokers are 9",
        ),
        ({"deal": [11, 11]}, "deal: has 2 entries for 7 rounds"),
        ({"call_limit": [1] * 8}, "call_limit: has 8 entries for 7 rounds"),
        ({"deal": 0}, "deal: expected a whole number of at least 1, got 0"),
        ({"call_limit": 10**6}, "is 1000000, and 50 is the most"),
        ({"deal": 10**30}, "and 100 is the most"),
        ({"all_in_rounds": [8]}, "all_in_rounds 1: there is no round 8, the last is 7"),
        ({"all_in_rounds": [7, 7]}, "all_in_rounds 2: 7 stands twice"),
        (
            {"contracts": [{"runs": [4]}] * 7, "deal": 13},
            "contracts of round 7: 14 cards can never all lie in 1 runs",
        ),
        ({"packs": []}, "packs: a game needs at least one pack"),
        (
            {"packs": [{"up_to": 3, "decks": 2, "jokers": 4}]},
            "packs: no pack serves 4 players (max_players: 3, or one more pack)",
        ),
        (
            {"packs": [{"up_to": n, "decks": 2, "jokers": 4} for n in (4, 4)]},
            "packs 2: up_to: 4 does not come after 4",
        ),
        (
            {"deal": 30},
            "packs 1: too few cards for 4 players: 4 need 121 of 108 when 30 are dealt",
        ),
        ({"min_players": 4, "max_players": 3}, "min_players: is 4, more than max_players, 3"),
        ({"min_players": 1}, "min_players: expected a whole number from 2 to 8, got 1"),
        (
            {"joker_cap": {"kind": "by-size", "sets": [[3, 1]], "runs": [[5, 1], [4, 2]]}},
            "joker_cap: runs 2: 4 does not come after 5",
        ),
        ({"joker_cap": {"kind": "by-size", "sets": [[3, 1]]}}, "joker_cap: runs: is empty"),
        (
            {"joker_cap": {"kind": "fixed", "most": 99}},
            "joker_cap: most: is 99, and 40 is the most",
        ),
        ({"points": [5] * 12}, "points: expected 13 entries, got 12"),
        ({"points": [5] * 12 + [2000]}, "points 13: is 2000, and 1000 is the most"),
        ({"words": {"set": "a b"}}, "words: set: expected one word"),
        ({"sources": {"deel": {}}}, "sources: deel: no rule is called 'deel' (did you mean deal?)"),
        ({"sources": {"deal": {"clauses": ["x"]}}}, "expected a clause such as RG-3"),
        (
            {"house_rules": [{"name": "a", "sentence": "b", "set": {"deel": 3}}]},
            "house_rules 1: set: unknown key 'deel' (did you mean deal?)",
        ),
        (
            {"house_rules": [{"name": "a", "sentence": "b", "set": {"deal": "3"}}]},
            "set: deal: expected a whole number of at least 1, got the text '3' "
            "(leave out the quotes)",
        ),
        (
            {"house_rules": [{"name": "a", "sentence": "b", "set": {"deal": 50}}]},
            "house_rules 1: set: packs 1: too few cards for 3 to 4 players",
        ),
        (
            {"house_rules": [{"name": "a", "sentence": "b", "set": {}}]},
            "house_rules 1: set: sets no rule",
        ),
        (
            {"house_rules": [{"name": "a", "sentence": "b", "set": {"deal": 9}}] * 2},
            "house_rules 2: name: an earlier house rule has this name",
        ),
        ({"name": "\x1b\u202e"}, "name: has nothing in it that can be shown"),
    ],
)
def test_rules_that_fit_ill_are_refused(changes: dict[str, Any], message: str) -> None:
    found = faults_of(plain_file() | changes)
    assert any(message in line for line in found), found
    assert all(line.split(":")[1].isdigit() for line in found), "each has its line"


def test_a_single_number_at_fault_is_named_once() -> None:
    assert len(faults_of(plain_file() | {"call_limit": 51})) == 1


def test_too_few_cards_are_named_for_those_players_alone() -> None:
    """Every deck, joker and deal against a small calculation (F8)."""
    base = load_variant("playerules")
    for decks in (1, 2):
        for jokers in (0, 3):
            for deal in range(5, 20):
                short = [n for n in range(2, 9) if n * deal + 1 > decks * 52 + jokers]
                overrides = {
                    "packs": [{"up_to": 8, "decks": decks, "jokers": jokers}],
                    "deal": deal,
                    "min_players": 2,
                    "max_players": 8,
                }
                if not short:
                    assert with_house_rules(base, overrides).cards_dealt(1) == deal
                    continue
                (line,) = house_faults(base, **overrides)
                named = f"{short[0]} to {short[-1]}" if len(short) > 1 else f"{short[0]}"
                assert f"too few cards for {named} players" in line


def test_faults_of_shape_hide_no_others() -> None:
    found = faults_of(plain_file() | {"shanghai": "maybe", "deal": [1, 2], "extra": 1})
    assert len(found) == 3


def test_texts_are_cleaned_and_cut() -> None:
    value = plain_file() | {"name": "[bold]x\x1b[2J\u202e" + "♠️y\n" * 3_000}
    rules = read_variant(json.dumps(value), "f.yaml")
    assert rules.name.startswith("[bold]x[2J♠y ♠y")
    assert cell_width(rules.name) <= 40
    assert rules.name.endswith("…")


def test_paths_label_and_house_rule_places() -> None:
    assert path_label(("contracts", 2, "runs", 0), ENTRIES) == "contracts of round 3: runs 1"
    (node,) = read_nodes("x: 1\ndeal: 10\nace: lo\n", "g.yaml")
    assert isinstance(node, Mapping)
    with pytest.raises(Faults) as caught:
        with_house_rules(load_variant("rummygames"), node, "g.yaml")
    assert [str(fault).split(": ")[0] for fault in caught.value.faults] == [
        "g.yaml:1:1",
        "g.yaml:3:6",
    ]


def test_house_rules_pass_the_same_checks() -> None:
    rules = load_variant("rummygames")
    assert house_faults(rules, deel=10) == ["house rules: unknown key 'deel' (did you mean deal?)"]
    assert house_faults(rules, name="x")[0].startswith("house rules: unknown key 'name'")
    assert "got true" in house_faults(rules, call_cost=True)[0]
    assert "got 3.0" in house_faults(rules, call_cost=3.0)[0]
    assert "no such" not in house_faults(rules, deal=[10])[0]
    assert "too few cards" in house_faults(rules, deal=40)[0]
    with pytest.raises(Faults, match="deal"):
        load_variant("rummygames", {"deal": None})


def test_house_rules_and_what_they_changed() -> None:
    base = load_variant("rummygames")
    overrides = {
        "deal": 10,
        "joker_cap": {"kind": "fixed", "most": 2},
        "exchange": "none",
        "call_limit": (1,) * 5 + (2,) * 5,
    }
    rules = load_variant("rummygames", overrides)
    assert rules.deal == (10,) * 10
    changed = changed_rules(rules, base)
    assert changed["deal"] == 10
    assert changed["call_limit"] == [1] * 5 + [2] * 5
    assert set(changed) == set(overrides)
    assert with_house_rules(base, json.loads(json.dumps(changed))) == rules
    assert rules.sources["deal"].ruling == HOUSE_RULE
    assert with_house_rules(base, {"deal": 11}) == base
    assert with_house_rules(base, {"joker_cap": JokerCap("fixed", 2)}).joker_cap.most == 2
    assert changed_rules(base, base) == {}


def test_an_unknown_variant_is_named_with_a_hint() -> None:
    with pytest.raises(Faults, match="did you mean grandma-davis"):
        load_variant("gramma-davis")
    for name in ("", "\x1b[2J", "..", "../../etc/passwd", "x" * 5000):
        with pytest.raises(Faults):
            load_variant(name)


def test_odd_files_never_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo.yaml")
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    (tmp_path / "big.yaml").write_bytes(b"# \n" * 100_000)
    (tmp_path / "null.yaml").symlink_to("/dev/zero")
    for name in ("fifo.yaml", "loop.yaml", "big.yaml", "null.yaml", "", "none.yaml"):
        with pytest.raises(Faults):
            load_variant(tmp_path / name)


def test_a_bad_file_is_refused_without_much_work() -> None:
    started = time.process_time()
    faults_of("contracts: [" + "{sets: [1,2,3]}, " * 7000 + "]")
    assert time.process_time() - started < 6
