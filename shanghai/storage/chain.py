"""Lines of JSON under chained checksums: one that is removed, doubled, swapped or changed shows."""

import zlib

import msgspec


def line_of(value: object, before: int) -> tuple[bytes, int]:
    """The line for a value after the checksum `before`, and its own checksum."""
    body = msgspec.json.encode(value)
    checksum = zlib.crc32(body, before)
    return b"%08x %s\n" % (checksum, body), checksum


def body_of(line: bytes, before: int) -> tuple[bytes, int] | None:
    """The JSON of a line whose checksum follows `before`, and the checksum; None if it does not.

    The nine bytes are compared as they stand: digits that were parsed could be written otherwise.
    """
    body = line[9:]
    checksum = zlib.crc32(body, before)
    return (body, checksum) if line[:9] == b"%08x " % checksum else None
