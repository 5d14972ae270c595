"""The page of what `--json` prints names every key that each command has, and no other."""

import json
import re
from pathlib import Path

import pytest
import yaml

from shanghai.__main__ import main
from shanghai.commands.printing import say_json
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Ending
from shanghai.ledger.paper import PaperGame
from shanghai.variants.loader import load_variant
from tests.saving import SAVES, put_game

PAGE = Path(__file__).parents[2] / ".github" / "JSON.md"
SCENARIO = Path(__file__).parents[1] / "scenarios" / "california" / "aces.yaml"
SOLVE = ("--variant", "california", "--round", "1", "--table", "set:Bob:QS QD QC")
HAND = "4S 4H 4D 7C 7H 7S JK QH"

TOURNAMENT = ("tournament", "--new", "--variant", "california", "--players", "Ann,Bob,Cy,Dora,Eve")

ASKED = {
    "check": ("check", str(SCENARIO)),
    "verify": ("verify", "left", "nothing"),
    "deal": ("deal", "--variant", "california", "--seats", "3"),
    "variants": ("variants",),
    "variants diff": ("variants", "diff", "california", "playerules"),
    "variants keys": ("variants", "keys", "call_cost", "wild_ranks"),
    "variants check": ("variants", "check", "playerules", "--games", "1"),
    "games": ("games",),
    "prove": ("prove", "left"),
    "tournament": (*TOURNAMENT, "--cut", "7"),
    "tournament --list": ("tournament", "--list"),
    "argue": ("argue", "--variant", "california", "stock runs out"),
    "replay": ("replay", "left"),
    "solve": ("solve", *SOLVE, "--down", HAND),
}


def named():
    """The keys that the page names, by command."""
    found = {}
    for part in PAGE.read_text("utf-8").split("\n## `shanghai ")[1:]:
        command = " ".join(word for word in part.split("`")[0].split() if word.islower())
        command = re.sub(r" ?--json", "", command)
        found[command] = set(re.findall(r"^\| `([^`]+)`", part, re.M))
    return found


def keys(value, path=""):
    """The keys of a value as the page writes them; lists of plain values are values."""
    if isinstance(value, dict):
        return {key for name, inner in value.items() for key in keys(inner, f"{path}.{name}")}
    if isinstance(value, list) and any(isinstance(inner, dict) for inner in value):
        return {key for inner in value for key in keys(inner, f"{path}[]")}
    return {path}


def test_the_page_names_every_command():
    assert {*named()} == {*ASKED, "record", "score"}


@pytest.mark.parametrize("command", ASKED)
def test_a_command_prints_the_keys_of_its_page(command, capsys, tmp_path):
    put_game(tmp_path, "left", (SAVES / "3-left.jsonl").read_bytes())
    folder = ["--data-dir", str(tmp_path)]
    if command == "tournament --list":
        assert main([*folder, *TOURNAMENT]) == 0
        capsys.readouterr()
    code = main([*folder, *ASKED[command], "--json"])
    assert code == (3 if command == "verify" else 0)
    assert keys(json.loads(capsys.readouterr().out)) == named()[command]


def test_a_record_as_json_is_the_record(capsys, tmp_path):
    put_game(tmp_path, "whole", (SAVES / "3-cut.jsonl").read_bytes())
    folder = ["--data-dir", str(tmp_path)]
    assert main([*folder, "record", "whole"]) == 0
    first, *_ = yaml.safe_load_all(capsys.readouterr().out)
    assert main([*folder, "record", "whole", "--json"]) == 0
    documents = json.loads(capsys.readouterr().out)
    assert documents[0] == first
    assert {"players", "position", "moves", "then"} <= {*documents[-1]}
    assert main([*folder, "record", "whole", "--json", "-o", str(tmp_path / "x.json")]) == 0
    assert json.loads((tmp_path / "x.json").read_bytes()) == documents
    assert capsys.readouterr().out == ""


def test_a_score_as_json_has_the_keys_of_the_ledger_and_asks_nothing(capsys, tmp_path):
    folder = ["--data-dir", str(tmp_path)]
    game = PaperGame.begin(tmp_path, load_variant("california"), ["Ann", "Bob"], "Sunday")
    game.score(SeatIndex(0), Ending.OUT, ["", "35"])
    assert main([*folder, "score", game.id[:12], "--json"]) == 0
    score = json.loads(capsys.readouterr().out)
    assert {key.split(".")[1].split("[")[0] for key in named()["score"]} == {*score}
    assert score["scores"] == {"Ann": 0, "Bob": 35}
    assert score["rounds"] == [{"scores": {"Ann": 0, "Bob": 35}, "out": "Ann", "blind": False}]
    assert (score["title"], score["over"], score["winners"]) == ("Sunday", False, [])
    assert main([*folder, "score", "--list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [score]


def test_faults_are_told_as_json_too(capsys, tmp_path):
    faulty = tmp_path / "faulty.yaml"
    faulty.write_text(SCENARIO.read_text("utf-8").replace("variant: california", "variant: no", 1))
    assert main(["check", str(faulty), str(tmp_path / "none.yaml"), "--json"]) == 3
    said = json.loads(capsys.readouterr().out)
    assert said["failed"] >= 1
    assert len(said["missing"]) == 1
    assert any(document["lines"] for document in said["documents"])
    faulty.write_text("id: x\nname: X\nextends: nothing\n")
    assert main(["variants", "check", str(faulty), "--json"]) == 3
    (judged,) = json.loads(capsys.readouterr().out)
    assert (judged["verdict"], judged["id"]) == ("cannot be read", None)
    assert judged["problems"]


def test_a_number_that_readers_would_change_is_text(capsys):
    say_json({"a": [2**53 - 1, 2**53, -(2**60), 0.5, True, None], "b": {"c": (2**64,)}})
    said = json.loads(capsys.readouterr().out)
    assert said["a"] == [9007199254740991, "9007199254740992", str(-(2**60)), 0.5, True, None]
    assert said["b"] == {"c": [str(2**64)]}
