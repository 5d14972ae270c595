"""Reasons of the system for not opening a file or an address."""

import errno
import os
from collections.abc import Mapping
from typing import Final

from shanghai.words.messages import Messages

say = Messages("system")

_ERRORS: Final[Mapping[str, str]] = say.table("ERRORS")


def system_fault(error: BaseException) -> str:
    """The reason of an error of the system, in the current language if it is a known one."""
    number, reason = getattr(error, "errno", None), getattr(error, "strerror", None)
    if number and reason == os.strerror(number):
        return _ERRORS.get(errno.errorcode.get(number, ""), reason)
    return reason or str(error) or type(error).__name__
