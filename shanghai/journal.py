"""The journal of a game: lines of JSON with chained checksums, appended and synced move by move.

Line: 8 hex digits of CRC-32, a blank, JSON, newline; each checksum is seeded with the one before,
so that a line removed, doubled or swapped shows. The first line is the header with the variant in
full; each further one an entry with its number. Replaying through the engine is the only loader.
"""

import zlib
from enum import Enum
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Struct

from shanghai.engine.actions import Action
from shanghai.engine.events import Event
from shanghai.engine.game import Refused, apply, new_game
from shanghai.engine.rules import Rules
from shanghai.engine.state import State

FORMAT: Final = 1
MOST_BYTES: Final = 32 * 2**20
"""A journal larger than this is refused unread."""
MOST_LINE: Final = 64 * 2**10
"""A line longer than this is damage."""
HASH_EVERY: Final = 16
"""Every so many moves an entry carries the hash of the state after it."""


class Who(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's player as the journal knows it: a name, and a computer level or nothing."""

    name: str
    bot: str = ""


class Header(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first line: what the game is played by, from which seed, and when it was begun."""

    format: int
    program: str
    title: str
    created: str
    seed: str
    players: tuple[Who, ...]
    rules: Rules
    house_rules: dict[str, Any] = {}


class Moved(Struct, frozen=True, forbid_unknown_fields=True, tag="move"):
    """A move that was applied; `state` is the hash of the state after it, now and then."""

    n: int
    action: Action
    at: str = ""
    state: str = ""


class Seated(Struct, frozen=True, forbid_unknown_fields=True, tag="seat"):
    """A seat was given to a person or to a computer level."""

    n: int
    seat: int
    bot: str


class Ended(Struct, frozen=True, forbid_unknown_fields=True, tag="end"):
    """The game was finished; a finished game without this line was cut."""

    n: int
    state: str


Entry = Moved | Seated | Ended

_ENCODER: Final = msgspec.json.Encoder()
_ENTRIES: Final = msgspec.json.Decoder(Entry)
_HEADERS: Final = msgspec.json.Decoder(Header)


class Verdict(Enum):
    """What a reader found."""

    OK = "ok"
    TORN = "torn"
    """A cut tail: the exact prefix stands."""
    DAMAGED = "damaged"
    NEWER = "newer"


class Journal(Struct, frozen=True):
    """What could be read: the game as far as the lines are sound, and what is wrong after it.

    `good` is the length in bytes of the sound lines, `line` the number of the first bad one
    (0 where none is), `problem` a sentence about it.
    """

    verdict: Verdict
    header: Header | None = None
    entries: tuple[Entry, ...] = ()
    state: State | None = None
    log: tuple[Event, ...] = ()
    players: tuple[Who, ...] = ()
    good: int = 0
    checksum: int = 0
    line: int = 0
    problem: str = ""

    @property
    def moves(self) -> int:
        """How many moves stand."""
        return sum(1 for entry in self.entries if isinstance(entry, Moved))

    @property
    def is_ended(self) -> bool:
        """Whether the game was finished."""
        return bool(self.entries) and isinstance(self.entries[-1], Ended)


def state_hash(state: State) -> str:
    """A hash of the whole state but its rules, 16 hex digits."""
    values = {name: getattr(state, name) for name in State.__struct_fields__ if name != "rules"}
    return sha256(_ENCODER.encode(values)).hexdigest()[:16]


def line_of(value: Header | Entry, before: int) -> tuple[bytes, int]:
    """The line for a header or an entry after the checksum `before`, and its own checksum."""
    body = _ENCODER.encode(value)
    checksum = zlib.crc32(body, before)
    return b"%08x %s\n" % (checksum, body), checksum


def _body(line: bytes, before: int) -> tuple[bytes, int] | None:
    """The JSON of a line whose checksum follows `before`, and the checksum; None if it does not."""
    body = line[9:]
    checksum = zlib.crc32(body, before)
    return (body, checksum) if line[:9] == b"%08x " % checksum else None


def read(data: bytes) -> Journal:
    """Reads and replays a journal; never raises for what the bytes hold."""
    if len(data) > MOST_BYTES:
        return Journal(Verdict.DAMAGED, line=1, problem="the file is too large for a saved game")
    lines = data.split(b"\n")
    tail = lines.pop()
    first = _body(lines[0], 0) if lines else None
    if first is None:
        verdict = Verdict.TORN if not lines else Verdict.DAMAGED
        return Journal(verdict, line=1, problem="the first line is not that of a saved game")
    header = _read_header(first[0])
    if isinstance(header, Journal):
        return header
    return _Replay(header, first[1], len(lines[0]) + 1).read(lines[1:], tail)


def _read_header(body: bytes) -> Header | Journal:
    try:
        number = msgspec.json.decode(body, type=dict[str, Any]).get("format")
        if isinstance(number, int) and number > FORMAT:
            program = msgspec.json.decode(body, type=dict[str, Any]).get("program", "")
            version = program if isinstance(program, str) else ""
            problem = f"made by version {version[:20]}; please update the program to open it"
            return Journal(Verdict.NEWER, line=1, problem=problem)
        return _HEADERS.decode(body)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return Journal(Verdict.DAMAGED, line=1, problem="the first line is not that of a game")


class _Replay:
    """Follows the lines of a journal through the engine until one does not hold."""

    def __init__(self, header: Header, checksum: int, good: int) -> None:
        self.header = header
        self.checksum = checksum
        self.good = good
        self.entries: list[Entry] = []
        self.log: list[Event] = []
        self.players = list(header.players)
        self.state: State | None = None

    def read(self, lines: list[bytes], tail: bytes) -> Journal:
        """Follows the whole lines; `tail` is what stands after the last newline."""
        try:
            self.state = new_game(self.header.rules, [who.name for who in self.header.players])
        except (ValueError, IndexError):
            return self._found(Verdict.DAMAGED, 1, "the players do not fit the rules in the file")
        for number, line in enumerate(lines, 2):
            problem = self._follow(line)
            if not problem:
                continue
            after = lines[number - 1 :]
            torn = problem == _BAD_SUM and not any(rest.strip(b"\0\r") for rest in (*after, tail))
            return self._found(Verdict.TORN if torn else Verdict.DAMAGED, number, problem)
        if tail:
            return self._found(Verdict.TORN, len(lines) + 2, "the last line is cut")
        return self._found(Verdict.OK, 0, "")

    def _found(self, verdict: Verdict, line: int, problem: str) -> Journal:
        return Journal(
            verdict,
            self.header,
            tuple(self.entries),
            self.state,
            tuple(self.log),
            tuple(self.players),
            self.good,
            self.checksum,
            line,
            problem,
        )

    def _follow(self, line: bytes) -> str:
        """Applies a line; a sentence says what is wrong with it, else an empty text."""
        if len(line) > MOST_LINE:
            return "the line is too long"
        found = _body(line, self.checksum)
        if found is None:
            return _BAD_SUM
        try:
            entry = _ENTRIES.decode(found[0])
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return "the line is no entry of a game"
        problem = self._enter(entry)
        if not problem:
            self.entries.append(entry)
            self.checksum = found[1]
            self.good += len(line) + 1
        return problem

    def _enter(self, entry: Entry) -> str:
        if entry.n != len(self.entries) + 1:
            return f"entry {entry.n} stands where {len(self.entries) + 1} is due"
        if self.entries and isinstance(self.entries[-1], Ended):
            return "the game goes on after its end"
        assert_state = self.state
        if assert_state is None:
            return "the game has not begun"
        if isinstance(entry, Ended):
            return "" if entry.state == state_hash(assert_state) else "the last state differs"
        if isinstance(entry, Seated):
            return self._seat(entry)
        return self._move(assert_state, entry)

    def _seat(self, entry: Seated) -> str:
        if not 0 <= entry.seat < len(self.players):
            return f"there is no seat {entry.seat}"
        self.players[entry.seat] = Who(self.players[entry.seat].name, entry.bot)
        return ""

    def _move(self, state: State, entry: Moved) -> str:
        try:
            after, events = apply(state, entry.action)
        except Refused as refused:
            return f"the rules refuse the move ({refused.refusal.code})"
        except (ValueError, IndexError, TypeError):
            return "the move cannot be played"
        if entry.state and entry.state != state_hash(after):
            return "the state after the move differs from the one that was saved"
        self.state = after
        self.log += events
        for seat, who in enumerate(after.seats):
            if self.players[seat].name != who.name:
                self.players[seat] = Who(who.name, self.players[seat].bot)
        return ""


_BAD_SUM: Final = "the checksum does not fit"
