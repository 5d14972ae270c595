"""The table of commands: each declared once, and read by everything that names a key."""

import gc
import os
import re
import subprocess
import sys
from inspect import getattr_static
from itertools import combinations, product
from pathlib import Path

import pytest

from shanghai.engine.state import Phase
from shanghai.ui import screens
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.kit.screen_keys import word_letters
from shanghai.ui.setup.menu import MenuScreen
from shanghai.ui.table.hand_screen import HandScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.ui.table.table_screen import TableScreen
from shanghai.variants.loader import load_variant
from shanghai.words.keys import OTHER_LETTERS
from shanghai.words.language import in_language
from tests.making.keys import PAGES, key_lines, with_keys
from tests.ui.apps import all_screens, at_menu
from tests.ui.tables import HANDS, at_table, flat, host_of, position, press, status

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

ROOT = Path(__file__).parents[3]


def own_turn(phase="play"):
    return host_of(position("grandma-davis", HANDS, turn="Ann", phase=phase, by="Cy"))


def commands_of_screens():
    return [
        (screen, command) for screen in all_screens() for command in screen.COMMAND_TABLE.values()
    ]


def test_every_command_has_an_action_and_words():
    for screen, command in commands_of_screens():
        owner = getattr(screen, command.part).func if command.part else screen
        shared = screen.__subclasses__()
        if not shared and not command.action.startswith("app."):
            assert hasattr(owner, f"action_{command.action}"), (screen, command.id)
        assert command.help_text.endswith("."), (screen, command.id)


def test_what_asks_about_a_command_is_the_method_of_the_class_that_has_it():
    """A question is asked as it was declared: one that a subclass changes is never heard."""
    asked = set()
    for screen, command in commands_of_screens():
        owner = getattr(screen, command.part).func if command.part else screen
        for question in (command.when, command.why_not, command.label, command.shown):
            function = question.fget if isinstance(question, property) else question
            name = getattr(function, "__qualname__", "")
            if "." in name and "<" not in name:
                there = getattr_static(owner, name.rpartition(".")[2])
                assert there is question, (screen, command.id, name)
                asked.add(name)
    assert len(asked) > 50


def test_no_command_is_on_an_upper_case_letter_or_the_shifted_digits():
    names = {name for _, command in commands_of_screens() for name in command.names}
    assert not [name for name in names if len(name) == 1 and name.isupper()]
    assert not names & {"exclamation_mark", "at", "number_sign", "dollar_sign", "ampersand"}


@pytest.mark.parametrize("language", PAGES)
def test_the_page_of_keys_has_those_of_the_table(language):
    page = PAGES[language].read_text("utf-8")
    assert with_keys(page, language) == page, "python -m tests.making.keys writes them"


async def test_letters_mean_the_same_with_caps_lock_on(tmp_path):
    host = own_turn()
    async with at_table(tmp_path, host) as (_app, pilot):
        await press(pilot, "enter", "X", "X")
        assert host.state.turn == 1


async def test_a_key_of_another_alphabet_says_so_once(tmp_path):
    async with at_table(tmp_path, own_turn()) as (app, pilot):
        await press(pilot, "enter", "χ")
        assert status(app) == OTHER_LETTERS
        await press(pilot, "d", "ч")
        assert status(app) != OTHER_LETTERS


async def test_a_key_of_another_alphabet_says_so_before_a_game_too(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        await pilot.press("n")
        await pilot.pause()
        await pilot.press("ж")
        await pilot.pause()
        assert OTHER_LETTERS in flat(app)


CHANGE = """
import asyncio, importlib.abc, importlib.machinery, sys
from pathlib import Path

class OtherKey(importlib.machinery.SourceFileLoader):
    def get_data(self, path):
        data = super().get_data(path)
        if path.endswith("table/player_moves.py"):
            assert data.count(b'@command("d"') == 1, "the key is declared once"
            return data.replace(b'@command("d"', b'@command("v"')
        return data
    def path_stats(self, path):
        raise OSError("no cached bytecode")
    def set_data(self, *args, **named):
        pass

class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "shanghai.ui.table.player_moves":
            spec = importlib.machinery.PathFinder.find_spec(name, path)
            spec.loader = OtherKey(name, spec.origin)
            return spec

sys.meta_path.insert(0, Finder())
from tests.ui.kit.changed import look
asyncio.run(look(Path(sys.argv[1])))
"""


@pytest.mark.slow
def test_one_key_changed_in_the_table_changes_everything_that_names_it(tmp_path):
    before = [line for line in key_lines() if "`d` draw" in line]
    assert before
    subprocess.run(
        [sys.executable, "-c", CHANGE, str(tmp_path)],
        check=True,
        cwd=ROOT,
        env={**os.environ, "TEXTUAL_ANIMATIONS": "none"},
    )


def test_every_help_text_names_keys_by_commands_of_its_screen():
    for screen in all_screens():
        known = set(screen.COMMAND_TABLE)
        named = set(re.findall(r"\{([a-z0-9-]+)\}", screen.HELP_TEXT))
        assert named <= known, (screen, named - known)


def test_a_screen_that_does_not_say_whether_a_hand_is_on_it_does_not_start():
    class Silent(BaseScreen):
        """Says nothing of hands."""

    try:
        with pytest.raises(TypeError, match=r"SHOWS_NO_HAND.*Silent"):
            Silent()
    finally:
        del Silent
        gc.collect()
    assert isinstance(MenuScreen(), BaseScreen), "one that says so starts"


def test_a_letter_that_shows_a_hand_does_nothing_on_it():
    sort = HandScreen.COMMAND_TABLE["sort"]
    with pytest.raises(TypeError, match=r"Taken: sort is on {'m'}, which shows the hand"):

        class Taken(HandScreen):
            KEYS = (sort.on("m"),)

    with pytest.raises(TypeError, match=r"Public: sort is on {'m'}"):

        class Public(PublicScreen):
            KEYS = (sort.on("m"),)

    with pytest.raises(TypeError, match=r"Looked: sort is on {'p'}"):

        class Looked(HandScreen):
            KEYS = (sort.on("p"),)
            COVERED_BY = "", "", "uncover-look"

    gc.collect()


NEIGHBOURS = [
    (PublicScreen, screens.PlayerScreen),
    (PublicScreen, screens.PeekScreen),
    (screens.PlayerScreen, screens.LayDownScreen),
]
"""Screens that follow each other within a turn, so that a key may be meant for the other one."""
APART = {
    "n": {"nobody", "no-call", "back", "new-meld"},
    "s": {"shanghai", "discard-shanghai"},
    "u": {"undo", "clear-melds"},
    "w": {"witness", "needs"},
}
"""The letters that may mean more than one thing there: no and back, SHANGHAI, undo, and two that
only show something."""


def test_a_letter_means_the_same_on_screens_that_follow_each_other():
    letters = set()
    for one, other in NEIGHBOURS:
        for first in one.COMMAND_TABLE.values():
            for second in other.COMMAND_TABLE.values():
                words = first.message or first.id, second.message or second.id
                for name in {*first.names} & {*second.names}:
                    if name.isalpha() and len(name) == 1 and words[0] != words[1]:
                        letters.add(name)
                        assert {*words} <= APART.get(name, set()), (one, other, name, words)
    assert letters == {*APART}, "no letter is listed that means one thing"


UNUSED = [
    frozenset(id for ids in chosen for id in ids)
    for count in range(4)
    for chosen in combinations(
        [("hold-clock",), ("shanghai", "discard-shanghai"), ("exchange",)], count
    )
]
"""What games may have no use for: a clock, SHANGHAI, the exchange of jokers."""


def used_letters(screen, unused):
    commands = [each for each in screen.COMMAND_TABLE.values() if each.id not in unused]
    return {name for each in commands for name in each.names if len(name) == 1 and name.isalpha()}


@pytest.mark.parametrize("language", ["de", "es"])
def test_a_letter_of_the_language_is_a_key_only_where_it_is_free(language):
    free, at_table = 0, set()
    turn = (PublicScreen, screens.PlayerScreen, screens.PeekScreen, screens.LayDownScreen)
    with in_language(language):
        for screen, unused in product(all_screens(), UNUSED):
            is_at_table = issubclass(screen, TableScreen)
            taken = used_letters(screen, unused)
            for other in turn if is_at_table else ():
                taken |= used_letters(other, unused)
            shows_hand = set("mp") if is_at_table else set()
            for letter, command in word_letters(screen, language, unused).items():
                assert letter not in taken, (screen, letter, unused)
                assert letter not in shows_hand, (screen, letter)
                assert command.id not in unused
                assert command.label_text.lower().startswith(letter), (screen, letter)
                free += 1
                if is_at_table:
                    at_table.add((screen.__name__, letter, command.id))
    assert free > 20, "letters are free on many screens"
    assert (("PlayerScreen", "z", "draw") in at_table) == (language == "de")
    assert not word_letters(MenuScreen, "en", frozenset())


@pytest.mark.parametrize(("seconds", "cap"), [(0, "z"), (10, "d")])
async def test_a_german_letter_draws_where_no_clock_has_it(tmp_path, seconds, cap):
    host = own_turn("draw")
    async with at_table(tmp_path, host) as (app, pilot):
        app.change_settings(language="de", call_seconds=seconds)
        await press(pilot, "enter")
        drawn = {key.command: key.cap for key in app.screen.bar_keys()}["draw"]
        assert drawn == cap == app.screen.keys.cap("draw")
        await press(pilot, "z")
        assert (host.state.phase is Phase.PLAY) == (cap == "z")
        await press(pilot, "d")
        assert host.state.phase is Phase.PLAY, "the English key goes on working"


async def test_a_german_letter_does_what_the_english_one_does(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        app.change_settings(language="de")
        await pilot.pause()
        menu = app.screen
        assert menu.keys.letters["a"].id == "other-evenings"
        named = {keys for keys, _, _ in menu.keys.words()}
        assert any("a" in keys.split() for keys in named), "the help names it too"
        await pilot.press("a")
        await pilot.pause()
        assert app.screen is not menu


async def test_a_letter_begins_a_name_in_every_language(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        app.change_settings(language="de")
        app.push_screen(screens.PlayersScreen(load_variant("california")))
        await pilot.pause()
        assert app.screen.keys.letters == {}
