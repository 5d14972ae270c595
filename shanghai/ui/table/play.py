"""The game loop: it asks the host whose decision it is, and opens and closes the screens."""

import asyncio
from typing import TYPE_CHECKING, TypeVar

from textual.screen import Screen

from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Phase
from shanghai.host.host import Host
from shanghai.terminal import threads
from shanghai.ui import open as opening
from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.table.bot_moves import BotMoves, is_call
from shanghai.ui.table.cover import COVER_CELLS
from shanghai.ui.table.dealer import draw_for_dealer
from shanghai.ui.table.hand_screen import HandScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.ui.table.session.calls import card_helps
from shanghai.ui.table.session.session import Session
from shanghai.ui.table.table_screen import TableScreen
from shanghai.words.short_names import name_at
from shanghai.words.table import HERE_LABEL, SEAT_CHANGED, pin_cover_text

if TYPE_CHECKING:
    from shanghai.ui.open import After

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
        is_asked = session.awaits_keyboard or any(map(session.pins.is_locked, people))
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
            if session.awaits_keyboard:
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
        session.awaits_keyboard = False
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
        await self._app.ask(
            opening.cover(SEAT_CHANGED.format(name=name), HERE_LABEL.format(name=name), name)
        )

    async def _ask_pin(self, seat: SeatIndex) -> None:
        """Asks for the PIN of the only person, again and again behind a cover."""
        session = self._session
        while session.pins.is_locked(seat) and self._app.is_running and not session.has_left:
            await self.close_hands()
            opened = await self._app.ask(opening.ask_pin(session, seat))
            if not opened and session.pins.is_locked(seat) and not session.has_left:
                name = name_at(session.public(), seat, COVER_CELLS)
                cover = opening.cover(pin_cover_text(name), HERE_LABEL.format(name=name), name)
                await self._app.ask(cover)

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


async def play(app: GameApp, host: Host) -> "After | None":
    """Plays a game to its end and gives what is wanted next, None if the players have left."""
    await draw_for_dealer(app, host)
    session = Session(host)
    if host.state.phase in (Phase.DEALING, Phase.THROWN_IN):
        host.deal()
    views = TableViews(app, session)
    await views.open()
    try:
        bots = BotMoves(app, host, session)
        while app.is_running and not session.has_left and host.state.phase is not Phase.GAME_OVER:
            await _step(app, host, session, bots, views)
        if session.has_left or not app.is_running:
            return None
        if session.was_stopped:
            await views.close_hands()
        else:
            await _show_round(host, session, views)
        return await app.ask(opening.game_over(host.public(), session.hinted, session))
    finally:
        await views.close()


async def play_a_round(app: GameApp, host: Host, session: Session) -> bool:
    """Plays the round that is dealt and shows its end; False if the players have left before."""
    views = TableViews(app, session)
    await views.open_public()
    try:
        bots = BotMoves(app, host, session)
        while (
            app.is_running and not session.has_left and host.state.phase in (Phase.DRAW, Phase.PLAY)
        ):
            await _step(app, host, session, bots, views)
        if session.has_left or not app.is_running:
            return False
        await _show_round(host, session, views)
        return not session.has_left
    finally:
        await views.close()


async def _step(
    app: GameApp, host: Host, session: Session, bots: BotMoves, views: TableViews
) -> None:
    """One thing after the other: the next round, a move of a computer, or waiting for people."""
    if host.state.phase is Phase.ROUND_OVER:
        await _show_round(host, session, views)
        if not session.has_left and not session.was_stopped:
            host.deal()
        return
    # Cleared before anything is looked at, so that what people do meanwhile is not missed.
    session.changed.clear()
    while session.to_tell:
        app.notify(session.to_tell.pop(0), timeout=12)
    await views.seat_people()
    if session.asked_undo is not None:
        await _ask_table(app, session, session.asked_undo)
        return
    await _judge_offer(app, session)
    if await _bot_moves(app, host, session, bots, views) or await _wished_calls(session):
        return
    views.redraw()
    await session.changed.wait()


async def _bot_moves(
    app: GameApp, host: Host, session: Session, bots: BotMoves, views: TableViews
) -> bool:
    """Lets a computer player act, if one wants to and nobody at the keyboard must be asked."""
    version = host.version
    action = await bots.next_move()
    if (
        session.has_left
        or session.asked_undo is not None
        or host.version != version
        or not app.is_running
    ):
        return True
    if session.has_held and (action is None or not is_call(action)):
        said = session.do_held()
        views.redraw()
        views.say(said)
        return True
    if action is not None:
        host.do(action)
        views.redraw()
    return action is not None


async def _judge_offer(app: GameApp, session: Session) -> None:
    """Asks the solver whether the card on offer helps a person who is asked only then."""
    session.offers.mode = app.settings.call_offers
    is_alone = len(session.people) == 1 and bool(session.callers())
    if is_alone and session.offers.asks_solver(session.offer):
        helps = await threads.in_thread(card_helps, session.view(session.people[0]))
        session.offers.judge(session.offer, helps)


async def _wished_calls(session: Session) -> bool:
    """Calls for those who wish for the card on offer, once the solver has said what fits."""
    for view in session.unsolved_wishes():
        await threads.in_thread(session.wishes.ask_solver, view)
    return session.call_wishes()


async def _ask_table(app: GameApp, session: Session, seat: SeatIndex) -> None:
    """Asks everybody whether moves are taken back; the game waits meanwhile."""
    request = await app.ask(opening.undo(session, seat))
    session.asked_undo = None
    if request is not None:
        session.take_back(request)


async def _show_round(host: Host, session: Session, views: TableViews) -> None:
    await views.show_over_public(opening.round_over(host.public(), session.hinted, session))
