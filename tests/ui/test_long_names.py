"""Eight names of twenty wide letters at the fullest table: every screen is whole at every size."""

import re

import pytest
from msgspec import structs
from textual.widgets import Input

from shanghai.engine.cards import read_face
from shanghai.engine.events import DealerDrawn
from shanghai.engine.seen import public_view
from shanghai.engine.state import Ending, Phase, RoundResult
from shanghai.storage.writer import GameWriter
from shanghai.table.host import Host, Player
from shanghai.ui.scores.card import GameOverScreen, ScorecardScreen
from shanghai.ui.scores.correct import CorrectScreen
from shanghai.ui.scores.round_over import RoundOverScreen
from shanghai.ui.setup.saved import SavedScreen
from shanghai.ui.setup.seats import PlayersScreen
from shanghai.ui.table.cover import CoverScreen
from shanghai.ui.table.dealer import DealerScreen
from shanghai.ui.table.log_screen import LogScreen
from shanghai.ui.table.peek import PeekScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.ui.table.seat import TableSeatsScreen
from shanghai.ui.table.table_contents import TableView
from shanghai.ui.table.targets import SeatTarget
from shanghai.ui.table.undo import UndoScreen
from shanghai.ui.table.wishes import WishScreen
from shanghai.variants.loader import load_variant
from tests.ui.apps import LATE, at_menu
from tests.ui.measured import cuts
from tests.ui.pictures import assert_picture, screen_text
from tests.ui.table.test_table_pictures import HAND, MELDS, NAMES as SHORT
from tests.ui.tables import (
    SMALL,
    Clock,
    at_table,
    click_target,
    host_of,
    pick,
    position,
    press,
    settle,
)

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")

OWN = "東西南北春夏秋冬"
AT_THE_END = tuple("漢" * 18 + letter + "字" for letter in OWN)
AT_THE_START = tuple(letter + "漢" * 19 for letter in OWN)
_LETTERS = f"[漢字{OWN}]+"


def fullest(names, phase="draw", rounds=9):
    """Eight seats, 24 melds, a hand of 26 cards, so many rounds scored, the keys of all rules."""
    rest = ("3S 6S", "KH AD", "2H", "JD 3H 9C", "KS 10D", "AH", "2C 9D")
    owners = dict(zip(SHORT, names, strict=True))
    state = position(
        "california",
        dict(zip(names, (HAND, *rest), strict=True)),
        turn=names[0],
        phase=phase,
        round=min(10, rounds + 1),
        table=[(owners[owner], kind, cards) for owner, kind, cards in MELDS],
        discards="AH QC",
        by=names[7],
    )
    made = [
        RoundResult(n, tuple(5 * ((7 * seat + n) % 23) for seat in range(8)), n % 8, Ending.OUT)
        for n in range(1, rounds + 1)
    ]
    totals = [sum(result.points[seat] for result in made) for seat in range(8)]
    seats = (structs.replace(s, score=n) for s, n in zip(state.seats, totals, strict=True))
    rules = structs.replace(state.rules, call_when_down=True, shanghai=True, last_discard=False)
    return structs.replace(state, rules=rules, seats=tuple(seats), results=tuple(made))


def check(app, names):
    """Nothing overlaps, nothing is out of sight, and a name that is cut bears the mark."""
    screen, text = app.screen, screen_text(app)
    where = f"{type(screen).__name__}:\n{text}"
    assert not cuts(app), where
    for found in re.finditer(_LETTERS, text):
        name = found.group()
        before, after = text[: found.start()][-1:], text[found.end() :][:1]
        is_begin = after == "…" and any(whole.startswith(name) for whole in names)
        is_end = before == "…" and any(whole.endswith(name) for whole in names)
        is_inner = before == after == "…"
        assert name in names or is_begin or is_end or is_inner, f"{name}; {where}"
    if screen.query(TableView):
        found = re.findall(rf"[▲■▼◊♪☼□▬] ([1-8]) (…?{_LETTERS}\S*)", text)
        assert sorted(seat for seat, _ in found) == list("12345678"), where
        assert len({name for _, name in found}) == 8, where


CASES = [
    pytest.param(SMALL, AT_THE_END, id="80"),
    pytest.param(SMALL, AT_THE_START, id="80-start", marks=pytest.mark.slow),
    pytest.param((120, 40), AT_THE_END, id="120", marks=pytest.mark.slow),
    pytest.param((200, 60), AT_THE_END, id="200", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("size", "names"), CASES)
async def test_every_screen_of_the_fullest_table_is_whole(tmp_path, size, names):
    host = host_of(fullest(names))
    async with at_table(tmp_path, host, size, no_needs=()) as (app, pilot):

        async def see(kind, *keys, picture=""):
            await press(pilot, *keys)
            await settle(pilot)
            assert isinstance(app.screen, kind), screen_text(app)
            check(app, names)
            if picture and names is AT_THE_END and size == SMALL:
                assert_picture(f"long-{picture}", app)

        await see(PublicScreen, picture="window")
        await see(PublicScreen, "3", "5", "8", picture="called")
        await see(PublicScreen, "v")
        await press(pilot, "v")
        await see(PublicScreen, "s", picture="shanghai")
        await press(pilot, "escape")
        await click_target(pilot, SeatTarget(1))
        await see(CoverScreen)
        await see(PeekScreen, "p", picture="look")
        await press(pilot, "n")
        await see(ScorecardScreen, "c", picture="scorecard")
        await see(CorrectScreen, "c", picture="correct")
        await see(CorrectScreen, "enter", "5", "enter", "a", "enter")
        await press(pilot, "escape", "escape")
        await see(LogScreen, "i")
        await press(pilot, "escape")
        await see(TableSeatsScreen, "y", picture="seats")
        await see(TableSeatsScreen, "enter")
        app.screen.query_one(Input).value = names[1]
        await see(TableSeatsScreen, "enter")
        await press(pilot, "escape", "escape")
        await see(object, "question_mark")
        await press(pilot, "escape")
        await see(object, "q")
        await press(pilot, "escape")
        await see(PlayerScreen, "enter", picture="own-draw")
        await see(PlayerScreen, "d", picture="own")
        app.screen.say(f"{names[0]} " * 3)
        await see(PlayerScreen, picture="own-said")
        await see(CoverScreen, "b")
        await press(pilot, "m")
        await pick(pilot, host, 0, "JK")
        await see(PlayerScreen, "l", picture="place")
        await press(pilot, "escape")
        await see(WishScreen, "f")
        await press(pilot, "escape")
        await see(UndoScreen, "u", picture="take-back")
        await see(UndoScreen, "2")
        await see(object, "escape")


@pytest.mark.parametrize(("size", "names"), CASES)
async def test_every_screen_around_the_fullest_table_is_whole(tmp_path, size, names):
    full = fullest(names, rounds=10)
    over = public_view(structs.replace(full, phase=Phase.ROUND_OVER))
    ended = structs.replace(full, phase=Phase.GAME_OVER)
    rules = load_variant("california")
    draws = (tuple(map(read_face, ["4S", "QH", "4D", "7C", "9S", "JD", "KH", "8C"])),)
    seats = tuple(Player(name) for name in names)
    others = tuple(name[::-1] for name in names)
    players = [Player(name) for name in names]
    writer = GameWriter.begin(tmp_path, host := Host(rules, players, seed=4))
    host.draw_for_dealer()
    host.deal()
    writer.close()
    screens = {
        "seating": PlayersScreen(rules, seats, others),
        "dealer": DealerScreen([DealerDrawn(draws, 0)], names),
        "round-over": RoundOverScreen(over, {1, 2}),
        "game-over": GameOverScreen(public_view(ended), {1, 2}),
        "saved": SavedScreen(),
    }
    level = (structs.replace(s, score=5 if at else 9) for at, s in enumerate(full.seats))
    tied = structs.replace(ended, seats=tuple(level))
    async with at_menu(tmp_path, size) as (app, pilot):

        async def see(screen, *keys, picture=""):
            await app.push_screen(screen)
            await pilot.pause()
            app.clock = Clock()
            app.clock.now = LATE + 60
            await press(pilot, *keys)
            while "Reading" in screen_text(app):
                await pilot.pause(0.01)
            check(app, (*names, *others))
            if picture and names is AT_THE_END and size == SMALL:
                assert_picture(f"long-{picture}", app)

        for name, screen in screens.items():
            await see(screen, picture="" if name == "saved" else name)
            if name == "seating" or (name == "round-over" and size == SMALL):
                await press(pilot, "enter")
                check(app, (*names, *others))
            app.pop_screen()
        await see(GameOverScreen(public_view(tied)))


@pytest.mark.slow
async def test_a_cut_name_is_marked_in_ascii_too(tmp_path):
    names = tuple(f"Bartholomew Featherstonehaugh {number}" for number in range(1, 9))
    host = host_of(fullest(names))
    async with at_table(tmp_path, host, ascii=True, no_needs=()) as (app, pilot):
        for keys in ((), ("enter",), ("c",)):
            await press(pilot, *keys)
            assert screen_text(app).isascii(), screen_text(app)
            said = {found[-1] for found in re.findall(r"B\S*~\S* ?[1-8]", screen_text(app))}
            assert said == set("12345678")
