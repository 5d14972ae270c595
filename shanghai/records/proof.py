"""The proof of a kept game: every card, pick and computer's move is computed a second time."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct, structs

from shanghai.bots.code_hash import code_hash
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
    ThrowIn,
)
from shanghai.engine.state import Phase
from shanghai.engine.undo import UndoRequest
from shanghai.host.chance import fingerprint, short_fingerprint
from shanghai.host.host import Host, Player
from shanghai.host.shuffle import who_cuts
from shanghai.storage.entries import Cut, Header, Moved, Pin, Undone, first_state
from shanghai.storage.journal import Journal
from shanghai.text.phrases import counted, noun


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
    prover = _Prover(read.header)
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
            return structs.replace(action, picked=None)
        case _:
            return action


class _Prover:
    """Plays a game a second time, and keeps what differs from the first time."""

    def __init__(self, header: Header) -> None:
        seats = first_state(header).seats
        players = [
            Player(who.name, who.bot, seat.handicap)
            for who, seat in zip(header.players, seats, strict=True)
        ]
        self.header = header
        self.host = Host(header.rules, players, header.seed, is_fair=bool(header.fingerprint))
        self.faults: list[str] = []
        self.counted: Counter[str] = Counter()
        self._silent = False
        """Whether a computer player has failed in this round, so that its moves prove nothing."""
        if header.fingerprint and header.fingerprint != fingerprint(header.seed):
            self.faults.append("the seed is not the one that the game committed to")

    def cut(self, entry: Cut) -> None:
        """Cuts the cards where they were cut."""
        if entry.seat != who_cuts(self.host.state, self.host.is_bot):
            self.faults.append(f"entry {entry.n}: another seat should have cut")
        self.host.cut_cards(entry.number)

    def move(self, entry: Moved) -> None:
        """Computes what the move should be, and makes it as it was made."""
        action, bare = entry.action, without_chance(entry.action)
        if isinstance(action, Deal | ThrowIn):
            self._silent = False
        self._silent = self._silent or bool(entry.said)
        if bare != action or isinstance(action, DrawForDealer | Deal):
            kind = _chance_of(action)
            self.counted[kind] += 1
            if self.host.with_chance(bare) != action and not self._is_old_deal(action):
                self.faults.append(f"entry {entry.n}: the {kind} is not what chance gives")
        if not isinstance(action, HostAction | HandOver):
            self._seat_move(entry, bare)
        self.host.replay(action, entry.bot, entry.said, entry.hinted)

    def _is_old_deal(self, action: Action) -> bool:
        """Whether a deal of the first format is in the order in which cards were dealt then."""
        if self.header.format > 1 or not isinstance(action, Deal):
            return False
        host, pack = self.host, self.header.rules.cards(self.host.state.players)
        order = host.chance.order(pack, f"deal {host.state.round} {len(host.log)}")
        return tuple(order) == action.order

    def _seat_move(self, entry: Moved, bare: Action) -> None:
        """Asks the computer players what they do here."""
        seat = bare.seat  # type: ignore[union-attr]
        name = self.host.state.seats[seat].name
        if self.host.is_bot(seat):
            would = bare in self._choices()
            if would:
                self.counted["computer"] += 1
            elif self._is_inexact:
                self.counted["unproved"] += 1
            else:
                self.faults.append(
                    f"entry {entry.n}: the computer of {name} would not have done it"
                )
        elif isinstance(bare, Draw) and not self._is_inexact:
            missing = self.host.next_call(late=True)
            if missing is not None:
                caller = self.host.state.seats[missing.seat].name
                self.faults.append(f"entry {entry.n}: the computer of {caller} would have called")

    @property
    def _is_inexact(self) -> bool:
        """Whether computers may have moved differently: other code, or one that was silent."""
        return self._silent or self.header.computers != code_hash()

    def _choices(self) -> Iterator[Action | None]:
        """What the computer players do here, before and after people had their chance."""
        yield self.host.bot_action(draw_ok=False)
        yield self.host.bot_action()
        if self.host.state.phase is Phase.DRAW:
            yield self.host.next_call(late=True)

    def facts(self) -> Iterator[str]:
        """What was computed, and what cannot be shown."""
        done = self.counted
        yield (
            f"{counted(done['deal'], 'deal')}, {counted(done['renewal'], 'renewal')} of the stock, "
            f"{counted(done['pick'], 'random pick')} and {done['computer']} "
            f"{noun(done['computer'], 'move')} of computers were computed again."
        )
        if done["unproved"]:
            yield (
                f"{counted(done['unproved'], 'move')} of computers cannot be shown: an older "
                "or another program made them, or an answer had failed."
            )
        if not self.header.fingerprint:
            yield (
                "The game did not commit to its seed, and nobody cut: the cards follow from the "
                "seed, but that nobody chose it cannot be shown."
            )
            return
        if self.header.terms.known_seed:
            yield "The seed was known before: by a deal code, or the cards were played again."
        yield f"Fingerprint of the seed: {short_fingerprint(self.header.fingerprint)}."
        if self.host.cut is not None:
            yield f"Cut at {self.host.cut}."
        if self.host.state.phase is Phase.GAME_OVER:
            yield f"Seed: {self.header.seed}."


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
