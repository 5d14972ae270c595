"""The game loop: it finds whose decision it is, lets computers act, and opens and closes
screens."""

import asyncio
from contextlib import suppress
from math import ceil
from typing import Final

from textual.screen import Screen

from shanghai.bots.levels import SEARCHING
from shanghai.bots.pool import Abandoned
from shanghai.engine.actions import Draw, SeatAction
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Phase
from shanghai.table.host import Host
from shanghai.table.places import Place
from shanghai.terminal import threads
from shanghai.ui import screens
from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.options import After
from shanghai.ui.table.public_view import PublicScreen
from shanghai.ui.table.seat_keys import seat_keys_of
from shanghai.ui.table.session import Session
from shanghai.ui.table.table_screen import COVER_CELLS, TableScreen
from shanghai.words import table as words
from shanghai.words.short_names import name_at

PACES: Final = {"slow": 1.6, "normal": 0.8, "fast": 0.3, "at once": 0.0}
"""Seconds between two moves of computer players, by the setting of the pace."""
STEP: Final = 0.1
"""A move that took too long is shown at the next multiple of so many seconds."""
SEARCH: Final = 0.8
"""The least seconds of every move if a computer player searches. This is more than it needs, as the
time of a search would show how close its choice was."""
LOOK: Final = 0.1
"""Seconds between two looks at a computer player that is still thinking."""
PATIENT_LOOKS: Final = 4
"""After so many looks, a message says to a person who has acted what the game waits for."""
SLACK: Final = 0.5
"""Seconds beyond its limit after which the game goes on without a player that cannot be
interrupted."""


def shown_after(thought: float, pace: float, think: float | None) -> float:
    """Seconds from the question to the shown move, which must not depend on the cards. It is the
    longer of `pace` and `think`, or more if the thought took longer."""
    least = max(pace, think or 0.0)
    if thought <= least or not least:
        return max(thought, least)
    step = think or STEP
    return step * ceil(thought / step)


class BotMoves:
    """Lets the computer players of a game act, at the chosen pace."""

    def __init__(self, app: GameApp, host: Host, session: Session) -> None:
        self._app, self._host, self._session = app, host, session
        self._about: object = None
        self._since = 0.0
        self._shown = (-1, 0.0)
        """The version after the last move of a computer, and the time at which that was shown."""

    def ask(self, about: object, now: float) -> None:
        """Notes what is asked at the time `now`. Asked the same again, the first time counts."""
        if about != self._about:
            self._about, self._since = about, now

    def left(self, now: float, pace: float, think: float | None) -> float:
        """The seconds until the answer is shown."""
        thought = now - self._since
        return max(0.0, shown_after(thought, pace, think) - thought)

    async def next_move(self) -> SeatAction | None:
        """The next move of a computer, once it is time for it. None if people are asked, or the
        game has gone on."""
        host, session = self._host, self._session
        host.computers.think = self._app.thinking_time
        version, computer_may_draw = host.version, session.computers_may_draw
        now = asyncio.get_running_loop().time
        (at, since), self._shown = self._shown, (-1, 0.0)
        # From move to move, so that what it takes to draw them is not seen either.
        self.ask((version, computer_may_draw), since if at == version else now())
        action = await self._answer(computer_may_draw)
        if not session.is_bot(host.state.turn):
            session.is_hurried = False
        if action is not None and not session.has_pending and not session.is_hurried:
            pace, think = PACES.get(self._app.settings.pace, 0.0), self._thinking()
            if isinstance(action, Draw) and session.people and think is None:
                # People need not watch a computer draw, where that is not to be thought over.
                pace = min(pace, STEP)
            left = self.left(now(), pace, think)
            with suppress(TimeoutError):
                await asyncio.wait_for(session.changed.wait(), left)
        if action is not None:
            self._shown = (version + 1, now())
        return action if host.version == version and not session.has_left else None

    def _thinking(self) -> float | None:
        """The seconds that every move takes at this table, however long a computer thinks. None: no
        fixed time."""
        host = self._host
        known = host.computers.think if host.computers.uses_time else None
        searches = any(player.bot in SEARCHING for player in host.players)
        return max(known or 0.0, SEARCH) if searches else known

    async def _answer(self, computer_may_draw: bool) -> SeatAction | None:
        """What a computer wants to do. Goes on without a player that gives no answer."""
        host = self._host
        thought = asyncio.ensure_future(
            threads.in_thread(host.bot_action, computer_may_draw=computer_may_draw)
        )
        thought.add_done_callback(lambda done: done.cancelled() or done.exception())
        patient_looks = 0
        while not self._session.has_left:
            await asyncio.wait({thought}, timeout=LOOK)
            if thought.done():
                break
            patient_looks += self._session.has_pending
            if patient_looks == PATIENT_LOOKS and isinstance(self._app.screen, TableScreen):
                self._app.screen.say(words.MOMENT, "dim")
            if host.computers.waited > host.computers.patience + SLACK:
                host.abandon_answer()
                return await self._answer(computer_may_draw)
        if not thought.done():
            return None
        try:
            return thought.result()
        except Abandoned:
            return None


class TableViews:
    """The public screen, and the players' own views on top of it. Only this class closes those
    views."""

    def __init__(self, app: GameApp, session: Session) -> None:
        self._app, self._session = app, session
        self.public = PublicScreen(session)
        session.on_seat_left.append(self._close_own)

    async def open(self) -> None:
        """Shows the public screen. If a person plays alone, their own view is shown on top at
        once."""
        session = self._session
        people = session.seating.of(Place.KEYBOARD)
        is_asked = session.awaits_keyboard or any(map(session.pins.is_locked, people))
        if not session.is_alone or is_asked:
            await self._app.push_screen(self.public)
            return
        # Nobody sees the one that lies below, so it is not drawn.
        with self._app.batch_update():
            self._app.push_screen(self.public)
            await self.seat_people()
        self._app.screen.refresh()

    async def seat_people(self) -> None:
        """Opens and closes own views. A single person keeps theirs, several take turns."""
        session = self._session
        alone = session.pass_keyboard()
        if alone != NOBODY:
            if session.awaits_keyboard:
                await self.close_hands()
                name = name_at(session.public(), alone, COVER_CELLS)
                await self._app.ask(screens.CoverScreen(words.KEYBOARD, words.HERE_LABEL, name))
            await self._ask_pin(alone)
            if session.has_left:
                return
            # No notice: it would end the pause before the move of a computer.
            session.keyboard, session.awaits_keyboard = alone, False
        tables = (each for each in self._app.screen_stack if isinstance(each, TableScreen))
        own = [screen.own_seat for screen in tables if screen.own_seat != NOBODY]
        if any(seat != session.keyboard for seat in own):
            await self.close_hands()
            own = []
        if session.keyboard != NOBODY and not own:
            await self._app.open(screens.PlayerScreen(session, session.keyboard))

    async def _ask_pin(self, seat: SeatIndex) -> None:
        session = self._session
        while session.pins.is_locked(seat) and self._app.is_running and not session.has_left:
            await self.close_hands()
            is_unlocked = await screens.is_unlocked(self._app, session, seat)
            if not is_unlocked and session.pins.is_locked(seat) and not session.has_left:
                name = name_at(session.public(), seat, COVER_CELLS)
                await self._app.ask(screens.CoverScreen(words.PIN_COVER, words.HERE_LABEL, name))

    def _close_own(self, seat: SeatIndex) -> None:
        """Closes the own view of a seat, at once if nothing is on top of it."""
        screen = self._app.screen
        if isinstance(screen, TableScreen) and screen.own_seat == seat:
            screen.dismiss(None)

    def redraw(self) -> None:
        """Draws the top screen again if it belongs to the table. Else draws only its keys."""
        if not self._app.is_running:
            return
        screen = self._app.screen
        if isinstance(screen, TableScreen) and screen.is_mounted:
            if not screen.awaits_sight:
                screen.redraw()
        elif isinstance(screen, BaseScreen) and seat_keys_of(screen) and screen.is_mounted:
            screen.draw()
            screen.refresh_keys()

    async def close_hands(self) -> None:
        """Closes every screen above the public one."""
        while not isinstance(self._app.screen, PublicScreen):
            await self._app.pop_screen()

    async def close(self) -> None:
        """Closes the public screen and all screens above it, if they are still open."""
        while self._app.is_running and self.public in self._app.screen_stack:
            await self._app.pop_screen()


async def play(app: GameApp, session: Session) -> After | None:
    """Plays a game to its end. Returns what the players want next, None if they have left."""
    host = session.host
    if host.state.phase in (Phase.DEALING, Phase.THROWN_IN):
        session.begin_round()
    loop = _Loop(app, session)
    await loop.views.open()
    try:
        while loop.goes_on and host.state.phase is not Phase.GAME_OVER:
            await loop.step()
        if not loop.goes_on:
            return None
        if session.was_stopped:
            await loop.views.close_hands()
        else:
            await loop.show_round()
        return await app.ask(screens.GameOverScreen(host.public(), session.hinted, session))
    finally:
        await loop.views.close()


async def play_a_round(app: GameApp, session: Session) -> bool:
    """Plays the dealt round and shows its end. Returns False if the players have left before."""
    host = session.host
    loop = _Loop(app, session)
    await app.push_screen(loop.views.public)
    try:
        while loop.goes_on and host.state.phase in (Phase.DRAW, Phase.PLAY):
            await loop.step()
        if not loop.goes_on:
            return False
        await loop.show_round()
        return not session.has_left
    finally:
        await loop.views.close()


class _Loop:
    def __init__(self, app: GameApp, session: Session) -> None:
        self._app, self._host, self._session = app, session.host, session
        session.host.computers.search = app.search
        self._bots = BotMoves(app, session.host, session)
        self.views = TableViews(app, session)
        self._over: Screen[None] | None = None
        """The screen at the end of a round, while it is shown."""
        session.run_orders_soon(self._redraw)

    def _redraw(self) -> None:
        """Draws the top screen after a move that came from elsewhere."""
        session = self._session
        if not self.goes_on:
            return
        self.views.redraw()
        is_read = session.is_round_read and not session.seating.of(Place.KEYBOARD)
        if is_read and self._over is not None and self._over.is_current:
            self._over.dismiss(None)

    @property
    def goes_on(self) -> bool:
        """Whether the game goes on: the players have not left."""
        return self._app.is_running and not self._session.has_left

    async def step(self) -> None:
        """Does the next thing: deals, lets a computer act, or waits for people."""
        host, session = self._host, self._session
        if host.state.phase is Phase.ROUND_OVER:
            await self.show_round()
            if not session.has_left and not session.was_stopped:
                session.begin_next_round()
            return
        # Cleared before anything is looked at, so that what people do meanwhile is not missed.
        session.changed.clear()
        while session.to_tell:
            self._app.notify(session.to_tell.pop(0), timeout=12)
        await self.views.seat_people()
        if session.agreement is not None:
            # Everybody is asked whether moves are undone; the game waits meanwhile.
            await self._app.ask(screens.UndoScreen(session, session.agreement))
            session.decline()
            return
        await self._judge_offer()
        if await self._let_bots_act():
            return
        # Of these only the solver knows whether they want the top discard.
        for view in list(filter(session.calls.wishes.asks_solver, session.calls.wishing())):
            await threads.in_thread(session.calls.needs.ask, view)
        if not session.call_wishes():
            self.views.redraw()
            with suppress(TimeoutError):
                await asyncio.wait_for(session.changed.wait(), session.wakes_in)

    async def _let_bots_act(self) -> bool:
        """Lets a computer player act, if one wants to and nobody at the keyboard must be asked."""
        host, session = self._host, self._session
        version = host.version
        action = await self._bots.next_move()
        if not self.goes_on or session.agreement is not None or host.version != version:
            return True
        if not session.play(action):
            return False
        self.views.redraw()
        reply, session.late_reply = session.late_reply, None
        if reply is not None and isinstance(self._app.screen, TableScreen):
            self._app.screen.say(reply)
        return True

    async def _judge_offer(self) -> None:
        """Asks the solver whether the card on offer helps a person who is asked only about such
        cards."""
        session = self._session
        # What a lesson or a puzzle is about is asked whatever the settings say.
        offers = self._app.settings.call_offers
        session.calls.offer_mode = "always" if session.is_lesson else offers
        if session.calls.offer_mode == "helps" and session.is_alone and session.calls.able():
            view = session.view(session.seating.of(Place.KEYBOARD)[0])
            if session.calls.needs.are_unknown(view):
                await threads.in_thread(session.calls.needs.ask, view)

    async def show_round(self) -> None:
        """Shows the end of the round until it is read at the keyboard, or by all elsewhere."""
        over = screens.RoundOverScreen(self._host.public(), self._session.hinted, self._session)
        self._over = over
        with self._app.batch_update():
            await self.views.close_hands()
            read = self._app.push_screen(over, wait_for_dismiss=True)
        self._app.screen.refresh()
        await read
        self._over = None
