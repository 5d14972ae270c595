"""The process that searches for the master, or makes the machine code."""

import contextlib
import os
import queue
import sys
import threading
from typing import Final

from shanghai.bots.machine_code import note_ready
from shanghai.bots.playouts import search
from shanghai.bots.playouts.thinking import answer
from shanghai.bots.protocol import SearchQuestion
from shanghai.bots.thoughts import Numbered, read_numbered, write_numbered

_NICE: Final = 5
"""By how much its priority is lowered, so that the screen and its keys come first."""


def _take_in(frames: "queue.SimpleQueue[Numbered]") -> None:
    """Reads questions into `frames`. Ends this process at once when the input ends."""
    with contextlib.suppress(Exception):
        while (frame := read_numbered(sys.stdin.buffer)) is not None:
            frames.put(frame)
    os._exit(1)


def main(task: str) -> None:
    """Makes the machine code and notes that it is complete if `task` is `prepare`. Else answers
    questions until the input ends, with as many threads as `task` says."""
    frames: queue.SimpleQueue[Numbered] = queue.SimpleQueue()
    threading.Thread(target=_take_in, args=(frames,), daemon=True).start()
    if task == "prepare":
        search.make_code()
        note_ready()
        # At once, as a thread still waits for input.
        os._exit(0)
    if hasattr(os, "nice"):
        os.nice(_NICE)
    search.use_cores(int(task))
    search.make_code()
    write_numbered(sys.stdout.buffer, (0, None))
    while True:
        number, question = frames.get()
        reply = None
        if isinstance(question, SearchQuestion):
            with contextlib.suppress(Exception):
                reply = answer(question)
        write_numbered(sys.stdout.buffer, (number, reply))


if __name__ == "__main__":
    main(sys.argv[1])
