from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct, inspect

from shanghai.yamlio.reader import Node, Scalar, read_nodes
from shanghai.yamlio.schema_reader import NodePath, Reader, path_label, read_by


def _read_letters(reader: Reader, node: Node, path: NodePath) -> list[str] | None:
    if isinstance(node, Scalar) and node.text.isalpha():
        return list(node.text)
    reader.wrong(node, path, "letters", "such as abc")
    return None


class Shelf(Struct):
    name: str
    letters: Annotated[tuple[str, ...], read_by(_read_letters)]
    counts: Annotated[dict[str, Annotated[int, Meta(ge=-99, le=99)]], Meta(max_length=2)] = {}
    few: Annotated[tuple[int, ...], Meta(min_length=1, max_length=2)] = ()
    phase: Literal["draw", "play"] | None = None


GOOD = "name: A\nletters: abc\n"


def read(text: str) -> tuple[object, list[str]]:
    reader = Reader("f")
    return reader.read(read_nodes(text, "f")[0], inspect.type_info(Shelf)), [
        *map(str, reader.faults)
    ]


def test_a_type_may_have_a_reading_of_its_own() -> None:
    value, faults = read(GOOD + "counts: {x: -99}\nfew: [1, 2]\nphase: play\n")
    assert not faults
    assert value == {
        "name": "A",
        "letters": ["a", "b", "c"],
        "counts": {"x": -99},
        "few": [1, 2],
        "phase": "play",
    }


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("name: A\nletters: 1\n", "f:2:10: letters: expected letters, got 1 (such as abc)"),
        ("name: A\n", "f:1:1: the key letters is missing (needed: 'name', 'letters')"),
        (GOOD + "counts: {a: 1, b: 2, c: x}\n", "f:3:9: counts: expected at most 2 entries, got 3"),
        (GOOD + "few: [1, x, 3]\n", "f:3:6: few: expected at most 2 entries, got 3"),
        (GOOD + "few: []\n", "f:3:6: few: expected at least 1 entries, got 0"),
        (
            GOOD + "counts: {a: 100}\n",
            "f:3:13: counts: a: expected a whole number of at most 2 digits, got 100 (99 at most)",
        ),
        (
            GOOD + "phase: ~\n",
            "f:3:8: phase: expected one of draw, play, got nothing "
            "(write a value, or leave out the key)",
        ),
        (
            GOOD + "shelf: 1\n",
            "f:3:1: unknown key 'shelf' (known: name, letters, counts, few, phase)",
        ),
    ],
)
def test_each_fault_is_told_with_its_place(text: str, fault: str) -> None:
    assert read(text)[1] == [fault]


def test_a_long_key_is_cut_in_the_words_of_a_path() -> None:
    assert path_label(("hands", "x" * 5000)) == f"hands: {'x' * 39}…"
