"""All of a table by the mouse alone: a click on the title opens the palette, which has it all."""

import pytest
from textual.command import CommandPalette

from shanghai.ui.kit.keybar import TitleLine
from shanghai.ui.setup.rules import RulesScreen
from shanghai.ui.table.seat import TableSeatsScreen
from tests.long import long
from tests.ui.tables import at_table, before_draw, host_of, press, settle

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")


async def do(app, name):
    """Does a command as a click in the palette does."""
    (found,) = [one for one in app.get_system_commands(app.screen) if one.title == name]
    await found.callback()


async def test_a_click_on_the_title_opens_the_palette(tmp_path):
    async with at_table(tmp_path, host_of(before_draw())) as (app, pilot):
        await press(pilot, "enter")
        await pilot.click(TitleLine)
        await settle(pilot)
        assert isinstance(app.screen, CommandPalette)


@pytest.mark.parametrize(
    ("name", "opens"), [("Rules", RulesScreen), long("Seats", TableSeatsScreen)]
)
async def test_the_palette_has_what_has_no_place_in_the_bar(tmp_path, name, opens):
    async with at_table(tmp_path, host_of(before_draw())) as (app, pilot):
        await press(pilot, "enter")
        await do(app, name)
        await settle(pilot)
        assert isinstance(app.screen, opens)


async def test_needs_and_leaving_are_in_the_palette_too(tmp_path):
    async with at_table(tmp_path, host_of(before_draw())) as (app, pilot):
        await press(pilot, "enter")
        was = app.screen.needs.is_hidden
        await do(app, "Needs")
        assert app.screen.needs.is_hidden != was
        titles = [one.title for one in app.get_system_commands(app.screen)]
        assert len(titles) == len(set(titles)), titles
        assert {"Leave", "Leave the program"} <= set(titles)
