"""The moves of computer players at the table: thought about beside the screen, shown in time."""

import asyncio
from math import ceil
from typing import Final

from shanghai.bots.pool import Abandoned
from shanghai.engine.actions import Call, CallShanghai, Draw, SeatAction
from shanghai.host.host import Host
from shanghai.terminal import threads
from shanghai.ui.kit.app import GameApp
from shanghai.ui.table.session.session import Session
from shanghai.ui.table.table_screen import TableScreen
from shanghai.words.table import MOMENT

PACES: Final = {"slow": 1.6, "normal": 0.8, "fast": 0.3, "at once": 0.0}
"""Seconds between two moves of computer players, by the setting."""
STEP: Final = 0.1
"""Seconds to a multiple of which a move is put off that took longer than it should."""
LOOK: Final = 0.1
"""Seconds after which a thought that goes on is looked at again."""
PATIENT_LOOKS: Final = 4
"""Looks after which a person who has done something is told what it waits for."""
SLACK: Final = 0.5
"""Seconds beyond its limit after which a thought is left to itself that nothing can break in on."""


def shown_after(thought: float, pace: float, think: float | None) -> float:
    """Seconds from the question to the move, the same whatever the cards made a computer think.

    `think` is the thinking time at this table, None where nobody uses it. A move takes the
    longer of pace and thinking time; one that takes longer still is delayed to a multiple of it.
    """
    least = max(pace, think or 0.0)
    if thought <= least or not least:
        return max(thought, least)
    step = think or STEP
    return step * ceil(thought / step)


class Pacing:
    """The time since the computers were asked what they are being asked now."""

    def __init__(self) -> None:
        self._about: object = None
        self._since = 0.0

    def ask(self, about: object, now: float) -> None:
        """Notes what is asked; the time runs from the first time that it is the same."""
        if about != self._about:
            self._about, self._since = about, now

    def left(self, now: float, pace: float, think: float | None) -> float:
        """Seconds until the answer is shown."""
        thought = now - self._since
        return max(0.0, shown_after(thought, pace, think) - thought)


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
        host.computers.think = self._app.thinking_time
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
