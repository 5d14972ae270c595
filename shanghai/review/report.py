"""The report of a review. The result of a player, compared with what was to be expected before the
deal, is split into tenths of a point that add up: `play` is what the own errors cost, `others` is
what the others did, `cards` is the rest."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import floor, sqrt
from operator import add

from msgspec import Struct, structs

from shanghai.engine.actions import GoDown, StopGame
from shanghai.engine.cards import label
from shanghai.engine.seats import SeatIndex, by_seat
from shanghai.engine.seen import view_for
from shanghai.engine.state import Phase, Seat, State
from shanghai.review.advice import UNSHOWN, Advice
from shanghai.review.charges import charges
from shanghai.review.decisions import (
    LEAST_CLEAR,
    Certainty,
    Cost,
    Decision,
    RoundLuck,
    decisions_of,
    rounds_played,
)
from shanghai.review.moments import untried_in
from shanghai.storage.journal import Journal, Step, course, opened_course, summary_of
from shanghai.storage.verdict import GameSummary
from shanghai.table.reasons import goes_out
from shanghai.words import evenings as words
from shanghai.words.moves import ShowCard, move_text
from shanghai.words.short_names import name_at


class Finding(Struct, frozen=True):
    """A decision that cost something.

    `at` is the number of moves before it in the course of the game. `points` are charged for it.
    `expected` is what it cost on average in play-outs, with a 95 % interval from `lower` to
    `upper`. `sentence` says what was done and what was better.
    """

    at: int
    round: int
    seat: SeatIndex
    certainty: Certainty
    points: float
    expected: float
    lower: float
    upper: float
    sentence: str
    advice: str
    """A sentence on what to do next time."""
    is_turning_point: bool = False
    """Whether it is the most expensive error of its player. Clear errors go before likely ones."""

    @property
    def figures(self) -> str:
        """A text with all figures of what it cost."""
        return words.COST_FIGURES(
            charged=round(self.points),
            expected=round(self.expected),
            low=round(self.lower),
            high=round(self.upper),
        )


class Result(Struct, frozen=True):
    """The points, and in tenths of a point the result: how many more these are than was to be
    expected before the deal. It is the sum of `cards`, of `play` (what the own errors cost), and of
    `others` (what the others did)."""

    points: int
    result: int
    cards: int
    play: int
    others: int


class RoundReview(Result, frozen=True):
    """A round of a player. `deal` and `stock` are parts of `cards`, and `rest` is what remains: how
    the other cards suited the player's own moves."""

    round: int
    deal: int = 0
    stock: int = 0

    @property
    def rest(self) -> int:
        """The part of `cards` that neither the deal nor the stock gave."""
        return self.cards - self.deal - self.stock


class Purchases(Struct, frozen=True):
    """The discards that another player took or bought: the name, how many, and in tenths of a point
    what that changed."""

    name: str
    count: int
    points: int


class PlayerReview(Result, frozen=True):
    """All judged rounds of a player. `error` is the standard error of `play`, `errors` are the
    points charged, both in tenths of a point."""

    name: str
    error: int
    errors: int
    decisions: int
    clear: int
    maybe: int
    without_luck: int
    """The score in tenths of a point without the part of the cards."""
    rounds: tuple[RoundReview, ...] = ()
    bought: tuple[Purchases, ...] = ()


class Review(Struct, frozen=True):
    """A review as far as it has come: `done` of `total` decisions are judged. `word` is the word of
    the variant for a round."""

    done: int
    total: int
    players: tuple[PlayerReview, ...]
    findings: tuple[Finding, ...]
    word: str = "round"
    stopped: int = 0
    """The round in which the game was stopped, 0 for none."""
    untried: Mapping[int, int] = {}
    """How many decisions were not tried, by round. Only very long rounds have such."""
    scorecard: GameSummary | None = None
    """The game as it counts in the ledger."""

    @property
    def is_whole(self) -> bool:
        """Whether every decision was judged."""
        return self.done >= self.total

    @property
    def has_figures(self) -> bool:
        """Whether any round was judged."""
        return any(player.rounds for player in self.players)

    @property
    def turning_points(self) -> tuple[Finding, ...]:
        """The most expensive error of each player, in the order of the game."""
        return tuple(finding for finding in self.findings if finding.is_turning_point)

    @property
    def moment(self) -> Finding | None:
        """The moment of the evening: the most expensive turning point. Clear ones go before likely
        ones, and of these such as cost points before such as came off. None if there is none."""
        return max(self.turning_points, key=_weight_of, default=None)

    def turning_point_of(self, seat: SeatIndex) -> Finding | None:
        """The most expensive error of a player, or None."""
        return next((finding for finding in self.turning_points if finding.seat == seat), None)


def _weight_of(point: Finding) -> tuple[bool, bool, float]:
    return point.certainty == "clear", round(point.points) > 0, point.expected + point.points


def review_of(
    read: Journal,
    costs: Mapping[int, Cost],
    show: ShowCard = label,
    luck: Mapping[int, RoundLuck] | None = None,
) -> Review:
    """The review of a game from the costs of its decisions and the luck of its rounds. If the luck
    of a round is not known, the mean of the table counts as expected."""
    decisions = decisions_of(read)
    if read.state is None or read.header is None:
        return Review(0, len(decisions), (), ())
    lacks = {each.round for number, each in enumerate(decisions) if number not in costs}
    played = {at: points for at, points in rounds_played(read) if at not in lacks}
    charged = charges(read.header.rules, decisions, costs, played)
    return Review(
        len(costs),
        len(decisions),
        _players(
            read, decisions, costs, charged, _luck_of_all(read.state.seats, played, luck or {})
        ),
        _findings(read, decisions, costs, charged, show),
        read.header.rules.words.round,
        next((step.before.round for step in course(read) if _is_stopped(step)), 0),
        {at: count for at, count in untried_in(read, decisions).items() if at in played},
        summary_of("", read),
    )


def _is_stopped(step: Step) -> bool:
    return isinstance(step.action, StopGame) and step.before.phase in (Phase.DRAW, Phase.PLAY)


def _findings(
    read: Journal,
    decisions: Sequence[Decision],
    costs: Mapping[int, Cost],
    charged: Mapping[int, float],
    show: ShowCard,
) -> tuple[Finding, ...]:
    findings, steps = [], opened_course(read)
    dearest: dict[SeatIndex, tuple[_Weight, int]] = {}
    for at, number in enumerate(sorted(charged)):
        decision, cost = decisions[number], costs[number]
        state = steps[decision.at].before
        advice = Advice(steps, decision, cost, show)
        each = Finding(
            decision.at,
            decision.round,
            decision.seat,
            cost.certainty,
            floor(10 * charged[number]) / 10,
            round(cost.points, 1),
            round(cost.interval[0], 1),
            round(cost.interval[1], 1),
            sentence=_sentence(state, decision, cost, show, charged[number] > 0),
            advice=advice.text,
        )
        findings.append(each)
        if weight := _weight(each, cost.is_plain, advice.reason):
            dearest[each.seat] = max(dearest.get(each.seat, (weight, at)), (weight, at))
    for _, at in dearest.values():
        findings[at] = structs.replace(findings[at], is_turning_point=True)
    return tuple(findings)


_Weight = tuple[bool, float]


def _weight(finding: Finding, is_plain: bool, reason: str) -> _Weight | None:
    """The weight of an error as a turning point: whether it is clear, then its cost, charged and
    expected, twice if the cards show the reason. None if they do not, and it is small, cost nothing
    in the end, or is neither clear nor explained."""
    is_clear = finding.certainty == "clear"
    is_small = finding.expected < LEAST_CLEAR or not finding.points
    if not is_plain and (is_small or (reason == UNSHOWN and not is_clear)):
        return None
    return is_clear, (finding.expected + finding.points) * (1 + is_plain)


def _luck_of_all(
    seats: Sequence[Seat], played: Mapping[int, Sequence[int]], luck: Mapping[int, RoundLuck]
) -> dict[int, RoundLuck]:
    """By round its luck. If it was not measured, deal and stock have no part."""
    handicaps = [seat.handicap.points for seat in seats]
    return {
        at: luck.get(at) or _unmeasured(at, list(map(add, points, handicaps)))
        for at, points in played.items()
    }


def _unmeasured(round: int, points: Sequence[int]) -> RoundLuck:
    mean, none = sum(points) / len(points), (0.0,) * len(points)
    moves = tuple(
        tuple((points[seat] - mean) * (seat == mover) for seat in range(len(points)))
        for mover in range(len(points))
    )
    return RoundLuck(round, (mean,) * len(points), none, none, moves)


def _players(
    read: Journal,
    decisions: Sequence[Decision],
    costs: Mapping[int, Cost],
    charged: Mapping[int, float],
    luck: Mapping[int, RoundLuck],
) -> tuple[PlayerReview, ...]:
    assert read.state is not None
    players = []
    for seat, holder in by_seat(read.state.seats):
        mine = [number for number in charged if decisions[number].seat == seat]
        owed: Counter[int] = Counter()
        for number in mine:
            owed[decisions[number].round] += _tenths(costs[number].own)
        own = [_round_of(each, seat, owed[at]) for at, each in luck.items()]
        named = [costs[number].certainty for number in mine]
        sums = {name: sum(getattr(line, name) for line in own) for name in Result.__struct_fields__}
        players.append(
            PlayerReview(
                **sums,
                name=holder.name,
                error=_tenths(sqrt(sum(costs[number].error ** 2 for number in mine))),
                errors=_tenths(sum(charged[number] for number in mine)),
                decisions=sum(decisions[number].seat == seat for number in costs),
                clear=named.count("clear"),
                maybe=named.count("maybe"),
                without_luck=10 * sums["points"] - sums["cards"],
                rounds=tuple(own),
                bought=tuple(_purchases(read.state.seats, luck.values(), seat)),
            )
        )
    return tuple(players)


def _round_of(luck: RoundLuck, seat: SeatIndex, play: int) -> RoundReview:
    """A round of a player, whose own errors cost `play` tenths of a point."""
    changes = [own[seat] for own in luck.moves]
    deal, stock = luck.deal[seat], luck.stock[seat]
    whole, others = deal + stock + sum(changes), _tenths(sum(changes) - changes[seat])
    result, points = _tenths(whole), round(luck.expected[seat] + whole)
    cards = result - play - others
    return RoundReview(
        points, result, cards, play, others, luck.round, _tenths(deal), _tenths(stock)
    )


def _purchases(
    seats: Sequence[Seat], luck: Iterable[RoundLuck], seat: SeatIndex
) -> Iterator[Purchases]:
    """Yields for each other player what they took or bought, and what that changed for a seat."""
    bought = [each for of_round in luck for each in of_round.bought]
    for other, holder in by_seat(seats):
        own = [each for each in bought if each.seat == other != seat]
        if own:
            points = _tenths(sum(each.points[seat] for each in own))
            yield Purchases(holder.name, sum(each.count for each in own), points)


def _tenths(points: float) -> int:
    return round(10 * points)


def _sentence(
    state: State, decision: Decision, cost: Cost, show: ShowCard, is_charged: bool
) -> str:
    view = view_for(state, decision.seat)
    chosen, best = decision.moves[0], decision.moves[cost.best]
    is_brief = isinstance(best, GoDown) and not isinstance(chosen, GoDown)
    is_out = goes_out(view, best) and not goes_out(view, chosen)
    return words.COST.format(
        name=name_at(view, view.viewer),
        did=move_text(view, chosen, "did", show),
        instead=move_text(view, best, "back" if is_brief else "doing", show)
        + (words.GOING_OUT if is_out else ""),
        about=words.WOULD_HAVE_COST if cost.certainty == "clear" else words.MAY_HAVE_COST,
        end="" if is_charged else words.CAME_OFF,
    )
