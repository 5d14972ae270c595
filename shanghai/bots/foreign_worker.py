"""The process of one computer player of another package. It gets questions through a pipe and
answers with data. `python -P -m shanghai.bots.foreign_worker MODULE:OBJECT SEAT` starts it."""

import contextlib
import os
import queue
import sys
import threading
from importlib.metadata import EntryPoint
from time import monotonic
from typing import IO, Final

import msgspec
from msgspec import structs

from shanghai.bots.foreign import GROUP, ForeignMaker
from shanghai.bots.foreign_process import HURRY, MAX_BYTES, READY
from shanghai.bots.frames import read_frame, write_frame
from shanghai.bots.protocol import BotMaker
from shanghai.bots.seated import BotFailure, BotTask, SeatedBot, name_of
from shanghai.engine.rules import Rules
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import SeatView
from shanghai.processes import fork_guarded

if sys.platform != "win32":
    import resource

MAX_MEMORY: Final = 1 << 30
"""The bytes of memory that a player may use."""
_CHOSEN_FIRST: Final = "1000"
"""The highest `oom_score_adj`: Linux ends this process first when memory runs out."""


class _Clock:
    """The thinking time for the current question."""

    def __init__(self) -> None:
        self._due: float | None = None
        self.was_read = False
        self.is_hurried = False

    def start(self, seconds: float | None) -> None:
        """Starts the time for a question. `seconds` is None if it may take any time."""
        self._due = None if seconds is None else monotonic() + seconds
        self.was_read = self.is_hurried = False

    def is_late(self) -> bool:
        """Whether the time is used up."""
        self.was_read = True
        return self.is_hurried or (self._due is not None and monotonic() > self._due)


class Worker:
    """Answers one question after the other for the player of a seat."""

    def __init__(self, seat: SeatIndex, make: BotMaker) -> None:
        self._clock = _Clock()
        self._bot = SeatedBot(seat, make, self._clock.is_late)
        self._rules: Rules | None = None

    def start(self, task: BotTask) -> None:
        """Starts the thinking time of a question."""
        self._clock.start(task.seconds)

    def hurry(self) -> None:
        """Ends the thinking time of the current question."""
        self._clock.is_hurried = True

    def answer(self, task: BotTask) -> bytes:
        """The player's answer as an encoded BotAnswer, or BotFailure if it gave none."""
        try:
            answer = self._bot.answer(structs.replace(task, view=self._with_known_rules(task)))
        except BaseException as error:
            return msgspec.msgpack.encode(BotFailure(name_of(error), self._bot.event_count))
        answer = structs.replace(answer, looked_at_time=self._clock.was_read)
        encoded = b""
        with contextlib.suppress(BaseException):
            encoded = msgspec.msgpack.encode(answer)
        if 0 < len(encoded) <= MAX_BYTES:
            return encoded
        return msgspec.msgpack.encode(BotFailure("", len(task.events)))

    def _with_known_rules(self, task: BotTask) -> SeatView:
        """The view with the earlier `Rules` object if the rules are equal, which caches need."""
        if self._rules != task.view.rules:
            self._rules = task.view.rules
        return structs.replace(task.view, rules=self._rules)


def _leave_terminal() -> tuple[IO[bytes], IO[bytes]]:
    """Returns the streams of questions and answers. What the player prints itself is lost."""
    questions = os.fdopen(os.dup(0), "rb", buffering=0)
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    return questions, answers


def _limit_memory() -> None:
    """Limits the memory of this process, and has the system end it first if memory runs out."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError, ValueError):
        allowed = (MAX_MEMORY, resource.getrlimit(resource.RLIMIT_DATA)[1])
        resource.setrlimit(resource.RLIMIT_DATA, allowed)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as score:
        score.write(_CHOSEN_FIRST)


def _take_in(questions: IO[bytes], worker: Worker, tasks: "queue.SimpleQueue[BotTask]") -> None:
    """Puts the questions of the game into `tasks`. Ends this process when there are no more."""
    decoder = msgspec.msgpack.Decoder(BotTask)
    with contextlib.suppress(Exception):
        while (message := read_frame(questions)) is not None:
            if message == HURRY:
                worker.hurry()
                continue
            task = decoder.decode(message)
            worker.start(task)
            tasks.put(task)
    os._exit(1)


def main(value: str, seat: SeatIndex) -> None:
    """Answers questions until the game ends this process or writes no more."""
    questions, answers = _leave_terminal()
    fork_guarded(questions.fileno(), answers.fileno())
    _limit_memory()
    worker = Worker(seat, ForeignMaker(EntryPoint("", value, GROUP)))
    tasks: queue.SimpleQueue[BotTask] = queue.SimpleQueue()
    arguments = (questions, worker, tasks)
    threading.Thread(target=_take_in, args=arguments, daemon=True).start()
    try:
        write_frame(answers, READY)
        while True:
            write_frame(answers, worker.answer(tasks.get()))
    finally:
        # Ends at once, even if threads of the player go on.
        os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1], SeatIndex(int(sys.argv[2])))
