"""Messages between two processes. Each is its length in four bytes, then its bytes."""

import struct
from typing import IO, Final

_LENGTH: Final = struct.Struct("<I")
MAX_BYTES: Final = 2**32 - 1
"""The length of the longest possible message in bytes."""


def write_frame(stream: IO[bytes], message: bytes) -> None:
    """Writes a whole message, even to a stream that takes only a part at a time. Raises OSError."""
    left = memoryview(_LENGTH.pack(len(message)) + message)
    while left:
        left = left[stream.write(left) :]
    stream.flush()


def read_frame(stream: IO[bytes], max_bytes: int = MAX_BYTES) -> bytes | None:
    """Reads the next message. None at the end, or for a message longer than `max_bytes`."""
    head = _read_whole(stream, _LENGTH.size)
    if head is None:
        return None
    (length,) = _LENGTH.unpack(head)
    return _read_whole(stream, length) if length <= max_bytes else None


def _read_whole(stream: IO[bytes], count: int) -> bytes | None:
    """Reads exactly `count` bytes. None if the stream ends before."""
    read = bytearray()
    while len(read) < count:
        piece = stream.read(count - len(read))
        if not piece:
            return None
        read += piece
    return bytes(read)
