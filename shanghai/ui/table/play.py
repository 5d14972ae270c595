"""The game loop: it asks the host whose decision it is, and answers what the screens ask for."""

from typing import TYPE_CHECKING

from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Phase
from shanghai.host.host import Host
from shanghai.terminal import threads
from shanghai.ui import open as opening
from shanghai.ui.kit.app import GameApp
from shanghai.ui.table.first_deal import draw_for_dealer
from shanghai.ui.table.session.bot_moves import BotMoves, is_call
from shanghai.ui.table.session.call_offers import card_helps
from shanghai.ui.table.session.requests import AskUndo, Tell
from shanghai.ui.table.session.session import Session
from shanghai.ui.table.views import TableViews

if TYPE_CHECKING:
    from shanghai.ui.open import After


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
        return await _show_end(app, host, session)
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
    while (told := session.requests.take(Tell)) is not None:
        app.notify(told.sentence, timeout=12)
    await views.seat_people()
    if (asked := session.requests.first(AskUndo)) is not None:
        await _ask_table(app, session, asked.seat)
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
        or session.requests.has(AskUndo)
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
    session.requests.drop(AskUndo)
    if request is not None:
        session.take_back(request)


async def _show_round(host: Host, session: Session, views: TableViews) -> None:
    await views.show_over_public(opening.round_over(host.public(), session.hinted, session))


async def _show_end(app: GameApp, host: Host, session: Session) -> "After | None":
    return await app.ask(opening.game_over(host.public(), session.hinted, session))
