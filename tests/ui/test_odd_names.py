"""Names and figures of every kind in the rows of the table: all fit, columns stay straight."""

import pytest
from msgspec import structs

from shanghai.ui.table.scorecard import scorecard_rows
from shanghai.ui.table.table_contents import TableContents
from shanghai.words.cards import CardStyle
from shanghai.words.cells import cell_width
from shanghai.words.player_names import clean_name
from tests.ui.apps import scored

ODD = (
    "[/]x",
    "[bold]Bo",
    "e" + "\u0301" * 100 + "E",
    "漢字漢字漢字漢字漢字",
    "A\u202enn\u200b",
    "W" * 300,
    "👨\u200d👩\u200d👧\u200d👦 z",
    "4",
)
NAMES = tuple(map(clean_name, ODD))


def odd_view(players, points):
    """A game of players with odd names, after ten rounds of that many points each."""
    view = scored("california", players, 10)
    seats = [
        structs.replace(seat, name=name, score=10 * points)
        for seat, name in zip(view.seats, NAMES, strict=False)
    ]
    results = [structs.replace(result, points=(points,) * players) for result in view.results]
    return structs.replace(view, seats=tuple(seats), results=tuple(results))


def texts(rows):
    return ["".join(bit.text for bit in row) for row in rows]


@pytest.mark.parametrize("players", [2, 4, 8])
@pytest.mark.parametrize("points", [1_000_000, -99_999, 0])
@pytest.mark.parametrize("wide", [76, 110])
def test_lines_with_odd_names_and_figures_fit(players, points, wide):
    view = odd_view(players, points)
    for rows in (scorecard_rows(view, wide), TableContents(view, CardStyle()).rows(wide, 20)):
        assert max(map(cell_width, texts(rows))) <= wide
    said = "\n".join(texts(scorecard_rows(view, wide)))
    assert "\x1b" not in said
    assert not any(ord(letter) in range(0x200B, 0x2010) for letter in said)


@pytest.mark.parametrize("players", [4, 8])
def test_the_columns_of_a_scorecard_stand_under_each_other(players):
    rows = texts(scorecard_rows(odd_view(players, 12345), 76))
    rounds = [text for text in rows if "12345" in text and text.split()[0].rstrip(".").isdigit()]
    assert len(rounds) == 10
    assert len({cell_width(text) for text in rounds}) == 1
    head = rows[0]
    assert cell_width(head) == cell_width(rounds[0])
