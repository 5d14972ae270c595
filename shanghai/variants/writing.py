"""A variant file of one's own: the one that it extends, and only what differs."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from shanghai.engine.rules import Rules
from shanghai.storage.files import write_file
from shanghai.variants.library import OWN_FOLDER, own_library, shipped_file
from shanghai.yamlio.reader import Fault, Faults
from shanghai.yamlio.writer import flow_value, scalar

_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_MOST_ON_A_LINE: Final = 90


def extending_text(id: str, name: str, base: Rules, changes: Mapping[str, Any]) -> str:
    """The text of a file that extends a variant and sets some rules to plain values."""
    lines = [
        f"# {base.name}, and here only what differs. Every key with its values:",
        "#   shanghai variants keys",
        "# Whether it can be played well:",
        f"#   shanghai variants check {id}.yaml",
        f"id: {scalar(id)}",
        f"name: {scalar(name)}",
        f"extends: {base.id}",
    ]
    for key, value in changes.items():
        lines += _entry(key, value)
    return "\n".join(lines) + "\n"


def _entry(key: str, value: Any) -> list[str]:  # noqa: ANN401
    line = f"{key}: {flow_value(value)}"
    if len(line) <= _MOST_ON_A_LINE or not isinstance(value, list):
        return [line]
    return [f"{key}:", *(f"  - {flow_value(item)}" for item in value)]


def check_new_id(id: str, data: Path) -> None:
    """Faults where a new file of one's own cannot have this id."""
    problem = hint = ""
    if not _ID.fullmatch(id):
        problem, hint = "is no id", "small letters, digits and hyphens, 40 at most"
    elif shipped_file(id) is not None:
        problem = "is the id of a shipped variant"
    elif own_library(data).find(id) is not None or own_file(id, data).exists():
        problem = "is the id of a file of your own already"
    if problem:
        raise Faults([Fault("id", 0, 0, f"{id[:40]!r} {problem}", hint)])


def own_file(id: str, data: Path) -> Path:
    """Where a new file of one's own belongs."""
    return data / OWN_FOLDER / f"{id}.yaml"


def keep_variant(id: str, text: str, data: Path) -> Path:
    """Writes a file of one's own into the data folder; OSError where it cannot be stored."""
    path = own_file(id, data)
    write_file(path, text.encode())
    return path
