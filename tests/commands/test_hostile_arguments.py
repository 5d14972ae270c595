"""Arguments with codes for terminals in them: each is answered in a clean sentence."""

import re

import pytest

from shanghai.__main__ import main
from shanghai.words.commands import COMMANDS

PWN = "x\x1b]0;PWN\x07\x9b2J\u202e\ud800[bold].yaml"
_CODES = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069]")

SIMULATE = ("simulate", "--variant", "california", "--players", "3")
HOSTILE = (
    *([PWN], ["--" + PWN], ["--data-dir"], ["help", PWN], ["check", PWN], ["check"]),
    ["check", "a\0b"],
    ["play", "--variant", PWN, "--players", "Ann,Bob"],
    ["play", "--variant", "california", "--players", f"Ann,{PWN},bot:{PWN}"],
    ["play", "--variant", "california", "--players", "Ann,Bob,Cy", "--house-rule", PWN],
    ["play", "--variant", "california", "--players", "Ann,Bob,Cy", "--house-rule", f"deal={PWN}"],
    ["play", "--variant", "california", "--players", "Ann,Bob,Cy", "--seed", PWN],
    *(["serve", "--host", host] for host in (PWN, "", "x" * 300, "a..b", "a\0b", "." * 99)),
    ["serve", "--port", PWN],
    ["serve", "--port", "99999"],
    ["serve", "--variant", PWN, "--players", PWN],
    ["solve", "--variant", PWN, "--round", "1", "4S"],
    ["solve", "--variant", "california", "--round", PWN, "4S"],
    ["solve", "--variant", "california", "--round", "1", PWN],
    ["solve", "--variant", "california", "--round", "1", "--table", PWN, "4S"],
    ["argue", PWN],
    ["puzzles", "--player", PWN],
    ["argue", "--variant", PWN, "is the ace high"],
    ["argue", "--variant", "california", "x" * 9000],
    ["simulate", "--variant", PWN, "--players", "3"],
    ["simulate", "--variant", "x" * 9000, "--players", "3"],
    [*SIMULATE, "--bots", PWN],
    [*SIMULATE, "--backend", "dask", "--scheduler", PWN],
    ["variants", "show", PWN],
    ["variants", "check", PWN],
    ["variants", "diff", PWN, PWN],
    ["variants", "keys", PWN],
    ["variants", PWN],
    *([command, PWN] for command in ("verify", "record", "games", "resume", "ledger")),
    *([command, PWN] for command in ("prove", "replay", "review", "score", "completion")),
    ["deal", "--variant", PWN, "--seats", "3"],
    ["deal", "--variant", "california", "--seats", "3", "--house-rule", PWN],
    ["play", "--deal", PWN, "--players", "Ann,Bob"],
    ["score", "--variant", PWN, "--players", f"Ann,{PWN}"],
    ["tournament", PWN],
    ["tournament", "--new", "--variant", PWN, "--players", "Ann,Bob,Cy"],
    ["tournament", "--new", "--variant", "california", "--players", f"Ann,Bob,{PWN}"],
    ["tournament", "--totals", PWN, PWN],
    ["ledger", "--deal", PWN],
    ["ledger", "--player", PWN],
    ["show", PWN, "--public"],
    ["ledger", "--since", PWN],
)


@pytest.mark.parametrize(
    "arguments", HOSTILE, ids=lambda given: given[0] if given[0].isalpha() else "none"
)
def test_hostile_arguments_are_answered_in_clean_sentences(arguments, capsys, tmp_path):
    try:
        code = main(["--data-dir", str(tmp_path / PWN.replace("\ud800", "")), *arguments])
    except SystemExit as end:
        code = end.code
    said = "".join(capsys.readouterr())
    assert code in (0, 1, 2, 3, 4, 6), said
    assert not _CODES.search(said), said.encode("unicode_escape")
    assert len(said) < 10_000


def test_every_command_is_tried():
    tried = {word for arguments in HOSTILE for word in arguments[:1]}
    assert tried >= {*COMMANDS}


def test_a_crash_is_reported_in_the_folder_that_is_named(capsys, tmp_path, monkeypatch):
    from shanghai.commands import games

    def fail(_):
        raise RuntimeError("4S 4H")

    monkeypatch.setattr(games, "saved_games", fail)
    monkeypatch.setenv("SHANGHAI_HOME", str(tmp_path / "usual"))
    for at, given in enumerate((["--data-dir", "{}", "games"], ["games", "--data-dir={}"])):
        folder = tmp_path / f"named{at}\x1b[2J"
        assert main([word.format(folder) for word in given]) == 70
        (report,) = folder.iterdir()
        assert "4S" not in report.read_text()
        said = capsys.readouterr().err
        assert report.name in said
        assert not _CODES.search(said)
    assert not (tmp_path / "usual").exists()
