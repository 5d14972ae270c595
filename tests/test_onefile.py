"""One file to run: what it is packed of, and the whole of it on every Python that is here."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests import onefile
from tests.faults.terminal import Program
from tests.saving import SAVES, put_game

SCENARIO = Path(__file__).parent / "scenarios" / "california" / "aces.yaml"
HAND = "4s 4h 4d 7c 8c 9c jk 2d"


def test_the_compiled_parts_of_a_wheel_are_found(tmp_path):
    wheel = tmp_path / "some-1.0.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr("some/_core.cpython-313-x86_64-linux-gnu.so", b"compiled")
        packed.writestr("some/_core.cp313-win_amd64.pyd", b"for Windows")
        packed.writestr("some/__init__.py", b"")
    assert [*onefile.compiled_parts(wheel)] == [
        ("some/_core.cpython-313-x86_64-linux-gnu.so", b"compiled"),
        ("some/_core.cp313-win_amd64.pyd", b"for Windows"),
    ]


def test_parts_for_other_pythons_are_of_the_version_that_is_installed(monkeypatch, tmp_path):
    ran = []
    monkeypatch.setattr(onefile.subprocess, "run", lambda command, **_: ran.append(command))
    onefile.make(tmp_path / "x.pyz", ("3.12", "3.13"))
    running = f"{sys.version_info.major}.{sys.version_info.minor}"
    fetched = [command for command in ran if "download" in command]
    assert len(fetched) == 2 - (running in ("3.12", "3.13"))
    assert all(
        "3.1" in " ".join(command) and "msgspec==" in " ".join(command) for command in fetched
    )
    assert ran[0][-1] == str(onefile.ROOT)
    assert ran[-1][ran[-1].index("--entry-point") + 1] == "shanghai.__main__:main"


def test_all_pythons_that_are_packed_are_those_that_the_project_names():
    named = (onefile.ROOT / "pyproject.toml").read_text("utf-8")
    for python in onefile.PYTHONS:
        assert f"Programming Language :: Python :: {python}" in named


def pythons():
    """Every Python on this machine that is new enough, by version; from PATH and from pyenv."""
    places = [Path(place) for place in os.environ["PATH"].split(os.pathsep)]
    places += sorted(Path.home().glob(".pyenv/versions/*/bin"))
    found = {}
    for name in (f"python{version}" for version in onefile.PYTHONS):
        for place in places:
            program = place / name
            if "shims" not in program.parts and program.is_file():
                found[name] = program
    return found


@pytest.mark.slow
def test_the_file_runs_on_every_python_here_with_nothing_installed(tmp_path):
    pytest.importorskip("shiv")
    file = tmp_path / "place" / "shanghai.pyz"
    file.parent.mkdir()
    onefile.make(file)
    assert file.stat().st_size < 12 << 20
    data = tmp_path / "data"
    put_game(data, "over", (SAVES / "1-rummygames.jsonl").read_bytes())
    shutil.copy(SCENARIO, file.parent)
    assert pythons()
    for program in pythons().values():
        # Neither its own packages nor those of this environment are seen.
        env = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
        env |= {"SHANGHAI_HOME": str(data), "PYTHONNOUSERSITE": "1"}

        def run(*words, program=program, env=env):
            command = [program, "-S", file, *words]
            return subprocess.run(command, capture_output=True, text=True, env=env, cwd=file.parent)

        assert run("check", SCENARIO.name).stdout.endswith(" passed, 0 failed\n")
        solve = run("solve", "--variant", "california", "--round", "2", HAND)
        assert "set: 4S 4H 4D" in solve.stdout, solve.stderr
        games = ("simulate", "--variant", "playerules", "--players", "3", "--games", "2")
        assert "digest" in run(*games, "--jobs", "2").stdout
        assert "pip install 'numba" in run("review", "over").stderr
        start = (
            f"import os, sys; os.execv({str(program)!r}, [{str(program)!r}, '-S', *sys.argv[1:]])"
        )
        with Program(file, data=data, script=start, env=env, cwd=file.parent) as menu:
            menu.wait("New game")
            menu.send("\x11")
            menu.wait_exit()


def test_an_older_python_is_told_what_is_needed(monkeypatch):
    exec(onefile.FIRST, {})
    monkeypatch.setattr("sys.version_info", (3, 9, 18))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer, and this is Python 3\.9\."):
        exec(onefile.FIRST, {})
