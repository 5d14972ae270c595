"""What names the key of drawing, looked at by a process in which that key is `m`."""

from tests.making.keys import key_lines
from tests.ui.tables import HANDS, at_table, flat, host_of, position, press
from tests.ui.tutorial.test_lesson import in_lesson


async def look(folder):
    """Looks at bar, key, help, palette, lesson and the page of keys."""
    host = host_of(position("grandma-davis", HANDS, turn="Ann", phase="draw", by="Cy"))
    async with at_table(folder / "table", host) as (app, pilot):
        await press(pilot, "enter")
        assert "v Draw" in flat(app), "the bar"
        palette = [command.help for command in app.get_system_commands(app.screen)]
        assert "Draws a card from the stock. Key: v" in palette, "the palette"
        await press(pilot, "question_mark")
        assert "v Draw" in flat(app), "the help"
        await press(pilot, "escape", "d")
        assert host.state.phase.value == "draw"
        await press(pilot, "v")
        assert host.state.phase.value == "play", "the key itself"
    async with in_lesson(folder / "lesson", "playerules") as (app, pilot):
        await press(pilot, "enter")
        assert "Press v to draw" in flat(app), "the lesson"
    assert any("`v` draw" in line for line in key_lines()), "the page of keys"
