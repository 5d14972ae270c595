"""The command `shanghai variants`: what it prints and its exit codes."""

import argparse
import io
from pathlib import Path

import msgspec
import pytest

from shanghai.__main__ import main
from shanghai.commands import variants as command
from shanghai.commands.exits import with_exit_code
from shanghai.variants.loader import read_value
from shanghai.yamlio.reader import Faults

NOBODYS = Path(__file__).parents[1] / "data" / "nobodys.yaml"
SHIPPED = ("california", "grandma-davis", "playerules", "rummygames")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of this test alone."""
    monkeypatch.setenv("SHANGHAI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def run_command(*words: str) -> int:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return with_exit_code(command.run)(parser.parse_args(words))


def own_file(home: Path, name: str, text: str) -> Path:
    path = home / "variants" / f"{name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_the_command_lists_shows_and_checks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command() == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in SHIPPED)
    assert run_command("--json") == 0
    rows = msgspec.json.decode(capsys.readouterr().out)
    assert [row["id"] for row in rows][:4] == list(SHIPPED), "the four stand first"
    assert run_command("show", "grandma-davis", "--players", "4") == 0
    shown = capsys.readouterr().out
    assert "GD-18" in shown
    assert "108 cards" in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert run_command("show", "grandma-davis", "--players", "9") == 2
    assert run_command("show", "nobody") == 2
    assert run_command("check", str(NOBODYS), "--games", "1") == 0
    capsys.readouterr()
    bad = tmp_path / "bad.yaml"
    bad.write_text("id: x\nname: 3\nace: hihg\n", "utf-8")
    assert run_command("check", str(bad)) == 3
    assert capsys.readouterr().out.splitlines()[-1].endswith("(did you mean high?)")
    assert run_command("check", str(tmp_path / "none.yaml")) == 3
    assert run_command("show", str(bad)) == 3


def test_values_of_the_command_line() -> None:
    assert read_value("10") == 10
    assert read_value("true") is True
    assert read_value("[7, 10]") == [7, 10]
    assert read_value("{kind: fixed, most: 1}") == {"kind": "fixed", "most": 1}
    assert read_value("yes") == "yes"
    for text in ("", "[", "*x", "1\n---\n2", "[" * 5000):
        with pytest.raises(Faults):
            read_value(text)


SMITHS = "id: smiths\nname: The Smiths\nextends: playerules\nrounds: 2\ncall_cost: 3\n"


def test_an_own_file_is_known_by_its_id_to_every_command(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own_file(home, "a", SMITHS)
    assert run_command() == 0
    listed = capsys.readouterr().out
    assert listed.index("playerules:") < listed.index("Your own") < listed.index("smiths:")
    assert run_command("show", "smiths") == 0
    page = capsys.readouterr().out
    assert "A BUY brings the discard and 3 cards from the stock. (own rule)" in page
    assert "(Seven contracts: PR-3)" in page
    scenario = home / "s.yaml"
    scenario.write_text(
        "title: x\nvariant: smiths\nplayers: [Ann, Bob, Cy]\nposition: {round: 1, dealer: Cy, "
        "turn: Ann, phase: play, hands: {Ann: 4S 9D, Bob: 2S, Cy: 8D}, stock: 2H 3H 4H}\n"
        "moves: [Ann discards 4S, Cy calls buy, Bob draws]\nthen: {hands: {Cy: 5}}\n"
    )
    for words in (
        ["check", str(scenario)],
        ["solve", "--variant", "smiths", "--round", "1", "2S 2H 2D"],
        ["simulate", "--variant", "smiths", "--players", "3", "--seed", "1"],
    ):
        assert main(words) == 0, (words, capsys.readouterr().out)


def test_differences_are_told(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own_file(home, "a", SMITHS)
    assert run_command("diff", "playerules", "smiths") == 0
    said = capsys.readouterr().out
    assert "A call costs\n  Seven contracts: 1 extra card\n" in said
    assert "  The Smiths: 3 extra cards" in said
    assert run_command("diff", "smiths", "smiths") == 0
    assert "played alike" in capsys.readouterr().out
    assert run_command("diff", "smiths", "smith") == 2


def test_a_new_file_is_small_and_good(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("new", "ours", "--extends", "playerules", "--set", "call_cost=2", "--set")
    assert run_command(*words, "ace=high") == 0
    lines = (home / "variants" / "ours.yaml").read_text("utf-8").splitlines()
    assert [line for line in lines if not line.startswith("#")] == [
        "id: ours",
        "name: Ours",
        "extends: playerules",
        "ace: high",
        "call_cost: 2",
    ]
    assert run_command("check", "ours", "--games", "1") == 0
    capsys.readouterr()
    for id, code, said in (
        ("ours", 2, "of your own already"),
        ("california", 2, "a shipped variant"),
        ("../x", 2, "is no id"),
    ):
        assert run_command("new", id, "--extends", "playerules") == code
        assert said in capsys.readouterr().err


def test_every_key_stands_in_the_list_and_in_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command("keys") == 0
    said = capsys.readouterr().out
    assert run_command("schema") == 0
    schema = msgspec.json.decode(capsys.readouterr().out)
    for key, value in schema["$defs"]["VariantFile"]["properties"].items():
        assert f"{key} ({value['title']})" in said
    assert run_command("keys", "call_cst") == 2
    assert "did you mean call_cost?" in capsys.readouterr().err


NEVER = "id: b\nname: B\nextends: playerules\ncontracts: [{runs: [13]}]\n"


def test_check_judges_by_playing(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """HR-7, HR-8."""
    good = own_file(home, "a", f"{SMITHS}shanghai_points: 10\n")
    assert run_command("check", str(good), "--games", "1") == 0
    said = capsys.readouterr().out
    assert "good: The Smiths" in said
    assert "hint: shanghai_points has no effect without shanghai\n" in said
    assert said.count("no effect") == 1
    assert "3 players, 1 game, 2 rounds:" in said
    assert "5 players, 1 game, 2 rounds:" in said
    never = own_file(home, "b", f"{NEVER}min_players: 5\n")
    assert run_command("check", str(never), "--games", "1") == 1
    assert "5 players: nobody went out in round 1" in capsys.readouterr().out
    monkeypatch.setattr(
        "sys.stdin", io.TextIOWrapper(io.BytesIO(b"id: x\nname: X\nextends: californa\n"))
    )
    assert run_command("check", "-") == 3
    assert "standard input:3:10: extends:" in capsys.readouterr().out


def test_a_deal_that_takes_every_card_is_refused(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "id: x\nname: X\nextends: rummygames\ndeal: 13\nmin_players: 8\n"
    text += "packs: [{up_to: 8, decks: 2, jokers: 1}]\n"
    assert run_command("check", str(own_file(home, "x", text))) == 1
    said = capsys.readouterr().out
    assert "8 players: nobody went out in deal 1" in said
    seats = ",".join(["Ann", *["bot:easy"] * 7])
    for words in (
        ["play", "--variant", "x", "--players", seats],
        ["play", "--text", "--variant", "x", "--players", seats],
        ["simulate", "--variant", "x", "--players", "8", "--seed", "1"],
    ):
        assert main(words) == 2
        assert "with 8 players no card of 105 is left to draw" in capsys.readouterr().err
