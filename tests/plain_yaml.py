"""Documents of YAML read by the usual library and not by the program, in C where it can."""

from collections.abc import Iterator
from typing import Any

import yaml

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def plain_documents(text: str) -> Iterator[Any]:
    """Each document of a text as plain values."""
    yield from yaml.load_all(text, _LOADER)
