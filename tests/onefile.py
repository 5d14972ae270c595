"""One file to run: `shanghai.pyz` for any Python on this kind of machine, or a program without one.

python -m tests.onefile [-o shanghai.pyz] [--pythons 3.11,3.12,3.13,3.14]
python -m tests.onefile --program [-o shanghai]     with PyInstaller, where it is installed

shiv packs it (the extra `dev`): the compiled parts of msgspec and PyYAML cannot be loaded out of a
zip, as the standard zipapp would have it, and shiv unpacks them once, to ~/.cache/shanghai. pex
does so too, and its file starts slower. The compiled parts for each Python lie side by side, as
their names tell them apart.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
COMPILED = ("msgspec", "PyYAML")
ENTRY = """\
import multiprocessing
import sys

from shanghai.__main__ import main

multiprocessing.freeze_support()
sys.exit(main())
"""
FIRST = """\
import sys

if sys.version_info < (3, 11):
    found = ".".join(map(str, sys.version_info[:2]))
    sys.exit("Shanghai needs Python 3.11 or newer, and this is Python " + found + ".")
"""
"""What any Python 3 reads before the game itself, which older ones cannot."""
LEFT_OUT = ("numba", "numpy", "llvmlite", "aiohttp", "hypothesis", "pytest")
_COMPILED_FILE = re.compile(r".*\.(so|pyd|dylib)$")


def install_command(site: Path) -> list[str]:
    """The command that puts the game and what it needs into a folder."""
    how = ["--quiet", "--no-build-isolation", "--no-compile", "--disable-pip-version-check"]
    return [sys.executable, "-m", "pip", "install", *how, "--target", str(site), str(ROOT)]


def download_command(python: str, folder: Path) -> list[str]:
    """The command that fetches the compiled packages for another Python."""
    wanted = [f"{name}=={version(name)}" for name in COMPILED]
    how = ["--quiet", "--no-deps", "--only-binary", ":all:", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "download", *how, "--python-version", python]
    return [*command, "-d", str(folder), *wanted]


def compiled_parts(wheel: Path) -> Iterator[tuple[str, bytes]]:
    """The compiled files of a wheel, with their places."""
    with zipfile.ZipFile(wheel) as packed:
        for name in packed.namelist():
            if _COMPILED_FILE.match(name):
                yield name, packed.read(name)


def add_python(python: str, site: Path) -> None:
    """Puts the compiled parts for another Python beside those that are there."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(download_command(python, Path(folder)), check=True)
        for wheel in Path(folder).glob("*.whl"):
            for name, data in compiled_parts(wheel):
                (site / name).write_bytes(data)


def pack_command(site: Path, file: Path) -> list[str]:
    """The command that packs a folder into one file; processes that it starts find it too."""
    how = ["--compressed", "--reproducible", "--extend-pythonpath", "--root", "~/.cache/shanghai"]
    start = ["--entry-point", "shanghai.__main__:main", "--python", "/usr/bin/env python3"]
    start += ["--preamble", str(site.parent / "first.py")]
    packed = ["--site-packages", str(site), "--output-file", str(file)]
    return [sys.executable, "-m", "shiv.cli", *how, *start, *packed]


def make(file: Path, pythons: Sequence[str] = PYTHONS) -> None:
    """Makes the file."""
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        subprocess.run(install_command(site), check=True)
        (site.parent / "first.py").write_text(FIRST, "utf-8")
        for python in pythons:
            if python != f"{sys.version_info.major}.{sys.version_info.minor}":
                add_python(python, site)
        subprocess.run(pack_command(site, file.absolute()), check=True)


def make_program(file: Path) -> None:
    """Makes a program for this system, which needs no Python."""
    data = f"{ROOT / 'variants'}:shanghai/variants_data"
    with tempfile.TemporaryDirectory() as folder:
        entry = Path(folder) / "entry.py"
        entry.write_text(ENTRY, "utf-8")
        places = ["--distpath", str(file.absolute().parent), "--workpath", f"{folder}/work"]
        how = ["--onefile", "--noconfirm", "--log-level", "ERROR", "--name", file.name]
        parts = ["--collect-submodules", "shanghai", "--collect-all", "textual"]
        parts += ["--collect-data", "shanghai", "--add-data", data, "--specpath", folder]
        parts += ["--copy-metadata", "shanghai-rummy"]
        parts += [word for name in LEFT_OUT for word in ("--exclude-module", name)]
        command = [sys.executable, "-m", "PyInstaller", *how, *places, *parts, str(entry)]
        subprocess.run(command, check=True, cwd=ROOT)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", dest="file", type=Path)
    parser.add_argument("--pythons", default=",".join(PYTHONS))
    parser.add_argument("--program", action="store_true")
    args = parser.parse_args()
    if args.program:
        make_program(args.file or Path("shanghai"))
    else:
        make(args.file or Path("shanghai.pyz"), args.pythons.split(","))
