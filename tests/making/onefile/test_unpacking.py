"""How the one file unpacks itself: in broken homes, after damage, and for nobody but the user."""

import json
import os
import shutil
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.making.onefile import unpacking
from tests.making.onefile.making import pack

MAIN = """\
import shanghai.talk, sys
from pathlib import Path

def main():
    print(shanghai.talk.HELLO, Path(__file__).with_name("large.txt").stat().st_size, *sys.argv[1:])
    return 5
"""
RUNS = (5, "hello 300000\n", "")
VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
HAS_RIGHTS = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """One file with a small game in it."""
    folder = tmp_path_factory.mktemp("made")
    package = folder / "site" / "shanghai"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(MAIN)
    (package / "talk.py").write_text("HELLO = 'hello'\n")
    (package / "large.txt").write_bytes(os.urandom(300_000))
    for build in (unpacking.build(), "3.99 beos-m68k"):
        part = folder / "parts" / build / "shanghai" / f"{build.replace(' ', '-')}.so"
        part.parent.mkdir(parents=True)
        part.write_bytes(b"compiled")
    pack(folder / "site", folder / "parts", folder / "shanghai.pyz")
    return folder / "shanghai.pyz"


def environment(home, **more):
    env = {name: value for name, value in os.environ.items() if name[:3] not in ("XDG", "SHA")}
    return {**env, "HOME": str(home), "LC_ALL": "C", **more}


def outcome(done):
    return done.returncode, done.stdout, done.stderr


def run(file, home, *words, **more):
    """What a start with this home comes to: its exit code, its output and its complaints."""
    command = [sys.executable, file, *words]
    env = environment(home, **more)
    return outcome(subprocess.run(command, capture_output=True, text=True, env=env))


def run_on_disk(file, folder, mount, *words):
    """A start with the home on a small disk of its own, which a command makes ready."""
    script = f"mount -t tmpfs -o size=64k none '{folder}' && {mount} && exec \"$@\""
    command = ["unshare", "-m", "sh", "-c", script, "sh", sys.executable, file, *words]
    env = environment(folder)
    return outcome(subprocess.run(command, capture_output=True, text=True, env=env))


@pytest.fixture
def disk(tmp_path):
    """A folder that a disk can be mounted on for one process; skips where that is not allowed."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["unshare", "-m", "mount", "-t", "tmpfs", "none", folder]
    if not shutil.which("unshare") or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("no disk can be mounted here")
    return folder


@pytest.fixture
def copy(file, tmp_path):
    """The game, unpacked in process, and what unpacks it again."""

    def mend():
        files = {**contents["files"], **contents["parts"][unpacking.build()]}
        return Path(unpacking.unpacked(str(file), contents["key"], files, [str(tmp_path / "root")]))

    with zipfile.ZipFile(file) as packed:
        contents = json.loads(packed.read(unpacking.CONTENTS))
    return mend(), mend


def files_of(folder):
    """The files of a folder with their bytes and times."""
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes(), int(path.stat().st_mtime))
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".json"
    }


def test_it_unpacks_once_and_hands_over_the_arguments_and_the_exit_code(file, tmp_path):
    assert run(file, tmp_path) == RUNS
    (folder,) = (tmp_path / ".cache" / "shanghai").iterdir()
    before = {path: path.stat().st_ino for path in folder.rglob("*.*") if path.is_file()}
    assert len(before) > 4
    assert run(file, tmp_path, "a", "--b") == (5, "hello 300000 a --b\n", "")
    after = {path: path.stat().st_ino for path in folder.rglob("*.*") if path.is_file()}
    assert {path for path in before if before[path] != after[path]} <= {*folder.glob("*.json")}


def test_another_copy_of_the_game_is_not_run(file, tmp_path):
    other = tmp_path / "other" / "shanghai"
    other.mkdir(parents=True)
    (other / "__init__.py").write_text("raise SystemExit('the other')")
    assert run(file, tmp_path, PYTHONPATH=str(other.parent)) == RUNS


def test_a_home_that_is_missing_is_named_and_the_data_folder_serves_as_well(file, tmp_path):
    (tmp_path / "plain").touch()
    home = tmp_path / "plain" / "home"
    code, out, err = run(file, home)
    assert (code, out, err.count("\n")) == (4, "", 1)
    assert f"cannot be unpacked in {home}/.cache/shanghai: Not a directory." in err
    assert "--data-dir" in err
    data = tmp_path / "data"
    assert run(file, home, "--data-dir", data)[0] == 5
    assert run(file, home, f"--data-dir={tmp_path / 'other'}")[0] == 5
    assert run(file, home, SHANGHAI_HOME=str(data)) == RUNS
    assert [entry.name for entry in data.iterdir()] == ["program"]


def test_without_a_home_a_folder_is_asked_for(file, tmp_path):
    code, _, err = run(file, "of-nobody")
    assert (code, err.count("\n")) == (4, 1)
    assert "HOME is not set" in err
    assert "Ordner" in run(file, "of-nobody", "--language", "de")[2]
    assert "carpeta" in run(file, "of-nobody", LC_ALL="es_ES.UTF-8")[2]
    assert run(file, "of-nobody", XDG_CACHE_HOME=str(tmp_path / "cache")) == RUNS


def test_a_home_that_is_read_only_is_named_and_the_data_folder_serves_as_well(file, disk, tmp_path):
    mount = f"mount -o remount,ro '{disk}'"
    code, out, err = run_on_disk(file, disk, mount)
    assert (code, out, err.count("\n")) == (4, "", 1)
    assert "Read-only file system" in err
    assert run_on_disk(file, disk, mount, "--data-dir", tmp_path / "data")[0] == 5


def test_an_unpacked_game_starts_from_a_disk_that_is_read_only_by_now(file, disk):
    mount = f"mount -o remount,size=9m '{disk}' && {sys.executable} '{file}'; " + (
        f"mount -o remount,ro '{disk}'"
    )
    assert run_on_disk(file, disk, mount) == (5, "hello 300000\n" * 2, "")


def test_a_full_disk_is_named_and_nothing_is_left_on_it(file, disk, tmp_path):
    code, out, err = run_on_disk(file, disk, "true")
    assert (code, out, err.count("\n")) == (4, "", 1)
    assert "No space left on device" in err
    assert run_on_disk(file, disk, "true", "--data-dir", tmp_path / "data")[0] == 5
    left = f"! {sys.executable} '{file}' 2>/dev/null; find '{disk}' -type f; true"
    assert run_on_disk(file, disk, left)[1] == ""


def test_every_file_that_is_gone_is_unpacked_anew(copy):
    folder, mend = copy
    whole = files_of(folder)
    assert len(whole) == 5
    for name in whole:
        (folder / name).unlink()
        assert mend() == folder
        assert files_of(folder) == whole


@pytest.mark.parametrize("how", ["other bytes", "shorter", "empty", "a link", "a folder"])
def test_every_file_that_has_changed_is_unpacked_anew(copy, how, tmp_path):
    folder, mend = copy
    whole = files_of(folder)
    for name in whole:
        path = folder / name
        data = path.read_bytes()
        path.unlink()
        if how == "a link":
            path.symlink_to(tmp_path / "elsewhere")
            (tmp_path / "elsewhere").write_bytes(data)
        elif how == "a folder":
            path.mkdir()
            (path / "more").touch()
        else:
            end = {"other bytes": data[::-1] + b"#", "shorter": data[:-1], "empty": b""}[how]
            path.write_bytes(end)
        mend()
        assert files_of(folder) == whole
    assert how != "a link" or (tmp_path / "elsewhere").read_bytes() == data


def test_a_folder_that_became_a_file_is_unpacked_anew(copy):
    folder, mend = copy
    whole = files_of(folder)
    shutil.rmtree(folder / "shanghai")
    (folder / "shanghai").touch()
    mend()
    assert files_of(folder) == whole


def test_bytecode_that_cannot_be_loaded_or_has_changed_is_made_anew(file, tmp_path):
    for damage in (lambda code: code[:-3], lambda code: code[:40], lambda code: code[::-1]):
        assert run(file, tmp_path) == RUNS
        compiled = [*tmp_path.rglob("talk.*.pyc")]
        assert len(compiled) == 1
        whole = compiled[0].read_bytes()
        compiled[0].write_bytes(whole[:16] + damage(whole[16:]))
        assert run(file, tmp_path) == RUNS
        assert compiled[0].read_bytes() == whole
        # Without a record of what was sound, too.
        compiled[0].write_bytes(whole[:-3])
        for record in tmp_path.rglob("*.json"):
            record.write_text("[]")
        assert run(file, tmp_path) == RUNS


@HAS_RIGHTS
def test_nobody_else_can_write_to_what_is_unpacked_whatever_the_umask(file, tmp_path):
    before = os.umask(0)
    try:
        assert run(file, tmp_path, "--data-dir", tmp_path / "data")[0] == 5
    finally:
        os.umask(before)
    unpacked = [tmp_path / ".cache", *(tmp_path / ".cache").rglob("*")]
    assert len([path for path in unpacked if path.suffix == ".pyc"]) == 3
    for path in unpacked:
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


@HAS_RIGHTS
def test_a_copy_that_others_could_write_to_is_not_used(copy):
    folder, mend = copy
    whole = files_of(folder)
    for path, mode in ((folder, 0o777), (folder.parent, 0o770)):
        (folder / "shanghai" / "more.py").write_text("planted")
        path.chmod(mode)
        mend()
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
        assert files_of(folder) == whole
    for path in folder.rglob("*.py"):
        path.chmod(0o666)
    mend()
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*.py")} == {0o600}


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs another user")
def test_a_folder_of_somebody_else_is_refused(copy):
    folder, mend = copy
    os.chown(folder.parent, 12345, -1)
    with pytest.raises(unpacking.CannotUnpack):
        mend()
    os.chown(folder.parent, 0, -1)
    assert mend() == folder


def test_a_file_that_is_damaged_says_so(file, tmp_path):
    data = file.read_bytes()
    with zipfile.ZipFile(file) as packed:
        place = packed.getinfo("program/shanghai/large.txt").header_offset + 100
    broken = tmp_path / "broken.pyz"
    broken.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
    code, _, err = run(broken, tmp_path)
    assert (code, err) == (3, f"shanghai: {broken} is damaged; fetch or make it again.\n")
    with zipfile.ZipFile(file) as packed:
        place = packed.getinfo(unpacking.CONTENTS).header_offset + 60
    broken.write_bytes(data[:place] + bytes(20) + data[place + 20 :])
    assert run(broken, tmp_path)[0] == 3


def packed_for(file, folder, *builds):
    """The same game, packed for some builds of Python."""
    for build in builds:
        (folder / "parts" / build).mkdir(parents=True)
    other = folder / "other.pyz"
    pack(file.parent / "site", folder / "parts", other)
    return other


def test_a_python_that_it_was_not_packed_for_is_named(file, tmp_path):
    system = unpacking.build().partition(" ")[2]
    other = packed_for(file, tmp_path, f"3.7 {system}", f"3.99 {system}")
    code, _, err = run(other, tmp_path)
    assert code == 3
    assert err == f"shanghai: this file is for Python 3.7, 3.99, and this is Python {VERSION}.\n"


def test_another_kind_of_machine_is_named(file, tmp_path):
    other = packed_for(file, tmp_path, f"{VERSION} beos-m68k", "3.99 win_amd64")
    code, _, err = run(other, tmp_path)
    assert code == 3
    system = unpacking.build().partition(" ")[2]
    assert err == f"shanghai: this file is for beos-m68k, win_amd64, and this is {system}.\n"


@pytest.mark.parametrize(
    ("suffix", "machine", "build"),
    [
        (".cpython-311-x86_64-linux-gnu.so", "x86_64", "3.11 x86_64-linux-gnu"),
        (".cpython-314-aarch64-linux-musl.so", "aarch64", "3.14 aarch64-linux-musl"),
        (".cpython-312-darwin.so", "arm64", "3.12 darwin-arm64"),
        (".cpython-313-darwin.so", "x86_64", "3.13 darwin-x86_64"),
        (".cp313-win_amd64.pyd", "", "3.13 win_amd64"),
        (".cpython-313t-x86_64-linux-gnu.so", "x86_64", "3.13t x86_64-linux-gnu"),
    ],
)
def test_each_python_knows_its_build_by_how_it_names_compiled_files(
    monkeypatch, suffix, machine, build
):
    monkeypatch.setattr(unpacking, "EXTENSION_SUFFIXES", [suffix, ".so"])
    names = os.uname_result(("", "", "", "", machine))
    monkeypatch.setattr(unpacking.os, "uname", lambda: names)
    assert unpacking.build() == build


def test_only_the_compiled_parts_of_this_build_are_unpacked(copy):
    folder, _ = copy
    parts = [path.name for path in folder.rglob("*.so")]
    assert parts == [f"{unpacking.build().replace(' ', '-')}.so"]


@pytest.mark.parametrize("name", ["Oma Käthe's Ordner", "-家族 🂡 %s {x}", "a" * 200])
def test_odd_names_of_a_home_are_no_matter(file, tmp_path, name):
    (tmp_path / name).mkdir()
    assert run(file, tmp_path / name) == RUNS


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs another user")
def test_a_home_without_permission_is_named_and_the_data_folder_serves_as_well(file, tmp_path):
    cache = tmp_path / ".cache"
    cache.mkdir()
    (cache / "shanghai").mkdir()
    os.chown(cache / "shanghai", 12345, -1)
    code, out, err = run(file, tmp_path)
    assert (code, out, err.count("\n")) == (4, "", 1)
    assert f"cannot be unpacked in {cache}/shanghai: Operation not permitted" in err
    assert run(file, tmp_path, "--data-dir", tmp_path / "data")[0] == 5


def test_two_builds_are_the_same_file(file, tmp_path):
    pack(file.parent / "site", file.parent / "parts", tmp_path / "again.pyz")
    assert (tmp_path / "again.pyz").read_bytes() == file.read_bytes()
