"""The choice of another evening than a plain game, and the way through it."""

from typing import Final

from shanghai.ui import open as opening
from shanghai.ui.evenings.deals import duplicate_evening
from shanghai.ui.evenings.paper import paper_evening
from shanghai.ui.evenings.tournament import tournament_evening
from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.choices import Choice
from shanghai.ui.options import Start

EVENINGS: Final = (
    Choice("paper", "Real cards", "keep the score of a game at your table"),
    Choice("deal", "Same cards", "the same cards for several tables"),
    Choice("tournament", "Tournament", "more people than seats: tables are drawn"),
)
_HELP: Final = (
    "Other evenings than a plain game on this screen: the score of a game with real cards, by the "
    "rules of any variant, the same cards for several tables by a code, and a tournament for more "
    "people than seats."
)


async def other_evening(app: GameApp) -> Start | None:
    """Asks what kind of evening it is, and leads through it; a game to play, or None: the menu."""
    at = 0
    while True:
        chosen = await app.ask(opening.pick("What kind of evening?", EVENINGS, _HELP, at=at))
        if chosen is None:
            return None
        at = [each.id for each in EVENINGS].index(chosen)
        if chosen == "paper":
            await paper_evening(app)
        elif chosen == "tournament":
            await tournament_evening(app)
        else:
            start = await duplicate_evening(app)
            if start is not None:
                return start
