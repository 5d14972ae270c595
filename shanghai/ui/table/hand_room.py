"""How much room a hand gets on a screen. Table and hand keep their places during a round."""

from itertools import product
from typing import Any, Final

from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Phase, SeatView
from shanghai.ui.kit.pictures import CONSOLE, SLIP, SMALL, TINY
from shanghai.ui.table.card_row import grid_for
from shanghai.ui.table.middle import LEAST_WINDOW
from shanghai.ui.table.sidebar import side_cells
from shanghai.ui.table.table_contents import Block, TableContents
from shanghai.ui.table.table_screen import TableScreen

_FEW: Final = 6
"""A player who is down with so many cards or fewer has the layout of so many cards."""
_TWO_LINES_OF_KEYS: Final = 6
"""From so many players on, the keys take two lines in a small window."""


def to_come(view: SeatView, seat: SeatIndex) -> int:
    """How many more cards the hand of a seat will have after its next draw: 0 or 1."""
    return int(view.turn != seat or view.phase is not Phase.PLAY)


def hand_form(view: SeatView, seat: SeatIndex) -> int:
    """The number of cards for which a hand is laid out, so that its form stays the same."""
    player = view.seats[seat]
    most = len(player.hand) + to_come(view, seat)
    goes_down = view.went_down and view.turn == seat
    if player.down and not goes_down and most <= _FEW:
        return _FEW
    return max(most, view.cards_dealt(seat, view.round) + 1)


def least_table(screen: TableScreen[Any], seat: SeatIndex, own: Block) -> int:
    """The lines of the table in its shortest form. `own` are the notes for the seat of the hand."""
    side = side_cells(screen.app.size)
    contents = TableContents(screen.view, screen.app.card_style, own=own, next_near=seat)
    return contents.least_lines(screen.across - side - bool(side))


def hand_room(screen: TableScreen[Any], seat: SeatIndex, least: int) -> int:
    """The lines that the hand of a seat may take below a table of at least `least` lines."""
    view, style, session = screen.view, screen.app.card_style, screen.session
    room = screen.app.size.height - 5 - screen.guide_lines
    room -= view.players > _TWO_LINES_OF_KEYS
    # Alone the call window may lie on the table: all melds stay in sight around it.
    least += LEAST_WINDOW if session.is_alone else 1
    roomy, count = 2 * view.players + SMALL.lines, hand_form(view, seat)
    for lowest, table in product((CONSOLE, TINY), (roomy, least + SMALL.lines, least)):
        form = grid_for(count, screen.across, room - table, style).form
        if form != SLIP and form.lines >= lowest.lines:
            return room - table
    return max(4, room - least)
