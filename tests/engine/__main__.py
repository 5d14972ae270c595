"""Runs the scenarios of one module of the engine, by the clauses that it names.

`python -m tests.engine calls` runs what proves the clauses of `shanghai/engine/calls.py`.
`shanghai check tests/scenarios -k GD-18` runs the scenarios of one clause.
"""

import re
import sys
from pathlib import Path

from shanghai.__main__ import main

ROOT = Path(__file__).parents[2]
SCENARIOS, ENGINE = ROOT / "tests" / "scenarios", ROOT / "shanghai" / "engine"
CLAUSE = re.compile(r"\b(?:ALL|CA|GD|HR|PR|RG)-\d+\b")


def clauses_by_module() -> dict[str, list[str]]:
    """The clauses that each module of the engine names."""
    texts = {path.stem: path.read_text("utf-8") for path in sorted(ENGINE.glob("*.py"))}
    clauses = {name: sorted({*CLAUSE.findall(text)}) for name, text in texts.items()}
    return {name: named for name, named in clauses.items() if named}


if __name__ == "__main__":
    by_module = clauses_by_module()
    modules = [Path(name).stem for name in sys.argv[1:]]
    if not modules or not by_module.keys() >= {*modules}:
        sys.exit(f"Name modules of the engine that name clauses: {', '.join(by_module)}.")
    clauses = sorted({clause for module in modules for clause in by_module[module]})
    print("Clauses:", *clauses)
    wanted = [option for clause in clauses for option in ("-k", clause)]
    sys.exit(main(["check", str(SCENARIOS), *wanted]))
