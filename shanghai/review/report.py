"""The report of a review: the errors that were found, and luck and skill apart.

All points are those of the rules, without corrections and handicaps. A result is what a player
scored against the table's mean; what the errors of all have made of it is the play, the rest the
cards. Kept in tenths of a point, so that the two add up to the result to the digit.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from shanghai.bots.machine_code import code_hash, has_numba
from shanghai.engine.actions import GoDown
from shanghai.engine.cards import label
from shanghai.engine.game import apply
from shanghai.engine.seats import SeatIndex
from shanghai.engine.solver import lay_offs
from shanghai.engine.state import Phase
from shanghai.engine.turn import may_discard_last
from shanghai.engine.view import SeatView, view_for
from shanghai.ledger.ledger import plain_game
from shanghai.review.decisions import Certainty, Cost, Decision, decisions_of, rounds_played
from shanghai.storage.entries import state_hash
from shanghai.storage.files import read_plain, write_file
from shanghai.storage.journal import Journal, opened_course
from shanghai.storage.saves import JOURNAL, CannotStore
from shanghai.storage.summing_up import summary_of
from shanghai.storage.verdict import GameSummary
from shanghai.words import evenings as words
from shanghai.words.cells import cell_width, cut_text
from shanghai.words.commands import install_command
from shanghai.words.moves import Move, ShowCard, move_words
from shanghai.words.phrases import counted, listed
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
    scorecard: GameSummary | None = None
    """The game as it counts in the ledger."""

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
        summary_of("", read),
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
    told = plain_game(review.scorecard) if review.scorecard else {}
    tenths = ("result", "cards", "play", "error", "errors", "without_luck")
    plain = ("points", "decisions", "clear", "maybe")
    return {
        "game": game,
        "decisions": review.total,
        "judged": review.done,
        "rounds_left_out": list(review.left_out),
        **{key: told[key] for key in ("rounds", "scores", "winners") if told},
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


_NAME: Final = 16
_MOST_MAYBE: Final = 5


def tenths(number: int, *, signed: bool = True) -> str:
    """Tenths of a point as a number with one decimal."""
    return f"{number / 10:+.1f}" if signed else f"{number / 10:.1f}"


def figures(review: Review) -> Iterator[str]:
    """A line for each player: points, result, cards and play, errors."""
    rows = [("", *words.FIGURE_HEADS), *map(_figures, review.players)]
    widths = [max(cell_width(row[at]) for row in rows) for at in range(len(rows[0]))]
    for row in rows:
        cells = []
        for at, (text, width) in enumerate(zip(row, widths, strict=True)):
            room = " " * (width - cell_width(text))
            cells.append(room + text if at else text + room)
        yield "  ".join(cells).rstrip()


def _figures(each: PlayerReview) -> tuple[str, ...]:
    return (
        cut_text(each.name, _NAME),
        str(each.points),
        tenths(each.result),
        tenths(each.cards),
        tenths(each.play),
        tenths(each.error, signed=False),
        tenths(each.without_luck, signed=False),
        str(each.clear),
        str(each.maybe),
    )


def explained(review: Review) -> Iterator[str]:
    """What the figures are, and how far the review has come."""
    yield from words.WHAT_FIGURES_MEAN
    yield from how_far(review)


def how_far(review: Review) -> Iterator[str]:
    """The result where these are not its points, what is not judged yet, and what cannot be."""
    seats = review.scorecard.seats if review.scorecard else ()
    if [seat.score for seat in seats] != [player.points for player in review.players]:
        yield words.ON_THE_SCORECARD.format(
            totals=listed([f"{seat.name} {seat.score}" for seat in seats])
        )
    if not review.is_whole:
        total = counted(review.total, "decision")
        yield words.SO_FAR_JUDGED.format(done=review.done, total=total)
    if review.left_out:
        rounds = listed([str(number) for number in review.left_out])
        yield words.ROUNDS_LEFT_OUT.format(rounds=rounds)


def turning_points(review: Review) -> Iterator[str]:
    """The turning points in the order of the game, then the dearest of what else is likely."""
    points = review.turning_points
    if not review.is_clear:
        yield words.NO_CLEAR
    if points:
        yield words.TURNING_POINTS
    for number, found in enumerate(points, 1):
        star = "*" if found.is_dearest else " "
        yield f"{star}{number}. Round {found.round}: {found.sentence}"
    perhaps = likely(review)
    if perhaps:
        yield words.PERHAPS
    for found in perhaps:
        yield f"   Round {found.round}: {found.sentence}"
    if points:
        yield words.DEAREST


def likely(review: Review) -> list[Finding]:
    """The dearest of those that may have been errors, turning points left out."""
    found = [each for each in review.findings if not each.is_turning_point]
    return sorted(found, key=lambda each: -each.points)[:_MOST_MAYBE]


METHOD: Final = 2
"""Raised where decisions are judged otherwise: reviews that were kept are then made again."""
_MOST_BYTES: Final = 8 * 2**20


class KeptReview(Struct, frozen=True):
    """What was found so far: by which program and method, of which game, and each cost."""

    method: int
    code: str
    game: str
    costs: tuple[Cost, ...] = ()


def review_path(game: Path) -> Path:
    """Where the review of a game's file is kept: beside it."""
    return game.with_name("review.json" if game.name == JOURNAL else f"{game.stem}.review.json")


def load_costs(game: Path, read: Journal) -> dict[int, Cost]:
    """The costs kept of a game, by the number of the decision; none where they are of another
    game or program, or cannot be read."""
    try:
        kept = msgspec.json.decode(read_plain(review_path(game), _MOST_BYTES), type=KeptReview)
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
        return {}
    if (kept.method, kept.code, kept.game) != (METHOD, code_hash(), _game(read)):
        return {}
    return {cost.number: cost for cost in kept.costs}


def save_costs(game: Path, read: Journal, costs: dict[int, Cost]) -> None:
    """Keeps the costs of a game; CannotStore where nothing can be written beside it."""
    ordered = tuple(costs[number] for number in sorted(costs))
    kept = KeptReview(METHOD, code_hash(), _game(read), ordered)
    try:
        write_file(review_path(game), msgspec.json.encode(kept))
    except OSError as error:
        why = error.strerror or str(error)
        raise CannotStore(words.REVIEW_NOT_KEPT.format(why=why)) from error


def missing_library() -> str:
    """What must be installed before a game can be reviewed, as a sentence; empty for nothing."""
    if has_numba():
        return ""
    return words.REVIEW_NEEDS.format(install=install_command("playouts"))


def kept_review(path: Path, read: Journal, show: ShowCard = label) -> Review:
    """The review of a finished game as far as it is kept; it may hold no decision yet."""
    return review_of(read, load_costs(path, read), show)


def _game(read: Journal) -> str:
    """What tells this game from others; a score that is corrected later changes nothing."""
    if read.state is None or read.header is None:
        return ""
    return f"{read.header.seed} {state_hash(read.state)} {read.moves}"
