"""The end of the program by a signal: the alarm that bounds it."""

import signal
import subprocess
import sys

import pytest

LEAVES = """
import atexit, signal, sys
atexit.register(lambda: print(signal.getitimer(signal.ITIMER_REAL)[0]))
from shanghai.terminal import app
app.PATIENCE = 600
ending = app.Shutdown(print)
ending.listen()
ending.begin(129)
assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
sys.exit(129)
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no alarm")
def test_no_alarm_strikes_once_python_takes_its_handlers_away():
    done = subprocess.run([sys.executable, "-c", LEAVES], capture_output=True, text=True)
    assert (done.stdout, done.stderr, done.returncode) == ("0.0\n", "", 129)
