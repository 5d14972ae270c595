"""The table: every seat with its melds, and the two piles, in as roomy a form as there is room."""

from collections.abc import Set
from typing import Final, NamedTuple

from shanghai.engine.state import Phase
from shanghai.engine.view import SeatView
from shanghai.ui.table_words import call_name, cards_word
from shanghai.ui.widgets.cards import CardStyle, back, card_bit, gap, picture
from shanghai.ui.widgets.lines import Bit, Lines, Row, beside, cut, pad, row
from shanghai.ui.widgets.meld_text import flow, meld_blocks


class Marks(NamedTuple):
    """What the table marks: melds that light up, and seats that come before a caller."""

    lit: Set[int] = frozenset()
    before: Set[int] = frozenset()


_NAME: Final = 12
_WIDE: Final = 100
"""From so many cells on the score stands in the table."""


def table_rows(
    view: SeatView,
    wide: int,
    high: int,
    style: CardStyle,
    marks: Marks | None = None,
    *,
    short: bool = False,
) -> list[Row]:
    """The seats and their melds in at most `high` lines (but at least one a seat and the head).

    The roomiest of these forms that fits: melds card by card with a blank line between seats,
    card by card, short (the only one if `short`); what still does not fit is cut with a mark.
    """
    marks = marks or Marks()
    head = _head(view, wide)
    forms = ((False, False),) if short else ((True, True), (True, False), (False, False))
    for long, spaced in forms:
        rows: list[Row] = [head]
        for seat in range(view.players):
            if spaced:
                rows.append(())
            rows += _seat_rows(view, seat, wide, style, marks, long)
        if len(rows) <= high:
            return rows
    return _cut_rows(view, wide, high, style, marks)


def _cut_rows(view: SeatView, wide: int, high: int, style: CardStyle, marks: Marks) -> list[Row]:
    """The short form, every seat's melds cut to the lines that are left for it."""
    spare = max(0, high - 1 - view.players)
    rows = [_head(view, wide)]
    for seat in range(view.players):
        lines = _seat_rows(view, seat, wide, style, marks, long=False)
        more = min(spare, len(lines) - 1)
        spare -= more
        kept = lines[: 1 + more]
        if len(lines) > len(kept):
            hidden = Bit(f" {style.mark} more", "warn", ("seat", seat))
            kept[-1] = (*cut(kept[-1], wide - hidden.width, style.mark), hidden)
        rows += kept
    return rows


def _head(view: SeatView, wide: int) -> Row:
    call = call_name(view.rules)
    score = "score".rjust(7) if wide >= _WIDE else ""
    melds = "melds" + ("   (* is a joker)" if any(m.jokers for m in view.table) else "")
    return row(Bit(f"     {'seat':<{_NAME}} {'cards':>5} {call:>5}{score}   {melds}", "dim"))


def _seat_rows(
    view: SeatView, seat: int, wide: int, style: CardStyle, marks: Marks, long: bool
) -> list[Row]:
    """One seat: its facts, and its melds beside them in as many lines as they take."""
    facts = _facts(view, seat, wide, style, marks)
    indent = sum(bit.width for bit in facts)
    melds = [(i, meld) for i, meld in enumerate(view.table) if meld.owner == seat]
    state = _state(view, seat, bool(melds))
    room = wide - indent
    blocks = ([state] if state else []) + meld_blocks(melds, style, long, marks.lit)
    lines = flow(blocks, room) or [()]
    return [(*facts, *lines[0])] + [(Bit(" " * indent), *line) for line in lines[1:]]


def _facts(view: SeatView, seat: int, wide: int, style: CardStyle, marks: Marks) -> Row:
    held = view.seats[seat]
    target = ("seat", seat)
    on_turn = seat == view.turn and view.phase in (Phase.DRAW, Phase.PLAY)
    look = "accent" if on_turn else "own" if seat == view.viewer else ""
    dealer = " D" if seat == view.dealer else ""
    name = pad(cut((Bit(held.name, look, target),), _NAME - len(dealer), style.mark), 0)
    name = pad((*name, Bit(dealer, "dim", target)), _NAME)
    first = style.arrow if on_turn else "!" if seat in marks.before else " "
    score = f"{held.score:>7}" if wide >= _WIDE else ""
    left = view.calls_left(seat)
    return row(
        Bit(f" {first} ", "accent", target),
        Bit(f"{seat + 1} ", "dim", target),
        *name,
        Bit(f" {len(held.hand):>5}", "warn" if len(held.hand) <= 2 else "", target),
        Bit(f" {left:>5}", "" if left else "dim", target),
        Bit(score + "   ", "", target),
    )


def _state(view: SeatView, seat: int, has_melds: bool) -> Row:
    """What is said in place of melds, or before them: a call that waits, or not being down."""
    said: list[Bit] = []
    if seat in view.calls:
        said.append(Bit(f" {call_name(view.rules)}! ", "cursor", ("seat", seat)))
    if not has_melds:
        text = "down" if view.seats[seat].down else "not down"
        said.append(Bit((" " if said else "") + text, "dim", ("seat", seat)))
    return tuple(said)


def stock_line(view: SeatView, style: CardStyle, tosser: str) -> Row:
    """Stock and discard in one line; `tosser` says who tossed the top one, or how it lies."""
    top = view.top
    shown = (
        Bit("no card", "dim", ("discard",))
        if top is None
        else Bit(f" {style.text(top)} ", f"paper-{card_bit(top, style).look}", ("discard",))
    )
    return row(
        Bit("Stock ", "dim", ("stock",)),
        Bit(f" {len(view.stock)} ", "back", ("stock",)),
        "    ",
        Bit("Discard ", "dim", ("discard",)),
        shown,
        " ",
        Bit(tosser, "dim"),
        Bit(f"    {cards_word(len(view.discards))} in the pile", "dim"),
    )


def pile_pictures(view: SeatView, style: CardStyle) -> list[Row]:
    """Stock and discard as large cards, five lines, with the number of cards beneath each."""
    stock = back(style, ("stock",)) if view.stock else gap(style, ("stock",))
    top = view.top
    discard = gap(style, ("discard",)) if top is None else picture(top, style, ("discard",))
    pictures = beside(stock, discard, gap=2)
    foot = (
        Bit(f"stock {len(view.stock)}".center(7), "dim", ("stock",)),
        Bit("  "),
        Bit("discard".center(7), "dim", ("discard",)),
    )
    return [*pictures, foot]


class TableView(Lines):
    """The seats with their melds, laid out anew for every size."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._view: SeatView | None = None
        self._card_style = CardStyle()
        self._marks = Marks()

    def update(self, view: SeatView, style: CardStyle, marks: Marks | None = None) -> None:
        """Shows the table as a view knows it."""
        self._view, self._card_style, self._marks = view, style, marks or Marks()
        self._lay()

    def on_resize(self) -> None:
        """Lays the table out for the new size."""
        self._lay()

    def _lay(self) -> None:
        if self._view is not None and self.size.width:
            self.show(
                table_rows(
                    self._view, self.size.width, self.size.height, self._card_style, self._marks
                )
            )
