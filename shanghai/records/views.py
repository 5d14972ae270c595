"""A view of a game as plain values for JSON."""

from typing import Any

from shanghai.engine.cards import HIDDEN, label
from shanghai.engine.state import SeatView
from shanghai.words.contracts import seat_contract
from shanghai.words.phrases import wild_ranks_text


def as_json(view: SeatView) -> dict[str, Any]:
    """A view as plain values. A hidden hand is null, and of each pile only the size is given."""
    names = [seat.name for seat in view.seats]
    seats = dict(enumerate(names))
    return {
        "viewer": seats.get(view.viewer),
        "variant": view.rules.id,
        "round": view.round,
        "rounds": view.rules.rounds,
        "contract": seat_contract(view, view.asked),
        "wild": wild_ranks_text(view) or None,
        "phase": view.phase.value,
        "dealer": seats.get(view.dealer),
        "turn": seats.get(view.turn),
        "stock": len(view.stock),
        "discards": len(view.discards),
        "top": None if view.top is None else label(view.top),
        "calls": [names[seat] for seat in view.calls],
        "seats": [
            {
                "name": seat.name,
                "cards": len(seat.hand),
                "hand": None if HIDDEN in seat.hand else [*map(label, seat.hand)],
                "down": seat.down,
                "calls_used": seat.calls_used,
                "score": seat.score,
                **({"contracts_met": seat.met} if view.rules.is_by_player else {}),
                **({"chips": seat.chips} if view.rules.chips else {}),
            }
            for seat in view.seats
        ],
        **({"sides": _sides(view)} if view.sides.have_partners else {}),
        "table": [
            {
                "owner": names[meld.owner],
                "kind": meld.kind.value,
                "cards": [*map(label, meld.cards)],
            }
            for meld in view.table
        ],
        "results": [
            {"round": result.round, "points": result.points, "ending": result.ending.value}
            for result in view.results
        ],
        "corrections": [
            {
                "round": made.round,
                "player": names[made.seat],
                "from": made.was,
                "to": made.points,
                "note": made.note,
            }
            for made in view.corrections
        ],
        "winners": [names[seat] for seat in view.winners],
    }


def _sides(view: SeatView) -> list[dict[str, Any]]:
    """The sides of a game with partners: players, points of each round, and score (HR-15)."""
    names = [seat.name for seat in view.seats]
    rounds = [view.sides.totals(result.points) for result in view.results]
    return [
        {
            "players": [names[seat] for seat in view.sides.seats(side)],
            "points": [points[side] for points in rounds],
            "score": score.points,
        }
        for side, score in enumerate(view.side_scores)
    ]
