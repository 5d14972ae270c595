"""The variants that can be chosen, those of a family with why one cannot be played."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from shanghai.engine.rules import Rules
from shanghai.variants.library import OWN_FOLDER, Library, own_library, variant_files
from shanghai.variants.loader import load_variant
from shanghai.words.sanitize import sanitize
from shanghai.yamlio.reader import Faults


class Offer(Struct, frozen=True):
    """A variant to be chosen: its rules, or why the file cannot be played.

    `file` is empty for a shipped one; `fault` is the first of `faults` many.
    """

    file: str = ""
    rules: Rules | None = None
    fault: str = ""
    faults: int = 0


def own_variants(data: Path, others: Sequence[str] = ()) -> list[Offer]:
    """The variant files in the folder `variants` of a data folder, and others, each judged."""
    paths = variant_files(data / OWN_FOLDER)
    known = {path.absolute() for path in paths}
    paths += [path for other in others if (path := Path(other)).absolute() not in known]
    return [_judged(path, own_library(data)) for path in paths]


def _judged(path: Path, library: Library) -> Offer:
    file = sanitize(path.name, 40)
    try:
        return Offer(file, load_variant(path, library=library))
    except Faults as error:
        first = error.faults[0]
        place = f"line {first.line}, column {first.column}: " if first.line else ""
        hint = f" ({first.hint})" if first.hint else ""
        return Offer(file, None, sanitize(f"{place}{first.message}{hint}", 300), len(error.faults))
