"""A screen that takes another size looks as if it had begun with that size, both ways."""

import pytest

from shanghai.engine.events import DealerDrawn
from shanghai.ledger.paper import PaperGame
from shanghai.storage.settings import SeatChoice
from shanghai.ui.evenings.deals import DealCodeScreen
from shanghai.ui.evenings.ledger import LedgerScreen
from shanghai.ui.evenings.paper import PaperScreen
from shanghai.ui.kit.help import HelpScreen
from shanghai.ui.kit.list_screen import Choice, PickScreen
from shanghai.ui.scores.card import GameOverScreen, ScorecardScreen
from shanghai.ui.scores.round_over import RoundOverScreen
from shanghai.ui.setup.compare import CompareScreen
from shanghai.ui.setup.menu import MenuScreen
from shanghai.ui.setup.names import NamesScreen
from shanghai.ui.setup.new_game import more_offers
from shanghai.ui.setup.rules import RulesScreen
from shanghai.ui.setup.saved import SavedScreen
from shanghai.ui.setup.seats import HandicapScreen, PlayersScreen
from shanghai.ui.setup.settings import SettingsScreen
from shanghai.ui.setup.variant import (
    EveningScreen,
    HouseRulesScreen,
    MoreGamesScreen,
    VariantScreen,
)
from shanghai.ui.setup.workshop import WorkshopScreen
from shanghai.ui.table.cover import CoverScreen
from shanghai.ui.table.games import DealerScreen
from shanghai.ui.table.leave import LeaveScreen
from shanghai.ui.tutorial.lesson import LessonPage, LessonsScreen
from shanghai.variants.loader import Offer, load_variant
from tests.long import some
from tests.ui.apps import NAMES, SIZES, scored, showing
from tests.ui.pictures import screen_text
from tests.ui.scores.test_scoring import HANDS
from tests.ui.table.test_table_pictures import full
from tests.ui.tables import at_table, host_of, press

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

SMALL, WIDE, HUGE = SIZES
RULES = load_variant("california")


KINDS = [Choice(str(number), f"Kind {number}", "with a note") for number in range(12)]
DRAWN = [DealerDrawn(((1, 15, 30, 1), (8, -1, -1, 9)), 0)]


def over(seats=4):
    return scored("california", seats, 10, over=True, hands=HANDS[:seats])


SCREENS = {
    "round over": lambda folder: RoundOverScreen(over()),
    "variants": lambda folder: VariantScreen([Offer(rules=RULES)] * 3),
    "players": lambda folder: PlayersScreen(RULES, [SeatChoice(name) for name in NAMES[:4]]),
    "game over": lambda folder: GameOverScreen(over()),
    "rules": lambda folder: RulesScreen(RULES),
    "house rules": lambda folder: HouseRulesScreen(RULES),
    "workshop": lambda folder: WorkshopScreen(RULES),
    "menu": lambda folder: MenuScreen(),
    "help": lambda folder: HelpScreen("Menu", "A page.", (("x", "Nothing"),)),
    "settings": lambda folder: SettingsScreen(),
    "evening": lambda folder: EveningScreen(RULES),
    "handicap": lambda folder: HandicapScreen("Bob"),
    "names": lambda folder: NamesScreen("Who plays?", 3, 40, (), NAMES),
    "compare": lambda folder: CompareScreen(RULES, [load_variant("playerules")]),
    "saved": lambda folder: SavedScreen(),
    "scorecard": lambda folder: ScorecardScreen(scored("grandma-davis", 4, 3)),
    "ledger": lambda folder: LedgerScreen(),
    "deal code": lambda folder: DealCodeScreen(),
    "leave": lambda folder: LeaveScreen(kept=True),
    "more games": lambda folder: MoreGamesScreen(more_offers()),
    "kinds of evening": lambda folder: PickScreen("Which?", KINDS, "Help."),
    "lessons": lambda folder: LessonsScreen(KINDS),
    "lesson page": lambda folder: LessonPage(RULES, ("What is new. " * 9,) * 3, True),
    "draw for dealer": lambda folder: DealerScreen(DRAWN, NAMES[:4], ("Bob", "7F3A")),
    "paper": lambda folder: PaperScreen(PaperGame.begin(folder, RULES, NAMES[:4])),
    "cover": lambda folder: CoverScreen("Look away.\n{name}", "{name} is here", "Bob"),
}


async def settled(pilot):
    """The picture once nothing changes any more."""
    seen = ""
    while (now := screen_text(pilot.app)) != seen:
        seen = now
        for _ in range(3):
            await pilot.pause()
    return seen


async def taken(pilot, size):
    await pilot.resize_terminal(*size)
    return await settled(pilot)


@pytest.mark.parametrize("name", some(SCREENS, 3))
async def test_a_screen_follows_the_size_of_its_window(tmp_path, name):
    begun = {}
    for size in SIZES:
        async with showing(SCREENS[name](tmp_path), tmp_path, size) as (_, pilot):
            begun[size] = await settled(pilot)
    for first, *others in ((SMALL, WIDE, HUGE, WIDE), (HUGE, WIDE, SMALL, HUGE)):
        async with showing(SCREENS[name](tmp_path), tmp_path, first) as (_, pilot):
            for size in others:
                assert await taken(pilot, size) == begun[size], (first, size)


AT_TABLE = {
    "public": "",
    "own": "enter",
    "called": "2",
    "hidden": "enter b",
    "wishes": "enter f",
    "look away": "v 2",
    "look": "v 2 p",
    "log": "i",
    "seats": "y",
    "scores": "c",
    "correct": "c c",
    "rules": "r",
    "leave": "q",
}


@pytest.mark.parametrize("keys", some([(keys.split(),) for keys in AT_TABLE.values()], 3))
async def test_the_table_follows_the_size_of_its_window(tmp_path, keys):
    begun = {}
    for size in (SMALL, HUGE):
        async with at_table(tmp_path / str(size), host_of(full()), size) as (_, pilot):
            await press(pilot, *keys)
            begun[size] = await settled(pilot)
    async with at_table(tmp_path / "resized", host_of(full()), SMALL) as (_, pilot):
        await press(pilot, *keys)
        for size in (HUGE, SMALL):
            assert await taken(pilot, size) == begun[size], size
