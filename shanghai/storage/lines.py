"""Lines with a checksum and JSON. The checksum of a line depends on the one of the line before."""

import zlib
from typing import Final

import msgspec

_HEAD_SIZE: Final = 9
"""How many bytes of a line are before its JSON: 8 hex digits of a checksum, and a blank."""


def line_of(value: object, before: int) -> tuple[bytes, int]:
    """The line for a value, and its checksum. `before` is the checksum of the line before it."""
    return sealed(msgspec.json.encode(value), before)


def sealed(body: bytes, before: int) -> tuple[bytes, int]:
    """The line for a JSON text, and its checksum. `before` is the checksum of the line before."""
    checksum = zlib.crc32(body, before)
    return b"%08x %s\n" % (checksum, body), checksum


def body_of(line: bytes, before: int) -> tuple[bytes, int] | None:
    """The JSON of a line, and its checksum; None if the line has another checksum. `before` is the
    checksum of the line before it."""
    body = json_of(line)
    checksum = zlib.crc32(body, before)
    return (body, checksum) if line[:_HEAD_SIZE] == b"%08x " % checksum else None


def json_of(line: bytes) -> bytes:
    """The JSON of a line. Its checksum is not checked."""
    return line[_HEAD_SIZE:]
