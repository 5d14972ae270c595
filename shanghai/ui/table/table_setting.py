"""The table as its screens set it: the public one around the window, the own one above a hand."""

from collections.abc import Callable, Sequence

from shanghai.engine.seats import NOBODY
from shanghai.engine.view import SeatView
from shanghai.ui.kit.lines import Bit, Row
from shanghai.ui.table.banner import Banner, banner_blocks
from shanghai.ui.table.call_panel import toss_line
from shanghai.ui.table.call_window import CallWindow, window_blocks
from shanghai.ui.table.felt import Setting
from shanghai.ui.table.piles import pile_blocks
from shanghai.ui.table.seat_frames import Marks
from shanghai.ui.table.session.calling import callers_before
from shanghai.ui.table.session.session import Session
from shanghai.ui.table.sidebar import Wings
from shanghai.words.cards import CardStyle
from shanghai.words.short_names import name_at
from shanghai.words.table import thinking_text


def public_setting(
    session: Session,
    style: CardStyle,
    window: CallWindow | None,
    banner: Banner | None = None,
    wings: Wings | None = None,
) -> Setting:
    """The public table with the window in its middle, or the piles while a computer plays."""
    view = session.public()
    marks = Marks(before=frozenset(callers_before(session)))
    if banner is not None:
        middle = banner_blocks(banner, style)
    elif window is not None:
        middle = window_blocks(window, style)
    else:
        middle = pile_blocks(view, style, pile_words(session, view, style))
    return Setting(view, style, marks, middle, wings=wings)


def own_setting(
    session: Session,
    view: SeatView,
    style: CardStyle,
    marks: Marks,
    notes: Callable[[int], list[Row]],
    window: CallWindow | None = None,
    more: Sequence[Row] = (),
    banner: Banner | None = None,
    wings: Wings | None = None,
) -> Setting:
    """The table above the hand of its viewer: the piles, or the window while it is asked."""
    if banner is not None:
        middle = banner_blocks(banner, style)
    elif window is not None:
        middle = window_blocks(window, style)
    else:
        middle = pile_blocks(view, style, [*pile_words(session, view, style), *more])
    return Setting(view, style, marks, middle, notes, wings)


def pile_words(session: Session, view: SeatView, style: CardStyle) -> list[Row]:
    """What stands beside the piles: who tossed the top discard, and who thinks."""
    said = [line for line in (toss_line(view, style),) if line]
    if view.turn != NOBODY and session.is_bot(view.turn):
        said.append((Bit(thinking_text(name_at(view, view.turn)), "accent"),))
    return said
