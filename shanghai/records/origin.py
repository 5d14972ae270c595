"""Where the cards of a saved game came from: what its first line says, and whether that is true."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct

from shanghai.engine.actions import Deal, ThrowIn
from shanghai.storage.entries import Cut, Header, MoveEntry, Terms
from shanghai.storage.journal import Journal
from shanghai.storage.verdict import CUT_TWICE, UNBOUND, JournalVerdict
from shanghai.variants.deal_code import CUT, CodeFault, read_code
from shanghai.words import proof as words
from shanghai.words.sanitize import sanitize

FindGame = Callable[[str], Journal | None]
"""A function that returns the saved game with an id, or None if it cannot be read."""
_SINCE: Final = {
    "fingerprint": 3,
    "computers": 3,
    "terms": 3,
    "handicaps": 4,
    "root": 5,
    "again": 6,
    "cut_twice": 6,
}
"""For each field of a first line, the first format that has it."""
_SEED: Final = re.compile(r"-?[0-9]+")
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_MAX_CELLS: Final = 60
"""The largest width in cells of a deal code or a game's name from a first line."""


class Origin(Struct, frozen=True):
    """Sentences on cards that somebody could know before the game. `facts` say how, and `faults`
    what is untrue in the first line. No sentence names a card."""

    facts: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


def are_known(header: Header) -> bool:
    """Whether somebody could know the cards before the game.

    They could by a seed, a deal code, or another game with the same cards. In the first four
    formats the first line does not always tell; then the result is False.
    """
    is_named = header.format > UNBOUND and not header.fingerprint
    return header.terms.known_seed or is_named


def first_line_faults(header: Header) -> Iterator[str]:
    """Yields sentences on values in a first line that this program never writes."""
    terms = header.terms
    # The key of all cards is the seed and the root with blanks between, so neither may have blanks.
    if not _SEED.fullmatch(header.seed):
        yield words.NO_SEED
    if terms.root and not _HASH.fullmatch(terms.root):
        yield words.NO_ROOT
    for name, since in _SINCE.items():
        value = getattr(header if name in Header.__struct_fields__ else terms, name)
        if header.format < since and value not in ("", (), False, Terms()):
            yield words.NOT_IN_FORMAT(field=name, format=header.format)
    if header.format > CUT_TWICE:
        yield from (words.CONTRADICTS(field=name) for name in _contradictions(header))


def _contradictions(header: Header) -> Iterator[str]:
    """Yields the names of terms that contradict other parts of a first line."""
    terms = header.terms
    for name in ("code", "again", "root"):
        if getattr(terms, name) and not terms.known_seed:
            yield name
    if terms.root and not header.fingerprint:
        yield "root"
    if terms.cut_twice and not terms.root:
        yield "cut_twice"


def origin_of(read: Journal, find: FindGame) -> Origin:
    """Compares what the first line says about known cards with the game itself.

    `find` returns a saved game by its id, for cards that are those of another game. The result is
    empty if nobody could know the cards.
    """
    header = read.header
    if header is None or not are_known(header):
        return Origin()
    facts, faults = [], []
    terms = header.terms
    code, game = sanitize(terms.code, _MAX_CELLS), sanitize(terms.again, _MAX_CELLS)
    if terms.code:
        facts.append(words.KNOWN_BY_CODE(code=code))
        if not _fits_code(read, header):
            faults.append(words.OTHER_CODE(code=code))
    if terms.again:
        facts.append(words.KNOWN_BY_GAME(game=game))
        source = find(terms.again)
        if source is None or source.verdict is not JournalVerdict.OK:
            facts.append(words.GAME_NOT_SAVED(game=game))
        elif (same := _same_deals(read, source)) is None:
            faults.append(words.OTHER_GAME(game=game))
        else:
            facts.append(words.SAME_AS_GAME(game=game, deals=same))
    if not terms.code and not terms.again:
        facts.append(words.KNOWN_SEED if header.fingerprint else words.KNOWN_BY_SEED)
    return Origin(tuple(facts), tuple(faults))


def _cuts(read: Journal) -> list[int]:
    """The numbers at which the players cut the cards, in their order."""
    return [entry.number for entry in read.entries if isinstance(entry, Cut)]


def _fits_code(read: Journal, header: Header) -> bool:
    """Whether the deal code of a game gives its seed, its cuts and its number of seats."""
    try:
        deal = read_code(header.terms.code, [header.rules.id])
    except CodeFault:
        return False
    has_cut = not header.root and set(_cuts(read)) <= {CUT}
    return has_cut and (str(deal.seed), deal.players) == (header.seed, len(header.players))


def _same_deals(read: Journal, source: Journal) -> int | None:
    """How many deals two games share; None if they have different cards, or are one game."""
    cuts, source_cuts = _cuts(read), _cuts(source)
    if read.lines == source.lines or _key(read) != _key(source) or cuts != source_cuts[: len(cuts)]:
        return None
    deals, source_deals = _deals(read), _deals(source)
    common = deals.keys() & source_deals.keys()
    is_same = all(deals[number] == source_deals[number] for number in common)
    return len(common) if is_same else None


def _key(read: Journal) -> tuple[str, str] | None:
    """The seed and the root, which decide all cards of a game together with its cuts."""
    return (read.header.seed, read.header.root) if read.header is not None else None


def _deals(read: Journal) -> dict[tuple[int, int], tuple[int, ...]]:
    """The order of the cards in each deal, by the round and the number of the deal in it. A round
    is dealt again if it is thrown in."""
    deals: dict[tuple[int, int], tuple[int, ...]] = {}
    round = number = 0
    for entry in read.entries:
        action = entry.action if isinstance(entry, MoveEntry) else None
        if isinstance(action, Deal | ThrowIn) and action.order:
            is_again = isinstance(action, ThrowIn)
            round, number = (round, number + 1) if is_again else (round + 1, 1)
            deals[round, number] = tuple(map(int, action.order))
    return deals
