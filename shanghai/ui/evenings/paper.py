"""Evenings with real cards: games whose scores are kept here."""

import asyncio
from typing import TYPE_CHECKING, Final

from shanghai.storage.saves import StoreError
from shanghai.ui import routes
from shanghai.ui.kit.choices import Choice
from shanghai.ui.open import RoutedApp
from shanghai.ui.setup.new_game import ask_names, choose_rules

if TYPE_CHECKING:
    from shanghai.ledger.paper import PaperGame

_NEW: Final = ""
_PAPER_HELP: Final = (
    "The scores of games with real cards. One that is not finished is gone on with; a finished "
    "one is looked at, corrected, or written into files."
)


async def paper_evening(app: RoutedApp) -> None:
    """Keeps the scores of games with real cards, until that is left."""
    from shanghai.ledger.paper import kept_scores, paper_game

    while True:
        games, faults = await asyncio.to_thread(kept_scores, app.folder)
        for fault in faults:
            app.notify(fault, timeout=12)
        choices = [
            Choice(_NEW, "A new game", "choose the rules and the names"),
            *(
                Choice(game.id, _names_of(game), _far(game))
                for game in sorted(games, key=lambda game: game.is_over)
            ),
        ]
        chosen = await app.ask(routes.Pick("Real cards: which game?", choices, _PAPER_HELP))
        if chosen is None:
            return
        try:
            game = paper_game(app.folder, chosen) if chosen else await _new_paper_game(app)
        except StoreError as error:
            app.notify(str(error))
            continue
        if game is not None:
            await app.ask(routes.PaperScore(app.folder, game))


async def _new_paper_game(app: RoutedApp) -> "PaperGame | None":
    """Asks for rules and names; None where that is left."""
    from shanghai.ledger.paper import PaperFault, PaperGame

    rules = await choose_rules(app)
    if rules is None:
        return None
    names = await ask_names(app, f"Who plays? {rules.name}", rules.min_players, rules.max_players)
    if names is None:
        return None
    try:
        return PaperGame.begin(app.folder, rules, names)
    except PaperFault as fault:
        app.notify(str(fault))
        return None


def _names_of(game: "PaperGame") -> str:
    return game.begun.title or ", ".join(game.begun.players)


def _far(game: "PaperGame") -> str:
    rules = game.begun.rules
    far = "finished" if game.is_over else f"{rules.words.round} {game.round} of {rules.rounds}"
    return f"{far}, {game.begun.at[:10]}, {rules.name}"
