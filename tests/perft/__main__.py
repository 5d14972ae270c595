"""Writes the counts anew: `python -m tests.perft`; read what has changed before it is kept."""

from tests.perft import COUNTS, whole_table

COUNTS.write_text(whole_table(), "utf-8")
print(COUNTS)
