"""The lines of a journal: a header with the rules, and then an entry for each move.

A line is 8 hex digits of a checksum, a blank, and JSON. The checksum is a CRC-32 that starts from
the one of the line before. FORMAT goes up when a line can have something that older programs cannot
read.
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
"""The most bytes of a line. A longer one counts as damaged."""
HASH_EVERY: Final = 16
"""Each move whose number can be divided by this has the hash of the state."""


class Who(Struct, frozen=True, forbid_unknown_fields=True):
    """The player of a seat. `bot` is the level of a computer; it is empty for a person."""

    name: str
    bot: str = ""


class Terms(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was agreed on before the first card.

    `series` is the id of the first game of an evening, and `code` the deal code. `known_seed` says
    that players could know the seed. `again` is the id of another game if its cards are played
    again; then `root` and `cut_twice` are those of that game.
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

    `created` is a time in ISO 8601, for people only. `computers` has the versions of the computer
    players. The players see `fingerprint` before the first card. It is the SHA-256 of this line
    without the fingerprint, in older formats the SHA-256 of the seed. It is empty if nobody cuts.
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
        """The third part of the key from which the cards follow, after the seed and the cuts. It is
        empty in older formats."""
        if self.terms.known_seed:
            return self.terms.root
        return self.fingerprint if self.format > UNBOUND else ""

    @property
    def is_cut_twice(self) -> bool:
        """Whether the cards are cut twice: before the draw for the dealer, and before the deals."""
        return self.format <= CUT_TWICE or self.terms.cut_twice


def first_state(header: Header) -> State:
    """The state at the start of a game. Raises ValueError if the players or their handicaps do not
    fit the rules."""
    return new_game(header.rules, [who.name for who in header.players], header.terms.handicaps)


def handicaps_of(state: State) -> tuple[Handicap, ...]:
    """The handicap of each seat; empty if nobody has one."""
    handicaps = tuple(seat.handicap for seat in state.seats)
    return handicaps if any(each != NO_HANDICAP for each in handicaps) else ()


class MoveEntry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="move"):
    """A move in the journal. `n` is the number of the entry, and `at` the time of the move.

    `bot` is the level of a computer that takes over a seat. `state` is a hash of the state after
    the move, if there is one (see `HASH_EVERY`). Three fields are on the time since the last move:
    `notes` are sentences about computer players, which the file calls `said`. `hinted` has the
    seats that asked for their first hint, and `tried` what computers searched.
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
    """An undo: the moves after the entry with the number `to` do not count.

    `seat` took them back, alone or, if `agreed`, with the agreement of all. `state` is the hash of
    the state after the undo.
    """

    n: int
    seat: SeatIndex
    to: int
    agreed: bool
    at: str
    state: str


class Cut(Struct, frozen=True, forbid_unknown_fields=True, tag="cut"):
    """A cut of the cards at `number`, before the draw for the dealer or the first deal."""

    n: int
    seat: SeatIndex
    number: int
    at: str


class Pin(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="pin"):
    """A new PIN of a seat: a salt and a slow hash, in hex. Both are empty if the PIN is removed."""

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
    """A hash of the state in 16 hex digits. Parts that the engine of older games did not have are
    left out as long as they are not used. So the hashes of older games stay the same."""
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
    """The moves among some entries, without those that were taken back."""
    moves: list[MoveEntry] = []
    for entry in entries:
        if isinstance(entry, MoveEntry):
            moves.append(entry)
        elif isinstance(entry, Undone):
            while moves and moves[-1].n > entry.to:
                moves.pop()
    return moves


def renewed(lines: bytes, program: str) -> tuple[bytes, int]:
    """Writes the lines of an older journal in the format UNBOUND. Returns the new lines, and the
    checksum of the last one. `program` is the version that writes."""
    first, *rest = lines.splitlines()
    header = msgspec.json.decode(json_of(first), type=Header)
    line, checksum = line_of(structs.replace(header, format=UNBOUND, program=program), 0)
    new_lines = [line]
    for old_line in rest:
        line, checksum = sealed(json_of(old_line), checksum)
        new_lines.append(line)
    return b"".join(new_lines), checksum


def read_entry(body: bytes) -> Entry | None:
    """The entry in the JSON of a line; None if it cannot be read."""
    if len(body) > MOST_LINE:
        return None
    try:
        return _ENTRIES.decode(body)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def commitment(first: bytes) -> str:
    """The fingerprint of a first line: the SHA-256 of its JSON without the fingerprint in it."""
    line = json_of(first).strip()
    bare = re.sub(rb'("fingerprint":")[0-9a-f]{64}"', rb'\1"', line, count=1)
    return hash_of(bare.decode())


def links(lines: bytes) -> list[str]:
    """A hash for each line, so that each depends on all lines before it. The first is the
    commitment. Each further one is a hash of the hash before it and of the JSON of its line."""
    first, *rest = lines.rstrip().split(b"\n")
    chain = [commitment(first)]
    for line in rest:
        chain.append(hash_of(chain[-1], json_of(line).decode()))
    return chain


def place_of(witness: str, seed: str, chain: Sequence[str]) -> int | None:
    """The number of the entry after which a witness was shown; None if it fits no entry.

    A witness is the beginning of a hash that players write down, to check the file later. The
    number is 0 for the fingerprint, and for the first line. `chain` has the `links` of the lines.
    """
    if chain[0].startswith(witness):
        return 0
    matches = (n for n, link in enumerate(chain) if hash_of(seed, link).startswith(witness))
    return next(matches, None)
