"""No hole on a very large screen, nothing alone at an edge, the scores always in sight."""

from itertools import product

import pytest

from shanghai.engine.handicap import Player
from shanghai.ui.scores.card import GameOverScreen, ScorecardScreen
from shanghai.ui.scores.round_over import RoundOverScreen
from shanghai.ui.setup.seats import HandicapScreen, NamesScreen, PlayersScreen
from shanghai.ui.setup.settings import SettingsScreen
from shanghai.ui.setup.variant import HouseRulesScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.variants.loader import load_variant
from tests.long import some
from tests.ui.apps import NAMES as PEOPLE, in_turn, scored
from tests.ui.measured import HOLE, RIM, alone_at_the_left, largest_hole
from tests.ui.pictures import screen_lines
from tests.ui.scores.test_scoring import HANDS
from tests.ui.table.test_table_pictures import NAMES, duel, full
from tests.ui.tables import HUGE, SMALL, at_table, host_of, position, press

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")


def table_of(seats):
    """A table in its first turn, nobody down, as empty as one can be."""
    if seats == 8:
        return full("draw")
    if seats == 2:
        return duel()
    held = ("4S 9D KC 2H 6S", "3S 8D JC 9H", "5S QC 4H", "7S 7D KH")
    hands = dict(zip(NAMES, held, strict=False))
    return position("grandma-davis", hands, turn="Ann", by=NAMES[seats - 1], discards="QD")


def test_the_largest_hole_is_found():
    assert largest_hole(["ab c", "a  c", "a  c"], 4) == 4
    assert largest_hole(["    ", " x  ", "    "], 4) == 6


@pytest.mark.parametrize("seats", some([8, 2, 4]))
async def test_a_very_large_table_has_no_hole(tmp_path, seats):
    wide, high = HUGE
    async with at_table(tmp_path, host_of(table_of(seats)), HUGE) as (app, pilot):
        for kind, keys in ((PublicScreen, ()), (PlayerScreen, ("enter",))):
            await press(pilot, *keys)
            assert isinstance(app.screen, kind)
            lines = screen_lines(app)
            assert largest_hole(lines, wide) <= wide * high * HOLE
            assert not alone_at_the_left(lines, wide)
            scores, log = "Scorecard", "At the table"
            beside = [line for line in lines if scores in line and log in line]
            assert len(beside) == 1, "the scorecard and the log stand side by side"


@pytest.mark.slow
async def test_a_very_large_scene_has_no_hole(tmp_path):
    async with in_turn(tmp_path, HUGE) as (app, _, show):
        for seats, kind in product((2, 4, 8), (RoundOverScreen, GameOverScreen)):
            await show(kind(scored("california", seats, 10, over=True, hands=HANDS[:seats])))
            hole = largest_hole(screen_lines(app), HUGE[0])
            assert hole <= HUGE[0] * HUGE[1] * HOLE, (kind, seats)


SHORT = {
    "settings": SettingsScreen,
    "handicap": lambda: HandicapScreen("Bob"),
    "players": lambda: PlayersScreen(load_variant("california"), [Player("Ann")]),
    "names": lambda: NamesScreen("Who plays?", range(3, 41), (), PEOPLE),
    "house rules": lambda: HouseRulesScreen(load_variant("california")),
    "scorecard": lambda: ScorecardScreen(scored("grandma-davis", 4, 3)),
}


@pytest.mark.slow
async def test_what_is_short_stands_in_the_middle_of_a_very_large_screen(tmp_path):
    async with in_turn(tmp_path, HUGE) as (app, _, show):
        for name, make in SHORT.items():
            await show(make())
            drawn = [bool(line.strip(f"{RIM} ")) for line in screen_lines(app)[1:-1]]
            above, below = drawn.index(True), drawn[::-1].index(True)
            assert above >= below // 3, f"{name}: {above} empty lines above, {below} below"


async def test_totals_and_calls_of_eight_seats_are_in_sight_on_the_least_screen(tmp_path):
    state = full()
    limit = state.rules.call_limit[state.round - 1]
    async with at_table(tmp_path, host_of(state), SMALL) as (app, pilot):
        for keys in ((), ("enter",)):
            await press(pilot, *keys)
            lines = screen_lines(app)
            for number, seat in enumerate(state.seats, 1):
                line = next(line for line in lines if f" {number} {seat.name} " in line)
                assert f" {seat.score} " in line
                assert "●" * (limit - seat.calls_used) in line
