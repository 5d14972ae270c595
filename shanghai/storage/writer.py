"""Writes the journal of a game while it is played. A move is saved once it is on the disk."""

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import structs

from shanghai import __version__
from shanghai.bots.levels import LEVELS, USUAL_LEVEL, level_versions
from shanghai.engine.actions import Action, Correct, HandOver
from shanghai.engine.events import Event, MovesUndone
from shanghai.engine.seats import SeatIndex, by_seat
from shanghai.engine.state import Phase, State
from shanghai.engine.undo import UndoRequest
from shanghai.storage import entries, journal, saves
from shanghai.storage.files import Clock, clock
from shanghai.storage.journal import Journal
from shanghai.storage.journal_file import JournalFile, Lock, not_saved
from shanghai.storage.lines import line_of
from shanghai.storage.verdict import FORMAT, UNBOUND, JournalVerdict, missing
from shanghai.table.chance import CardSource, hash_of
from shanghai.table.host import Host, Player
from shanghai.table.pins import PinHash
from shanghai.words import saves as words
from shanghai.words.player_names import free_computer_name
from shanghai.words.sanitize import sanitize
from shanghai.words.spoken import witness_lines

_TITLE_CELLS: Final = 60


class GameWriter:
    """Writes every move of a host to a journal. `saved` is the number of moves on the disk.

    If a move cannot be written, `problem` is a sentence that says why. The move is tried again with
    the next one.
    """

    def __init__(self, file: JournalFile, host: Host, now: Clock) -> None:
        """Makes a writer that has written nothing and watches nothing yet. Call `begin` or `resume`
        instead."""
        self.file = file
        self.problem = ""
        self.saved = 0
        self.terms = entries.Terms()
        self._host = host
        self._now = now
        self._entries = 0
        self._moves = 0
        self._checksum = 0
        self._format = FORMAT
        self._noted = len(host.notes)
        self._follows: list[tuple[list[Any], Any]] = [
            (host.on_change, self.note),
            (host.on_undo, self.note_undo),
            (host.on_cut, self.note_cut),
            (host.pins.on_change, self.note_pin),
        ]
        """Lists of observers of the host, each with the method of this writer that joins it."""
        self._hinted = set(host.hinted)

    @property
    def path(self) -> Path:
        """The path of the journal."""
        return self.file.path

    @property
    def id(self) -> str:
        """The id of the game in the list of saved games."""
        return self.path.parent.name

    @property
    def witness(self) -> str:
        """A hash in hex. With it the table can check later that the file has not been changed."""
        return hash_of(self._host.seed, entries.links(self.file.whole)[-1])

    @property
    def witness_lines(self) -> list[str]:
        """The fingerprint, the cuts and the witness as lines for people."""
        return witness_lines(self._host.fingerprint, self._host.cuts, self.witness, self.id)

    @classmethod
    def begin(
        cls,
        data: Path,
        host: Host,
        title: str = "",
        now: Clock = clock,
        terms: entries.Terms = entries.Terms(),  # noqa: B008
    ) -> "GameWriter":
        """Starts the journal of a new game in a data folder.

        It also gives the host the fingerprint, on which the cards depend. If the file cannot be
        written, `problem` of the writer says why. Raises ValueError if the host has already begun
        to play.
        """
        if host.version or host.state.phase is not Phase.SEATING:
            raise ValueError(words.FROM_BEGINNING)
        started = now()
        writer = cls(JournalFile(saves.new_path(data, started)), host, now)
        writer.terms = terms
        cards = host.card_source
        if cards.cuts or not cards.is_fair:
            is_cut_twice = cards.is_cut_twice and cards.root != ""
            terms = structs.replace(terms, known_seed=True, root=cards.root, cut_twice=is_cut_twice)
        levels = [player.level for player in host.players if player.bot]
        header = entries.Header(
            format=FORMAT,
            program=__version__,
            title=sanitize(title, _TITLE_CELLS),
            created=started.isoformat(timespec="seconds"),
            seed=str(host.seed),
            players=tuple(entries.Who(player.name, player.level) for player in host.players),
            rules=host.state.game_rules,
            computers=level_versions(levels) if levels else "",
            terms=structs.replace(terms, handicaps=entries.handicaps_of(host.state)),
        )
        if cards.is_fair:
            host.commitment = entries.commitment(line_of(header, 0)[0])
            header = structs.replace(header, fingerprint=host.commitment)
            if not cards.cuts:
                host.card_source = structs.replace(cards, root=host.commitment)
        writer._add(header)
        fault = journal.read(writer.file.whole).problem
        if fault:
            raise ValueError(words.NOT_READ_AGAIN(fault=fault))
        writer.flush()
        writer._follow()
        return writer

    @classmethod
    def resume(
        cls, path: Path, now: Clock = clock, instead: str = ""
    ) -> tuple["GameWriter", Host, str]:
        """Opens a saved game to go on with it: returns its writer, its host, and a sentence.

        If the end of the file was cut off, the file is repaired, a copy of it is kept, and the
        sentence says so; else the sentence is empty. The level `instead` takes the seats of
        computer players that are not installed. Raises PlayerMissing if it is needed but empty,
        NotAGame, OpenElsewhere or CannotStore.
        """
        if not os.path.lexists(path):
            raise saves.NotAGame(words.NO_GAME_AT(path=path))
        lock = Lock(path.parent)
        try:
            data = saves.read_bytes(path, owned=True)
            read = journal.read(data)
            host = _resumed(path, read, instead)
        except BaseException:
            lock.release()
            raise
        writer = cls(JournalFile(path, lock), host, now)
        cut_note = writer._continue_file(read, data)
        writer._follow()
        if host.state.phase is not Phase.GAME_OVER:
            # Seats of computer players that are not installed.
            for seat, who in by_seat(read.players):
                if who.bot and who.bot not in LEVELS:
                    others = [each.name for each in host.state.seats]
                    name = free_computer_name(others, LEVELS[instead].own_name)
                    host.hand_over(seat, name, instead)
        return writer, host, cut_note

    def note(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Writes a move that the host has applied."""
        bot = self._host.players[action.seat].level if isinstance(action, HandOver) else ""
        digest = "" if (self._moves + 1) % entries.HASH_EVERY else entries.state_hash(after)
        notes = self._new_notes()
        hinted = tuple(sorted(self._host.hinted - self._hinted))
        self._hinted.update(hinted)
        tried, self._host.computers.tried = tuple(self._host.computers.tried), []
        if notes or hinted or tried or isinstance(action, Correct):
            self._renew_format()
        n, time = self._entries + 1, self._time()
        self._add(entries.MoveEntry(n, action, time, bot, digest, notes, hinted, tried))
        if after.phase is Phase.GAME_OVER:
            self._add(entries.Ended(self._entries + 1, entries.state_hash(after)))
        self.flush()

    def note_cut(self, seat: SeatIndex, number: int) -> None:
        """Writes that a seat has cut the cards, and at which number."""
        self._add(entries.Cut(self._entries + 1, seat, number, self._time()))
        self.flush()

    def note_pin(self, seat: SeatIndex, pin: PinHash | None) -> None:
        """Writes the hash of a seat's new PIN, or that it has none any more."""
        self._renew_format()
        salt, digest = (pin.salt, pin.digest) if pin is not None else ("", "")
        notes = self._new_notes()
        self._add(entries.Pin(self._entries + 1, seat, self._time(), salt, digest, notes))
        self.flush()

    def _new_notes(self) -> tuple[str, ...]:
        """The notes of the host that are not in the journal yet. They count as written then."""
        notes = tuple(note.text for note in self._host.notes[self._noted :])
        self._noted += len(notes)
        return notes

    def note_undo(self, order: UndoRequest, _: State, after: State, event: MovesUndone) -> None:
        """Writes that moves were taken back."""
        self._renew_format()
        digest = entries.state_hash(after)
        n, time = self._entries + 1, self._time()
        self._add(entries.Undone(n, order.seat, order.to, order.agreed, time, digest))
        self.flush()

    def flush(self) -> bool:
        """Writes all lines to the disk that are not on it yet. Returns False if that fails;
        `problem` says why."""
        if self.file.waits:
            try:
                self.file.write()
            except (saves.StoreError, OSError) as error:
                if not self.file.look_again():
                    self.saved = 0
                is_sentence = isinstance(error, saves.StoreError)
                self.problem = str(error) if is_sentence else not_saved(self.path.parent, error)
            else:
                self.saved = self._moves
                self.problem = ""
        return not self.problem

    def save_elsewhere(self, data: Path) -> bool:
        """Writes the game into another data folder, and goes on there. Returns False if that fails.
        Then the path stays the old one."""
        before = self.path
        self.file.move_to(saves.games_dir(data) / self.id / saves.JOURNAL)
        if not self.flush():
            self.file.move_to(before)
            self.saved = 0
        return not self.problem

    def close(self) -> None:
        """Writes what is not on the disk yet, stops watching the host, and releases the game."""
        self.flush()
        with contextlib.suppress(ValueError):
            for observers, note in self._follows:
                observers.remove(note)
        self.file.let_go()

    def _follow(self) -> None:
        for observers, note in self._follows:
            observers.append(note)

    def _time(self) -> str:
        return self._now().isoformat(timespec="seconds")

    def _renew_format(self) -> None:
        """Makes sure that the journal has a format that knows all kinds of entries. An older
        journal is written again in the format UNBOUND."""
        if self._format < UNBOUND:
            lines, self._checksum = entries.renewed(self.file.whole, __version__)
            self.file.begin_with(lines)
            self._format = UNBOUND

    def _add(self, value: entries.Header | entries.Entry) -> None:
        """Adds a line to the file. `flush` writes it to the disk."""
        line, self._checksum = line_of(value, self._checksum)
        self.file.add(line)
        self._entries += not isinstance(value, entries.Header)
        self._moves += isinstance(value, entries.MoveEntry)

    def _continue_file(self, read: Journal, data: bytes) -> str:
        """Goes on after the journal that was read, and repairs its file if the end was cut off.

        `data` is the whole content of the file. Returns a sentence if it was repaired, else an
        empty text.
        """
        # The good lines are not made anew: an older program may have written them in another form.
        sound, is_whole = data[: read.good], read.verdict is JournalVerdict.OK
        if read.header is not None:
            self._format, self.terms = read.header.format, read.header.terms
        self._checksum, self._moves, self._entries = read.checksum, read.moves, len(read.entries)
        if is_whole:
            self.saved = self._moves if self.file.go_on_with(sound) else 0
        else:
            self.file.begin_with(sound)
        if self._host.state.phase is Phase.GAME_OVER and not read.is_ended:
            self._add(entries.Ended(self._entries + 1, entries.state_hash(self._host.state)))
        if is_whole:
            return ""
        is_copied = self.flush() and len(data) > read.good
        return words.WAS_CUT(moves=self._moves, copied=words.COPY_SAVED if is_copied else "")


def _resumed(path: Path, read: Journal, instead: str = "") -> Host:
    """The host of a journal after its last move. Raises NotAGame or PlayerMissing, as `resume`."""
    header, resumption = read.header, read.resumption
    is_sound = read.verdict in (JournalVerdict.OK, JournalVerdict.TORN)
    if header is None or resumption is None or not is_sound:
        problem = words.PROBLEM(path=path, line=read.line, problem=read.problem)
        raise saves.NotAGame(problem + (words.RESCUE if read.entries else ""))
    absent = missing(read.computers)
    if absent and not instead:
        game = path.parent.name
        raise saves.PlayerMissing(
            words.SEAT_ANOTHER(path=path, absent=absent, game=game, level=USUAL_LEVEL)
        )
    players = [who if who.bot in LEVELS else entries.Who(who.name) for who in read.players]
    host = host_of(header, players, state=read.state)
    host.resume_from(resumption, read.log)
    return host


def host_of(header: entries.Header, players: Sequence[entries.Who], **more: Any) -> Host:  # noqa: ANN401
    """A new host for the game of a header, with these players, before the first move. `more` are
    further parameters of `Host`."""
    pairs = zip(players, entries.first_state(header).seats, strict=True)
    seated = [Player(who.name, who.bot, seat.handicap) for who, seat in pairs]
    cards = CardSource(
        header.seed,
        is_fair=bool(header.fingerprint),
        root=header.root,
        is_cut_twice=header.is_cut_twice,
    )
    host = Host(header.rules, seated, cards, **more)
    host.commitment = header.fingerprint
    return host
