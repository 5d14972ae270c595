"""The proof of a kept game: every card, pick and computer's move is computed a second time."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
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
from shanghai.words.commands import install_command
from shanghai.words.events import tell
from shanghai.words.games import of_game
from shanghai.words.handicaps import handicap_lines
from shanghai.words.sanitize import sanitize
from shanghai.words.scores import winners
from shanghai.words.spoken import spoken

_CHANCES: Final = {
    actions.DrawForDealer: "draw",
    actions.CallShanghai: "pick",
    actions.Deal: "deal",
    actions.ThrowIn: "deal",
}
"""What chance decides in a move, by which it is counted; in all others the stock is renewed."""


class Proof(Struct, frozen=True):
    """What was computed again: what holds, what does not, and if the cards were known before the
    game; no line names a card."""

    facts: tuple[str, ...]
    faults: tuple[str, ...]
    is_known: bool = False

    @property
    def holds(self) -> bool:
        """Whether nothing was found that chance, or a computer player, would not have done."""
        return not self.faults


def prove(
    read: Journal,
    witness: str = "",
    tell: Callable[[int, int], None] = lambda done, total: None,
    find: FindGame = lambda game: None,
) -> Proof:
    """The proof of a journal as far as it goes; `tell` is given how many entries of all are done,
    and `find` gives the game that the cards come from, by its id."""
    if read.header is None:
        raise ValueError(records.NO_GAME)
    moves = [entry for entry in read.entries if isinstance(entry, entries.MoveEntry)]
    origin = origin_of(read, find)
    prover = _Prover(read.header, moves, origin)
    prover.faults += [*first_line_faults(read.header), *origin.faults]
    found = entries.links(read.lines)
    committed = found[0] if read.header.format > UNBOUND else hash_of(read.header.seed)
    if read.header.fingerprint not in ("", committed):
        prover.faults.append(words.OTHER_FIRST_LINE)
    with closing(prover.host):
        for done, entry in enumerate(read.entries, 1):
            prover.follow(entry)
            tell(done, len(read.entries))
    facts = [*prover.facts()]
    facts.append(words.WITNESS.format(words=spoken(hash_of(read.header.seed, found[-1]))))
    if witness:
        said, fits = _compared(read, found, witness)
        (facts if fits else prover.faults).append(said)
    return Proof(tuple(facts), tuple(prover.faults), are_known(read.header))


def _compared(read: Journal, found: Sequence[str], witness: str) -> tuple[str, bool]:
    """What a witness says of a file, and whether it is the file that the table saw."""
    at = entries.place_of(witness, read.header.seed if read.header else "", found)
    if at is None:
        return words.OTHER_FILE, False
    more = len(found) - 1 - at
    if not more:
        return words.SEEN_WHOLE, True
    if at and isinstance(read.entries[at - 1], entries.Ended):
        return words.AFTER_END(at=at, more=more), False
    return words.SEEN_TO(at=at, more=more), True


class _Absent:
    """Sits for a computer player that is not installed: it never calls, and makes no move."""

    def __init__(self, seat: SeatIndex, random: Random, is_late: IsLate) -> None:
        """One for a seat."""

    def notice(self, event: Event) -> None:
        """Forgets the event."""

    def wants_call(self, view: SeatView) -> None:
        """Never calls."""

    def decide(self, view: SeatView) -> actions.SeatAction:
        """Has no answer."""
        raise NotImplementedError


class _Prover:
    """Plays a game a second time, and keeps what differs from the first time."""

    def __init__(
        self, header: entries.Header, moves: Sequence[entries.MoveEntry], origin: Origin
    ) -> None:
        self.header = header
        self._origin = origin
        named = [*(who.bot for who in header.players), *(move.bot for move in moves)]
        self._absent = tuple(dict.fromkeys(bot for bot in named if bot and bot not in LEVELS))
        sitting_in = dict.fromkeys(self._absent, Level(_Absent, "", ""))
        self.host = host_of(header, header.players, levels=LevelTable(LEVELS | sitting_in, FORMER))
        self.host.computers.known = {}
        self._is_unsearched = False
        """Whether a computer player searched, and the search is not installed here."""
        self.faults: list[str] = []
        self.counted: Counter[str] = Counter()
        self._silent = False
        """Whether a computer player has failed in this round, so that its moves prove nothing."""
        self._cut: list[str] = []
        self._listed: list[str] = []
        """What else decided the result or names a person; `_kinds` says which kinds there were."""
        self._kinds: set[str] = set()
        self._moved: Counter[str] = Counter()
        """How many moves each person made."""
        self._last = header.created

    def follow(self, entry: entries.Entry) -> None:
        """Goes on with the game by an entry."""
        match entry:
            case entries.MoveEntry():
                self.move(entry)
            case entries.Cut():
                self.cut(entry)
            case entries.Undone(seat=seat, to=to, agreed=agreed):
                moves = self.host.take_back(UndoRequest(seat, to, agreed)).moves
                how = words.AS_AGREED if agreed else ""
                said = words.TAKEN_BACK(name=self._name(seat), moves=moves, agreed=how)
                self._list(1, entry.n, said)
            case entries.Pin(seat=seat, digest=digest):
                self.host.version += 1
                said = words.PIN_SET if digest else computers.PIN_GONE
                self._list(4, entry.n, said.format(name=self._name(seat), mark=spoken(digest, 2)))
        self._last = getattr(entry, "at", "") or self._last

    def _list(self, kind: int, entry: int, what: str) -> None:
        self._kinds.add(words.LISTED[kind])
        self._listed.append(self._placed(entry, what))

    def cut(self, entry: entries.Cut) -> None:
        """Cuts the cards where they were cut."""
        state, is_bot = self.host.state, self.host.is_bot
        if entry.seat != who_cuts(state, is_bot):
            self._accuse(entry.n, words.OTHER_CUTTER)
        if not self.header.terms.known_seed:
            said = words.CUT_BY_PROGRAM if is_bot(entry.seat) else words.WHO_CUT
            is_first_of_two = state.phase is Phase.SEATING and self.header.is_cut_twice
            what = words.FOR_THE_DRAW if is_first_of_two else ""
            name = self._name(entry.seat)
            self._cut.append(said.format(name=name, number=entry.number, what=what))
        self.host.cut_cards(entry.number)

    def move(self, entry: entries.MoveEntry) -> None:
        """Computes what the move should be, and makes it as it was made."""
        action, bare = entry.action, actions.without_chance(entry.action)
        is_deal = isinstance(action, actions.Deal | actions.ThrowIn)
        self._silent = bool(entry.notes) or (self._silent and not is_deal)
        self.counted["searched"] += len(entry.tried)
        if any(self._searches(one.seat) for one in entry.tried) and not has_numba():
            self._is_unsearched = True
        known = {(one.seat, one.at, one.is_call): one.worlds for one in entry.tried}
        self.host.computers.known = (self.host.computers.known or {}) | known
        due = self.host.with_chance(bare)
        if bare != due or bare != action:
            kind = _CHANCES.get(type(action), "renewal")
            self.counted[kind] += 1
            if due != action and not self._is_old_deal(action):
                self._accuse(entry.n, words.OTHER_CARDS.format(kind=words.CHANCES[kind]))
        if not isinstance(action, actions.HostAction | actions.HandOver):
            self._seat_move(entry, bare)
        self._tell(entry)

    def _tell(self, entry: entries.MoveEntry) -> None:
        """Makes a move as it was made, and lists what else there is to say of it."""
        if entry.hinted:
            self._list(2, entry.n, words.HINTED(names=[*map(self._name, entry.hinted)]))
        for text in entry.notes:
            self._list(3, entry.n, text)
        for event in self.host.replay(entry.action, entry.bot, entry.notes, entry.hinted):
            match event:
                case SeatHandedOver(before=before, name=name):
                    who = sitting(entries.Who(name, entry.bot))
                    self._list(0, entry.n, words.HANDED_OVER.format(before=before, who=who))
                case ScoreCorrected() | RoundThrownIn():
                    kind = 5 if isinstance(event, ScoreCorrected) else 6
                    self._list(kind, entry.n, tell(event, self.host.state))
        if isinstance(entry.action, actions.StopGame):
            self._list(7, entry.n, words.STOPPED)

    def _name(self, seat: SeatIndex) -> str:
        return self.host.state.seats[seat].name

    def _placed(self, entry: int, what: str) -> str:
        """Something that there is to say of an entry, with where in the game that is."""
        state = self.host.state
        where = words.WHERE(state.rules, at=state.round) if state.round else ""
        return words.ENTRY(n=entry, where=where, what=what)

    def _accuse(self, entry: int, what: str) -> None:
        self.faults.append(self._placed(entry, what))

    def _is_old_deal(self, action: actions.Action) -> bool:
        """Whether a deal of the first format is in the order in which cards were dealt then."""
        is_old = self.header.format == 1 and not self.header.fingerprint
        if not is_old or not isinstance(action, actions.Deal):
            return False
        host, pack = self.host, self.header.rules.cards(self.host.state.players)
        order = host.chance.order(pack, f"deal {host.state.round} {len(host.log)}")
        return tuple(order) == action.order

    def _seat_move(self, entry: entries.MoveEntry, bare: actions.Action) -> None:
        seat = bare.seat  # type: ignore[union-attr]
        if not self.host.is_bot(seat):
            self._moved[self._name(seat)] += 1
        if self.host.players[seat].bot in self._absent:
            self.counted["absent"] += 1
        elif self.host.is_bot(seat):
            if bare in self._choices():
                self.counted["computer"] += 1
            elif self._is_other_code:
                self.counted["other"] += 1
            elif self._is_unsearched and self._searches(seat):
                self.counted["unsearched"] += 1
            elif (self._silent or self._is_unsearched) and bare in self._without_the_silent(seat):
                self.counted["failed"] += 1
            else:
                self._accuse(entry.n, words.OTHER_MOVE.format(name=self._name(seat)))
        elif isinstance(bare, actions.Draw) and not (
            self._silent or self._is_other_code or self._is_unsearched
        ):
            missing = self.host.next_call(late=True)
            if missing is not None:
                self._accuse(entry.n, words.CALL_MISSING.format(name=self._name(missing.seat)))

    def _searches(self, seat: SeatIndex) -> bool:
        return self.host.players[seat].bot in SEARCHING

    @property
    def _is_other_code(self) -> bool:
        """Whether a computer player at the table decides otherwise than when the game was made."""
        seated = {player.bot for player in self.host.players} - {"", *self._absent}
        return not all(decides_as(bot, self.header.computers) for bot in seated)

    def _choices(self) -> Iterator[actions.Action | None]:
        """What the computer players do here, before and after people had their chance."""
        yield self.host.bot_action(draw_ok=False)
        yield self.host.bot_action()
        if self.host.state.phase is Phase.DRAW:
            yield self.host.next_call(late=True)

    def _without_the_silent(self, seat: SeatIndex) -> Iterator[actions.Action | None]:
        """What is done at a table where the answer of some computer player never came."""
        yield self.host.wishes().get(seat)
        if seat == self.host.state.turn:
            yield simplest(self.host.state, seat)
            yield self.host.next_step()

    def facts(self) -> Iterator[str]:
        """What was computed, what else decided the game, and what cannot be shown."""
        count, header, state = self.counted, self.header, self.host.state
        told = {kind: said(count=count[kind]) for kind, said in words.COMPUTED_KINDS.items()}
        yield words.COMPUTED(parts=[told[kind] for kind in told if count[kind] or kind == "deal"])
        yield words.SEATED(begun=header.created, names=[*map(sitting, header.players)])
        yield _by_rules(header.rules)
        if header.terms.series:
            yield words.EVENING(series=sanitize(header.terms.series, 60))
        if handicaps := handicap_lines(state):
            self._kinds.add(words.LISTED[8])
        yield from handicaps
        yield from self._listed
        if absent := [kind for kind in words.LISTED if kind not in self._kinds]:
            yield words.NOTHING_ELSE(kinds=absent)
        totals = [f"{seat.name} {seat.score}" for seat in state.seats]
        won = f"{winners(state)} " if state.phase is Phase.GAME_OVER else ""
        rules, done, at = state.rules, len(state.results), self._last
        yield words.RESULT(rules, done=done, all=rules.rounds, totals=totals, winners=won, at=at)
        yield from self._not_shown()
        yield from self._about_seed()

    def _not_shown(self) -> Iterator[str]:
        values = {"command": install_command("playouts"), "missing": missing(self._absent)}
        for kind, said in words.NOT_SHOWN.items():
            if self.counted[kind]:
                yield said(count=self.counted[kind], **values)
        if self._moved:
            yield words.PEOPLE_MOVED(moves=[f"{name} {n}" for name, n in self._moved.items()])

    def _about_seed(self) -> Iterator[str]:
        """Who could have known or chosen the cards."""
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
    """What was played, and what in it differs from the variant that this program knows."""
    name = of_game(rules.name)
    if rules.id not in known_variants():
        return words.OWN_RULES.format(name=name)
    whole = load_variant(rules.id)
    played = _rounds_of(rules, whole)
    changed = changed_rules(rules, with_rounds(whole, played) if played else whole)
    part = {"is_short": bool(played), "count": len(played), "whole": whole.rounds}
    return words.PLAYED_BY(rules, name=name, changed=[*changed], **part)


def _rounds_of(rules: Rules, whole: Rules) -> list[int]:
    """Which rounds of a variant a shorter evening played, none where it was not one."""
    played: list[int] = []
    for contract in rules.contracts:
        after = played[-1] if played else 0
        ahead = range(after + 1, len(whole.contracts) + 1)
        found = (at for at in ahead if whole.contract(at) == contract)
        played.append(next(found, 0))
    return played if all(played) and len(played) < len(whole.contracts) else []
