import os
import sys
from pathlib import Path

from hypothesis import settings

# Textual reads this when it is imported.
os.environ["TEXTUAL_ANIMATIONS"] = "none"

# The helpers of the tests of the interface are imported as `ui.apps` and `ui.pictures`.
sys.path.insert(0, str(Path(__file__).parent))

# A machine that is busy with other things makes no test fail.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
