"""Each of the 52 faces is told from all others in a picture at a third of its size."""

from itertools import combinations, product
from operator import mul
from typing import NamedTuple

import pytest
from textual.color import Color

from shanghai.engine.cards import deck_cards, rank_of
from shanghai.ui.kit.cards import suit_look
from shanghai.ui.kit.pictures import CONSOLE, FAN, INDEX, SMALL, TINY, face_lines
from shanghai.ui.kit.pixels import QUADRANTS
from shanghai.ui.themes import deck_variables
from shanghai.words.cards import CardStyle
from tests.long import some
from tests.ui.pictures import SIGHTS

PALETTES = (*product(("baize", "daylight", "contrast", "clear"), ("truecolor", "256", "16")),)
ACROSS, DOWN = 10, 20
"""The dots of a cell in a picture of the screen."""
THIRD = 3
ALIKE = 0.97
"""The correlation that no two faces reach."""
USUAL = [(SMALL, 7), (FAN[4], 4), (TINY, 5)]
OTHERS = [sight for sight in (*SIGHTS, (INDEX, 6), (CONSOLE, 7)) if sight not in USUAL]


class Picture(NamedTuple):
    """The ink of a face in each dot at a third of its size, the sum of it and of its squares."""

    look: str
    ink: list[float]
    total: float
    squares: float


def picture_of(card, form, seen):
    """A face as far as it is seen, each dot the mean of three by three."""
    dots = []
    style = CardStyle(quadrants=form != CONSOLE)
    for line in face_lines(card, form, style):
        signs = [QUADRANTS.index(sign) if sign in QUADRANTS else 0 for sign in line[:seen]]
        for quarters in ((1, 2), (4, 8)):
            filled = [bool(sign & quarter) for sign in signs for quarter in quarters]
            dots += [[dot for dot in filled for _ in range(ACROSS // 2)]] * (DOWN // 2)
    tops = range(0, len(dots) - THIRD + 1, THIRD)
    lefts = range(0, len(dots[0]) - THIRD + 1, THIRD)
    ink = [
        sum(sum(row[x : x + THIRD]) for row in dots[y : y + THIRD]) / THIRD**2
        for y, x in product(tops, lefts)
    ]
    return Picture(f"paper-{suit_look(card)}", ink, sum(ink), sum(map(mul, ink, ink)))


def correlation(one, other, colours):
    """The plain correlation of two faces in their colours, over red, green and blue of all dots."""
    dots, paper = len(one.ink), Color.parse(colours["paper"]).rgb
    steps = {
        face.look: [
            ink - ground
            for ink, ground in zip(Color.parse(colours[face.look]).rgb, paper, strict=True)
        ]
        for face in (one, other)
    }

    def covariance(first, second, shared):
        """By the sums over the ink alone: a dot has the colour of the paper and `ink` steps."""
        a, b = steps[first.look], steps[second.look]
        sums = [
            sum(ground * dots + step * face.total for ground, step in zip(paper, side, strict=True))
            for face, side in ((first, a), (second, b))
        ]
        products = sum(
            ground * ground * dots + ground * (p * first.total + q * second.total) + p * q * shared
            for ground, p, q in zip(paper, a, b, strict=True)
        )
        return products - sums[0] * sums[1] / (3 * dots)

    shared = sum(map(mul, one.ink, other.ink))
    spread = covariance(one, one, one.squares) * covariance(other, other, other.squares)
    return covariance(one, other, shared) / spread**0.5


@pytest.mark.parametrize(("form", "seen"), some([*USUAL, *OTHERS], len(USUAL)))
def test_every_face_is_told_from_all_others(form, seen):
    pictures = {card: picture_of(card, form, seen) for card in deck_cards(1, 0)}
    assert len(pictures) == 52
    decks = [
        deck_variables(theme, four_colours, depth)
        for (theme, depth), four_colours in product(PALETTES, (True, False))
    ]
    for pair in combinations(pictures, 2):
        if not form.suit and rank_of(pair[0]) == rank_of(pair[1]):
            # A sign of the font tells their suits apart.
            continue
        one, other = (pictures[card] for card in pair)
        shared = sum(map(mul, one.ink, other.ink))
        # Faces that share little ink are far apart in any colours.
        if shared < 0.7 * max(one.squares, other.squares):
            continue
        for colours in decks:
            found = correlation(one, other, colours)
            assert found < ALIKE, [CardStyle().text(card) for card in pair]
