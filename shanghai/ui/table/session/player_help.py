"""Help that a table or a single seat may do without: hints, and what the contract still lacks."""

from typing import Any, Literal

from shanghai.engine.seats import SeatIndex
from shanghai.ui.table.session.session import Session

PlayerHelp = Literal["hints", "needs"]
_WITHOUT = {"hints": "no_hints", "needs": "no_needs"}


def has_help(app: object, aid: PlayerHelp, name: str) -> bool:
    """Whether a player of that name has a help, by what the table and the player have chosen."""
    settings = getattr(app, "settings", None)
    if aid == "hints" and not getattr(settings, "hints", True):
        return False
    return name not in getattr(settings, _WITHOUT[aid], ())


def toggle_help(app: Any, aid: PlayerHelp, name: str) -> None:  # noqa: ANN401
    """Gives a player a help or takes it away, for this evening and the next."""
    field = _WITHOUT[aid]
    without = getattr(app.settings, field)
    if name in without:
        kept = tuple(other for other in without if other != name)
    else:
        kept = (*without, name)[-MOST_KEPT:]
    app.change_settings(**{field: kept})


def may_hint(app: object, session: Session, seat: SeatIndex) -> bool:
    """Whether a seat may ask for a hint."""
    if session.public().seats[seat].handicap.hints:
        return True
    return has_help(app, "hints", session.names[seat])


def why_no_review(app: object) -> str:
    """Why finished games are not reviewed here; empty where they may be."""
    if getattr(getattr(app, "settings", None), "review", True):
        return ""
    return "Reviews are turned off in the settings."


MOST_KEPT = 24
"""How many names are kept of players who do without a help."""
