"""The command `shanghai variants`: what it prints and its exit codes."""

import argparse
from pathlib import Path

import msgspec
import pytest

from shanghai.commands import variants as command
from shanghai.variants.loader import read_value
from shanghai.yamlio.reader import Faults

NOBODYS = Path(__file__).parents[1] / "data" / "nobodys.yaml"
SHIPPED = ("california", "grandma-davis", "playerules", "rummygames")


def run_command(*words: str) -> int:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return command.run(parser.parse_args(words))


def test_the_command_lists_shows_and_checks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command() == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in SHIPPED)
    assert run_command("--json") == 0
    assert [row["id"] for row in msgspec.json.decode(capsys.readouterr().out)] == list(SHIPPED)
    assert run_command("show", "grandma-davis", "--players", "4") == 0
    shown = capsys.readouterr().out
    assert "GD-18" in shown
    assert "108 cards" in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert run_command("show", "grandma-davis", "--players", "9") == 2
    assert run_command("show", "nobody") == 2
    assert run_command("check", str(NOBODYS)) == 0
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
