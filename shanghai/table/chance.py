"""The chance of a game. With a named seed it is Python's generator. Else the game commits to a seed
and a player cuts: cards are then ordered by SHA-256, as any program can compute."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Final

from msgspec import Struct, structs

from shanghai.engine import actions
from shanghai.engine.cards import HIDDEN, JOKER, Card, face_of, rank_of
from shanghai.engine.events import Dealt, Event
from shanghai.engine.game import needs
from shanghai.engine.seats import SeatIndex
from shanghai.engine.stalemate import is_counted, is_stalemate, is_too_long
from shanghai.engine.state import Phase, State

MOST_CUT: Final = 10**9
"""A cut is a number below this."""


class CardSource(Struct, frozen=True):
    """Where the cards of a game come from."""

    seed: int | str | None = None
    """The seed of all chance. None: it is drawn when the game starts."""
    is_fair: bool = False
    """Whether the game commits to its cards, and a player cuts them."""
    cuts: tuple[int, ...] = ()
    """The known cuts, if these are the cards of another game or of a deal code."""
    root: str = ""
    """The hash of the game's first line, which goes into the key of the cards. Empty if none."""
    is_cut_twice: bool = False
    """Whether the cards are cut before the draw and again before the deals, as in older formats."""


def cards_of(seed: int | str | None) -> CardSource:
    """The cards of a seed, which anybody can compute. None: unknown cards, which are cut."""
    return CardSource(seed, is_fair=seed is None)


def hash_of(*parts: int | str) -> str:
    """The SHA-256 of the parts joined by single blanks, as 64 hex digits."""
    return sha256(" ".join(map(str, parts)).encode()).hex()


def sha256(data: bytes) -> bytes:
    """The SHA-256 of bytes, computed without OpenSSL, which takes long to load."""
    return bytes(_hasher()(data).digest())


@cache
def _hasher() -> Callable[[bytes], Any]:
    module = next(name for name in ("_sha2", "_sha256", "hashlib") if find_spec(name))
    hasher: Callable[[bytes], Any] = import_module(module).sha256
    return hasher


def cut_key(seed: int | str, root: str, cuts: Iterable[int]) -> str:
    """The key of all chance after these cuts. `root` is empty in games of an older format."""
    return hash_of(seed, *([root] if root else ()), *cuts)


def cuts_due(phase: Phase, root: str, *, is_cut_twice: bool) -> int:
    """How many cuts a fair game must have had before it goes on from a phase.

    With a root it is cut before the draw, and if `is_cut_twice` again before the first deal.
    Without a root it is cut only before the first deal.
    """
    before_draw = 1 if root else 0
    before_deal = 2 if root and is_cut_twice else 1
    return {Phase.SEATING: before_draw, Phase.DEALING: before_deal}.get(phase, 0)


class SeededChance:
    """Chance from a named seed, by Python's own generator."""

    def __init__(self, seed: int | str) -> None:
        self.key = str(seed)

    def order(self, cards: Sequence[Card], purpose: str) -> list[Card]:
        """The cards in a shuffled order, always the same one for a purpose."""
        order = list(cards)
        Random(f"{self.key} {purpose}").shuffle(order)
        return order

    def pick(self, cards: Sequence[Card], purpose: str) -> Card:
        """One of the cards, always the same one for a purpose."""
        return Random(f"{self.key} {purpose}").choice(cards)


class HashedChance:
    """Chance from a key by SHA-256 alone. `.github/FAIR-CARDS.md` explains the method."""

    def __init__(self, key: str) -> None:
        self.key = key

    def order(self, cards: Sequence[Card], purpose: str) -> list[Card]:
        """The cards sorted by their hashes, the lowest first."""
        return sorted(cards, key=lambda card: self._hash(card, purpose))

    def pick(self, cards: Sequence[Card], purpose: str) -> Card:
        """The card with the lowest hash."""
        return min(cards, key=lambda card: self._hash(card, purpose))

    def _hash(self, card: Card, purpose: str) -> bytes:
        return sha256(f"{self.key} {purpose} {card}".encode())


Chance = SeededChance | HashedChance
"""Orders cards and picks one, always the same for a purpose. Computers derive theirs from `key`."""


def dealer_draws(
    order: Sequence[Card], players: int, *, first: bool
) -> tuple[tuple[Card, ...], ...]:
    """The cards drawn for the dealer: one for each seat, HIDDEN for a seat that does not draw.

    Those who tie for the lowest draw again (RG-2). They draw from the start of the order with
    `first`, else from its end.
    """
    pack = list(order[::-1] if first else order)
    drawing = list(range(players))
    draws: list[tuple[Card, ...]] = []
    while len(drawing) > 1:
        drawn = {seat: pack.pop() for seat in drawing}
        draws.append(tuple(drawn.get(seat, HIDDEN) for seat in range(players)))
        lowest = min(map(rank_of, drawn.values()))
        drawing = [seat for seat, card in drawn.items() if rank_of(card) == lowest]
    return tuple(draws)


def who_cuts(state: State, is_bot: Callable[[SeatIndex], bool]) -> SeatIndex:
    """The seat that cuts: the first person from the dealer's right on, or that very seat if there
    are only computers. Before there is a dealer, it counts from the first seat."""
    players = state.players
    order = [SeatIndex((state.dealer - steps) % players) for steps in range(1, players + 1)]
    if state.phase is Phase.SEATING:
        order = [*state.seat_numbers]
    return next((seat for seat in order if not is_bot(seat)), order[0])


def with_chance(
    state: State,
    action: actions.Action,
    chance: Chance,
    purpose: Callable[[str], str],
    log: Iterable[Event],
) -> actions.Action:
    """The action with the cards that chance adds: draws, a deal, a renewed stock or a picked card.
    Cards that it has already stay. `purpose` makes a text for this point of the game."""
    match action:
        case actions.DrawForDealer(draws=()):
            ranked = [card for card in state.rules.cards(state.players) if face_of(card) != JOKER]
            order = chance.order(ranked, purpose("dealer"))
            is_first = isinstance(chance, HashedChance)
            return actions.DrawForDealer(dealer_draws(order, state.players, first=is_first))
        case actions.Deal(order=()):
            round = state.round + (1 if state.phase is Phase.ROUND_OVER else 0)
            return actions.Deal(deal_order(state, chance, round, log))
        case actions.ThrowIn(order=()) if not is_counted(state):
            return actions.ThrowIn(deal_order(state, chance, state.round, log))
    need = needs(state, action)
    if need.pick and getattr(action, "picked", None) is None:
        action = structs.replace(action, picked=chance.pick(need.pick, purpose("pick")))
    if need.shuffled and not getattr(action, "renewed", ()):
        order = chance.order(need.renew, purpose("stock"))
        action = structs.replace(action, renewed=tuple(order))
    return action


def with_random(state: State, action: actions.Action, random: Random) -> actions.Action:
    """The action with the cards that it needs, if any, drawn by a generator."""
    return with_chance(state, action, SeededChance(str(random.random())), str, ())


def host_action(state: State) -> actions.HostAction | None:
    """The action of the host that is due, without the cards that chance adds. None while a seat is
    to move, and after the game."""
    match state.phase:
        case Phase.SEATING:
            return actions.DrawForDealer(())
        case Phase.DEALING | Phase.ROUND_OVER:
            return actions.Deal(())
        case Phase.DRAW if is_stalemate(state) or is_too_long(state):
            return actions.ThrowIn()
        case _:
            return None


def deal_order(state: State, chance: Chance, round: int, log: Iterable[Event]) -> tuple[Card, ...]:
    """The order of the pack for the next deal of a round. It does not depend on the moves made.
    `log` tells how often the round was dealt before."""
    before = sum(isinstance(event, Dealt) and event.round == round for event in log)
    pack = state.rules.cards(state.players, round)
    return tuple(chance.order(pack, f"deal {round} {before + 1}"))
