"""A key that does nothing now says why, on every screen of one's own turn."""

import pytest

from shanghai.engine.actions import Draw
from shanghai.ui.table import play
from shanghai.ui.table.cover import CoverScreen
from shanghai.ui.table.lay_down import LayDownScreen
from shanghai.ui.table.play import PACES
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.ui.table.seat import TableSeatsScreen
from shanghai.ui.table.undo import UndoScreen
from shanghai.ui.table.wishes import WishScreen
from tests.long import some
from tests.ui.apps import click_key
from tests.ui.tables import (
    HANDS,
    TABLE,
    at_table,
    before_draw,
    card,
    flat,
    host_of,
    pick,
    position,
    press,
    settle,
    status,
)

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")


LAY_OFFS = {"Lay off", "Lay all"}


def table(phase, variant="grandma-davis", turn="Ann", bots=(), **more):
    state = position(variant, HANDS, turn=turn, phase=phase, by="Cy", discards="4D QD", **more)
    return host_of(state, bots)


async def answers(pilot, expected):
    for key, words in expected.items():
        await press(pilot, key)
        assert words in status(pilot.app), key


async def test_before_the_draw(tmp_path):
    host = table("draw")
    async with at_table(tmp_path, host) as (_app, pilot):
        await press(pilot, "enter")
        first = "First draw a card: melds and the discard come after the draw. (rules ALL-7, GD-8)"
        expected = dict.fromkeys("xglae", first)
        expected |= {
            "j": "There is no joker exchange in this variant.",
            "s": "4♦ fits on no meld of the table.",
            "1": "Ann is on turn: take the card or draw",
            "3": "Cy tossed 4♦: nobody calls a card of their own discarding. (rule ALL-9)",
            "u": "No move of this round can be taken back.",
            "n": "No card is on offer to Ann now.",
        }
        await answers(pilot, expected)
        await answers(pilot, {"escape": "q leaves the game; ? says what each key does."})
        assert not host.log


async def test_after_the_draw(tmp_path):
    host = table("play", "playerules", table=TABLE, used={"Ann": 3})
    async with at_table(tmp_path, host) as (_app, pilot):
        await press(pilot, "enter")
        drawn = "That is done before the draw; the card for this turn has been drawn. (rule ALL-7)"
        expected = dict.fromkeys("dtp", drawn)
        expected |= {
            "g": "Ann is down already: no new melds in this round. (rule ALL-6)",
            "j": "No meld on the table holds a joker. (rule PR-8)",
            "e": "The turn ends with a discard. (rule ALL-7)",
            "f": "Ann has no BUY left: the limit is 3 in this round. (rule PR-5)",
        }
        await answers(pilot, expected)
        await pick(pilot, host, 0, "9D", "4S")
        await answers(
            pilot,
            {
                "x": "Two cards are picked; a discard is one. Esc puts them back.",
                "l": "Two cards are picked; a lay-off is one. Esc puts them back.",
            },
        )
        await press(pilot, "escape")
        await click_key(pilot, "Go down")
        await settle(pilot)
        assert "Ann is down already" in status(pilot.app), "a click is answered too"
        assert not host.log


async def test_nothing_is_offered_to_lay_off_where_no_card_fits(tmp_path):
    host = table("play", "playerules", table=TABLE[:1])
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter")
        await answers(pilot, dict.fromkeys("la", "No card of the hand fits on a meld."))
        assert not {key.label for key in app.screen.bar_keys() if key.enabled} & LAY_OFFS


async def test_a_lay_off_is_offered_where_another_card_of_the_hand_fits(tmp_path):
    async with at_table(tmp_path, table("play", "playerules", table=TABLE)) as (app, pilot):
        await press(pilot, "enter")
        assert {key.label for key in app.screen.bar_keys() if key.enabled} >= LAY_OFFS


async def test_out_of_turn(tmp_path):
    host = table("draw", turn="Bob", bots=("Bob", "Cy"))
    async with at_table(tmp_path, host) as (_app, pilot):
        turn = "It is not Ann's turn: Bob is on turn. (rules ALL-7, GD-8)"
        await answers(pilot, dict.fromkeys("dtpgx", turn))
        await answers(pilot, {"2": "Bob is a computer and calls by itself."})
        assert not host.log


async def test_on_the_screens_that_open_from_it(tmp_path):
    async with at_table(tmp_path, table("play"), hints=False) as (app, pilot):
        await press(pilot, "enter", "h")
        assert "Ann plays without hints." in status(app)
        await press(pilot, "g")
        assert isinstance(app.screen, LayDownScreen)
        nothing = "Nothing is laid out yet"
        expected = dict.fromkeys(("enter", "u", "backspace"), nothing)
        await answers(pilot, expected | {"n": "Pick the cards of a meld first"})
        await answers(pilot, {"tab": "The hand does not hold the contract"})
        await press(pilot, "escape", "f")
        assert isinstance(app.screen, WishScreen)
        await answers(pilot, {"backspace": "Nothing is marked", "minus": "One call at least"})
        await press(pilot, "plus")
        await answers(pilot, {"plus": "Ann has no more than 2 calls left."})
        await press(pilot, "escape", "y")
        assert isinstance(app.screen, TableSeatsScreen)
        await answers(pilot, {"t": "Only easy and hard"})
        assert "Ann" in flat(app)


async def test_on_the_public_screen_a_turn_begins_with_the_hand_over(tmp_path):
    host = table("draw")
    async with at_table(tmp_path, host) as (app, pilot):
        await answers(pilot, dict.fromkeys("dtpgxlaj", "First Ann takes the keyboard: Enter."))
        await press(pilot, "k")
        assert status(app) == "", "an old refusal answers no other key"
        await press(pilot, "v")
        for key in ("d", "enter", "m", "space"):
            await press(pilot, key)
            assert "Who looks first?" in status(app), key
        await press(pilot, "escape")
        assert status(app) == ""
        await answers(pilot, {"escape": "q leaves the game"})
        await press(pilot, "2")
        assert host.state.calls == (1,), "the question was left"
        await press(pilot, "d")
        assert "First Ann" in status(app)
    host = table("draw", used={"Bob": 2})
    async with at_table(tmp_path, host) as (app, pilot):
        await answers(pilot, {"v": "Nobody else may call this card."})
    host = table("draw", turn="Bob", bots=("Bob",))
    async with at_table(tmp_path, host) as (app, pilot):
        await answers(pilot, {"d": "n lets it", "2": "calls by itself"})
        assert not host.log


async def test_in_a_look_and_on_its_cover(tmp_path):
    host = table("draw")
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "v", "2", "enter")
        assert isinstance(app.screen, CoverScreen)
        assert "Bob presses p." in flat(app).replace("Alone at the screen, Bob presses p.", "")
        await press(pilot, "p")
        only = "Bob only looks: 2 says MAY I, n goes back."
        await answers(pilot, dict.fromkeys("dtgxla", only))
        await press(pilot, "right")
        assert status(app) == "", "gone with the cursor"
        await press(pilot, "b", "space")
        assert isinstance(app.screen, CoverScreen)
        assert flat(app).count("Bob presses p") == 2
        assert not host.log


async def test_while_melds_are_laid_out(tmp_path):
    host = table("play")
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "g")
        assert "The contract: " in flat(app)
        await answers(pilot, dict.fromkeys("xlag", "at the table: Esc goes back."))
        await press(pilot, "space")
        assert status(app) == "", "gone with the pick"
        assert not host.log


@pytest.mark.parametrize("overlay", some(["question_mark", "i", "c", "r", "q"]))
async def test_after_a_screen_without_a_hand_only_its_own_key_is_not_heard(tmp_path, overlay):
    async def go():
        host = table("draw")
        async with at_table(tmp_path, host) as (app, pilot):
            await press(pilot, overlay, "escape")
            assert isinstance(app.screen, PublicScreen)
            app.clock.now += 0.2
            await pilot.press("2")
            await settle(pilot)
            assert host.state.calls == (1,)
            if overlay == "q":
                return
            await press(pilot, overlay)
            for _ in range(40):
                app.clock.now += 1 / 30
                await pilot.press("enter")
            await settle(pilot)
            assert isinstance(app.screen, PublicScreen), "a held key does not hand over"
            app.clock.now += 0.4
            await pilot.press("enter")
            await settle(pilot)
            assert isinstance(app.screen, PlayerScreen)

    await go()


async def test_five_presses_a_second_hand_over_and_a_held_key_does_not(tmp_path):
    for seconds, is_there in ((1 / 5, True), (1 / 30, False)):
        host = table("draw")
        async with at_table(tmp_path / str(is_there), host) as (app, pilot):
            await press(pilot, "x")
            assert isinstance(app.screen, PublicScreen)
            for _ in range(5):
                app.clock.now += seconds
                await pilot.press("enter")
                await settle(pilot)
            assert isinstance(app.screen, PlayerScreen) == is_there


async def test_after_a_cover_every_key_waits(tmp_path):
    host = table("draw")
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "v", "2", "escape")
        assert isinstance(app.screen, PublicScreen)
        app.clock.now += 0.2
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(app.screen, PublicScreen)


async def test_keys_of_the_clock_of_computers_and_of_ranks_say_why_they_do_nothing(tmp_path):
    async with at_table(tmp_path, table("play")) as (_app, pilot):
        await press(pilot, "enter")
        await answers(
            pilot,
            {
                "asterisk": "No joker is in the hand.",
                "k": "",
                "3": "No 3 is in the hand.",
                "1": "No ace is in the hand.",
                "z": "No clock for calls runs now.",
                "tab": "No computer is on turn now.",
            },
        )


async def test_keys_of_a_turn_are_answered_in_the_question_of_taking_back(tmp_path):
    async with at_table(tmp_path, table("draw")) as (app, pilot):
        await press(pilot, "2", "u")
        assert isinstance(app.screen, UndoScreen)
        await answers(pilot, dict.fromkeys("gltdx", "First the question: the numbers of the"))


async def test_a_refusal_goes_with_the_turn_in_which_it_held(tmp_path, monkeypatch):
    monkeypatch.setattr(play, "STEP", PACES["slow"])
    host = table("play", bots=("Bob", "Cy"))
    async with at_table(tmp_path, host, pace="slow") as (app, pilot):
        await press(pilot, "x", "x")
        await press(pilot, "d")
        assert "It is not Ann's turn" in status(app)
        host.do(Draw(1))
        app.screen.redraw()
        assert "It is not Ann's turn" not in status(app)


async def test_the_bar_says_what_the_digits_do(tmp_path):
    host = host_of(before_draw())
    async with at_table(tmp_path, host) as (app, pilot):
        assert "Find card" not in flat(app)
        assert "2 Bob MAY I" in flat(app), "the numbers of seats call"
        await press(pilot, "enter")
        assert "2 Bob MAY I" in flat(app)
        assert "Find card" not in flat(app)
        await press(pilot, "d")
        assert "0-9 Find card" in flat(app), "after the draw nobody calls"
        await press(pilot, "2")
        assert app.screen.hand.current == card(host, 0, "2H")
