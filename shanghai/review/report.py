"""The report of a review: the errors that were found, and luck and skill apart.

All points are those of the rules, without corrections and handicaps. A result is what a player
scored against the table's mean; what the errors of all have made of it is the play, the rest the
cards. Kept in tenths of a point, so that the two add up to the result to the digit.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

from msgspec import Struct

from shanghai.engine.actions import GoDown
from shanghai.engine.cards import label
from shanghai.engine.game import apply
from shanghai.engine.seats import SeatIndex
from shanghai.engine.solver import lay_offs
from shanghai.engine.state import Phase
from shanghai.engine.turn import may_discard_last
from shanghai.engine.view import SeatView, view_for
from shanghai.review.costs import Certainty, Cost
from shanghai.review.decisions import Decision, decisions_of, rounds_played
from shanghai.storage.course import opened_course
from shanghai.storage.journal import Journal
from shanghai.words import review as words
from shanghai.words.moves import Move, ShowCard, move_words
from shanghai.words.phrases import counted
from shanghai.words.short_names import name_at


class Finding(Struct, frozen=True):
    """A decision that cost something: where in the course, whose, how sure, how much, in words."""

    at: int
    round: int
    seat: SeatIndex
    certainty: Certainty
    points: float
    low: float
    high: float
    sentence: str
    is_dearest: bool = False
    """Whether it is the dearest clear error of its player, or the dearest likely one where none is
    clear."""

    @property
    def is_turning_point(self) -> bool:
        """Whether it is one to step to in the replay: a clear error, or a player's dearest."""
        return self.is_dearest or self.certainty == "clear"


class PlayerReview(Struct, frozen=True):
    """A player's game; the figures in tenths of a point, fewer are better.

    `result` is the score against the table's mean, and `cards` and `play` add up to it. `error` is
    the standard error of `play`, `errors` the points of the player's own errors.
    """

    name: str
    points: int
    result: int
    cards: int
    play: int
    error: int
    errors: int
    decisions: int
    clear: int
    maybe: int
    without_luck: int
    """The score that the play alone would have come to, all cards being even."""


class Review(Struct, frozen=True):
    """A review as far as it has come: how many decisions of how many, players, findings.

    `left_out` are the rounds whose rules the play-outs do not know.
    """

    done: int
    total: int
    players: tuple[PlayerReview, ...]
    findings: tuple[Finding, ...]
    left_out: tuple[int, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether every decision was judged."""
        return self.done >= self.total

    @property
    def turning_points(self) -> tuple[Finding, ...]:
        """The clear errors and each player's dearest, in the order of the game."""
        return tuple(found for found in self.findings if found.is_turning_point)

    @property
    def is_clear(self) -> bool:
        """Whether anything in it is a clear error."""
        return any(found.certainty == "clear" for found in self.findings)


def review_of(read: Journal, costs: Mapping[int, Cost], show: ShowCard = label) -> Review:
    """The review of a finished game from what its decisions have cost."""
    decisions = decisions_of(read)
    judged = [(decisions[number], cost) for number, cost in sorted(costs.items())]
    left_out = {decision.round for decision, cost in judged if not cost.is_known}
    named = [
        (decision, cost)
        for decision, cost in judged
        if cost.certainty and decision.round not in left_out
    ]
    return Review(
        len(judged),
        len(decisions),
        _players(read, judged, named, left_out),
        _findings(read, named, show),
        tuple(sorted(left_out)),
    )


def _findings(
    read: Journal, named: list[tuple[Decision, Cost]], show: ShowCard
) -> tuple[Finding, ...]:
    steps = opened_course(read)
    dearest: dict[SeatIndex, Cost] = {}
    for decision, cost in named:
        known = dearest.get(decision.seat)
        if known is None or _weight(cost) > _weight(known):
            dearest[decision.seat] = cost
    return tuple(
        Finding(
            decision.at,
            decision.round,
            decision.seat,
            cost.certainty,
            round(cost.points, 1),
            round(cost.interval[0], 1),
            round(cost.interval[1], 1),
            sentence(
                view_for(steps[decision.at].before, decision.seat), decision.moves, cost, show
            ),
            dearest.get(decision.seat) is cost,
        )
        for decision, cost in named
    )


def _players(
    read: Journal,
    judged: list[tuple[Decision, Cost]],
    named: list[tuple[Decision, Cost]],
    left_out: set[int],
) -> tuple[PlayerReview, ...]:
    state = read.state
    if state is None:
        return ()
    seats = state.seat_numbers
    played = [line for line in rounds_played(read) if line[0] not in left_out]
    points = [
        sum(line[seat] for _, line in played) + len(played) * state.seats[seat].handicap.points
        for seat in seats
    ]
    # A cost is counted against the mean of the others; against that of all it is a share less.
    share = (state.players - 1) / state.players
    errors = [
        share * sum(cost.points for decision, cost in named if decision.seat == seat)
        for seat in seats
    ]
    spread = [
        share * sqrt(sum(cost.error**2 for decision, cost in named if decision.seat == seat))
        for seat in seats
    ]
    mean, mean_error = sum(points) / len(points), sum(errors) / len(errors)
    found = []
    for seat in seats:
        own = [cost.certainty for decision, cost in judged if decision.seat == seat]
        result, play = _tenths(points[seat] - mean), _tenths(errors[seat] - mean_error)
        found.append(
            PlayerReview(
                name=state.seats[seat].name,
                points=points[seat],
                result=result,
                cards=result - play,
                play=play,
                error=_tenths(spread[seat]),
                errors=_tenths(errors[seat]),
                decisions=len(own),
                clear=own.count("clear"),
                maybe=own.count("maybe"),
                without_luck=_tenths(mean) + play,
            )
        )
    return tuple(found)


def _weight(cost: Cost) -> tuple[bool, float]:
    """What a cost is compared by: a clear one is before any likely one."""
    return cost.certainty == "clear", cost.points


def _tenths(points: float) -> int:
    return round(10 * points)


def sentence(view: SeatView, moves: Sequence[Move], cost: Cost, show: ShowCard = label) -> str:
    """What a player did and what would have cost less, with the points and their interval."""
    chosen, best = moves[0], moves[cost.best]
    instead = move_words(view, best, show)
    is_brief = isinstance(best, GoDown) and not isinstance(chosen, GoDown)
    goes_out = _goes_out(view, best) and not _goes_out(view, chosen)
    low, high = cost.interval
    return words.COST.format(
        name=name_at(view, view.viewer),
        did=move_words(view, chosen, show).did,
        instead=(instead.back if is_brief else instead.doing) + words.GOING_OUT * goes_out,
        about=words.WOULD_HAVE_COST if cost.certainty == "clear" else words.MAY_HAVE_COST,
        points=counted(max(1, round(cost.points)), "point"),
        low=round(low),
        high=round(high),
    )


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


def as_plain(review: Review, game: str) -> dict[str, Any]:
    """The review as plain values, points as numbers with one decimal."""
    names = [player.name for player in review.players]
    tenths = ("result", "cards", "play", "error", "errors", "without_luck")
    plain = ("points", "decisions", "clear", "maybe")
    return {
        "game": game,
        "decisions": review.total,
        "judged": review.done,
        "rounds_left_out": list(review.left_out),
        "players": {
            player.name: {key: getattr(player, key) for key in plain}
            | {key: getattr(player, key) / 10 for key in tenths}
            for player in review.players
        },
        "findings": [
            {
                "move": found.at + 1,
                "round": found.round,
                "player": names[found.seat],
                "certainty": found.certainty,
                "points": found.points,
                "interval": [found.low, found.high],
                "turning_point": found.is_turning_point,
                "dearest": found.is_dearest,
                "sentence": found.sentence,
            }
            for found in review.findings
        ],
    }
