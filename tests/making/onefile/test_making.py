"""One file to run: what it is packed of, and the whole of it on every Python that is here."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.faults.terminal import Program
from tests.making.onefile import making, unpacking
from tests.pythons.installed import installed
from tests.saving import SAVES, put_game

SCENARIO = making.ROOT / "tests" / "scenarios" / "california" / "aces.yaml"
HAND = "4s 4h 4d 7c 8c 9c jk 2d"


def installing(monkeypatch, files):
    """The commands that would have run; each puts these files into its folder."""
    commands = []

    def run(command, **_):
        commands.append(command)
        target = Path(command[command.index("--target") + 1])
        for name in files:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            (target / name).write_bytes(name.encode())

    monkeypatch.setattr(making.subprocess, "run", run)
    return commands


FILES = (
    "bin/shanghai",
    "share/man/segno.1",
    "aiohttp/_websocket/mask.cpython-311-x86_64-linux-gnu.so",
    "aiohttp/web.py",
    "msgspec/__init__.py",
    "msgspec/_core.cp311-win_amd64.pyd",
    "textual-8.dist-info/METADATA",
    *(f"textual-8.dist-info/{name}" for name in ("RECORD", "WHEEL", "direct_url.json")),
    *(f"textual-8.dist-info/{name}" for name in ("INSTALLER", "uv_cache.json", "sboms/a.json")),
    "textual-8.dist-info/licenses/LICENSE",
)


def test_the_game_is_packed_as_plain_python_without_what_tells_of_this_machine(
    monkeypatch, tmp_path
):
    commands = installing(monkeypatch, FILES)
    making.install_game(tmp_path)
    assert [command[-1] for command in commands] == [str(making.ROOT)]
    assert [*making.files_in(tmp_path)] == [
        "aiohttp/web.py",
        "msgspec/__init__.py",
        "textual-8.dist-info/METADATA",
        "textual-8.dist-info/licenses/LICENSE",
    ]


def test_the_compiled_parts_are_those_of_every_python_on_every_system(monkeypatch, tmp_path):
    commands = installing(monkeypatch, FILES)
    packed = []
    monkeypatch.setattr(
        making,
        "pack",
        lambda site, parts, file: packed.append((file, {*map(str, parts.rglob("*.*"))})),
    )
    making.make(tmp_path / "x.pyz", ("3.11", "3.13"))
    assert all(command[command.index("-c") + 1] == str(making.VERSIONS) for command in commands)
    wanted = {(python, name) for python in ("3.11", "3.13") for name in making.SYSTEMS.values()}
    wanted.remove(("3.11", making.SYSTEMS["win_arm64"]))
    fetched = [command for command in commands if "--no-deps" in command]
    assert all(command[-2:] == ["msgspec", "pyyaml"] for command in fetched)
    assert wanted == {
        tuple(
            command[command.index(f"--python-{option}") + 1] for option in ("version", "platform")
        )
        for command in fetched
    }
    ((file, parts),) = packed
    assert file == tmp_path / "x.pyz"
    assert len(fetched) == len(wanted)
    assert {Path(name).suffix for name in parts if Path(name).is_file()} <= {".so", ".pyd"}


def pythons():
    """The Pythons here that the file is packed for, one of each version."""
    by_version = {version.rpartition(".")[0]: program for version, program in installed().items()}
    return [by_version[version] for version in making.PYTHONS if version in by_version]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The whole file, in a folder that is empty otherwise."""
    pytest.importorskip("uv")
    file = tmp_path_factory.mktemp("place") / "shanghai.pyz"
    making.make(file)
    return file


@pytest.mark.slow
def test_what_is_installed_without_extras_takes_at_most_62_mb(tmp_path):
    """With bytecode, in whole blocks of the disk, without pip."""
    pytest.importorskip("uv")
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    system = unpacking.build().partition(" ")[2]
    command = making.install_command(tmp_path / "site", python, system, str(making.ROOT))
    subprocess.run([*command, "--compile-bytecode"], check=True)
    paths = [*(tmp_path / "site").rglob("*")]
    size = sum(-(-path.lstat().st_size // 4096) * 4096 for path in paths)
    assert 40 << 20 < size < 62 << 20, size >> 20
    assert any(path.suffix == ".pyc" for path in paths)


@pytest.mark.slow
def test_the_file_lists_what_is_in_it_for_each_system_and_is_made_twice_alike(whole, tmp_path):
    assert whole.stat().st_size < 45 << 20
    with zipfile.ZipFile(whole) as packed:
        listed = packed.read(making.CONTENTS_LIST).decode()
        names = packed.namelist()
    assert "shanghai-rummy 1.0.0: MIT" in listed
    assert "not named" not in listed
    for python in making.PYTHONS:
        for system in making.SYSTEMS:
            parts = [name for name in names if name.startswith(f"{python} {system}/")]
            is_lacking = (python, system) in making.WITHOUT_WHEEL
            assert len(parts) == (0 if is_lacking else 2), (python, system)
            assert (f"\n{python} {system}\n" in listed) is not is_lacking
    making.make(tmp_path / "again.pyz")
    assert (tmp_path / "again.pyz").read_bytes() == whole.read_bytes()


@pytest.mark.slow
def test_the_file_runs_on_every_python_here_with_nothing_installed(whole, tmp_path):
    file = whole
    data = tmp_path / "data"
    put_game(data, "over", (SAVES / "1-rummygames.jsonl").read_bytes())
    shutil.copy(SCENARIO, tmp_path)
    assert pythons()
    for program in pythons():
        # Neither its own packages nor those of this environment are seen.
        env = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
        env |= {"SHANGHAI_HOME": str(data), "PYTHONNOUSERSITE": "1"}

        def run(*words, program=program, env=env):
            command = [program, "-S", file, *words]
            return subprocess.run(command, capture_output=True, text=True, env=env, cwd=tmp_path)

        assert run("check", SCENARIO.name).stdout.endswith(" passed, 0 failed\n")
        solve = run("solve", "--variant", "california", "--round", "2", HAND)
        assert "set: 4S 4H 4D" in solve.stdout, solve.stderr
        games = ("simulate", "--variant", "playerules", "--players", "3", "--games", "2")
        assert "digest" in run(*games, "--jobs", "2").stdout
        assert "nothing can be added to the program in one file" in run("review", "over").stderr
        start = (
            f"import os, sys; os.execv({str(program)!r}, [{str(program)!r}, '-S', *sys.argv[1:]])"
        )
        with Program(file, data=data, script=start, env=env, cwd=tmp_path) as menu:
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
