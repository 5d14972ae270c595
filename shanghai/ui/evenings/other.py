"""The choice of another evening than a plain game, and the way through it."""

from typing import Final

from shanghai.ui import open as opening
from shanghai.ui.evenings.deals import duplicate_evening
from shanghai.ui.evenings.paper import paper_evening
from shanghai.ui.evenings.tournament import tournament_evening
from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.choices import Choice
from shanghai.ui.options import Start
from shanghai.words import evenings

EVENINGS: Final = (
    Choice("paper", *evenings.REAL_CARDS_LINE),
    Choice("deal", *evenings.SAME_CARDS_LINE),
    Choice("tournament", *evenings.TOURNAMENT_LINE),
)


async def other_evening(app: GameApp) -> Start | None:
    """Asks what kind of evening it is, and leads through it; a game to play, or None: the menu."""
    at = 0
    while True:
        chosen = await app.ask(
            opening.pick(evenings.WHAT_KIND, EVENINGS, evenings.KINDS_HELP, at=at)
        )
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
