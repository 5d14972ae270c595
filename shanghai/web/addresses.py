"""The addresses at which a server can be reached, and why it cannot listen at one."""

import contextlib
import os
from socket import AF_INET, SOCK_DGRAM, gethostname, socket as open_socket
from typing import Final

from shanghai.words import web as words
from shanghai.words.system import system_fault

_EVERYWHERE: Final = ("0.0.0.0", "::", "0")


class ListenError(Exception):
    """The address or the port cannot be used. The message is a sentence."""


def shown_host(host: str) -> str:
    """A host as in a URL; for "all addresses of this machine" the one that others can reach."""
    if host in _EVERYWHERE:
        host = own_address()
    return f"[{host}]" if ":" in host else host


def own_address() -> str:
    """The address of this machine in its network, or else its name. No packet is sent."""
    with open_socket(AF_INET, SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return gethostname()


def why_not(error: Exception) -> str:
    """The reason of an error as text, without the words that asyncio adds."""
    if not isinstance(error, OSError):
        return words.NO_MACHINE
    number = max(0, error.errno or 0)
    return system_fault(OSError(number, os.strerror(number)) if number else error)
