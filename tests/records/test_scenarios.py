"""Every document of every scenario holds, and every clause of the rules is proved by one."""

from functools import cache
from pathlib import Path

import pytest

from shanghai.records.check import check_document, find_files, read_file_documents

FOLDER = Path(__file__).parents[1] / "scenarios"
CLAUSES = {"ALL": 14, "RG": 21, "GD": 23, "CA": 17, "PR": 10, "HR": 8}
ELSEWHERE = {"ALL-2", "RG-2", "ALL-13", "HR-6", "HR-7", "HR-8"}
"""The draw for dealer and the next deal are in no position, which hides nothing from its reader;
and the last two are of what `variants check` says."""

FILES = [file.relative_to(FOLDER) for file in find_files(FOLDER)]


@cache
def documents_of(file):
    return list(read_file_documents(FOLDER / file))


@pytest.mark.parametrize("file", FILES, ids=str)
def test_scenarios_hold(file):
    verdicts = [(document.line, check_document(document)) for document in documents_of(file)]
    assert verdicts
    assert not [(line, said.lines) for line, said in verdicts if said.state != "passed"]


def test_the_clauses_named_are_all_there_are():
    named = {name for file in FILES for doc in documents_of(file) for name in doc.clauses}
    asked = {f"{rules}-{i}" for rules, most in CLAUSES.items() for i in range(1, most + 1)}
    assert asked - ELSEWHERE <= named <= asked
