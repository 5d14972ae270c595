"""Calling SHANGHAI on the tossed card: who calls, and the meld and the end it is played on."""

from shanghai.engine.actions import CallShanghai
from shanghai.engine.melds import places
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import End
from shanghai.engine.view import SeatView
from shanghai.ui import open as opening
from shanghai.ui.commands.public import why_no_shanghai
from shanghai.ui.kit.cards import card_bit
from shanghai.ui.kit.lines import Bit
from shanghai.ui.table.cover import COVER_CELLS
from shanghai.ui.table.session.options import MeldOption, meld_options
from shanghai.ui.table.session.session import Session
from shanghai.ui.table.table_screen import TableScreen
from shanghai.words.cards import CardStyle
from shanghai.words.short_names import names_at
from shanghai.words.table import SHANGHAI_PLACE, SHANGHAI_WHO


def shanghai_places(view: SeatView) -> list[tuple[int, End | None]]:
    """The places where the top discard can be played."""
    if view.top is None:
        return []
    return [
        (index, end)
        for index, meld in enumerate(view.table)
        for end in places(view.rules, meld, view.top)
    ]


async def call_shanghai(screen: TableScreen[None]) -> None:
    """Asks who calls and for the place, where there is a choice, and calls; Esc calls nothing.

    Only the public view is shown, so it may be asked over any screen.
    """
    session, style = screen.session, screen.card_style
    if not shanghai_places(session.public()):
        screen.tell_why_not(screen.sentence_of(why_no_shanghai(session)))
        return
    seats = session.shanghai_callers()
    seat = await _ask_caller(screen, seats, style)
    if seat == NOBODY:
        return
    view = session.public()
    spots = shanghai_places(view)
    if not spots or view.top is None:
        screen.say(session.why_not(CallShanghai(seat, 0)))
        return
    meld, end = spots[0]
    if len(spots) > 1:
        title = (Bit(SHANGHAI_PLACE, "strong"), card_bit(view.top, style))
        options = meld_options(view, spots, style, view.top)
        chosen = await screen.ask(opening.choose(session, view, title, options))
        if chosen is None:
            return
        meld, end = chosen.meld, chosen.end
    refused = session.do(CallShanghai(seat, meld, end))
    screen.say(refused)
    screen.redraw()


async def _ask_caller(
    screen: TableScreen[None], seats: tuple[SeatIndex, ...], style: CardStyle
) -> SeatIndex:
    """The seat that calls, or NOBODY."""
    if len(seats) < 2:
        return seats[0] if seats else NOBODY
    session: Session = screen.session
    view = session.public()
    names = names_at(view, COVER_CELLS)
    options = [
        MeldOption(seat + 1, (Bit(f"{seat + 1}  {names[seat]}"),), seat=seat) for seat in seats
    ]
    title = (Bit(SHANGHAI_WHO, "strong"),)
    chosen = await screen.ask(opening.choose(session, view, title, options))
    return NOBODY if chosen is None else chosen.seat
