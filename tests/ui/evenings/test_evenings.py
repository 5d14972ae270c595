"""Finished games, their replay and the ledger on the screen, by keys and by mouse."""

import gc
import html
import re
import shutil
import sys
import warnings
from types import SimpleNamespace

import pytest
from textual.events import MouseScrollDown, MouseScrollUp

from shanghai.engine.seen import public_view
from shanghai.ledger.ledger import People, evening_of, read_ledger, worn_signs
from shanghai.records.replay import Replay
from shanghai.storage.entries import Terms
from shanghai.storage.saves import path_of, read_game, sound_game
from shanghai.ui.evenings.finished import EXPORTS, FinishedScreen
from shanghai.ui.evenings.ledger import LedgerScreen, face
from shanghai.ui.evenings.replay import ReplayScreen
from shanghai.ui.kit.cards import seat_sign
from shanghai.ui.scores.card import GameOverScreen
from shanghai.ui.setup.menu import MenuScreen
from shanghai.ui.setup.saved import SavedScreen
from shanghai.words.cards import CardStyle
from shanghai.words.evenings import PAGES
from shanghai.words.scores import evening_texts
from tests.ledger.games import fill, play_game, put_samples
from tests.long import some
from tests.saving import SAVES
from tests.ui.apps import (
    HUGE,
    SIZES,
    SMALL,
    WIDE,
    at_menu,
    click_key,
    click_text,
    press,
    showing,
    until,
)
from tests.ui.pictures import assert_pictures, screen_text

FINISHED = SAVES / "3-cut.jsonl"


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("evenings")
    fill(folder)
    return folder


@pytest.fixture
def data(filled, tmp_path):
    return shutil.copytree(filled, tmp_path / "data")


async def test_pictures(tmp_path):
    read = sound_game(FINISHED)
    replay = ReplayScreen(Replay(read))
    async with showing(replay, tmp_path) as (_, pilot):
        await press(pilot, "m", "m", "m", "m", "e", "e", "e", "e")
        await assert_pictures("replay", pilot, SIZES)
    async with showing(FinishedScreen("game", read), tmp_path) as (_, pilot):
        await assert_pictures("finished", pilot, SIZES)


async def test_the_ledger_in_pictures(tmp_path):
    put_samples(tmp_path, "123")
    async with showing(LedgerScreen(), tmp_path) as (app, pilot):
        await until(pilot, lambda: "finished games" in screen_text(app))
        await pilot.pause()
        await assert_pictures("ledger", pilot, SIZES)
        await press(pilot, "right")
        await assert_pictures("ledger-players", pilot, SIZES)
        await press(pilot, "right", "right")
        await assert_pictures("ledger-evenings", pilot, SIZES)


async def test_the_ledger_says_to_which_evening_a_night_belongs(tmp_path):
    async with showing(LedgerScreen(), tmp_path, HUGE) as (app, pilot):
        await press(pilot, "question_mark")
        said = " ".join(screen_text(app).replace("│", "").replace("█", "").split())
        assert "A game begun before five in the morning counts to the evening before." in said


@pytest.mark.parametrize("size", some([(size,) for size in SIZES]))
async def test_stepping_through_by_keys(tmp_path, size):
    replay = Replay(sound_game(FINISHED))
    screen = ReplayScreen(replay)
    async with showing(screen, tmp_path, size) as (app, pilot):
        await press(pilot, "right", "right", "right")
        assert screen.at == 3
        await press(pilot, "left", "down")
        assert screen.at == replay.position_after(2, "turn", 1)
        await press(pilot, "end")
        assert screen.at == replay.last
        await press(pilot, "pageup", "home", "pagedown", "m")
        assert screen.at == replay.position_after(replay.rounds[0], "moment", 1)
        assert "the table's eyes" in screen_text(app)
        for seat in replay.allowed_viewers:
            await press(pilot, "e")
            assert screen.viewer == seat
        await press(pilot, "e")
        assert "all eyes" in screen_text(app)
        await press(pilot, "e", "escape")
        assert isinstance(app.screen, MenuScreen)


async def test_a_click_in_the_bar_jumps_there(tmp_path):
    replay = Replay(sound_game(FINISHED))
    screen = ReplayScreen(replay)
    async with showing(screen, tmp_path) as (_, pilot):
        bar = screen.query_one("#course").region
        await pilot.click(offset=(bar.x + bar.width // 2, bar.y))
        await pilot.pause()
        assert abs(screen.at - replay.last // 2) < replay.last // 20
        await click_key(pilot, "Move")
        assert screen.at > 0


async def test_an_unfinished_game_has_the_tables_eyes_alone(tmp_path):
    screen = ReplayScreen(Replay(sound_game(SAVES / "3-left.jsonl")))
    async with showing(screen, tmp_path) as (app, pilot):
        for _ in range(4):
            await press(pilot, "e", "m")
        assert "the table's eyes" in screen_text(app)


async def test_a_finished_game_opens_from_the_list(data):
    async with at_menu(data) as (app, pilot):
        await press(pilot, "e")
        await until(pilot, lambda: "finished games" in screen_text(app))
        await press(pilot, "g")
        await until(pilot, lambda: isinstance(app.screen, SavedScreen))
        await until(pilot, lambda: "A sample" in screen_text(app))
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, FinishedScreen))
        await press(pilot, "r")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        await press(pilot, "escape", "escape", "escape")
        assert isinstance(app.screen, LedgerScreen), "where one came from"
        await press(pilot, "escape")
        assert isinstance(app.screen, MenuScreen)


async def test_record_and_scorecard_are_written_into_the_data_folder(tmp_path):
    screen = FinishedScreen("a/../game", sound_game(FINISHED))
    async with showing(screen, tmp_path) as (app, pilot):
        await press(pilot, "w")
        await until(pilot, lambda: "lie in" in screen_text(app))
    names = {path.name for path in (tmp_path / EXPORTS).iterdir()}
    assert names == {f"a____game.{ending}" for ending in ("yaml", "txt", "csv", "html")}


@pytest.mark.slow
@pytest.mark.parametrize("size", some([(size,) for size in SIZES]))
async def test_the_pages_and_filters_of_the_ledger(data, size):
    screen = LedgerScreen()
    async with showing(screen, data, size) as (app, pilot):
        await until(pilot, lambda: "finished games" in screen_text(app))
        assert "won by:  " in screen_text(app), "the album says first who has won"
        assert "Dora" in screen_text(app)
        await press(pilot, "n")
        assert "against" in screen_text(app)
        await press(pilot, "right")
        assert "got: calls won" in " ".join(screen_text(app).split())
        await press(pilot, "right")
        assert "lowest total" in screen_text(app)
        await click_key(pilot, "Page")
        assert "evening by evening" in screen_text(app)
        assert "evening     games  won by" in screen_text(app)
        await press(pilot, "right", "v")
        await until(pilot, lambda: "California" in screen_text(app))
        await press(pilot, "c")
        await until(pilot, lambda: screen.wanted.people_only)
        assert "With computers" in screen_text(app)


def games_on(app):
    """The number of games that the ledger on the screen counts."""
    found = re.search(r"(\d+) finished game", screen_text(app))
    return int(found[1]) if found else 0


@pytest.mark.slow
@pytest.mark.parametrize("by", some(["keys", "mouse"]))
@pytest.mark.parametrize("size", some([(size,) for size in SIZES]))
async def test_the_ledger_is_filtered_by_time_and_company(tmp_path, size, by):
    for day, company in enumerate(("Ann", "Bob"), 1):
        play_game(tmp_path, "playerules", company, "Cy", "Dora:easy", rounds=(1,), day=60 * day)
    play_game(tmp_path, "playerules", "Ann", "Cy", "Dora:easy", rounds=(1,), day=121)
    screen = LedgerScreen()

    async def do(key, label):
        await (press(pilot, key) if by == "keys" else click_key(pilot, label))
        await pilot.pause()

    async with showing(screen, tmp_path, size) as (app, pilot):
        await until(pilot, lambda: games_on(app) == 3)
        await do("t", "Time")
        await until(pilot, lambda: "since 2031-10-30" in screen_text(app) and games_on(app) == 1)
        await do("t", "Time")
        await until(pilot, lambda: games_on(app) == 2)
        await do("t", "Time")
        await until(pilot, lambda: games_on(app) == 3)
        await do("t", "Time")
        await until(pilot, lambda: "since" not in screen_text(app).split("\n")[0])
        await do("w", "With whom")
        await until(pilot, lambda: "with Ann and Cy" in screen_text(app) and games_on(app) == 2)
        await do("w", "With whom")
        await until(pilot, lambda: "with Bob and Cy" in screen_text(app) and games_on(app) == 1)
        await do("w", "With whom")
        await until(pilot, lambda: games_on(app) == 3)


@pytest.mark.slow
@pytest.mark.parametrize("size", some([(size,) for size in SIZES]))
async def test_every_key_of_the_ledger_and_of_a_replay_has_its_click(data, size):
    """What the keys do the mouse does too: by the bar, the wheel, and clicks in what is shown."""
    replay = Replay(sound_game(FINISHED))
    screen = ReplayScreen(replay)
    async with showing(screen, data, size) as (app, pilot):
        for label in ("Move", "Turn", "Next moment", "Round"):
            before = screen.at
            await click_key(pilot, label)
            assert screen.at > before, label
        await click_key(pilot, "Eyes")
        assert screen.viewer == 0
        before = screen.at
        app.post_message(wheel(MouseScrollUp))
        await until(pilot, lambda: screen.at == before - 1)
        app.post_message(wheel(MouseScrollDown))
        await until(pilot, lambda: screen.at == before)
        await click_key(pilot, "Help")
        await until(pilot, lambda: app.screen is not screen and app.screen.is_mounted)
        await press(pilot, "escape")
        await click_key(pilot, "Back")
        assert isinstance(app.screen, MenuScreen)
    ledger = LedgerScreen()
    async with showing(ledger, data, size) as (app, pilot):
        await until(pilot, lambda: games_on(app) > 3)
        for page in ("Players", "Records of the house", "Evenings", "Album"):
            await click_key(pilot, "Page")
            assert PAGES[ledger.page] == page
        await press(pilot, "left")
        assert PAGES[ledger.page] == "Evenings"
        await click_key(pilot, "Next player")
        assert "against" in screen_text(app)
        await click_key(pilot, "Variant")
        await until(pilot, lambda: "California" in screen_text(app))
        await click_key(pilot, "People only")
        await until(pilot, lambda: ledger.wanted.people_only)
        await click_key(pilot, "Back")
        assert isinstance(app.screen, MenuScreen)
    finished = FinishedScreen("game", sound_game(FINISHED))
    async with showing(finished, data, size) as (app, pilot):
        await click_key(pilot, "Write down")
        await until(pilot, lambda: "lie in" in screen_text(app))
        await click_key(pilot, "Prove")
        await until(pilot, lambda: "Proved." in screen_text(app))
        await click_key(pilot, "Back")
        assert isinstance(app.screen, MenuScreen)


def wheel(kind):
    """A turn of the mouse wheel."""
    return kind(None, 5, 5, 0, 1, 0, False, False, False)


async def test_long_names_give_way_to_the_figures(tmp_path):
    names = ("Maximiliane-Theodora Ann", "Wolfeschlegelsteinhausen", "Dora:easy")
    play_game(tmp_path, "playerules", *names, rounds=(1,))
    async with showing(LedgerScreen(), tmp_path, SMALL) as (app, pilot):
        await until(pilot, lambda: games_on(app) == 1)
        await press(pilot, "right")
        (heads,) = [line for line in screen_text(app).split("\n") if " games  won" in line]
        assert heads.rstrip().endswith("got"), "nobody has won a joker"
        assert "Maximiliane-Theod" in screen_text(app)


async def test_an_empty_ledger(tmp_path):
    async with showing(LedgerScreen(), tmp_path, SMALL) as (app, pilot):
        await until(pilot, lambda: "No finished game" in screen_text(app))
        await press(pilot, "n", "right", "v", "c", "escape")


async def test_a_player_is_renamed_and_counted_with_another(data):
    screen = LedgerScreen()
    async with showing(screen, data) as (app, pilot):
        await until(pilot, lambda: "finished games" in screen_text(app))
        while screen._player != "Oma":
            await press(pilot, "n")
        await press(pilot, "r")
        assert "games of Oma belong" in screen_text(app)
        await press(pilot, *"Grandma", "enter", "enter")
        await until(pilot, lambda: "Grandma against" in screen_text(app))
        await press(pilot, "r")
        await click_text(pilot, "Dora")
        await press(pilot, "enter")
        await until(pilot, lambda: "Dora against" in screen_text(app))
        await press(pilot, "left")
        assert "Grandma" not in screen_text(app)
    assert People(data).person("Oma") == "Dora"


def test_a_ledger_that_goes_before_its_worker_begins_leaves_nothing_behind(tmp_path, monkeypatch):
    screen = LedgerScreen()
    monkeypatch.setattr(screen, "run_worker", lambda work, **more: None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warned = []
        monkeypatch.setattr(sys, "unraisablehook", warned.append)
        screen.run_in_worker(screen.read)
        gc.collect()
    assert not warned


async def test_the_album_has_a_page_for_each_player(tmp_path):
    for day, others in enumerate(("Ann Oma", "Ann Ben", "Oma Ben", "Ann Oma")):
        play_game(tmp_path, "playerules", *others.split(), "Mia:mia", rounds=(1,), day=day * 9)
    screen = LedgerScreen()
    async with showing(screen, tmp_path, HUGE) as (app, pilot):
        await until(pilot, lambda: games_on(app) == 4)
        shown = {}
        for _ in screen._ledger.players:
            shown[screen._player] = screen_text(app)
            await press(pilot, "n")
        assert set(shown) == {"Ann", "Ben", "Mia", "Oma"}
        faces = {name: face(name, CardStyle()) for name in shown}
        assert all(faces[name][1] in text for name, text in shown.items())
        assert len({*map(tuple, faces.values())}) > 2, "people look different"
        assert "4 games, 4 won" in shown["Mia"]
        assert "4 now, 4 at most" in shown["Mia"]
        assert "Best evening" in shown["Mia"]
        assert "widest win" in shown["Mia"]
        assert "Best evening   the only game won" in shown["Mia"]
        assert "Hard to beat   Mia has beaten Ann all three times" in shown["Ann"]
        assert "3 evenings" in shown["Oma"], "Oma's own evenings alone"


@pytest.mark.parametrize("size", [SMALL, WIDE, HUGE])
async def test_the_album_names_everybodys_best_round_and_its_evening(tmp_path, size):
    game = play_game(tmp_path, "playerules", "Ann", "Oma", "Mia:mia", rounds=(1, 2))
    screen = LedgerScreen()
    async with showing(screen, tmp_path, size) as (app, pilot):
        await until(pilot, lambda: games_on(app) == 1)
        (known,) = read_ledger(tmp_path).games
        assert known.id == game
        evening = evening_of(known)
        for _ in range(3):
            text = screen_text(app)
            at = known.players.index(screen._player)
            best = min(line.points[at] for line in known.rounds)
            assert re.search(rf"Best round +{best} points?, on {evening}", text)
            # A medal and its figure stay in one line.
            medals = re.findall(r"★ .*?(?=  |│)", text)
            assert all(re.search(r" \d+ *$", medal) for medal in medals)
            await press(pilot, "n")


async def test_a_night_belongs_to_its_evening_on_each_page_of_the_ledger(tmp_path):
    # Six hours after the clock of the tests it is a quarter past two at night.
    play_game(tmp_path, "playerules", "Ann", "Oma", "Mia:mia", rounds=(1,), day=6 / 24)
    screen = LedgerScreen()
    async with showing(screen, tmp_path, SMALL) as (app, pilot):
        await until(pilot, lambda: games_on(app) == 1)
        dates = set()
        for _ in range(4):
            dates |= set(re.findall(r"\d{4}-\d\d-\d\d", screen_text(app)))
            await press(pilot, "right")
        assert dates == {evening_of(read_ledger(tmp_path).games[0])}


async def test_the_frame_of_the_album_stays_where_it_is(tmp_path):
    play_game(tmp_path, "playerules", "Ann", "Oma", "Mia:mia", rounds=(1,))
    screen = LedgerScreen()
    async with showing(screen, tmp_path, SMALL) as (app, pilot):
        await until(pilot, lambda: games_on(app) == 1)
        edges = set()
        for _ in screen._ledger.players:
            (top,) = [line for line in screen_text(app).splitlines() if "╭" in line]
            edges.add((top.index("╭"), top.index("╮")))
            await press(pilot, "n")
        assert len(edges) == 1


async def test_a_finished_game_of_one_round_has_no_chart(tmp_path):
    game = play_game(tmp_path, "playerules", "Ann", "Oma", "Mia:mia", rounds=(1,))
    shown = FinishedScreen(game, sound_game(path_of(tmp_path, game)))
    async with showing(shown, tmp_path, SMALL) as (app, _):
        assert "Total" in screen_text(app)
        assert "│" not in screen_text(app)


@pytest.mark.slow
async def test_everybody_wears_the_sign_of_the_seat_of_their_last_game(tmp_path):
    play_game(tmp_path, "playerules", "Oma", "Ben", "Ann", rounds=(1,))
    play_game(tmp_path, "playerules", "Ann", "Cy", "Ben", rounds=(1,), day=9)
    play_game(tmp_path, "playerules", "Dora", "Cy", "Eva", rounds=(1,), day=18)
    games = read_ledger(tmp_path).games
    worn = worn_signs(games, {})
    # Dora, Cy and Eva as they sat last; Ann's place is Dora's now, and so on.
    assert worn == {"Dora": 0, "Cy": 1, "Eva": 2, "Ann": 3, "Ben": 4, "Oma": 5}
    assert worn_signs(games[2:], worn) == worn, "fewer games do not change a sign"
    assert {name: worn_signs(games[2:], {})[name] for name in ("Oma", "Ben", "Ann")} == {
        "Oma": 0, "Ben": 1, "Ann": 2
    }  # fmt: skip
    screen = LedgerScreen()
    async with showing(screen, tmp_path, WIDE) as (app, pilot):
        await until(pilot, lambda: games_on(app) == 3)
        text = screen_text(app)
        assert all(f"{seat_sign(seat, app.card_style)} {who}" in text for who, seat in worn.items())
        for _ in worn:
            played = screen._ledger.players[screen._player].games
            own = seat_sign(worn[screen._player], app.card_style)
            assert f"{own} {played} game" in screen_text(app), "the album wears it too"
            await press(pilot, "n")
        await press(pilot, "v")
        assert screen._worn == worn


@pytest.mark.slow
async def test_an_evening_is_written_as_a_page_to_print(tmp_path, monkeypatch):
    game = play_game(tmp_path, "playerules", "Ann", "<b>Oma", "Ben", rounds=(1,))
    view = public_view(read_game(path_of(tmp_path, game)).state)
    screen = GameOverScreen(view)
    async with showing(screen, tmp_path) as (app, pilot):
        screen._table = SimpleNamespace(opened_seed="")
        path, witness = path_of(tmp_path, game), "0" * 64
        app.writer = SimpleNamespace(path=path, witness=witness, problem="", terms=Terms())
        opened = []
        monkeypatch.setattr(app, "open_url", opened.append)
        before = screen_text(app)
        await press(pilot, "p")
        (page,) = (tmp_path / EXPORTS).glob("*.html")
        assert opened == [page.as_uri()]
        (note,) = app._notifications
        assert str(page) in note.message
        app.clear_notifications()
        await pilot.pause()
        assert screen_text(app) == before, "nothing moves"
        screen._table = None
    text = page.read_text()
    assert "&lt;b&gt;Oma" in text
    assert "<b>Oma" not in text
    assert all(html.escape(said) in text for said in evening_texts(view))
