"""The process that thinks: it answers one question after the other, and ends with its input."""

import contextlib
import os
import queue
import sys
import threading
from typing import IO

from shanghai.bots.playouts import search
from shanghai.bots.playouts.thinking import answer
from shanghai.bots.questions import Question
from shanghai.bots.thinking_process import Frame, read_frame, write_frame

_NICE = 5
"""How much the screen and its keys come before it."""


def _take_in(stream: IO[bytes], frames: "queue.SimpleQueue[Frame]") -> None:
    """Takes questions in, and ends this process at once when there can be no more."""
    with contextlib.suppress(Exception):
        while (frame := read_frame(stream)) is not None:
            frames.put(frame)
    os._exit(0)


def main() -> None:
    """Answers questions until the input ends."""
    if hasattr(os, "nice"):
        os.nice(_NICE)
    frames: queue.SimpleQueue[Frame] = queue.SimpleQueue()
    stream, answers = sys.stdin.buffer, sys.stdout.buffer
    threading.Thread(target=_take_in, args=(stream, frames), daemon=True).start()
    search.use_cores(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    search.make_code()
    write_frame(answers, (0, None))
    while True:
        number, question = frames.get()
        found = None
        if isinstance(question, Question):
            with contextlib.suppress(Exception):
                found = answer(question)
        write_frame(answers, (number, found))


if __name__ == "__main__":
    main()
