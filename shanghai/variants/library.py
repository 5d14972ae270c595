"""Where variant files are, the shipped ones and those of a family."""

import re
from pathlib import Path
from typing import Final

from msgspec import Struct

from shanghai.storage.files import read_plain
from shanghai.storage.paths import SHIPPED
from shanghai.words.sanitize import sanitize
from shanghai.words.system import system_fault

OWN_FOLDER: Final = "variants"
"""The folder within a data folder that holds the variant files of a family."""
MORE_FOLDER: Final = SHIPPED / "more"
"""The folder of the shipped games beyond the four."""
MAX_BYTES: Final = 128 * 1024
ID: Final = r"[a-z0-9][a-z0-9-]{0,39}"
_ID_LINE: Final = rb"^id:[ \t]*[\"']?([a-z0-9][a-z0-9-]{0,39})[\"']?[ \t]*(?:#.*)?\r?$"


def known_variants() -> tuple[str, ...]:
    """The ids of the four variants, in alphabetical order."""
    return tuple(sorted(path.stem for path in SHIPPED.glob("*.yaml")))


def more_variants() -> tuple[str, ...]:
    """The ids of the shipped games beyond the four, in alphabetical order."""
    return tuple(sorted(path.stem for path in MORE_FOLDER.glob("*.yaml")))


def shipped_variants() -> tuple[str, ...]:
    """The ids of all shipped games, the four first."""
    return (*known_variants(), *more_variants())


def shipped_file(variant: str) -> Path | None:
    """The file of a shipped variant by its id, None where none is called so."""
    if re.fullmatch(ID, variant):
        for folder in (SHIPPED, MORE_FOLDER):
            if (path := folder / f"{variant}.yaml").is_file():
                return path
    return None


def is_path(text: str) -> bool:
    """Whether a text names a variant file, not an id."""
    return "/" in text or "\\" in text or text.endswith((".yaml", ".yml"))


class Library(Struct, frozen=True):
    """The folders in which a variant is looked for by its id, after the shipped ones."""

    folders: tuple[Path, ...] = ()

    def beside(self, path: Path) -> "Library":
        """The same with the folder of a file first."""
        return Library((path.parent, *self.folders))

    def files(self) -> list[Path]:
        """Every variant file in the folders, by its name."""
        return [path for folder in self.folders for path in variant_files(folder)]

    def ids(self) -> list[str]:
        """The ids that the files in the folders name."""
        return [name for path in self.files() if (name := named_id(path))]

    def find(self, variant: str) -> Path | None:
        """The file that has an id, a shipped one first; one without any goes by its name."""
        if (shipped := shipped_file(variant)) is not None:
            return shipped
        files = self.files()
        files.sort(key=lambda path: path.stem != variant)
        unnamed = None
        for path in files:
            name = named_id(path)
            if name == variant:
                return path
            if not name and path.stem == variant:
                unnamed = path
        return unnamed


def own_library(data: Path | None) -> Library:
    """The variant files of a family in its data folder; none without a data folder."""
    return Library((data / OWN_FOLDER,)) if data is not None else Library()


def own_folder(data: Path) -> str:
    """The whole path of the folder for the variants of a family, as people are told it."""
    return sanitize(str((data / OWN_FOLDER).absolute()), 200)


def variant_files(folder: Path) -> list[Path]:
    """The variant files of a folder by their names."""
    try:
        names = sorted(path for path in folder.iterdir() if path.suffix in (".yaml", ".yml"))
    except OSError:
        return []
    return [path for path in names if not path.name.startswith(".")]


def named_id(path: Path) -> str:
    """The id that a file names at its left edge, nothing where it names none."""
    from shanghai.yamlio.reader import Faults

    try:
        found = re.search(_ID_LINE, read_yaml_file(path, max_bytes=MAX_BYTES), re.M)
    except Faults:
        return ""
    return found.group(1).decode() if found else ""


def read_yaml_file(path: str | Path, *, max_bytes: int | None = None) -> bytes:
    """The bytes of a regular file; Faults if it is none, unreadable or larger than YAML may be."""
    from shanghai.words import variants
    from shanghai.yamlio import reader

    try:
        return read_plain(path, reader.MAX_BYTES if max_bytes is None else max_bytes)
    except OSError as error:
        fault = reader.Fault(str(path), 0, 0, variants.CANNOT_READ.format(why=system_fault(error)))
        raise reader.Faults([fault]) from error
