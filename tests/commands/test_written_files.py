"""Files that are written on request are for the user alone, whatever the umask says."""

import os
import stat
import sys

import pytest

from shanghai.__main__ import main
from tests.saving import SAVES, put_game
from tests.simulation.test_command import SHORT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")


@pytest.fixture
def run(tmp_path):
    """Runs a command with games in its data folder, where everybody may write to new files."""
    put_game(tmp_path / "data", "over", (SAVES / "1-rummygames.jsonl").read_bytes())

    def run(*words):
        before = os.umask(0)
        try:
            return main([*words, "--data-dir", str(tmp_path / "data")])
        finally:
            os.umask(before)

    return run


def modes(folder):
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in [folder, *folder.rglob("*")]}


SIMULATE = ("simulate", "--variant", SHORT, "--players", "3", "--seed", "3", "--bots", "easy")


@pytest.mark.parametrize(
    "words",
    [
        ("record", "over", "-o", "{}/new"),
        ("record", "over", "--scorecard", "html", "-o", "{}/new"),
        ("ledger", "--plot", "{}/new"),
        (*SIMULATE, "--plot", "{}/new"),
        (*SIMULATE, "--keep", "{}/new"),
        (*SIMULATE, "--record", "{}/new"),
    ],
)
def test_a_new_file_is_for_nobody_else(words, run, tmp_path):
    place = tmp_path / "named"
    place.mkdir()
    assert run(*(word.format(place) for word in words)) == 0
    written = modes(place)
    assert "new" in written
    assert written.pop("named") == stat.S_IMODE(place.stat().st_mode)
    assert {mode & 0o077 for mode in written.values()} == {0}, written


def test_a_file_that_is_there_keeps_its_rights(run, tmp_path):
    shared = tmp_path / "shared.html"
    shared.write_text("x" * 100_000)
    shared.chmod(0o644)
    assert run("record", "over", "--scorecard", "text", "-o", str(shared)) == 0
    assert stat.S_IMODE(shared.stat().st_mode) == 0o644
    assert "x" * 100 not in shared.read_text()


def test_a_file_that_is_no_plain_one_is_written_too(run, capfd):
    assert run("record", "over", "--scorecard", "text", "-o", "/dev/stdout") == 0
    assert "Dora" in capfd.readouterr().out
