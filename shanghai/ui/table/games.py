"""Games one after the other on this screen, each kept on disk as it goes."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from shanghai.host.host import Host
from shanghai.storage.entries import Terms
from shanghai.storage.writer import GameWriter
from shanghai.ui.kit.app import GameApp
from shanghai.ui.options import ResumedGame, Start
from shanghai.words.setup import SAVED_AGAIN

if TYPE_CHECKING:
    from shanghai.ui.open import After


async def play_games(app: GameApp, start: Start, series: str = "") -> None:
    """Plays one game after another with these seats, until no rematch is wanted.

    Where no seed is named somebody cuts the cards, or they are cut again where they were cut
    before. `series` is the id of the first game of a series that goes on.
    """
    if not series:
        app.won_before.clear()
    again: Start | None = start
    while again is not None:
        is_fair = again.seed is None or again.cut is not None
        host = Host(again.rules, again.players, again.seed, is_fair=is_fair, cut=again.cut)
        terms = Terms(series, again.code, known_seed=again.seed is not None)
        writer = GameWriter.begin(app.folder, host, terms=terms)
        series = series or writer.id
        after = await play_host(app, host, writer)
        _count_wins(app, host)
        again = _next_game(host, after, again.code)


async def resume_game(app: GameApp, kept: ResumedGame) -> None:
    """Goes on with a saved game to its end, then as `play_games` does."""
    if kept.said:
        app.notify(kept.said, timeout=12)
    host, terms = kept.host, kept.writer.terms
    app.won_before.clear()
    after = await play_host(app, host, kept.writer)
    again = _next_game(host, after, terms.code)
    if again is not None:
        _count_wins(app, host)
        await play_games(app, again, terms.series or kept.writer.id)


def _next_game(host: Host, after: "After | None", code: str) -> Start | None:
    """The next game with the same seats, and with the same cards where these are wanted."""
    rules, players = host.state.game_rules, tuple(host.players)
    if after == "same cards":
        return Start(rules, players, host.seed, cut=host.cut, code=code)
    return Start(rules, players) if after == "rematch" else None


def _count_wins(app: GameApp, host: Host) -> None:
    """Adds the winners of a game to the tally of the evening."""
    app.won_before.update(host.state.seats[seat].name for seat in host.state.winners)


async def play_host(app: GameApp, host: Host, writer: GameWriter) -> "After | None":
    """Plays a game that is kept, and lets go of its file however the game is left."""
    from shanghai.ui.table.dealer import draw_for_dealer

    app.writer = writer
    host.on_change.append(partial(_tell_of_saving, app, writer))
    host.on_change.append(partial(make_remarks, app, host))
    try:
        await draw_for_dealer(app, host)
        from shanghai.ui.table.play import play

        return await play(app, host)
    finally:
        app.writer = None
        writer.close()


def _tell_of_saving(app: GameApp, writer: GameWriter, *_: object) -> None:
    """Says once that the disk does not take the game, and once that it does again."""
    if writer.problem != app.said_problem:
        app.said_problem = writer.problem
        app.notify(writer.problem or SAVED_AGAIN, timeout=10)


def make_remarks(
    app: GameApp,
    host: Host,
    _before: object,
    _action: object,
    _after: object,
    events: Sequence[Any],
) -> None:
    """Shows what a computer player says about what the whole table has just seen."""
    if not app.settings.remarks:
        return
    from shanghai.ui.table.session.levels import present_level, sign_of
    from shanghai.words.computers import remark

    levels = [present_level(player.bot) for player in host.players]
    names = [player.name for player in host.players]
    for number, event in enumerate(events, len(host.log) - len(events)):
        said = remark(event, number, levels, names)
        if said is not None:
            seat, words = said
            sign = sign_of(levels[seat], ascii_only=app.is_ascii)
            app.notify(f"{sign} {names[seat]}: {words}", timeout=4)
