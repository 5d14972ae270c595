"""Help that a table or a single seat may do without: hints, and what the contract still lacks."""

from typing import Literal

from shanghai.engine.seats import SeatIndex
from shanghai.ui.kit.app import GameApp
from shanghai.ui.table.session.session import Session
from shanghai.words.scores import REVIEWS_ARE_OFF

PlayerHelp = Literal["hints", "needs"]


def has_help(app: GameApp, aid: PlayerHelp, name: str) -> bool:
    """Whether a player of that name has a help, by what the table and the player have chosen."""
    if aid == "hints" and not app.settings.hints:
        return False
    return name not in _without(app, aid)


def toggle_help(app: GameApp, aid: PlayerHelp, name: str) -> None:
    """Gives a player a help or takes it away, for this evening and the next."""
    without = _without(app, aid)
    if name in without:
        kept = tuple(other for other in without if other != name)
    else:
        kept = (*without, name)[-MOST_KEPT:]
    app.change_settings(**{f"no_{aid}": kept})


def _without(app: GameApp, aid: PlayerHelp) -> tuple[str, ...]:
    return app.settings.no_hints if aid == "hints" else app.settings.no_needs


def may_hint(app: GameApp, session: Session, seat: SeatIndex) -> bool:
    """Whether a seat may ask for a hint."""
    if session.public().seats[seat].handicap.hints:
        return True
    return has_help(app, "hints", session.names[seat])


def why_no_review(app: GameApp) -> str | None:
    """Why finished games are not reviewed here, None where they may be."""
    return None if app.settings.review else REVIEWS_ARE_OFF


MOST_KEPT = 24
"""How many names are kept of players who do without a help."""
