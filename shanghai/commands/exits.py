"""How a command ends: its exit codes, and the exception that ends it with one."""

from typing import Final

FAILED: Final = 1
USAGE: Final = 2
BAD_FILE: Final = 3
NOT_STORED: Final = 4
NO_TERMINAL: Final = 6
INTERRUPTED: Final = 130


class Stop(Exception):
    """Ends a command with an exit code; the message has a line for each fault."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code
