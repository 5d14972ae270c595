"""The review on the screen: figures, turning points and the way to the replay."""

import shutil
import sys
from types import SimpleNamespace

import pytest
from msgspec import structs

from shanghai.engine.events import RoundEnded
from shanghai.review import saved, sentences
from shanghai.review.ahead import ReviewAhead
from shanghai.review.decisions import Cost, decisions_of
from shanghai.storage.entries import Terms
from shanghai.storage.journal import opened_course
from shanghai.storage.saves import sound_game
from shanghai.table.host import Host, Player
from shanghai.ui.evenings import finished
from shanghai.ui.evenings.finished import FinishedScreen, ReviewScreen
from shanghai.ui.evenings.replay import ReplayScreen
from shanghai.ui.kit.app import GameApp
from shanghai.ui.scores.card import GameOverScreen, _review_so_far
from shanghai.ui.table.games import _review_ahead
from shanghai.ui.table.session import Session
from shanghai.words.installing import install_command, shell_lines
from tests.saving import SAVES
from tests.ui.apps import SIZES, click_key, click_text, press, showing, until
from tests.ui.pictures import assert_pictures, screen_text

FINISHED = SAVES / "3-cut.jsonl"
KEYS = {"next-point", "show-point", "review-figures"}


@pytest.fixture
def game(tmp_path, monkeypatch):
    """A finished game in a data folder, each fifteenth decision of it kept as an error, as a
    program with machine code keeps them."""
    for module in (saved, sentences):
        monkeypatch.setattr(module, "has_numba", lambda: True)
    path = tmp_path / "games" / "a-game" / "game.jsonl"
    path.parent.mkdir(parents=True)
    shutil.copy(FINISHED, path)
    read = sound_game(path)
    found = [
        Cost(n, 6.0 + n % 4, 1.0 + n % 3, 1, own=3.0) if n % 15 == 4 else Cost(n)
        for n in range(len(decisions_of(read)))
    ]
    saved.save_costs(path, read, {cost.number: cost for cost in found})
    return path


async def test_three_sentences_and_the_way_to_the_replay(game, tmp_path):
    screen = ReviewScreen(game)
    async with showing(screen, tmp_path) as (app, pilot):
        await until(pilot, lambda: "by the cards" in screen_text(app))
        await assert_pictures("review", pilot, SIZES)
        await press(pilot, "down", "enter")
        assert isinstance(app.screen, ReplayScreen)
        found = screen.point
        assert (app.screen.at, app.screen.viewer) == (found.at, 1)
        await pilot.pause()
        await assert_pictures("replay-turning-point", pilot, SIZES)
        await press(pilot, "b")
        assert app.screen.at <= found.at
        await press(pilot, "escape")
        await click_text(pilot, "Fay")
        await click_key(pilot, "Show me")
        assert app.screen.viewer == 2


async def test_figures_stand_behind_a_key(game, tmp_path):
    screen = ReviewScreen(game)
    async with showing(screen, tmp_path) as (app, pilot):
        await until(pilot, lambda: "by the cards" in screen_text(app))
        assert "even cards" not in screen_text(app)
        await press(pilot, "f")
        await pilot.pause()
        await assert_pictures("review-figures", pilot, SIZES)


async def test_a_finished_game_offers_its_review_unless_that_is_off(game, tmp_path):
    read = sound_game(game)
    async with showing(FinishedScreen("a-game", read), tmp_path) as (app, pilot):
        app.change_settings(review=False)
        await press(pilot, "v")
        assert "Reviews are turned off" in screen_text(app)
        app.change_settings(review=True)
        await press(pilot, "v")
        assert isinstance(app.screen, ReviewScreen)
        await press(pilot, "escape", "r")
        await pilot.pause()
        assert "turning point" in screen_text(app)


@pytest.mark.slow
async def test_decisions_that_lack_are_judged_in_another_process(game, tmp_path, monkeypatch):
    saved.review_path(game).unlink()
    code = "import sys, time; print('10 40', flush=True); sys.stdin.read(); time.sleep(60)"
    monkeypatch.setattr(finished, "review_command", lambda path: [sys.executable, "-c", code])
    async with showing(ReviewScreen(game), tmp_path) as (app, pilot):
        await until(pilot, lambda: "10 of 40 decisions" in screen_text(app))
        await press(pilot, "x")
        await until(pilot, lambda: not app.screen.is_at_work)
        assert app.screen.is_unfinished
        await until(pilot, lambda: "The review has stopped: 0 of" in screen_text(app))
        await until(pilot, lambda: "Go on" in screen_text(app))


async def test_keys_for_a_player_and_figures_are_there_only_where_a_review_is(
    game, tmp_path, monkeypatch
):
    def is_in_bar(screen):
        return {each.command for each in screen.bar_keys()} & KEYS

    async with showing(ReviewScreen(game), tmp_path) as (app, pilot):
        await until(pilot, lambda: "by the cards" in screen_text(app))
        assert len(is_in_bar(app.screen)) == 3
    saved.review_path(game).unlink()
    words = [sys.executable, "-c", "import sys; sys.exit('The disk is full.')"]
    monkeypatch.setattr(finished, "review_command", lambda path: words)
    async with showing(ReviewScreen(game), tmp_path) as (app, pilot):
        await until(pilot, lambda: "The disk is full." in screen_text(app))
        assert not is_in_bar(app.screen)
        before = screen_text(app)
        await press(pilot, "f", "down", "enter")
        assert isinstance(app.screen, ReviewScreen)
        assert before.splitlines()[:-2] == screen_text(app).splitlines()[:-2]


@pytest.mark.slow
async def test_what_the_other_process_complains_of_is_shown(game, tmp_path, monkeypatch):
    saved.review_path(game).unlink()
    words = [sys.executable, "-c", "import sys; sys.exit('The disk is full.')"]
    monkeypatch.setattr(finished, "review_command", lambda path: words)
    async with showing(ReviewScreen(game), tmp_path) as (app, pilot):
        await until(pilot, lambda: "The disk is full." in screen_text(app))


async def test_without_numba_it_says_that_it_is_coarse(game, tmp_path, monkeypatch):
    monkeypatch.setattr(sentences, "has_numba", lambda: False)
    async with showing(ReviewScreen(game), tmp_path) as (app, pilot):
        await until(pilot, lambda: "Coarse, from" in " ".join(screen_text(app).split()))
        lines = [line.strip() for line in screen_text(app).splitlines()]
        assert install_command("full") in lines, "the command is a line of its own"
        monkeypatch.setattr(
            sys, "executable", "/home/margarete/family games/rummy/.venv/bin/python"
        )
        app.screen.draw()
        await pilot.pause()
        first, second = shell_lines(install_command("full"), 75)
        shown = [line.strip() for line in screen_text(app).splitlines()]
        assert shown[shown.index(first) + 1] == second


@pytest.mark.slow
async def test_the_end_of_a_game_leads_to_its_review(game, tmp_path):
    read = sound_game(game)
    host = Host(read.header.rules, [Player(who.name) for who in read.players], 1, read.state)
    screen = GameOverScreen(host.public(), session=Session(host))
    async with showing(screen, tmp_path) as (app, pilot):
        await press(pilot, "v")
        assert app.screen is screen, "a game that is not on disk has no review"
        app.writer = SimpleNamespace(path=game, witness="0" * 64, problem="", terms=Terms())
        screen.draw()
        await pilot.pause()
        await click_key(pilot, "Review")
        assert isinstance(app.screen, ReviewScreen)
        await until(pilot, lambda: "by the cards" in screen_text(app))


async def test_the_moment_of_the_evening_is_there_at_the_end(game, tmp_path):
    read = sound_game(game)
    host = Host(read.header.rules, [Player(who.name) for who in read.players], 1, read.state)
    screen = GameOverScreen(host.public(), session=Session(host))
    async with showing(screen, tmp_path) as (app, pilot):
        app.writer = SimpleNamespace(path=game, witness="0" * 64, problem="", terms=Terms())
        screen.on_mount()
        await until(pilot, lambda: "The moment of the evening (round" in screen_text(app))
        _, *sentences = screen._review_lines
        for player, sentence in zip(read.players, sentences, strict=True):
            assert sentence.startswith(f"{player.name}: ")
            assert sentence in screen_text(app), "each has a line of its own, without scrolling"


async def test_without_a_judged_round_the_end_says_nothing_of_moments(game, tmp_path):
    saved.review_path(game).unlink()
    read = sound_game(game)
    host = Host(read.header.rules, [Player(who.name) for who in read.players], 1, read.state)
    screen = GameOverScreen(host.public(), session=Session(host))
    async with showing(screen, tmp_path) as (app, pilot):
        app.writer = SimpleNamespace(path=game, witness="0" * 64, problem="", terms=Terms())
        await screen._read_review()
        await pilot.pause()
        assert "moment of the evening" not in screen_text(app)
        assert "The review is still being made: 0 of " in screen_text(app)


async def test_what_is_said_of_a_part_of_the_game_is_said_to_be_of_a_part(game, tmp_path):
    read = sound_game(game)
    decisions = decisions_of(read)
    judged = {n: Cost(n) for n, each in enumerate(decisions) if each.round == 1}
    assert 0 < len(judged) < len(decisions)
    saved.save_costs(game, read, judged)
    first, *others = _review_so_far(game)
    assert first == (
        f"The review is still being made ({len(judged)} of {len(decisions)} decisions). So far it "
        "says:"
    )
    assert [line.split(":")[0] for line in others] == [player.name for player in read.players]


async def test_what_is_judged_at_the_end_is_shown_while_the_rest_is_judged(game, tmp_path):
    read, review = sound_game(game), saved.review_path(game)
    judged = review.read_bytes()
    review.unlink()
    host = Host(read.header.rules, [Player(who.name) for who in read.players], 1, read.state)
    screen = GameOverScreen(host.public(), session=Session(host))
    shown = []

    def wait(seconds):
        shown.append(screen._review_lines)
        review.write_bytes(judged)
        return len(shown) > 1

    async with showing(screen, tmp_path) as (app, _):
        app.writer = SimpleNamespace(path=game, witness="0" * 64, problem="", terms=Terms())
        app.review_ahead = SimpleNamespace(wait=wait, ask_to_end=list, stop=list)
        await screen._read_review()
    assert [len(lines) for lines in shown] == [1, 1 + len(read.players)]
    assert shown[0][0].startswith("The review is still being made: 0 of ")
    assert screen._review_lines == shown[1]


@pytest.mark.parametrize("is_wanted", [True, False])
async def test_a_round_is_judged_when_it_ends_if_reviews_are_on(
    is_wanted, game, tmp_path, monkeypatch
):
    begun = []
    monkeypatch.setattr(GameApp, "REVIEWS_AHEAD", True)
    monkeypatch.setattr(ReviewAhead, "begin", lambda self: begun.append(self))
    steps = opened_course(sound_game(game))
    ends = [step for step in steps if any(isinstance(one, RoundEnded) for one in step.events)]
    async with showing(ReviewScreen(game), tmp_path) as (app, _):
        app.review_ahead = ReviewAhead(game)
        monkeypatch.setattr(app.review_ahead, "stop", lambda: None)
        app.settings = structs.replace(app.settings, review=is_wanted)
        for step in steps:
            writer = SimpleNamespace(path=game)
            _review_ahead(app, writer, step.before, step.action, step.after, step.events)
        assert len(ends) >= 2
        assert len(begun) == (len(ends) if is_wanted else 0)
