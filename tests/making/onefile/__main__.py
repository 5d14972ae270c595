"""One file to run: `shanghai.pyz` for every system and Python, or a program without a Python.

python -m tests.making.onefile [-o shanghai.pyz] [--pythons 3.11,3.12] [--systems win_amd64,...]
python -m tests.making.onefile --program [-o shanghai]     with PyInstaller, where it is installed

The compiled parts of msgspec and PyYAML cannot be loaded out of an archive, as the standard zipapp
would have it: the file unpacks itself, see `unpacking.py`. Their parts for each Python on each
system are fetched by uv, in the versions and with the hashes of `.github/requirements.txt`. Two
builds of the same sources are the same file. `unzip -p shanghai.pyz CONTENTS.txt` lists what is in
it, with the licence of each package.
"""

import argparse
from collections.abc import Callable, Collection
from pathlib import Path

from tests.making.onefile.making import PYTHONS, SYSTEMS, make, make_program


def some_of(known: Collection[str]) -> Callable[[str], list[str]]:
    """Reads a list with commas in which each entry is known; argparse tells of any other."""

    def read(text: str) -> list[str]:
        entries = text.split(",")
        if unknown := [entry for entry in entries if entry not in known]:
            raise argparse.ArgumentTypeError(f"{unknown[0]!r} is none of {', '.join(known)}")
        return entries

    return read


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-o", dest="file", type=Path)
    parser.add_argument("--pythons", type=some_of(PYTHONS), default=[*PYTHONS])
    parser.add_argument("--systems", type=some_of(SYSTEMS), default=[*SYSTEMS])
    parser.add_argument("--program", action="store_true")
    args = parser.parse_args()
    if args.program:
        make_program(args.file or Path("shanghai"))
    else:
        make(args.file or Path("shanghai.pyz"), args.pythons, args.systems)
