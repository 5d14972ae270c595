"""A computer player of another package, as the game sees it: a process without a terminal. It gets
views, events and its own seed, and answers with data. It is ended when it is late."""

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
"""What the game writes to it instead of a question when the time of its player is used up."""
_START_SECONDS: Final = 30.0
"""The seconds in which a new process must be ready. It runs no code of the player until then."""
_END_SECONDS: Final = 1.0
"""The seconds that a process gets to end by itself before it is killed."""
MAX_BYTES: Final = 64 << 10
"""The length of the longest answer in bytes."""
_REPLY_DECODER: Final[msgspec.msgpack.Decoder[BotAnswer | BotFailure]] = msgspec.msgpack.Decoder(
    BotAnswer | BotFailure
)


class ForeignPlayer:
    """The player of one seat. It starts a new process whenever it has none."""

    def __init__(self, maker: ForeignMaker, seat: SeatIndex) -> None:
        module = "shanghai.bots.foreign_worker"
        self._command = module_command(module, maker.entry.value, str(seat))
        self._process: _Process | None = None

    def make_ready(self) -> None:
        """Starts its process unless it runs. Raises NoReply if that fails or takes too long."""
        if self._process is not None:
            return
        try:
            self._process = _Process(self._command)
        except OSError:
            raise NoReply(words.STOPPED_WORKING) from None
        self._ask(None, _START_SECONDS)

    def answer(self, task: BotTask, seconds: float) -> BotAnswer | BotFailure:
        """Its answer, which may be against the rules. Raises NoReply, after `seconds` at most."""
        seeds = {"seed": _derived(task.seed), "maker_seed": _derived(task.maker_seed)}
        reply = self._ask(msgspec.msgpack.encode(structs.replace(task, **seeds)), seconds)
        try:
            return _REPLY_DECODER.decode(reply)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return BotFailure("", len(task.events))

    def _ask(self, message: bytes | None, seconds: float) -> bytes:
        """Writes a message, if any, and returns the reply. Without one, raises NoReply."""
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
        """Tells the player that its time is used up, without waiting until it knows."""
        if self._process is not None:
            self._process.hurry()

    def end(self) -> None:
        """Ends the process. Its guard (`fork_guarded`) ends all that it has started."""
        process, self._process = self._process, None
        if process is not None:
            process.end()


def _derived(seed: str) -> str:
    """A seed that follows from another one, which cannot be computed back from it."""
    return hashlib.sha256(f"player {seed}".encode()).hexdigest()


class _Process:
    """A process that answers one message after the other. It ends when this object is deleted."""

    def __init__(self, command: list[str]) -> None:
        """Starts the process. Raises OSError if that fails."""
        self._child = begin(command, stdout=PIPE, stderr=DEVNULL, bufsize=0, start_new_session=True)
        self._writing = threading.Lock()
        self.end = weakref.finalize(self, _end, self._child)

    def exchange(self, message: bytes | None, seconds: float) -> bytes | None:
        """Writes a message, or none, and returns the next one that comes back. None if the process
        has ended. Raises NoReply after `seconds`."""
        replies: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        # In a thread, as both writing and reading can take for ever.
        arguments = (self._child, self._writing, message, replies)
        threading.Thread(target=_exchange_in_thread, args=arguments, daemon=True).start()
        try:
            return replies.get(timeout=seconds)
        except queue.Empty:
            raise NoReply(words.DID_NOT_ANSWER) from None

    def hurry(self) -> None:
        """Writes HURRY in a thread of its own."""
        arguments = (self._child, self._writing, HURRY)
        threading.Thread(target=_write, args=arguments, daemon=True).start()


def _write(child: "Popen[bytes]", writing: threading.Lock, message: bytes) -> bool:
    """Writes a message. Returns False if the process takes none any more."""
    with writing, contextlib.suppress(OSError, ValueError):
        if child.stdin is not None:
            write_frame(child.stdin, message)
            return True
    return False


def _exchange_in_thread(
    child: "Popen[bytes]",
    writing: threading.Lock,
    message: bytes | None,
    replies: "queue.SimpleQueue[bytes | None]",
) -> None:
    """Writes a message, or none, and puts the next reply into `replies`. This runs in a thread.

    Puts None if the message cannot be written or the process has ended.
    """
    reply = None
    with contextlib.suppress(OSError, ValueError):
        if child.stdout is not None and (message is None or _write(child, writing, message)):
            reply = read_frame(child.stdout, MAX_BYTES)
    replies.put(reply)


def _end(child: "Popen[bytes]") -> None:
    """Asks a guard process to end with all that it has started. Kills its group if it does not."""
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
