"""Play-outs: rounds played to their end by quick rules, in machine code at a compact table."""

import os

# At the highest level the machine code took a fifteenth longer to make, and was no faster.
os.environ.setdefault("NUMBA_OPT", "2")
