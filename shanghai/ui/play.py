"""The game loop: it asks the host whose decision it is, and shows the screen of whoever decides."""

import asyncio
from typing import TYPE_CHECKING, Any, Final

from shanghai.engine.actions import Draw
from shanghai.engine.state import NOBODY, Phase
from shanghai.host import Host
from shanghai.ui.desk import Desk
from shanghai.ui.screens.base import BaseScreen
from shanghai.ui.screens.own import OwnScreen
from shanghai.ui.screens.table_screen import TableScreen
from shanghai.ui.screens.window import WindowScreen

if TYPE_CHECKING:
    from textual.app import App

    from shanghai.ui.screens.game_over import After

PACES: Final = {"slow": 1.6, "normal": 0.8, "fast": 0.3, "at once": 0.0}
"""Seconds between two moves of computer players."""


async def play(app: "App[Any]", host: Host) -> "After | None":
    """Plays a game to its end and gives what is wanted next, None if the players have left.

    The public screen lies at the bottom all the time; the own view of whoever is at the keyboard
    is pushed over it and taken away as soon as the keyboard is another's.
    """
    desk = Desk(host)
    window = WindowScreen(desk)
    await app.push_screen(window)
    try:
        if host.state.phase is Phase.SEATING:
            await _draw_for_dealer(app, host)
        if host.state.phase is Phase.DEALING:
            host.deal()
        while not desk.left and host.state.phase is not Phase.GAME_OVER:
            await _step(app, host, desk)
        if desk.left:
            return None
        await _close_views(app, desk)
        await _show_round(app, host, desk)
        return await _show_end(app, host, desk)
    finally:
        await _close_all(app, window)


async def _step(app: "App[Any]", host: Host, desk: Desk) -> None:
    """One thing after the other: the next round, a move of a computer, or waiting for people."""
    if host.state.phase is Phase.ROUND_OVER:
        await _close_views(app, desk)
        await _show_round(app, host, desk)
        if not desk.left:
            host.deal()
        return
    # Cleared before anything is looked at, so that what people do meanwhile is not missed.
    desk.changed.clear()
    if desk.thrown_in:
        app.notify(desk.thrown_in, timeout=12)
        desk.thrown_in = ""
    await _seat_people(app, desk)
    if desk.asks_back is not None:
        await _ask_table(app, desk, desk.asks_back)
        return
    if await _bot_moves(app, host, desk) or await _wished_calls(desk):
        return
    _redraw(app)
    await desk.changed.wait()


async def _bot_moves(app: "App[Any]", host: Host, desk: Desk) -> bool:
    """Lets a computer player act, if one wants to and nobody at the keyboard must be asked."""
    version = host.version
    draw_ok = not desk.window_open()
    action = await asyncio.to_thread(host.bot_action, draw_ok=draw_ok)
    if action is None or host.version != version:
        return action is not None
    _redraw(app)
    if not isinstance(action, Draw) or not desk.people:
        await _pause(app, desk)
    if host.version == version and not desk.left and desk.asks_back is None:
        host.do(action)
        _redraw(app)
    return True


async def _wished_calls(desk: Desk) -> bool:
    """Calls for those who wish for the card on offer, once the solver has said what fits."""
    for view in desk.unsolved_wishes():
        await asyncio.to_thread(desk.wishes.ask_solver, view)
    return desk.call_wishes()


async def _ask_table(app: "App[Any]", desk: Desk, seat: int) -> None:
    """Asks everybody whether moves are taken back; the game waits meanwhile."""
    from shanghai.ui.screens.take_back import TakeBackScreen

    order = await app.push_screen_wait(TakeBackScreen(desk, seat))
    desk.asks_back = None
    if order is not None:
        desk.take_back(order)


async def _pause(app: "App[Any]", desk: Desk) -> None:
    """Waits the pace of the computer players, or until a person does something."""
    settings = getattr(app, "settings", None)
    seconds = PACES.get(getattr(settings, "pace", "at once"), 0.0)
    if seconds:
        try:
            await asyncio.wait_for(desk.changed.wait(), seconds)
        except TimeoutError:
            return
    else:
        await asyncio.sleep(0)


async def _seat_people(app: "App[Any]", desk: Desk) -> None:
    """Opens and closes own views: a single person sits all the time, several take turns."""
    people = desk.people
    if len(people) == 1:
        desk.at = people[0]
    elif desk.at != NOBODY and (desk.at not in people or desk.public().turn != desk.at):
        desk.leave_seat()
    open_views = [s for s in app.screen_stack if isinstance(s, OwnScreen)]
    if any(screen.seat != desk.at for screen in open_views):
        await _close_views(app, desk)
        open_views = []
    if desk.at != NOBODY and not open_views:
        await app.push_screen(OwnScreen(desk, desk.at))


def _redraw(app: "App[Any]") -> None:
    """Draws the screen on top anew if it belongs to the table, else the keys that are legal."""
    screen = app.screen
    if isinstance(screen, TableScreen) and screen.is_mounted:
        screen.redraw()
    elif isinstance(screen, BaseScreen) and screen.CALLS_OPEN and screen.is_mounted:
        screen.refresh_keys()


async def _close_views(app: "App[Any]", desk: Desk) -> None:
    """Takes away every screen above the public one."""
    while not isinstance(app.screen, WindowScreen):
        await app.pop_screen()


async def _close_all(app: "App[Any]", window: WindowScreen) -> None:
    """Takes away the public screen and all above it, if the app still has them."""
    while app.is_running and window in app.screen_stack:
        await app.pop_screen()


async def _show_round(app: "App[Any]", host: Host, desk: Desk) -> None:
    from shanghai.ui.screens.round_over import RoundOverScreen

    await app.push_screen_wait(RoundOverScreen(host.public(), desk.hinted, desk))


async def _show_end(app: "App[Any]", host: Host, desk: Desk) -> "After | None":
    from shanghai.ui.screens.game_over import GameOverScreen

    return await app.push_screen_wait(GameOverScreen(host.public(), desk.hinted, desk))


async def _draw_for_dealer(app: "App[Any]", host: Host) -> None:
    from shanghai.ui.screens.dealer import DealerScreen

    events = host.draw_for_dealer()
    if host.people():
        await app.push_screen_wait(DealerScreen(events, [p.name for p in host.players]))
