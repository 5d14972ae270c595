"""Puzzles on the screen: the try with the keys of the table, the answer, and what is not told."""

from datetime import date

import pytest

from shanghai.engine.cards import label, labels
from shanghai.engine.state import Phase
from shanghai.review.puzzles import (
    Practice,
    PuzzlePosition,
    Puzzles,
    answer_lines,
    position_of,
    read_puzzles,
)
from shanghai.storage import files
from shanghai.storage.saves import sound_game
from shanghai.ui.evenings import puzzles as evenings
from shanghai.ui.evenings.puzzles import PuzzleAnswerScreen, PuzzleSession, PuzzlesScreen
from shanghai.ui.evenings.replay import ReplayScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.words import puzzles as words
from tests.review.test_puzzles import put_game, put_only, twins_of
from tests.saving import clock
from tests.ui.apps import SMALL, WIDE, at_menu, press, showing, until
from tests.ui.pictures import screen_text
from tests.ui.tables import position


@pytest.fixture
def game(tmp_path):
    return put_game(tmp_path)


async def test_a_try_by_the_keys_of_the_table_then_the_answer(
    game, tmp_path, monkeypatch, thinking_in_place
):
    monkeypatch.setattr(files, "clock", clock)
    today = clock().date()
    first, second = read_puzzles(tmp_path, label).puzzles[:2]
    looks = []
    monkeypatch.setattr(
        evenings, "read_puzzles", lambda *given: looks.append(given) or read_puzzles(*given)
    )
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "o", "end", "enter")
        await until(pilot, lambda: "wait today" in screen_text(app))
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, PlayerScreen))
        text = screen_text(app)
        assert "Puzzle 1 of" in text
        view = app.screen.view
        assert first.finding.seat == view.viewer
        assert "hint" not in {key.command for key in app.screen.bar_keys()}
        await press(pilot, "h")
        assert "Hint:" not in screen_text(app)
        await press(pilot, "w")
        assert words.NO_HINT in screen_text(app)
        await press(pilot, "y")
        assert isinstance(app.screen, PlayerScreen)
        assert words.ONLY_A_MOVE in screen_text(app)
        await press(pilot, "d" if view.turn == view.viewer else "n")
        await until(pilot, lambda: isinstance(app.screen, PuzzleAnswerScreen))
        assert words.OTHERS in screen_text(app)
        person = "Ann"
        tried = Practice(tmp_path)
        assert first not in tried.due(person, [first, second], today)
        await press(pilot, "r")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        assert app.screen.at == first.finding.at
        assert "next-round" not in {key.command for key in app.screen.bar_keys()}
        places = set()
        for key in ("end", "m", "home", "left", "pageup", "b"):
            await press(pilot, key)
            places.add(app.screen.at)
            assert app.screen.view.round == first.finding.round
        assert len(places) >= 2
        await press(pilot, "escape", "enter")
        await until(pilot, lambda: isinstance(app.screen, PlayerScreen))
        assert "Puzzle 2 of" in screen_text(app)
        await press(pilot, "q")
        await until(pilot, lambda: isinstance(app.screen, PuzzlesScreen))
        assert second in Practice(tmp_path).due(person, [first, second], today)
        await until(pilot, lambda: "solved" in screen_text(app))
        assert len(looks) == 1, "the games are looked through once an evening"


async def test_twins_that_differ_in_what_is_hidden_alone_look_the_same_before_the_try(
    game, tmp_path, monkeypatch, thinking_in_place
):
    monkeypatch.setattr(files, "clock", clock)
    read = sound_game(game)
    in_play = [
        each
        for each in read_puzzles(tmp_path, label).puzzles
        if position_of(read, each).view.phase is Phase.PLAY
    ]
    twins = twins_of(read, in_play[0])
    answers = [[*answer_lines(*each, None, label)] for each in twins]
    assert answers[0] != answers[1]
    pictures = []
    for puzzle, moment in twins:
        put_only(monkeypatch, evenings, puzzle, moment)
        async with at_menu(tmp_path) as (app, pilot):
            await press(pilot, "o", "end", "enter")
            await until(pilot, lambda app=app: "waits today" in screen_text(app))
            seen = [screen_text(app)]
            await press(pilot, "enter")
            await until(pilot, lambda app=app: isinstance(app.screen, PlayerScreen))
            for size in (SMALL, WIDE):
                await pilot.resize_terminal(*size)
                await pilot.pause()
                seen.append(screen_text(app))
            pictures.append(seen)
    assert all("Puzzle 1 of 1" in picture for picture in pictures[0][1:])
    assert pictures[0] == pictures[1]


class WithHelp(PuzzleSession):
    """A puzzle that helps as the table does."""

    has_hints = True


async def test_a_puzzle_does_not_say_that_the_hand_holds_the_contract(tmp_path, thinking_in_place):
    hands = {"Ann": "AS AH AC 10S 10H 10D 2C", "Bob": "2S 3S", "Cy": "8D 8H"}
    state = position("playerules", hands, turn="Ann", phase="play")
    moment = PuzzlePosition(0, state, ())
    shown = []
    for kind in (PuzzleSession, WithHelp):
        screen = PlayerScreen(kind(moment, "What do you do?"), 0)
        async with showing(screen, tmp_path) as (app, pilot):
            await until(pilot, lambda app=app: "What do you do?" in screen_text(app))
            await pilot.pause()
            shown.append("holds the contract" in screen_text(app))
    assert shown == [False, True]


async def test_the_title_says_no_more_to_wait_once_the_games_are_looked_through(game, tmp_path):
    async with showing(PuzzlesScreen(date(2030, 5, 1)), tmp_path) as (app, pilot):
        await until(pilot, lambda: words.ALL_SET in screen_text(app))
        app.screen.tell_why_not(words.READING)
        await pilot.pause()
        assert words.READING in screen_text(app)
        await app.screen.read()
        await pilot.pause()
        assert words.READING not in screen_text(app)
        assert words.TITLE in screen_text(app)


async def test_a_puzzle_does_not_part_the_cards_that_help_from_the_others(
    tmp_path, thinking_in_place
):
    hands = {"Ann": "AS 2C AH 10S KD 10H JK", "Bob": "2S 3S", "Cy": "8D 8H"}
    state = position("playerules", hands, turn="Ann", phase="play")
    moment = PuzzlePosition(0, state, ())
    orders = []
    for kind in (PuzzleSession, WithHelp):
        screen = PlayerScreen(kind(moment, "What do you do?"), 0)
        async with showing(screen, tmp_path) as (_, pilot):
            await pilot.pause()
            orders.append([labels(screen.hand.cards)])
            for _ in range(4):
                await press(pilot, "o")
                assert not (kind is PuzzleSession and screen.hand.group_starts)
                orders[-1].append(labels(screen.hand.cards))
    by_rank, by_suit = "AS AH 2C 10S 10H KD JK", "AS 10S AH 10H KD 2C JK"
    assert orders[0] == [by_rank, by_rank, by_suit, by_rank, by_rank]
    assert orders[1][0] not in orders[0]


async def test_a_set_is_chosen_by_person_and_an_empty_house_is_told_how_puzzles_come(
    game, tmp_path, monkeypatch
):
    puzzles = read_puzzles(tmp_path, label).puzzles
    screen = PuzzlesScreen(date(2030, 5, 1))
    assert screen.why_not == words.READING
    async with showing(screen, tmp_path) as (app, pilot):
        await until(pilot, lambda: words.ALL_SET in screen_text(app))
        await press(pilot, "c")
        assert words.EASY_SET in screen_text(app)
        assert Practice(tmp_path).has_easy_set("Ann")
    monkeypatch.setattr(evenings, "read_puzzles", lambda *_: Puzzles(puzzles))
    async with showing(PuzzlesScreen(date(2030, 5, 1)), tmp_path) as (app, pilot):
        await until(pilot, lambda: words.NOBODY in screen_text(app))
        assert "There is no puzzle yet" not in screen_text(app)
    monkeypatch.undo()
    empty = tmp_path / "empty"
    async with showing(PuzzlesScreen(date(2030, 5, 1)), empty) as (app, pilot):
        await until(pilot, lambda: words.NOBODY in screen_text(app))
        assert "Puzzles come from finished games" in " ".join(screen_text(app).split())
