import gc
import os
import sys

import pytest
from hypothesis import settings

# Textual reads this when it is imported.
os.environ["TEXTUAL_ANIMATIONS"] = "none"

# Programs that tests start are compiled once, not anew at every start.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# What lives long is looked through less often for what may be let go.
gc.set_threshold(50_000, 20, 50)

# A machine that is busy with other things makes no test fail.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Four tests side by side on two processors: those that start programs mostly wait."""
    return 2 * (os.cpu_count() or 1)
