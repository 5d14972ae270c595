"""`shanghai simulate`: reports, records, exit codes, Ctrl+C."""

import argparse
import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from shanghai.bots.simple import SimpleBot
from shanghai.commands import simulate as command
from shanghai.commands.exits import with_exit_code
from shanghai.records.check import check_file
from shanghai.simulation import games
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant
from tests.long import long, some


def run(*words: str) -> int:
    parser = argparse.ArgumentParser(prog="shanghai simulate")
    command.add_arguments(parser)
    return with_exit_code(command.run)(parser.parse_args(words))


SHORT = str(Path(__file__).parents[1] / "data" / "short.yaml")
GAME = ("--variant", SHORT, "--players", "3", "--seed", "3")


@pytest.mark.parametrize("variant", some([SHORT, *known_variants()]))
def test_every_record_replays(variant, tmp_path, capsys):
    words = ("--variant", variant, "--players", "3", "--games", "1", "--seed", "8")
    bots = ("--bots", "simple,random", "--record", str(tmp_path / "records"))
    assert run(*words, *bots) == 0
    files = sorted((tmp_path / "records").iterdir())
    rounds = load_variant(variant).rounds
    assert len(files) == 1
    for file in files:
        verdicts = list(check_file(file))
        assert len(verdicts) == rounds
        assert all(verdict.state == "passed" for verdict in verdicts), verdicts
    assert f"{rounds} {load_variant(variant).words.round}s" in capsys.readouterr().out


def test_the_seed_that_json_names_plays_the_same_games(capsys, monkeypatch):
    most = (1 << 53) - 1
    monkeypatch.setattr(games.SystemRandom, "getrandbits", lambda _, bits: (1 << bits) - 1)
    assert run(*GAME[:-2], "--json") == 0
    # As a reader has it to which every number is a floating-point number.
    report = json.loads(capsys.readouterr().out, parse_int=float)
    assert report["seed"] == most
    assert run(*GAME[:-2], "--seed", f"{report['seed']:.0f}", "--json") == 0
    assert json.loads(capsys.readouterr().out, parse_int=float) == report


def test_json_is_one_object(capsys):
    assert run(*GAME, "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report["variant"] == "short"
    assert report["players"] == 3
    assert report["games"] == 1
    assert report["rounds"] == 2
    assert report["unfinished"] == report["replaced"] == 0
    assert [one["round"] for one in report["by_round"]] == [1, 2]


def test_of_several_variants_json_is_a_list(capsys):
    words = ("--variant", f"playerules,{SHORT}", "--players", "3", "--seed", "3")
    assert run(*words, "--json") == 0
    reports = json.loads(capsys.readouterr().out)
    assert [one["variant"] for one in reports] == ["playerules", "short"]
    assert run(*GAME, "--json") == 0
    assert json.loads(capsys.readouterr().out) == reports[1]


def test_the_report_for_people_names_what_the_variant_has(capsys):
    assert run(*GAME, "--bots", "simple,random", "--games", "2") == 0
    text = capsys.readouterr().out
    assert "buys granted" in text
    assert "SHANGHAI" not in text
    assert "first seat" in text
    for line in ("random ", "simple "):
        assert any(row.startswith(line) for row in text.splitlines())


def test_compare_reports_both_sides(capsys):
    assert run(*GAME, "--games", "2", "--compare", "last_round_times=2", "--json") == 0
    comparison = json.loads(capsys.readouterr().out)
    assert comparison["changes"] == ["last_round_times=2"]
    assert comparison["same_deals"] is True
    assert comparison["plain"]["games"] == comparison["changed"]["games"] == 2
    assert comparison["figures"]["points"]["difference"]["mean"] > 0


def test_compare_says_where_the_deals_cannot_be_the_same(capsys):
    packs = "packs=[{up_to: 8, decks: 2, jokers: 6}]"
    assert run(*GAME, "--compare", packs) == 0
    assert "cannot be the same" in capsys.readouterr().out


def test_a_round_that_never_ends_is_given_up_with_code_1(monkeypatch, capsys):
    monkeypatch.setattr(games, "TURN_LIMIT", 1)
    assert run(*GAME, "--games", "2") == 1
    assert "2 games given up" in capsys.readouterr().out
    assert run(*GAME, "--compare", "call_cost=2") == 1
    assert "changed: 1 game given up" in capsys.readouterr().out


def test_a_record_that_cannot_be_stored_is_said(tmp_path, capsys):
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert run(*GAME, "--record", str(blocked / "records")) == 4
    assert "cannot store" in capsys.readouterr().err


def test_house_rules_hold_and_stand_in_the_record(tmp_path, capsys):
    changed = ("--house-rule", "call_cost=2", "--house-rule", "joker_points=50")
    assert run(*GAME, "--record", str(tmp_path), *changed) == 0
    (file,) = tmp_path.iterdir()
    text = file.read_text()
    assert "call_cost: 2" in text
    assert "joker_points: 50" in text
    assert all(verdict.state == "passed" for verdict in check_file(file))
    assert "rounds" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("jobs", "number", "code"),
    [
        ("1", signal.SIGINT, 130),
        long("2", signal.SIGINT, 130),
        long("2", signal.SIGTERM, 143),
        ("2", signal.SIGKILL, -9),
    ],
)
def test_a_signal_ends_it_and_leaves_nobody_behind(jobs, number, code):
    """In a terminal of its own; Ctrl+C strikes every process, as it does in a shell."""
    words = [sys.executable, "-m", "shanghai", "simulate", *GAME]
    control, terminal = pty.openpty()
    program = subprocess.Popen(
        [*words, "--games", "2000", "--jobs", jobs, "--bots", "random"],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(terminal)
    seen = b""
    while not re.search(rb"\b[1-9]\d*/2000", seen):
        seen += os.read(control, 4096)
    if number == signal.SIGINT:
        os.killpg(program.pid, number)
    else:
        program.send_signal(number)
    rest = b""
    while part := _read(control):
        rest += part
    assert program.wait() == code
    assert b"Traceback" not in rest
    if code > 0:
        assert b"stopped after" in rest
        assert rest.rfind(b"\x1b[?25h") > rest.rfind(b"\x1b[?25l")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_while_a_computer_player_thinks_is_no_fault_of_that_player(
    number, code, monkeypatch, capsys
):
    monkeypatch.setattr(SimpleBot, "decide", lambda bot, view: signal.raise_signal(number))
    assert run(*GAME) == code
    assert "stopped after 0 games" in capsys.readouterr().err


def _read(control: int) -> bytes:
    """What the terminal was told; nothing once no process has it open any more."""
    try:
        return os.read(control, 4096)
    except OSError:
        return b""
