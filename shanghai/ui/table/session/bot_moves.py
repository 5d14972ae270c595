"""The moves of computer players at the table: thought about beside the screen, shown in time."""

import asyncio
from typing import Final

from shanghai.bots.pool import Abandoned
from shanghai.engine.actions import Call, CallShanghai, Draw, SeatAction
from shanghai.host.host import Host
from shanghai.terminal import threads
from shanghai.ui.kit.app import GameApp
from shanghai.ui.table.session.pacing import PACES, STEP, Pacing, thinking_time
from shanghai.ui.table.session.session import Session
from shanghai.ui.table.table_screen import TableScreen
from shanghai.words.table import MOMENT

LOOK: Final = 0.1
"""Seconds after which a thought that goes on is looked at again."""
PATIENT_LOOKS: Final = 4
"""Looks after which a person who has done something is told what it waits for."""
SLACK: Final = 0.5
"""Seconds beyond its limit after which a thought is left to itself that nothing can break in on."""


class BotMoves:
    """Lets the computer players of one game act."""

    def __init__(self, app: GameApp, host: Host, session: Session) -> None:
        self._app = app
        self._host = host
        self._session = session
        self._pacing = Pacing()

    async def next_move(self) -> SeatAction | None:
        """What a computer does next if nobody at the keyboard must be asked, once it is time.

        None also where the game has gone on or is left meanwhile.
        """
        host, session = self._host, self._session
        host.computers.think = thinking_time(self._app)
        version, draw_ok = host.version, not session.window_open()
        now = asyncio.get_running_loop().time
        self._pacing.ask((version, draw_ok), now())
        action = await self._answer(draw_ok)
        if not session.is_bot(host.state.turn):
            session.is_hurried = False
        if action is not None and not session.has_held and not session.is_hurried:
            think = host.computers.think if host.computers.uses_time else None
            await self._pause(self._pacing.left(now(), self._pace(action), think))
        return action if host.version == version and not session.has_left else None

    async def _answer(self, draw_ok: bool) -> SeatAction | None:
        """What a computer wants to do; goes on without one that does not come back."""
        host = self._host
        thought = asyncio.ensure_future(threads.in_thread(host.bot_action, draw_ok=draw_ok))
        thought.add_done_callback(lambda done: done.cancelled() or done.exception())
        held = 0
        while not self._session.has_left:
            await asyncio.wait({thought}, timeout=LOOK)
            if thought.done():
                break
            held += self._session.has_held
            if held == PATIENT_LOOKS:
                self._say_that_it_waits()
            if host.computers.waited > host.computers.patience + SLACK:
                host.give_up()
                return await self._answer(draw_ok)
        if not thought.done():
            return None
        try:
            return thought.result()
        except Abandoned:
            return None

    def _say_that_it_waits(self) -> None:
        """Says why an action of a person is not done yet."""
        screen = self._app.screen
        if isinstance(screen, TableScreen):
            screen.say(MOMENT, "dim")

    def _pace(self, action: SeatAction) -> float:
        """Seconds that a move takes at least; people need not watch a computer draw."""
        pace = PACES.get(self._app.settings.pace, 0.0)
        return min(pace, STEP) if isinstance(action, Draw) and self._session.people else pace

    async def _pause(self, seconds: float) -> None:
        """Waits so long, or until a person does something."""
        try:
            await asyncio.wait_for(self._session.changed.wait(), seconds)
        except TimeoutError:
            return


def is_call(action: SeatAction) -> bool:
    """Whether a move is a call of the top discard."""
    return isinstance(action, Call | CallShanghai)
