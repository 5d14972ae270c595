"""Every document of every scenario holds, and every clause of the rules is proved by one."""

from pathlib import Path

import pytest

from shanghai.records.check import check_document, find_files, read_file_documents
from shanghai.records.documents import Document
from shanghai.yamlio.reader import Faults

FOLDER = Path(__file__).parents[1] / "scenarios"
CLAUSES = {"ALL": 14, "RG": 21, "GD": 23, "CA": 17, "PR": 10}
ELSEWHERE = {"ALL-2", "RG-2", "ALL-13"}
"""The draw for dealer comes before any position, and a position hides nothing from its reader."""


def _documents():
    for file in find_files(FOLDER):
        name = file.relative_to(FOLDER)
        try:
            documents = read_file_documents(file)
        except Faults as faults:
            documents = [faults.faults]
        for number, document in enumerate(documents, 1):
            line = document.line if isinstance(document, Document) else f"document {number}"
            yield pytest.param(document, id=f"{name}:{line}")


DOCUMENTS = list(_documents())


@pytest.mark.parametrize("document", DOCUMENTS)
def test_scenario_holds(document):
    assert isinstance(document, Document), "\n".join(map(str, document))
    verdict = check_document(document)
    assert verdict.state == "passed", "\n".join(verdict.lines)


def test_every_clause_is_proved():
    named = {clause for param in DOCUMENTS for clause in getattr(param.values[0], "clauses", ())}
    asked = {f"{rules}-{i}" for rules, most in CLAUSES.items() for i in range(1, most + 1)}
    assert asked - ELSEWHERE <= named


def test_scenarios_name_no_unknown_clause():
    for param in DOCUMENTS:
        for clause in getattr(param.values[0], "clauses", ()):
            rules, _, number = clause.partition("-")
            assert 1 <= int(number) <= CLAUSES[rules], f"{param.id}: {clause}"
