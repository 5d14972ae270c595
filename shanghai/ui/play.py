"""The game loop: it asks the host whose decision it is, and shows the screen of whoever decides."""

from typing import TYPE_CHECKING

from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Phase
from shanghai.host.host import Host
from shanghai.terminal import threads
from shanghai.text.short_names import name_at
from shanghai.ui import routes
from shanghai.ui.first_deal import draw_for_dealer
from shanghai.ui.router import RoutedApp
from shanghai.ui.screens.base import BaseScreen
from shanghai.ui.screens.table.cover import COVER_CELLS
from shanghai.ui.screens.table.hand_screen import HandScreen
from shanghai.ui.screens.table.public_view import PublicScreen
from shanghai.ui.screens.table.table_screen import TableScreen
from shanghai.ui.session.bot_moves import BotMoves, is_call
from shanghai.ui.session.session import Session
from shanghai.ui.text.table import keyboard_text

if TYPE_CHECKING:
    from shanghai.ui.routes import After


async def play(app: RoutedApp, host: Host) -> "After | None":
    """Plays a game to its end and gives what is wanted next, None if the players have left.

    The public screen lies at the bottom all the time; the own view of whoever is at the keyboard
    is pushed over it and taken away as soon as the keyboard is another's.
    """
    await draw_for_dealer(app, host)
    session = Session(host)
    if host.state.phase is Phase.DEALING:
        host.deal()
    window = await _open_table(app, session)
    try:
        bots = BotMoves(app, host, session)
        while app.is_running and not session.left and host.state.phase is not Phase.GAME_OVER:
            await _step(app, host, session, bots)
        if session.left or not app.is_running:
            return None
        await _close_views(app, session)
        await _show_round(app, host, session)
        return await _show_end(app, host, session)
    finally:
        await _close_all(app, window)


async def _open_table(app: RoutedApp, session: Session) -> PublicScreen:
    """Shows the public screen, and over it at once the view of who plays alone."""
    window = PublicScreen(session)
    if len(session.people) != 1 or session.guards:
        await app.push_screen(window)
        return window
    # Nobody sees the one that lies below, so it is not drawn.
    with app.batch_update():
        await app.push_screen(window)
        await _seat_people(app, session)
    # What was to be drawn meanwhile was not, and is not asked for again.
    app.screen.refresh()
    return window


async def play_a_round(app: RoutedApp, host: Host, session: Session) -> bool:
    """Plays the round that is dealt and shows its end; False if the players have left before."""
    window = PublicScreen(session)
    await app.push_screen(window)
    try:
        bots = BotMoves(app, host, session)
        while app.is_running and not session.left and host.state.phase in (Phase.DRAW, Phase.PLAY):
            await _step(app, host, session, bots)
        if session.left or not app.is_running:
            return False
        await _close_views(app, session)
        await _show_round(app, host, session)
        return not session.left
    finally:
        await _close_all(app, window)


async def _step(app: RoutedApp, host: Host, session: Session, bots: BotMoves) -> None:
    """One thing after the other: the next round, a move of a computer, or waiting for people."""
    if host.state.phase is Phase.ROUND_OVER:
        await _close_views(app, session)
        await _show_round(app, host, session)
        if not session.left:
            host.deal()
        return
    # Cleared before anything is looked at, so that what people do meanwhile is not missed.
    session.changed.clear()
    if session.thrown_in:
        app.notify(session.thrown_in, timeout=12)
        session.thrown_in = ""
    await _seat_people(app, session)
    if session.asks_undo is not None:
        await _ask_table(app, session, session.asks_undo)
        return
    if await _bot_moves(app, host, session, bots) or await _wished_calls(session):
        return
    _redraw(app)
    await session.changed.wait()


async def _bot_moves(app: RoutedApp, host: Host, session: Session, bots: BotMoves) -> bool:
    """Lets a computer player act, if one wants to and nobody at the keyboard must be asked."""
    version = host.version
    action = await bots.next_move()
    if (
        session.left
        or session.asks_undo is not None
        or host.version != version
        or not app.is_running
    ):
        return True
    if session.has_held and (action is None or not is_call(action)):
        said = session.do_held()
        _redraw(app)
        if isinstance(app.screen, TableScreen):
            app.screen.say(said)
        return True
    if action is not None:
        host.do(action)
        _redraw(app)
    return action is not None


async def _wished_calls(session: Session) -> bool:
    """Calls for those who wish for the card on offer, once the solver has said what fits."""
    for view in session.unsolved_wishes():
        await threads.in_thread(session.wishes.ask_solver, view)
    return session.call_wishes()


async def _ask_table(app: RoutedApp, session: Session, seat: SeatIndex) -> None:
    """Asks everybody whether moves are taken back; the game waits meanwhile."""
    order = await app.ask(routes.Undo(session, seat))
    session.asks_undo = None
    if order is not None:
        session.take_back(order)


async def _seat_people(app: RoutedApp, session: Session) -> None:
    """Opens and closes own views: a single person sits all the time, several take turns."""
    people = session.people
    if len(people) == 1:
        if session.guards:
            await _close_views(app, session)
            name = name_at(session.public(), people[0], COVER_CELLS)
            await app.ask(routes.Cover(keyboard_text(name), f"{name} is here", name))
        session.at = people[0]
    elif session.at != NOBODY and (session.at not in people or session.public().turn != session.at):
        session.leave_seat()
    session.guards = False
    open_views = [s for s in app.screen_stack if isinstance(s, HandScreen) and s.is_own]
    if any(screen.seat != session.at for screen in open_views):
        await _close_views(app, session)
        open_views = []
    if session.at != NOBODY and not open_views:
        await app.open(routes.PlayerView(session, session.at))


def _redraw(app: RoutedApp) -> None:
    """Draws the screen on top anew if it belongs to the table, else the keys that are legal."""
    if not app.is_running:
        return
    screen = app.screen
    if isinstance(screen, TableScreen) and screen.is_mounted:
        screen.redraw()
    elif isinstance(screen, BaseScreen) and screen.CALLS_OPEN and screen.is_mounted:
        screen.refresh_keys()


async def _close_views(app: RoutedApp, session: Session) -> None:
    """Takes away every screen above the public one."""
    while not isinstance(app.screen, PublicScreen):
        await app.pop_screen()


async def _close_all(app: RoutedApp, window: PublicScreen) -> None:
    """Takes away the public screen and all above it, if the app still has them."""
    while app.is_running and window in app.screen_stack:
        await app.pop_screen()


async def _show_round(app: RoutedApp, host: Host, session: Session) -> None:
    await app.ask(routes.RoundOver(host.public(), session.hinted, session))


async def _show_end(app: RoutedApp, host: Host, session: Session) -> "After | None":
    return await app.ask(routes.GameOver(host.public(), session.hinted, session))
