"""Deal codes from the menu: typed or made, played, and the tables compared deal by deal."""

import pytest

from shanghai.__main__ import main
from shanghai.engine.state import Phase
from shanghai.ledger.ledger import Wanted, ledger_of
from shanghai.storage.entries import Terms
from shanghai.storage.saves import path_of, sound_game
from shanghai.storage.verdict import GameSummary, RoundSummary, SeatSummary
from shanghai.storage.writer import GameWriter
from shanghai.table.chance import CardSource
from shanghai.table.host import Host, Player
from shanghai.ui.evenings.deals import DealCodeScreen, DealTablesScreen
from shanghai.ui.evenings.finished import FinishedScreen
from shanghai.ui.setup.menu import MenuScreen
from shanghai.ui.setup.seats import PlayersScreen
from shanghai.ui.table.dealer import DealerScreen
from shanghai.variants.deal_code import (
    CUT,
    CodeFault,
    DealCode,
    code_of,
    named_variants,
    read_code,
    rules_of,
    write_code,
)
from shanghai.variants.house_rules import with_chosen
from shanghai.variants.loader import load_variant
from tests.long import some
from tests.playable import only_rounds
from tests.saving import clock
from tests.ui.apps import SIZES, at_menu, click_key, click_text, press, showing, until
from tests.ui.pictures import assert_pictures, screen_text

CODE = write_code(DealCode("playerules", (), 3, 77))


def play_code(data, *names):
    """A finished game of two rounds with the cards of the code; its id."""
    rules = only_rounds(load_variant("playerules"), (1, 2))
    players = [Player(name, "easy") for name in names]
    host = Host(rules, players, CardSource(77, is_fair=True, cuts=(CUT,)))
    writer = GameWriter.begin(data, host, now=clock, terms=Terms(code=CODE, known_seed=True))
    host.draw_for_dealer()
    while host.state.phase is not Phase.GAME_OVER:
        if host.state.phase in (Phase.DEALING, Phase.ROUND_OVER):
            host.deal()
        else:
            host.do(host.bot_action())
    writer.close()
    return writer.id


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("deals")
    return folder, [play_code(folder, "Ann", "Bob", "Cy"), play_code(folder, "Dora", "Eve", "Fay")]


async def type_text(pilot, text):
    await press(pilot, *({"-": "minus", " ": "space"}.get(letter, letter) for letter in text))


async def to_deals(pilot):
    await press(pilot, "o", "2")
    await until(pilot, lambda: "Type a code" in screen_text(pilot.app))


@pytest.mark.parametrize("size", some([(size,) for size in SIZES]))
async def test_a_typed_code_leads_to_its_cards(tmp_path, size):
    async with at_menu(tmp_path, size) as (app, pilot):
        await to_deals(pilot)
        await press(pilot, "enter")
        await type_text(pilot, CODE.lower()[:-1])
        await press(pilot, "enter")
        assert "18 letters" in " ".join(screen_text(app).split())
        await type_text(pilot, CODE.lower()[-1])
        assert "3 players" in screen_text(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, PlayersScreen)
        assert app.screen.seating.why_full
        await press(pilot, "end")
        await until(pilot, lambda: isinstance(app.screen, DealerScreen))
        (journal,) = (tmp_path / "games").glob("*/game.jsonl")
        read = sound_game(journal)
        assert read.header.terms.code == CODE
        assert (read.header.seed, len(read.players)) == ("77", 3)
        assert read.header.rules == load_variant("playerules")


@pytest.mark.slow
async def test_a_code_is_made_by_mouse(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        await click_text(pilot, "Other evenings")
        await click_text(pilot, "Same cards")
        await until(pilot, lambda: "Make a code" in screen_text(app))
        await click_text(pilot, "Make a code")
        await click_key(pilot, "Play this")
        await click_text(pilot, "3 players")
        assert isinstance(app.screen, DealCodeScreen)
        code = app.screen.query_one("Input").value
        deal = read_code(code, named_variants())
        assert deal.players == 3
        await click_key(pilot, "Take it")
        assert isinstance(app.screen, PlayersScreen)
        await press(pilot, "escape")
        await until(pilot, lambda: "Make a code" in screen_text(app))
        await press(pilot, "escape", "escape")
        assert isinstance(app.screen, MenuScreen)


async def test_the_tables_of_a_code_are_compared_and_it_is_played_once_more(played):
    folder, _ = played
    async with at_menu(folder) as (app, pilot):
        await to_deals(pilot)
        assert f"{CODE}" in screen_text(app)
        assert "2 tables" in screen_text(app)
        await click_text(pilot, CODE)
        await until(pilot, lambda: isinstance(app.screen, DealTablesScreen))
        assert "Table 2" in screen_text(app)
        await press(pilot, "p")
        await until(pilot, lambda: isinstance(app.screen, PlayersScreen))
        await press(pilot, "escape")


def summary(day, points, *names):
    """A finished game with the code: the points of each deal, seat by seat."""
    seats = tuple(
        SeatSummary(name, "", sum(line[at] for line in points)) for at, name in enumerate(names)
    )
    rounds = tuple(RoundSummary(at + 1, line, 0, "out") for at, line in enumerate(points))
    when = f"2031-07-{day:02} 20:15"
    return GameSummary(when, "", "playerules", "Seven", when, when, seats, rounds, (0,), code=CODE)


async def test_pictures(tmp_path):
    games = [
        summary(2, ((0, 35, 12), (20, 0, 7), (5, 15, 0)), "Dora", "Eve", "Christopher-Robin"),
        summary(1, ((10, 0, 12), (0, 25, 7)), "Ann", "Bob", "Oma"),
    ]
    tables = DealTablesScreen(CODE, ledger_of(games, Wanted(), {}))
    async with showing(tables, tmp_path) as (_, pilot):
        await assert_pictures("deal-tables", pilot, SIZES)
    async with showing(DealCodeScreen(CODE), tmp_path) as (_, pilot):
        await assert_pictures("deal-code", pilot, SIZES)


async def test_a_finished_game_shows_its_code_and_the_other_tables(played):
    folder, (game, _) = played
    screen = FinishedScreen(game, sound_game(path_of(folder, game)))
    async with showing(screen, folder) as (app, pilot):
        assert CODE in screen_text(app)
        await press(pilot, "t")
        await until(pilot, lambda: isinstance(app.screen, DealTablesScreen))
        await press(pilot, "p", "escape")
        assert app.screen is screen


def test_the_code_is_public(played, capsys):
    folder, (game, _) = played
    assert main(["show", game, "--public", "--data-dir", str(folder)]) == 0
    assert f"Deal code: {CODE}" in capsys.readouterr().out


def test_a_code_is_made_of_offered_house_rules_alone():
    rules = load_variant("california")
    taken = with_chosen(rules, [rules.house_rules[1], rules.house_rules[-1]])
    code = code_of(taken, 4, 5)
    deal = read_code(code, named_variants())
    assert deal == DealCode("california", (1, len(rules.house_rules) - 1), 4, 5)
    assert rules_of(deal) == taken
    with pytest.raises(CodeFault, match="whole game"):
        code_of(only_rounds(rules, (1, 2)), 4, 5)


async def test_cards_of_a_code_are_never_called_proved(played):
    data, (game, _) = played
    finished = FinishedScreen(game, sound_game(path_of(data, game)))
    async with showing(finished, data) as (app, pilot):
        await press(pilot, "p")
        await until(pilot, lambda: "Holds, but the cards were known." in screen_text(app))
        assert f"those of the deal code {CODE}" in " ".join(screen_text(app).split())
        assert "Proved." not in screen_text(app)
