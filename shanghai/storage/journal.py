"""The reader of a journal, which replays it, and the course of its game: the moves that stand.

Replaying through the engine is the only loader.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct, structs

from shanghai.bots.pool import Note
from shanghai.engine.actions import Action, Correct, Deal, DrawForDealer, HandOver, StopGame
from shanghai.engine.events import Event, RoundEnded
from shanghai.engine.game import Refused, apply
from shanghai.engine.parameters.checks import check_variant
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Phase, State
from shanghai.engine.undo import Moment, UndoHistory, UndoRequest
from shanghai.host.chance import MOST_CUT, cuts_due
from shanghai.host.pins import HASH_BYTES, SALT_BYTES, PinHash
from shanghai.host.window import CallWindow, Resumption, window_after
from shanghai.storage.entries import (
    Cut,
    Ended,
    Entry,
    Header,
    Moved,
    Pin,
    Undone,
    Who,
    first_state,
    read_entry,
    standing,
    state_hash,
)
from shanghai.storage.files import body_of
from shanghai.storage.verdict import FORMAT, MOST_BYTES, JournalVerdict
from shanghai.words.computers import NOBODY_CALLED
from shanghai.words.problems import problem_text
from shanghai.words.sanitize import sanitize

_LEVEL: Final = r"[a-z0-9][a-z0-9-]{0,39}"
BAD_CHECKSUM: Final = "the checksum does not fit"
"""The problem of a line that is not as it was written."""


class Journal(Struct, frozen=True):
    """A journal as it was read: the game as far as its lines are sound, and what is wrong after.

    `good` is the length in bytes of the sound lines and `checksum` the last of theirs; `line` is
    the number of the first bad line (0 where none is), `problem` says what is wrong with it.
    `notes` are on computer players, each with the number of events in the log before it. `lines`
    are the sound lines as they stand in the file.
    """

    verdict: JournalVerdict
    header: Header | None = None
    entries: tuple[Entry, ...] = ()
    state: State | None = None
    log: tuple[Event, ...] = ()
    notes: tuple[tuple[int, str], ...] = ()
    players: tuple[Who, ...] = ()
    good: int = 0
    checksum: int = 0
    line: int = 0
    problem: str = ""
    resumption: Resumption | None = None
    lines: bytes = b""

    @property
    def moves(self) -> int:
        """The number of moves made, including those taken back later."""
        return sum(isinstance(entry, Moved) for entry in self.entries)

    @property
    def taken_back(self) -> int:
        """The number of moves that were taken back."""
        return self.moves - len(standing(self.entries))

    @property
    def computers(self) -> tuple[str, ...]:
        """The levels of the computer players that sit at the table."""
        return tuple(who.bot for who in self.players if who.bot)

    @property
    def is_ended(self) -> bool:
        """Whether the game was finished."""
        return bool(self.entries) and isinstance(self.entries[-1], Ended)


def read(data: bytes) -> Journal:
    """Reads and replays a journal; never raises for what the bytes hold."""
    if len(data) > MOST_BYTES:
        return _unread("the file is too large for a saved game")
    *lines, tail = data.split(b"\n")
    if not lines:
        return _unread("the first line is cut", JournalVerdict.TORN)
    found = body_of(lines[0], 0)
    if found is None:
        problem = "the first line is not that of a saved game"
        if lines[0].startswith(b"\xef\xbb\xbf") or lines[0].endswith(b"\r"):
            problem = "the file was rewritten by an editor, with a mark or line ends of its own"
        return _unread(problem)
    header = _read_header(found[0])
    if isinstance(header, Journal):
        return header
    try:
        state = first_state(header)
    except ValueError:
        return _unread("the players do not fit the rules")
    read = _Replay(header, state, found[1], len(lines[0]) + 1).read(lines[1:], tail)
    return structs.replace(read, lines=data[: read.good])


def _unread(problem: str, verdict: JournalVerdict = JournalVerdict.DAMAGED) -> Journal:
    """What is said of a file whose first line is of no use."""
    return Journal(verdict, line=1, problem=problem)


def _read_header(body: bytes) -> Header | Journal:
    """The header, or what is wrong with it; a newer format is recognised first."""
    try:
        plain = msgspec.json.decode(body, type=dict[str, Any])
        if type(plain.get("format")) is int and plain["format"] > FORMAT:
            version = sanitize(str(plain.get("program", "")), 20)
            problem = f"made by version {version or 'unknown'}; please update the program"
            return _unread(problem, JournalVerdict.NEWER)
        header = msgspec.convert(plain, Header)
        problem = _header_fault(header, plain)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        problem = "the first line is not that of a game"
    return _unread(problem) if problem else header


def _header_fault(header: Header, plain: dict[str, Any]) -> str:
    if header.format < 1:
        return f"there is no format {header.format}"
    if any(map(_is_unshowable, _texts(plain))):
        return "a text in it holds characters that must not be shown"
    for who in header.players:
        if problem := _level_fault(who.bot):
            return problem
    for fault in check_variant(header.rules):
        at, fault_text = ".".join(map(str, fault.path)), problem_text(fault)[0]
        return f"nobody can play by its rules: {at} {fault_text}"
    return ""


def _level_fault(level: str) -> str:
    """Why no computer player can be called so; empty where one can, or for a person."""
    if not level or re.fullmatch(_LEVEL, level):
        return ""
    return NOBODY_CALLED.format(level=sanitize(level, 20))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _texts(item)


def _is_unshowable(text: str) -> bool:
    """Whether a text holds control or format characters, which typed texts never keep."""
    # Nearly every text is printable throughout, which is quickly told.
    return not text.isprintable() and any(
        unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") for letter in text
    )


def _is_hex(text: str, length: int) -> bool:
    return len(text) == 2 * length and set(text) <= set("0123456789abcdef")


class _Replay:
    """Follows the lines of a journal through the engine until one does not hold."""

    def __init__(self, header: Header, state: State, checksum: int, good: int) -> None:
        self.header = header
        self.checksum = checksum
        self.good = good
        self.entries: list[Entry] = []
        self.log: list[Event] = []
        self.notes: list[tuple[int, str]] = []
        self.players = list(header.players)
        self.state = state
        self.window = CallWindow(state, 0, 0)
        self.past: UndoHistory[CallWindow] = UndoHistory()
        self.hinted: set[SeatIndex] = set()
        self.cuts: tuple[int, ...] = ()
        self.pins: dict[SeatIndex, PinHash] = {}
        self.version = 0

    def read(self, lines: list[bytes], tail: bytes) -> Journal:
        """Follows the whole lines; `tail` is what stands after the last newline."""
        state = self.state
        for number, line in enumerate(lines, 2):
            found = body_of(line, self.checksum)
            if found is None:
                rest = (*lines[number - 1 :], tail)
                is_last = not any(after.strip(b"\0") for after in rest)
                verdict = JournalVerdict.TORN if is_last else JournalVerdict.DAMAGED
                return self._found(verdict, number, BAD_CHECKSUM)
            entry = read_entry(found[0])
            after = _NO_ENTRY if entry is None else self._enter(state, entry)
            if entry is None or isinstance(after, str):
                return self._found(JournalVerdict.DAMAGED, number, str(after))
            self.entries.append(entry)
            self.checksum = found[1]
            self.good += len(line) + 1
            self.state = state = after
        if tail:
            return self._found(JournalVerdict.TORN, len(lines) + 2, "the last line is cut")
        if state.phase is Phase.GAME_OVER and not self._is_over():
            return self._found(
                JournalVerdict.TORN, len(lines) + 2, "the last line of the game is missing"
            )
        return self._found(JournalVerdict.OK, 0, "")

    def _found(self, verdict: JournalVerdict, line: int, problem: str) -> Journal:
        return Journal(
            verdict,
            self.header,
            tuple(self.entries),
            self.state,
            tuple(self.log),
            tuple(self.notes),
            tuple(self.players),
            self.good,
            self.checksum,
            line,
            problem,
            Resumption(
                self.version,
                tuple(self.past.moments),
                self.window,
                tuple(Note(at, text) for at, text in self.notes),
                frozenset(self.hinted),
                self.cuts,
                tuple(self.pins.items()),
            ),
        )

    def _is_over(self) -> bool:
        return bool(self.entries) and isinstance(self.entries[-1], Ended)

    def _enter(self, state: State, entry: Entry) -> State | str:
        if entry.n != len(self.entries) + 1:
            return f"another entry stands where number {len(self.entries) + 1} is due"
        if self._is_over() and not (isinstance(entry, Moved) and isinstance(entry.action, Correct)):
            return "the game goes on after its end"
        if isinstance(entry, Moved):
            return self._move(state, entry)
        if isinstance(entry, Undone):
            return self._take_back(state, entry)
        if isinstance(entry, Cut):
            is_seat = 0 <= entry.seat < state.players
            if not self._is_uncut(state) or not is_seat or not 0 <= entry.number < MOST_CUT:
                return "the cards are not to be cut so"
            self.cuts += (entry.number,)
            self.version += 1
            return state
        if isinstance(entry, Pin):
            return self._keep_pin(state, entry)
        if state.phase is not Phase.GAME_OVER:
            return "the game is said to be over before it is"
        return state if entry.state == state_hash(state) else _OTHER_STATE

    def _is_uncut(self, state: State) -> bool:
        due = cuts_due(state.phase, self.header.root) if self.header.fingerprint else 0
        return len(self.cuts) < due

    def _keep_pin(self, state: State, entry: Pin) -> State | str:
        is_pin = _is_hex(entry.salt, SALT_BYTES) and _is_hex(entry.digest, HASH_BYTES)
        is_none = not entry.salt and not entry.digest
        if not 0 <= entry.seat < state.players or not (is_pin or is_none):
            return "there can be no such PIN"
        if any(map(_is_unshowable, entry.said)):
            return _BAD_NOTE
        if is_none:
            self.pins.pop(entry.seat, None)
        else:
            self.pins[entry.seat] = PinHash(entry.salt, entry.digest)
        self.notes += [(len(self.log), text) for text in entry.said]
        self.version += 1
        return state

    def _move(self, state: State, entry: Moved) -> State | str:
        action = entry.action
        if isinstance(action, Deal | DrawForDealer) and self._is_uncut(state):
            return "the cards are dealt before they are cut"
        try:
            after, events = apply(state, action)
        except Refused as refused:
            return f"the rules refuse the move ({refused.refusal.code})"
        except Exception as error:
            # A forged move may break the engine in any way; the file is at fault.
            return f"the move cannot be played ({type(error).__name__})"
        if entry.state and entry.state != state_hash(after):
            return _OTHER_STATE
        if isinstance(action, HandOver):
            if _is_unshowable(action.name):
                return "a name holds characters that must not be shown"
            if problem := _level_fault(entry.bot):
                return problem
            self.players[action.seat] = Who(action.name, entry.bot)
            self.pins.pop(action.seat, None)
        elif entry.bot:
            return "a computer player takes a seat that is not handed over"
        if isinstance(action, Correct) and _is_unshowable(action.note):
            return _BAD_NOTE
        if (entry.said or entry.hinted or entry.tried) and (problem := self._remark(entry)):
            return problem
        self.past.note(Moment(self.version, state, len(self.log), action, self.window), after)
        self.version += 1
        self.log += events
        self.window = window_after(self.window, state, action, after, len(self.log))
        if isinstance(action, HandOver):
            self.window = structs.replace(self.window, known=len(self.log))
        return after

    def _remark(self, entry: Moved) -> str:
        """Keeps what a move tells besides its action; what is wrong with it, if anything."""
        if any(map(_is_unshowable, entry.said)):
            return _BAD_NOTE
        if any(not 0 <= seat < len(self.players) for seat in entry.hinted):
            return "a hint was given to a seat that is not there"
        for one in entry.tried:
            is_seat = 0 <= one.seat < len(self.players)
            if not is_seat or one.worlds < 1 or not 0 <= one.at <= len(self.log):
                return "a search was made that cannot have been made"
        self.notes += [(len(self.log), text) for text in entry.said]
        self.hinted.update(entry.hinted)
        return ""

    def _take_back(self, state: State, entry: Undone) -> State | str:
        order = UndoRequest(entry.seat, entry.to, entry.agreed)
        why = self.past.refuse(order, state, self.log)
        if why is not None:
            return f"the moves cannot be taken back ({why.code})"
        moment, _ = self.past.back(order, self.log)
        self.version += 1
        self.window = structs.replace(moment.more, known=len(self.log))
        self.notes = [(min(at, moment.told), text) for at, text in self.notes]
        return moment.state if entry.state == state_hash(moment.state) else _OTHER_STATE


_BAD_NOTE: Final = "a note holds characters that must not be shown"
_NO_ENTRY: Final = "the line is no entry of a game"
_OTHER_STATE: Final = "the game is not in the state that was saved"


class Step(Struct, frozen=True):
    """A move that stands, the game before and after it, and what has happened by it."""

    before: State
    move: Moved
    after: State
    events: tuple[Event, ...]

    @property
    def action(self) -> Action:
        """The action of the move, its chance in it."""
        return self.move.action


def course(read: Journal) -> Iterator[Step]:
    """The moves of a sound journal that stand, from the first one on."""
    if read.header is None:
        return
    state = first_state(read.header)
    for move in standing(read.entries):
        after, events = apply(state, move.action)
        yield Step(state, move, after, events)
        state = after


def opened_course(read: Journal) -> list[Step]:
    """The moves up to the end of the last finished round: nothing in them is a secret any more.

    All moves of a game that was played to its end; none where no round is finished.
    """
    steps = list(course(read))
    ends = (
        at
        for at, step in enumerate(steps)
        if any(isinstance(event, RoundEnded) for event in step.events)
    )
    last = max(ends, default=-1)
    is_stopped = any(isinstance(step.action, StopGame) for step in steps)
    return steps[: last + 1] if is_stopped or not read.is_ended else steps
