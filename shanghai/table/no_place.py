"""Why no meld on the table takes a card, from what its seat sees."""

from typing import Final

from msgspec import structs

from shanghai.bots.planner import Unseen
from shanghai.engine.cards import SUITS_IN, Card, Face, face_of, natural_face, rank_of, suit_of
from shanghai.engine.melds import LONGEST_RUN, places, run_bounds
from shanghai.engine.rules import Rules
from shanghai.engine.state import Meld, SeatView
from shanghai.engine.turn import may_lay_on
from shanghai.engine.wild import is_wild
from shanghai.table.why import Place, Why

_FEW: Final = 2
"""The most missing cards between a card and a run that a reason names."""


def no_place(view: SeatView, code: str, card: Card, unseen: Unseen) -> Why:
    """The reason `code`, with the points of a card and why no meld on the table takes it. Missing
    cards are named only if each may still come, from the hand of the viewer or unseen."""
    why = Why(code, after=view.rules.face_points(face_of(card)))
    if is_wild(view.rules, card):
        return why
    rank, suit, table = rank_of(card), suit_of(card), view.table
    if not any(_has(meld, suit) if meld.is_run else meld.low == rank for meld in table):
        kinds = {meld.is_run for meld in table}
        place: Place = "none" if len(kinds) != 1 else "no-run" if True in kinds else "no-set"
        return structs.replace(why, place=place)
    missing, number = _nearest_run(view, card)
    in_hand = set(map(face_of, view.seats[view.viewer].hand))
    may_come = all(face in in_hand or unseen.count(face) for face in missing)
    if 0 < len(missing) <= _FEW and may_come:
        return structs.replace(why, place="gap", meld=number, cards=missing)
    if holder := _meld_with(view, card):
        return structs.replace(why, place="inside", meld=holder)
    if missing and may_come:
        return structs.replace(why, place="far", meld=number, before=len(missing))
    return why


def _nearest_run(view: SeatView, card: Card) -> tuple[tuple[Face, ...], int]:
    """The cards that are missing between a card and the nearest run of its suit, and the number
    of that run. Empty and 0 if no run can ever take it."""
    gaps: list[tuple[tuple[Face, ...], int]] = []
    for number, meld in enumerate(view.table, 1):
        is_of_suit = meld.is_run and meld.suit == suit_of(card)
        if is_of_suit and may_lay_on(view, view.viewer, meld):
            missing = _missing(view.rules, meld, card)
            gaps += [(missing, number)] if missing else []
    return min(gaps, key=lambda gap: len(gap[0]), default=((), 0))


def _meld_with(view: SeatView, card: Card) -> int:
    """The number of a meld that has this card already and takes no second one. 0 if none."""
    for number, meld in enumerate(view.table, 1):
        if places(view.rules, meld, card):
            continue
        if meld.is_run and meld.suit == suit_of(card) and _missing(view.rules, meld, card) == ():
            return number
        if not meld.is_run and face_of(card) in map(face_of, meld.cards):
            return number
    return 0


def _missing(rules: Rules, meld: Meld, card: Card) -> tuple[Face, ...] | None:
    """The cards that must be laid on a run of the same suit before it takes a card. Empty if
    the run has the card already, None if it never takes it."""
    first, last, rank = meld.low, meld.last_place, rank_of(card)
    lowest, highest = run_bounds(rules)
    if rules.ace == "round":
        lowest, highest = rank - LONGEST_RUN, rank + LONGEST_RUN
    gaps: list[range] = []
    for place in (rank - LONGEST_RUN, rank, rank + LONGEST_RUN):
        if not lowest <= place <= highest:
            continue
        if first <= place <= last:
            return ()
        gap = range(last + 1, place) if place > last else range(place + 1, first)
        if gap and len(meld.cards) + len(gap) < LONGEST_RUN:
            gaps.append(gap)
    if not gaps:
        return None
    return tuple(natural_face(meld.suit, place) for place in min(gaps, key=len))


def _has(meld: Meld, suit: int) -> bool:
    """Whether a run may contain cards of a suit."""
    return suit in SUITS_IN[meld.suit]
