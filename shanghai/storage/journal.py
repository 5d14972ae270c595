"""Reads journals and replays them in the engine. From that come a game's moves and its summary."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec
from msgspec import Struct, structs

from shanghai.bots.pool import Note
from shanghai.engine.actions import Action, Correct, Deal, DrawForDealer, HandOver, StopGame
from shanghai.engine.events import (
    CallGranted,
    CallMade,
    Event,
    JokerSwapped,
    RoundEnded,
    ShanghaiCalled,
)
from shanghai.engine.game import Refused, apply
from shanghai.engine.handicap import NO_HANDICAP
from shanghai.engine.parameters.checks import check_variant
from shanghai.engine.state import Phase, State
from shanghai.engine.undo import Moment, UndoRequest
from shanghai.storage.entries import (
    Cut,
    Ended,
    Entry,
    Header,
    MoveEntry,
    Pin,
    Undone,
    Who,
    first_state,
    moves_not_undone,
    read_entry,
    state_hash,
)
from shanghai.storage.lines import body_of
from shanghai.storage.verdict import (
    FORMAT,
    MOST_BYTES,
    GameSummary,
    JournalVerdict,
    RoundSummary,
    SeatSummary,
)
from shanghai.table.chance import MOST_CUT, cuts_due
from shanghai.table.host import Resumption
from shanghai.table.pins import HASH_BYTES, SALT_BYTES, PinHash
from shanghai.table.window import CallWindow
from shanghai.words import computers, saves as words
from shanghai.words.problems import problem_text
from shanghai.words.sanitize import sanitize

_LEVEL: Final = r"[a-z0-9][a-z0-9-]{0,39}"
LONGEST_PAUSE: Final = 300
"""In seconds. A longer time between two moves was a break, and counts as this long."""
_DOCUMENT: Final = re.compile(rb"^(title|variant|position):", re.MULTILINE)
"""A key of a record or a scenario, which people may take for a saved game."""


class Journal(Struct, frozen=True):
    """A journal that was read, up to its first bad line.

    `line` is the number of that line, 0 if there is none, and `problem` what is wrong with it.
    `lines` are the good lines before it, `good` their size in bytes, and `checksum` the checksum of
    the last of them. `resumption` has what a host needs to go on with the game.
    """

    verdict: JournalVerdict
    header: Header | None = None
    entries: tuple[Entry, ...] = ()
    state: State | None = None
    log: tuple[Event, ...] = ()
    players: tuple[Who, ...] = ()
    good: int = 0
    checksum: int = 0
    line: int = 0
    problem: str = ""
    resumption: Resumption | None = None
    lines: bytes = b""

    @property
    def notes(self) -> Sequence[Note]:
        """The sentences on computer players, such as that an answer had to be replaced."""
        return self.resumption.notes if self.resumption is not None else ()

    @property
    def moves(self) -> int:
        """The number of moves, including those that were taken back."""
        return sum(isinstance(entry, MoveEntry) for entry in self.entries)

    @property
    def taken_back(self) -> int:
        """The number of moves that were taken back."""
        return self.moves - len(moves_not_undone(self.entries))

    @property
    def round(self) -> int:
        """The round with which the game goes on: between two rounds it is the next one. It is 0 if
        the first line cannot be read."""
        if self.state is None:
            return 0
        return self.state.round + (self.state.phase is Phase.ROUND_OVER)

    @property
    def computers(self) -> tuple[str, ...]:
        """The levels of the computer players at the table."""
        return tuple(who.bot for who in self.players if who.bot)

    @property
    def is_ended(self) -> bool:
        """Whether the game was finished."""
        return bool(self.entries) and isinstance(self.entries[-1], Ended)


def read(data: bytes) -> Journal:
    """Reads and replays a journal. It raises no error, whatever the bytes are."""
    if len(data) > MOST_BYTES:
        return _unread(words.FILE_TOO_LARGE)
    *lines, tail = data.split(b"\n")
    if not lines:
        return _unread(words.FIRST_LINE_CUT, JournalVerdict.TORN)
    first = body_of(lines[0], 0)
    if first is None:
        problem = words.NOT_A_GAME
        if lines[0].startswith(b"\xef\xbb\xbf") or lines[0].endswith(b"\r"):
            problem = words.REWRITTEN
        elif _DOCUMENT.search(data) is not None:
            problem = words.IS_A_DOCUMENT
        return _unread(problem)
    header = _read_header(first[0])
    if isinstance(header, Journal):
        return header
    try:
        state = first_state(header)
    except ValueError:
        return _unread(words.BAD_PLAYERS)
    read = _JournalReplay(header, state, first[1], len(lines[0]) + 1).read(lines[1:], tail)
    return structs.replace(read, lines=data[: read.good])


def _unread(problem: str, verdict: JournalVerdict = JournalVerdict.DAMAGED) -> Journal:
    """The result for a file whose first line cannot be read."""
    return Journal(verdict, line=1, problem=problem)


def _read_header(body: bytes) -> Header | Journal:
    """The header, or a journal that says what is wrong with it. A newer format is reported before
    anything else, as all other parts may be different in it."""
    try:
        plain = msgspec.json.decode(body, type=dict[str, Any])
        if type(plain.get("format")) is int and plain["format"] > FORMAT:
            version = sanitize(str(plain.get("program", "")), 20)
            problem = words.NEWER(version=version or words.UNKNOWN)
            return _unread(problem, JournalVerdict.NEWER)
        header = msgspec.convert(plain, Header)
        problem = _header_fault(header, plain)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        problem = words.NO_HEADER
    return _unread(problem) if problem else header


def _header_fault(header: Header, plain: dict[str, Any]) -> str:
    """What is wrong with the values of a header; empty if nothing is."""
    if header.format < 1:
        return words.NO_FORMAT(format=header.format)
    if any(map(_is_unshowable, _texts(plain))):
        return words.BAD_TEXT
    for who in header.players:
        if problem := _level_fault(who.bot):
            return problem
    for fault in check_variant(header.rules):
        return words.BAD_RULES(path=".".join(map(str, fault.path)), fault=problem_text(fault)[0])
    return ""


def _level_fault(level: str) -> str:
    """Why this cannot be the level of a computer player. Empty if it can, and for a person."""
    if not level or re.fullmatch(_LEVEL, level):
        return ""
    return computers.NOBODY_CALLED.format(level=sanitize(level, 20))


def _texts(value: object) -> Iterator[str]:
    """Yields all texts in a value of JSON, at any depth, including keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _texts(item)


def _is_unshowable(text: str) -> bool:
    """Whether a text has control or format characters, which are removed when a text is typed."""
    # The first check is fast, and enough for nearly every text.
    return not text.isprintable() and any(
        unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") for letter in text
    )


def _is_hex(text: str, length: int) -> bool:
    """Whether a text is `length` bytes in hex digits."""
    return len(text) == 2 * length and set(text) <= set("0123456789abcdef")


class _JournalReplay:
    """Replays the lines of a journal in the engine, up to the first bad one. `resumption` collects
    what a host needs to go on with the game."""

    def __init__(self, header: Header, state: State, checksum: int, good: int) -> None:
        self.header = header
        self.checksum = checksum
        self.good = good
        self.entries: list[Entry] = []
        self.log: list[Event] = []
        self.players = list(header.players)
        self.state = state
        self.resumption = Resumption(CallWindow(state, 0, 0))

    def read(self, lines: list[bytes], tail: bytes) -> Journal:
        """Replays whole lines. `tail` is the text after the last newline; it is empty if sound."""
        state = self.state
        for number, line in enumerate(lines, 2):
            sound = body_of(line, self.checksum)
            if sound is None:
                is_last = not any(after.strip(b"\0") for after in (*lines[number - 1 :], tail))
                verdict = JournalVerdict.TORN if is_last else JournalVerdict.DAMAGED
                return self._journal(verdict, number, words.BAD_CHECKSUM)
            body, checksum = sound
            entry = read_entry(body)
            after = words.NO_ENTRY if entry is None else self._enter(state, entry)
            if entry is None or isinstance(after, str):
                return self._journal(JournalVerdict.DAMAGED, number, str(after))
            self.entries.append(entry)
            self.checksum = checksum
            self.good += len(line) + 1
            self.state = state = after
        if tail:
            return self._journal(JournalVerdict.TORN, len(lines) + 2, words.LAST_LINE_CUT)
        if state.phase is Phase.GAME_OVER and not self._is_over():
            return self._journal(JournalVerdict.TORN, len(lines) + 2, words.END_MISSING)
        return self._journal(JournalVerdict.OK, 0, "")

    def _journal(self, verdict: JournalVerdict, line: int, problem: str) -> Journal:
        return Journal(
            verdict,
            header=self.header,
            entries=tuple(self.entries),
            state=self.state,
            log=tuple(self.log),
            players=tuple(self.players),
            good=self.good,
            checksum=self.checksum,
            line=line,
            problem=problem,
            resumption=self.resumption,
        )

    def _is_over(self) -> bool:
        return bool(self.entries) and isinstance(self.entries[-1], Ended)

    def _enter(self, state: State, entry: Entry) -> State | str:
        """The state after an entry; else a sentence on what is wrong with the entry."""
        if entry.n != len(self.entries) + 1:
            return words.OTHER_ENTRY(number=len(self.entries) + 1)
        if self._is_over() and not (
            isinstance(entry, MoveEntry) and isinstance(entry.action, Correct)
        ):
            return words.AFTER_END
        if isinstance(entry, MoveEntry):
            return self._move(state, entry)
        if isinstance(entry, Undone):
            return self._take_back(state, entry)
        if isinstance(entry, Cut):
            is_seat = 0 <= entry.seat < state.players
            if not self._is_uncut(state) or not is_seat or not 0 <= entry.number < MOST_CUT:
                return words.BAD_CUT
            self.resumption.cuts += (entry.number,)
            self.resumption.version += 1
            return state
        if isinstance(entry, Pin):
            return self._set_pin(state, entry)
        if state.phase is not Phase.GAME_OVER:
            return words.EARLY_END
        return state if entry.state == state_hash(state) else words.OTHER_STATE

    def _is_uncut(self, state: State) -> bool:
        """Whether the cards must still be cut before the next deal or draw."""
        header = self.header
        due = cuts_due(state.phase, header.root, is_cut_twice=header.is_cut_twice)
        return bool(header.fingerprint) and len(self.resumption.cuts) < due

    def _set_pin(self, state: State, entry: Pin) -> State | str:
        """Sets or removes the PIN of a seat. Returns the state, or what is wrong."""
        is_pin = _is_hex(entry.salt, SALT_BYTES) and _is_hex(entry.digest, HASH_BYTES)
        is_removal = not entry.salt and not entry.digest
        if not 0 <= entry.seat < state.players or not (is_pin or is_removal):
            return words.BAD_PIN
        if any(map(_is_unshowable, entry.notes)):
            return words.BAD_NOTE
        if is_removal:
            self.resumption.pins.pop(entry.seat, None)
        else:
            self.resumption.pins[entry.seat] = PinHash(entry.salt, entry.digest)
        self.resumption.notes += [Note(len(self.log), text) for text in entry.notes]
        self.resumption.version += 1
        return state

    def _move(self, state: State, entry: MoveEntry) -> State | str:
        """Replays a move. Returns the state after it, or what is wrong."""
        action = entry.action
        if isinstance(action, Deal | DrawForDealer) and self._is_uncut(state):
            return words.DEALT_UNCUT
        try:
            after, events = apply(state, action)
        except Refused as refused:
            return words.REFUSED(code=refused.refusal.code)
        except Exception as error:
            # A forged move may break the engine in any way; the file is at fault.
            return words.UNPLAYABLE(kind=type(error).__name__)
        if entry.state and entry.state != state_hash(after):
            return words.OTHER_STATE
        if isinstance(action, HandOver):
            if _is_unshowable(action.name):
                return words.BAD_NAME
            if problem := _level_fault(entry.bot):
                return problem
            self.players[action.seat] = Who(action.name, entry.bot)
            self.resumption.pins.pop(action.seat, None)
        elif entry.bot:
            return words.BAD_SEAT
        if isinstance(action, Correct) and _is_unshowable(action.note):
            return words.BAD_NOTE
        if (entry.notes or entry.hinted or entry.tried) and (problem := self._note_extras(entry)):
            return problem
        self.resumption.undo_history.note(
            Moment(self.resumption.version, state, len(self.log), action, self.resumption.window),
            after,
        )
        self.resumption.version += 1
        self.log += events
        self.resumption.window = self.resumption.window.after(state, action, after, len(self.log))
        if isinstance(action, HandOver):
            self.resumption.window = structs.replace(
                self.resumption.window, known_events=len(self.log)
            )
        return after

    def _note_extras(self, entry: MoveEntry) -> str:
        """Takes over the notes and hints of an entry, or returns what is wrong with them."""
        if any(map(_is_unshowable, entry.notes)):
            return words.BAD_NOTE
        if any(not 0 <= seat < len(self.players) for seat in entry.hinted):
            return words.BAD_HINT
        for search in entry.tried:
            is_seat = 0 <= search.seat < len(self.players)
            if not is_seat or search.worlds < 1 or not 0 <= search.at <= len(self.log):
                return words.BAD_SEARCH
        self.resumption.notes += [Note(len(self.log), text) for text in entry.notes]
        self.resumption.hinted.update(entry.hinted)
        return ""

    def _take_back(self, state: State, entry: Undone) -> State | str:
        """Takes moves back. Returns the state after that, or what is wrong."""
        request = UndoRequest(entry.seat, entry.to, entry.agreed)
        refusal = self.resumption.undo_history.refuse(request, state, self.log)
        if refusal is not None:
            return words.NOT_TAKEN_BACK(code=refusal.code)
        moment, _ = self.resumption.undo_history.rewind_log(request, self.log)
        self.resumption.version += 1
        self.resumption.window = structs.replace(moment.host_state, known_events=len(self.log))
        self.resumption.notes = [
            Note(min(at, moment.event_count), text) for at, text in self.resumption.notes
        ]
        return moment.state if entry.state == state_hash(moment.state) else words.OTHER_STATE


class Step(Struct, frozen=True):
    """A move that was not taken back, with its events and the states before and after it."""

    before: State
    move: MoveEntry
    after: State
    events: tuple[Event, ...]

    @property
    def action(self) -> Action:
        """The action of the move, including what chance decided."""
        return self.move.action


def course(read: Journal) -> Iterator[Step]:
    """Yields the moves of a sound journal in order, without those that were taken back."""
    if read.header is None:
        return
    state = first_state(read.header)
    for move in moves_not_undone(read.entries):
        after, events = apply(state, move.action)
        yield Step(state, move, after, events)
        state = after


def opened_course(read: Journal) -> list[Step]:
    """The moves of a journal that are no secret any more. These are all moves of a game that was
    played to its end. Of any other game they are the moves of its finished rounds."""
    steps = list(course(read))
    ends = (index for index, step in enumerate(steps) if RoundEnded in map(type, step.events))
    last = max(ends, default=-1)
    is_stopped = any(isinstance(step.action, StopGame) for step in steps)
    return steps[: last + 1] if is_stopped or not read.is_ended else steps


def summary_of(game: str, read: Journal) -> GameSummary | None:
    """The summary of a finished game, whose id is `game`. None if the game is not finished or
    cannot be read."""
    header, state = read.header, read.state
    if header is None or state is None or not read.is_ended or state.phase is not Phase.GAME_OVER:
        return None
    # A correction may be made long after the end of the game.
    moves = moves_not_undone(read.entries)
    times = [move.at for move in moves if not isinstance(move.action, Correct)]
    # A hint counts even if it was followed by a move that was taken back.
    hinted = {seat for each in read.entries if isinstance(each, MoveEntry) for seat in each.hinted}
    figures = _figures(read.log, state.players)
    seconds = _seconds(read.entries, len(state.results))
    return GameSummary(
        id=game,
        title=header.title,
        variant=header.rules.id,
        variant_name=header.rules.name,
        started=header.created,
        finished=(times[-1] if times else "") or header.created,
        seats=tuple(
            SeatSummary(
                who.name,
                who.bot,
                place.score,
                hinted=seat in hinted,
                has_handicap=place.handicap != NO_HANDICAP,
                **figures[seat],
            )
            for seat, (who, place) in enumerate(zip(read.players, state.seats, strict=True))
        ),
        rounds=tuple(
            RoundSummary(result.round, result.points, result.out, result.ending.value, length)
            for result, length in zip(state.results, seconds, strict=True)
        ),
        winners=state.winners,
        series=header.terms.series,
        code=header.terms.code,
        partner_sides=header.rules.sides,
    )


def _figures(log: Iterable[Event], seats: int) -> list[Counter[str]]:
    """For each seat how often events happened to it, by the fields of `SeatSummary`."""
    counts = [Counter[str]() for _ in range(seats)]
    for event in log:
        match event:
            case CallMade(seat=seat):
                counts[seat]["calls_made"] += 1
            case CallGranted(seat=seat):
                counts[seat]["calls_won"] += 1
            case ShanghaiCalled(seat=seat, tosser=tosser):
                counts[seat]["shanghais_called"] += 1
                counts[tosser]["shanghais_suffered"] += 1
            case JokerSwapped(seat=seat):
                counts[seat]["jokers_won"] += 1
    return counts


def _seconds(entries: Iterable[Entry], rounds: int) -> list[int]:
    """The seconds that each round took, from its deal to the next one, without breaks."""
    lengths = [0.0] * rounds
    index = -1
    before: datetime | None = None
    for entry in entries:
        if isinstance(entry, Ended):
            break
        now = _time_of(entry.at)
        if before is not None and now is not None and 0 <= index < rounds:
            lengths[index] += min(max((now - before).total_seconds(), 0), LONGEST_PAUSE)
        before = now or before
        index += isinstance(entry, MoveEntry) and isinstance(entry.action, Deal)
    return [round(seconds) for seconds in lengths]


def _time_of(text: str) -> datetime | None:
    """The time in a text of an entry; None if the text is not a time with a zone."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return None
    return time if time.tzinfo else None
