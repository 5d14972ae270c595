"""The views of a table: the one place that opens and closes the public screen and own views."""

import asyncio
from typing import TypeVar

from textual.screen import Screen

from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.ui import open as opening
from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.table.cover import COVER_CELLS
from shanghai.ui.table.hand_screen import HandScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.ui.table.session.requests import HandOverKeyboard
from shanghai.ui.table.session.session import Session
from shanghai.ui.table.table_screen import TableScreen
from shanghai.words.short_names import name_at
from shanghai.words.table import keyboard_text, pin_cover_text

AnswerT = TypeVar("AnswerT")


class TableViews:
    """The screens of one game: the public one at the bottom, the own view of a seat over it.

    An own view is opened when its holder has the keyboard, and closed at once when the keyboard
    is another's; no screen closes one itself.
    """

    def __init__(self, app: GameApp, session: Session) -> None:
        self._app = app
        self._session = session
        self._public = PublicScreen(session)
        session.on_seat_left.append(self._close_own)

    async def open(self) -> None:
        """Shows the public screen, and over it at once the view of a person who plays alone."""
        session = self._session
        people = session.people
        is_asked = session.requests.has(HandOverKeyboard) or any(
            map(session.pins.is_locked, people)
        )
        if len(people) != 1 or is_asked:
            await self.open_public()
            return
        # Nobody sees the one that lies below, so it is not drawn.
        with self._app.batch_update():
            self._app.push_screen(self._public)
            await self.seat_people()
        self._app.screen.refresh()

    async def open_public(self) -> None:
        """Shows the public screen alone."""
        await self._app.push_screen(self._public)

    async def seat_people(self) -> None:
        """Opens and closes own views: a single person sits all the time, several take turns."""
        session = self._session
        people = session.people
        if len(people) == 1:
            if session.requests.has(HandOverKeyboard):
                await self._hand_keyboard_to(people[0])
            await self._ask_pin(people[0])
            if session.has_left:
                return
            session.at = people[0]
        elif session.at != NOBODY and (
            session.at not in people
            or session.public().turn != session.at
            or session.pins.is_locked(session.at)
        ):
            session.leave_seat()
        session.requests.drop(HandOverKeyboard)
        open_views = self._own_views()
        if any(screen.seat != session.at for screen in open_views):
            await self.close_hands()
            open_views = []
        if session.at != NOBODY and not open_views:
            await self._app.open(opening.player_view(session, session.at))

    async def _hand_keyboard_to(self, seat: SeatIndex) -> None:
        """Covers everything until the player of a seat has the keyboard."""
        await self.close_hands()
        name = name_at(self._session.public(), seat, COVER_CELLS)
        await self._app.ask(opening.cover(keyboard_text(name), f"{name} is here", name))

    async def _ask_pin(self, seat: SeatIndex) -> None:
        """Asks for the PIN of the only person, again and again behind a cover."""
        session = self._session
        while session.pins.is_locked(seat) and self._app.is_running and not session.has_left:
            await self.close_hands()
            opened = await self._app.ask(opening.ask_pin(session, seat))
            if not opened and session.pins.is_locked(seat) and not session.has_left:
                name = name_at(session.public(), seat, COVER_CELLS)
                await self._app.ask(opening.cover(pin_cover_text(name), f"{name} is here", name))

    def _own_views(self) -> list[HandScreen[None]]:
        stack = self._app.screen_stack
        return [screen for screen in stack if isinstance(screen, HandScreen) and screen.is_own]

    def _close_own(self, seat: SeatIndex) -> None:
        """Takes the own view of a seat away, at once if nothing lies over it."""
        screen = self._app.screen
        if isinstance(screen, HandScreen) and screen.is_own and screen.seat == seat:
            screen.dismiss(None)

    def redraw(self) -> None:
        """Draws the screen on top again if it belongs to the table, else its keys."""
        if not self._app.is_running:
            return
        screen = self._app.screen
        if isinstance(screen, TableScreen) and screen.is_mounted:
            screen.redraw()
        elif isinstance(screen, BaseScreen) and screen.CALLS_OPEN and screen.is_mounted:
            screen.refresh_keys()

    def say(self, sentence: str) -> None:
        """Says a sentence on the screen on top, if it belongs to the table."""
        if isinstance(self._app.screen, TableScreen):
            self._app.screen.say(sentence)

    async def close_hands(self) -> None:
        """Takes away every screen above the public one."""
        while not isinstance(self._app.screen, PublicScreen):
            await self._app.pop_screen()

    async def show_over_public(self, screen: Screen[AnswerT]) -> AnswerT | None:
        """Shows a screen in place of all above the public one and waits for its answer."""
        answered: asyncio.Future[AnswerT | None] = asyncio.get_running_loop().create_future()

        def answer(given: AnswerT | None) -> None:
            if not answered.done():
                answered.set_result(given)

        with self._app.batch_update():
            await self.close_hands()
            await self._app.open(screen, answer)
        self._app.screen.refresh()
        return await answered

    async def close(self) -> None:
        """Takes away the public screen and all above it, if the app still has them."""
        while self._app.is_running and self._public in self._app.screen_stack:
            await self._app.pop_screen()
