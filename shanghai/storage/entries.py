"""The lines of a journal: 8 hex digits of CRC-32, seeded with the line before, a blank and JSON,
the header with the rules first; FORMAT rises with what an older program could not read."""

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
from shanghai.storage.files import line_of, sealed
from shanghai.storage.verdict import CUT_TWICE, UNBOUND
from shanghai.table.chance import hash_of, sha256

MOST_LINE: Final = 512 * 2**10
"""The bytes of the longest line; a longer one is damage."""
HASH_EVERY: Final = 16
"""The number of moves after which an entry carries the hash of the state."""


class Who(Struct, frozen=True, forbid_unknown_fields=True):
    """The player of a seat: a name, and a computer level or ""."""

    name: str
    bot: str = ""


class Terms(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was agreed on before the first card: `series` is the id of the first of several games,
    `code` the deal code. Where players knew the seed before, `again` is the id of the game whose
    cards they play, `root` what had bound these, `cut_twice` whether they had been cut twice."""

    series: str = ""
    code: str = ""
    known_seed: bool = False
    handicaps: tuple[Handicap, ...] = ()
    root: str = ""
    again: str = ""
    cut_twice: bool = False


class Header(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first line; `created` is in ISO 8601 and for people only, `fingerprint`, told before the
    first card, is the SHA-256 of this line without it (in older formats of the seed), "" where
    nobody cuts, and `computers` are the versions of levels."""

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
        """What goes into the key of the cards besides seed and cuts; "" in older formats."""
        if self.terms.known_seed:
            return self.terms.root
        return self.fingerprint if self.format > UNBOUND else ""

    @property
    def is_cut_twice(self) -> bool:
        """Whether the cards are cut before the draw and again before the deals."""
        return self.format <= CUT_TWICE or self.terms.cut_twice


def first_state(header: Header) -> State:
    """The game that a header begins; ValueError where players or handicaps do not fit the rules."""
    return new_game(header.rules, [who.name for who in header.players], header.terms.handicaps)


def handicaps_of(state: State) -> tuple[Handicap, ...]:
    """The handicap of each seat; none at all where nobody has one."""
    found = tuple(seat.handicap for seat in state.seats)
    return found if any(each != NO_HANDICAP for each in found) else ()


class MoveEntry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="move"):
    """A move and when; `bot` is the level that took a seat handed over, `notes` are on answers
    replaced before the move, `hinted` who asked for a first hint before it, `tried` the worlds that
    computers tried for answers; `state` is a hash, after every HASH_EVERY moves."""

    n: int
    action: Action
    at: str = ""
    bot: str = ""
    state: str = ""
    notes: tuple[str, ...] = field(default=(), name="said")
    hinted: tuple[SeatIndex, ...] = ()
    tried: tuple[Tried, ...] = ()


class Undone(Struct, frozen=True, forbid_unknown_fields=True, tag="undo"):
    """Moves taken back by a seat, or by all, to the state after entry `to`, of which `state` is the
    hash; the moves after that entry no longer count."""

    n: int
    seat: SeatIndex
    to: int
    agreed: bool
    at: str
    state: str


class Cut(Struct, frozen=True, forbid_unknown_fields=True, tag="cut"):
    """A cut, before the draw for the first deal or before that deal: who cut, where, and when."""

    n: int
    seat: SeatIndex
    number: int
    at: str


class Pin(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="pin"):
    """The PIN of a seat as salt and slow hash in hex, or empty; `notes` are of the log."""

    n: int
    seat: SeatIndex
    at: str
    salt: str = ""
    digest: str = ""
    notes: tuple[str, ...] = field(default=(), name="said")


class Ended(Struct, frozen=True, forbid_unknown_fields=True, tag="end"):
    """The end of a game, again after each correction; a finished game without it was cut."""

    n: int
    state: str


Entry = MoveEntry | Undone | Cut | Pin | Ended

_ENCODER: Final = msgspec.json.Encoder()
_ENTRIES: Final[msgspec.json.Decoder[Entry]] = msgspec.json.Decoder(Entry)


def state_hash(state: State) -> str:
    """The hash, in 16 hex digits, of all that play has changed, so that old games stay readable."""
    made = state.corrections
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
        *([[seat.done for seat in state.seats]] if any(s.done for s in state.seats) else []),
        *([(state.out, state.ending)] if state.ending else []),
        *([state.played] if state.played else []),
        *([[(c.seat, c.round, c.was, c.points, c.note) for c in made]] if made else []),
    )
    return sha256(_ENCODER.encode(facts)).hex()[:16]


def standing(entries: Iterable[Entry]) -> list[MoveEntry]:
    """The moves that stand: those that were not taken back."""
    kept: list[MoveEntry] = []
    for entry in entries:
        if isinstance(entry, MoveEntry):
            kept.append(entry)
        elif isinstance(entry, Undone):
            while kept and kept[-1].n > entry.to:
                kept.pop()
    return kept


def renewed(lines: bytes, program: str) -> tuple[bytes, int]:
    """The sound lines of an older journal in the last format like it, and the last checksum."""
    first, *rest = lines.splitlines()
    header = msgspec.json.decode(first[9:], type=Header)
    line, checksum = line_of(structs.replace(header, format=UNBOUND, program=program), 0)
    made = [line]
    for old in rest:
        line, checksum = sealed(old[9:], checksum)
        made.append(line)
    return b"".join(made), checksum


def read_entry(body: bytes) -> Entry | None:
    """The entry that the JSON of a line holds, None where it is none."""
    if len(body) > MOST_LINE:
        return None
    try:
        return _ENTRIES.decode(body)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def commitment(first: bytes) -> str:
    """The SHA-256 of the JSON of a first line without the digits of its fingerprint."""
    bare = re.sub(rb'("fingerprint":")[0-9a-f]{64}"', rb'\1"', first[9:].strip(), count=1)
    return hash_of(bare.decode())


def links(lines: bytes) -> list[str]:
    """The link of each line: the commitment, then the hash of the link before and the JSON."""
    first, *rest = lines.rstrip().split(b"\n")
    found = [commitment(first)]
    for line in rest:
        found.append(hash_of(found[-1], line[9:].decode()))
    return found


def place_of(witness: str, seed: str, found: Sequence[str]) -> int | None:
    """After which entry a witness was told, 0 for the first line or the fingerprint, or None."""
    if found[0].startswith(witness):
        return 0
    told = (at for at, link in enumerate(found) if hash_of(seed, link).startswith(witness))
    return next(told, None)
