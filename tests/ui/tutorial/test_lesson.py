"""Lessons at the keyboard: by the keys that the guide names, by others, and left at any step."""

from contextlib import asynccontextmanager
from random import Random

import pytest
from msgspec import structs

from shanghai.engine.actions import Call, Correct
from shanghai.engine.cards import face_of
from shanghai.lessons.lesson import lesson_ids, load_words
from shanghai.table.places import GiveSeat
from shanghai.ui.app import ShanghaiApp
from shanghai.ui.help import HelpScreen
from shanghai.ui.options import Options
from shanghai.ui.scores.round_over import RoundOverScreen
from shanghai.ui.setup.menu import MenuScreen
from shanghai.ui.setup.variant import VariantScreen
from shanghai.ui.table.leave import LeaveScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.tutorial.lesson import LessonPage, LessonsScreen
from shanghai.variants.library import known_variants, more_variants
from shanghai.variants.loader import load_variant
from shanghai.words import tutorial as words
from tests.long import long, some
from tests.ui.apps import LATE, at_menu, click_text, until
from tests.ui.pictures import assert_picture, assert_pictures, screen_text
from tests.ui.tables import SMALL, Clock, flat, press, status

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

SIZES = ((80, 24), (120, 40), (200, 60))


@asynccontextmanager
async def in_lesson(folder, variant, size=SMALL, ascii=False):
    """The first page of a lesson, its computer players without pauses."""
    app = ShanghaiApp(Options(data_dir=str(folder), ascii=ascii))
    app.settings = structs.replace(app.settings, pace="at once", animation=False, call_seconds=5)
    app.clock = Clock()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.action_learn(variant)
        await press(pilot)
        await pilot.pause()
        assert isinstance(app.screen, LessonPage)
        yield app, pilot


def advised(app):
    """The key that the screen tells a learner to press."""
    guide = app.screen.guide
    if guide is None:
        return "enter"
    command = guide.advice[0]
    return app.screen.COMMAND_TABLE[command].names[0] if command else ""


async def follow(pilot, until, most=60):
    """Does as the guide says until something holds."""
    app = pilot.app
    for _ in range(most):
        if until(app):
            return
        key = advised(app)
        if key:
            command = app.screen.keys.command_for(key)
            assert command is not None, key
            assert command.belongs_now(app.screen), key
            assert command.why_not_now(app.screen) is None, key
            await press(pilot, key)
        else:
            await pilot.pause()
    raise AssertionError(f"the guide has led nowhere:\n{screen_text(app)}")


def at_step(step):
    """Whether the learner is at a step, for `follow`."""

    def is_there(app):
        guide = app.screen.guide
        say = None if guide is None else guide._session.course.say
        return isinstance(app.screen, PlayerScreen) and say is not None and say.step == step

    return is_there


def is_at(kind):
    return lambda app: isinstance(app.screen, kind)


@pytest.mark.parametrize("variant", some(lesson_ids()))
async def test_each_lesson_is_played_by_the_keys_that_it_names(tmp_path, variant):
    words = load_words(variant)
    seen = set()

    def look(app):
        guide = app.screen.guide
        if guide is not None:
            text = " ".join(guide.text.replace("▌", " ").split())
            seen.update(why for why in said if plain(why) in text)
        return isinstance(app.screen, MenuScreen)

    said = [why for say in words.says for why in say.values()]
    said += [words.hands, words.scorecard]
    async with in_lesson(tmp_path, variant, ascii=False) as (app, pilot):
        await follow(pilot, look)
        assert app.screen_stack[1:] == [app.screen]
    assert [why for why in said if why not in seen] == []
    assert not any(tmp_path.iterdir())


async def test_a_lesson_says_calls_stars_and_the_end_of_a_hand_as_the_table_does(tmp_path):
    async with in_lesson(tmp_path, "california") as (app, pilot):
        await press(pilot, "enter")
        for step, said in (
            ("call", "You have 3 calls in this hand."),
            ("exchange", "The one with the star in Cy's queens stands for a queen"),
            ("lay off", "A meld never holds more jokers than other cards."),
        ):
            await follow(pilot, at_step(step))
            for size in SIZES:
                await pilot.resize_terminal(*size)
                await pilot.pause()
                assert said in flat(app).replace("▌ ", "")
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert "won 1★ ●●○" in flat(app)
        await follow(pilot, is_at(RoundOverScreen))
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert "You went out and win this hand." in flat(app)
            assert "no card left" in screen_text(app)


async def test_the_lesson_of_a_granted_call_says_when_the_card_is_yours(tmp_path):
    async with in_lesson(tmp_path, "grandma-davis") as (app, pilot):
        await press(pilot, "enter")
        await follow(pilot, at_step("call"))
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            said = flat(app).replace("▌ ", "").replace("█ ", "")
            assert "If Cy, who is next, does not take it, it is yours." in said


def plain(why):
    """A text of the lesson as the screen writes its cards."""
    from shanghai.ui.table.log_lines import reason_row
    from shanghai.words.cards import CardStyle

    return "".join(bit.text for bit in reason_row(why, CardStyle(), ()))


async def test_whatever_is_pressed_the_guide_leads_to_the_end(tmp_path):
    keys = "d t p g l a j x h e 1 2 3 s n o b m v u f c i w y space enter escape tab backspace"
    keys = [*keys.split(), "left", "right", "down", "z", "k", "5", "question_mark"]
    chance = Random(5)
    async with in_lesson(tmp_path, "grandma-davis") as (app, pilot):
        await press(pilot, "enter")
        for _ in range(3):
            for key in chance.choices(keys, k=7):
                await press(pilot, key)
                assert app.screen_stack[1:], "the lesson has been left unasked"
            for _ in range(8):
                if isinstance(app.screen, PlayerScreen):
                    break
                await press(pilot, "m" if advised(app) == "enter" else "escape", "escape")
            for _ in range(3):
                if key := advised(app):
                    await press(pilot, key)
        await follow(pilot, is_at(RoundOverScreen), 200)
        await assert_pictures("lesson-over", pilot, SIZES)
        await follow(pilot, is_at(MenuScreen))


async def test_what_the_lesson_does_not_ask_for_is_answered_and_not_done(tmp_path):
    async with in_lesson(tmp_path, "playerules") as (app, pilot):
        await press(pilot, "enter")
        session = app.screen.session
        before = session.version
        await press(pilot, "t")
        assert "the lesson goes on as the box above says" in status(app)
        why = session.course.say.why[:24]
        assert why in flat(app)
        await press(pilot, "m")
        assert "That key does nothing here" in flat(app)
        assert why in flat(app), "the explanation is still there"
        await press(pilot, "g")
        assert "Go down: that is not possible now" in flat(app)
        assert "First draw a card" in status(app)
        await press(pilot, "d")
        assert "not possible" not in flat(app)
        await press(pilot, "l")
        assert "Lay off: that is not possible now" in flat(app)
        await press(pilot, "g", "escape", "home", "space", "x")
        assert "the lesson goes on" in status(app)
        assert session.version == before + 1
        await follow(pilot, at_step("call"))
        before = session.version
        await press(pilot, "n")
        assert "This is the card you are looking for" in flat(app)
        assert session.version == before
        assert session.calls.is_open
        assert "keeps their seat" in session.ask(1, GiveSeat("Zoe"))
        await press(pilot, "1")
        assert session.version > before


async def test_a_key_without_a_use_in_the_variant_is_answered_with_the_reason(tmp_path):
    async with in_lesson(tmp_path, "california") as (app, pilot):
        await press(pilot, "enter", "s")
        assert app.screen.session.answer.startswith("There is no SHANGHAI")
        assert "not possible now" not in flat(app)
        await press(pilot, "g")
        assert "Go down: that is not possible now" in flat(app)


async def test_the_rules_themselves_refuse_what_they_refuse(tmp_path):
    async with in_lesson(tmp_path, "rummygames") as (app, pilot):
        await press(pilot, "enter")
        await follow(pilot, at_step("discard"))
        session = app.screen.session
        why = session.do(Call(0, "buy"))
        assert why
        assert why != words.OTHERWISE
        assert session.do(Correct(0, 1, 5, "a note")) == words.KEEPS_SCORES


@pytest.mark.slow
async def test_a_move_taken_back_is_taught_again(tmp_path):
    async with in_lesson(tmp_path, "california") as (app, pilot):
        await press(pilot, "enter")
        await follow(pilot, at_step("exchange"))
        await press(pilot, "u")
        assert advised(app) == "g"
        assert "step 5 of 11" in flat(app)
        await follow(pilot, at_step("lay off"))


@pytest.mark.slow
async def test_other_lay_downs_lead_back_to_the_best(tmp_path):
    async with in_lesson(tmp_path, "playerules") as (app, pilot):
        await press(pilot, "enter")
        await follow(pilot, at_step("go down"))
        for tried in (["g", "tab"], ["g", "backspace"], ["g", "u"], ["g", "tab", "escape"]):
            await press(pilot, *tried)
            before = app.screen.session.version
            if tried == ["g", "tab"]:
                await press(pilot, "enter")
                assert app.screen.session.version == before
                assert "the lesson goes on" in status(app)
        await follow(pilot, at_step("exchange"))


@pytest.mark.slow
async def test_wishes_call_only_where_the_lesson_calls(tmp_path):
    async with in_lesson(tmp_path, "grandma-davis") as (app, pilot):
        await press(pilot, "enter", "f")
        session = app.screen.session
        wishes = session.calls.wishes.of(0)
        await press(pilot, "f", "escape")
        assert session.calls.wishes.of(0) != wishes
        await follow(pilot, at_step("let go"))
        assert not session.view(0).calls
        await follow(pilot, at_step("take"))


@pytest.mark.parametrize("steps", [5, long(0)])
async def test_a_lesson_can_be_left_at_any_step_and_leaves_nothing(tmp_path, steps):
    async with in_lesson(tmp_path, "california") as (app, pilot):
        await press(pilot, "enter")
        for _ in range(steps):
            await press(pilot, advised(app))
        await press(pilot, "escape", "q")
        assert isinstance(app.screen, LeaveScreen)
        assert "Leave this lesson?" in flat(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, PlayerScreen)
        await press(pilot, "q", "y")
        assert isinstance(app.screen, MenuScreen)
        await press(pilot, "l", "escape")
        assert isinstance(app.screen, MenuScreen)
    assert not any(tmp_path.iterdir())


async def test_leaving_the_program_asks_nothing_for_nothing_is_kept(tmp_path):
    async with in_lesson(tmp_path, "california") as (app, pilot):
        await press(pilot, "enter", "ctrl+q")
        assert app.return_value == 0


async def test_the_menu_offers_the_lessons_and_so_does_the_variant(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        app.clock = Clock()
        app.clock.now = 2 * LATE
        await press(pilot, "l")
        assert isinstance(app.screen, LessonsScreen)
        await press(pilot, "down", "enter")
        assert isinstance(app.screen, LessonPage)
        assert "Grandma Davis" in app.screen.heading()
        await press(pilot, "escape")
        assert isinstance(app.screen, LessonsScreen), "to the choice that led there"
        await click_text(pilot, "Seven contracts")
        assert "Seven contracts" in app.screen.heading()
        await press(pilot, "escape", "escape")
        assert isinstance(app.screen, MenuScreen)
        await press(pilot, "n", "3", "l")
        await press(pilot, "escape")
        assert isinstance(app.screen, VariantScreen)
        await press(pilot, "l")
        assert isinstance(app.screen, LessonPage)
        assert "Seven contracts" in app.screen.heading()
        await press(pilot, "enter", "q", "y")
        assert isinstance(app.screen, VariantScreen)
        await press(pilot, "escape")
        assert isinstance(app.screen, MenuScreen)


async def test_pictures(tmp_path):
    async with in_lesson(tmp_path, "grandma-davis") as (_, pilot):
        await assert_pictures("lesson-page", pilot, SIZES)
        await press(pilot, "enter")
        await follow(pilot, at_step("shanghai"))
        await assert_pictures("lesson-own", pilot, SIZES)


async def test_picture_of_the_choice_and_of_help_and_ascii(tmp_path):
    async with in_lesson(tmp_path, "playerules", ascii=True) as (app, pilot):
        await press(pilot, "enter")
        assert all(ord(letter) < 128 for letter in screen_text(app))
        assert_picture("lesson-ascii", app)
        await press(pilot, "question_mark")
        assert isinstance(app.screen, HelpScreen)
        await press(pilot, "escape", "q", "y", "l")
        assert_picture("lessons-ascii", app)


@pytest.mark.slow
async def test_every_game_of_the_menu_has_a_lesson(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        await pilot.press("l")
        await until(pilot, lambda: isinstance(app.screen, LessonsScreen))
        four = [choice.id for choice in app.screen.choices]
        assert four[:-1] == [*known_variants()]
        assert "new to it: California" in screen_text(app)
        await pilot.press("end", "enter")
        await until(pilot, lambda: app.screen.choices[0].id not in four)
        offered = [choice.id for choice in app.screen.choices]
        assert offered == [*more_variants()]
        marks, seen = app.screen.chooser, len(offered) > app.screen.chooser.size.height
        assert seen == ("┃" in screen_text(app)), "a bar says that there is more"
        for key, at in (
            ("end", -1),
            ("home", 0),
            ("pageup", 0),
            ("pagedown", marks.size.height - 1),
        ):
            await pilot.press(key)
            assert marks.current.id == offered[at]
        await pilot.press("home")
        await pilot.press("up", "enter")
        await until(pilot, lambda: isinstance(app.screen, LessonPage))
        assert load_variant(offered[-1]).name in app.screen.heading()


@pytest.mark.slow
async def test_the_arrows_go_to_a_card_as_it_is_seen_to_lie(tmp_path):
    async with in_lesson(tmp_path, "rummygames") as (app, pilot):
        await follow(pilot, at_step("discard"))
        hand, count = app.screen.hand, len(app.screen.hand.cards)
        face = face_of(app.screen.session.course.next.card)
        copies = [at for at, card in enumerate(hand.cards) if face_of(card) == face]
        for start in range(count):
            hand.cursor = start
            least = min(min((at - start) % count, (start - at) % count) for at in copies)
            seen, moves = min((at - start for at in copies), key=abs), []
            while app.screen.guide.advice[0] != "pick":
                moves.append({"card-right": 1, "card-left": -1}[app.screen.guide.advice[0]])
                hand.move(moves[-1])
            assert len(moves) <= 2 * least
            if seen and abs(seen) <= 2 * least:
                assert moves[0] * seen > 0, "the card lies on the other side"


@pytest.mark.slow
async def test_the_call_window_leaves_melds_and_counts_in_sight(tmp_path):
    async with in_lesson(tmp_path, "rummygames") as (app, pilot):
        await follow(pilot, at_step("call"))
        text = screen_text(app)
        assert all(sign in text for sign in ("BUY?", "5♠ 5♥ 5♣", "Q♠ Q♦ ★Q", "stock 68", "┗"))
        await follow(pilot, at_step("let go"))
        text = screen_text(app)
        assert all(sign in text for sign in ("5♠ 5♥ 5♣", "7♠ 7♥ 7♦ 7♣", "K♠ K♥ K♦ K♣", "┗"))
