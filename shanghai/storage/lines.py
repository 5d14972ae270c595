"""The lines of files that only grow: JSON after a checksum that depends on the line before."""

import zlib
from typing import Final

import msgspec

_HEAD_SIZE: Final = 9
"""The bytes of a line before its JSON: 8 hex digits of a checksum, and a blank."""


def line_of(value: object, before: int) -> tuple[bytes, int]:
    """The line of a value, and its checksum. `before` is the checksum of the line before it."""
    return sealed(msgspec.json.encode(value), before)


def sealed(body: bytes, before: int) -> tuple[bytes, int]:
    """The line of a JSON text, and its checksum. `before` is the checksum of the line before it."""
    checksum = zlib.crc32(body, before)
    return b"%08x %s\n" % (checksum, body), checksum


def body_of(line: bytes, before: int) -> tuple[bytes, int] | None:
    """The JSON and the checksum of a line; None if the checksum in the line is another one."""
    body = json_of(line)
    checksum = zlib.crc32(body, before)
    return (body, checksum) if line[:_HEAD_SIZE] == b"%08x " % checksum else None


def json_of(line: bytes) -> bytes:
    """The JSON of a line, whatever its checksum is."""
    return line[_HEAD_SIZE:]
