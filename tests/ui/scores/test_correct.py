"""Correcting a score: from the scorecard, after a round, and once the game is over."""

import pytest
from msgspec import structs

from shanghai.engine.actions import Correct, Discard
from shanghai.engine.state import Ending, Phase, RoundResult
from shanghai.ui.kit.lines import Lines
from shanghai.ui.scores.card import GameOverScreen, ScorecardScreen
from shanghai.ui.scores.correct import CorrectScreen, ScoreTarget
from shanghai.ui.scores.round_over import RoundOverScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.ui.table.scorecard import scorecard_rows
from shanghai.ui.table.session import Session
from shanghai.words.cells import cell_width
from tests.long import long
from tests.ui.apps import SIZES, click_key, showing
from tests.ui.pictures import assert_pictures, screen_text
from tests.ui.tables import (
    at_table,
    card,
    click_target,
    flat,
    host_of,
    position,
    press,
    settle,
    status,
)

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")


def game(rounds=2, phase="play", hand="4S 9D", round=None, variant="playerules"):
    """Ann is on turn; so many rounds have been scored."""
    hands = {"Ann": hand, "Bob": "2S 3S QH", "Cy": "8D 8H"}
    state = position(variant, hands, turn="Ann", phase=phase, round=round or rounds + 1)
    points = [(10 * n, 0, 5 * n) for n in range(1, rounds + 1)]
    totals = [sum(line[seat] for line in points) for seat in range(3)]
    seats = [structs.replace(s, score=t) for s, t in zip(state.seats, totals, strict=True)]
    results = [RoundResult(n, line, 1, Ending.OUT) for n, line in enumerate(points, 1)]
    state = structs.replace(state, seats=tuple(seats), results=tuple(results))
    return host_of(state)


@pytest.mark.parametrize("by_mouse", [True, long(False)])
async def test_a_score_is_corrected_from_the_scorecard(tmp_path, by_mouse):
    host = game()
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "c")
        await (click_key(pilot, "Correct a score") if by_mouse else press(pilot, "c"))
        await settle(pilot)
        assert isinstance(app.screen, CorrectScreen)
        if by_mouse:
            await click_target(pilot, ScoreTarget(0, 2))
            await click_target(pilot, ScoreTarget(0, 2))
        else:
            await press(pilot, "up", "left", "enter")
        assert "Cy has 5 points in round 1." in flat(app)
        await press(pilot, *"7x-2", "enter")
        await press(pilot, *"a 3 was missing")
        await (click_key(pilot, "Correct") if by_mouse else press(pilot, "enter"))
        await settle(pilot)
        said = "The score of Cy in round 1 is corrected from 5 to 72: a 3 was missing"
        assert said in " ".join(status(app).split())
        assert host.state.results[0].points == (10, 0, 72)
        assert host.state.seats[2].score == 82
        await press(pilot, "escape")
        assert isinstance(app.screen, ScorecardScreen)
        text = flat(app)
        assert "c72" in text
        assert "c: Cy in round 1, from 5 to 72: a 3 was missing" in text
        assert "Bob leads with 0." in text
        await press(pilot, "escape", "i")
        assert said in flat(app)


@pytest.mark.slow
async def test_what_is_missing_is_asked_for_and_escape_changes_nothing(tmp_path):
    host = game()
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "c", "c", "space", "enter")
        assert status(app) == "How many points shall it be?"
        await press(pilot, *"20", "enter", "enter")
        assert "A correction needs a few words" in status(app)
        await press(pilot, *"why", "enter")
        assert "Ann has 20 points there already." in status(app)
        await press(pilot, "tab", "backspace", "enter", "tab", "tab", "escape")
        assert not app.screen.is_typing
        await press(pilot, "down", "right", "k", "j", "l", "h", "escape")
        assert isinstance(app.screen, ScorecardScreen)
        assert not host.log
        assert not host.state.corrections


async def test_a_note_is_text_and_nothing_else(tmp_path):
    host = game()
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "c", "c", "enter", "3", "enter")
        app.screen.query_one("#note").value = "[/] [bold]x\x1b[2J \u202e" + "w" * 90
        await press(pilot, "enter")
        note = host.state.corrections[0].note
        assert note.startswith("[/] [bold]x[2J w")
        assert len(note) <= 40
        assert "[/] [bold]x[2J" in flat(app)
        await press(pilot, "escape")
        assert "[/] [bold]x[2J" in flat(app)


async def test_nothing_is_corrected_before_a_round_is_scored(tmp_path):
    host = game(0)
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "c", "c")
        assert isinstance(app.screen, ScorecardScreen)


async def test_after_a_round_its_score_can_be_corrected(tmp_path):
    host = game(1, hand="4S")
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "x", "x")
        assert host.state.phase is Phase.ROUND_OVER
        assert isinstance(app.screen, RoundOverScreen)
        assert "c Correct a score" in flat(app)
        await press(pilot, "enter", "c")
        assert isinstance(app.screen, CorrectScreen)
        await press(pilot, "right", "enter", *"33", "enter", *"x", "enter", "escape")
        assert isinstance(app.screen, RoundOverScreen)
        assert "c33" in flat(app)
        assert "c: Bob in round 2, from 15 to 33: x" in flat(app)
        await press(pilot, "s")
        assert " c33 " in flat(app)
        await press(pilot, "s", "enter")
        assert isinstance(app.screen, PublicScreen)
        assert host.state.round == 3
        assert host.state.corrections


async def test_a_correction_may_change_who_has_won(tmp_path):
    host = game(6, hand="4S", variant="playerules")
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "x", "x")
        assert host.state.phase is Phase.GAME_OVER
        await press(pilot, "enter", "enter")
        assert isinstance(app.screen, GameOverScreen)
        assert "Bob wins with 15 points." in flat(app)
        await press(pilot, "s", "c", "enter", *"-500", "enter", *"bonus", "enter")
        await press(pilot, "escape", "escape")
        assert isinstance(app.screen, GameOverScreen)
        assert "Ann wins with -290 points." in flat(app)


@pytest.mark.slow
async def test_a_correction_leaves_the_turn_as_it_was(tmp_path):
    host = game()
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "4", "space")
        picked = app.screen.hand.picked
        await press(pilot, "c", "c", "enter", *"1", "enter", *"x", "enter", "escape", "escape")
        assert isinstance(app.screen, PlayerScreen)
        assert app.screen.hand.picked == picked
        assert host.refuse(Discard(0, card(host, 0, "9D"))) is None
        await press(pilot, "u")
        assert isinstance(app.screen, PlayerScreen), "a correction is corrected, not taken back"


async def test_more_rounds_than_lines_are_scrolled(tmp_path):
    host = game(2)
    line = host.state.results[0]
    many = tuple(structs.replace(line, round=n) for n in range(1, 15))
    host.state = structs.replace(host.state, results=many)
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "c", "c")
        for key, shown in (("a", 14), ("up", 13), ("down", 14), ("down", 1), ("down", 2)):
            await press(pilot, key)
            assert f" {shown} " in screen_text(app)
            assert app.screen.line == shown - 1
        assert len(app.screen.query_one("#grid", Lines).rows) == 11


@pytest.mark.parametrize("wide", [40, 60, 76, 110])
def test_a_scorecard_with_corrections_is_not_too_wide(wide):
    host = game(7)
    for seat, points in ((0, -9999), (1, 9999), (2, 0)):
        host.do(Correct(seat, seat + 1, points, "w ww www " * 4))
    rows = [
        "".join(bit.text for bit in row).rstrip() for row in scorecard_rows(host.public(), wide)
    ]
    assert max(map(cell_width, rows)) <= wide
    assert sum("c-9999" in row for row in rows) == 1


async def test_pictures(tmp_path):
    host = game(6, variant="california")
    host.do(Correct(2, 3, 45, "a joker was under the cloth"))
    host.do(Correct(0, 6, 15, "agreed"))
    session = Session(host)
    async with showing(CorrectScreen(session), tmp_path) as (_, pilot):
        await pilot.press("up", "right", "enter", "2", "5", "enter")
        await assert_pictures("correct", pilot, SIZES)
    async with showing(ScorecardScreen(host.public(), (1,), session), tmp_path) as (_, pilot):
        await assert_pictures("scorecard-corrected", pilot, SIZES)
