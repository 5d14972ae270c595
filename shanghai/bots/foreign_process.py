"""A computer player of another package as the game knows it: a process without a terminal, which
gets views, events and a seed of its own, answers with data, and is ended when it is late."""

import contextlib
import hashlib
import os
import queue
import signal
import threading
import weakref
from subprocess import DEVNULL, PIPE, TimeoutExpired
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import structs

from shanghai.bots.foreign import ForeignMaker
from shanghai.bots.frames import read_frame, write_frame
from shanghai.bots.seated import BotAnswer, BotFailure, BotTask, NoReply
from shanghai.engine.seats import SeatIndex
from shanghai.processes import begin, module_command
from shanghai.words import computers as words

if TYPE_CHECKING:
    from subprocess import Popen

READY: Final = b""
"""What a process writes once it is ready for the first question."""
HURRY: Final = b""
"""What is written to it instead of a question when its player shall come to an end."""
_START_SECONDS: Final = 30.0
"""Seconds in which a process must be ready, before it runs any code of the player."""
_END_SECONDS: Final = 1.0
"""Seconds in which a process ends that is asked to end."""
MAX_BYTES: Final = 64 << 10
"""The bytes of the longest answer."""
_REPLIES: Final[msgspec.msgpack.Decoder[BotAnswer | BotFailure]] = msgspec.msgpack.Decoder(
    BotAnswer | BotFailure
)


class ForeignPlayer:
    """The player of one seat, in a new process whenever it has none."""

    def __init__(self, maker: ForeignMaker, seat: SeatIndex) -> None:
        module = "shanghai.bots.foreign_worker"
        self._command = module_command(module, maker.entry.value, str(seat))
        self._process: _Process | None = None

    def make_ready(self) -> None:
        """Starts its process, unless it runs. Raises NoReply."""
        if self._process is not None:
            return
        try:
            self._process = _Process(self._command)
        except OSError:
            raise NoReply(words.STOPPED_WORKING) from None
        self._exchange(None, _START_SECONDS)

    def answer(self, task: BotTask, seconds: float) -> BotAnswer | BotFailure:
        """Its answer within some seconds. It may be against the rules. Raises NoReply."""
        seeds = {"seed": _derived(task.seed), "maker_seed": _derived(task.maker_seed)}
        reply = self._exchange(msgspec.msgpack.encode(structs.replace(task, **seeds)), seconds)
        try:
            return _REPLIES.decode(reply)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return BotFailure("", len(task.events))

    def _exchange(self, message: bytes | None, seconds: float) -> bytes:
        """Writes a message, if any, and gives the next one that comes back. Raises NoReply."""
        process, reply = self._process, None
        try:
            if process is not None:
                reply = process.exchange(message, seconds)
        except BaseException:
            # Also where a signal asks the program to end.
            self.end()
            raise
        if reply is None:
            self.end()
            raise NoReply(words.STOPPED_WORKING)
        return reply

    def hurry(self) -> None:
        """Tells the player that its time is used up, and does not wait for that."""
        if self._process is not None:
            self._process.hurry()

    def end(self) -> None:
        """Ends the process, with all processes that it has started."""
        process, self._process = self._process, None
        if process is not None:
            process.end()


def _derived(seed: str) -> str:
    """A seed that follows from another one, and does not lead back to it."""
    return hashlib.sha256(f"player {seed}".encode()).hexdigest()


class _Process:
    """A process that answers one message after the other. It is ended when this object goes."""

    def __init__(self, command: list[str]) -> None:
        """Starts it. Raises OSError."""
        self._child = begin(command, stdout=PIPE, stderr=DEVNULL, bufsize=0, start_new_session=True)
        self._writing = threading.Lock()
        self.end = weakref.finalize(self, _end, self._child)

    def exchange(self, message: bytes | None, seconds: float) -> bytes | None:
        """Writes a message, if any, and gives the next one that comes back, None if none does.
        Raises NoReply after some seconds."""
        replies: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        # A thread, as both writing and reading can take for ever.
        given = (self._child, self._writing, message, replies)
        threading.Thread(target=_exchange, args=given, daemon=True).start()
        try:
            return replies.get(timeout=seconds)
        except queue.Empty:
            raise NoReply(words.DID_NOT_ANSWER) from None

    def hurry(self) -> None:
        """Writes that the time is used up, without waiting for it."""
        given = (self._child, self._writing, HURRY)
        threading.Thread(target=_write, args=given, daemon=True).start()


def _write(child: "Popen[bytes]", writing: threading.Lock, message: bytes) -> bool:
    """Writes a message, and returns whether that could be done."""
    with writing, contextlib.suppress(OSError, ValueError):
        if child.stdin is not None:
            write_frame(child.stdin, message)
            return True
    return False


def _exchange(
    child: "Popen[bytes]",
    writing: threading.Lock,
    message: bytes | None,
    replies: "queue.SimpleQueue[bytes | None]",
) -> None:
    reply = None
    with contextlib.suppress(OSError, ValueError):
        if child.stdout is not None and (message is None or _write(child, writing, message)):
            reply = read_frame(child.stdout, MAX_BYTES)
    replies.put(reply)


def _end(child: "Popen[bytes]") -> None:
    """Asks a process to end, with all processes that it has started. Kills it if it does not."""
    child.terminate()
    try:
        child.wait(_END_SECONDS)
    except TimeoutExpired:
        if hasattr(os, "killpg"):
            os.killpg(child.pid, signal.SIGKILL)
        child.kill()
        child.wait()
    for stream in (child.stdin, child.stdout):
        if stream is not None:
            stream.close()
