"""The search of the master, made ready before a command begins to use it."""

import sys

from shanghai.bots.machine_code import code_fault, has_numba, is_ready, make_ready
from shanghai.commands.printing import say
from shanghai.words.commands import PREPARING


def ready_to_search(command: str) -> bool:
    """Whether the master can search; its machine code is made where there is none yet."""
    if not has_numba():
        return False
    if not is_ready() and not code_fault():
        say(f"shanghai {command}: {PREPARING}", sys.stderr)
    return make_ready()
