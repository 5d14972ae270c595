"""The score of a game with real cards on the screen, by keys and by mouse."""

import pytest

from shanghai.engine.state import Ending
from shanghai.ledger.ledger import read_ledger
from shanghai.ledger.paper import PaperGame
from shanghai.ui.evenings.finished import EXPORTS
from shanghai.ui.evenings.paper import PaperScreen
from shanghai.ui.kit.keybar import KeyBar
from shanghai.ui.kit.list_screen import PickScreen
from shanghai.ui.setup.menu import MenuScreen
from shanghai.ui.setup.seats import NamesScreen
from shanghai.ui.setup.variant import VariantScreen
from shanghai.variants.house_rules import with_house_rules
from shanghai.variants.loader import load_variant
from tests.long import some
from tests.saving import clock, flip_last_line, lean
from tests.ui.apps import SIZES, at_menu, click_key, click_text, press, showing, until
from tests.ui.pictures import assert_pictures, screen_text


def begun(data, rounds=(1, 2, 3), names=("Ann", "Bob", "Oma")):
    return PaperGame.begin(data, lean("california", *rounds), names, now=clock())


async def type_text(pilot, text):
    named = {" ": "space", ",": "comma", "-": "minus"}
    await press(pilot, *(named.get(letter, letter) for letter in text))


async def score(pilot, out, *hands):
    await press(pilot, out)
    for hand in hands:
        await type_text(pilot, hand)
        await press(pilot, "enter")


def foot(app):
    return {key.command: key.label for key in app.screen.query_one(KeyBar).keys}


async def test_from_the_menu_to_a_score_that_is_kept(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "o")
        assert isinstance(app.screen, PickScreen)
        await press(pilot, "enter")
        await until(pilot, lambda: "A new game" in screen_text(app))
        await press(pilot, "enter")
        assert isinstance(app.screen, VariantScreen)
        await press(pilot, "enter")
        assert isinstance(app.screen, NamesScreen)
        await type_text(pilot, "Ann,Bob,Ann")
        await press(pilot, "enter")
        assert "two players called Ann" in screen_text(app)
        await press(pilot, *["backspace"] * 3)
        await type_text(pilot, "Oma")
        await press(pilot, "enter", "enter")
        assert isinstance(app.screen, PaperScreen)
        assert app.settings.names == ("Ann", "Bob", "Oma")
        await score(pilot, "1", "K K 7 JK", "35p")
        assert "Kept: Ann 0, Bob" in screen_text(app)
        await press(pilot, "escape")
        await until(pilot, lambda: "Ann, Bob, Oma" in screen_text(app))
        await press(pilot, "2")
        await until(pilot, lambda: isinstance(app.screen, PaperScreen))
        assert len(app.screen._game.state.results) == 1
        await press(pilot, "escape")
        await until(pilot, lambda: "which game" in screen_text(app))
        await press(pilot, "escape", "escape")
        assert isinstance(app.screen, MenuScreen)


@pytest.mark.slow
@pytest.mark.parametrize("size", some([(size,) for size in SIZES]))
async def test_a_whole_game_by_keys(tmp_path, size):
    game = begun(tmp_path)
    async with showing(PaperScreen(game), tmp_path, size) as (app, pilot):
        await press(pilot, "right", "b", "enter")
        await type_text(pilot, "K K")
        assert "That is 20." in screen_text(app)
        await press(pilot, "enter", "5", "p", "enter")
        assert game.state.results[0].ending is Ending.BLIND
        await score(pilot, "0", "Q", "Q", "Q")
        assert game.state.results[1].ending is Ending.BLOCKED
        await press(pilot, "c", "up", "enter")
        await type_text(pilot, "25 counted again")
        await press(pilot, "enter")
        assert game.state.corrections[0].note == "counted again"
        await score(pilot, "3", "A", "zz")
        assert "is no card" in screen_text(app)
        await press(pilot, "backspace", "backspace", "2", "S", "enter")
        assert game.is_over
        assert "wins with" in screen_text(app)
        await press(pilot, "w")
        await until(pilot, lambda: "scorecard lies in" in " ".join(screen_text(app).split()))
    assert len([*(tmp_path / EXPORTS).iterdir()]) == 3
    (kept,) = PaperGame.all_in(tmp_path)[0]
    assert kept.state == game.state
    assert read_ledger(tmp_path).games[0].id == game.id


async def test_escape_goes_back_hand_by_hand_and_nothing_is_scored(tmp_path):
    game = begun(tmp_path)
    async with showing(PaperScreen(game), tmp_path) as (app, pilot):
        await score(pilot, "2", "K K")
        assert "What has Oma left?" in screen_text(app)
        await press(pilot, "escape")
        assert "What has Ann left?" in screen_text(app)
        assert "K K" in screen_text(app)
        await press(pilot, "escape")
        assert "who went out?" in screen_text(app)
        await press(pilot, "e", "c", "w")
        assert "No round is scored yet" in screen_text(app)
        await press(pilot, "escape")
    assert not game.state.results


@pytest.mark.slow
async def test_by_mouse_and_stopped_early(tmp_path):
    game = begun(tmp_path)
    async with showing(PaperScreen(game), tmp_path) as (_, pilot):
        await click_text(pilot, "3 Oma")
        await type_text(pilot, "10p")
        await click_key(pilot, "Take")
        await type_text(pilot, "20p")
        await click_key(pilot, "Take")
        assert game.state.results[0].points == (10, 20, 0)
        await click_key(pilot, "Correct")
        await click_text(pilot, "20 ")
        assert pilot.app.screen.mode == "correct"
        await click_text(pilot, "[20]")
        await type_text(pilot, "25 an ace")
        await click_key(pilot, "Take")
        assert game.state.results[0].points == (10, 25, 0)
        await click_key(pilot, "End")
        assert not game.is_over
        await click_key(pilot, "End")
        assert game.is_over


async def test_a_score_that_cannot_be_kept_is_not_shown(tmp_path, monkeypatch):
    from shanghai.storage import chained_file
    from shanghai.storage.saves import CannotStore

    game = begun(tmp_path)
    async with showing(PaperScreen(game), tmp_path) as (app, pilot):

        def full(*_, **__):
            raise CannotStore("The disk is full.")

        monkeypatch.setattr(chained_file.ChainedFile, "append", full)
        await score(pilot, "1", "5p", "5p")
        assert "The disk is full" in screen_text(app)
        assert not game.state.results


async def test_pictures(tmp_path):
    game = begun(tmp_path, rounds=())
    game.score(1, Ending.OUT, ("K K", "", "35p"), clock())
    game.correct(1, 0, 15, "a king too many", clock())
    async with showing(PaperScreen(game), tmp_path) as (_, pilot):
        await assert_pictures("paper", pilot, SIZES)
        await press(pilot, "1", "7", "space", "7")
        await assert_pictures("paper-hand", pilot, SIZES)
        await press(pilot, "escape", "c")
        await assert_pictures("paper-correct", pilot, SIZES)


@pytest.mark.slow
async def test_names_are_dropped_and_known_ones_clicked(tmp_path):
    screen = NamesScreen("Who plays?", (2, 3), ("Ann", "Bob", "Cy", "Dora"))
    async with showing(screen, tmp_path) as (app, pilot):
        for name in ("Ann", "Cy", "Bob"):
            await click_text(pilot, name)
        await click_text(pilot, "Dora")
        assert "3 can play at most" in screen_text(app)
        await press(pilot, *["backspace"] * 9, "ctrl+d")
        assert screen.names == ["Ann", "Cy"]
        await click_text(pilot, "Ann")
        await press(pilot, "enter")
        assert "1 more name, please" in screen_text(app)
        await type_text(pilot, "Eve")
        await click_key(pilot, "Add")
        await click_key(pilot, "Done")
        assert app.answers == [("Cy", "Eve")]


async def test_where_each_stays_at_a_contract_it_is_asked_who_met_it(tmp_path):
    rules = with_house_rules(load_variant("california"), {"contracts_by": "player"})
    game = PaperGame.begin(tmp_path, rules, ("Ann", "Bob", "Oma"), now=clock())
    async with showing(PaperScreen(game), tmp_path) as (app, pilot):
        await score(pilot, "1", "K", "7S")
        assert "Who met the contract?" in screen_text(app)
        await type_text(pilot, "bob, zed")
        await press(pilot, "enter")
        assert "Nobody is called 'zed'" in screen_text(app)
        await press(pilot, *["backspace"] * 3)
        await type_text(pilot, "ann")
        await press(pilot, "enter")
        assert [seat.met for seat in game.state.seats] == [1, 1, 0]


async def test_it_is_asked_who_was_down_and_what_calls_cost(tmp_path):
    changes = {"not_down_times": 2, "call_points": [4]}
    rules = with_house_rules(load_variant("california"), changes)
    game = PaperGame.begin(tmp_path, rules, ("Ann", "Bob", "Oma"), now=clock())
    async with showing(PaperScreen(game), tmp_path) as (app, pilot):
        await score(pilot, "1", "K", "7S", "oma")
        assert "What have calls" in screen_text(app)
        await press(pilot, "escape")
        assert "Who of Bob and Oma was down?" in screen_text(app)
        assert "oma" in screen_text(app)
        await press(pilot, "escape")
        assert "What has Oma left?" in screen_text(app)
        await press(pilot, "enter")
        await type_text(pilot, "bob")
        await press(pilot, "enter")
        await type_text(pilot, "ann")
        await press(pilot, "enter")
        assert "Type names with points" in screen_text(app)
        await type_text(pilot, " 8")
        await press(pilot, "enter")
        assert game.state.results[0].points == (8, 10, 10)


async def test_enter_with_nothing_typed_is_went_out(tmp_path):
    game = begun(tmp_path)
    async with showing(PaperScreen(game), tmp_path) as (app, pilot):
        await press(pilot, "1")
        await type_text(pilot, "K K")
        await press(pilot, "enter")
        assert "What has Oma left?" in screen_text(app)
        assert foot(app)["take-hand"] == "Went out"
        await press(pilot, "enter")
        assert "What has Ann left?" in screen_text(app), "Oma went out, and Ann did not"
        await type_text(pilot, "35")
        assert foot(app)["take-hand"] == "Take"
        await press(pilot, "enter")
        assert game.state.results[0].points == (35, 20, 0)


async def test_cards_are_typed_with_the_letters_of_the_language(tmp_path):
    game = begun(tmp_path)
    async with showing(PaperScreen(game), tmp_path) as (app, pilot):
        app.change_settings(language="de")
        await press(pilot, "1")
        await type_text(pilot, "b D k")
        assert "30" in screen_text(app)
        await press(pilot, "enter")
        await type_text(pilot, "Joker J Q")
        await press(pilot, "enter")
        assert game.state.results[0].points == (0, 30, 45), "the English letters go on working"


@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize("size", SIZES)
async def test_the_field_is_below_the_column_with_its_example_whole(tmp_path, size, language):
    game = begun(tmp_path)
    async with showing(PaperScreen(game), tmp_path, size) as (app, pilot):
        app.change_settings(language=language)
        await press(pilot, "0")
        for name in ("Ann", "Bob", "Oma"):
            field = app.screen.field
            head = next(line for line in screen_text(app).splitlines() if "Bob" in line)
            at = head.index(name)
            assert field.region.x <= at + 1 < field.region.right
            assert at - field.region.x < 12, "it begins below the name, or a little to the left"
            assert len(field.placeholder) <= field.content_size.width - 1
            assert field.placeholder in screen_text(app)
            await type_text(pilot, "35")
            await press(pilot, "enter")


async def test_a_damaged_end_of_a_score_is_said(tmp_path):
    game = begun(tmp_path)
    game.score(0, Ending.OUT, ("", "K K", "20p"))
    flip_last_line(game.path)
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "o", "enter")
        await until(pilot, lambda: any("is damaged" in n.message for n in app._notifications))
        app.clear_notifications()
        await press(pilot, "escape", "escape", "e")
        await until(pilot, lambda: "damaged" in screen_text(app))
