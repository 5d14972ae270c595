"""What lies in the middle of the table: the piles, the call window or the banner."""

from collections.abc import Callable, Sequence

from shanghai.engine.seats import NOBODY
from shanghai.engine.view import SeatView
from shanghai.ui.kit.cards import card_bit
from shanghai.ui.kit.frames import block_centred
from shanghai.ui.kit.lines import Bit, Row, cut_row, row, side_by_side, width, wrap
from shanghai.ui.kit.pictures import SIZES, CardSize, back, gap, picture
from shanghai.ui.table.banner import Banner, banner_blocks
from shanghai.ui.table.call_window import CallWindow, toss_line, window_blocks
from shanghai.ui.table.felt import Block, Setting
from shanghai.ui.table.seat_frames import Marks
from shanghai.ui.table.session.session import Session
from shanghai.ui.table.sidebar import Wings
from shanghai.words import table as words
from shanghai.words.cards import CardStyle
from shanghai.words.short_names import name_at


def piles(
    view: SeatView, style: CardStyle, said: Sequence[Row], wide: int, size: CardSize
) -> list[Row]:
    """Stock and discard as cards with what is said beside them, in the middle of `wide` cells."""
    stock = back(style, ("stock",), size) if view.stock else gap(style, ("stock",), size)
    top = view.top
    on_pile = ("discard",)
    discard = gap(style, on_pile, size) if top is None else picture(top, style, on_pile, size)
    cards = side_by_side(stock, discard, gap=3)
    counts = row(Bit(words.STOCK, "dim"), Bit(str(len(view.stock)), "strong"))
    pile = row(Bit(words.IN_PILE.format(count=len(view.discards)), "dim"))
    room = max(12, wide - width(cards[0]) - 6)
    lines = [part for line in (*said, (), counts, pile) for part in wrap(line, min(room, 44))]
    while len(lines) > size.high and () in lines:
        lines.remove(())
    lines = lines[: size.high]
    above = max(0, (size.high - len(lines)) // 2)
    return block_centred(side_by_side(cards, [*[()] * above, *lines], gap=4), wide)


def pile_line(view: SeatView, style: CardStyle, said: Sequence[Row], wide: int) -> list[Row]:
    """Stock and discard in one line, what is said behind them."""
    top = view.top
    shown: Row = (Bit(words.EMPTY, "dim", ("discard",)),)
    if top is not None:
        shown = (Bit(f" {style.text(top)} ", f"paper-{card_bit(top, style).look}", ("discard",)),)
    line = row(
        Bit(words.STOCK_HEAD, "dim", ("stock",)),
        Bit(f" {len(view.stock)} ", "back", ("stock",)),
        "   ",
        Bit(words.DISCARD_HEAD, "dim", ("discard",)),
        *shown,
        "  ",
        *(said[0] if said else ()),
    )
    more = Bit(words.cards_in_pile_text(len(view.discards)), "dim")
    if view.discards and width(line) + more.width <= wide:
        line = (*line, more)
    return [cut_row(line, wide, style.mark)]


def pile_blocks(
    view: SeatView, style: CardStyle, said: Sequence[Row]
) -> tuple[Callable[[int], list[Row]], ...]:
    """The ways to draw the piles, the largest first."""

    def of_size(size: CardSize) -> Callable[[int], list[Row]]:
        return lambda wide: piles(view, style, said, wide, size)

    return (*map(of_size, SIZES), lambda wide: pile_line(view, style, said, wide))


def table_setting(
    session: Session,
    view: SeatView,
    style: CardStyle,
    marks: Marks,
    shown: CallWindow | Banner | None,
    wings: Wings | None = None,
    notes: Block | None = None,
    more: Sequence[Row] = (),
) -> Setting:
    """The table with a banner or the window in its middle, else the piles and what is said there.

    `notes` are told to the seat whose hand lies below, `more` stands beside the piles.
    """
    if isinstance(shown, Banner):
        middle = banner_blocks(shown, style)
    elif shown is not None:
        middle = window_blocks(shown, style)
    else:
        said = [line for line in (toss_line(view, style),) if line]
        if view.turn != NOBODY and session.is_bot(view.turn):
            said.append((Bit(words.THINKS.format(name=name_at(view, view.turn)), "accent"),))
        middle = pile_blocks(view, style, [*said, *more])
    return Setting(view, style, marks, middle, notes, wings)
