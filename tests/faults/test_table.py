"""The table of faults names tests that are there, and leaves no fault out."""

import re
from pathlib import Path

TESTS = Path(__file__).parent.parent
TABLE = (TESTS / "faults" / "README.md").read_text()
ROWS = {"A": 14, "B": 9, "C": 12, "D": 12, "E": 7, "F": 13, "G": 7, "H": 5, "I": 4, "J": 12, "K": 5}


def test_every_named_test_is_there():
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", TABLE)
    assert len(named) > 100
    for file, name in named:
        assert re.search(rf"^def {name}\(", (TESTS / file).read_text(), re.M), f"{file}::{name}"


def test_every_fault_has_its_row():
    listed = {
        key for row in re.findall(r"^\| ([A-K0-9, ]+) \|", TABLE, re.M) for key in row.split(", ")
    }
    assert listed == {f"{letter}{n}" for letter, most in ROWS.items() for n in range(1, most + 1)}
