"""A full output is answered by one sentence and code 4, by every command, and is no crash."""

import io
import os
import sys

import pytest

from shanghai.__main__ import main
from shanghai.words.commands import COMMANDS
from tests.commands.test_json import HAND, SCENARIO
from tests.saving import SAVES, put_game
from tests.simulation.test_command import SHORT

FULL = "/dev/full"
PRINTING = {
    "play": ("--text", "--variant", "california", "--players", "Ann,Bob"),
    "resume": ("--text", "left"),
    "serve": ("--port", "0"),
    "games": (),
    "check": (str(SCENARIO),),
    "argue": ("is the ace high",),
    "solve": ("--variant", "california", "--round", "1", HAND),
    "simulate": ("--variant", SHORT, "--players", "3", "--bots", "easy"),
    "variants": ("show", "california"),
    "verify": ("over",),
    "show": ("left", "--public"),
    "ledger": ("--csv",),
    "deal": ("--variant", "california", "--seats", "3"),
    "score": ("--variant", "california", "--players", "Ann,Bob"),
    "tournament": ("--new", "--variant", "california", "--players", "Ann,Bob,Cy,Dora,Eve"),
    "record": ("over",),
    "replay": ("over", "--all"),
    "review": ("over",),
    "puzzles": (),
    "prove": ("over",),
    "completion": ("bash",),
}
"""Each command with what it needs to print something."""
pytestmark = pytest.mark.skipif(not os.path.exists(FULL), reason="there is no such file here")


@pytest.fixture
def data(tmp_path, monkeypatch):
    """A data folder with games; what takes long or goes on for ever only prints."""

    async def serve(server, host, port, tell):
        tell("address")
        return 0

    monkeypatch.setattr("shanghai.web.server.serve", serve)
    monkeypatch.setattr("shanghai.commands.review.make_review", lambda *how, **more: None)
    monkeypatch.setattr("shanghai.commands.review.as_plain", lambda *how: {})
    monkeypatch.setattr("shanghai.commands.review.review_lines", lambda *how, **more: ["a review"])
    put_game(tmp_path, "left", (SAVES / "3-left.jsonl").read_bytes())
    put_game(tmp_path, "over", (SAVES / "1-rummygames.jsonl").read_bytes())
    return tmp_path


def unbuffered():
    return io.TextIOWrapper(open(FULL, "wb", 0), write_through=True)


def buffered():
    return open(FULL, "w")


def code_of(words):
    try:
        return main(words)
    except SystemExit as end:
        return end.code


@pytest.fixture(params=[buffered, unbuffered])
def answer(request, monkeypatch, capsys):
    """Runs a command whose output takes nothing; its code and its complaints."""

    def answer(*words):
        with request.param() as output, monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", output)
            patch.setattr(sys, "stdin", io.StringIO())
            code = code_of(words)
        return code, capsys.readouterr().err

    return answer


@pytest.mark.parametrize("command", [*COMMANDS, "--help", "--version"])
def test_a_full_output_is_no_crash(command, data, answer):
    code, complaint = answer("--data-dir", str(data), command, *PRINTING.get(command, ()))
    assert complaint == "shanghai: the output cannot be written: No space left on device\n"
    assert code == 4
    assert not [*data.glob("crash-*")]


@pytest.mark.parametrize("words", [("games", "--help"), ("help", "games"), ("games", "--json")])
def test_help_and_json_are_output_as_well(words, data, answer):
    code, complaint = answer(*words, "--data-dir", str(data))
    assert code == 4
    assert "cannot be written" in complaint


def test_every_command_is_tried():
    assert {*PRINTING} == {*COMMANDS}


def test_a_complaint_that_cannot_be_written_keeps_its_code(data, monkeypatch):
    with open(FULL, "w") as errors:
        monkeypatch.setattr(sys, "stderr", errors)
        assert code_of(["--data-dir", str(data), "show", "none", "--public"]) == 3
        assert code_of(["gmes"]) == 2
        monkeypatch.setattr(sys, "stderr", None)
        assert code_of(["--data-dir", str(data), "show", "none", "--public"]) == 3


def test_a_closed_output_is_no_crash(data, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdout", None)
    assert code_of(["--data-dir", str(data), "games"]) == 4
    assert "cannot be written: Bad file descriptor" in capsys.readouterr().err
    sys.stdout.close()
