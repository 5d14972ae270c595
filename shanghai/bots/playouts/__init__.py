"""Play-outs: rounds played to their end in machine code, on a compact table of their own."""

import os

# At the highest level the machine code took a fifteenth longer to make, and was no faster.
os.environ.setdefault("NUMBA_OPT", "2")
