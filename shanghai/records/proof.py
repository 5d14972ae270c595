"""Proves a saved game: all cards and all moves of computer players are computed once more."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from enum import IntEnum
from random import Random
from typing import Final

from msgspec import Struct

from shanghai.bots.foreign import LevelTable
from shanghai.bots.levels import FORMER, LEVELS, SEARCHING, decides_as
from shanghai.bots.machine_code import has_numba
from shanghai.bots.pool import simplest
from shanghai.bots.protocol import IsLate, Level
from shanghai.engine import actions
from shanghai.engine.evening import with_rounds
from shanghai.engine.events import Event, RoundThrownIn, ScoreCorrected, SeatHandedOver
from shanghai.engine.rules import Rules
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Phase, SeatView
from shanghai.engine.undo import UndoRequest
from shanghai.records.origin import FindGame, Origin, are_known, first_line_faults, origin_of
from shanghai.records.recorder import sitting
from shanghai.storage import entries
from shanghai.storage.journal import Journal
from shanghai.storage.verdict import UNBOUND, missing
from shanghai.storage.writer import host_of
from shanghai.table.chance import hash_of, who_cuts
from shanghai.variants.house_rules import changed_rules
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant
from shanghai.words import computers, proof as words, records, spoken as spoken_words
from shanghai.words.events import tell
from shanghai.words.games import of_game
from shanghai.words.handicaps import handicap_lines
from shanghai.words.installing import install_command
from shanghai.words.sanitize import sanitize
from shanghai.words.scores import winners
from shanghai.words.spoken import spoken

_CHANCES: Final = {
    actions.DrawForDealer: "draw",
    actions.CallShanghai: "pick",
    actions.Deal: "deal",
    actions.ThrowIn: "deal",
}
"""What chance decides in a move, by its class. In any other move it can only renew the stock."""


class _Listed(IntEnum):
    """What else can decide a result, or name a person: the index of its text in `LISTED`."""

    HAND_OVER = 0
    UNDO = 1
    HINT = 2
    NOTE = 3
    PIN = 4
    CORRECTION = 5
    STANDSTILL = 6
    STOP = 7
    HANDICAP = 8


class Proof(Struct, frozen=True):
    """The result of computing a game once more.

    `facts` are sentences on what was shown, and `faults` on what the game has otherwise. `is_known`
    says that somebody could know the cards before the game. No sentence names a card.
    """

    facts: tuple[str, ...]
    faults: tuple[str, ...]
    is_known: bool = False

    @property
    def holds(self) -> bool:
        """Whether the game has all cards, and all moves of computers, as they were computed."""
        return not self.faults


def prove(
    read: Journal,
    witness: str = "",
    tell: Callable[[int, int], None] = lambda done, total: None,
    find: FindGame = lambda game: None,
) -> Proof:
    """Computes the game of a journal once more; it may be unfinished.

    `witness` is the beginning of a hash that the table wrote down; the file is compared with it.
    `tell` is called with the number of entries that are done, and of all. `find` returns a game by
    its id, for cards that come from another game. Raises ValueError if there is no game.
    """
    if read.header is None:
        raise ValueError(records.NO_GAME)
    moves = [entry for entry in read.entries if isinstance(entry, entries.MoveEntry)]
    origin = origin_of(read, find)
    prover = _Prover(read.header, moves, origin)
    prover.faults += [*first_line_faults(read.header), *origin.faults]
    chain = entries.links(read.lines)
    committed = chain[0] if read.header.format > UNBOUND else hash_of(read.header.seed)
    if read.header.fingerprint not in ("", committed):
        prover.faults.append(words.OTHER_FIRST_LINE)
    with closing(prover.host):
        for done, entry in enumerate(read.entries, 1):
            prover.follow(entry)
            tell(done, len(read.entries))
    facts = [*prover.facts()]
    facts.append(words.WITNESS.format(words=spoken(hash_of(read.header.seed, chain[-1]))))
    if witness:
        sentence, fits = _compared(read, chain, witness)
        (facts if fits else prover.faults).append(sentence)
    return Proof(tuple(facts), tuple(prover.faults), are_known(read.header))


def _compared(read: Journal, chain: Sequence[str], witness: str) -> tuple[str, bool]:
    """A sentence on what a witness shows, and whether this can be the file that the table saw.
    `chain` has the hashes of the lines of the file."""
    entry = entries.place_of(witness, read.header.seed if read.header else "", chain)
    if entry is None:
        return words.OTHER_FILE, False
    later_entries = len(chain) - 1 - entry
    if not later_entries:
        return words.SEEN_WHOLE, True
    if entry and isinstance(read.entries[entry - 1], entries.Ended):
        return words.AFTER_END(at=entry, more=later_entries), False
    return words.SEEN_TO(at=entry, more=later_entries), True


class _Absent:
    """Takes the seat of a computer player that is not installed. It never calls and never moves."""

    def __init__(self, seat: SeatIndex, random: Random, is_late: IsLate) -> None:
        """Makes a player, as all computer players are made."""

    def notice(self, event: Event) -> None:
        """Ignores the event."""

    def wants_call(self, view: SeatView) -> None:
        """Never calls."""

    def decide(self, view: SeatView) -> actions.SeatAction:
        """Raises NotImplementedError, as there is no answer."""
        raise NotImplementedError


class _Prover:
    """Plays a game once more, entry by entry, and collects what differs in `faults`."""

    def __init__(
        self, header: entries.Header, moves: Sequence[entries.MoveEntry], origin: Origin
    ) -> None:
        self.header = header
        self._origin = origin
        named = [*(who.bot for who in header.players), *(move.bot for move in moves)]
        self._absent = tuple(dict.fromkeys(bot for bot in named if bot and bot not in LEVELS))
        stand_ins = dict.fromkeys(self._absent, Level(_Absent, "", ""))
        self.host = host_of(header, header.players, levels=LevelTable(LEVELS | stand_ins, FORMER))
        self.host.computers.known = {}
        self._is_unsearched = False
        """Whether a computer player searched for a move, while the search is not installed here."""
        self.faults: list[str] = []
        self.counted: Counter[str] = Counter()
        """How many moves and chances of each kind there were; the kinds are keys of messages."""
        self._silent = False
        """Whether a computer player has failed in this round. Its moves cannot be computed then."""
        self._cut: list[str] = []
        """Sentences on who cut the cards."""
        self._listed: list[str] = []
        """Sentences on what else decided the result, or names a person."""
        self._kinds: set[_Listed] = set()
        """The kinds of these sentences."""
        self._person_moves: Counter[str] = Counter()
        """The number of moves of each person."""
        self._last_time = header.created

    def follow(self, entry: entries.Entry) -> None:
        """Plays an entry of the journal."""
        match entry:
            case entries.MoveEntry():
                self.move(entry)
            case entries.Cut():
                self.cut(entry)
            case entries.Undone(seat=seat, to=to, agreed=agreed):
                moves = self.host.take_back(UndoRequest(seat, to, agreed)).moves
                how = words.AS_AGREED if agreed else ""
                sentence = words.TAKEN_BACK(name=self._name(seat), moves=moves, agreed=how)
                self._list(_Listed.UNDO, entry.n, sentence)
            case entries.Pin(seat=seat, digest=digest):
                self.host.version += 1
                message = words.PIN_SET if digest else computers.PIN_GONE
                mark = spoken(digest, 2)
                self._list(_Listed.PIN, entry.n, message.format(name=self._name(seat), mark=mark))
        self._last_time = getattr(entry, "at", "") or self._last_time

    def _list(self, kind: _Listed, entry: int, sentence: str) -> None:
        """Adds a sentence on something that decides a result; `entry` is the entry's number."""
        self._kinds.add(kind)
        self._listed.append(self._placed(entry, sentence))

    def cut(self, entry: entries.Cut) -> None:
        """Cuts the cards as in the game. It is a fault if somebody else had to cut."""
        state, is_bot = self.host.state, self.host.is_bot
        if entry.seat != who_cuts(state, is_bot):
            self._add_fault(entry.n, words.OTHER_CUTTER)
        if not self.header.terms.known_seed:
            message = words.CUT_BY_PROGRAM if is_bot(entry.seat) else words.WHO_CUT
            is_first_of_two = state.phase is Phase.SEATING and self.header.is_cut_twice
            what = words.FOR_THE_DRAW if is_first_of_two else ""
            name = self._name(entry.seat)
            self._cut.append(message.format(name=name, number=entry.number, what=what))
        self.host.cut_cards(entry.number)

    def move(self, entry: entries.MoveEntry) -> None:
        """Computes what the move should be, and then plays the one of the journal."""
        action, bare = entry.action, actions.without_chance(entry.action)
        is_deal = isinstance(action, actions.Deal | actions.ThrowIn)
        self._silent = bool(entry.notes) or (self._silent and not is_deal)
        self.counted["searched"] += len(entry.tried)
        if any(self._searches(search.seat) for search in entry.tried) and not has_numba():
            self._is_unsearched = True
        known = {(search.seat, search.at, search.is_call): search.worlds for search in entry.tried}
        self.host.computers.known = (self.host.computers.known or {}) | known
        computed = self.host.with_chance(bare)
        if bare != computed or bare != action:
            kind = _CHANCES.get(type(action), "renewal")
            self.counted[kind] += 1
            if computed != action and not self._is_old_deal(action):
                self._add_fault(
                    entry.n, words.OTHER_CARDS.format(kind=words.table("CHANCES")[kind])
                )
        if not isinstance(action, actions.HostAction | actions.HandOver):
            self._seat_move(entry, bare)
        self._play(entry)

    def _play(self, entry: entries.MoveEntry) -> None:
        """Plays the move of the journal, and lists its hints, notes and special events."""
        if entry.hinted:
            names = [*map(self._name, entry.hinted)]
            self._list(_Listed.HINT, entry.n, words.HINTED(names=names))
        for text in entry.notes:
            self._list(_Listed.NOTE, entry.n, text)
        for event in self.host.replay(entry.action, entry.bot, entry.notes, entry.hinted):
            match event:
                case SeatHandedOver(before=before, name=name):
                    who = sitting(entries.Who(name, entry.bot))
                    sentence = words.HANDED_OVER.format(before=before, who=who)
                    self._list(_Listed.HAND_OVER, entry.n, sentence)
                case ScoreCorrected():
                    self._list(_Listed.CORRECTION, entry.n, tell(event, self.host.state))
                case RoundThrownIn():
                    self._list(_Listed.STANDSTILL, entry.n, tell(event, self.host.state))
        if isinstance(entry.action, actions.StopGame):
            self._list(_Listed.STOP, entry.n, words.STOPPED)

    def _name(self, seat: SeatIndex) -> str:
        return self.host.state.seats[seat].name

    def _placed(self, entry: int, sentence: str) -> str:
        """A sentence on an entry, after the number of the entry and its round."""
        state = self.host.state
        where = words.WHERE(state.rules, at=state.round) if state.round else ""
        return words.ENTRY(n=entry, where=where, what=sentence)

    def _add_fault(self, entry: int, sentence: str) -> None:
        self.faults.append(self._placed(entry, sentence))

    def _is_old_deal(self, action: actions.Action) -> bool:
        """Whether an action is a deal of the first format, in the order that this format used."""
        is_old = self.header.format == 1 and not self.header.fingerprint
        if not is_old or not isinstance(action, actions.Deal):
            return False
        host, pack = self.host, self.header.rules.cards(self.host.state.players)
        order = host.chance.order(pack, f"deal {host.state.round} {len(host.log)}")
        return tuple(order) == action.order

    def _seat_move(self, entry: entries.MoveEntry, bare: actions.Action) -> None:
        """Compares the move of a computer with what it would do; counts the move of a person.

        `bare` is the move without what chance decides. A person's draw is a fault if a computer
        would have called before it.
        """
        seat = bare.seat  # type: ignore[union-attr]
        if not self.host.is_bot(seat):
            self._person_moves[self._name(seat)] += 1
        if self.host.players[seat].bot in self._absent:
            self.counted["absent"] += 1
        elif self.host.is_bot(seat):
            if bare in self._choices():
                self.counted["computer"] += 1
            elif self._is_other_code:
                self.counted["other"] += 1
            elif self._is_unsearched and self._searches(seat):
                self.counted["unsearched"] += 1
            elif (self._silent or self._is_unsearched) and bare in self._without_answers(seat):
                self.counted["failed"] += 1
            else:
                self._add_fault(entry.n, words.OTHER_MOVE.format(name=self._name(seat)))
        elif isinstance(bare, actions.Draw) and not (
            self._silent or self._is_other_code or self._is_unsearched
        ):
            call = self.host.next_call(after_people=True)
            if call is not None:
                self._add_fault(entry.n, words.CALL_MISSING.format(name=self._name(call.seat)))

    def _searches(self, seat: SeatIndex) -> bool:
        return self.host.players[seat].bot in SEARCHING

    @property
    def _is_other_code(self) -> bool:
        """Whether a computer player decides otherwise than in the program that played the game."""
        seated = {player.level for player in self.host.players} - {"", *self._absent}
        return not all(decides_as(bot, self.header.computers) for bot in seated)

    def _choices(self) -> Iterator[actions.Action | None]:
        """Yields the moves that computer players could make here. They differ by whether people
        have had time to call before: not yet, yes, or after a draw was due."""
        yield self.host.bot_action(computer_may_draw=False)
        yield self.host.bot_action()
        if self.host.state.phase is Phase.DRAW:
            yield self.host.next_call(after_people=True)

    def _without_answers(self, seat: SeatIndex) -> Iterator[actions.Action | None]:
        """Yields the moves that a computer's seat makes if some answer of a computer is missing."""
        yield self.host.ask_for_wishes().get(seat)
        if seat == self.host.state.turn:
            yield simplest(self.host.state, seat)
            yield self.host.next_step()

    def facts(self) -> Iterator[str]:
        """Yields what was computed, what else decided the game, and what cannot be proved."""
        count, header, state = self.counted, self.header, self.host.state
        parts = [
            message(count=count[kind])
            for kind, message in words.table("COMPUTED_KINDS").items()
            if count[kind] or kind == "deal"
        ]
        yield words.COMPUTED(parts=parts)
        yield words.SEATED(begun=header.created, names=[*map(sitting, header.players)])
        yield _by_rules(header.rules)
        if header.terms.series:
            yield words.EVENING(series=sanitize(header.terms.series, 60))
        if handicaps := handicap_lines(state):
            self._kinds.add(_Listed.HANDICAP)
        yield from handicaps
        yield from self._listed
        texts = words.lines("LISTED")
        if absent := [texts[kind] for kind in _Listed if kind not in self._kinds]:
            yield words.NOTHING_ELSE(kinds=absent)
        totals = [f"{seat.name} {seat.score}" for seat in state.seats]
        won = f"{winners(state)} " if state.phase is Phase.GAME_OVER else ""
        rules, done, at = state.rules, len(state.results), self._last_time
        yield words.RESULT(rules, done=done, all=rules.rounds, totals=totals, winners=won, at=at)
        yield from self._not_shown()
        yield from self._about_seed()

    def _not_shown(self) -> Iterator[str]:
        """Yields how many moves could not be computed and why, and the moves of people."""
        values = {"command": install_command("full"), "missing": missing(self._absent)}
        for kind, message in words.table("NOT_SHOWN").items():
            if self.counted[kind]:
                yield message(count=self.counted[kind], **values)
        if moves := [f"{name} {count}" for name, count in self._person_moves.items()]:
            yield words.PEOPLE_MOVED(moves=moves)

    def _about_seed(self) -> Iterator[str]:
        """Yields who could know or choose the cards, and the seed if the game is over."""
        header = self.header
        yield from self._origin.facts
        if not header.fingerprint:
            yield words.NO_COMMITMENT
            return
        if header.format <= UNBOUND:
            yield words.NOT_BOUND
        yield spoken_words.FINGERPRINT.format(seen=spoken(header.fingerprint))
        yield from self._cut
        if self.host.state.phase is Phase.GAME_OVER:
            yield words.SEED.format(seed=header.seed)


def _by_rules(rules: Rules) -> str:
    """A sentence on the variant that was played, and on rules that differ from its file here."""
    name = of_game(rules.name)
    if rules.id not in known_variants():
        return words.OWN_RULES.format(name=name)
    variant = load_variant(rules.id)
    played = _rounds_of(rules, variant)
    changed = changed_rules(rules, with_rounds(variant, played) if played else variant)
    part = {"is_short": bool(played), "count": len(played), "whole": variant.rounds}
    return words.PLAYED_BY(rules, name=name, changed=[*changed], **part)


def _rounds_of(rules: Rules, variant: Rules) -> list[int]:
    """The rounds of a variant that a short evening played, by its contracts. It is empty for a game
    with all rounds, or with other contracts."""
    played: list[int] = []
    for contract in rules.contracts:
        last = played[-1] if played else 0
        later = range(last + 1, len(variant.contracts) + 1)
        same = (number for number in later if variant.contract(number) == contract)
        played.append(next(same, 0))
    return played if all(played) and len(played) < len(variant.contracts) else []
