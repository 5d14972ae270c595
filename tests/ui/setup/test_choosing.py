import sys

import pytest
from msgspec import structs
from textual.events import Key
from textual.widgets import Input

from shanghai.bots import machine_code
from shanghai.bots.foreign import LevelTable
from shanghai.bots.levels import LEVELS, Level
from shanghai.engine.handicap import Player
from shanghai.ui.setup import seats as seat_choice
from shanghai.ui.setup.rules import RulesScreen
from shanghai.ui.setup.seats import PlayersScreen
from shanghai.ui.setup.variant import HouseRulesScreen, VariantScreen
from shanghai.ui.table import levels
from shanghai.ui.table.levels import strengths
from shanghai.variants.library import known_variants
from shanghai.variants.loader import Offer, load_variant
from shanghai.words.installing import install_command, shell_lines
from shanghai.words.short_names import short_names
from tests.ui.apps import SIZES, SMALL, at_menu, click_key, click_text, press, showing
from tests.ui.pictures import assert_picture, assert_pictures, screen_text


def variants():
    return [Offer(rules=load_variant(name)) for name in known_variants()]


def seats_screen(*names, variant="california"):
    """The seats of these people, the first one marked."""
    return at_first_seat(load_variant(variant), [Player(name) for name in names], ("Zoe", "Yan"))


def at_first_seat(*given):
    screen = PlayersScreen(*given)
    screen.seating.at = 0
    return screen


async def test_pictures(tmp_path):
    async with showing(VariantScreen(variants()), tmp_path) as (_, pilot):
        await assert_pictures("variant", pilot, SIZES)
        await press(pilot, "h", "down", "space")
        await assert_pictures("house", pilot, SIZES)
    async with showing(seats_screen("Ann", "Bob", "Cy"), tmp_path) as (_, pilot):
        await assert_pictures("seats", pilot, SIZES)
        await press(pilot, "enter")
        await assert_pictures("naming", pilot, SIZES)


@pytest.mark.slow
async def test_a_variant_is_chosen_by_the_mouse(tmp_path):
    async with showing(VariantScreen(variants()), tmp_path) as (app, pilot):
        await click_text(pilot, "Grandma Davis")
        assert not app.answers
        await click_text(pilot, "Grandma Davis")
        assert app.answers[0].id == "grandma-davis"
    async with showing(VariantScreen(variants()), tmp_path) as (app, pilot):
        await click_key(pilot, "Rules in full")
        assert isinstance(app.screen, RulesScreen)
        await click_key(pilot, "Next rules")
        assert "Grandma Davis" in app.screen.heading()
        await click_key(pilot, "Back")
        await click_key(pilot, "House rules")
        assert isinstance(app.screen, HouseRulesScreen)


async def test_house_rules_are_taken_into_the_rules(tmp_path):
    async with showing(VariantScreen(variants(), "grandma-davis"), tmp_path) as (app, pilot):
        await press(pilot, "h", "space")
        await click_text(pilot, "No SHANGHAI")
        await press(pilot, "a")
        assert "with 2 house rules" in screen_text(app)
        await press(pilot, "enter")
        rules = app.answers[0]
        assert rules.min_players == 3
        assert not rules.shanghai


async def test_two_house_rules_that_settle_the_same_rule_shut_each_other_out(tmp_path):
    screen = HouseRulesScreen(load_variant("grandma-davis"))
    async with showing(screen, tmp_path) as (app, pilot):
        await press(pilot, "down", "space", "down", "space", "a")
        assert app.answers[0][0].exchange == "others"
        assert app.answers[0][1] == (2,)


async def test_leaving_the_house_rules_changes_nothing(tmp_path):
    async with showing(VariantScreen(variants()), tmp_path) as (app, pilot):
        await press(pilot, "h", "space", "escape")
        assert "Enter keeps what is marked; Esc again leaves it all as it was." in " ".join(
            screen_text(app).split()
        )
        await press(pilot, "escape", "enter")
        assert app.answers == [load_variant("california")]


async def test_who_plays_with_whom_is_shown_and_a_wrong_number_is_turned_away(tmp_path):
    rules = structs.replace(load_variant("california"), sides=2)
    screen = at_first_seat(rules, [Player(name) for name in ("Ann", "Bob", "Cy", "Dora")])
    async with showing(screen, tmp_path) as (app, pilot):
        await assert_pictures("seats-of-partners", pilot, [SMALL])
        text = screen_text(app)
        assert "Ann (A)" in text
        assert "A: Ann + Cy   B: Bob + Dora" in text
        screen.seating.seats.append(Player("Eve"))
        screen.draw()
        told = " ".join(screen_text(app).split())
        assert "California is for 2 sides of partners who are equally many: not for 5" in told
        screen.seating.at = len(screen.seating.seats)
        await press(pilot, "enter")
        assert not app.answers


async def test_seats_of_last_time_are_filled_up_to_whole_sides(tmp_path):
    rules = structs.replace(load_variant("california"), sides=3)
    screen = at_first_seat(rules, [Player(name) for name in ("Ann", "Bob", "Cy", "Dora")])
    assert len(screen.seating.seats) == 6
    assert screen.seating.fault is None


async def test_seats_are_named_and_dealt_to(tmp_path):
    async with showing(seats_screen("Ann", "Bob"), tmp_path) as (app, pilot):
        await press(pilot, "down", "enter", "B", "e", "a", "enter", "enter")
        assert app.answers == [(Player("Ann"), Player("Bea"))]


@pytest.mark.slow
async def test_whoever_types_a_name_is_a_person(tmp_path):
    seats = [Player("Ann"), Player("Ida", "simple"), Player("Otto", "simple")]
    screen = at_first_seat(load_variant("california"), seats)
    async with showing(screen, tmp_path) as (app, pilot):
        await press(pilot, "down", "enter", "enter")
        assert screen.seating.seats[1] == seats[1], "the computer's own name says nothing"
        await press(pilot, "up", "enter", "B", "e", "a", "enter")
        assert screen.seating.seats[1] == Player("Bea")
        assert "Bea is a person; left and right in that line" in screen_text(app)
        await press(pilot, "up")
        assert "Bea is a person" not in screen_text(app)
        await press(pilot, "right")
        bea = screen.seating.seats[1]
        assert bea.name == "Bea"
        assert bea.bot
        # A name that another computer might have stays too, as it was typed.
        await press(pilot, "down", "enter", *"Ida", "enter", "up", "right")
        assert screen.seating.seats[2].name == "Ida"
        assert screen.seating.seats[2].bot


@pytest.mark.slow
async def test_the_way_back_from_the_seats_forgets_no_name(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "n", "enter", "enter", "down", "enter", *"Bea", "enter", "escape")
        assert isinstance(app.screen, VariantScreen)
        await press(pilot, "enter")
        assert app.screen.seating.seats[1] == Player("Bea")
        # Neither more nor fewer players a variant takes changes those of another.
        kept = PlayersScreen(load_variant("california"), [Player("Ann")]).seating.to_keep()
        assert kept == (Player("Ann"),)


@pytest.mark.slow
async def test_a_name_is_typed_without_a_key_before_it(tmp_path):
    async with showing(seats_screen("Player 1", "Player 2"), tmp_path) as (app, pilot):
        assert "Just type the name" in screen_text(app)
        await press(pilot, "A", "n", "n", "enter", "X", "a", "enter")
        assert all(name in screen_text(app) for name in ("Ann", "Xa"))
        assert not app.screen.is_typing
        await press(pilot, "up", *"paul", "enter")
        assert "paul" in screen_text(app), "no letter is a key of the bar"


@pytest.mark.slow
async def test_keys_of_the_seats_are_letters_while_a_name_is_typed(tmp_path):
    async with showing(seats_screen("Ann", "Bob"), tmp_path) as (app, pilot):
        await press(pilot, "enter", "p", "x", "a", "question_mark", "enter")
        assert app.screen.seating.seats[0].name == "pxa?"
        await press(pilot, "enter", "q", "escape")
        assert app.screen.seating.seats[0].name == "pxa?"
        assert isinstance(app.screen, PlayersScreen)


TYPED = {
    "[/]x": "[/]x",
    "  Ann \u202e\x1b[2Jx ": "Ann [2Jx",
    "W" * 60: "W" * 39 + "…",
    "e\u0301\u200d": "é",
}


async def test_names_are_cleaned(tmp_path):
    async with showing(seats_screen("Ann", "Bob"), tmp_path) as (app, pilot):
        for typed, name in TYPED.items():
            app.screen.seating.at = 1
            await press(pilot, "enter")
            app.screen.query_one(Input).value = typed
            await press(pilot, "enter")
            assert app.screen.seating.seats[1].name == name
            assert short_names((name,), 25)[0] in screen_text(app)


WRONG = {
    "ann": "two players called ann",
    "\u200b": "needs a name",
    "---": "needs a letter",
    "A:b": "comma or a colon",
}


async def test_what_is_wrong_is_said_and_bars_the_deal(tmp_path):
    async with showing(seats_screen("Ann", "Bob"), tmp_path) as (app, pilot):
        for name, said in WRONG.items():
            app.screen.seating.at = 1
            await press(pilot, "enter")
            app.screen.query_one(Input).value = name
            await press(pilot, "enter")
            assert said in screen_text(app)
            await press(pilot, "end")
            await click_key(pilot, "Deal")
            assert not app.answers


async def test_too_few_and_too_many(tmp_path):
    screen = seats_screen("Ann", "Bob", variant="grandma-davis")
    async with showing(screen, tmp_path) as (app, pilot):
        await press(pilot, "delete")
        assert "needs at least 2 players" in screen_text(app)
        await press(pilot, "plus", "plus", "plus", "plus")
        assert len(screen.seating.seats) == 4


async def test_seats_are_moved_and_changed_by_keys(tmp_path):
    async with showing(seats_screen("Ann", "Bob", "Cy"), tmp_path) as (app, pilot):
        await press(pilot, *"..,", "right")
        names = [(seat.name, seat.bot) for seat in app.screen.seating.seats]
        weakest, *_, strongest = strengths()
        assert names == [("Bob", ""), ("Ann", weakest), ("Cy", "")]
        await press(pilot, "left", "left")
        assert app.screen.seating.seats[1].bot == strongest


@pytest.fixture
def many_levels(monkeypatch):
    """A few levels: strengths with and without players that have names of their own."""
    bot = LEVELS["simple"].make
    monkeypatch.setattr(levels, "LEVELS", found := LevelTable({"simple": LEVELS["simple"]}))
    for strength in ("mild", "fierce"):
        found[strength] = Level(bot, strength, f"Plays the {strength} way.")
    for strength, name in (("mild", "Ivy"), ("fierce", "Rex"), ("fierce", "Zara")):
        way = f"Plays the way of {name}."
        found[name.lower()] = Level(bot, name, way, strength, "●+")


async def test_a_strength_is_chosen_and_then_a_player_by_name(tmp_path, many_levels):
    async with showing(seats_screen("Ann", "Player 2"), tmp_path) as (app, pilot):
        await press(pilot, "down", "right")
        assert app.screen.seating.seats[1] == Player("Mabel", "simple")
        await press(pilot, "asterisk")
        assert app.screen.seating.seats[1].bot == "simple"
        await press(pilot, "right", "asterisk")
        assert app.screen.seating.seats[1] == Player("Ivy", "ivy")
        await press(pilot, "right")
        assert app.screen.seating.seats[1] == Player("Mabel", "fierce")
        await press(pilot, "asterisk")
        assert app.screen.seating.seats[1] == Player("Rex", "rex")
        assert "Rex: Plays the way of Rex." in screen_text(app)
        await press(pilot, "asterisk")
        assert app.screen.seating.seats[1] == Player("Zara", "zara")
        assert_picture("seats-by-name", app)
        await press(pilot, "asterisk")
        assert app.screen.seating.seats[1] == Player("Mabel", "fierce")
        await press(pilot, "right")
        assert app.screen.seating.seats[1].bot == ""
        await press(pilot, "left")
        assert app.screen.seating.seats[1].bot == "fierce"
        await click_text(pilot, "* character")
        assert app.screen.seating.seats[1].bot == "rex"
        await click_key(pilot, "Character")
        assert app.screen.seating.seats[1].bot == "zara"


async def test_players_by_their_former_names_are_still_known(tmp_path):
    seats = [Player("Ann"), Player("Penny", "hard-buyer")]
    async with showing(PlayersScreen(load_variant("california"), seats), tmp_path) as (app, _):
        assert app.screen.seating.seats[1] == Player("Penny", "mia")


async def test_a_chosen_name_stays_whatever_plays_in_the_seat(tmp_path, many_levels):
    async with showing(seats_screen("Ann", "Zoe"), tmp_path) as (app, pilot):
        await press(pilot, "right", "right", "asterisk", "down", "left", "asterisk")
        assert [seat.name for seat in app.screen.seating.seats] == ["Ann", "Zoe"]
        assert [seat.bot for seat in app.screen.seating.seats] == ["ivy", "rex"]


async def test_a_name_typed_in_one_burst_opens_the_field_and_stands_there_whole(tmp_path):
    async with showing(seats_screen("Ann", "Bob"), tmp_path) as (app, pilot):
        for letter in "Zapp":
            app.post_message(Key(letter, letter))
        app.post_message(Key("enter", None))
        await pilot.pause()
        assert app.screen.seating.seats[0].name == "Zapp"


@pytest.mark.slow
async def test_a_computer_keeps_no_name_of_a_person_whom_nobody_has_seated(tmp_path):
    screen = at_first_seat(load_variant("california"), [Player("Ann")], ("Ann", "Zoe"))
    async with showing(screen, tmp_path) as (_, pilot):
        await press(pilot, "down", *["left"] * (1 + list(LEVELS).index("simple")))
        assert screen.seating.marked == Player("Zoe")
        await press(pilot, "left")
        assert screen.seating.marked.bot
        assert screen.seating.marked.name != "Zoe"
        await press(pilot, "right", "enter", "enter", "up", "left")
        assert screen.seating.marked.name == "Zoe"


@pytest.mark.slow
async def test_seats_are_changed_by_the_mouse_alone(tmp_path):
    async with showing(seats_screen("Ann", "Bob"), tmp_path) as (app, pilot):
        await click_text(pilot, "add a player")
        await click_text(pilot, "Bob")
        await click_text(pilot, "person", None)
        await click_text(pilot, "person", None)
        assert app.screen.seating.seats[0].bot
        await click_text(pilot, "Bob")
        await click_text(pilot, "Bob")
        assert app.screen.is_typing
        await click_text(pilot, "Zoe")
        assert app.screen.seating.seats[1].name == "Zoe"
        assert app.screen.seating.at == 2, "the next seat is what one wants"
        await click_key(pilot, "Down")
        assert "It is the last seat." in screen_text(app)
        for label in ("Down", "Up", "Add", "Remove", "Person or computer"):
            await click_key(pilot, label)
        await click_text(pilot, "deal the cards")
        assert [seat.name for seat in app.answers[0]][2] == "Zoe"


async def test_the_way_from_the_menu_to_a_game_and_back(tmp_path, monkeypatch):
    async with at_menu(tmp_path) as (app, pilot):
        played = []

        async def play_games(start):
            played.append((start.rules.id, [player.name for player in start.players]))
            return True

        monkeypatch.setattr(app, "play", play_games)
        await press(pilot, "n", "down", "enter", "enter", "escape")
        assert isinstance(app.screen, VariantScreen)
        await press(pilot, "enter", "end")
        assert played == [("grandma-davis", ["Player 1", "Mabel", "Otto", "Ida"])]
        assert app.settings.variant == "grandma-davis"
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "n", "enter")
        assert "Grandma Davis" in app.screen.heading()
        assert "Mabel" in screen_text(app)


@pytest.mark.slow
async def test_a_resize_loses_no_typed_letter(tmp_path):
    async with showing(seats_screen("Ann", "Bob"), tmp_path) as (app, pilot):
        await press(pilot, "enter", "Z", "o")
        for size in ((40, 10), SMALL, (150, 50), SMALL):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        await press(pilot, "e", "enter")
        assert app.screen.seating.seats[0].name == "Zoe"


async def test_enter_keeps_the_house_rules_that_are_marked(tmp_path):
    async with showing(VariantScreen(variants()), tmp_path) as (app, pilot):
        await press(pilot, "h", "space", "enter", "enter")
        assert app.answers != [load_variant("california")]
        assert app.answers[0].id == "california"


def test_in_a_first_game_computers_play_for_people_who_begin():
    first = [seat.bot for seat in seat_choice._fitting(load_variant("california"), ())]
    assert first[0] == ""
    assert set(first[1:]) == {"easy"}
    later = seat_choice._fitting(load_variant("california"), [Player("Ann")])
    assert [seat.bot for seat in later[1:]] in ([], ["simple"])


@pytest.mark.parametrize("size", [SMALL, (120, 40)])
async def test_the_command_that_lets_a_computer_search_is_whole_however_long(
    tmp_path, monkeypatch, size
):
    monkeypatch.setattr(machine_code, "has_numba", lambda: False)
    monkeypatch.setattr(sys, "executable", "/home/margarete/family games/rummy/.venv/bin/python")
    seats = [Player("Otto", "master"), Player("Ida", "hard")]
    screen = at_first_seat(load_variant("california"), seats)
    async with showing(screen, tmp_path, size) as (app, pilot):
        await pilot.pause()
        shown = app.screen.query_one("#install")
        assert shown.parent.content_region.contains_region(shown.region)
        lines = shell_lines(install_command("full"), app.screen.across)
        assert [line.strip() for line in shown.text.splitlines()] == lines
        assert all(line in screen_text(app) for line in lines)


async def test_the_command_that_lets_a_computer_search_stands_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(machine_code, "has_numba", lambda: False)
    seats = [Player("Ann"), Player("Otto", "master"), Player("Ida", "hard")]
    screen = at_first_seat(load_variant("california"), seats)
    async with showing(screen, tmp_path) as (app, pilot):
        commands = []
        for _ in seats:
            lines = [line.strip() for line in screen_text(app).splitlines()]
            commands.append(install_command("full") in lines)
            await press(pilot, "down")
        assert commands == [False, True, False]
        monkeypatch.setattr(sys, "argv", ["/home/ann/shanghai.pyz"])
        await press(pilot, "up", "up")
        assert app.screen.seating.marked.name == "Otto"
        text = " ".join(screen_text(app).split())
        assert "cannot be added to the program in one file" in text
        assert "numba" not in text
