"""YAML files from people: read whole as bytes, or refused with a fault that names the file."""

from pathlib import Path

from shanghai.storage.files import read_plain
from shanghai.yamlio.reader import MAX_BYTES, Fault, Faults


def read_yaml_file(path: str | Path, *, max_bytes: int = MAX_BYTES) -> bytes:
    """The bytes of a regular file; Faults if it is none, too large or unreadable."""
    try:
        return read_plain(path, max_bytes)
    except OSError as error:
        fault = Fault(str(path), 0, 0, f"cannot be read: {error.strerror}")
        raise Faults([fault]) from error
