"""The shipped files broken at random: each is still good, or has faults of one sentence each."""

import random
import re
from pathlib import Path

import pytest

from shanghai.simulation.playability import try_tables
from shanghai.simulation.workers import Backend
from shanghai.variants.loader import read_variant
from shanghai.words.rulebook import rule_lines
from shanghai.yamlio.reader import Faults

ROOT = Path(__file__).parents[2] / "variants"
FILES = sorted([*ROOT.glob("*.yaml"), *ROOT.glob("more/*.yaml")])
SCALARS = (
    "true", "no", "-1", "0", "3", "7", "999", "1.5", "many", '"2"', "[]", "{}", "[1, 2]",
    "[[1]]", "{a: 1}", "null", "~", "any", "none", "QS", "[QS]", "{QS: 5}", "&a 1", "*a", "!!int x",
    "'", "|",
)  # fmt: skip


def broken(text: str, rng: random.Random) -> str:
    """The text with a line dropped, doubled, moved or misspelled, or a value of another kind."""
    lines = text.splitlines()
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.randrange(len(lines))
        match rng.randrange(7):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[at])
            case 2:
                lines.insert(rng.randrange(len(lines)), lines.pop(at))
            case 3:
                key, colon, _ = lines[at].partition(": ")
                lines[at] = f"{key}{colon}{rng.choice(SCALARS)}" if colon else lines[at]
            case 4:
                lines[at] = re.sub(r"\d+", lambda _: rng.choice(("0", "1", "50")), lines[at])
            case 5:
                lines[at] = " " * rng.randrange(4) + lines[at].lstrip()
            case _:
                spot = rng.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:spot] + rng.choice("x:[]{},#-") + lines[at][spot + 1 :]
        if not lines:
            break
    return "\n".join(lines) + "\n"


def read_or_faults(text: str):
    """The rules; or None, once each fault was seen to be one sentence at a place in the text."""
    faults = []
    try:
        return read_variant(text, "f.yaml")
    except Faults as error:
        faults = error.faults
    assert faults
    for fault in faults:
        assert 1 <= fault.line <= text.count("\n") + 1
        assert fault.column >= 1
        assert fault.message
        assert "\n" not in fault.message
        assert len(fault.message) < 300
    return None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_broken_file_has_rules_or_faults(path):
    rng, text = random.Random(path.stem), path.read_text("utf-8")
    for _ in range(12):
        rules = read_or_faults(broken(text, rng))
        if rules is not None:
            assert rule_lines(rules)


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_many_broken_files(path):
    rng, text = random.Random(f"many {path.stem}"), path.read_text("utf-8")
    for _ in range(1000):
        read_or_faults(broken(text, rng))


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_none_that_is_called_good_blocks_every_round(path):
    rng, text = random.Random(f"played {path.stem}"), path.read_text("utf-8")
    for _ in range(10):
        rules = read_or_faults(broken(text, rng))
        if rules is None:
            continue
        for report in try_tables(rules, 1, Backend()):
            assert report.out > 0 or report.problems
