"""The engines that search for the master: in this process, or in a process of their own."""

import atexit
import contextlib
import pickle
import queue
import threading
from subprocess import DEVNULL, PIPE, TimeoutExpired
from typing import IO, TYPE_CHECKING, Final

from shanghai.bots.frames import read_frame, write_frame
from shanghai.bots.machine_code import code_fault, has_numba, is_ready
from shanghai.bots.protocol import SearchEngine, SearchQuestion, Thought
from shanghai.processes import begin, module_command
from shanghai.words import computers as words
from shanghai.words.installing import install_command, is_one_file

if TYPE_CHECKING:
    from subprocess import Popen

_GRACE: Final = 1.0
"""The seconds to wait for an answer after the time of its question is over."""
_LONG: Final = 60.0
"""The seconds for a question without a time."""
_MOST_DEATHS: Final = 3
"""How often the process may end by itself before no other one is started."""

Numbered = tuple[int, object]
"""The number of a question with the question, or with its answer. 0: the process is ready."""


def write_numbered(stream: IO[bytes], message: Numbered) -> None:
    """Writes a question or an answer as one message."""
    write_frame(stream, pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL))


def read_numbered(stream: IO[bytes]) -> Numbered | None:
    """Reads the next question or answer. None at the end of the stream."""
    data = read_frame(stream)
    if data is None:
        return None
    message: Numbered = pickle.loads(data)
    return message


class ThinkingApart:
    """Has a process of its own answer questions, one after the other."""

    in_other_process = True

    def __init__(self, jobs: int = 1) -> None:
        self._jobs = jobs
        self._lock = threading.Lock()
        self._starter: threading.Thread | None = None
        self._child: Popen[bytes] | None = None
        self._answers: queue.SimpleQueue[Numbered | None] = queue.SimpleQueue()
        self._is_ready = False
        self._is_closed = False
        self._deaths = 0
        self._number = 0

    @property
    def remark(self) -> str:
        """What it waits for or lacks, as the end of a sentence; "" if it can search."""
        if not has_numba():
            one_file = words.NOT_IN_ONE_FILE if is_one_file() else ""
            return one_file or words.NOT_INSTALLED.format(install=install_command("full"))
        if fault := code_fault():
            return words.NO_CODE.format(fault=fault)
        if self._deaths >= _MOST_DEATHS:
            return words.FAILED
        if not is_ready():
            return words.GETS_READY
        return words.STARTS_AGAIN if self._deaths and not self._is_ready else ""

    @property
    def pid(self) -> int | None:
        """The process id of its process, None if none runs."""
        child = self._child
        return child.pid if child is not None and child.poll() is None else None

    def start(self) -> None:
        """Starts the process in a thread, unless it runs or cannot run."""
        if self._is_closed or self._deaths >= _MOST_DEATHS or not has_numba() or code_fault():
            return
        if self._starter is None or not self._starter.is_alive():
            self._starter = threading.Thread(target=self._run, name="thinking", daemon=True)
            self._starter.start()
            atexit.register(self.close)

    def think(self, question: SearchQuestion) -> Thought | None:
        """The answer. None if the process is not ready yet, is busy, or fails."""
        self.start()
        seconds = (_LONG if question.seconds is None else question.seconds) + _GRACE
        if not self._is_ready or not self._lock.acquire(timeout=seconds):
            return None
        try:
            return self._ask(question, seconds)
        finally:
            self._lock.release()

    def _ask(self, question: SearchQuestion, seconds: float) -> Thought | None:
        child = self._child
        if child is None or child.stdin is None:
            return None
        self._number += 1
        try:
            write_numbered(child.stdin, (self._number, question))
            while True:
                frame = self._answers.get(timeout=seconds)
                if frame is None:
                    return None
                if frame[0] == self._number:
                    return frame[1] if isinstance(frame[1], Thought) else None
        except (OSError, ValueError, queue.Empty):
            # It has ended or is stuck. The next question starts another one.
            self._end_child()
            return None

    def close(self) -> None:
        """Ends the process for good."""
        self._is_closed = True
        self._end_child()
        atexit.unregister(self.close)

    def _run(self) -> None:
        """Has the machine code made if it is missing, starts the process, and reads its answers."""
        if not is_ready():
            child = self._begin("prepare")
            if child is None or child.wait() != 0 or not is_ready():
                self._deaths = _MOST_DEATHS
                return
        child = self._begin(str(self._jobs))
        if child is None or child.stdout is None:
            self._deaths = _MOST_DEATHS
            return
        with contextlib.suppress(OSError, ValueError, EOFError, pickle.UnpicklingError):
            while (frame := read_numbered(child.stdout)) is not None:
                if frame[0] == 0:
                    self._is_ready = True
                else:
                    self._answers.put(frame)
        self._is_ready = False
        self._deaths += 1
        self._answers.put(None)
        self._end_child()

    def _begin(self, task: str) -> "Popen[bytes] | None":
        if self._is_closed:
            return None
        words = module_command("shanghai.bots.playouts.worker", task)
        try:
            self._child = begin(words, stdout=PIPE, stderr=DEVNULL, start_new_session=True)
        except OSError:
            return None
        return self._child

    def _end_child(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        with contextlib.suppress(OSError):
            child.kill()
        if child.stdin is not None:
            with contextlib.suppress(OSError, ValueError):
                child.stdin.close()
        with contextlib.suppress(TimeoutExpired):
            child.wait(1.0)


class ThinkingHere:
    """Searches in this process without a limit of time, so that all machines answer the same."""

    in_other_process = False

    @property
    def remark(self) -> str:
        """ "", as this engine is used only if it can search."""
        return ""

    def think(self, question: SearchQuestion) -> Thought | None:
        """The answer. None if numba is not installed or the machine code is not complete."""
        if not has_numba() or not is_ready():
            return None
        from shanghai.bots.playouts.thinking import answer

        return answer(question._replace(seconds=None))


def search_with(cores: int) -> SearchEngine:
    """An engine with a process of its own that uses so many cores; 0 means in this process."""
    return ThinkingApart(cores) if cores else ThinkingHere()
