"""Reviews a game while it is played. A process of low priority judges each finished round, so that
at the end of the game little is left to wait for.

The process is `python -m shanghai.review.running JOURNAL`. It ends when its input is closed, and
saves what is done.
"""

from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, TimeoutExpired
from threading import Lock, Thread
from typing import TYPE_CHECKING, Final

from shanghai.processes import begin, module_command

if TYPE_CHECKING:
    from subprocess import Popen


_PATIENCE: Final = 3.0
"""The seconds that a process gets to save its work and end."""


class ReviewAhead:
    """Has the finished rounds of a game judged, in one process after the other."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._starter: Thread | None = None
        self._child: Popen[bytes] | None = None

    def begin(self) -> None:
        """Starts a process for the rounds that are finished so far, after the one before has ended.
        Does nothing if no process can be started."""
        self._starter = Thread(target=self._start, daemon=True)
        self._starter.start()

    def wait(self, seconds: float) -> bool:
        """Waits until all rounds are judged that were finished at the last `begin`, or for some
        seconds. Returns whether they are judged, or the process has ended."""
        if self._starter is not None:
            self._starter.join(seconds)
            if self._starter.is_alive():
                return False
        if self._child is None:
            return True
        with suppress(TimeoutExpired):
            self._child.wait(seconds)
        return self._child.poll() is not None

    def ask_to_end(self) -> None:
        """Asks the process to save its work and to end."""
        with self._lock:
            if self._child is not None and self._child.stdin is not None:
                with suppress(OSError):
                    self._child.stdin.close()

    def stop(self) -> None:
        """Has the process save its work, and waits until it has ended. Kills it if that takes too
        long. What it has not saved is judged again later."""
        if self._starter is not None:
            self._starter.join()
        self.ask_to_end()
        if self._child is None:
            return
        try:
            self._child.wait(_PATIENCE)
        except TimeoutExpired:
            self._child.kill()
            self._child.wait()

    def _start(self) -> None:
        self.ask_to_end()
        with self._lock, suppress(OSError):
            if self._child is not None:
                self._child.wait()
            command = module_command("shanghai.review.running", str(self._path))
            self._child = begin(command, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True)
