import subprocess
import sys

import pytest

from shanghai import __version__
from shanghai.__main__ import main
from shanghai.commands import play


def shanghai(*arguments, **more):
    command = [sys.executable, "-m", "shanghai", *arguments]
    return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, **more)


@pytest.mark.parametrize("flag", ["--version", "-V"])
def test_version(flag):
    done = shanghai(flag)
    assert (done.returncode, done.stdout) == (0, f"shanghai {__version__}\n")


def test_without_a_terminal_one_sentence_and_code_6():
    for arguments in ((), ("play", "--variant", "california", "--players", "Ann,Bob")):
        done = shanghai(*arguments)
        assert done.returncode == play.NO_TERMINAL
        assert done.stdout == ""
        assert done.stderr.count("\n") == 1


def test_a_dumb_terminal_is_refused(monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, _Terminal())
    assert "TERM=dumb" in play.terminal_fault()
    monkeypatch.setenv("TERM", "xterm")
    assert play.terminal_fault() is None


class _Terminal:
    def isatty(self):
        return True


def test_a_fault_shows_no_traceback(monkeypatch, capsys, tmp_path):
    def fail(arguments):
        secret = "KH KD"
        raise RuntimeError(secret)

    monkeypatch.setenv("SHANGHAI_HOME", str(tmp_path))
    monkeypatch.setattr("shanghai.__main__._run", fail)
    assert main([]) == 70
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "Traceback" not in said
    report = next(tmp_path.glob("crash-*.txt")).read_text()
    assert "RuntimeError" in report
    assert "test_main.py" in report
    assert "KH" not in said + report
