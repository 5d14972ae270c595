"""Reviews a game while it is played: each finished round is judged in a process that lets every
other one go first, so that little is left to wait for at the end.

The process is `python -m shanghai.review.ahead JOURNAL`. It ends when its input is closed, and
saves what is done.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Final

from shanghai.processes import begin, module_command

if TYPE_CHECKING:
    from subprocess import Popen

_LOWEST: Final = 19
"""The niceness of a process that runs only where no other one wants the processor."""


class ReviewAhead:
    """Judges the finished rounds of one game, in one process after the other."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._starter: Thread | None = None
        self._child: Popen[bytes] | None = None

    def begin(self) -> None:
        """Has the rounds judged that are finished so far, as soon as the process before has ended.
        Nothing happens if no process can be started."""
        self._starter = Thread(target=self._start, daemon=True)
        self._starter.start()

    def wait(self) -> None:
        """Waits until the rounds are judged that were finished at the last `begin`."""
        if self._starter is not None:
            self._starter.join()
        if self._child is not None:
            self._child.wait()

    def ask_to_end(self) -> None:
        """Asks the process to save what is done and to end."""
        with self._lock:
            if self._child is not None and self._child.stdin is not None:
                with suppress(OSError):
                    self._child.stdin.close()

    def stop(self) -> None:
        """Has the process save what is done, and waits until it has ended."""
        if self._starter is not None:
            self._starter.join()
        self.ask_to_end()
        self.wait()

    def _start(self) -> None:
        from subprocess import DEVNULL

        self.ask_to_end()
        with self._lock, suppress(OSError):
            if self._child is not None:
                self._child.wait()
            command = module_command("shanghai.review.ahead", str(self._path))
            self._child = begin(command, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True)


def main(path: Path) -> None:
    """Judges the finished rounds of a game until the standard input is closed."""
    # Here, as the game that starts this process needs none of it.
    from shanghai.review.running import judge_rounds
    from shanghai.storage.saves import StoreError, sound_game

    if hasattr(os, "nice"):
        os.nice(_LOWEST)
    is_ending = Event()

    def wait_for_end() -> None:
        sys.stdin.buffer.read()
        is_ending.set()

    Thread(target=wait_for_end, daemon=True).start()
    with suppress(StoreError):
        judge_rounds(path, sound_game(path), 1, lambda done, total: not is_ending.is_set())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
