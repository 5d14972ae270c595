"""A tournament evening: it is begun, its tables are played one after the other, and it is shown."""

import asyncio
from typing import TYPE_CHECKING, Final

from shanghai.storage.saves import StoreError, path_of
from shanghai.ui import routes
from shanghai.ui.kit.choices import Choice
from shanghai.ui.open import RoutedApp
from shanghai.ui.setup.new_game import ask_names, ask_seats, choose_rules

if TYPE_CHECKING:
    from shanghai.ledger.tournament import Tournament
    from shanghai.ui.table.session.options import TableWish

_NEW: Final = ""
_HELP: Final = (
    "Tournaments that were begun here, the last one first. A new one asks for the rules, how many "
    "sit at a table, and the names."
)


async def tournament_evening(app: RoutedApp) -> None:
    """Goes on with a tournament, or begins one, until that is left."""
    from shanghai.ledger.tournament import kept_tournaments, tournament

    while True:
        kept, faults = await asyncio.to_thread(kept_tournaments, app.folder)
        for fault in faults:
            app.notify(fault, timeout=12)
        choices = [
            Choice(_NEW, "A new tournament", "choose the rules and the names"),
            *(Choice(each.id, each.title, _far(each)) for each in kept),
        ]
        chosen = await app.ask(routes.Pick("Which tournament?", choices, _HELP))
        if chosen is None:
            return
        try:
            found = tournament(app.folder, chosen) if chosen else await _begin(app)
            if found is not None:
                await _play(app, found)
        except StoreError as error:
            app.notify(str(error))


def _far(tournament: "Tournament") -> str:
    people = len(tournament.begun.players)
    return f"{people} people, round {tournament.round}, {tournament.begun.at[:10]}"


async def _begin(app: RoutedApp) -> "Tournament | None":
    """Asks for the rules, the seats and the names; None where that is left."""
    from shanghai.ledger.draw import FEWEST, MOST
    from shanghai.ledger.tournament import Tournament, TournamentFault

    rules = await choose_rules(app)
    if rules is None:
        return None
    seats = await ask_seats(app, rules, "How many at a table?")
    if seats is None:
        return None
    least = max(FEWEST, rules.min_players)
    names = await ask_names(app, f"Who plays in the tournament? {rules.name}", least, MOST)
    if names is None:
        return None
    try:
        made = Tournament.begin(app.folder, rules, names, seats)
        made.draw_next()
    except TournamentFault as fault:
        app.notify(str(fault))
        return None
    return made


async def _play(app: RoutedApp, tournament: "Tournament") -> None:
    """Shows a tournament, and plays its tables, until it is left."""
    while True:
        wish = await app.ask(routes.TournamentPages(app.folder, tournament))
        if wish is None:
            return
        try:
            await _play_table(app, tournament, wish)
        except StoreError as error:
            app.notify(str(error))


async def _play_table(app: RoutedApp, tournament: "Tournament", wish: "TableWish") -> None:
    """Plays a table on this screen, or keeps its score, from where it was left."""
    from shanghai.host.host import Host, Player
    from shanghai.ledger.paper import PaperGame, paper_game
    from shanghai.storage.entries import Terms
    from shanghai.storage.writer import GameWriter
    from shanghai.ui.table.games import play_host

    names = tournament.names(wish.round, wish.table)
    title = f"{tournament.title}, round {wish.round}, table {wish.table}"
    if wish.is_paper or wish.game.startswith("paper-"):
        if wish.game:
            paper = paper_game(app.folder, wish.game)
        else:
            paper = PaperGame.begin(app.folder, tournament.begun.rules, names, title)
            tournament.link(wish.round, wish.table, paper.id)
        await app.ask(routes.PaperScore(app.folder, paper))
        return
    if wish.game:
        path = path_of(app.folder, wish.game)
        writer, host, said = await asyncio.to_thread(GameWriter.resume, path)
        if said:
            app.notify(said, timeout=12)
    else:
        host = Host(tournament.begun.rules, [Player(name) for name in names], is_fair=True)
        terms = Terms(series=tournament.id)
        writer = GameWriter.begin(app.folder, host, title, terms=terms)
        tournament.link(wish.round, wish.table, writer.id)
    await play_host(app, host, writer)
