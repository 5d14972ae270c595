"""The checker: what holds passes, each thing that does not is found, and bad files are named."""

import argparse
import os
import re
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from shanghai.__main__ import main
from shanghai.commands import check
from shanghai.records.check import check_file, find_files
from shanghai.variants.loader import load_variant
from tests.engine.__main__ import clauses_by_module

DOCUMENTS = Path(__file__).parents[1] / "data" / "documents"
SHANGHAI, RENEWAL, BLOCK = (
    (DOCUMENTS / f"{name}.yaml").read_text("utf-8") for name in ("shanghai", "renewal", "out")
)


@pytest.fixture
def verdict(tmp_path):
    """Checks a text as a file and gives its single verdict."""

    def check_text(text):
        file = tmp_path / "document.yaml"
        file.write_text(text, encoding="utf-8")
        (found,) = check_file(file)
        return found

    return check_text


def run(*paths):
    parser = argparse.ArgumentParser()
    check.add_arguments(parser)
    return check.run(parser.parse_args([str(path) for path in paths]))


@pytest.mark.parametrize("text", [SHANGHAI, RENEWAL, BLOCK])
def test_what_holds_passes(verdict, text):
    assert verdict(text).lines == ()
    assert verdict(text).state == "passed"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("hands: {Bob: 2S 3S,", "hands: {Bob: 2S 4S,", "the hand of Bob 2S 3S"),
        ("Cy: 4}", "Cy: 5}", "the hand of Cy 4 cards"),
        ("Cy: 4}", "Eve: 4}", "a player Eve"),
        ("run: 4S 5S 6S 7S 8S}]", "run: 5S 6S 7S 8S}]", "run[4S 5S 6S 7S 8S]"),
        ("[{owner: Bob, set: QC QS QD}, ", "[", "set[QS QD QC]"),
        ("{owner: Bob, set: QC QS QD}", "{owner: Cy, set: QC QS QD}", "Bob set"),
        ("  discards: 9C QD\n  stock: 3", "  discards: QD 9C\n  stock: 3", "discards 9C QD"),
        ("  stock: 3", "  stock: 2", "stock 3 cards"),
        ("  stock: 3", "  stock: 3H 2H 4H", "stock 2H 3H 4H"),
        ("turn: Bob", "turn: Ann", "turn Bob"),
        ("phase: draw", "phase: round over", "phase draw"),
        ("  calls_used: {Bob: 1}\n  out", "  calls_used: {Bob: 2}\n  out", "calls_used of Bob 1"),
        ("out: none", "out: Bob", "out none"),
        ("round_scores: {}", "round_scores: {Ann: 0}", "phase draw"),
        ("scores: {Ann: 40, Bob: 15, Cy: 0}", "scores: {Ann: 41}", "scores of Ann 40"),
        ("winners: []", "winners: [Ann]", "winners none"),
        ("because: tossed", "because: sleepy", "sleepy"),
        ("  - refused: Ann calls shanghai on 2", "  - refused: Ann hands over to Dee", "allow"),
        ("giving QH", "giving KH", "not-in-hand"),
        ("giving QH", "", "found the hand of"),
    ],
)
def test_each_thing_that_does_not_hold_is_found(verdict, old, new, says):
    assert old in SHANGHAI
    found = verdict(SHANGHAI.replace(old, new))
    assert found.state == "failed"
    (line,) = found.lines
    assert says in line
    assert "A called SHANGHAI plays" in line
    assert "expected" in line


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("out: Ann", "out: Bob"),
        ("round_scores: {Ann: 0", "round_scores: {Ann: 1"),
        ("winners: [Bob]", "winners: []"),
        ("winners: [Bob]", "winners: [Ann, Bob]"),
        ("phase: game over", "phase: round over"),
        ("moves: [Ann discards 9D]", "moves: [Ann discards 9D, Bob draws]"),
    ],
)
def test_the_end_of_a_game_is_checked(verdict, old, new):
    assert verdict(BLOCK.replace(old, new)).state == "failed"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("becomes 6H QD 5H", "becomes 6H QD", "exactly the cards"),
        ("becomes 6H QD 5H", "becomes 6H QD 5H 9C", "exactly the cards"),
        ("becomes 6H QD 5H", "becomes 6H QD 5S", "exactly the cards"),
        ("  - Ann draws", "  - Ann takes", "no move that renews"),
        ("  - Ann draws", "  - stock becomes 6H QD 5H\n  - Ann draws", "no move that renews"),
        ('stock: ""', "stock: 7H", "no move that renews"),
        ("variant: playerules", "variant: grandma-davis", "the order 6H 5H QD"),
    ],
)
def test_stock_becomes_must_be_what_is_turned(verdict, old, new, says):
    found = verdict(RENEWAL.replace(old, new))
    assert found.state == "failed"
    assert says in found.lines[0]


def test_unwritten_chance_must_hold_whatever_comes(verdict):
    unwritten = RENEWAL.replace("  - stock becomes 6H QD 5H\n", "")
    assert verdict(unwritten).state == "failed"
    counts = unwritten.replace("{Ann: 4S 9D 6H}, stock: QD 5H", "{Ann: 3}, stock: 2")
    assert verdict(counts).state == "passed"


def test_a_pile_that_is_turned_over_needs_no_order(verdict):
    turned = RENEWAL.replace("playerules", "grandma-davis").replace("stock: QD", "stock: 5H QD ")
    turned = turned.replace("5H QD  5H", "5H QD")
    assert verdict(turned.replace("  - stock becomes 6H QD 5H\n", "")).state == "passed"
    assert verdict(turned.replace("6H QD 5H\n", "6H 5H QD\n", 1)).state == "passed"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[Ann, Bob, Cy]", "[Ann, Bob, Cy, Di, Ed, Flo]", "too many players.*GD-1"),
        ("[Ann, Bob, Cy]", "[Ann]", "too few players"),
        ("[Ann, Bob, Cy]", "[Ann, Bob, Ann]", "same name"),
        ("Ann: 4S 9D KC,", "Ann: 4S 4S 4S,", "a card too often: 4S.*GD-1"),
        ("stock: 2H 3H 4H", "stock: JK JK JK JK JK", "a card too often: JK"),
        ("set: QS QD QC}\n", "set: QS QD KC}\n", "meld 1.*GD-2|meld 1.*not of one rank"),
        ("run: 5S 6S 7S 8S}\n", "run: 5S JK JK 8S}\n", "meld 2.*jokers.*GD-5"),
        ("round: 2", "round: 8", "round 8"),
        ("round: 2", "round: 0", "round 0"),
        ("dealer: Cy", "dealer: Eve", "dealer.*Eve"),
        ("turn: Ann", "turn: Eve", "turn.*Eve"),
        ("owner: Bob, set: QS", "owner: Eve, set: QS", "table.*Eve"),
        ("discarded_by: Cy", "discarded_by: Eve", "discarded_by.*Eve"),
        ("discarded_by: Cy", "discarded_by: [Cy, Ann, Bob]", "discarded_by names more"),
        ("shanghaied: 0", "shanghaied: 2", "0 or 1"),
        ("calls_used: {Bob: 1}\n  scores", "calls_used: {Bob: 3}\n  scores", "calls.*GD-13"),
        (", Cy: 8D 8H JK 3C}", "}", "hand of Cy is missing"),
        ("[Ann, Bob, Cy]", '["", Bob, Cy]', "may not be empty"),
    ],
)
def test_a_position_that_the_rules_have_not(verdict, old, new, says):
    text = SHANGHAI.replace(old, new, 1)
    assert text != SHANGHAI
    assert verdict(text).state == "unusable"
    head = text[: text.index("moves:")]
    assert verdict(head + f"unusable: {says!r}\n").state == "passed"
    assert verdict(head + "unusable: something else\n").state == "failed"


def test_a_good_position_is_not_unusable(verdict):
    found = verdict(SHANGHAI[: SHANGHAI.index("moves:")] + "unusable: players\n")
    assert found.state == "failed"
    assert "a position that can be used" in found.lines[0]


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("title:", "titel:", "1:1"),
        ("turn: Ann", "turm: Ann", "9:3"),
        ("owner: Bob, set", "owners: Bob, set", "13:8"),
        ("  out: none", "  outs: none", "34:3"),
        ("    because:", "    becuase:", "24:5"),
        ("because: tossed", "because: '('", "24:14"),
        ("round: 2", "round: two", "7:10"),
        ("phase: play", "phase: asleep", "10:10"),
        ("hands: {Ann: 4S 9D KC", "hands: {Ann: 4S 9D KX", "11:16"),
        ("- Ann discards 4S", "- Ann discrads 4S", "22:5"),
        ("- Ann discards 4S", "- Eve discards 4S", "22:5"),
        ("refused: Ann calls", "refused: Ann cals", "23:5"),
        ("variant: grandma-davis", "variant: grandma", "3:10"),
        ("house_rules: {}", "house_rules: {call_cots: 2}", "4:15"),
        ("house_rules: {}", "house_rules: {call_cost: 99}", "4:26"),
        ("house_rules: {}", "house_rules: [1]", "4:14"),
        ("players: [Ann, Bob, Cy]", "players: Ann", "5:10"),
        ("then:", "unusable: x\nthen:", "26:11"),
        ("    - {owner: Bob, set: QS QD QC}", "    - {owner: Bob}", "13:7"),
        ("- Ann discards 4S", "- refused: stock becomes 4S", "22:5"),
    ],
)
def test_a_malformed_document_is_named_with_its_place(verdict, old, new, place):
    assert old in SHANGHAI
    found = verdict(SHANGHAI.replace(old, new, 1))
    assert found.state == "unusable"
    assert any(f"document.yaml:{place}: " in line for line in found.lines)


@pytest.mark.parametrize("key", ["variant", "players", "position", "round", "turn", "hands"])
def test_a_missing_key_is_named(verdict, key):
    lines = [line for line in BLOCK.splitlines() if not line.strip().startswith(f"{key}:")]
    if key == "position":
        lines = ["variant: playerules", "players: [Ann, Bob, Cy]"]
    found = verdict("\n".join(lines))
    assert found.state == "unusable"
    assert repr(key) in " ".join(found.lines)


def test_all_faults_of_a_document_are_told_in_one_run(verdict):
    text = SHANGHAI.replace("title:", "titel:").replace("turn: Ann", "turm: Ann")
    assert len(verdict(text).lines) >= 3


def test_what_a_player_who_left_does_is_refused(verdict):
    over = (
        BLOCK.replace(
            "[Ann discards 9D]",
            "[Ann hands over to Dee, {refused: Ann discards 9D}, Dee discards 9D]",
        )
        .replace("Ann: 0", "Dee: 0")
        .replace("{Ann: 40, Bob: 32", "{Dee: 40, Bob: 32")
    )
    assert verdict(over.replace("out: Ann", "out: Dee")).lines == ()


def test_house_rules_count(verdict):
    changed = "variant: playerules\nhouse_rules: {joker_points: 99}"
    text = BLOCK.replace("variant: playerules", changed).replace("Bob: 2S", "Bob: JK")
    assert "round_scores of Bob 112" in verdict(text).lines[0]


def test_a_variant_file_is_found_beside_the_document(tmp_path):
    source = Path(__file__).parents[2] / "variants" / "playerules.yaml"
    (tmp_path / "ours.yml").write_bytes(source.read_bytes())
    document = tmp_path / "d.yaml"
    document.write_text(BLOCK.replace("variant: playerules", "variant: ours.yml"), "utf-8")
    (found,) = check_file(document)
    assert found.state == "passed"
    assert load_variant(str(source)).id == "playerules"


def test_the_command_counts_and_exits(tmp_path, capsys):
    good, bad = tmp_path / "a" / "good.yaml", tmp_path / "a" / "b" / "bad.yml"
    bad.parent.mkdir(parents=True)
    good.write_text(f"{BLOCK}---\n{SHANGHAI}", "utf-8")
    (tmp_path / "a" / "notes.txt").write_text("nothing")
    assert run(tmp_path) == 0
    assert capsys.readouterr().out == "2 passed, 0 failed\n"
    bad.write_text(BLOCK.replace("[Bob]", "[Cy]"), "utf-8")
    assert run(tmp_path) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[-1] == "2 passed, 1 failed"
    assert len(out) == 2
    assert str(bad) in out[0]


def test_unusable_input_is_named_and_the_others_are_checked(tmp_path, capsys):
    (tmp_path / "a.yaml").write_text("a: [", "utf-8")
    (tmp_path / "b.yaml").write_text(BLOCK, "utf-8")
    (tmp_path / "c.yaml").write_text(f"- 1\n---\n{BLOCK}", "utf-8")
    (tmp_path / "d.yaml").write_text("", "utf-8")
    (tmp_path / "e.yaml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "f.yaml").write_text("title: \x1b[2J", "utf-8")
    os.mkfifo(tmp_path / "g.yaml")
    assert run(tmp_path, tmp_path / "missing.yaml") == 3
    shown = capsys.readouterr()
    assert shown.out.splitlines()[-1] == "2 passed, 6 failed"
    assert "missing.yaml" in shown.err
    assert "\x1b" not in shown.out + shown.err


def test_a_folder_without_yaml_is_unusable(tmp_path, capsys):
    assert run(tmp_path) == 3
    assert "no .yaml file" in capsys.readouterr().err


def test_files_are_found_in_order(tmp_path):
    for name in ("b.yaml", "a.yml", "c.txt", "d/a.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    names = [str(file.relative_to(tmp_path)) for file in find_files(tmp_path)]
    assert names == ["a.yml", "b.yaml", "d/a.yaml"]


def test_a_failure_is_one_line_without_control_characters(verdict):
    text = BLOCK.replace("title: Out", 'title: "a\\e[2Jb\\nc"').replace("[Bob]", "[Cy]")
    (line,) = verdict(text).lines
    assert line.isprintable()


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from([SHANGHAI, RENEWAL, BLOCK]),
    st.integers(0, 900),
    st.integers(0, 12),
    st.text("ABKJSHD 0123[]{}:,-\n'\"#&*!%", max_size=6),
)
def test_no_damage_to_a_file_ends_in_a_traceback(tmp_path_factory, text, at, cut, added):
    file = tmp_path_factory.mktemp("fuzz") / "x.yaml"
    file.write_text(text[:at] + added + text[at + cut :], "utf-8")
    assert all(found.state in ("passed", "failed", "unusable") for found in check_file(file))


def test_only_what_proves_a_clause_or_has_words_in_its_title_is_run(tmp_path, capsys):
    file = tmp_path / "two.yaml"
    titles = re.findall(r"^title: (.*)$", SHANGHAI + RENEWAL, re.MULTILINE)
    assert len(titles) == 2
    file.write_text(f"{SHANGHAI}\n---\n{RENEWAL}", "utf-8")
    assert [found.title for found in check_file(file, wanted=["gd-18"])] == titles[:1]
    assert [found.title for found in check_file(file, wanted=[titles[1].upper()])] == titles[1:]
    assert [found.title for found in check_file(file)] == titles
    assert main(["check", str(file), "-k", "GD-18"]) == 0
    assert "1 passed, 0 failed" in capsys.readouterr().out
    assert main(["check", str(file), "-k", "XX-1"]) == 2
    assert "no document proves XX-1" in capsys.readouterr().err


def test_each_module_of_the_engine_has_scenarios_of_its_clauses():
    modules = clauses_by_module()
    assert {"calls", "turn", "melds", "shanghai"} <= modules.keys()
    assert "GD-18" in modules["shanghai"]
