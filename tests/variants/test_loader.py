"""Variants from YAML: the shipped ones, a fifth, faulty ones, and house rules."""

import json
import os
import shutil
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec import structs

from shanghai.engine.parameters.fields import RULES
from shanghai.engine.parameters.parts import Contract, HouseRule, JokerCap
from shanghai.engine.rules import Rules
from shanghai.variants import library, loader
from shanghai.variants.file_types import ENTRIES
from shanghai.variants.house_rules import changed_rules, check_house_rules, with_house_rules
from shanghai.variants.library import known_variants, shipped_variants
from shanghai.variants.loader import load_variant, read_variant
from shanghai.words.cells import cell_width
from shanghai.words.games import house_ruling
from shanghai.yamlio.reader import Faults, Mapping, read_nodes
from shanghai.yamlio.schema_reader import path_label

FOLDER = Path(__file__).parents[2] / "variants"
NOBODYS = Path(__file__).parents[1] / "data" / "nobodys.yaml"
TOO_MANY = {"deal": [60] * 20}
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
            changed.sources[key].ruling == house_ruling() for key in changed_rules(changed, rules)
        )


def test_a_fifth_variant_is_a_file_and_no_code() -> None:
    rules = load_variant(NOBODYS)
    assert rules.contracts[0] == Contract((), (6, 6))
    assert (rules.call_cost, rules.call_order, len(rules.cards(2))) == (3, "dealer", 114)
    assert load_variant(str(NOBODYS)) == rules


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
    assert rules.sources["deal"].ruling == house_ruling()
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


@pytest.mark.parametrize("name", shipped_variants())
def test_every_house_rule_that_a_shipped_file_offers_leaves_a_game(name: str) -> None:
    rules = load_variant(name)
    assert not [*check_house_rules(rules)]
    worse = structs.replace(rules, house_rules=(HouseRule("Deal all", "All are dealt.", TOO_MANY),))
    assert [*check_house_rules(worse)]


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """A copy of the shipped files that may be changed, read afresh."""
    folder = tmp_path / "shipped"
    shutil.copytree(FOLDER, folder)
    monkeypatch.setattr(library, "SHIPPED", folder)
    monkeypatch.setattr(library, "MORE_FOLDER", folder / "more")
    loader._shipped.cache_clear()
    yield folder
    loader._shipped.cache_clear()


@pytest.mark.parametrize("variant", ["carioca", "carioca-chile"])
def test_a_change_in_a_shipped_file_is_seen_at_the_next_start(variant: str, shipped: Path) -> None:
    file = shipped / "more" / "carioca.yaml"
    text = file.read_text("utf-8")
    assert "\nmax_players: 5\n" in text
    file.write_text(text.replace("\nmax_players: 5\n", "\nmax_players: 4\n"), "utf-8")
    assert load_variant(variant).max_players == 4


@pytest.mark.parametrize("content", [b"", b"\xff", b"id: [", b"id: california\n"])
def test_damage_of_a_shipped_file_is_a_fault_of_it(content: bytes, shipped: Path) -> None:
    file = shipped / "california.yaml"
    file.write_bytes(content)
    with pytest.raises(Faults) as caught:
        load_variant("california")
    assert {fault.file for fault in caught.value.faults} == {str(file)}
