"""One file to run: `shanghai.pyz` for any Python on this kind of machine, or a program without one.

python -m tests.making.onefile [-o shanghai.pyz] [--pythons 3.11,3.12]
python -m tests.making.onefile --program [-o shanghai]     with PyInstaller, where it is installed

The compiled parts of msgspec and PyYAML cannot be loaded out of an archive, as the standard zipapp
would have it: the file unpacks itself, see `unpacking.py`. The compiled parts for each Python are
side by side, as their names tell them apart. Two builds of the same sources are the same file.
`unzip -p shanghai.pyz LICENCES.txt` lists the packages in it with their licences.
"""

import argparse
from pathlib import Path

from tests.making.onefile.making import PYTHONS, make, make_program

if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-o", dest="file", type=Path)
    parser.add_argument("--pythons", default=",".join(PYTHONS))
    parser.add_argument("--program", action="store_true")
    args = parser.parse_args()
    if args.program:
        make_program(args.file or Path("shanghai"))
    else:
        make(args.file or Path("shanghai.pyz"), args.pythons.split(","))
