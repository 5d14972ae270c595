"""The sentence of a decision: what was done, and what would have cost less."""

from collections.abc import Sequence
from typing import Final

from shanghai.engine.actions import (
    Call,
    CallShanghai,
    Discard,
    Draw,
    EndTurn,
    GoDown,
    LayOff,
    Pass,
    Swap,
    Take,
)
from shanghai.engine.cards import label
from shanghai.engine.game import apply
from shanghai.engine.solver import lay_offs
from shanghai.engine.state import Phase
from shanghai.engine.turn import may_discard_last
from shanghai.engine.view import SeatView
from shanghai.review.costs import Cost
from shanghai.review.decisions import Move
from shanghai.words.events import ShowCard
from shanghai.words.phrases import counted
from shanghai.words.short_names import name_at

_VERBS: Final = {"buy": ("bought", "buying"), "may-i": ("called for", "calling for")}


def sentence(view: SeatView, moves: Sequence[Move], cost: Cost, show: ShowCard = label) -> str:
    """What a player did and what would have cost less, with the points and their interval."""
    name = name_at(view, view.viewer)
    chosen, best = moves[0], moves[cost.best]
    did, instead = _did(view, chosen, show), _instead(view, best, chosen, show)
    low, high = cost.interval
    about = "would have cost" if cost.certainty == "clear" else "may have cost"
    points = counted(max(1, round(cost.points)), "point")
    return f"{name} {did}; {instead} {about} about {points} less ({round(low)} to {round(high)})."


def _did(view: SeatView, move: Move, show: ShowCard) -> str:
    top = "the card" if view.top is None else show(view.top)
    match move:
        case None:
            return f"let {top} go by"
        case Draw():
            return f"let {top} lie and drew"
        case Pass():
            return f"let {top} lie"
        case Take():
            return f"took {top}"
        case Call(word=word):
            return f"{_VERBS[word][0]} {top}"
        case CallShanghai():
            return f"called SHANGHAI on {top}"
        case Swap(card=card):
            return f"won a joker with {show(card)}"
        case GoDown():
            return f"went down with {_melds(move, show)}"
        case LayOff(card=card, meld=meld):
            return f"laid off {show(card)} on meld {meld + 1}"
        case Discard(card=card, shanghai=declared):
            return f"discarded {show(card)}{', SHANGHAI declared' if declared else ''}"
        case EndTurn():
            return "kept the last card"
        case _:
            return "did otherwise"


def _instead(view: SeatView, move: Move, chosen: Move, show: ShowCard) -> str:
    top = "the card" if view.top is None else show(view.top)
    out = " and going out" if _goes_out(view, move) and not _goes_out(view, chosen) else ""
    match move:
        case None:
            return "leaving it"
        case Draw():
            return "drawing"
        case Pass():
            return "letting it lie"
        case Take():
            return f"taking {top}"
        case Call(word=word):
            return f"{_VERBS[word][1]} {top}"
        case CallShanghai(meld=meld):
            return f"calling SHANGHAI on {top} for meld {meld + 1}"
        case Swap(card=card):
            return f"winning a joker with {show(card)}{out}"
        case GoDown():
            melds = f" with {_melds(move, show)}" if isinstance(chosen, GoDown) else ""
            return f"going down{melds}{out}"
        case LayOff(card=card, meld=meld):
            return f"laying off {show(card)} on meld {meld + 1}{out}"
        case Discard(card=card, shanghai=declared):
            said = " under a declared SHANGHAI" if declared else ""
            return f"discarding {show(card)}{said}{out}"
        case EndTurn():
            return "keeping the last card"
        case _:
            return "another move"


def _melds(move: GoDown, show: ShowCard) -> str:
    return " ".join(f"[{' '.join(map(show, meld.cards))}]" for meld in move.melds)


def _goes_out(view: SeatView, move: Move) -> bool:
    """Whether a move lets its player go out in the same turn, all lay-offs done."""
    if view.phase is not Phase.PLAY or move is None:
        return False
    after = apply(view, move)[0]
    if after.phase is not Phase.PLAY:
        return not after.seats[view.viewer].hand
    hand = after.seats[view.viewer].hand
    may_lay = after.seats[view.viewer].down and (not after.went_down or after.rules.lay_off_at_once)
    laid = len(lay_offs(hand, after.table, after.rules, view.viewer)) if may_lay else 0
    left = len(hand) - laid
    return after.turn == view.viewer and (left == 0 or (left == 1 and may_discard_last(after)))
