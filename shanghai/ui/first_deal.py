"""The draw for the first deal; what the table needs beyond it is loaded once it has been seen."""

from typing import TYPE_CHECKING, Any

from shanghai.engine.state import Phase

if TYPE_CHECKING:
    from textual.app import App

    from shanghai.host.host import Host


async def draw_for_dealer(app: "App[Any]", host: "Host") -> None:
    """Draws in a game that has just begun, and shows it where anybody looks on (ALL-2)."""
    if host.state.phase is not Phase.SEATING:
        return
    events = host.draw_for_dealer()
    if host.people():
        from shanghai.ui.screens.table.dealer import DealerScreen

        await app.push_screen_wait(DealerScreen(events, [p.name for p in host.players]))
