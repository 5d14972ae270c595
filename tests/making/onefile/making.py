"""Makes `shanghai.pyz` of the project and all that it needs, and a program without a Python."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import distributions
from pathlib import Path

import yaml

from tests.making.onefile.unpacking import CONTENTS, PROGRAM

ROOT = Path(__file__).parents[3]
HERE = Path(__file__).parent
TRIED = ("3.11", "3.12", "3.13")
"""The Pythons on which the tests have run; PYTHONS.md says what the others are."""
PYTHONS = (*TRIED, "3.14", "3.15")
"""The Pythons whose compiled parts are packed."""
SYSTEMS = {
    "x86_64-linux-gnu": "x86_64-manylinux_2_28",
    "aarch64-linux-gnu": "aarch64-manylinux_2_28",
    "x86_64-linux-musl": "x86_64-unknown-linux-musl",
    "aarch64-linux-musl": "aarch64-unknown-linux-musl",
    "darwin-arm64": "aarch64-apple-darwin",
    "darwin-x86_64": "x86_64-apple-darwin",
    "win_amd64": "x86_64-pc-windows-msvc",
    "win_arm64": "aarch64-pc-windows-msvc",
}
"""The systems whose compiled parts are packed, as a Python calls them and as uv does."""
COMPILED = ("msgspec", "pyyaml")
"""The packages that need their compiled parts; all others run as plain Python."""
WITHOUT_WHEEL = {("3.11", "win_arm64")}
"""The Pythons for which one of these packages has no wheel."""
VERSIONS = ROOT / ".github" / "requirements.txt"
"""The version of each package that is packed, with the hashes of its files."""
ENTRY = """\
import multiprocessing
import sys

from shanghai.__main__ import main

multiprocessing.freeze_support()
sys.exit(main())
"""
LEFT_OUT = ("numba", "numpy", "llvmlite", "hypothesis", "pytest")
_COMPILED_FILE = re.compile(r".*\.(so|pyd|dylib)$")
_NOT_PACKED = "RECORD WHEEL INSTALLER REQUESTED direct_url.json uv_build.json uv_cache.json sboms"
"""What installed packages note of the machine they were installed on, and lists of their builds."""
CONTENTS_LIST = "CONTENTS.txt"
"""The file in the archive that lists what is in it, for people."""
_DATE = (1980, 1, 1, 0, 0, 0)


def install_command(target: Path, python: str, system: str, *packages: str) -> list[str]:
    """The command that puts packages for a Python on a system into a folder."""
    how = ["--quiet", "--no-build-isolation", "--link-mode", "copy", "--only-binary", ":all:"]
    how += ["--no-binary", "shanghai-rummy", "--python", sys.executable, "-c", str(VERSIONS)]
    where = ["--target", str(target), "--python-version", python]
    where += ["--python-platform", SYSTEMS[system]]
    return [sys.executable, "-m", "uv", "pip", "install", *how, *where, *packages]


def install_game(site: Path) -> None:
    """Puts the game and what it needs into a folder, without any compiled part."""
    subprocess.run(install_command(site, PYTHONS[0], next(iter(SYSTEMS)), str(ROOT)), check=True)
    for path in [*site.rglob("*")]:
        if _COMPILED_FILE.match(path.name):
            path.unlink()
    drop_what_tells_of_this_machine(site)


def install_parts(folder: Path, python: str, system: str) -> None:
    """Puts the compiled parts for a Python on a system into a folder, and nothing else."""
    command = install_command(folder, python, system, "--no-deps", *COMPILED)
    subprocess.run(command, check=True)
    for path in [*folder.rglob("*")]:
        if path.is_file() and not _COMPILED_FILE.match(path.name):
            path.unlink()


def drop_what_tells_of_this_machine(site: Path) -> None:
    """Removes scripts and notes with folders of this machine, so that every build is the same."""
    for name in ("bin", "share"):
        shutil.rmtree(site / name, ignore_errors=True)
    (site / ".lock").unlink(missing_ok=True)
    for info in site.glob("*.dist-info"):
        for name in _NOT_PACKED.split():
            if (info / name).is_dir():
                shutil.rmtree(info / name)
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


def list_of_contents(site: Path, parts: Mapping[str, Mapping[str, bytes]]) -> str:
    """What is in the file, for people: packages with their licences, and the compiled parts."""
    lines = ["Packages and their licences, whose texts are in program/*.dist-info:", ""]
    lines += [licences(site), "Compiled parts by Python and system, with their SHA-256:"]
    for build, files in parts.items():
        lines += ["", build]
        lines += [f"  {hashlib.sha256(body).hexdigest()} {name}" for name, body in files.items()]
    return "\n".join(lines) + "\n"


def files_in(folder: Path) -> dict[str, bytes]:
    """The files below a folder with their bytes, in the order of their names."""
    paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}
    return {name: paths[name].read_bytes() for name in sorted(paths) if paths[name].is_file()}


def pack(site: Path, parts_folder: Path, file: Path) -> None:
    """Packs the game and its compiled parts into one file, which is the same whenever they are.

    `parts_folder` has a folder for each build of Python, named as `unpacking.build` does.
    """
    data = {PROGRAM + name: body for name, body in files_in(site).items()}
    parts = {path.name: files_in(path) for path in sorted(parts_folder.iterdir())}
    in_archive = {
        build: {f"{build}/{name}": body for name, body in files.items()}
        for build, files in parts.items()
    }
    contents = {
        "key": hashlib.sha256(repr([data, in_archive]).encode()).hexdigest()[:16],
        "files": sizes(data),
        "parts": {build: sizes(files) for build, files in in_archive.items()},
        "messages": messages(),
    }
    entries = [
        ("__main__.py", (HERE / "first.py").read_bytes()),
        ("unpacking.py", (HERE / "unpacking.py").read_bytes()),
        (CONTENTS, json.dumps(contents).encode()),
        (CONTENTS_LIST, list_of_contents(site, parts).encode()),
        *data.items(),
        *(entry for files in in_archive.values() for entry in files.items()),
    ]
    write_archive(file, entries)


def sizes(files: Mapping[str, bytes]) -> dict[str, int]:
    """The sizes of files by their names."""
    return {name: len(body) for name, body in files.items()}


def write_archive(file: Path, entries: Iterable[tuple[str, bytes]]) -> None:
    """Writes an archive that Python can run."""
    with file.open("wb") as out:
        out.write(b"#!/usr/bin/env python3\n")
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
            for name, body in entries:
                packed.writestr(zipfile.ZipInfo(name, _DATE), body, zipfile.ZIP_DEFLATED)
    file.chmod(0o755)


def make(file: Path, pythons: Sequence[str] = PYTHONS, systems: Sequence[str] = ()) -> None:
    """Makes the file for some Pythons, and for some systems or all."""
    with tempfile.TemporaryDirectory() as folder:
        site, parts = Path(folder) / "site", Path(folder) / "parts"
        install_game(site)
        for system in systems or SYSTEMS:
            for python in pythons:
                if (python, system) not in WITHOUT_WHEEL:
                    install_parts(parts / f"{python} {system}", python, system)
        pack(site, parts, file.absolute())


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
