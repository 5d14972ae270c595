"""The piles in the middle of the table: as cards of three sizes with words beside, or a line."""

from collections.abc import Callable, Sequence

from shanghai.engine.view import SeatView
from shanghai.ui.kit.cards import card_bit
from shanghai.ui.kit.frames import block_centred
from shanghai.ui.kit.lines import Bit, Row, cut_row, row, side_by_side, width, wrap
from shanghai.ui.kit.pictures import SIZES, CardSize, back, gap, picture
from shanghai.words.cards import CardStyle
from shanghai.words.phrases import counted


def piles(
    view: SeatView, style: CardStyle, said: Sequence[Row], wide: int, size: CardSize
) -> list[Row]:
    """Stock and discard as cards with what is said beside them, in the middle of `wide` cells."""
    stock = back(style, ("stock",), size) if view.stock else gap(style, ("stock",), size)
    top = view.top
    on_pile = ("discard",)
    discard = gap(style, on_pile, size) if top is None else picture(top, style, on_pile, size)
    cards = side_by_side(stock, discard, gap=3)
    counts = row(Bit("stock ", "dim"), Bit(str(len(view.stock)), "strong"))
    pile = row(Bit("discard ", "dim"), Bit(f"{len(view.discards)} in the pile", "dim"))
    room = max(12, wide - width(cards[0]) - 6)
    words = [part for line in (*said, (), counts, pile) for part in wrap(line, min(room, 44))]
    while len(words) > size.high and () in words:
        words.remove(())
    words = words[: size.high]
    above = max(0, (size.high - len(words)) // 2)
    return block_centred(side_by_side(cards, [*[()] * above, *words], gap=4), wide)


def pile_line(view: SeatView, style: CardStyle, said: Sequence[Row], wide: int) -> list[Row]:
    """Stock and discard in one line, what is said behind them."""
    top = view.top
    shown: Row = (Bit("empty", "dim", ("discard",)),)
    if top is not None:
        shown = (Bit(f" {style.text(top)} ", f"paper-{card_bit(top, style).look}", ("discard",)),)
    line = row(
        Bit("  Stock ", "dim", ("stock",)),
        Bit(f" {len(view.stock)} ", "back", ("stock",)),
        "   ",
        Bit("Discard ", "dim", ("discard",)),
        *shown,
        "  ",
        *(said[0] if said else ()),
    )
    more = Bit(f"   {counted(len(view.discards), 'card')} in the pile", "dim")
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
