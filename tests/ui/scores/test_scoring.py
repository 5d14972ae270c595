import re

import pytest

from shanghai.engine.cards import read_face
from shanghai.engine.events import DealerDrawn
from shanghai.ui.scores.card import GameOverScreen, ScorecardScreen
from shanghai.ui.scores.round_over import RoundOverScreen
from shanghai.ui.table.dealer import DealerScreen
from shanghai.ui.table.scorecard import scorecard_rows
from shanghai.words.cells import cell_width
from tests.ui.apps import NAMES, SIZES, at_menu, click_key, in_turn, press, scored, showing
from tests.ui.pictures import assert_pictures, faces_drawn, screen_text

HANDS = ("5S JK 7S", "KH KD 2C 10H 9H 8H 3S 3D AC QS JD", "", "4D", "9C 9C", "AS", "6H 7H", "JK")


def lines(rows):
    return ["".join(bit.text for bit in row).rstrip() for row in rows]


async def test_pictures(tmp_path):
    draws = (("4S", "QH", "4D", "7C"), ("9S", None, "2H", None))
    drawn = tuple(tuple(-1 if c is None else read_face(c) for c in draw) for draw in draws)
    screens = {
        "scorecard-8": ScorecardScreen(scored("california", 8, 7)),
        "scorecard-4": ScorecardScreen(scored("grandma-davis", 4, 3), hinted={1}),
        "round-over-4": RoundOverScreen(scored("grandma-davis", 4, 2, hands=HANDS[:4])),
        "round-over-8": RoundOverScreen(scored("rummygames", 8, 10, hands=HANDS)),
        "game-over-4": GameOverScreen(scored("grandma-davis", 4, 7, over=True)),
        "game-over-8": GameOverScreen(scored("rummygames", 8, 10, over=True)),
        "dealer": DealerScreen([DealerDrawn(drawn, 2)], NAMES[:4]),
    }
    async with in_turn(tmp_path) as (_, pilot, show):
        for name, screen in screens.items():
            await show(screen)
            await assert_pictures(name, pilot, SIZES)


async def test_the_scorecard_of_ten_rounds_and_eight_players_fits_the_least_window(tmp_path):
    async with showing(ScorecardScreen(scored("california", 8, 10)), tmp_path) as (app, _):
        text = screen_text(app)
        assert app.screen.query_one("VerticalScroll").max_scroll_y == 0
        assert all(f" {number} " in text for number in range(1, 11))


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("wide", [40, 76, 110])
def test_no_line_of_a_scorecard_is_too_wide(players, wide):
    for rounds in (0, 1, 10):
        view = scored("california", players, rounds)
        assert max(map(cell_width, lines(scorecard_rows(view, wide)))) <= wide


def test_the_running_totals_and_the_leader():
    text = lines(scorecard_rows(scored("grandma-davis", 3, 2), 76))
    totals = next(line for line in text if line.startswith("Total"))
    view = scored("grandma-davis", 3, 2)
    best = min(seat.score for seat in view.seats)
    assert f"♛{best}" in totals
    assert [int(n.lstrip("♛")) for n in totals.split()[1:]] == [s.score for s in view.seats]


async def test_each_card_left_is_shown_with_its_points(tmp_path):
    view = scored("grandma-davis", 4, 2, hands=HANDS[:4])
    async with showing(RoundOverScreen(view), tmp_path) as (app, pilot):
        text = screen_text(app)
        drawn = faces_drawn(text.split("\n"))
        assert drawn == ["5♠", "7♠", "JK"], "the hand with the most points lies open"
        assert re.search(r"^\W*5 +5 +50\W*$", text, re.M), "and each of its cards has its points"
        for card in ("K♥", "A♣", "4♦ 5"):
            assert card in text
        await press(pilot, "s")
        assert "Total" in screen_text(app)
        await press(pilot, "s", "enter")
        assert not app.answers
        await press(pilot, "enter")
        assert app.answers == [None]
    async with showing(RoundOverScreen(view), tmp_path) as (app, pilot):
        await click_key(pilot, "Scorecard")
        await click_key(pilot, "Next round")
        assert app.answers == [None]


AFTER = {
    "r": ("Rematch", "rematch"),
    "c": ("Same cards again", "same cards"),
    "m": ("Menu", "menu"),
    "escape": ("Menu", "menu"),
}


async def test_what_comes_after_a_game(tmp_path):
    view = scored("california", 3, 10, over=True)
    async with at_menu(tmp_path) as (app, pilot):
        for key, (label, answer) in AFTER.items():
            for by_mouse in (False, True):
                given = []
                await app.push_screen(GameOverScreen(view), given.append)
                later = app.clock() + 60
                app.clock = lambda later=later: later
                await press(pilot, "s")
                assert isinstance(app.screen, ScorecardScreen)
                await click_key(pilot, "Back")
                await (click_key(pilot, label) if by_mouse else press(pilot, key))
                assert given == [answer]


async def test_keys_typed_ahead_do_not_answer_the_end_of_a_round(tmp_path):
    view = scored("grandma-davis", 4, 2)
    async with showing(RoundOverScreen(view), tmp_path) as (app, pilot):
        app.screen._paused_until = app.clock() + 0.5
        await press(pilot, "enter", "enter", "enter")
        assert not app.answers
        assert not app.screen.has_class("-card")


async def test_the_draw_for_dealer_goes_on_by_enter_and_by_click(tmp_path):
    for by_mouse in (False, True):
        event = DealerDrawn(((1, 15, 30),), 0)
        async with showing(DealerScreen([event], NAMES[:3]), tmp_path) as (app, pilot):
            assert "Ann has the lowest card, a 2, and deals." in screen_text(app)
            await (click_key(pilot, "Deal") if by_mouse else press(pilot, "enter"))
            assert app.answers == [-1]
