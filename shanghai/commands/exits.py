"""How a command ends: the exit codes, and the exception that ends a command with a code."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

FAILED: Final = 1
USAGE: Final = 2
BAD_FILE: Final = 3
NOT_STORED: Final = 4
NO_TERMINAL: Final = 6
INTERRUPTED: Final = 130
UNRECOGNIZED: Final = "unrecognized arguments: "
"""The beginning of the message of argparse on words that it does not know."""


class Stop(Exception):
    """Ends a command with an exit code. The message has a line for each fault."""

    def __init__(self, code: int, message: object) -> None:
        super().__init__(str(message))
        self.code = code


def with_exit_code(run: Callable[..., int]) -> Callable[..., int]:
    """A decorator for `run` of a command, which turns an error into its exit code. If an error has
    a `code`, such as Stop, its message is printed and the code is returned."""

    @wraps(run)
    def run_with_code(*args: Any) -> int:  # noqa: ANN401
        try:
            return run(*args)
        except Exception as error:
            code = getattr(error, "code", None)
            if not isinstance(code, int):
                raise
            return fail(code, error, run.__module__.rpartition(".")[2])

    return run_with_code


def fail(code: int, problem: object, command: str = "") -> int:
    """Prints why the program fails, with a line for each fault. Returns the exit code."""
    # Imported here, as most commands end without an error.
    from shanghai.commands.printing import complain

    complain(command, problem)
    return code
