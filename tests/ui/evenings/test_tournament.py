"""A tournament on the screen, by keys and by mouse: begun, drawn, played, gone on with."""

import pytest

from shanghai.ledger.paper import PaperGame
from shanghai.ledger.tournament import Tournament, TournamentBegun
from shanghai.storage.saves import saved_games
from shanghai.ui.evenings.paper import PaperScreen
from shanghai.ui.evenings.tournament import TournamentScreen
from shanghai.ui.setup.menu import MenuScreen
from shanghai.ui.setup.seats import NamesScreen
from shanghai.ui.table.dealer import DealerScreen
from shanghai.ui.table.public_view import PublicScreen
from tests.long import long
from tests.saving import clock, lean
from tests.ui.apps import SIZES, at_menu, click_key, click_text, press, showing, until
from tests.ui.pictures import assert_pictures, screen_text

NAMES = ("Ann", "Bob", "Christopher-Robin", "Dora", "Eve", "Fay", "Gus", "Hal", "Ida")


def begun(data, people=9, seats=4, tables=2):
    terms = TournamentBegun(
        title="Easter",
        rules=lean("playerules", 1),
        players=NAMES[:people],
        seats=seats,
        tables=tables,
        seed="42",
    )
    found = Tournament.begin(data, terms, clock())
    found.draw_next(clock())
    return found


async def type_text(pilot, text):
    await press(pilot, *({",": "comma", " ": "space"}.get(letter, letter) for letter in text))


async def to_tournament(app, pilot):
    await until(pilot, lambda: isinstance(app.screen, TournamentScreen))
    await until(pilot, lambda: "Standing" in screen_text(app))


async def test_from_the_menu_to_the_first_table_and_on_after_it_was_left(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "o", "3")
        await until(pilot, lambda: "A new tournament" in screen_text(app))
        await press(pilot, "enter", "enter", "enter")
        assert isinstance(app.screen, NamesScreen)
        await type_text(pilot, "Ann,Bob,Cy,Dora,Eve")
        await press(pilot, "enter", "enter")
        await to_tournament(app, pilot)
        assert "Its fingerprint" in screen_text(app)
        await press(pilot, "n", "x", "enter")
        assert "type" in screen_text(app)
        await press(pilot, "backspace")
        await type_text(pilot, "4711")
        await press(pilot, "enter")
        await until(pilot, lambda: "Sitting out" in screen_text(app))
        assert "the cut at 4711" in " ".join(screen_text(app).split())
        await press(pilot, "n")
        assert "must finish first" in screen_text(app)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, DealerScreen))
    (found,) = Tournament.all_in(tmp_path)[0]
    (game,) = saved_games(tmp_path).games
    assert {place: entry.game for place, entry in found.tables.items()} == {(1, 1): game.id}
    assert game.players == found.names(1, 1)
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "o", "3")
        await until(pilot, lambda: "5 people, round 1" in screen_text(app))
        await press(pilot, "2")
        await to_tournament(app, pilot)
        assert "being played" in screen_text(app)
        await click_key(pilot, "Go on")
        await until(pilot, lambda: isinstance(app.screen, DealerScreen) and app.screen.is_mounted)
        app.clock = lambda: 2e9
        await press(pilot, "enter")
        await until(pilot, lambda: "and deal" in screen_text(app))
        app.clock = lambda: 2.5e9
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, PublicScreen))
        app.clock = lambda: 3e9
        await press(pilot, "q", "y")
        await to_tournament(app, pilot)
        await press(pilot, "escape")
        await until(pilot, lambda: "Tournament: which one?" in screen_text(app))
        await press(pilot, "escape", "escape")
        assert isinstance(app.screen, MenuScreen)


@pytest.mark.slow
async def test_a_table_with_real_cards_and_one_that_played_elsewhere(tmp_path):
    begun(tmp_path)
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "o", "3")
        await until(pilot, lambda: "round 1" in screen_text(app))
        await press(pilot, "2")
        await to_tournament(app, pilot)
        await press(pilot, "r")
        await until(pilot, lambda: isinstance(app.screen, PaperScreen))
        await press(pilot, "1")
        for points in ("10p", "20p", "30p"):
            await type_text(pilot, points)
            await press(pilot, "enter")
        await press(pilot, "escape")
        await to_tournament(app, pilot)
        await until(pilot, lambda: "3 of 3" in screen_text(app))
        await press(pilot, "p")
        await type_text(pilot, "5 x")
        await press(pilot, "enter")
        assert "Totals are numbers" in screen_text(app)
        await press(pilot, *["backspace"] * 3)
        await type_text(pilot, "5 15 25")
        await press(pilot, "enter")
        assert "4 seats" in screen_text(app)
        await type_text(pilot, ", 3")
        await press(pilot, "enter")
        await until(pilot, lambda: "Kept." in screen_text(app))
        await press(pilot, "n")
        await until(pilot, lambda: "Round 2 is drawn" in screen_text(app))
    (found,) = Tournament.all_in(tmp_path)[0]
    assert found.tables[1, 2].points == (5, 15, 25, 3)
    assert found.round == 2


async def test_a_table_is_freed_by_two_presses(tmp_path):
    found = begun(tmp_path)
    found.link(1, 1, "gone", clock())
    async with showing(TournamentScreen(found), tmp_path) as (app, pilot):
        await to_tournament(app, pilot)
        await press(pilot, "r")
        assert "x frees it" in screen_text(app)
        await press(pilot, "x", "down", "x", "up", "x")
        assert found.tables[1, 1].game == "gone"
        await press(pilot, "x")
        await until(pilot, lambda: "Kept." in screen_text(app))
        assert found.tables[1, 1].game == ""


async def test_a_press_that_was_refused_is_not_the_first_of_two(tmp_path):
    found = begun(tmp_path)
    async with showing(TournamentScreen(found), tmp_path) as (app, pilot):
        await to_tournament(app, pilot)
        await press(pilot, "x")
        found.link(1, 1, "gone", clock())
        app.screen.run_in_worker(app.screen.read)
        await until(pilot, lambda: not app.screen.why_no_table() and app.screen._game)
        await press(pilot, "x")
        assert found.tables[1, 1].game == "gone"
        await press(pilot, "x")
        await until(pilot, lambda: found.tables[1, 1].game == "")


async def test_the_mouse_marks_and_plays(tmp_path):
    found = begun(tmp_path)
    async with showing(TournamentScreen(found), tmp_path) as (app, pilot):
        await to_tournament(app, pilot)
        await click_text(pilot, "Table 2")
        assert app.answers == []
        await click_text(pilot, "Table 2")
        (table, on_paper), *_ = app.answers
        assert (table.table, table.game, on_paper) == (2, "", False)


@pytest.mark.slow
@pytest.mark.parametrize("people", [40, long(3)])
async def test_the_smallest_and_the_largest(tmp_path, people):
    names = [f"P{number}" for number in range(people)]
    terms = TournamentBegun(rules=lean("playerules", 1), players=tuple(names), seats=3, seed="42")
    found = Tournament.begin(tmp_path, terms, clock())
    for _ in range(3):
        found.draw_next(clock())
        for table, seated in enumerate(found.draws[-1].tables, 1):
            found.score(found.round, table, seated, clock())
    async with showing(TournamentScreen(found), tmp_path) as (app, pilot):
        await until(pilot, lambda: "3 of" in screen_text(app) or people > 9)
        await press(pilot, "pagedown", "pagedown", "pageup", "down", "up")
        assert isinstance(app.screen, TournamentScreen)


async def test_pictures(tmp_path):
    found = begun(tmp_path)
    found.score(1, 1, (35, 0, 35, 120), clock())
    found.score(1, 2, (10, 45, 5, 80), clock())
    found.draw_next(clock())
    found.score(2, 2, (20, 45, 5, 80), clock())
    found.link(2, 1, "begun", clock())
    async with showing(TournamentScreen(found), tmp_path) as (app, pilot):
        await to_tournament(app, pilot)
        await pilot.pause()
        await assert_pictures("tournament", pilot, SIZES)


async def test_long_names_can_be_told_apart(tmp_path):
    letters = "東西南北春夏秋冬"
    names = ["漢" * 18 + letter + "字" for letter in letters]
    terms = TournamentBegun(rules=lean("rummygames", 1), players=tuple(names), seats=8, seed="42")
    found = Tournament.begin(tmp_path, terms, clock())
    found.draw_next(clock())
    paper = PaperGame.begin(tmp_path, lean("rummygames", 1), names, now=clock())
    for screen in (
        TournamentScreen(found),
        PaperScreen(paper),
        NamesScreen("Who plays?", range(2, 9), (), names),
    ):
        async with showing(screen, tmp_path) as (app, pilot):
            await until(pilot, lambda: all(letter in screen_text(app) for letter in letters))
