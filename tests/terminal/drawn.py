"""The program with a terminal that takes down all that is sent to it, cell by cell."""

import asyncio
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import pyte
import pytest
from rich.color import ColorSystem
from textual._compositor import Compositor
from textual.drivers.headless_driver import HeadlessDriver

from shanghai.terminal.picture import Picture
from shanghai.ui import app
from shanghai.ui.app import ShanghaiApp
from tests.patience import Patience
from tests.terminal import emulator
from tests.ui.rest import rest_by_the_loop

DRAW = Compositor.render_update
"""What draws, also after the tests of `ui` have put something cheaper in its place."""
COLOURS = {
    "truecolor": ColorSystem.TRUECOLOR,
    "256": ColorSystem.EIGHT_BIT,
    "16": ColorSystem.STANDARD,
}


class Recorder(HeadlessDriver):
    """A driver that passes on what it writes."""

    is_headless = False

    def __init__(self, *args, **named):
        super().__init__(*args, **named)
        self.sent = []

    def write(self, data):
        self.sent.append(data)


class DrawnApp(ShanghaiApp):
    """The program, drawn as in a terminal of some colours."""

    CSS_PATH = Path(app.__file__).with_name("app.tcss")

    def __init__(self, options, depth="truecolor"):
        super().__init__(options)
        self.picture = Picture(COLOURS[depth])
        # Keys are never too early.
        self.clock = count(0, 0.5).__next__

    def get_driver_class(self):
        return Recorder


class Drawn:
    """What a terminal shows of an app, and what was sent to it."""

    def __init__(self, app, pilot, size):
        self.app, self.pilot = app, pilot
        self.terminal = pyte.Screen(*size)
        self.frames = app._driver.sent

    def take(self):
        """Draws what was sent, and gives its frames in bytes."""
        frames, self.frames[:] = [*self.frames], []
        for frame in frames:
            emulator.feed(self.terminal, frame)
        return [len(frame.encode()) for frame in frames]

    async def press(self, *keys):
        """The frames that follow from keys."""
        await self.pilot.press(*keys)
        await self.pilot.pause()
        patience = Patience()
        while self.app._batch_count and not self.app._exit:
            # What changes in a batch is drawn after it.
            await asyncio.sleep(0.001)
            await self.pilot.pause()
            patience.require("a batch of changes does not end")
        return self.take()

    def faults(self):
        """The cells that the terminal shows otherwise than the screen on top is drawn."""
        app = self.app
        strips = app.screen._compositor.render_strips()
        meant = Picture(app.picture._cells._colors)
        meant.resize(*app.size)
        for y, strip in enumerate(strips):
            meant.paint(y, 0, strip)
        whole = pyte.Screen(*app.size)
        emulator.feed(whole, meant.difference())
        pairs = zip(emulator.cells(self.terminal), emulator.cells(whole), strict=True)
        return [
            (y, x, one, other)
            for y, rows in enumerate(pairs)
            for x, (one, other) in enumerate(zip(*rows, strict=True))
            if one != other
        ]


@asynccontextmanager
async def drawn(options, size, depth="truecolor"):
    """An app at its first screen."""
    with pytest.MonkeyPatch.context() as patch:
        rest_by_the_loop(patch)
        patch.setattr(Compositor, "render_update", DRAW)
        app = DrawnApp(options, depth)
        async with app.run_test(size=size, headless=False) as pilot:
            shown = Drawn(app, pilot, size)
            app.draw_anew()
            await pilot.pause()
            shown.take()
            yield shown
