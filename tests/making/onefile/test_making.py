"""One file to run: what it is packed of, and the whole of it on every Python that is here."""

import shutil
import subprocess
import sys
import zipfile

import pytest

from tests.faults.terminal import Program
from tests.making.onefile import making
from tests.pythons.installed import installed
from tests.saving import SAVES, put_game

SCENARIO = making.ROOT / "tests" / "scenarios" / "california" / "aces.yaml"
HAND = "4s 4h 4d 7c 8c 9c jk 2d"


def test_the_compiled_parts_of_a_wheel_are_found(tmp_path):
    wheel = tmp_path / "some-1.0.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr("some/_core.cpython-313-x86_64-linux-gnu.so", b"compiled")
        packed.writestr("some/_core.cp313-win_amd64.pyd", b"for Windows")
        packed.writestr("some/__init__.py", b"")
    assert [*making.compiled_parts(wheel)] == [
        ("some/_core.cpython-313-x86_64-linux-gnu.so", b"compiled"),
        ("some/_core.cp313-win_amd64.pyd", b"for Windows"),
    ]


def test_parts_for_other_pythons_are_of_the_version_that_is_installed(monkeypatch, tmp_path):
    ran, packed = [], []
    monkeypatch.setattr(making.subprocess, "run", lambda command, **_: ran.append(command))
    monkeypatch.setattr(making, "pack", lambda *what: packed.append(what))
    making.make(tmp_path / "x.pyz", ("3.12", "3.13"))
    running = f"{sys.version_info.major}.{sys.version_info.minor}"
    fetched = [command for command in ran if "download" in command]
    assert len(fetched) == 2 - (running in ("3.12", "3.13"))
    assert all(
        "3.1" in " ".join(command) and "msgspec==" in " ".join(command) for command in fetched
    )
    assert ran[0][-1] == str(making.ROOT)
    assert [what[1:] for what in packed] == [(tmp_path / "x.pyz", ("3.12", "3.13"))]


def pythons():
    """The Pythons here that the file is packed for, one of each version."""
    by_version = {version.rpartition(".")[0]: program for version, program in installed().items()}
    return [by_version[version] for version in making.PYTHONS if version in by_version]


@pytest.mark.slow
def test_the_file_runs_on_every_python_here_with_nothing_installed(tmp_path):
    file = tmp_path / "place" / "shanghai.pyz"
    file.parent.mkdir()
    making.make(file)
    assert file.stat().st_size < 12 << 20
    with zipfile.ZipFile(file) as packed:
        listed = packed.read(making.LICENCES).decode()
    assert "shanghai-rummy 1.0.0: MIT" in listed
    assert "not named" not in listed
    data = tmp_path / "data"
    put_game(data, "over", (SAVES / "1-rummygames.jsonl").read_bytes())
    shutil.copy(SCENARIO, file.parent)
    assert pythons()
    for program in pythons():
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

        (unpacked,) = (tmp_path / ".cache" / "shanghai").glob("*/shanghai")
        code = "import shanghai.remote.server, segno, aiohttp.http; print('phones')"
        more = {**env, "PYTHONPATH": str(unpacked.parent)}
        phones = subprocess.run(
            [program, "-S", "-c", code], capture_output=True, text=True, env=more, cwd=tmp_path
        )
        assert phones.stdout == "phones\n", phones.stderr
        files = sorted(path for path in unpacked.parent.rglob("*.*") if path.is_file())
        assert len(files) > 1500
        for path in files[::40]:
            path.unlink()
        for path in files[20::40]:
            path.write_bytes(path.read_bytes()[:-3])
        assert (
            "set: 4S 4H 4D" in run("solve", "--variant", "california", "--round", "2", HAND).stdout
        )


def test_an_older_python_is_told_what_is_needed(monkeypatch):
    first = (making.HERE / "first.py").read_text("utf-8")
    exec(first, {"__name__": "not started"})
    monkeypatch.setattr("sys.version_info", (3, 9, 18))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer, and this is Python 3\.9\."):
        exec(first, {"__name__": "not started"})


def test_compiled_parts_that_a_package_can_do_without_are_not_packed(tmp_path):
    for name in ("aiohttp/_websocket/mask.cpython-311-x86_64-linux-gnu.so", "aiohttp/web.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "msgspec").mkdir()
    (tmp_path / "msgspec" / "_core.pyd").touch()
    making.drop_compiled_parts(tmp_path)
    left = [path.name for path in sorted(tmp_path.rglob("*")) if path.is_file()]
    assert left == ["web.py", "_core.pyd"]


def test_what_tells_of_this_machine_is_not_packed(tmp_path):
    info = tmp_path / "textual-8.dist-info"
    info.mkdir()
    (tmp_path / "bin").mkdir()
    for name in ("METADATA", "RECORD", "direct_url.json", "INSTALLER"):
        (info / name).touch()
    making.drop_what_tells_of_this_machine(tmp_path)
    left = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*"))
    assert left == ["textual-8.dist-info", "textual-8.dist-info/METADATA"]


def test_each_package_in_it_is_listed_with_its_licence(tmp_path):
    for name, licence in (
        ("b", "License-Expression: MIT"),
        ("A", "License: BSD\n and more"),
        ("c", "Classifier: License :: OSI Approved :: Apache Software License"),
        ("d", ""),
    ):
        info = tmp_path / f"{name}-1.0.dist-info"
        info.mkdir()
        lines = ["Metadata-Version: 2.1", f"Name: {name}", "Version: 1.0", licence]
        (info / "METADATA").write_text("\n".join(filter(None, lines)) + "\n")
    assert making.licences(tmp_path).splitlines() == [
        "A 1.0: BSD",
        "b 1.0: MIT",
        "c 1.0: Apache Software License",
        "d 1.0: not named",
    ]
