"""What a review says: sentences on each player, tables of figures, and plain values for JSON."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from shanghai.bots.machine_code import has_numba
from shanghai.engine.seats import SeatIndex, by_seat
from shanghai.ledger.ledger import plain_game
from shanghai.review.report import Finding, PlayerReview, Review
from shanghai.words import evenings as words
from shanghai.words.cells import columns, cut_text
from shanghai.words.grammar import Noun, decimal
from shanghai.words.installing import install_command, is_one_file

_NAME: Final = 16
"""The cells of a name in a sentence or in a table."""


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
    that are not judged yet, those of a very long round that are not tried, a round that was
    stopped."""
    seats = review.scorecard.seats if review.scorecard else ()
    points = [player.points for player in review.players]
    if review.has_figures and [seat.score for seat in seats] != points:
        yield words.ON_THE_SCORECARD(totals=[f"{seat.name} {seat.score}" for seat in seats])
    if not review.is_whole:
        yield words.SO_FAR_JUDGED(done=review.done, total=review.total)
    for number, count in review.untried.items():
        yield words.LONG_ROUND(round=Noun(review.word), number=number, count=count)
    if review.stopped:
        yield words.ROUND_STOPPED(round=Noun(review.word), number=review.stopped)
    if review.done and not has_numba():
        finer = words.REVIEW_IN_ONE_FILE if is_one_file() else words.REVIEW_CAN_BE_FINER
        yield f"{words.REVIEW_IS_COARSE} {finer}"
        if not is_one_file():
            yield install_command("full")


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
