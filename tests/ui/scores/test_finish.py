"""The end of a round told step by step, and of a game with its ties."""

import re

import pytest
from msgspec import structs

from shanghai.engine.scoring import blind_bonus
from shanghai.engine.state import Ending
from shanghai.ui.kit.lines import row_width
from shanghai.ui.kit.pixels import large_words
from shanghai.ui.scores.card import GameOverScreen
from shanghai.ui.scores.round_over import Finish, RoundOverScreen
from shanghai.ui.table import movement
from shanghai.ui.table.scorecard import chart_rows, plot, podium_rows
from shanghai.words.cards import CardStyle
from shanghai.words.scores import evening_texts, overtaking, round_ended
from tests.ui.apps import SIZES, SMALL, WIDE, press, scored, showing
from tests.ui.pictures import faces_drawn, screen_text
from tests.ui.scores.test_scoring import HANDS

STYLE = CardStyle()


def text(rows):
    return "\n".join("".join(bit.text for bit in line) for line in rows)


def tied(scores, rounds=3, variant="rummygames"):
    view = scored(variant, len(scores), rounds, over=True)
    seats = (structs.replace(s, score=n) for s, n in zip(view.seats, scores, strict=True))
    return structs.replace(view, seats=tuple(seats))


def ended(ending, out=0, hands=HANDS[:4]):
    view = scored("rummygames", 4, 2, hands=hands)
    last = structs.replace(view.results[-1], ending=ending, out=out)
    return structs.replace(view, results=(view.results[0], last))


@pytest.mark.parametrize(
    ("ending", "out", "said"),
    [
        (Ending.OUT, 0, "OUT"),
        (Ending.BLIND, 0, "OUT BLIND"),
        (Ending.SHANGHAI, 0, "OUT"),
        (Ending.BLOCKED, -1, "BLOCKED"),
    ],
)
def test_the_winner_stands_in_letters_four_lines_high(ending, out, said):
    rows = text(Finish(ended(ending, out), STYLE, {}).banner(110)).split("\n")
    for line, letters in zip(rows, large_words(said, STYLE), strict=False):
        assert letters.rstrip() in line
    for line, letters in zip(rows, large_words("Ann", STYLE), strict=False):
        assert (letters in line) == (out == 0)
    assert len(rows) == (4 if ending is Ending.OUT else 5)
    plain = text(Finish(ended(ending, out), CardStyle(ascii=True), {}).banner(110))
    assert said in plain
    assert plain.isascii()


def test_no_name_is_given_to_a_way_out_that_brings_nothing():
    view = ended(Ending.BLIND)
    assert blind_bonus(view.rules, Ending.BLIND) > 0
    nothing = structs.replace(view, rules=structs.replace(view.rules, blind_bonus=0))
    assert "OUT BLIND" in text(Finish(view, CardStyle(ascii=True), {}).banner(110))
    assert "BLIND" not in text(Finish(nothing, CardStyle(ascii=True), {}).banner(110))
    assert "blind" not in round_ended(nothing, nothing.results[-1])


def test_cards_turn_over_one_by_one_and_places_change_last():
    whole = Finish(scored("grandma-davis", 4, 2, hands=HANDS[:4]), STYLE, {})
    steps = whole.steps()
    shown = [text(step.hands(116, 24)) for step in steps]
    faces = [faces_drawn(rows.split("\n")) for rows in shown]
    turned = [0]
    for seat in whole.view.seats:
        cards = range(1, len(seat.hand) + 1)
        turned += [turned[-1] + card for card in cards] or [turned[-1]]
    assert [len(drawn) for drawn in faces] == [*turned, turned[-1], turned[-1]], "card after card"
    sums = [int(step._points(1).text) for step in steps if 1 <= step.turned < 2]
    assert sums == sorted(sums)
    assert len({*sums}) == len(sums), "the points run up with them"
    assert all(len(rows.split("\n")) == len(shown[0].split("\n")) for rows in shown)
    names = [text(step.standing(60)).split("\n")[1] for step in (steps[-1], whole)]
    assert "Bob" in names[0]
    assert "Christopher" in names[1]
    blocks = [[*step.after_hands(60, has_standing=True)] for step in (steps[-1], whole)]
    assert not text(blocks[0][0]).strip()
    assert "Christopher moves past Bob." in text(blocks[1][0])
    told = [text(step.standing(60)).count("+") for step in steps]
    assert told == sorted(told)
    assert {*told} == {*range(5)}, "points are told with the hand that has them"
    rows = whole.standing(60)
    assert whole.when_settled(rows) == rows
    later = steps[0].when_settled(rows)
    assert not text(later).strip()
    assert [*map(row_width, later)] == [*map(row_width, rows)], "nothing jumps as it comes"


def test_the_largest_overtaking_alone_is_said():
    assert overtaking(scored("rummygames", 8, 10)) == "Bob moves past Gustav-Adolf and Hal."
    assert overtaking(scored("rummygames", 4, 1)) == ""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("cards", [HANDS[:4], ("5S JK", "", "4D", "9C 9C 2H"), HANDS[1:2] * 4])
def test_every_hand_stands_whole_in_a_frame_within_its_width(size, cards):
    for players, hands in ((4, cards), (2, cards[:2]), (8, cards * 2)):
        finish = Finish(scored("rummygames", players, 3, hands=hands), STYLE, {})
        rows = finish.hands(size[0] - 6, size[1] - 12)
        assert max(map(row_width, rows)) <= size[0] - 6
        whole = text(rows)
        frames = whole.count("╯") + whole.count("┛")
        assert frames in (1, players), "each hand in a frame, or the open one alone"
        names = [seat.name for seat in finish.view.seats]
        assert sum(name[:4] in line for line in whole.split("\n") for name in names) >= 1
        shown = [*re.findall(r"(?:10|[2-9AJQK])[♠♥♦♣]|JK", whole), *faces_drawn(whole.split("\n"))]
        for seat in finish.view.seats:
            for card in seat.hand:
                assert STYLE.text(card) in shown


async def test_the_end_of_a_round_of_small_hands_fits_and_follows_its_window(tmp_path):
    view = scored("rummygames", 4, 1, over=True, hands=("5S JK", "", "4D", "9C 9C 2H"))
    async with showing(RoundOverScreen(view), tmp_path, WIDE) as (app, pilot):
        whole = screen_text(app)
        assert app.screen.scroller.max_scroll_y == 0
        assert whole.count("╯") == 5, "no frame of a hand, of places or of words loses its edge"
        await pilot.resize_terminal(*SMALL)
        await pilot.resize_terminal(*WIDE)
        assert screen_text(app) == whole


async def test_no_key_waits_for_the_hands_to_turn(tmp_path, monkeypatch):
    monkeypatch.setattr(movement, "SCENE_STEP", 1e6)
    view = scored("grandma-davis", 4, 2, hands=HANDS[:4])
    async with showing(RoundOverScreen(view), tmp_path, SMALL) as (app, pilot):
        app.settings = structs.replace(app.settings, animation=True)
        app.screen.draw()
        await press(pilot, "enter", "enter")
        assert app.answers == [None]


@pytest.mark.parametrize(
    ("scores", "places"),
    [
        ((5, 40, 40, 40), ["1st", "2nd", "2nd", "2nd"]),
        ((5, 5, 5, 5), ["1st"] * 4),
        ((5, 5, 7, 8), ["1st", "1st", "3rd", "4th"]),
        ((5, 6, 7, 8), ["1st", "2nd", "3rd", "4th"]),
        ((9,) * 8, ["1st"] * 8),
    ],
)
def test_ties_stand_side_by_side_on_the_podium(scores, places):
    rows = podium_rows(tied(scores), 76, STYLE)
    assert (
        sorted(word for word in text(rows).split() if word in ("1st", "2nd", "3rd", "4th"))
        == places
    )
    assert max(map(row_width, rows)) <= 76


def test_ties_are_said_right():
    said = " ".join(evening_texts(tied((5, 40, 40, 40))))
    assert "Ann won by 35 points, ahead of Bob, Christopher and Dora." in said
    view = tied((50, 50, 0, 40))
    same = structs.replace(view.results[0], points=(50, 50, 0, 50))
    view = structs.replace(view, results=(same,))
    assert (
        "The hands with most points were Ann's, Bob's and Dora's: 50 points each."
        in evening_texts(view)
    )
    assert len(evening_texts(tied((1, 2, 3, 4), rounds=9))) == 3


def test_every_line_of_a_chart_has_its_name():
    rows = text(
        plot([[0, 9], [0, 9], [0, 9], [0, 1]], ["A", "B", "C", "D"], 76, 12, STYLE, ("", ""))
    )
    for sign, name in zip("▲■▼", "ABC", strict=True):
        assert f"{sign} {name}" in rows
    assert "◊ D" in rows
    for players in (4, 8):
        rows = chart_rows(scored("california", players, 10), 76, 12, STYLE)
        assert max(map(row_width, rows)) <= 76


async def test_a_game_of_one_round_has_no_chart(tmp_path):
    for rounds, has_one in ((1, False), (3, True)):
        view = scored("rummygames", 4, rounds, over=True)
        async with showing(GameOverScreen(view), tmp_path) as (app, _):
            assert ("at the foot" in screen_text(app)) == has_one
