"""Starts all processes of the program; no other module may start one.

None of them runs code from the current folder, such as a downloaded `numba.py`. Python would import
that for `-m`, `-c`, or a relative entry of PYTHONPATH.
"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

# Not imported from `typing`, which could be a file in the current folder.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import Callable
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.process import BaseProcess
    from subprocess import Popen
    from typing import Any, TypeVar

    T = TypeVar("T")

_ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_MODULE_VARIABLES = ("PYTHONPATH", "PYTHONSAFEPATH", "PYTHONNOUSERSITE")
"""The environment variables that say where modules are found. `environment` sets them."""
ENDING_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
"""The signals that ask a program to end; not every system has all of them."""


def leave_current_folder() -> None:
    """Removes the current folder from the places where this process looks for modules."""
    try:
        here = os.path.realpath(os.getcwd())
    except OSError:
        # The folder has been removed: nothing can be found in it.
        here = ""
    allowed = {_ROOT, *_absolute_in_path(os.environ)}
    before = _before_library()
    sys.path[: len(before)] = [
        place for place in before if place in allowed or (place and os.path.realpath(place) != here)
    ]


def module_command(module: str, *arguments: str) -> list[str]:
    """The command that runs a module of this program with this Python."""
    return [sys.executable, "-P", "-m", module, *arguments]


def environment(around: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The variables of `around` for a process that is to find modules where this one does."""
    variables = dict(around)
    if sys.flags.ignore_environment:
        for name in around:
            if name.startswith("PYTHON"):
                del variables[name]
    if sys.flags.no_user_site:
        variables["PYTHONNOUSERSITE"] = "1"
    named = _absolute_in_path(variables)
    is_placed = _ROOT in _before_library() and _ROOT not in named
    variables["PYTHONPATH"] = os.pathsep.join([_ROOT, *named] if is_placed else named)
    variables["PYTHONSAFEPATH"] = "1"
    return variables


def begin(words: Sequence[str], **options: "Any") -> "Popen[bytes]":  # noqa: ANN401
    """Starts a command with a pipe as its input, and the options of `Popen`. Raises OSError."""
    from subprocess import PIPE, Popen

    return Popen(words, stdin=PIPE, env=environment(), **options)


def open_page(address: str) -> None:
    """Opens a page in the browser of the desktop. Does nothing if there is no desktop."""
    is_mac = sys.platform == "darwin"
    opener = "open" if is_mac else "xdg-open"
    is_desktop = is_mac or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    from shutil import which
    from subprocess import DEVNULL, Popen
    from threading import Thread

    if is_desktop and which(opener) is not None:
        # What the browser writes must not come into the picture of the table.
        words, nothing = [opener, address], DEVNULL
        browser = Popen(
            words, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
        )
        Thread(target=browser.wait, daemon=True).start()


async def begin_async(
    words: Sequence[str],
    *,
    around: Mapping[str, str] = os.environ,
    **pipes: "Any",  # noqa: ANN401
) -> "Process":
    """Starts a command in a coroutine, with the environment of `around`. Raises OSError."""
    from asyncio import create_subprocess_exec

    return await create_subprocess_exec(*words, env=environment(around), **pipes)


def fork_guarded(pipe: int, *others: int) -> None:
    """Forks, and returns in the child. The parent stays as a guard of the child and never returns.

    The guard ends the child and all its descendants when the other end of `pipe` is closed, when
    the guard gets SIGTERM, or when the child has ended. It closes `others`, descriptors that only
    the child uses. On systems without fork there is no guard.
    """
    if not hasattr(os, "fork"):
        return
    import signal
    from threading import Thread

    _adopt_orphans()
    children: list[int] = []

    def end_child(*_: object) -> None:
        for child in children:
            os.kill(child, signal.SIGKILL)

    before = signal.signal(signal.SIGTERM, end_child)
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGTERM, before)
        return
    children.append(child)
    for descriptor in others:
        os.close(descriptor)
    Thread(target=_wait_for_hangup, args=(pipe, end_child), daemon=True).start()
    os.waitpid(child, 0)
    children.clear()
    _end_descendants()
    os._exit(0)


def _adopt_orphans() -> None:
    """Makes this process the parent of descendants whose own parents have ended. Only on Linux."""
    if sys.platform == "linux":
        import ctypes

        PR_SET_CHILD_SUBREAPER = 36
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _wait_for_hangup(pipe: int, then: "Callable[[], object]") -> None:
    """Calls `then` once the other end of a pipe has been closed."""
    import select

    poll = select.poll()
    # A hang-up is always reported. What is written into the pipe is for the child.
    poll.register(pipe, 0)
    poll.poll()
    then()


def _end_descendants() -> None:
    """Kills all descendants of this process, and then its process group with this process."""
    import signal

    while children := _children():
        for child in children:
            os.kill(child, signal.SIGKILL)
            # Its own children become children of this process.
            os.waitpid(child, 0)
    os.killpg(0, signal.SIGKILL)


def _children() -> list[int]:
    """The ids of the children of this process; empty if the system does not list them."""
    from glob import glob

    children: list[int] = []
    for listed in glob("/proc/self/task/*/children"):
        with open(listed) as numbers:
            children += map(int, numbers.read().split())
    return children


@contextmanager
def isolated_children() -> Iterator[None]:
    """Within the block, processes that a library starts find modules where this one does."""
    before = {name: os.environ.get(name) for name in _MODULE_VARIABLES}
    os.environ.update(environment())
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@contextmanager
def worker_pool(jobs: int) -> Iterator["ProcessPoolExecutor"]:
    """Gives a pool of `jobs` worker processes. They ignore Ctrl+C, and end with this process or
    with the block."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    before = set(multiprocessing.active_children())
    with isolated_children():
        pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _prepare_worker)
        try:
            yield pool
            pool.shutdown()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in set(multiprocessing.active_children()) - before:
                process.terminate()
            raise


def uninterrupted(start: "Callable[[], T]") -> "T":
    """The result of `start`, which is called in a thread that Ctrl+C does not reach."""
    import signal
    from concurrent.futures import ThreadPoolExecutor

    def run() -> "T":
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        return start()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(run).result()


def _prepare_worker() -> None:
    """Makes a worker process ignore Ctrl+C and end with its parent."""
    import multiprocessing
    import signal
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: "BaseProcess") -> None:
    """Waits for the end of the parent process, and then ends this one."""
    parent.join()
    os._exit(1)


def _before_library() -> list[str]:
    """The entries of `sys.path` before Python's own library. They come from the script, `-m` or
    `-c`, and from PYTHONPATH."""
    library = os.path.dirname(os.__file__)
    return sys.path[: sys.path.index(library)] if library in sys.path else sys.path[:]


def _absolute_in_path(around: Mapping[str, str]) -> list[str]:
    """The absolute folders in PYTHONPATH."""
    return list(filter(os.path.isabs, around.get("PYTHONPATH", "").split(os.pathsep)))
