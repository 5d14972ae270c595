"""A second reading of who may know which card, from the clauses of the rules alone.

`known.txt` says it by field of every event and view, with the clause of each; `known.py` reads it.
`places.py` says it by where a card lay. Neither asks the engine's table (`engine/seen.py`), which
`test_seen.py` holds against both; `test_doors.py` holds every way out of the engine to them.
Tests of screens, lines and computer players ask here what may be seen.
"""

from .known import COVERED, event_for, faces_known, faces_stood_for, state_for

__all__ = ["COVERED", "event_for", "faces_known", "faces_stood_for", "state_for"]
