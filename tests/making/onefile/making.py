"""Makes `shanghai.pyz` of the project and all that it needs, and a program without a Python."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import distributions, version
from pathlib import Path

import yaml

from tests.making.onefile.unpacking import CONTENTS, PROGRAM, machine

ROOT = Path(__file__).parents[3]
HERE = Path(__file__).parent
TRIED = ("3.11", "3.12", "3.13")
"""The Pythons on which the tests have run; PYTHONS.md says what the others are."""
PYTHONS = (*TRIED, "3.14", "3.15")
"""The Pythons whose compiled parts are packed."""
COMPILED = ("msgspec", "PyYAML")
"""The packages that are fetched for every Python, as they need their compiled parts."""
WITHOUT_COMPILED = ("aiohttp", "frozenlist", "multidict", "propcache", "yarl")
"""The packages that are fast enough without them, as a table has few phones: plain Python."""
ENTRY = """\
import multiprocessing
import sys

from shanghai.__main__ import main

multiprocessing.freeze_support()
sys.exit(main())
"""
LEFT_OUT = ("numba", "numpy", "llvmlite", "hypothesis", "pytest")
_COMPILED_FILE = re.compile(r".*\.(so|pyd|dylib)$")
_OF_THIS_MACHINE = ("RECORD", "direct_url.json", "INSTALLER", "REQUESTED")
"""Files of installed packages that name folders of the machine they were installed on."""
LICENCES = "LICENCES.txt"
"""The file in the archive that lists the packages in it, with their licences."""
_DATE = (1980, 1, 1, 0, 0, 0)


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
    """Puts the compiled parts for another Python next to those that are there."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(download_command(python, Path(folder)), check=True)
        for wheel in Path(folder).glob("*.whl"):
            for name, data in compiled_parts(wheel):
                (site / name).write_bytes(data)


def drop_compiled_parts(site: Path) -> None:
    """Removes what packages can do without, so that each Python runs the same of them."""
    for package in WITHOUT_COMPILED:
        for path in (site / package).rglob("*"):
            if _COMPILED_FILE.match(path.name):
                path.unlink()


def drop_what_tells_of_this_machine(site: Path) -> None:
    """Removes scripts and notes with folders of this machine, so that every build is the same."""
    shutil.rmtree(site / "bin", ignore_errors=True)
    for info in site.glob("*.dist-info"):
        for name in _OF_THIS_MACHINE:
            (info / name).unlink(missing_ok=True)


def messages() -> dict[str, Mapping[str, object]]:
    """The messages for the time before the game is unpacked, by language."""
    by_language = {}
    for path in sorted((ROOT / "shanghai" / "words").glob("*/onefile.yaml")):
        own, saves, system = (
            yaml.safe_load(path.with_name(f"{section}.yaml").read_text("utf-8"))
            for section in ("onefile", "saves", "system")
        )
        shared = {"NO_FOLDER": saves["NO_FOLDER"], "ERRORS": system["ERRORS"]}
        by_language[path.parent.name] = {**own, **shared}
    return by_language


def licences(site: Path) -> str:
    """The packages in a folder, a line each: its name, its version and its licence."""
    lines = []
    for package in distributions(path=[str(site)]):
        about = package.metadata
        named = about.get("License-Expression") or about.get("License") or ""
        classified = [
            each.rpartition(" :: ")[2]
            for each in about.get_all("Classifier") or ()
            if each.startswith("License ::")
        ]
        licence = named.strip().partition("\n")[0] or ", ".join(classified) or "not named"
        lines.append(f"{about['Name']} {about['Version']}: {licence}\n")
    return "".join(sorted(lines, key=str.casefold))


def pack(site: Path, file: Path, pythons: Sequence[str]) -> None:
    """Packs a folder into one file, which is the same whenever the folder is."""
    parts = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    data = {name: parts[name].read_bytes() for name in sorted(parts)}
    contents = {
        "key": hashlib.sha256(repr([*data.items()]).encode()).hexdigest()[:16],
        "pythons": [*pythons],
        "machine": machine(),
        "files": {name: len(body) for name, body in data.items()},
        "messages": messages(),
    }
    entries = [
        ("__main__.py", (HERE / "first.py").read_bytes()),
        ("unpacking.py", (HERE / "unpacking.py").read_bytes()),
        (CONTENTS, json.dumps(contents).encode()),
        (LICENCES, licences(site).encode()),
        *((PROGRAM + name, body) for name, body in data.items()),
    ]
    write_archive(file, entries)


def write_archive(file: Path, entries: Iterable[tuple[str, bytes]]) -> None:
    """Writes an archive that Python can run."""
    with file.open("wb") as out:
        out.write(b"#!/usr/bin/env python3\n")
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
            for name, body in entries:
                packed.writestr(zipfile.ZipInfo(name, _DATE), body, zipfile.ZIP_DEFLATED)
    file.chmod(0o755)


def make(file: Path, pythons: Sequence[str] = PYTHONS) -> None:
    """Makes the file."""
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        subprocess.run(install_command(site), check=True)
        for python in pythons:
            if python != f"{sys.version_info.major}.{sys.version_info.minor}":
                add_python(python, site)
        drop_compiled_parts(site)
        drop_what_tells_of_this_machine(site)
        pack(site, file.absolute(), pythons)


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
