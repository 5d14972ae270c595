"""Which Pythons are found, what is installed for them, and what the lock file holds."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.pythons import __main__ as command, lock, suite, wheels
from tests.pythons.installed import by_version, installed, running
from tests.pythons.suite import ROOT, Outcome

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_the_python_that_runs_this_is_found_with_those_of_path(monkeypatch):
    installed.cache_clear()
    # An environment is no Python of its own.
    base = Path(sys.base_prefix) / ("" if sys.platform == "win32" else "bin")
    monkeypatch.setenv("PATH", str(base), prepend=":")
    assert running() in installed()
    installed.cache_clear()


@pytest.mark.skipif(sys.platform == "win32", reason="its programs are no scripts")
def test_each_python_that_is_new_enough_is_found_once(tmp_path):
    for folder, name, says in (
        ("a/bin", "python3.12", "cpython 3 12 1"),
        ("b/bin", "python3.12", "cpython 3 12 1"),
        ("a/bin", "python3.9", "cpython 3 9 18"),
        ("a/bin", "python3.13", "pypy 3 13 0"),
        ("b/bin", "python3", "cpython 3 14 0"),
        ("b/bin", "python3-config", "cpython 3 15 0"),
        ("env/bin", "python3.13", "cpython 3 13 1"),
        ("shims", "python3.13", "cpython 3 13 2"),
    ):
        program = tmp_path / folder / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f"#!/bin/sh\necho {says}\n")
        program.chmod(0o755)
    (tmp_path / "env" / "pyvenv.cfg").touch()
    (tmp_path / "a" / "bin" / "python3.11").write_text("no program")
    (tmp_path / "a" / "bin" / "python3.11").chmod(0o755)
    folders = [tmp_path / name for name in ("shims", "env/bin", "a/bin", "b/bin", "none")]
    assert by_version(folders) == {
        "3.12.1": tmp_path / "a/bin/python3.12",
        "3.14.0": tmp_path / "b/bin/python3",
    }


@pytest.fixture
def ran(monkeypatch, tmp_path):
    """The commands that would have run; each environment is of this test alone."""
    commands = []

    def run(words, **_):
        commands.append([str(word) for word in words])
        return subprocess.CompletedProcess(words, 0)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(suite, "ENVIRONMENTS", tmp_path)
    monkeypatch.setattr(
        suite, "run_tests", lambda name, python, options: Outcome(name, 0, f"{options[0]} {python}")
    )
    return commands


def test_each_python_has_an_environment_of_its_own(ran, tmp_path):
    (outcome,) = suite.on_python("3.12.1", Path("/opt/python3.12"))
    python = str(suite.python_of(tmp_path / "3.12.1"))
    assert str(outcome) == f"3.12.1: -n {python}"
    make, install = ran
    assert make[:3] == ["/opt/python3.12", "-m", "venv"]
    assert make[-1] == str(tmp_path / "3.12.1")
    assert install[:5] == [sys.executable, "-m", "pip", "--python", python]
    assert install[-1] == ".[test]"


def test_the_lowest_versions_are_chosen_by_uv(ran):
    assert [outcome.summary[:2] for outcome in suite.with_lowest()] == ["-n", "-m"]
    assert ran[1][1:3] == ["-m", "uv"]
    assert "lowest-direct" in ran[1]


def test_what_cannot_be_installed_fails(ran, monkeypatch):
    def fail(words, **_):
        raise subprocess.CalledProcessError(3, words)

    monkeypatch.setattr(subprocess, "run", fail)
    (outcome,) = suite.on_python("3.12.1", Path("/opt/python3.12"))
    assert outcome.code == 3
    assert "cannot be installed" in str(outcome)


def test_a_run_that_fails_is_reported_by_its_last_line(tmp_path, capfd):
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\necho a\necho 1 failed in 2s\necho\nexit 1\n")
    python.chmod(0o755)
    failed = suite.run_tests("3.12.1", python, suite.QUICK)
    assert failed == Outcome("3.12.1", 1, "1 failed in 2s")
    assert command.report([failed, Outcome("lowest", 0, "2 passed")]) == 1
    assert capfd.readouterr().out.endswith("3.12.1: 1 failed in 2s\nlowest: 2 passed\n")


def test_pythons_are_named_by_the_beginning_of_their_version(monkeypatch):
    versions = {"3.11.2": Path(), "3.12.1": Path(), "3.12.10": Path(), "3.13.0": Path()}
    monkeypatch.setattr(command, "installed", lambda: versions)
    monkeypatch.setattr(command, "running", lambda: "3.13.0")
    assert command.chosen(["3.12"]) == ["3.12.1", "3.12.10"]
    assert command.chosen(["3.12.1"]) == ["3.12.1"]
    assert command.chosen([]) == ["3.11.2", "3.12.1", "3.12.10"]


def test_a_library_without_a_wheel_is_named(monkeypatch, capsys):
    def run(words, **_):
        return subprocess.CompletedProcess(words, int("msgspec" in words[-1]))

    monkeypatch.setattr(subprocess, "run", run)
    assert command.look_up_wheels() == 1
    (line, *_) = capsys.readouterr().out.splitlines()
    assert line.startswith("3.14: no wheel of msgspec>=")


def requirements():
    """What developers install, as the project asks for it."""
    extras = PROJECT["optional-dependencies"]
    return [Requirement(each) for each in PROJECT["dependencies"] + extras["test"] + extras["dev"]]


def test_the_lock_file_holds_what_the_project_asks_for_each_with_its_hashes():
    blocks = re.split(r"\n(?=[a-z])", lock.FILE.read_text("utf-8"))[1:]
    locked = {}
    for block in blocks:
        assert "--hash=sha256:" in block, block
        requirement = Requirement(block.partition(" \\")[0])
        (pin,) = requirement.specifier
        assert pin.operator == "=="
        locked.setdefault(canonicalize_name(requirement.name), set()).add(pin.version)
    assert len(locked) > 40
    for wanted in requirements():
        versions = locked[canonicalize_name(wanted.name)]
        assert all(wanted.specifier.contains(version) for version in versions), wanted


def test_the_wheels_that_are_looked_up_are_those_that_a_player_installs():
    names = [re.match(r"[a-z.-]+", each, re.I)[0] for each in wheels.wanted()]
    assert {"textual", "msgspec", "numba", "textual-serve"} <= {*names}
    assert "pytest" not in names


def test_workflows_name_each_action_by_its_commit():
    uses = [
        line.split("uses:")[1].strip()
        for path in sorted((ROOT / ".github" / "workflows").glob("*.yml"))
        for line in path.read_text("utf-8").splitlines()
        if "uses:" in line
    ]
    assert len(uses) > 5
    assert [
        each for each in uses if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", each)
    ] == []
