"""Every process of ours is started in one place, and none runs code of the current folder."""

import ast
import contextlib
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
from pathlib import Path

import pytest

from shanghai.bots.thoughts import ThinkingApart
from shanghai.processes import begin, open_page
from shanghai.ui.evenings.finished import review_command
from shanghai.ui.setup import workshop
from shanghai.variants.loader import load_variant
from tests.saving import SAVES
from tests.ui.apps import press, showing
from tests.ui.pictures import screen_text

ROOT = Path(__file__).parents[1]
PLANTED = (
    "numba", "llvmlite", "numpy", "msgspec", "textual", "rich", "yaml", "aiohttp", "textual_serve",
    "platformdirs", "typing", "argparse", "json", "random", "subprocess", "multiprocessing",
    "concurrent", "asyncio", "sitecustomize", "usercustomize",
)  # fmt: skip
SHORT = str(ROOT / "tests" / "data" / "short.yaml")
GAMES = ("--variant", SHORT, "--players", "3", "--games", "2", "--bots", "random")


@pytest.fixture
def planted(tmp_path, monkeypatch):
    """A current folder with modules that note when they are run; gives what lists those."""
    here = tmp_path / "here"
    here.mkdir()
    for name in PLANTED:
        noted = str(tmp_path / f"ran-{name}")
        (here / f"{name}.py").write_text(f"open({noted!r}, 'w').close()\nraise SystemExit(9)\n")
    monkeypatch.chdir(here)
    # Of this process, which loads some modules late.
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place])
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "code"))
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    return lambda: sorted(path.name for path in tmp_path.glob("ran-*"))


def simulated(*python, jobs=2, **more):
    """Plays two games in two processes, and gives what is said of them."""
    program = [*(python or [sys.executable]), "-m", "shanghai"]
    words = [*program, "simulate", *GAMES, "--jobs", str(jobs)]
    done = subprocess.run(words, capture_output=True, text=True, **more)
    assert done.returncode == 0, done.stderr
    return done.stdout


def family(pid):
    """A process and all that came of it."""
    found = [pid]
    for each in found:
        with contextlib.suppress(OSError):
            text = Path(f"/proc/{each}/task/{each}/children").read_text()
            found += map(int, text.split())
    return found


def loads_numba(pid):
    """Waits until a process, or one of its children, has loaded the real numba; false at its end.

    The library of numba's machine code is then a part of it.
    """
    watched = os.pidfd_open(pid)
    try:
        while True:
            for each in family(pid):
                with contextlib.suppress(OSError):
                    if "llvmlite" in Path(f"/proc/{each}/maps").read_text():
                        return True
            if select.select([watched], [], [], 0.02)[0]:
                return False
    finally:
        os.close(watched)


needs_proc = pytest.mark.skipif(
    not hasattr(os, "pidfd_open"), reason="the system does not tell of the end of a process"
)


def test_the_program_and_its_processes_run_no_module_of_the_current_folder(planted):
    assert "2 games" in simulated()
    assert planted() == []


def test_no_entry_of_pythonpath_that_is_not_whole_makes_it_code(planted):
    for name in ("sitecustomize", "usercustomize"):
        # Python runs these before any program.
        Path(f"{name}.py").unlink()
    around = {**os.environ, "PYTHONPATH": os.pathsep.join(["", ".", "../here", "/nowhere"])}
    assert "2 games" in simulated(env=around)
    assert planted() == []


@pytest.mark.parametrize("here", [ROOT, None])
def test_it_runs_from_a_folder_where_it_is_not_installed(planted, here):
    """By `-m` in the folder itself, and by PYTHONPATH in any other."""
    places = [*([] if here else [str(ROOT)]), *{*map(sysconfig.get_path, ("purelib", "platlib"))}]
    around = {**os.environ, "PYTHONPATH": os.pathsep.join(places)}
    # Without the `.pth` files of the packages, which name where an editable one lies.
    bare = getattr(sys, "_base_executable", sys.executable)
    assert "2 games" in simulated(bare, "-S", jobs=1 if here else 2, cwd=here, env=around)
    assert planted() == []


def test_it_runs_in_a_folder_that_is_gone(tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    leave = "import os, sys; os.rmdir(os.getcwd()); os.execv(sys.argv[1], sys.argv[1:])"
    assert "2 games" in simulated(sys.executable, "-c", leave, sys.executable, jobs=1, cwd=gone)


@needs_proc
def test_the_master_thinks_without_modules_of_the_current_folder(planted):
    pytest.importorskip("numba")
    thinking = ThinkingApart()
    thinking.start()
    try:
        while (pid := thinking.pid) is None and thinking._starter.is_alive():
            thinking._starter.join(0.01)
        assert pid is not None
        assert loads_numba(pid)
    finally:
        thinking.close()
        thinking._starter.join()
    assert planted() == []


@pytest.mark.slow
@needs_proc
def test_a_review_is_made_without_modules_of_the_current_folder(planted, tmp_path):
    pytest.importorskip("numba")
    game = shutil.copy(SAVES / "3-cut.jsonl", tmp_path / "game.jsonl")
    child = begin(review_command(game), stdout=subprocess.DEVNULL)
    try:
        assert loads_numba(child.pid)
    finally:
        rest = family(child.pid)
        child.send_signal(signal.SIGTERM)
        child.stdin.close()
        child.wait()
        for pid in rest[1:]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    assert planted() == []


@pytest.mark.slow
async def test_rules_are_tried_without_modules_of_the_current_folder(
    planted, tmp_path, monkeypatch
):
    monkeypatch.setattr(workshop, "_QUIET_SECONDS", 0.0)
    screen = workshop.WorkshopScreen(load_variant("playerules"))
    async with showing(screen, tmp_path / "data") as (app, pilot):
        while screen.key != "ace":
            await press(pilot, "down")
        await press(pilot, "right")
        # Two programs start and play for it, however busy the machine is.
        while not screen._trial or "Playing" in screen._trial[0]:
            await pilot.pause(0.05)
        assert "Plays well: " in screen_text(app)
    assert planted() == []


@pytest.mark.slow
async def test_a_page_is_served_without_modules_of_the_current_folder(planted, tmp_path):
    pytest.importorskip("textual_serve")
    from tests.web.served import Command, Page

    with Command(data=tmp_path / "data", cwd=None) as server:
        async with Page(server.address) as page:
            await page.wait("Quit")
    assert planted() == []


STARTS = {"subprocess", "multiprocessing", "pty", "runpy"}
"""Modules that start processes, or run what a name finds in the places of modules."""
PARTS = {
    "system", "popen", "fork", "forkpty", "startfile", "posix_spawn", "posix_spawnp",
    "create_subprocess_exec", "create_subprocess_shell", "subprocess_exec", "subprocess_shell",
    "ProcessPoolExecutor", "get_context", "set_start_method", "Popen", "check_output", "check_call",
    *(name for name in dir(os) if name.startswith(("exec", "spawn"))),
}  # fmt: skip


NAMED = re.compile(rf"\b({'|'.join(STARTS | PARTS)})\b")


def starts(text):
    """The lines of a module on which a process could be started."""
    if not NAMED.search(text):
        return
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found = [name.name.partition(".")[0] for name in node.names]
            if STARTS & {*found}:
                yield node.lineno
        elif isinstance(node, ast.ImportFrom):
            names = {name.name for name in node.names}
            is_kinds = node.module in ("asyncio.subprocess", "subprocess") and names <= {
                "DEVNULL", "PIPE", "Process", "TimeoutExpired",
            }  # fmt: skip
            if not is_kinds and (names & PARTS or {*node.module.split(".")} & STARTS):
                yield node.lineno
        elif isinstance(node, ast.Attribute) and node.attr in PARTS:
            yield node.lineno


def test_no_other_module_starts_a_process():
    found = {
        file.relative_to(ROOT / "shanghai").as_posix()
        for file in (ROOT / "shanghai").rglob("*.py")
        if [*starts(file.read_text("utf-8"))]
    }
    # A computer player of a file that somebody names is run from that file, and from no other.
    assert found == {"processes.py", "bots/foreign.py"}


@pytest.mark.parametrize(
    "line",
    [
        "import subprocess", "import multiprocessing.pool", "from subprocess import run",
        "from asyncio.subprocess import create_subprocess_exec", "import os; os.execv('a', [])",
        "asyncio.create_subprocess_shell('a')", "loop.subprocess_exec(a)", "os.posix_spawn(1)",
        "from concurrent.futures import ProcessPoolExecutor", "from os import system",
        "concurrent.futures.ProcessPoolExecutor()", "from multiprocessing import Process",
    ],
)  # fmt: skip
def test_a_start_of_a_process_is_seen(line):
    assert [*starts(line)]


@pytest.mark.parametrize(
    ("variables", "is_opened"), [({}, False), ({"DISPLAY": ":0"}, True), ({"DISPLAY": ""}, False)]
)
def test_a_page_is_opened_only_on_a_desktop_and_writes_nothing(
    tmp_path, monkeypatch, capfd, variables, is_opened
):
    opener, noted = tmp_path / "xdg-open", tmp_path / "noted"
    os.mkfifo(noted)
    opener.write_text(f"#!/bin/sh\necho noise; echo noise >&2; echo $1 > {noted}\n")
    opener.chmod(0o700)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    before = threading.active_count()
    open_page("file:///page.html")
    if is_opened:
        assert noted.read_text() == "file:///page.html\n"
    else:
        assert threading.active_count() == before
    assert capfd.readouterr() == ("", "")
