"""The addresses that a server listens on, and why one cannot be had."""

import contextlib
import os
from socket import AF_INET, SOCK_DGRAM, gethostname, socket as open_socket
from typing import Final

from shanghai.words import web as words
from shanghai.words.system import system_fault

_EVERYWHERE: Final = ("0.0.0.0", "::", "0")


class ListenError(Exception):
    """The address or the port cannot be used; the message is a sentence."""


def shown_host(host: str) -> str:
    """A host as a URL has it; for all addresses of this machine one that others reach."""
    if host in _EVERYWHERE:
        host = own_address()
    return f"[{host}]" if ":" in host else host


def own_address() -> str:
    """The address by which this machine goes out; no packet is sent to find it."""
    with open_socket(AF_INET, SOCK_DGRAM) as asked, contextlib.suppress(OSError):
        asked.connect(("192.0.2.1", 9))
        return str(asked.getsockname()[0])
    return gethostname()


def why_not(error: Exception) -> str:
    """The reason without the words that asyncio puts around it."""
    if not isinstance(error, OSError):
        return words.NO_MACHINE
    number = max(0, error.errno or 0)
    return system_fault(OSError(number, os.strerror(number)) if number else error)
