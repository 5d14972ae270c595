"""All lay-downs of a hand in which cards besides the jokers are wild, each in every place."""

from collections.abc import Iterator
from itertools import product

from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import ALL_FACES, NATURAL_FACES, Face, natural_face
from shanghai.engine.melds import LONGEST_RUN, readings, run_starts
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY
from shanghai.engine.solver.listing import Laid, clashes
from shanghai.engine.state import Kind

_Melds = tuple[Laid, ...]


def every_with_wild(
    counts: list[int], contract: Contract, rules: Rules, all_in: bool
) -> Iterator[_Melds]:
    """The melds of every lay-down in no order, found as they are asked for.

    `counts` are the cards of each face held. Two lay-downs differ in a face of a set, or in the
    face at a place of a run.
    """
    wanted = [(True, least) for least in sorted(contract.runs, reverse=True)]
    wanted += [(False, least) for least in sorted(contract.sets, reverse=True)]
    seen = set[tuple[tuple[bool, tuple[Face, ...]], ...]]()
    for melds in _every(list(counts), wanted, (), rules, all_in):
        # Melds of two least sizes, and those of wild cards alone, may be found in several ways.
        faces = tuple(sorted((meld[0], meld[3]) for meld in melds))
        if faces not in seen:
            seen.add(faces)
            yield melds


def _every(
    held: list[int], wanted: list[tuple[bool, int]], melds: _Melds, rules: Rules, all_in: bool
) -> Iterator[_Melds]:
    """The lay-downs that begin with some melds, the cards of these no longer held."""
    number = len(melds)
    if number == len(wanted):
        if not (all_in and any(held)):
            yield melds
        return
    is_run, least = wanted[number]
    if sum(held) < sum(size for _, size in wanted[number:]):
        return
    # Melds of one least size are interchangeable: each is no less than the last one.
    alike = number > 0 and wanted[number - 1] == wanted[number]
    make = _runs if is_run else _sets
    for meld in make(list(held), least, rules):
        if (alike and meld < melds[-1]) or clashes(meld, melds, rules):
            continue
        for face in meld[3]:
            held[face] -= 1
        yield from _every(held, wanted, (*melds, meld), rules, all_in)
        for face in meld[3]:
            held[face] += 1


def _sets(held: list[int], least: int, rules: Rules) -> Iterator[Laid]:
    wild = [face for face in ALL_FACES if held[face] and face in rules.wild_faces]
    for rank in range(13):
        own = [face for face in NATURAL_FACES[rank::13] if held[face] and face not in wild]
        if not own and not any(face % 13 == rank for face in wild):
            continue
        faces = sorted((*own, *wild))
        for taken in product(*(range(held[face] + 1) for face in faces)):
            size = sum(taken)
            if size < least or (rules.exact_sizes and size > least):
                continue
            cards = [face for face, n in zip(faces, taken, strict=True) for _ in range(n)]
            laid = tuple(cards)
            read = readings(rules, NOBODY, MeldCards(Kind.SET, laid))  # type: ignore[arg-type]
            if any(meld.low == rank + 1 for meld in read):
                yield False, rank, 0, laid


def _runs(held: list[int], least: int, rules: Rules) -> Iterator[Laid]:
    wild = [face for face in ALL_FACES if held[face] and face in rules.wild_faces]
    for size in range(least, (least if rules.exact_sizes else LONGEST_RUN) + 1):
        most = rules.joker_cap.most_for(True, size)
        for suit in range(4):
            for low in run_starts(rules, size):
                row = [natural_face(suit, place) for place in range(low, low + size)]
                for faces in _rows(row, held, wild, most, rules, False):
                    yield True, suit, low, faces


def _rows(
    row: list[Face], held: list[int], wild: list[Face], most: int, rules: Rules, beside: bool
) -> Iterator[tuple[Face, ...]]:
    """The rows of cards held that are or stand for those of a run, at most `most` of them wild.

    With `beside` the card before them is wild and no other may follow it.
    """
    if not row:
        yield ()
        return
    own = row[0]
    is_natural = own not in rules.never_natural
    if held[own] and is_natural:
        held[own] -= 1
        for rest in _rows(row[1:], held, wild, most, rules, False):
            yield (own, *rest)
        held[own] += 1
    if not most or beside:
        return
    for face in wild:
        if held[face] and not (face == own and is_natural):
            held[face] -= 1
            for rest in _rows(row[1:], held, wild, most - 1, rules, not rules.adjacent_wild):
                yield (face, *rest)
            held[face] += 1
