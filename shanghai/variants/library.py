"""Finds variant files: the shipped ones and those of a family."""

import os
import re
from pathlib import Path
from typing import Final

from msgspec import Struct

from shanghai.storage.files import read_plain
from shanghai.storage.paths import SHIPPED
from shanghai.words import variants as words
from shanghai.words.sanitize import sanitize
from shanghai.words.system import system_fault
from shanghai.yamlio import reader

OWN_FOLDER: Final = "variants"
"""The folder in a data folder for the variant files of a family."""
MORE_FOLDER: Final = SHIPPED / "more"
"""The folder of the shipped games other than the four."""
MAX_BYTES: Final = 128 * 1024
ID: Final = r"[a-z0-9][a-z0-9-]{0,39}"
_ID_LINE: Final = rb"^id:[ \t]*[\"']?([a-z0-9][a-z0-9-]{0,39})[\"']?[ \t]*(?:#.*)?\r?$"


def known_variants() -> tuple[str, ...]:
    """The ids of the four variants, in alphabetical order."""
    return tuple(sorted(path.stem for path in SHIPPED.glob("*.yaml")))


def more_variants() -> tuple[str, ...]:
    """The ids of the shipped games other than the four, in alphabetical order."""
    return tuple(sorted(path.stem for path in MORE_FOLDER.glob("*.yaml")))


def shipped_variants() -> tuple[str, ...]:
    """The ids of all shipped games, the four first."""
    return (*known_variants(), *more_variants())


def shipped_file(variant: str) -> Path | None:
    """The file of a shipped variant by its id, or None."""
    if re.fullmatch(ID, variant):
        for folder in (SHIPPED, MORE_FOLDER):
            if (path := folder / f"{variant}.yaml").is_file():
                return path
    return None


def is_path(text: str) -> bool:
    """Whether a text is a path of a variant file, and no id."""
    return "/" in text or "\\" in text or text.endswith((".yaml", ".yml"))


class Library(Struct, frozen=True):
    """Folders in which variants are looked up by their ids, after the shipped ones."""

    folders: tuple[Path, ...] = ()

    def with_folder_of(self, path: Path) -> "Library":
        """This library with the folder of a file as its first folder."""
        return Library((path.parent, *self.folders))

    def files(self) -> list[Path]:
        """All variant files in the folders, sorted by name."""
        return [path for folder in self.folders for path in variant_files(folder)]

    def ids(self) -> list[str]:
        """The ids in the files of the folders."""
        return [name for path in self.files() if (name := named_id(path))]

    def find(self, variant: str) -> Path | None:
        """The file of the variant with an id, a shipped one first; None if there is none. If a file
        names no id, its file name counts as the id."""
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
    """The library of a family in its data folder; empty without a data folder."""
    return Library((data / OWN_FOLDER,)) if data is not None else Library()


def own_folder(data: Path) -> str:
    """The absolute path of the folder for the variants of a family, as a text to show."""
    return sanitize(str((data / OWN_FOLDER).absolute()), 200)


def variant_files(folder: Path) -> list[Path]:
    """The variant files of a folder, sorted by name."""
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith((".yaml", ".yml")))
    except OSError:
        return []
    return [folder / name for name in names if not name.startswith(".")]


def named_id(path: Path) -> str:
    """The id in the line of a file that begins with `id:`; empty if there is none."""
    try:
        match = re.search(_ID_LINE, read_yaml_file(path, max_bytes=MAX_BYTES), re.M)
    except reader.Faults:
        return ""
    return match.group(1).decode() if match else ""


def read_yaml_file(path: str | Path, *, max_bytes: int | None = None) -> bytes:
    """The bytes of a regular file. Raises Faults if it cannot be read or is too large."""
    try:
        return read_plain(path, reader.MAX_BYTES if max_bytes is None else max_bytes)
    except OSError as error:
        message = words.CANNOT_READ.format(why=system_fault(error))
        raise reader.Faults([reader.Fault(str(path), 0, 0, message)]) from error
