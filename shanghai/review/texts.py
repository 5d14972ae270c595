"""A review in lines of text: the figures of each player, what they mean, the turning points."""

from collections.abc import Iterator
from typing import Final

from shanghai.review.report import Finding, PlayerReview, Review
from shanghai.words.cells import cell_width, cut_text
from shanghai.words.phrases import counted, listed

_NAME: Final = 16
_HEADS: Final = ("points", "result", "cards", "play", "(+/-)", "even cards", "clear", "maybe")
_MOST_MAYBE: Final = 5
NO_CLEAR: Final = "No clear error was found."
WHAT_FIGURES_MEAN: Final = (
    "Fewer points are better. The result is how far the points are from the table's mean: cards "
    "is what luck gave, play what the errors of all players made of it.",
    "(+/-) tells how sure that is; even cards are the points without luck; clear and maybe count a "
    "player's errors.",
)


def tenths(number: int, *, signed: bool = True) -> str:
    """Tenths of a point as a number with one decimal."""
    return f"{number / 10:+.1f}" if signed else f"{number / 10:.1f}"


def figures(review: Review) -> Iterator[str]:
    """A line for each player: points, result, cards and play, errors."""
    rows = [("", *_HEADS), *map(_figures, review.players)]
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
    yield from WHAT_FIGURES_MEAN
    yield from how_far(review)


def how_far(review: Review) -> Iterator[str]:
    """What is not judged yet, and what cannot be."""
    if not review.is_whole:
        yield f"So far {review.done} of {counted(review.total, 'decision')} are judged."
    if review.left_out:
        rounds = listed([str(number) for number in review.left_out])
        yield f"Left out, as play-outs do not know all of their rules: round {rounds}."


def turning_points(review: Review) -> Iterator[str]:
    """The turning points in the order of the game, then the dearest of what else is likely."""
    points = review.turning_points
    if not review.is_clear:
        yield NO_CLEAR
    if points:
        yield "Turning points"
    for number, found in enumerate(points, 1):
        star = "*" if found.is_dearest else " "
        yield f"{star}{number}. Round {found.round}: {found.sentence}"
    perhaps = likely(review)
    if perhaps:
        yield "Perhaps"
    for found in perhaps:
        yield f"   Round {found.round}: {found.sentence}"
    if points:
        yield "* the dearest of its player"


def likely(review: Review) -> list[Finding]:
    """The dearest of those that may have been errors, turning points left out."""
    found = [each for each in review.findings if not each.is_turning_point]
    return sorted(found, key=lambda each: -each.points)[:_MOST_MAYBE]
