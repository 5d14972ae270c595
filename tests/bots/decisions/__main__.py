"""Writes the decisions of levels anew: `python -m tests.bots.decisions [LEVEL...]`.

Refused where they have changed under the same version: `prove` would accuse older games.
"""

import sys

from shanghai.bots.levels import LEVELS
from shanghai.bots.machine_code import make_ready
from tests.bots.decisions import decisions, file_of

make_ready()
for level in sys.argv[1:] or LEVELS:
    file, decided = file_of(level), decisions(level)
    stored = file.read_text("utf-8") if file.exists() else ""
    if stored != decided and stored.partition("\n")[0] == decided.partition("\n")[0]:
        sys.exit(f"{level} decides otherwise: raise its version in shanghai/bots/levels.py.")
    file.write_text(decided, "utf-8")
