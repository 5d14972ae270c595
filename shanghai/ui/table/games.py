"""Plays games one after the other, and stores each of them."""

from contextlib import suppress
from functools import partial

from msgspec import structs

from shanghai.engine.events import RoundEnded
from shanghai.engine.state import Phase
from shanghai.storage.archive import archive
from shanghai.storage.entries import Terms
from shanghai.storage.saves import StoreError
from shanghai.storage.writer import GameWriter
from shanghai.table.chance import cards_of, who_cuts
from shanghai.table.host import Host
from shanghai.ui import screens
from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.command import PHONES, cap_of
from shanghai.ui.options import After, ResumedGame, Start
from shanghai.ui.table.session import Session
from shanghai.words import remote, setup as words
from shanghai.words.spoken import spoken


async def draw_for_dealer(app: GameApp, session: Session) -> bool:
    """Before the first cards: lets somebody cut, draws for the dealer, and shows the draw if a
    person looks on (ALL-2). Returns False if the game is left. In older formats there is a second
    cut after the draw."""
    host = session.host
    is_new, has_people = host.state.phase is Phase.SEATING, bool(host.people())
    is_cut = is_new and host.awaits_cut and has_people
    if is_cut and not await _ask_cut(app, session):
        return False
    if is_new:
        host.draw_for_dealer()
    if has_people and (is_new or host.awaits_cut):
        return await _ask_cut(app, session, goes_on=is_cut and not host.awaits_cut)
    return True


async def _ask_cut(app: GameApp, session: Session, *, goes_on: bool = False) -> bool:
    """Shows the draw, if there is one, and lets somebody cut at the keyboard or elsewhere. False if
    the game is left."""
    host, cut = session.host, None
    if host.awaits_cut:
        cutter = host.players[who_cuts(host.state, host.is_bot)].name
        cut = cutter, spoken(host.fingerprint)
    names = [player.name for player in host.players]
    screen = screens.DealerScreen(host.log, names, cut, goes_on=goes_on)

    def close_once_cut() -> None:
        if cut is not None and not host.awaits_cut and screen.is_current:
            screen.dismiss(screen.ANYWHERE)

    session.listeners.append(close_once_cut)
    number = await app.ask(screen)
    session.listeners.remove(close_once_cut)
    if number is not None and host.awaits_cut and app.is_running:
        session.cut(None if number == screen.ANYWHERE else number)
    return number is not None


async def play_games(app: GameApp, game: Start | ResumedGame) -> bool:
    """Plays games with the same seats until no rematch is wanted. False if one was left before the
    deal."""
    app.won_before.clear()
    series = ""
    while True:
        if isinstance(game, Start):
            host, writer = _started(app, game, series)
        else:
            host, writer = game.host, game.writer
        code, series = writer.terms.code, writer.terms.series or writer.id
        after = await play_host(app, host, writer)
        if after == "undealt" and isinstance(game, Start):
            with suppress(StoreError):
                archive(app.folder, writer.id)
            return False
        if after not in ("rematch", "same cards"):
            return True
        state, players = host.state, tuple(host.players)
        app.won_before.update(state.seats[seat].name for seat in state.winners)
        game = Start(state.game_rules, players, cards_of(None))
        if after == "same cards":
            cards = structs.replace(host.card_source, seed=host.seed, cuts=host.cuts)
            game = structs.replace(game, cards=cards, code=code, again=writer.id)


def _started(app: GameApp, start: Start, series: str) -> tuple[Host, GameWriter]:
    """A new game with its writer. `series` is the id of the first game of its series. A person
    cuts, unless the cards have a seed or were cut before."""
    host = Host(start.rules, start.players, start.cards)
    is_known = start.cards.seed is not None
    terms = Terms(series, start.code, known_seed=is_known, again=start.again)
    return host, GameWriter.begin(app.folder, host, terms=terms)


async def play_host(app: GameApp, host: Host, writer: GameWriter) -> After | None:
    """Plays a stored game. At the end, whatever it is, its file and the processes of its computers
    are closed."""
    app.writer = writer
    host.on_change.append(partial(_tell_of_saving, app, writer))
    if host.people():
        host.on_change.append(partial(_review_ahead, app, writer))
    session = Session(host)
    session.run_orders_soon()
    session.may_hint = lambda seat: app.settings.has_help("hints", session.names[seat])
    session.tells_needs = lambda seat: app.settings.has_help("needs", session.names[seat])
    app.table = session
    session.listeners.append(partial(_tell_of_phones, app, session))
    try:
        await _show_phones(app, session)
        if not await draw_for_dealer(app, session):
            return "undealt"
        return await screens.play(app, session)
    finally:
        if app.phones is not None:
            app.phones.detach()
        app.table = None
        app.writer = None
        if app.review_ahead is not None:
            app.review_ahead.ask_to_end()
            app.review_ahead = None
        writer.close()
        host.close()


def _tell_of_phones(app: GameApp, session: Session) -> None:
    """Tells the table what has changed about phones."""
    if app.phones is not None and app.phones.is_open:
        key, name = cap_of(PHONES.keys), "{name}"
        asks = remote.ASKS_KEY.format(name=name, key=key)
        waits = remote.WAITS_FOR.format(name=name, key=key)
        for sentence in app.phones.news(session.short_names, asks, waits):
            app.notify(sentence, timeout=8)


async def _show_phones(app: GameApp, session: Session) -> None:
    """Lets the phones of the last game join this one. Or shows where phones join, if the command
    line asks for that."""
    if app.phones is None or app.writer is None:
        return
    if app.phones.is_open:
        app.phones.attach(session, app.writer.path.parent)
        return
    from shanghai.web.addresses import ListenError

    screen = screens.phones_screen(app, session)
    try:
        app.phones.open(session, app.writer.path.parent)
    except ListenError as error:
        app.notify(str(error), severity="error", timeout=12)
    await app.ask(screen)


def _tell_of_saving(app: GameApp, writer: GameWriter, *_: object) -> None:
    """Says once that the game cannot be saved, and once that it can again."""
    if writer.problem != app.announced_problem:
        app.announced_problem = writer.problem
        app.notify(writer.problem or words.SAVED_AGAIN, timeout=10)


def _review_ahead(app: GameApp, writer: GameWriter, *change: object) -> None:
    """Starts the review of a round that has just ended, while the game goes on."""
    events = change[-1]
    assert isinstance(events, tuple)
    is_wanted = app.REVIEWS_AHEAD and app.settings.review
    if is_wanted and any(isinstance(event, RoundEnded) for event in events):
        # Here, as the first picture of a game needs none of it.
        from shanghai.review.ahead import ReviewAhead

        app.review_ahead = app.review_ahead or ReviewAhead(writer.path)
        app.review_ahead.begin()
