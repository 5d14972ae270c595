"""What is still to be done for a screen that has gone."""

import asyncio
from typing import ClassVar

from textual.binding import BindingType
from textual.widget import Widget

from shanghai.terminal.screen import WholeScreen
from tests.ui.apps import at_menu, press, until


class Part(Widget):
    """A widget that says when it has gone from its screen, which is about to go as well."""

    when_gone = None

    async def _message_loop_exit(self):
        await super()._message_loop_exit()
        if self.when_gone is not None:
            self.when_gone()


class Dialog(WholeScreen[None]):
    """A screen that looks for its widget whenever it is called, and counts how often."""

    def __init__(self):
        super().__init__()
        self.looks = 0

    def compose(self):
        yield Part()

    def on_mount(self):
        self.look()

    def on_screen_resume(self):
        self.look()

    def look(self):
        self.query_one(Part)
        self.looks += 1


async def shown(app, pilot):
    dialog = Dialog()
    app.push_screen(dialog)
    await pilot.pause()
    assert dialog.looks == 2
    return dialog


async def test_what_waits_for_a_picture_is_not_called_once_its_screen_has_gone(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        dialog = await shown(app, pilot)
        below, held = app.screen_stack[-2], []
        below._invoke_later = lambda *call: held.append(call)
        dialog.call_after_refresh(dialog.look)
        dialog.dismiss()
        await until(pilot, lambda: held and not dialog.is_running)
        del below._invoke_later
        for call in held:
            below._invoke_later(*call)
        await pilot.pause()
        assert dialog.looks == 2


async def test_what_is_next_is_not_called_once_the_widgets_have_gone(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        dialog = await shown(app, pilot)
        part = dialog.query_one(Part)
        part.when_gone = lambda: dialog.call_next(dialog.look)
        dialog.dismiss()
        await until(pilot, lambda: not part.is_attached)
        await pilot.pause()
        assert dialog.looks == 2


async def test_a_worker_ends_before_the_widgets_go(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        dialog = await shown(app, pilot)
        gone = asyncio.Event()

        async def work():
            await gone.wait()
            dialog.look()

        dialog.run_worker(work)
        await pilot.pause()
        dialog.query_one(Part).when_gone = gone.set
        dialog.dismiss()
        await until(pilot, gone.is_set)
        await pilot.pause()
        assert dialog.looks == 2


async def test_a_screen_that_is_left_before_it_has_its_widgets_just_goes(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        dialog = Dialog()
        app.push_screen(dialog)
        dialog.dismiss()
        await pilot.pause()
        assert dialog.looks == 0
        assert not dialog.is_attached


class Next(Dialog):
    """A screen on which w means something."""

    BINDINGS: ClassVar[list[BindingType]] = [("w", "hear", "")]
    hears = 0

    def action_hear(self):
        self.hears += 1


class First(Dialog):
    """A screen on which w means nothing, but which is not on top any more once it has come."""

    def on_key(self):
        self.app.push_screen(Next())


async def test_a_key_without_meaning_is_not_heard_by_the_screen_that_comes_next(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        app.push_screen(First())
        await press(pilot, "w")
        assert isinstance(app.screen, Next)
        assert app.screen.hears == 0
        await press(pilot, "w")
        assert app.screen.hears == 1
