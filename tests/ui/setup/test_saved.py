import re

from msgspec import structs
from textual.widgets import Input

from shanghai.storage.saves import AWAY, SavedGames, saved_games
from shanghai.storage.writer import GameWriter
from shanghai.table.host import Host, Player
from shanghai.ui.kit.list_screen import Choices
from shanghai.ui.setup.menu import MenuScreen
from shanghai.ui.setup.saved import SavedScreen
from shanghai.ui.table.leave import LeaveScreen
from shanghai.ui.table.table_screen import TableScreen
from shanghai.variants.loader import load_variant
from tests.saving import chain, lacking, put_game
from tests.ui.apps import NAMES, at_menu, press, until
from tests.ui.pictures import screen_text


def left_game(folder, people=3, moves=4):
    """A game of people alone that was left after the deal and so many moves."""
    players = [Player(name) for name in NAMES[:people]]
    host = Host(load_variant("playerules"), players, seed=4)
    writer = GameWriter.begin(folder, host)
    host.draw_for_dealer()
    host.deal()
    writer.close()
    return writer, host


async def test_the_menu_offers_to_go_on_first_and_only_where_there_is_a_game(tmp_path):
    async with at_menu(tmp_path) as (app, _):
        assert "Go on" not in screen_text(app)
    left_game(tmp_path)
    async with at_menu(tmp_path) as (app, pilot):
        text = screen_text(app)
        assert re.search(r"▸ Go on", text)
        await press(pilot, "enter")
        assert isinstance(app.screen, SavedScreen)
        await press(pilot, "escape")
        assert isinstance(app.screen, MenuScreen)


async def test_a_game_that_was_left_goes_on_where_it_was_and_is_saved_on(tmp_path):
    writer, host = left_game(tmp_path)
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "g")
        await until(pilot, lambda: "Ann" in screen_text(app))
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await until(pilot, lambda: "2 saved" in screen_text(app))
        assert app.writer.path == writer.path
        assert app.is_game_saved
        assert app.screen.session.public() == host.public()


async def test_a_game_that_is_open_elsewhere_is_left_alone(tmp_path):
    writer, _ = left_game(tmp_path)
    other, _, _ = GameWriter.resume(writer.path)
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "g")
        await until(pilot, lambda: "Ann" in screen_text(app))
        await press(pilot, "enter")
        await until(pilot, lambda: "open elsewhere" in screen_text(app))
        assert isinstance(app.screen, SavedScreen)
    other.close()


async def test_a_damaged_game_is_refused_with_its_line(tmp_path):
    writer, _ = left_game(tmp_path)
    data = bytearray(writer.path.read_bytes())
    data[len(data) // 2] ^= 1
    writer.path.write_bytes(data)
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "g")
        await until(pilot, lambda: "damaged" in screen_text(app))
        await press(pilot, "enter")
        await until(pilot, lambda: "line 1" in screen_text(app))
        assert isinstance(app.screen, SavedScreen)
    assert writer.path.read_bytes() == bytes(data)


async def test_a_disk_that_refuses_the_game_is_told_and_the_game_goes_on(tmp_path):
    left_game(tmp_path)
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "g")
        await until(pilot, lambda: "Ann" in screen_text(app))
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        app.writer.file.write = refuse_to_write
        app.screen.session.sit_down(app.screen.session.public().turn)
        await until(pilot, lambda: "Draw" in screen_text(app))
        app.clock = lambda: 1e12
        await press(pilot, "d")
        await until(pilot, lambda: app.writer.problem)
        await until(pilot, lambda: app.writer.problem.split()[0] in screen_text(app))
        assert any(note.message == app.writer.problem for note in app._notifications)
        assert not app.is_game_saved


def refuse_to_write():
    raise OSError(28, "No space left on device")


async def test_a_game_that_cannot_be_saved_is_kept_elsewhere_before_it_is_left(tmp_path):
    left_game(tmp_path / "data")

    async def go():
        async with at_menu(tmp_path / "data") as (app, pilot):
            await press(pilot, "g")
            await until(pilot, lambda: "Ann" in screen_text(app))
            await press(pilot, "enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            writer, there = app.writer, app.writer.path
            writer.file.write, write = refuse_to_write, writer.file.write
            writer.file._good -= len(writer.file.whole.splitlines(keepends=True)[-1])
            writer.flush()
            app.clock = lambda: 1e12
            await press(pilot, "q")
            await until(pilot, lambda: "k keeps it" in screen_text(app))
            await press(pilot, "k")
            await until(pilot, lambda: "No space left" in screen_text(app))
            app.screen.query_one(Input).value = str(tmp_path / "full")
            await press(pilot, "enter")
            await until(pilot, lambda: "either" in screen_text(app))
            assert writer.path == there
            writer.file.write = write
            app.screen.query_one(Input).value = "\0"
            await press(pilot, "enter")
            app.screen.query_one(Input).value = str(tmp_path / "stick")
            await press(pilot, "enter")
            await until(pilot, lambda: isinstance(app.screen, LeaveScreen))
            assert "k keeps it" not in screen_text(app)
            assert "that you have named" in screen_text(app)
            assert writer.problem == ""
            return writer.saved

    moves = await go()
    (game,) = saved_games(tmp_path / "stick").games
    assert (game.moves, game.verdict) == (moves, "ok")


async def test_finished_games_stand_below_those_that_can_be_gone_on_with(tmp_path, monkeypatch):
    left_game(tmp_path)
    (left,) = saved_games(tmp_path).games
    over = structs.replace(left, id="over", title="Sunday", finished=True)
    monkeypatch.setattr(
        "shanghai.ui.setup.saved.saves.saved_games", lambda folder: SavedGames((over, left))
    )
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "g")
        await until(pilot, lambda: "Sunday" in screen_text(app))
        assert [*app.screen._games] == [left.id, "over"]
        assert re.search(r"▸ Ann", screen_text(app))


async def test_a_game_is_put_away_by_pressing_x_twice(tmp_path):
    first, _ = left_game(tmp_path)
    second, _ = left_game(tmp_path)
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "g")
        await until(pilot, lambda: "Ann" in screen_text(app))
        marked = app.screen.query_one(Choices).current.id
        await press(pilot, "x")
        assert "Press x again" in screen_text(app)
        await press(pilot, "down", "x")
        assert len(saved_games(tmp_path).games) == 2, "another game was asked about"
        await press(pilot, "up", "x", "x")
        await until(pilot, lambda: "It lies in" in screen_text(app))
        (left,) = saved_games(tmp_path).games
        assert {marked, left.id} == {first.id, second.id}
        shown = app.screen.query_one(Choices)
        await until(pilot, lambda: [choice.id for choice in shown.choices] == [left.id])
        await press(pilot, "x", "x")
        await until(pilot, lambda: "No game is saved" in screen_text(app))
        await press(pilot, "x", "enter", "escape")
        assert isinstance(app.screen, MenuScreen)
    assert {path.name for path in (tmp_path / AWAY).iterdir()} == {first.id, second.id}


async def test_a_game_that_lacks_a_computer_player_goes_on_with_another(tmp_path):
    put_game(tmp_path, "a", chain(lacking("tight")))
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "g")
        await until(pilot, lambda: "'tight' is not installed" in screen_text(app))
        await press(pilot, "enter")
        await until(pilot, lambda: "Simple plays in its place" in screen_text(app))
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert [player.bot for player in app.screen.session.host.players] == ["simple"] * 2 + [""]
