"""A bound on work that is counted in steps and not in time, so that a busy machine passes too."""

import sys
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import shanghai

PROGRAM = str(Path(shanghai.__file__).parent)


class TooMuchWork(AssertionError):
    """What ran has taken more steps than it may."""


@contextmanager
def bounded_work(most):
    """Raises TooMuchWork inside once that has taken more than `most` steps.

    Each line of the program is a step, and each call of a function written in Python. Gives the
    steps taken so far as `steps`, and lets them be set to 0.
    """
    taken = SimpleNamespace(steps=0)

    def in_line(_frame, event, _):
        if event == "line":
            taken.steps += 1
            if taken.steps > most:
                raise TooMuchWork(f"more than {most} steps")
        return in_line

    def in_call(frame, event, _):
        in_line(frame, "line", None)
        return in_line if frame.f_code.co_filename.startswith(PROGRAM) else None

    before = sys.gettrace()
    sys.settrace(in_call)
    try:
        yield taken
    finally:
        sys.settrace(before)
