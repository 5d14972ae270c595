"""The cut, and the draw with it: by a number, by a key, by the mouse, and in a game taken up."""

import re

import pytest

from shanghai.records.proof import prove
from shanghai.storage.entries import commitment
from shanghai.storage.lines import line_of
from shanghai.storage.saves import latest_open, path_of, sound_game
from shanghai.storage.verdict import CUT_TWICE
from shanghai.storage.writer import GameWriter
from shanghai.table.chance import CardSource, cards_of
from shanghai.table.host import Host
from shanghai.ui.kit.app import GameApp
from shanghai.ui.options import Options, ResumedGame, Start
from shanghai.ui.scores.card import WitnessScreen
from shanghai.ui.table import dealer
from shanghai.ui.table.dealer import DealerScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.variants.loader import load_variant
from shanghai.words.spoken import spoken
from tests.long import long
from tests.positions import PEOPLE
from tests.records.test_proof import lines_of, write_lines
from tests.ui.apps import LATE, SIZES, at_menu, click_key, press, until
from tests.ui.pictures import screen_text


def options(folder, seed=None, resume=None):
    start = Start(load_variant("playerules"), PEOPLE, cards_of(seed))
    return Options(data_dir=str(folder), start=None if resume else start, resume=resume)


async def at_the_cut(app, pilot, *, drawn=False):
    """Waits for the cut, or for the draw that came of it; its screen takes keys at once."""

    def is_there():
        screen = app.screen
        return isinstance(screen, DealerScreen) and bool(screen._draws) == drawn

    await until(pilot, is_there)
    app.clock = lambda: LATE + 60 + 60 * drawn
    await pilot.pause()


async def at_the_table(app, pilot):
    """Deals after the draw, and waits for the public screen."""
    await at_the_cut(app, pilot, drawn=True)
    await press(pilot, "enter")
    await until(pilot, lambda: isinstance(app.screen, PublicScreen))


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
            await press(pilot, "4", "1", "8", "backspace", "7")
            assert "Ann cuts the pack" in screen_text(app)
            assert "Cut at: 417" in screen_text(app)
            told = " ".join(screen_text(app).translate({ord(sign): " " for sign in "█│"}).split())
            assert "and that is all; to choose where, type a number first." in told
            assert told.index("Fingerprint of the cards") > told.index("Cut at: 417")
            assert "shanghai prove" not in screen_text(app), "no command on a family's screen"
            seen = screen_text(app)
            await press(pilot, "w")
            await until(pilot, lambda: isinstance(app.screen, WitnessScreen))
            seen += screen_text(app)
            await press(pilot, "escape", "enter")
            await at_the_cut(app, pilot, drawn=True)
            assert "has the lowest card" in screen_text(app)
            assert "cuts" not in screen_text(app), "nobody cuts a second time"
            later = screen_text(app)
            await at_the_table(app, pilot)
            later += screen_text(app)
            assert not re.search("[a-z]{5} [a-z]{5} [a-z]{5} [a-z]{5} [a-z]{5}", later)
            app.clock = lambda: LATE + 240
            await press(pilot, "w")
            assert spoken(app.writer.witness) in screen_text(app)
            return seen

    seen = await go()
    header, cuts = header_and_cut(tmp_path)
    assert cuts == [417]
    assert seen.count(spoken(header.fingerprint)) == 2, "on the screen of the cut, and in full"
    assert " ".join(re.findall("....", header.fingerprint)[:8]) in seen


async def test_the_mouse_lets_the_number_be_drawn(tmp_path):
    async with at_menu(tmp_path, options=options(tmp_path)) as (app, pilot):
        await at_the_cut(app, pilot)
        await click_key(pilot, "Cut anywhere")
        await at_the_cut(app, pilot, drawn=True)
    _, cuts = header_and_cut(tmp_path)
    assert len(cuts) == 1


async def test_a_number_has_at_most_nine_digits(tmp_path):
    async with at_menu(tmp_path, options=options(tmp_path)) as (app, pilot):
        await at_the_cut(app, pilot)
        await press(pilot, *"0999999999999", "enter")
        await at_the_cut(app, pilot, drawn=True)
    assert header_and_cut(tmp_path)[1] == [999_999_999]


async def test_where_things_move_one_key_cuts_draws_and_deals(tmp_path, monkeypatch):
    monkeypatch.setattr(GameApp, "may_animate", True)
    monkeypatch.setattr(dealer, "_DRAW_SECONDS", 0.05)
    async with at_menu(tmp_path, options=options(tmp_path)) as (app, pilot):
        await at_the_cut(app, pilot)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, PublicScreen))
    assert len(header_and_cut(tmp_path)[1]) == 1


async def test_the_draw_waits_while_its_help_is_read(tmp_path, monkeypatch):
    """The test does what the timer of the screen does."""
    async with at_menu(tmp_path, options=options(tmp_path)) as (app, pilot):
        await at_the_cut(app, pilot)
        await press(pilot, "enter")
        await at_the_cut(app, pilot, drawn=True)
        dealer = app.screen
        await press(pilot, "question_mark")
        await until(pilot, lambda: app.screen is not dealer)
        dealer.action_deal()
        await pilot.pause()
        await press(pilot, "escape")
        await until(pilot, lambda: app.screen is dealer)
        dealer.action_deal()
        await until(pilot, lambda: isinstance(app.screen, PublicScreen))


async def test_with_a_seed_of_ones_own_nobody_cuts(tmp_path):
    async with at_menu(tmp_path, options=options(tmp_path, 5)) as (app, pilot):
        await at_the_cut(app, pilot, drawn=True)
        assert "cuts" not in screen_text(app)
        await press(pilot, "4", "enter")
        await until(pilot, lambda: not isinstance(app.screen, DealerScreen))
    header, cuts = header_and_cut(tmp_path)
    assert (header.fingerprint, cuts) == ("", [])


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


@pytest.mark.parametrize("cuts", [[], [3]])
async def test_a_game_of_an_older_format_is_cut_again_after_the_draw(tmp_path, cuts):
    """Left before the first cut, or between the two."""
    host = Host(load_variant("playerules"), PEOPLE, CardSource(5, is_fair=True))
    writer = GameWriter.begin(tmp_path, host)
    writer.close()
    (first,) = lines_of(writer.path)
    first |= {"format": CUT_TWICE, "fingerprint": ""}
    first["fingerprint"] = commitment(line_of(first, 0)[0])
    write_lines(writer.path, [first])
    writer, host, _ = GameWriter.resume(writer.path)
    for number in cuts:
        host.cut_cards(number)
        host.draw_for_dealer()
    kept = ResumedGame(writer, host)
    async with at_menu(tmp_path, options=options(tmp_path, resume=kept)) as (app, pilot):
        if not cuts:
            await at_the_cut(app, pilot)
            await press(pilot, "3", "enter")
        await at_the_cut(app, pilot, drawn=True)
        assert "cuts the pack before the deal" in screen_text(app)
        await press(pilot, "7", "enter")
        await until(pilot, lambda: not isinstance(app.screen, DealerScreen))
    assert header_and_cut(tmp_path)[1] == [3, 7]
