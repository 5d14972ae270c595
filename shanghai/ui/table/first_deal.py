"""The draw for the first deal; what the table needs beyond it is loaded once it has been seen."""

from typing import TYPE_CHECKING

from shanghai.engine.state import Phase
from shanghai.ui import open as opening
from shanghai.ui.kit.app import GameApp

if TYPE_CHECKING:
    from shanghai.host.host import Host


async def draw_for_dealer(app: GameApp, host: "Host") -> None:
    """Draws in a game that has just begun, shows it where anybody looks on, and lets them cut.

    A game that was left before the cut goes on with it (ALL-2).
    """
    if host.state.phase is Phase.SEATING:
        host.draw_for_dealer()
    elif not host.awaits_cut:
        return
    if host.people():
        from shanghai.ui.table.session.cut import cut_question

        names = [player.name for player in host.players]
        number = await app.ask(opening.dealer(host.log, names, cut_question(host)))
        if host.awaits_cut and app.is_running:
            host.cut_cards(number)
