"""The draw for the first deal; what the table needs beyond it is loaded once it has been seen."""

from typing import TYPE_CHECKING

from shanghai.engine.state import Phase
from shanghai.ui import routes
from shanghai.ui.router import RoutedApp

if TYPE_CHECKING:
    from shanghai.host.host import Host


async def draw_for_dealer(app: RoutedApp, host: "Host") -> None:
    """Draws in a game that has just begun, and shows it where anybody looks on (ALL-2)."""
    if host.state.phase is not Phase.SEATING:
        return
    events = host.draw_for_dealer()
    if host.people():
        await app.ask(routes.Dealer(events, [p.name for p in host.players]))
