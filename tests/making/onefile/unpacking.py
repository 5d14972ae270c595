"""The second step of `shanghai.pyz`: it unpacks the game where it may write, and starts it.

Compiled libraries cannot be loaded out of an archive. So the game is unpacked into a folder that is
the user's alone. Every start compares that folder with the list in the archive, file by file, and
writes again what is missing or has changed. This module needs Python's own library alone.
"""

import errno
import json
import marshal
import os
import shutil
import stat
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.machinery import EXTENSION_SUFFIXES

PROGRAM = "program/"
"""The folder of the game in the archive."""
CONTENTS = "contents.json"
"""The list in the archive: a key, the files with their sizes, the compiled parts, the messages."""
WRITTEN_AT = 315_532_800
"""The time of every unpacked file, 1 January 1980: one that was written later shows it."""
BAD_FILE, NOT_STORED, INTERRUPTED = 3, 4, 130
_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH
_HAS_OWNERS = hasattr(os, "geteuid")
_WRONG_SHAPE = (FileExistsError, NotADirectoryError, IsADirectoryError)
"""What the system says of a file where a folder belongs, or of a folder where a file does."""


class CannotUnpack(Exception):
    """The game cannot be unpacked: the values are a folder and the error, none without a folder."""


class Damaged(Exception):
    """The archive does not hold what it lists."""


def start(arguments: Sequence[str]) -> int:
    """Unpacks the game where that is needed, runs it and returns its exit code."""
    archive = os.path.dirname(os.path.abspath(__file__))
    try:
        contents = json.loads(__loader__.get_data(os.path.join(archive, CONTENTS)))
    except (OSError, ValueError, zlib.error):
        return _complain(BAD_FILE, f"{archive} is damaged; fetch or make it again.")
    messages = contents["messages"][chosen_language(arguments, contents["messages"])]
    if build() not in contents["parts"]:
        return _complain(BAD_FILE, why_not_here([*contents["parts"]], messages))
    files = {**contents["files"], **contents["parts"][build()]}
    try:
        folder = unpacked(archive, contents["key"], files, folders_to_try(arguments))
    except KeyboardInterrupt:
        return INTERRUPTED
    except Damaged:
        return _complain(BAD_FILE, messages["DAMAGED"].format(file=archive))
    except CannotUnpack as fault:
        if not fault.args:
            return _complain(NOT_STORED, messages["NO_FOLDER"])
        root, error = fault.args
        name = errno.errorcode.get(error.errno or 0, "")
        why = messages["ERRORS"].get(name) or error.strerror or str(error)
        return _complain(NOT_STORED, messages["NOT_UNPACKED"].format(folder=root, why=why))
    add_to_path(folder)
    from shanghai.__main__ import main

    return main()


def build() -> str:
    """The Python and the system that compiled libraries are for, such as `3.11 x86_64-linux-gnu`.

    One that runs without the global lock is `3.13t`.
    """
    # It is `.cpython-311-x86_64-linux-gnu.so`, `.cpython-311-darwin.so` or `.cp311-win_amd64.pyd`.
    name = EXTENSION_SUFFIXES[0].split(".")[1].removeprefix("cpython-").removeprefix("cp")
    number, _, system = name.partition("-")
    if system == "darwin":
        system += f"-{os.uname().machine}"
    return f"{number[:1]}.{number[1:]} {system}"


def why_not_here(builds: Sequence[str], messages: Mapping[str, str]) -> str:
    """Why the file cannot run: it was packed for other Pythons, or for other systems."""
    version, _, machine = build().partition(" ")
    pythons = dict.fromkeys(each.partition(" ")[0] for each in builds)
    if version not in pythons:
        return messages["OTHER_PYTHON"].format(version=version, known=", ".join(pythons))
    systems = dict.fromkeys(each.partition(" ")[2] for each in builds)
    return messages["OTHER_MACHINE"].format(machine=machine, known=", ".join(systems))


def folders_to_try(arguments: Sequence[str]) -> Iterator[str]:
    """The folders that may hold the game: one in the user's cache, one in a named data folder."""
    cache = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(cache):
        cache = os.path.join(os.path.expanduser("~"), ".cache")
    if os.path.isabs(cache):
        yield os.path.join(cache, "shanghai")
    named = value_of("--data-dir", arguments) or os.environ.get("SHANGHAI_HOME", "")
    if named:
        yield os.path.join(os.path.abspath(named), "program")


def value_of(option: str, arguments: Sequence[str]) -> str:
    """The value of an option as the game itself reads it; empty without one."""
    value = ""
    for word, after in zip(arguments, [*arguments[1:], ""], strict=False):
        if word == option:
            value = after
        elif word.startswith(f"{option}="):
            value = word.partition("=")[2]
    return value


def chosen_language(arguments: Sequence[str], known: Mapping[str, object]) -> str:
    """The language that is asked for, else that of the system, else English."""
    of_system = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    for wanted in (value_of("--language", arguments), next(filter(None, of_system), "")):
        if wanted[:2].lower() in known:
            return wanted[:2].lower()
    return "en"


def unpacked(archive: str, key: str, files: Mapping[str, int], roots: Iterable[str]) -> str:
    """The folder with the whole game in the first of the roots that allows it.

    `files` has the sizes of the files by their names in the archive. Each system has a folder of
    its own, as a home may be shared. Raises CannotUnpack for the last of the roots, and Damaged
    where the archive is.
    """
    fault = CannotUnpack()
    for root in roots:
        folder = os.path.join(root, f"{key}-{build().partition(' ')[2]}")
        was_there = os.path.lexists(folder)
        try:
            make_whole(archive, files, root, folder)
            return folder
        except OSError as error:
            fault = CannotUnpack(root, error)
            if not was_there:
                shutil.rmtree(folder, ignore_errors=True)
    raise fault


def make_whole(archive: str, files: Mapping[str, int], root: str, folder: str) -> None:
    """Writes every file of the game that is missing from its folder or has changed there."""
    is_safe = make_private(root)
    if not make_private(folder) or not is_safe:
        # Others could write here until this moment: nothing of it is used.
        shutil.rmtree(folder)
    try:
        write_unsound(archive, files, folder)
    except _WRONG_SHAPE:
        shutil.rmtree(folder)
        write_unsound(archive, files, folder)
    # Where nothing can be written, nothing has changed either.
    with suppress(OSError):
        packages = {os.path.dirname(name) for name in map(place_of, files) if name.endswith(".py")}
        drop_bad_bytecode(folder, packages)


def make_private(folder: str) -> bool:
    """Makes a folder for the user alone; false where others could write to it until this moment.

    Raises OSError, also where the folder belongs to somebody else.
    """
    if not os.path.isdir(folder):
        parent = os.path.dirname(folder)
        if not os.path.isdir(parent):
            make_private(parent)
        if os.path.lexists(folder):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        # Another start may make it at the same moment.
        with suppress(FileExistsError):
            os.mkdir(folder, 0o700)
    if not _HAS_OWNERS:
        return True
    status = os.stat(folder)
    if status.st_uid != os.geteuid():
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
    if status.st_mode & 0o077:
        os.chmod(folder, 0o700)
    return not status.st_mode & _OTHERS_MAY_WRITE


def place_of(name: str) -> str:
    """Where a file of the archive is unpacked: its name without the first folder."""
    return name.partition("/")[2]


def write_unsound(archive: str, files: Mapping[str, int], folder: str) -> None:
    """Writes the files that are not there as they were unpacked. Raises OSError or Damaged."""
    unsound = [
        name for name, size in files.items() if not is_sound(f"{folder}/{place_of(name)}", size)
    ]
    if not unsound:
        return
    # Only a first start, or one that mends, needs it.
    import zipfile

    try:
        with zipfile.ZipFile(archive) as packed:
            for name in unsound:
                write_file(os.path.join(folder, place_of(name)), packed.read(name))
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError) as error:
        raise Damaged(archive) from error


def is_sound(path: str, size: int) -> bool:
    """Checks if a file is there as it was unpacked, by its size, time, owner and rights."""
    try:
        status = os.lstat(path)
    except OSError:
        return False
    if _HAS_OWNERS and (status.st_uid != os.geteuid() or status.st_mode & _OTHERS_MAY_WRITE):
        return False
    is_whole = stat.S_ISREG(status.st_mode) and status.st_size == size
    return is_whole and int(status.st_mtime) == WRITTEN_AT


def write_file(path: str, data: bytes, written_at: int | None = WRITTEN_AT) -> None:
    """Writes a file and the folders above it; it is there whole or not at all. Raises OSError."""
    make_private(os.path.dirname(path))
    if path.endswith(".py"):
        # Python would make this folder with the rights that the umask leaves.
        make_private(os.path.join(os.path.dirname(path), "__pycache__"))
    partial = f"{path}.{os.urandom(8).hex()}.part"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(partial, flags, 0o600)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
        if written_at is not None:
            os.utime(partial, (written_at, written_at))
        os.replace(partial, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(partial)
        raise


def drop_bad_bytecode(folder: str, packages: Iterable[str]) -> None:
    """Removes bytecode that Python could not load, or that has changed since an earlier start.

    Python itself looks at the first bytes of such a file alone, and fails at the others.
    """
    record = os.path.join(folder, f"{sys.implementation.cache_tag}.json")
    known = read_record(record)
    sound: dict[str, list[int]] = {}
    for path, status in bytecode_in(folder, packages):
        seen = [status.st_size, status.st_mtime_ns]
        is_sound_file = seen == known[path] if path in known else can_be_loaded(path)
        if is_sound_file:
            sound[path] = seen
        else:
            os.unlink(path)
    if sound != known:
        write_file(record, json.dumps(sound).encode(), written_at=None)


def read_record(path: str) -> dict[str, list[int]]:
    """The bytecode that was sound at earlier starts, with sizes and times; none where unknown."""
    try:
        with open(path, encoding="utf-8") as file:
            known = json.load(file)
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


def bytecode_in(folder: str, packages: Iterable[str]) -> Iterator[tuple[str, os.stat_result]]:
    """The bytecode of this Python in packages, each file with what the system says of it."""
    end = f".{sys.implementation.cache_tag}.pyc"
    for package in packages:
        with suppress(FileNotFoundError), os.scandir(f"{folder}/{package}/__pycache__") as entries:
            for entry in entries:
                if entry.name.endswith(end):
                    yield entry.path, entry.stat(follow_symlinks=False)


def can_be_loaded(path: str) -> bool:
    """Checks if a file holds bytecode from its first byte to its last."""
    try:
        with open(path, "rb") as file:
            marshal.loads(file.read()[16:])
    except (OSError, EOFError, ValueError, TypeError):
        return False
    return True


def add_to_path(folder: str) -> None:
    """Lets this process and those that it starts load the game before anything else."""
    # The archive itself stands first.
    sys.path.insert(1, folder)
    places = filter(None, [folder, os.environ.get("PYTHONPATH", "")])
    os.environ["PYTHONPATH"] = os.pathsep.join(places)


def _complain(code: int, message: str) -> int:
    sys.stderr.write(f"shanghai: {message}\n")
    return code
