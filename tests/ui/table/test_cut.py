"""The cut before the first deal: by a number, by a key, by the mouse, and in a game taken up."""

import re

import pytest

from shanghai.records.proof import prove
from shanghai.storage.saves import latest_open, path_of, sound_game
from shanghai.storage.writer import GameWriter
from shanghai.table.host import Player
from shanghai.ui.options import Options, ResumedGame, Start
from shanghai.ui.scores.card import WitnessScreen
from shanghai.ui.table.games import DealerScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.variants.loader import load_variant
from shanghai.words.spoken import spoken
from tests.long import long
from tests.ui.apps import LATE, SIZES, at_menu, click_key, press, until
from tests.ui.pictures import screen_text

PEOPLE = tuple(Player(name) for name in ("Ann", "Bob", "Cy"))


def options(folder, seed=None, resume=None):
    start = Start(load_variant("playerules"), PEOPLE, seed)
    return Options(data_dir=str(folder), start=None if resume else start, resume=resume)


async def at_the_cut(app, pilot, *, drawn=False):
    """Waits for the cut for the draw, or for that of the deals; its screen hears keys at once."""

    def is_there():
        screen = app.screen
        return isinstance(screen, DealerScreen) and bool(screen._draws) == drawn

    await until(pilot, is_there)
    app.clock = lambda: LATE + 60 + 60 * drawn
    await pilot.pause()


async def at_the_deal(app, pilot):
    """Cuts anywhere for the draw, and waits for the cut of the deals."""
    await at_the_cut(app, pilot)
    await press(pilot, "enter")
    await at_the_cut(app, pilot, drawn=True)


def header_and_cut(folder):
    read = sound_game(path_of(folder, latest_open(folder)))
    assert prove(read).holds
    cuts = [entry for entry in read.entries if hasattr(entry, "number")]
    return read.header, [entry.number for entry in cuts]


@pytest.mark.parametrize("size", [SIZES[1], *map(long, SIZES[::2])])
async def test_a_number_is_typed_and_taken_back(tmp_path, size):
    async def go():
        async with at_menu(tmp_path, size, options(tmp_path)) as (app, pilot):
            await at_the_cut(app, pilot)
            await press(pilot, "2", "1", "backspace")
            assert "Ann cuts the pack" in screen_text(app)
            assert "Cut at: 2" in screen_text(app)
            told = " ".join(screen_text(app).translate({ord(sign): " " for sign in "█│"}).split())
            assert "and that is all; to choose where, type a number first." in told
            assert told.index("only for those who want to check") > told.index("Cut at: 2")
            assert "shanghai prove" not in screen_text(app), "no command on a family's screen"
            seen = screen_text(app)
            await press(pilot, "w")
            await until(pilot, lambda: isinstance(app.screen, WitnessScreen))
            seen += screen_text(app)
            await press(pilot, "escape", "enter")
            await at_the_cut(app, pilot, drawn=True)
            assert "cuts the pack before the deal" in screen_text(app)
            assert not re.search("[a-z]{5} [a-z]{5} [a-z]{5} [a-z]{5} [a-z]{5}", screen_text(app))
            await press(pilot, "4", "1", "8", "backspace", "7")
            assert "Cut at: 417" in screen_text(app)
            await press(pilot, "enter")
            await until(pilot, lambda: not isinstance(app.screen, DealerScreen))
            await until(pilot, lambda: isinstance(app.screen, PublicScreen))
            app.clock = lambda: LATE + 240
            await press(pilot, "w")
            assert spoken(app.writer.witness) in screen_text(app)
            await press(pilot, "escape")
            if size[0] > 110:
                assert "cards " in screen_text(app).splitlines()[0]
            return seen

    seen = await go()
    header, cuts = header_and_cut(tmp_path)
    assert cuts == [2, 417]
    assert seen.count(spoken(header.fingerprint)) == 2, "on the screen of the cut, and in full"
    assert " ".join(re.findall("....", header.fingerprint)[:8]) in seen


async def test_the_mouse_lets_the_number_be_drawn(tmp_path):
    async with at_menu(tmp_path, options=options(tmp_path)) as (app, pilot):
        await at_the_deal(app, pilot)
        assert "cuts the pack before the deal" in screen_text(app)
        await click_key(pilot, "Cut anywhere")
        await until(pilot, lambda: not isinstance(app.screen, DealerScreen))
    _, cuts = header_and_cut(tmp_path)
    assert len(cuts) == 2


async def test_a_number_has_at_most_nine_digits(tmp_path):
    async with at_menu(tmp_path, options=options(tmp_path)) as (app, pilot):
        await at_the_deal(app, pilot)
        await press(pilot, *"0999999999999", "enter")
        await until(pilot, lambda: not isinstance(app.screen, DealerScreen))
    assert header_and_cut(tmp_path)[1][1:] == [999_999_999]


async def test_with_a_seed_of_ones_own_nobody_cuts(tmp_path):
    async with at_menu(tmp_path, options=options(tmp_path, 5)) as (app, pilot):
        await at_the_cut(app, pilot, drawn=True)
        assert "cuts" not in screen_text(app)
        await press(pilot, "4", "enter")
        await until(pilot, lambda: not isinstance(app.screen, DealerScreen))
    header, cuts = header_and_cut(tmp_path)
    assert (header.fingerprint, cuts) == ("", [])


async def test_a_game_left_before_the_cut_goes_on_with_it(tmp_path):
    async def leave():
        async with at_menu(tmp_path, options=options(tmp_path)) as (app, pilot):
            await at_the_deal(app, pilot)

    async def go_on():
        kept = ResumedGame(*GameWriter.resume(path_of(tmp_path, latest_open(tmp_path))))
        async with at_menu(tmp_path, options=options(tmp_path, resume=kept)) as (app, pilot):
            await at_the_cut(app, pilot, drawn=True)
            await press(pilot, "7", "enter")
            await until(pilot, lambda: not isinstance(app.screen, DealerScreen))

    await leave()
    (first,) = header_and_cut(tmp_path)[1]
    await go_on()
    assert header_and_cut(tmp_path)[1] == [first, 7]


async def test_a_game_left_before_anything_was_cut_goes_on_with_that(tmp_path):
    async with at_menu(tmp_path, options=options(tmp_path)) as (app, pilot):
        await at_the_cut(app, pilot)
    assert header_and_cut(tmp_path)[1] == []
    kept = ResumedGame(*GameWriter.resume(path_of(tmp_path, latest_open(tmp_path))))
    async with at_menu(tmp_path, options=options(tmp_path, resume=kept)) as (app, pilot):
        await at_the_cut(app, pilot)
        await press(pilot, "7", "enter")
        await at_the_cut(app, pilot, drawn=True)
    assert header_and_cut(tmp_path)[1] == [7]
