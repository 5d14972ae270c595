import gc
import os
import shutil
import signal
import sys

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture.junkdrawer import gc_cumulative_time

from tests import long
from tests.patience import watched

# Textual reads this when it is imported.
os.environ["TEXTUAL_ANIMATIONS"] = "none"
os.environ["LC_ALL"] = "C.UTF-8"

# Every game waits for the disk at each move: where there is room, the files lie in memory.
_MEMORY = "/dev/shm"
if os.path.isdir(_MEMORY) and shutil.disk_usage(_MEMORY).free > 2 << 30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", _MEMORY)

# Programs that tests start are compiled once, not anew at every start.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A script that starts the tests in the background has these signals ignored, and every program that
# the tests start would inherit that.
for _name in ("SIGINT", "SIGQUIT", "SIGHUP", "SIGTERM"):
    _number = getattr(signal, _name, None)
    if _number is not None and signal.getsignal(_number) is signal.SIG_IGN:
        _usual = signal.default_int_handler if _name == "SIGINT" else signal.SIG_DFL
        signal.signal(_number, _usual)

# What lives long is looked through less often for what may be let go, and not at all while the
# tests are found.
gc.set_threshold(50_000, 20, 50)
gc.disable()

WORK = 120
"""Seconds of the processor's time that a test may take with all that it starts; a slow one more."""

# A machine that is busy with other things makes no test fail.
settings.register_profile("unhurried", deadline=None, max_examples=40)
settings.load_profile("unhurried")


def pytest_configure(config):
    """Lets the normal run leave out the cases of the long tests before it makes them."""
    is_named = any("::" in argument for argument in config.args)
    long.LEFT_OUT = config.option.markexpr == "not slow" and not is_named


def pytest_terminal_summary(terminalreporter):
    """Says by which seed the order was drawn, with which the same order is run again."""
    seed = terminalreporter.config.getoption("randomly_seed", None)
    if seed is not None:
        terminalreporter.write_line(f"drawn order: --randomly-seed={seed}")


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(obj):
    """Makes no long test in the normal run."""
    if long.LEFT_OUT and any(mark.name == "slow" for mark in getattr(obj, "pytestmark", ())):
        return []
    return None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Two for each processor: tests that start programs mostly wait."""
    return 2 * (os.cpu_count() or 1)


def pytest_collection_modifyitems(items):
    """What mostly waits is begun first, so that nobody has to wait for it in the end."""
    items.sort(key=lambda item: item.get_closest_marker("waits") is None)


def pytest_collection_finish():
    """What was loaded for the tests stays to the end: nobody looks whether it may be let go."""
    gc.freeze()
    # Hypothesis measures the looks for what may be let go from its first test on. A deadline that
    # breaks in on a player just then would be lost there.
    gc_cumulative_time()
    gc.callbacks.clear()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """A hang is found by the work that it makes, or by ten minutes in which nothing happens.

    The master plays as the hard player, but in the slow tests: its search takes time. And English
    is left for the next test.
    """
    from shanghai.bots import machine_code
    from shanghai.words.language import ENGLISH, speak, write_plainly

    is_slow = item.get_closest_marker("slow") is not None
    ready = machine_code._READY
    machine_code._READY = ready if is_slow else "never"
    try:
        with watched(WORK * (100 if is_slow else 1)):
            return (yield)
    finally:
        machine_code._READY = ready
        write_plainly(False)
        speak(ENGLISH)
        # A start of the program puts it off until its first picture.
        gc.enable()


@pytest.fixture(autouse=True, scope="session")
def same_code():
    """Lets the cards of fair games, into which the hash of the source goes, stay as they are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("shanghai.bots.machine_code.code_hash", lambda: "the same for all")
        yield
