"""Typical mistakes in a variant file: each is told with its place, its cause and its mend.

python -m tests.variants.test_mistakes        writes mistakes.txt again; read the diff
"""

import re
from pathlib import Path

import pytest

from shanghai.variants.loader import read_variant
from shanghai.yamlio.reader import Faults
from tests.long import some

TABLE = Path(__file__).with_name("mistakes.txt")
"""Whole files with a blank line between them, each followed by `=>` and all that is said of it."""


def files() -> list[str]:
    """The files of the table, each with what is said of it."""
    return [f"{block.rstrip()}\n" for block in TABLE.read_text("utf-8").split("\n\n")]


def with_faults(text: str) -> str:
    """A file with all that is said of it, the same mistake in several rounds once."""
    with pytest.raises(Faults) as caught:
        read_variant(text, "")
    told = {}
    for fault in caught.value.faults:
        assert fault.line
        assert fault.column
        told.setdefault(re.sub(r"^contracts of round \d+", "", fault.message), fault)
    return text + "".join(f"=> {str(fault)[1:]}\n" for fault in told.values())


FILES = files()


@pytest.mark.parametrize(
    "block", some([*FILES[::4], *(one for at, one in enumerate(FILES) if at % 4)], 60)
)
def test_a_mistake_is_told_with_place_cause_and_mend(block: str) -> None:
    assert with_faults(block.partition("=> ")[0]) == block


if __name__ == "__main__":
    TABLE.write_text("\n".join(with_faults(block.partition("=> ")[0]) for block in files()))
