"""What the system says of files and addresses that it refuses."""

import errno
import os
from collections.abc import Mapping
from typing import Final

from shanghai.words.messages import Messages

say = Messages("system")

_ERRORS: Final[Mapping[str, str]] = say.table("ERRORS")


def system_fault(error: BaseException) -> str:
    """Why the system refuses, in the language of the moment where it is a known reason."""
    number, said = getattr(error, "errno", None), getattr(error, "strerror", None)
    if number and said == os.strerror(number):
        return _ERRORS.get(errno.errorcode.get(number, ""), said)
    return said or str(error) or type(error).__name__
