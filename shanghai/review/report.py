"""The report of a review. The result of a player, compared with what was to be expected before the
deal, is split into tenths of a point that add up: `play` is what the own errors cost, `others` is
what the others did, `cards` is the rest. An error that goes on for several moves counts once."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from math import floor, sqrt
from operator import add
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct, structs

from shanghai.bots.machine_code import code_hash, has_numba
from shanghai.engine.actions import Discard, GoDown, LayOff, StopGame, Swap
from shanghai.engine.cards import FACE_OF, label
from shanghai.engine.rules import Rules
from shanghai.engine.seats import SeatIndex, by_seat
from shanghai.engine.seen import view_for
from shanghai.engine.state import Phase, Seat, State
from shanghai.engine.wild import is_wild
from shanghai.ledger.ledger import plain_game
from shanghai.review.advice import UNSHOWN, Advice
from shanghai.review.decisions import (
    LEAST_CLEAR,
    Certainty,
    Cost,
    Decision,
    RoundLuck,
    decisions_of,
    rounds_played,
)
from shanghai.storage.files import read_plain, write_file
from shanghai.storage.journal import Journal, Step, course, opened_course, summary_of
from shanghai.storage.saves import JOURNAL, CannotStore
from shanghai.storage.verdict import GameSummary
from shanghai.table.reasons import goes_out
from shanghai.words import evenings as words
from shanghai.words.cells import columns, cut_text
from shanghai.words.grammar import Noun, decimal
from shanghai.words.installing import install_command, is_one_file
from shanghai.words.moves import Move, ShowCard, move_text
from shanghai.words.short_names import name_at
from shanghai.words.system import system_fault

_Chance = tuple[object, ...]
"""What a move after the draw does, such as a discard of a face. See `_chance_of`."""
_OUT: Final[_Chance] = ("out",)


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
        summary_of("", read),
    )


def _is_stopped(step: Step) -> bool:
    return isinstance(step.action, StopGame) and step.before.phase in (Phase.DRAW, Phase.PLAY)


def charges(
    rules: Rules,
    decisions: Sequence[Decision],
    costs: Mapping[int, Cost],
    points: Mapping[int, Sequence[int]],
) -> dict[int, float]:
    """By number of a decision the points charged for it, for all that are named as errors. In a
    round a player is charged at most the points more than those of the best player."""
    charges: dict[int, float] = {}
    for round, scored in points.items():
        own = [number for number in range(len(decisions)) if decisions[number].round == round]
        least = max(0, min(scored))
        for seat, most in enumerate(max(0, each - least) for each in scored):
            mine = [number for number in own if decisions[number].seat == seat]
            named = _named_errors(rules, decisions, costs, mine)
            total = sum(costs[number].points for number in named)
            part = min(1.0, most / total) if total else 0.0
            charges |= {number: part * costs[number].points for number in named}
    return charges


def _named_errors(
    rules: Rules, decisions: Sequence[Decision], costs: Mapping[int, Cost], mine: Sequence[int]
) -> list[int]:
    """The numbers of the decisions `mine`, of one player in a round, that are named as errors. If
    the same chance is missed several times, only the last time is named. For a discard it is the
    time that cost most."""
    named: set[int] = set()
    missed_at: dict[_Chance, int] = {}
    for number in mine:
        moves, cost = decisions[number].moves, costs.get(number)
        if _chance_of(moves[0]):
            left = _chances_left(moves, is_out=cost is not None and cost.is_out)
            missed_at = {chance: at for chance, at in missed_at.items() if chance in left}
        if cost is None or not cost.certainty:
            continue
        named.add(number)
        chosen, better = moves[0], moves[cost.best]
        missed = _OUT if cost.is_out else _chance_of(better)
        if not missed or (isinstance(chosen, Discard) and is_wild(rules, chosen.card)):
            continue
        earlier = missed_at.get(missed, number)
        if isinstance(better, Discard) and costs[earlier].points > cost.points:
            named.discard(number)
        else:
            named -= {earlier} - {number}
            missed_at[missed] = number
    return sorted(named)


def _chances_left(moves: Sequence[Move], *, is_out: bool) -> set[_Chance]:
    """The chances that remain after the first of these moves. With `is_out` another of them goes
    out."""
    left = {_chance_of(move) for move in moves[1:]} - {_chance_of(moves[0])}
    return left | {_OUT} if is_out or not isinstance(moves[0], Discard) else left


def _chance_of(move: Move) -> _Chance:
    """What a move after the draw does, to recognize the same chance later. Empty for other
    moves."""
    match move:
        case GoDown():
            return (GoDown,)
        case Discard(card=card) | LayOff(card=card) | Swap(card=card):
            return type(move), FACE_OF[card]
        case _:
            return ()


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


def as_plain(review: Review, game: str) -> dict[str, Any]:
    """The review as plain values for JSON. Points have one decimal."""
    names = [player.name for player in review.players]
    scorecard = plain_game(review.scorecard) if review.scorecard else {}
    tenths = ("result", "cards", "play", "others", "error", "errors", "without_luck")
    plain = ("points", "clear", "maybe")
    return {
        "game": game,
        "decisions": review.total,
        "judged": review.done,
        "round_stopped": review.stopped or None,
        **{key: scorecard[key] for key in ("rounds", "scores", "winners") if scorecard},
        "players": {
            player.name: {"decisions": player.decisions}
            | {key: getattr(player, key) for key in plain if player.rounds}
            | {key: getattr(player, key) / 10 for key in tenths if player.rounds}
            | {
                "rounds": [
                    {"round": line.round, "points": line.points}
                    | {
                        key: getattr(line, key) / 10
                        for key in ("result", "cards", "play", "others", "deal", "stock", "rest")
                    }
                    for line in player.rounds
                ]
            }
            | ({"bought_by_others": _plain_purchases(player)} if player.rounds else {})
            for player in review.players
        },
        "findings": [
            {
                "move": finding.at + 1,
                "round": finding.round,
                "player": names[finding.seat],
                "certainty": finding.certainty,
                "points": finding.points,
                "expected": finding.expected,
                "interval": [finding.lower, finding.upper],
                "turning_point": finding.is_turning_point,
                "sentence": finding.sentence,
                "advice": finding.advice,
            }
            for finding in review.findings
        ],
    }


def _plain_purchases(player: PlayerReview) -> list[dict[str, Any]]:
    return [
        {"player": each.name, "cards": each.count, "points": each.points / 10}
        for each in player.bought
    ]


def sentences_of(review: Review, seat: SeatIndex) -> tuple[str, ...]:
    """The sentences on a player: the result, any great luck, the turning point, and what to do next
    time."""
    player, is_coarse = review.players[seat], not has_numba()
    result, own, others = (
        round(tenths / 10) for tenths in (player.result, player.play, player.others)
    )
    first = words.RESULT.format(
        name=cut_text(player.name, _NAME),
        points=player.points,
        result=_more(result, words.THAN, words.AS_MANY),
        cards=_by_cards(player, result - own - others),
        own=_more(own, words.MORE_OR_FEWER, words.NONE_SEEN if is_coarse else words.NO_MORE),
        others=_more(others, words.MORE_OR_FEWER, words.NO_MORE),
    )
    facts = sorted(_luck_facts(review, seat), reverse=True)[:_MOST_FACTS]
    luck = (words.LUCK(facts=[fact for _, fact in facts]),) if facts else ()
    finding = review.turning_point_of(seat)
    if finding is None:
        none = words.NO_TURNING_POINT_SEEN if is_coarse else words.NO_TURNING_POINT_OF
        return first, *luck, none.format(name=cut_text(player.name, _NAME))
    where = words.IN_ROUND(round=Noun(review.word), number=finding.round)
    return first, *luck, where + finding.sentence, finding.advice


def brief_sentence(review: Review, seat: SeatIndex) -> str:
    """A short sentence on a player: the result, and the largest part of it."""
    player, name = review.players[seat], cut_text(review.players[seat].name, _NAME)
    if not round(player.result / 10):
        return words.BRIEF_AS_MANY.format(name=name)
    parts = {"own": player.play, "others": player.others, **_parts_of_cards(player)}
    largest = max(parts, key=lambda part: parts[part] * (1 if player.result > 0 else -1))
    return words.BRIEF_RESULT[player.result > 0].format(
        name=name, count=abs(round(player.result / 10)), part=words.say.of("BRIEF_PARTS", largest)
    )


def _parts_of_cards(player: PlayerReview) -> dict[str, int]:
    """The part of the cards in a result, in tenths of a point. If it was measured, what was drawn
    comes apart from the rest."""
    drawn = sum(line.deal + line.stock for line in player.rounds)
    if not any(line.deal or line.stock for line in player.rounds):
        return {"cards": player.cards}
    return {"drawn": drawn, "rest": player.cards - drawn}


def _by_cards(player: PlayerReview, points: int) -> str:
    """A text on the part of the cards in a result. If it was measured, the deal and the stock come
    apart from the rest."""
    if not any(line.deal or line.stock for line in player.rounds):
        return words.BY_THE_CARDS(cards=_more(points, words.MORE_OR_FEWER, words.NO_MORE))
    drawn = round(sum(line.deal + line.stock for line in player.rounds) / 10)
    parts = (_more(part, words.MORE_OR_FEWER, words.NO_MORE) for part in (drawn, points - drawn))
    return words.BY_THE_DRAW(**dict(zip(("drawn", "rest"), parts, strict=True)))


_MOST_FACTS: Final = 2
_LEAST_LUCK: Final = 50
_LEAST_COARSE_LUCK: Final = 200
"""The fewest tenths of a point of luck that is named, and the fewest without machine code."""


def _luck_facts(review: Review, seat: SeatIndex) -> Iterator[tuple[int, str]]:
    """Yields sentences on luck, each after its size in tenths of a point: the largest effect of a
    deal and of the stock, and what each other player took or bought."""
    player = review.players[seat]
    for name, sentences in (("deal", words.DEAL_GAVE), ("stock", words.STOCK_GAVE)):
        of_rounds = [(abs(getattr(line, name)), line) for line in player.rounds]
        size, line = max(of_rounds, key=lambda pair: pair[0])
        where = {"round": Noun(review.word), "number": line.round}
        yield from _fact(size, getattr(line, name), sentences, where)
    for each in player.bought:
        what = {"name": cut_text(each.name, _NAME), "cards": each.count}
        yield from _fact(abs(each.points), each.points, words.BOUGHT_GAVE, what)


def _fact(
    size: int, points: int, sentences: Sequence[str], values: Mapping[str, object]
) -> Iterator[tuple[int, str]]:
    if size >= (_LEAST_LUCK if has_numba() else _LEAST_COARSE_LUCK):
        yield size, sentences[points > 0].format(count=round(size / 10), **values)


def _more(points: int, sentences: Sequence[str], none: str) -> str:
    return sentences[points > 0].format(count=abs(points)) if points else none


_NAME: Final = 16


def tenths(number: int, *, signed: bool = True) -> str:
    """Tenths of a point as text: points with one decimal."""
    return decimal(f"{number / 10:+.1f}" if signed else f"{number / 10:.1f}")


def figures(review: Review) -> Iterator[str]:
    """Yields the rows of a table with all figures of each player."""
    yield from columns([("", *words.FIGURE_HEADS), *map(_figures, review.players)])


def _figures(each: PlayerReview) -> tuple[str, ...]:
    made = map(tenths, (each.result, each.cards, each.play, each.others))
    plain = [tenths(number, signed=False) for number in (each.error, each.without_luck)]
    named = f"{each.clear}+{each.maybe}"
    return (cut_text(each.name, _NAME), str(each.points), *made, *plain, named)


def in_figures(review: Review, finding: Finding) -> str:
    """The text of a finding, with its round and its figures."""
    where = words.IN_ROUND(round=Noun(review.word), number=finding.round)
    return f"{where}{finding.sentence} {finding.figures}"


def review_lines(review: Review, *, with_figures: bool = False) -> Iterator[str]:
    """Yields the lines of a review: the sentences on each player, how far it has come, and if
    wanted all figures."""
    if review.has_figures:
        for seat, _ in by_seat(review.players):
            yield from (" ".join(sentences_of(review, seat)), "")
    yield from how_far(review)
    if not (with_figures and review.has_figures):
        return
    yield from (*figures(review), "", *words.WHAT_FIGURES_MEAN, "")
    yield from (in_figures(review, finding) for finding in review.findings)


def how_far(review: Review) -> Iterator[str]:
    """Yields lines on what the review leaves out: totals on the scorecard that differ, decisions
    that are not judged yet, a round that was stopped."""
    seats = review.scorecard.seats if review.scorecard else ()
    points = [player.points for player in review.players]
    if review.has_figures and [seat.score for seat in seats] != points:
        yield words.ON_THE_SCORECARD(totals=[f"{seat.name} {seat.score}" for seat in seats])
    if not review.is_whole:
        yield words.SO_FAR_JUDGED(done=review.done, total=review.total)
    if review.stopped:
        yield words.ROUND_STOPPED(round=Noun(review.word), number=review.stopped)
    if review.done and not has_numba():
        finer = words.REVIEW_IN_ONE_FILE if is_one_file() else words.REVIEW_CAN_BE_FINER
        yield f"{words.REVIEW_IS_COARSE} {finer}"
        if not is_one_file():
            yield install_command("full")


METHOD: Final = 8
"""The version of judging. If it is raised, saved reviews are made again."""
_COARSE: Final = " coarse"
"""Comes after `code` in a saved review that was made without machine code."""
_MAX_BYTES: Final = 8 * 2**20


class SavedReview(Struct, frozen=True):
    """The file of a review: the costs and luck so far, with the program and the game they are
    of."""

    method: int
    code: str
    game: str
    """The digest of the first `moves` of the game."""
    moves: int
    costs: tuple[Cost, ...] = ()
    luck: tuple[RoundLuck, ...] = ()


def review_path(game: Path) -> Path:
    """The file of the review of a game. It is next to the file of the game."""
    return game.with_name("review.json" if game.name == JOURNAL else f"{game.stem}.review.json")


def load_judged(
    game: Path, read: Journal, *, of_any_program: bool = False
) -> tuple[dict[int, Cost], dict[int, RoundLuck]]:
    """The saved costs of a game by number of the decision, and its luck by round. Both are empty if
    the file is of another game or cannot be read. They are also empty if another program judged,
    unless `of_any_program`."""
    saved = _load(game, read, of_any_program=of_any_program)
    costs, luck = (saved.costs, saved.luck) if saved else ((), ())
    return {cost.number: cost for cost in costs}, {each.round: each for each in luck}


def _load(game: Path, read: Journal, *, of_any_program: bool = False) -> SavedReview | None:
    try:
        saved = msgspec.json.decode(read_plain(review_path(game), _MAX_BYTES), type=SavedReview)
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
        return None
    is_of_this_program = saved.code in {code_hash(), _code()}
    if saved.method != METHOD or not (is_of_this_program or of_any_program):
        return None
    is_same = saved.game == _digest(read, opened_course(read)[: saved.moves])
    return saved if is_same else None


def save_costs(
    game: Path,
    read: Journal,
    costs: Mapping[int, Cost],
    luck: Mapping[int, RoundLuck] | None = None,
) -> None:
    """Saves the costs and the luck of a game. Raises CannotStore if that is not possible."""
    ordered = tuple(costs[number] for number in sorted(costs))
    steps = opened_course(read)
    lucks = tuple((luck or {}).values())
    saved = SavedReview(METHOD, _code(), _digest(read, steps), len(steps), ordered, lucks)
    try:
        write_file(review_path(game), msgspec.json.encode(saved))
    except OSError as error:
        raise CannotStore(words.REVIEW_NOT_KEPT(why=system_fault(error))) from error


def saved_review(path: Path, read: Journal, show: ShowCard = label) -> Review:
    """The review of a finished game as far as it is saved. It may have no judged decision."""
    costs, luck = load_judged(path, read)
    return review_of(read, costs, show, luck)


def _code() -> str:
    """A hash of this program, with a mark if it judges without machine code."""
    return code_hash() if has_numba() else code_hash() + _COARSE


def _digest(read: Journal, steps: Sequence[Step]) -> str:
    """A digest of the seed and of these moves, 16 hex digits. Pass only the moves that were
    judged, so that later corrections do not change it."""
    seed = read.header.seed if read.header else ""
    moves = msgspec.json.encode((str(seed), [step.action for step in steps]))
    return sha256(moves).hexdigest()[:16]
