"""The strict reader of YAML: what it reads, what it refuses, and where it says so."""

import time
from pathlib import Path

import pytest

from shanghai.yamlio.reader import (
    MAX_DEPTH,
    Fault,
    Faults,
    Mapping,
    Scalar,
    Sequence,
    plain,
    read_nodes,
    scan_nodes,
)


def faults_of(data: str | bytes) -> list[str]:
    with pytest.raises(Faults) as caught:
        read_nodes(data, "f.yaml")
    assert str(caught.value) == "\n".join(caught.value.lines())
    return [str(fault) for fault in caught.value.faults]


def values_of(data: str | bytes) -> list[object]:
    return [plain(document) for document in read_nodes(data, "f.yaml")]


def test_every_node_has_its_place() -> None:
    (top,) = read_nodes("a: 1\nb:\n  - x\n  - {c: 'y'}\n", "f.yaml")
    assert isinstance(top, Mapping)
    assert top.keys["b"] == Scalar("b", "b", 2, 1)
    assert top.value["a"] == Scalar(1, "1", 1, 4)
    items = top.value["b"]
    assert isinstance(items, Sequence)
    assert (items.line, items.column) == (3, 3)
    inner = items.value[1]
    assert isinstance(inner, Mapping)
    assert inner.value["c"] == Scalar("y", "y", 4, 9)


def test_columns_count_letters_not_bytes() -> None:
    assert faults_of("'♠♥': {b: *x}") == [
        "f.yaml:1:11: the alias *x is not allowed (write the value out)"
    ]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("12", 12),
        ("-3", -3),
        ("+3", 3),
        ("2.5", 2.5),
        ("1e3", 1000.0),
        ("1" + "0" * 30, 10**30),
    ]
    + [
        (text, text)
        for text in (
            "yes No on OFF True NULL 1:30 0o17 0x1F 017 0b1 1_000 .nan .inf -.inf 1e999 "
            "2026-01-01 = 1. .5 4S 10S JK " + "9" * 5000
        ).split()
    ],
)
def test_plain_scalars_are_few_and_decimal(text: str, value: object) -> None:
    (read,) = values_of(f"- {text}\n")
    assert read == [value]
    assert type(read[0]) is type(value)
    assert values_of(f"- '{text}'\n- \"{text}\"\n") == [[text, text]]


def test_keys_are_texts_as_they_stand() -> None:
    assert values_of("1: a\nyes: b\nnull: c\n") == [{"1": "a", "yes": "b", "null": "c"}]


def test_several_documents_and_none() -> None:
    assert values_of("a: 1\n---\n- 2\n---\n") == [{"a": 1}, [2], None]
    assert values_of("") == []
    assert values_of("# only a comment\n") == []


def test_bom_and_crlf_are_accepted() -> None:
    assert values_of(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n") == [{"a": 1, "b": 2}]
    assert faults_of(b"\xef\xbb\xbfa: 1\r\nb: *x\r\n")[0].startswith("f.yaml:2:4:")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a: \0", "f.yaml:1:4: a NUL byte may not stand in the file"),
        (b"a: 1\nb: \x1b[2J", "f.yaml:2:4: the character U+001B may not stand in the file"),
        ("a: \u2028".encode(), "f.yaml:1:4: the character U+2028 may not stand in the file"),
        ("a: 1".encode("utf-16"), "f.yaml: the file is UTF-16 or UTF-32 (save it as UTF-8)"),
        ("a: 1".encode("utf-16-le"), "f.yaml: the file is UTF-16 or UTF-32 (save it as UTF-8)"),
        ("a: 1".encode("utf-32"), "f.yaml: the file is UTF-16 or UTF-32 (save it as UTF-8)"),
        (
            "a: 1\nb: café".encode("latin-1"),
            "f.yaml:2:7: byte 0xE9 is not UTF-8; in Latin-1 it would be 'é' "
            "(save the file as UTF-8)",
        ),
        (b"a:\n\tb: 1\n", "f.yaml:2:1: a tab in the indentation (indent with blanks)"),
        (b"a:\n  b: 1\n \tc: 1\n", "f.yaml:3:2: a tab in the indentation (indent with blanks)"),
        (b"a: b: c", "f.yaml:1:5: this line is indented otherwise than the one above it"),
        (b'a: b\nc: "d\n', "f.yaml:2:4: the quote that is opened here is not closed"),
        (b"a: b\n- c\n", "f.yaml:2:1: this line does not go with the ones above it"),
        (b"a: @b\n", "f.yaml:1:4: no value begins with this sign"),
        (b"a: |b\n  c\n", "f.yaml:1:5: after | or > the line has to end"),
        (b"a: @b", "f.yaml:1:4: "),
        (b"a: [1", "f.yaml:"),
        (b"a: 'x", "f.yaml:"),
        (b"a: !!python/object/apply:os.system [x]", "f.yaml:1:4: the tag "),
        (b"a: !x 1", "f.yaml:1:4: the tag "),
        (b"a: &x 1", "f.yaml:1:4: the anchor &x is not allowed"),
        (b"<<: {a: 1}", "f.yaml:1:1: the merge key << is not allowed"),
        (b"[a]: 1", "f.yaml:1:1: a list cannot be a key"),
        (b"? {a: 1}\n: 1", "f.yaml:1:3: a mapping cannot be a key"),
        (
            b"a: 1\nb: 2\na: 3",
            "f.yaml:3:1: the key 'a' stands twice (first in line 1; leave one out)",
        ),
        (b"%TAG ! tag:x,2000:\n---\na: 1", "f.yaml:1:1: a %TAG directive is not allowed"),
    ],
)
def test_each_fault_is_named_with_its_place(data: bytes, message: str) -> None:
    found = faults_of(data)
    assert len(found) == 1
    assert found[0].startswith(message)


def test_all_faults_that_do_not_stop_the_reading_are_found() -> None:
    documents, faults = scan_nodes("a: 1\na: 2\nb: !!int 3\nc: &x 4\nd: *x\n", "f.yaml")
    assert [fault.line for fault in faults] == [2, 3, 4, 5]
    assert [plain(document) for document in documents] == [{"a": 1, "b": 3, "c": 4, "d": None}]


def test_no_tag_is_ever_run(tmp_path: Path) -> None:
    sentinel = tmp_path / "ran"
    faults_of(f"a: !!python/object/apply:os.mkdir ['{sentinel}']")
    assert not sentinel.exists()


BOMBS = {
    "laughs": "".join(
        f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9) if i else 'ha'}]\n" for i in range(10)
    ),
    "brackets": "[" * 5000,
    "braces": "{a: " * 5000,
    "indents": "\n".join(" " * i + "a:" for i in range(1800)),
    "keys": "k: 1\n" * 1_800_000,
    "long line": "a: " + "x" * 9_000_000,
    "large": b"a: 1\n" * 2_000_000,
    "list": "[" + "[]," * 600_000,
    "aliases": "[" + "*a," * 600_000,
    "control characters": "\x01" * 2_000_000,
}

MUCH_WORK = 6
"""Seconds of the processor's own time, many times what the longest text of the allowed size takes:
what the machine does besides must not count."""


@pytest.mark.parametrize("data", BOMBS.values(), ids=BOMBS)
def test_bombs_are_refused_quickly(data: str | bytes) -> None:
    started = time.process_time()
    assert faults_of(data)
    assert time.process_time() - started < MUCH_WORK


def test_depth_is_capped_exactly() -> None:
    deep = MAX_DEPTH - 1
    assert values_of("[" * deep + "x" + "]" * deep)
    assert faults_of("[" * (deep + 1) + "x" + "]" * (deep + 1))


def test_faults_print_with_place_and_hint() -> None:
    assert str(Fault("f", 2, 3, "no", "yes")) == "f:2:3: no (yes)"
    assert str(Fault("f", 0, 0, "no")) == "f: no"
    assert isinstance(Faults([]), ValueError)


def test_twenty_faults_are_told_and_the_number_of_the_others() -> None:
    faults = Faults([Fault("f", line, 1, "no") for line in range(1, 24)])
    assert faults.lines()[-2:] == ["f:20:1: no", "f: and 3 more faults"]
    assert len(Faults(faults.faults[:20]).lines()) == 20
