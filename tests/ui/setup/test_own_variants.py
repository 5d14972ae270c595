"""Own variant files at the choice of the variant: good ones to play, bad ones explained."""

import os
import tempfile
from pathlib import Path

import pytest

from shanghai.commands.chosen_game import read_start
from shanghai.storage.paths import SHIPPED
from shanghai.ui.options import Options
from shanghai.ui.setup.menu import MenuScreen
from shanghai.ui.setup.rules import RulesScreen
from shanghai.ui.setup.seats import PlayersScreen
from shanghai.ui.setup.variant import VariantScreen
from shanghai.ui.tutorial.lesson import LessonPage
from shanghai.variants import loader
from shanghai.variants.deal_code import named_variants
from shanghai.variants.library import own_library
from shanghai.variants.loader import load_variant, own_variants
from tests.long import long
from tests.ui.apps import SMALL, at_menu, click_text, press, showing, until
from tests.ui.pictures import assert_picture, screen_text

TEXT = (SHIPPED / "california.yaml").read_text(encoding="utf-8")
OURS = TEXT.replace("id: california", "id: ours").replace("name: California\n", "name: Ours\n")
BAD = TEXT.replace("ace: both", "ace: bothh").replace("call_cost: 2", "call_cots: 2")


def write(folder, **files):
    (folder / "variants").mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / "variants" / f"{name}.yaml").write_text(text, encoding="utf-8")


def flat(app):
    return " ".join(screen_text(app).split())


def test_the_files_of_the_folder_are_judged_one_by_one(tmp_path):
    assert own_variants(tmp_path) == []
    write(tmp_path, ours=OURS, bad=BAD)
    folder = tmp_path / "variants"
    (folder / ".hidden.yaml").write_text(OURS)
    (folder / "notes.txt").write_text("no variant")
    (folder / "folder.yaml").mkdir()
    (folder / "gone.yml").symlink_to("nowhere")
    (folder / "large.yaml").write_text("#" * 200_000)
    (folder / "latin.yaml").write_bytes(b"name: caf\xe9\n")
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.yaml")
    offers = {offer.file: offer for offer in own_variants(tmp_path)}
    names = {"bad.yaml", "folder.yaml", "gone.yml", "large.yaml", "latin.yaml", "ours.yaml"}
    assert set(offers) - {"pipe.yaml"} == names
    assert offers["ours.yaml"].rules == load_variant(folder / "ours.yaml")
    for name, offer in offers.items():
        assert (offer.rules is None) == bool(offer.fault) == (name != "ours.yaml")
    assert offers["bad.yaml"].fault.startswith("line 41, column 6: ace: expected one of both")
    assert offers["bad.yaml"].faults > 1


def test_a_file_given_besides_is_offered_once(tmp_path):
    write(tmp_path, ours=OURS)
    inside = str(tmp_path / "variants" / "ours.yaml")
    outside = tmp_path / "mine.yaml"
    outside.write_text(OURS)
    offers = own_variants(tmp_path, [inside, str(outside), str(tmp_path / "not there.yaml")])
    assert [offer.file for offer in offers] == ["ours.yaml", "mine.yaml", "not there.yaml"]
    assert [offer.rules is None for offer in offers] == [False, False, True]


async def test_a_good_one_is_played_and_a_bad_one_says_why(tmp_path):
    write(tmp_path, ours=OURS, bad=BAD)
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "n", "5")
        assert "bad.yaml" in screen_text(app)
        assert "Cannot be played: line 41, column 6: ace: expected one of both" in flat(app)
        assert_picture("variant-own", app)
        for key in ("enter", "space", "h", "r", "c", "l"):
            await press(pilot, key)
            assert isinstance(app.screen, VariantScreen)
        await click_text(pilot, "bad.yaml")
        assert isinstance(app.screen, VariantScreen)
        await press(pilot, "down")
        assert "ours.yaml · 2 to 8 players" in screen_text(app)
        await press(pilot, "l")
        await until(pilot, lambda: isinstance(app.screen, LessonPage))
        await press(pilot, "escape")
        await press(pilot, "enter", "enter")
        assert isinstance(app.screen, PlayersScreen)
        assert "Ours" in app.screen.heading()
        await press(pilot, "escape")
        # The one chosen last is marked, and in sight.
        await until(pilot, lambda: "▸ Ours" in screen_text(app))


@pytest.mark.slow
async def test_a_file_that_is_mended_can_be_played_at_the_next_look(tmp_path):
    write(tmp_path, ours=BAD)
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "n", "5")
        assert "Cannot be played" in flat(app)
        write(tmp_path, ours=OURS)
        await press(pilot, "escape", "n", "5", "enter", "enter")
        assert isinstance(app.screen, PlayersScreen)


async def test_the_rules_of_a_good_one_are_read_from_the_menu(tmp_path):
    write(tmp_path, ours=OURS, bad=BAD)
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "r")
        assert isinstance(app.screen, RulesScreen)
        await press(pilot, "left")
        assert app.screen.heading() == "Rules: Ours"


@pytest.mark.slow
async def test_the_file_of_the_command_line_is_offered_after_its_game(tmp_path):
    file = tmp_path / "elsewhere.yaml"
    file.write_text(OURS)
    start = read_start(str(file), "Ann,bot:simple", 1, [])
    assert start.file == str(file)
    assert read_start("california", "Ann,Bob", None, []).file == ""
    options = Options(data_dir=str(tmp_path / "data"), start=start)
    async with at_menu(tmp_path, SMALL, options) as (app, pilot):
        for _ in range(20):
            if app.screen_stack[-1].is_current and len(app.screen_stack) > 3:
                break
            await pilot.pause()
        app.clock = lambda: 3e9
        await press(pilot, "enter")
        app.clock = lambda: 4e9
        await press(pilot, "q", "y")
        assert isinstance(app.screen, MenuScreen)
        await press(pilot, "n", "5")
        assert "elsewhere.yaml" in screen_text(app)


@pytest.fixture
def short_path():
    """A folder with a short name, so that the help shows it whole."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


async def test_names_are_text_and_the_help_names_the_folder(short_path):
    tmp_path = short_path
    write(tmp_path, **{"[bold]x": OURS.replace("name: Ours", "name: '[/]\u202e[b]Ours'")})
    async with showing(VariantScreen(own_variants(tmp_path)), tmp_path) as (app, pilot):
        assert "[/][b]Ours" in screen_text(app)
        assert "[bold]x.yaml" in screen_text(app)
        await press(pilot, "question_mark")
        text = flat(app).replace(" ", "")
        assert f"{tmp_path}/variants".replace(" ", "") in text


def test_the_last_of_many_is_known_by_its_id(tmp_path):
    write(tmp_path, **{f"ours-{n:02}": OURS if n == 59 else "a: [" for n in range(60)})
    assert load_variant("ours", library=own_library(tmp_path)).name == "Ours"
    assert "ours" in named_variants(tmp_path)


async def test_of_hundreds_of_files_those_in_sight_are_read(tmp_path, monkeypatch):
    write(tmp_path, **{f"ours-{n:03}": OURS for n in range(300)})
    read = []
    load = loader.load_variant
    monkeypatch.setattr(
        loader, "load_variant", lambda path, **named: (read.append(path), load(path, **named))[1]
    )
    async with at_menu(tmp_path) as (app, pilot):
        # Where no variant was played yet, or a shipped one, none is looked for in the files.
        monkeypatch.setattr(loader, "named_id", None)
        for key in ("n", "end", "r", "right", "escape", "c", "right", "escape"):
            count = len(read)
            await press(pilot, key)
            assert len(read) <= count + 8
        assert "▸ Ours" in screen_text(app)
        assert read
        await press(pilot, "escape", "r")
        assert isinstance(app.screen, RulesScreen)
        assert len({*read}) <= 16


async def test_the_mark_is_in_sight_as_soon_as_the_list_has_its_length(tmp_path, monkeypatch):
    write(tmp_path, **{f"ours-{n:02}": OURS for n in range(9)})
    offers = own_variants(tmp_path)
    async with showing(VariantScreen(offers), tmp_path) as (app, pilot):
        screen = app.screen
        # The list is laid out later than it is drawn, as on a busy machine.
        monkeypatch.setattr(screen, "call_after_refresh", lambda *_, **__: True)
        screen.at = 8
        screen.draw()
        for _ in range(9):
            await pilot.pause()
        assert "▸ Ours" in screen_text(app)


async def test_the_wheel_draws_the_blocks_that_come_into_sight(tmp_path):
    write(tmp_path, **{f"ours-{n:02}": OURS for n in range(40)})
    async with showing(VariantScreen(own_variants(tmp_path)), tmp_path) as (app, pilot):
        for line in (60, 90, 20):
            app.screen.scroller.scroll_to(y=line, animate=False, immediate=True)
            await pilot.pause()
            assert screen_text(app).count("2 to 8 players") >= 3


@pytest.mark.parametrize("count", [60, long(12)])
async def test_many_files_scroll_and_the_list_has_an_end(tmp_path, count):
    write(tmp_path, **{f"ours-{n:02}": OURS if n == 3 else "a: [" for n in range(count)})
    offers = own_variants(tmp_path)
    assert len(offers) == count
    async with showing(VariantScreen(offers), tmp_path) as (app, pilot):
        await press(pilot, "up")
        assert f"▸ ours-{len(offers) - 1:02}.yaml" in screen_text(app)
