"""Errors of the operating system in words, such as why a file cannot be opened."""

import errno
import os
from collections.abc import Mapping
from typing import Final

from shanghai.words.messages import Messages

say = Messages("system")

_ERRORS: Final[Mapping[str, str]] = say.table("ERRORS")


def system_fault(error: BaseException) -> str:
    """The reason of a system error, in the current language if that has a text for it. An error
    without a reason gives the name of its class."""
    number, reason = getattr(error, "errno", None), getattr(error, "strerror", None)
    if number and reason == os.strerror(number):
        return _ERRORS.get(errno.errorcode.get(number, ""), reason)
    return reason or str(error) or type(error).__name__
