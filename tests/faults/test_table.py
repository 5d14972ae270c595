"""The table of faults names tests that are there, and leaves no fault out."""

import re
from pathlib import Path

import pytest

from tests.faults.broken import BREAKS, broken_text

TESTS = Path(__file__).parent.parent
TABLE = (TESTS / "faults" / "README.md").read_text()
ROWS = {"A": 15, "B": 11, "C": 12, "D": 12, "E": 9, "F": 13, "G": 10, "H": 5, "I": 4}
ROWS |= {"J": 15, "K": 7}


def test_every_named_test_is_there():
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", TABLE)
    assert len(named) > 100
    for file, name in named:
        assert re.search(rf"^(?:async )?def {name}\(", (TESTS / file).read_text(), re.M), (
            f"{file}::{name}"
        )


def test_every_fault_has_its_row():
    listed = {
        key for row in re.findall(r"^\| ([A-K0-9, ]+) \|", TABLE, re.M) for key in row.split(", ")
    }
    assert listed == {f"{letter}{n}" for letter, most in ROWS.items() for n in range(1, most + 1)}


@pytest.mark.parametrize("broken", BREAKS, ids=lambda broken: f"{broken.row}: {broken.what}")
def test_every_protection_can_be_broken_still(broken):
    """`python -m tests.faults.broken` does break them, and takes minutes."""
    compile(broken_text(broken), broken.file, "exec")
    file, _, name = broken.test.partition("::")
    assert f"def {name.partition('[')[0]}(" in (TESTS / file).read_text()


def test_every_row_of_storage_processes_and_secrets_is_broken_once():
    broken = {row for one in BREAKS for row in one.row.split(", ")}
    wanted = {f"{letter}{n}" for letter in "ACJ" for n in range(1, ROWS[letter] + 1)}
    # No statistics are kept, and after `kill -9` there is nothing to be done.
    assert wanted - broken == {"A12", "A14", "J6"}
