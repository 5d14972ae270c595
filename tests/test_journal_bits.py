"""A whole game of some 400 lines: cut at every byte, and each of its bits changed."""

from pathlib import Path

import pytest

from shanghai.saving import journal
from shanghai.saving.journal import Verdict

SAVED = (Path(__file__).parent / "data" / "saves" / "2-taken-back.jsonl").read_bytes()
WHOLE = journal.read(SAVED)
LAST = SAVED.rfind(b"\n", 0, -1) + 1
"""Where the last line begins."""


@pytest.fixture
def remembering(monkeypatch):
    """Lets what is asked of the engine be worked out once: only sound lines come so far."""
    for name, key in {
        "_read_header": lambda body: body,
        "_read_entry": lambda body: body,
        "new_game": lambda rules, names: tuple(names),
        "apply": lambda state, action: (id(state), action),
        "state_hash": id,
    }.items():
        monkeypatch.setattr(journal, name, remembered(getattr(journal, name), key))


def remembered(function, key):
    """A function that answers the same question the second time as it did the first."""
    known = {}

    def answer(*asked):
        found = known.get(key(*asked))
        if found is None:
            # What was asked is kept as well, lest its id become another's.
            found = known[key(*asked)] = (function(*asked), asked)
        return found[0]

    return answer


def require_prefix(found):
    """No more was read than the first lines of the game, and it was not taken for the whole."""
    assert found.header in (None, WHOLE.header)
    assert found.entries == WHOLE.entries[: len(found.entries)]
    assert found.line > 0
    assert found.problem


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.usefixtures("remembering")
def test_cut_at_every_byte_it_is_its_exact_prefix():
    assert journal.read(SAVED).verdict is Verdict.OK
    for at in range(LAST):
        part = SAVED[:at]
        found = journal.read(part)
        lines = part.count(b"\n")
        assert len(found.entries) == max(0, lines - 1)
        assert found.good == part.rfind(b"\n") + 1
        is_whole_line = lines and part.endswith(b"\n")
        assert found.verdict is (Verdict.OK if is_whole_line else Verdict.TORN), at
        assert found.entries == WHOLE.entries[: len(found.entries)]
    for at in range(LAST, len(SAVED)):
        found = journal.read(SAVED[:at])
        assert found.verdict is Verdict.TORN
        require_prefix(found)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.usefixtures("remembering")
@pytest.mark.parametrize("part", range(8))
def test_no_bit_of_it_changes_unseen(part):
    """Each part every eighth byte."""
    changed = bytearray(SAVED)
    for at in range(part, len(SAVED), 8):
        for bit in range(8):
            changed[at] ^= 1 << bit
            found = journal.read(bytes(changed))
            changed[at] ^= 1 << bit
            require_prefix(found)
            assert found.good <= at
            is_last = at >= LAST - 1
            assert found.verdict is Verdict.DAMAGED or (is_last and found.verdict is Verdict.TORN)
