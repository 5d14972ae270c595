"""The lines of a journal: a header, which has the rules, and an entry for each move.

A line is 8 hex digits of a checksum (CRC-32, seeded with that of the line before), a blank, and
JSON. FORMAT goes up when a line gets something that older programs cannot read.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec import Struct, field, structs

from shanghai.bots.pool import Tried
from shanghai.engine.actions import Action
from shanghai.engine.game import new_game
from shanghai.engine.handicap import NO_HANDICAP, Handicap
from shanghai.engine.rules import Rules
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import State
from shanghai.storage.lines import json_of, line_of, sealed
from shanghai.storage.verdict import CUT_TWICE, UNBOUND
from shanghai.table.chance import hash_of, sha256

MOST_LINE: Final = 512 * 2**10
"""The bytes of the longest line. A longer one is damage."""
HASH_EVERY: Final = 16
"""After so many moves an entry has the hash of the state."""


class Who(Struct, frozen=True, forbid_unknown_fields=True):
    """The player of a seat: a name, and a computer level or ""."""

    name: str
    bot: str = ""


class Terms(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was agreed on before the first card.

    `series` is the id of the first of several games, `code` the deal code. If players could know
    the seed, `again` is the id of the game whose cards are played again, with its `root` and
    whether its cards were cut twice.
    """

    series: str = ""
    code: str = ""
    known_seed: bool = False
    handicaps: tuple[Handicap, ...] = ()
    root: str = ""
    again: str = ""
    cut_twice: bool = False


class Header(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first line of a journal.

    `created` is a time in ISO 8601, for people only. `fingerprint` is shown to the players before
    the first card: it is the SHA-256 of this line without it (in older formats that of the seed),
    or empty if nobody cuts. `computers` has the versions of the computer players.
    """

    format: int
    program: str
    title: str
    created: str
    seed: str
    players: tuple[Who, ...]
    rules: Rules
    fingerprint: str = ""
    computers: str = ""
    terms: Terms = Terms()

    @property
    def root(self) -> str:
        """The third part of the key of the cards, after seed and cuts; "" in older formats."""
        if self.terms.known_seed:
            return self.terms.root
        return self.fingerprint if self.format > UNBOUND else ""

    @property
    def is_cut_twice(self) -> bool:
        """Whether the cards are cut before the draw and again before the deals."""
        return self.format <= CUT_TWICE or self.terms.cut_twice


def first_state(header: Header) -> State:
    """The state at the start of a game; ValueError if players or handicaps do not fit the rules."""
    return new_game(header.rules, [who.name for who in header.players], header.terms.handicaps)


def handicaps_of(state: State) -> tuple[Handicap, ...]:
    """The handicap of each seat; empty if nobody has one."""
    handicaps = tuple(seat.handicap for seat in state.seats)
    return handicaps if any(each != NO_HANDICAP for each in handicaps) else ()


class MoveEntry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="move"):
    """A move and its time.

    `bot` is the level of a computer player who takes over a seat. `state` is a hash of the state,
    after every HASH_EVERY moves. The last three fields are about the time since the last move:
    `notes` on answers that were replaced, the seats that asked for a first hint, and the worlds
    that computer players tried.
    """

    n: int
    action: Action
    at: str = ""
    bot: str = ""
    state: str = ""
    notes: tuple[str, ...] = field(default=(), name="said")
    hinted: tuple[SeatIndex, ...] = ()
    tried: tuple[Tried, ...] = ()


class Undone(Struct, frozen=True, forbid_unknown_fields=True, tag="undo"):
    """Moves taken back by a seat, or by agreement of all: those after the entry `to` do not count.

    `state` is the hash of the state after that entry.
    """

    n: int
    seat: SeatIndex
    to: int
    agreed: bool
    at: str
    state: str


class Cut(Struct, frozen=True, forbid_unknown_fields=True, tag="cut"):
    """A cut before the draw for the dealer, or before the first deal: who cut, where, and when."""

    n: int
    seat: SeatIndex
    number: int
    at: str


class Pin(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="pin"):
    """A new PIN of a seat, as salt and slow hash in hex; both are empty if it has none then."""

    n: int
    seat: SeatIndex
    at: str
    salt: str = ""
    digest: str = ""
    notes: tuple[str, ...] = field(default=(), name="said")


class Ended(Struct, frozen=True, forbid_unknown_fields=True, tag="end"):
    """The end of a game. It is written again after each correction."""

    n: int
    state: str


Entry = MoveEntry | Undone | Cut | Pin | Ended

_ENCODER: Final = msgspec.json.Encoder()
_ENTRIES: Final[msgspec.json.Decoder[Entry]] = msgspec.json.Decoder(Entry)


def state_hash(state: State) -> str:
    """A hash of the state in 16 hex digits.

    Values that are as at the start are left out, so that the hashes of older games stay the same.
    """
    facts = (
        (state.phase, state.round, state.dealer, state.turn),
        [(seat.name, seat.hand, seat.down, seat.calls_used, seat.score) for seat in state.seats],
        [(meld.owner, meld.kind, meld.cards, meld.low, meld.suit) for meld in state.table],
        (state.stock, state.discards, state.tossers, state.calls),
        (state.live, state.locked, state.tossed, state.given_up),
        (state.went_down, state.must_go_down, state.joker_left),
        [(result.round, result.points, result.out, result.ending) for result in state.results],
        *([[seat.met for seat in state.seats]] if state.rules.is_by_player else []),
        *([[seat.fined for seat in state.seats]] if any(s.fined for s in state.seats) else []),
        *([[seat.chips for seat in state.seats]] if state.rules.chips else []),
        *([[s.calls_carried for s in state.seats]] if state.rules.calls_carry else []),
        *([[seat.done for seat in state.seats]] if any(s.done for s in state.seats) else []),
        *([(state.out, state.ending)] if state.ending else []),
        *([state.played] if state.played else []),
        *([list(map(structs.astuple, state.corrections))] if state.corrections else []),
    )
    return sha256(_ENCODER.encode(facts)).hex()[:16]


def moves_not_undone(entries: Iterable[Entry]) -> list[MoveEntry]:
    """The moves that were not taken back."""
    moves: list[MoveEntry] = []
    for entry in entries:
        if isinstance(entry, MoveEntry):
            moves.append(entry)
        elif isinstance(entry, Undone):
            while moves and moves[-1].n > entry.to:
                moves.pop()
    return moves


def renewed(lines: bytes, program: str) -> tuple[bytes, int]:
    """The lines of an older journal in the format UNBOUND, and the checksum of the last one."""
    first, *rest = lines.splitlines()
    header = msgspec.json.decode(json_of(first), type=Header)
    line, checksum = line_of(structs.replace(header, format=UNBOUND, program=program), 0)
    new_lines = [line]
    for old_line in rest:
        line, checksum = sealed(json_of(old_line), checksum)
        new_lines.append(line)
    return b"".join(new_lines), checksum


def read_entry(body: bytes) -> Entry | None:
    """The entry in the JSON of a line, or None if it is none."""
    if len(body) > MOST_LINE:
        return None
    try:
        return _ENTRIES.decode(body)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def commitment(first: bytes) -> str:
    """The SHA-256 of the JSON of a first line without the digits of its fingerprint."""
    line = json_of(first).strip()
    bare = re.sub(rb'("fingerprint":")[0-9a-f]{64}"', rb'\1"', line, count=1)
    return hash_of(bare.decode())


def links(lines: bytes) -> list[str]:
    """A hash for each line. The first is the commitment. Each further one is the hash of the hash
    before it and of the JSON of its line."""
    first, *rest = lines.rstrip().split(b"\n")
    chain = [commitment(first)]
    for line in rest:
        chain.append(hash_of(chain[-1], json_of(line).decode()))
    return chain


def place_of(witness: str, seed: str, chain: Sequence[str]) -> int | None:
    """The number of the entry after which a witness was shown, or None if it fits none of them.

    A witness is the beginning of a hash that players write down, to know the file again. The number
    is 0 for the fingerprint and for the first line. `chain` has the `links` of the lines.
    """
    if chain[0].startswith(witness):
        return 0
    places = (n for n, link in enumerate(chain) if hash_of(seed, link).startswith(witness))
    return next(places, None)
