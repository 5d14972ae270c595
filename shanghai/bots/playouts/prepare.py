"""Makes all machine code of the play-outs, once for each version of them, and keeps it on disk."""

import contextlib
import os
import threading

from shanghai.bots.machine_code import note_ready
from shanghai.bots.playouts.search import make_code


def _end_with_input() -> None:
    """Ends this process when the one that waits for it has ended."""
    with contextlib.suppress(OSError):
        while os.read(0, 1024):
            pass
    os._exit(1)


def main() -> None:
    """Makes it, and notes that it is there."""
    threading.Thread(target=_end_with_input, daemon=True).start()
    make_code()
    note_ready()
    # At once, as a thread still waits for input.
    os._exit(0)


if __name__ == "__main__":
    main()
