"""The proof of a kept game: every card, pick and computer's move is computed a second time."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from msgspec import Struct, structs

from shanghai.bots.foreign import LevelTable
from shanghai.bots.levels import FORMER, LEVELS, SEARCHING, decides_as
from shanghai.bots.machine_code import has_numba
from shanghai.bots.pool import simplest
from shanghai.bots.protocol import IsLate, Level
from shanghai.engine.actions import (
    Action,
    Call,
    CallShanghai,
    Deal,
    Draw,
    DrawForDealer,
    HandOver,
    HostAction,
    Pass,
    SeatAction,
    ThrowIn,
)
from shanghai.engine.evening import with_rounds
from shanghai.engine.events import Event
from shanghai.engine.rules import Rules
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Phase
from shanghai.engine.undo import UndoRequest
from shanghai.engine.view import SeatView
from shanghai.host.chance import fingerprint, short_fingerprint, who_cuts
from shanghai.host.host import Host, Player
from shanghai.records.recorder import sitting
from shanghai.storage.entries import Cut, Header, Moved, Pin, Undone, Who, first_state
from shanghai.storage.journal import Journal
from shanghai.storage.verdict import missing
from shanghai.variants.house_rules import changed_rules
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant
from shanghai.words.commands import install_command
from shanghai.words.handicaps import handicap_lines
from shanghai.words.phrases import counted, listed


class Proof(Struct, frozen=True):
    """What was computed again: what holds, and what does not; no line names a card."""

    facts: tuple[str, ...]
    faults: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing was found that chance, or a computer player, would not have done."""
        return not self.faults


def prove(read: Journal) -> Proof:
    """The proof of a sound journal, as far as the game has come."""
    if read.header is None:
        raise ValueError("the journal holds no game")
    prover = _Prover(read.header, [entry for entry in read.entries if isinstance(entry, Moved)])
    for entry in read.entries:
        if isinstance(entry, Moved):
            prover.move(entry)
        elif isinstance(entry, Undone):
            prover.host.take_back(UndoRequest(entry.seat, entry.to, entry.agreed))
        elif isinstance(entry, Cut):
            prover.cut(entry)
        elif isinstance(entry, Pin):
            prover.host.version += 1
    return Proof(tuple(prover.facts()), tuple(prover.faults))


def without_chance(action: Action) -> Action:
    """The action as it was ordered, before chance gave it its cards."""
    match action:
        case DrawForDealer():
            return DrawForDealer(())
        case Deal():
            return Deal(())
        case ThrowIn():
            return ThrowIn()
        case Draw() | Pass() | Call():
            return structs.replace(action, renewed=()) if action.renewed else action
        case CallShanghai():
            return structs.replace(action, picked=None, renewed=())
        case _:
            return action


class _Absent:
    """Sits for a computer player that is not installed: it never calls, and makes no move."""

    def __init__(self, seat: SeatIndex, random: Random, is_late: IsLate) -> None:
        """One for a seat."""

    def notice(self, event: Event) -> None:
        """Forgets the event."""

    def wants_call(self, view: SeatView) -> None:
        """Never calls."""

    def decide(self, view: SeatView) -> SeatAction:
        """Has no answer."""
        raise NotImplementedError


class _Prover:
    """Plays a game a second time, and keeps what differs from the first time."""

    def __init__(self, header: Header, moves: Sequence[Moved]) -> None:
        seats = first_state(header).seats
        players = [
            Player(who.name, who.bot, seat.handicap)
            for who, seat in zip(header.players, seats, strict=True)
        ]
        self.header = header
        named = [*(who.bot for who in header.players), *(move.bot for move in moves)]
        self._absent = tuple(dict.fromkeys(bot for bot in named if bot and bot not in LEVELS))
        sitting_in = dict.fromkeys(self._absent, Level(_Absent, "", ""))
        self.host = Host(
            header.rules,
            players,
            header.seed,
            levels=LevelTable(LEVELS | sitting_in, FORMER),
            is_fair=bool(header.fingerprint),
        )
        self.host.computers.known = {}
        self._is_unsearched = False
        """Whether a computer player searched, and the search is not installed here."""
        self.faults: list[str] = []
        self.counted: Counter[str] = Counter()
        self._silent = False
        """Whether a computer player has failed in this round, so that its moves prove nothing."""
        self._cutter = ""
        self._came: list[str] = []
        if header.fingerprint and header.fingerprint != fingerprint(header.seed):
            self.faults.append("The seed is not the one that the game committed to.")

    def cut(self, entry: Cut) -> None:
        """Cuts the cards where they were cut."""
        if entry.seat != who_cuts(self.host.state, self.host.is_bot):
            self._accuse(entry.n, "another seat should have cut")
        if not self.host.is_bot(entry.seat):
            self._cutter = self.host.state.seats[entry.seat].name
        self.host.cut_cards(entry.number)

    def move(self, entry: Moved) -> None:
        """Computes what the move should be, and makes it as it was made."""
        action, bare = entry.action, without_chance(entry.action)
        if isinstance(action, Deal | ThrowIn):
            self._silent = False
        self._silent = self._silent or bool(entry.said)
        searched = any(self._searches(one.seat) for one in entry.tried)
        self._is_unsearched = self._is_unsearched or (searched and not has_numba())
        known = {(one.seat, one.at, one.is_call): one.worlds for one in entry.tried}
        self.host.computers.known = (self.host.computers.known or {}) | known
        due = self.host.with_chance(bare)
        if bare != due or bare != action:
            kind = _chance_of(action)
            self.counted[kind] += 1
            if due != action and not self._is_old_deal(action):
                self._accuse(entry.n, f"the {kind} is not what chance gives")
        if not isinstance(action, HostAction | HandOver):
            self._seat_move(entry, bare)
        if isinstance(action, HandOver):
            self._came.append(sitting(Who(action.name, entry.bot)))
        self.host.replay(action, entry.bot, entry.said, entry.hinted)

    def _accuse(self, entry: int, what: str) -> None:
        """Keeps that something does not hold, and where in the game it is."""
        state = self.host.state
        where = f", {state.rules.words.round} {state.round}" if state.round else ""
        self.faults.append(f"Entry {entry}{where}: {what}.")

    def _is_old_deal(self, action: Action) -> bool:
        """Whether a deal of the first format is in the order in which cards were dealt then."""
        is_old = self.header.format == 1 and not self.header.fingerprint
        if not is_old or not isinstance(action, Deal):
            return False
        host, pack = self.host, self.header.rules.cards(self.host.state.players)
        order = host.chance.order(pack, f"deal {host.state.round} {len(host.log)}")
        return tuple(order) == action.order

    def _seat_move(self, entry: Moved, bare: Action) -> None:
        seat = bare.seat  # type: ignore[union-attr]
        name = self.host.state.seats[seat].name
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
                self._accuse(entry.n, f"the computer of {name} would not have done it")
        elif isinstance(bare, Draw) and not (
            self._silent or self._is_other_code or self._is_unsearched
        ):
            missing = self.host.next_call(late=True)
            if missing is not None:
                caller = self.host.state.seats[missing.seat].name
                self._accuse(entry.n, f"the computer of {caller} would have called")

    def _searches(self, seat: SeatIndex) -> bool:
        return self.host.players[seat].bot in SEARCHING

    @property
    def _is_other_code(self) -> bool:
        """Whether a computer player at the table decides otherwise than when the game was made."""
        seated = {player.bot for player in self.host.players} - {"", *self._absent}
        return not all(decides_as(bot, self.header.computers) for bot in seated)

    def _choices(self) -> Iterator[Action | None]:
        """What the computer players do here, before and after people had their chance."""
        yield self.host.bot_action(draw_ok=False)
        yield self.host.bot_action()
        if self.host.state.phase is Phase.DRAW:
            yield self.host.next_call(late=True)

    def _without_the_silent(self, seat: SeatIndex) -> Iterator[Action | None]:
        """What is done at a table where the answer of some computer player never came."""
        yield self.host.wishes().get(seat)
        if seat == self.host.state.turn:
            yield simplest(self.host.state, seat)
            yield self.host.next_step()

    def facts(self) -> Iterator[str]:
        """What was computed, who sat there, and what cannot be shown, a sentence each."""
        done, header = self.counted, self.header
        parts = [
            counted(done["deal"], "deal"),
            f"{counted(done['renewal'], 'renewal')} of the stock" if done["renewal"] else "",
            counted(done["pick"], "random pick") if done["pick"] else "",
            f"{counted(done['computer'], 'move')} of computers" if done["computer"] else "",
        ]
        yield f"Computed again: {listed([part for part in parts if part]) or 'nothing yet'}."
        later = f" Later also {listed(self._came)}." if self._came else ""
        yield f"At the table: {', '.join(map(sitting, header.players))}.{later}"
        yield _by_rules(header.rules)
        yield from handicap_lines(self.host.state)
        reasons = {
            "other": ": computer players of another version made them",
            "unsearched": (
                " here: they were searched for, and the search is not installed "
                f"({install_command('playouts')})"
            ),
            "absent": f" here: {missing(self._absent)}",
            "failed": ": an answer had failed before",
        }
        for kind, why in reasons.items():
            if done[kind]:
                yield f"{counted(done[kind], 'move')} of computers cannot be shown{why}."
        yield from self._about_seed()

    def _about_seed(self) -> Iterator[str]:
        """Who could have known or chosen the cards."""
        header, cut = self.header, self.host.cut
        if not header.fingerprint:
            yield (
                "The game did not commit to its seed, and nobody cut: the cards follow from the "
                "seed, but that nobody chose it cannot be shown."
            )
            return
        if header.terms.known_seed:
            yield "The seed was known before: by a deal code, or the cards were played again."
        yield f"Fingerprint of the seed: {short_fingerprint(header.fingerprint)}."
        if cut is not None and self._cutter:
            yield f"{self._cutter} cut the cards at {cut}."
        elif cut is not None and not header.terms.known_seed:
            yield (
                f"Cut at {cut} by the program itself, for only computers sat there: that it did "
                "not choose the number cannot be shown."
            )
        if self.host.state.phase is Phase.GAME_OVER:
            yield f"Seed: {header.seed}."


def _by_rules(rules: Rules) -> str:
    """What was played, and what in it differs from the variant that this program knows."""
    name = rules.name
    if rules.id not in known_variants():
        return f"Played by {name}, rules of the table's own."
    whole = load_variant(rules.id)
    played = _rounds_of(rules, whole)
    short = (
        f", {counted(len(played), rules.words.round, rules.words)} of {whole.rounds}"
        if played
        else ""
    )
    changed = changed_rules(rules, with_rounds(whole, played) if played else whole)
    other = f", other than in its file: {', '.join(changed)}" if changed else ""
    return f"Played by {name}{short}{other}."


def _rounds_of(rules: Rules, whole: Rules) -> list[int]:
    """Which rounds of a variant a shorter evening played, none where it was not one."""
    played: list[int] = []
    for contract in rules.contracts:
        after = played[-1] if played else 0
        found = (at for at in range(after + 1, whole.rounds + 1) if whole.contract(at) == contract)
        played.append(next(found, 0))
    return played if all(played) and len(played) < whole.rounds else []


def _chance_of(action: Action) -> str:
    """What chance has given with an action, in a word or two."""
    match action:
        case DrawForDealer():
            return "draw for the first dealer"
        case Deal() | ThrowIn():
            return "deal"
        case CallShanghai():
            return "pick"
        case _:
            return "renewal"
