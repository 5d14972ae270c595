"""The table: every seat with its melds, and the two piles, in as roomy a form as there is room."""

from collections.abc import Set
from functools import cache, partial
from typing import Final, NamedTuple

from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Phase
from shanghai.engine.view import SeatView
from shanghai.text.cells import cell_width
from shanghai.text.phrases import call_name, counted
from shanghai.text.short_names import NAME_CELLS, names_at
from shanghai.ui.widgets.cards import CardStyle, back, card_bit, gap, picture
from shanghai.ui.widgets.lines import Bit, Lines, Row, cut_row, pad, row, side_by_side, width
from shanghai.ui.widgets.meld_text import (
    Writer,
    fan_bits,
    flow,
    long_bits,
    meld_blocks,
    plain_bits,
    raised,
    short_bits,
)


class Marks(NamedTuple):
    """What the table marks: melds that light up, and seats that come before a caller."""

    lit: Set[int] = frozenset()
    before: Set[int] = frozenset()


_WIDE: Final = 100
"""From so many cells on the score stands in the table, and the dealer is named in full."""


class _Form(NamedTuple):
    """How the seats are set: the cells for all and for a name, the names, the writing of melds."""

    wide: int
    name: int
    names: tuple[str, ...]
    style: CardStyle
    marks: Marks
    write: Writer
    columns: tuple[int, ...] = ()

    @property
    def has_score(self) -> bool:
        """Whether the score stands in the table."""
        return self.wide >= _WIDE

    @property
    def dealer(self) -> str:
        """The mark of the dealer."""
        return " dealer" if self.has_score else " D"

    @property
    def melds_at(self) -> int:
        """The cells before the melds."""
        return 5 + self.name + 12 + (7 if self.has_score else 0) + 2


def _form(view: SeatView, wide: int, style: CardStyle, marks: Marks, write: Writer) -> _Form:
    """The form for these seats: the melds in columns where each seat's stand in one line."""
    mark = len(" dealer" if wide >= _WIDE else " D")
    names = names_at(view, NAME_CELLS if wide < _WIDE else wide // 5)
    named = [cell_width(name) + (mark if i == view.dealer else 0) for i, name in enumerate(names)]
    form = _Form(wide, max(8, *named), names, style, marks, write)
    widths: list[int] = []
    for seat in view.seat_numbers:
        for at, block in enumerate(_blocks(view, seat, form)):
            if at == len(widths):
                widths.append(0)
            widths[at] = max(widths[at], width(block))
    if sum(widths) <= wide - form.melds_at:
        return form._replace(columns=tuple(widths))
    return form


_FORMS: Final[tuple[tuple[Writer, bool, int], ...]] = (
    (fan_bits, True, 3),
    (fan_bits, False, 3),
    (fan_bits, True, 2),
    (fan_bits, False, 2),
    (long_bits, True, 1),
    (long_bits, False, 1),
    (long_bits, True, 0),
    (plain_bits, True, 0),
    (plain_bits, False, 0),
    (short_bits, False, 0),
)
"""How melds are written, whether seats stand apart, and how many lines of paper between half a
line above and below a meld is tall, 0 for a line of text."""
STRIPS: Final = 5
SHORT: Final = len(_FORMS) - 1
"""The form in which melds are strips close together, and the shortest form."""


def table_rows(
    view: SeatView,
    wide: int,
    high: int,
    style: CardStyle,
    marks: Marks | None = None,
    *,
    first: int = 0,
) -> list[Row]:
    """The seats and their melds in at most `high` lines (but at least one a seat and the head).

    The roomiest of `_FORMS` from `first` on that fits; of the last, what does not fit is cut with a
    mark. Before the first meld the seats need no room for tall ones.
    """
    marks = marks or Marks()
    first = first if view.table else max(first, STRIPS)
    lay = cache(partial(_lay, view, wide, style, marks))
    for write, spaced, tall in _FORMS[first:]:
        if tall and style.ascii:
            continue
        form, seats = lay(write)
        lines = sum(map(len, seats))
        if write is fan_bits and lines > sum(map(len, lay(long_bits)[1])):
            # That the last card lies open is not worth another line.
            continue
        if 1 + spaced * len(seats) + (tall + 2 if tall else 1) * lines <= high:
            rows = [_head(view, form)]
            for seat in seats:
                rows += [()] * spaced
                rows += [it for line in seat for it in (raised(line, tall) if tall else [line])]
            return rows
    return _cut_rows(view, high, form)


def _lay(
    view: SeatView, wide: int, style: CardStyle, marks: Marks, write: Writer
) -> tuple[_Form, list[list[Row]]]:
    """The lines of every seat with the melds written in one way, and the form for it."""
    form = _form(view, wide, style, marks, write)
    return form, [_seat_rows(view, seat, form) for seat in view.seat_numbers]


def _cut_rows(view: SeatView, high: int, form: _Form) -> list[Row]:
    """The short form, every seat's melds cut to the lines that are left for it."""
    spare = max(0, high - 1 - view.players)
    rows = [_head(view, form)]
    for seat in view.seat_numbers:
        lines = _seat_rows(view, seat, form)
        more = min(spare, len(lines) - 1)
        spare -= more
        kept = lines[: 1 + more]
        if len(lines) > len(kept):
            hidden = Bit(f" {form.style.mark} more", "warn", ("seat", seat))
            kept[-1] = (*cut_row(kept[-1], form.wide - hidden.width, form.style.mark), hidden)
        rows += kept
    return rows


def _head(view: SeatView, form: _Form) -> Row:
    call = call_name(view.rules)
    score = "score".rjust(7) if form.has_score else ""
    jokers = any(meld.wild_count for meld in view.table) and form.write is short_bits
    melds = "melds" + ("   (* is a joker)" if jokers else "")
    return row(Bit(f"     {'seat':<{form.name}} {'cards':>5} {call:>5}{score}   {melds}", "dim"))


def _blocks(view: SeatView, seat: SeatIndex, form: _Form) -> list[Row]:
    """What stands beside a seat: that it is not down or has called, and its melds."""
    melds = [(i, meld) for i, meld in enumerate(view.table) if meld.owner == seat]
    state = _state(view, seat, bool(melds))
    digits = len(str(len(view.table)))
    blocks = meld_blocks(melds, form.style, form.write, form.marks.lit, digits)
    return [state, *blocks] if state else blocks


def _seat_rows(view: SeatView, seat: SeatIndex, form: _Form) -> list[Row]:
    """One seat: its facts, and its melds beside them in as many lines as they take."""
    facts = _facts(view, seat, form)
    blocks = _blocks(view, seat, form)
    if form.columns:
        blocks = [pad(block, form.columns[at]) for at, block in enumerate(blocks)]
    lines = flow(blocks, form.wide - form.melds_at) or [()]
    indent = Bit(" " * form.melds_at)
    return [(*facts, *lines[0])] + [(indent, *line) for line in lines[1:]]


def _facts(view: SeatView, seat: SeatIndex, form: _Form) -> Row:
    held = view.seats[seat]
    target = ("seat", seat)
    on_turn = seat == view.turn and view.phase in (Phase.DRAW, Phase.PLAY)
    look = "accent" if on_turn else "own" if seat == view.viewer else ""
    dealer = form.dealer if seat == view.dealer else ""
    name = Bit(form.names[seat], look, target)
    first = form.style.arrow if on_turn else "!" if seat in form.marks.before else " "
    left = view.calls_left(seat)
    score = f"{held.score:>7}" if form.has_score else ""
    return row(
        Bit(f" {first} ", "accent", target),
        Bit(f"{seat + 1} ", "dim", target),
        *pad((name, Bit(dealer, "dim", target)), form.name),
        Bit(f" {len(held.hand):>5}", "count warn" if len(held.hand) <= 2 else "count", target),
        Bit(f" {left:>5}", "" if left else "dim", target),
        Bit(score + "  ", "", target),
    )


def _state(view: SeatView, seat: SeatIndex, has_melds: bool) -> Row:
    """What is said in place of melds, or before them: a call that waits, or not being down."""
    said: list[Bit] = []
    if seat in view.calls:
        said += [Bit(" "), Bit(f" {call_name(view.rules)}! ", "cursor", ("seat", seat)), Bit(" ")]
    if not has_melds:
        text = "down" if view.seats[seat].down else "not down"
        said.append(Bit(f" {text} ", "dim", ("seat", seat)))
    return tuple(said)


def stock_line(view: SeatView, style: CardStyle, tosser: str, wide: int) -> Row:
    """Stock and discard in one line; `tosser` says who tossed the top one, or how it lies.

    How many cards the pile has stands last where that fits in so many cells.
    """
    top = view.top
    if top is None:
        pile: Row = (Bit("empty", "dim", ("discard",)),)
    else:
        pile = (
            Bit(f" {style.text(top)} ", f"paper-{card_bit(top, style).look}", ("discard",)),
            Bit(" "),
            Bit(tosser, "dim"),
        )
    line = row(
        Bit("Stock ", "dim", ("stock",)),
        Bit(f" {len(view.stock)} ", "back", ("stock",)),
        "    ",
        Bit("Discard ", "dim", ("discard",)),
        *pile,
    )
    count = Bit(f"    {counted(len(view.discards), 'card')} in the pile", "dim")
    return (*line, count) if view.discards and width(line) + count.width <= wide else line


def pile_pictures(view: SeatView, style: CardStyle) -> list[Row]:
    """Stock and discard as large cards, five lines, with the number of cards beneath each."""
    stock = back(style, ("stock",)) if view.stock else gap(style, ("stock",))
    top = view.top
    discard = gap(style, ("discard",)) if top is None else picture(top, style, ("discard",))
    pictures = side_by_side(stock, discard, gap=3)
    foot = (
        Bit(f"stock {len(view.stock)}".ljust(10), "dim", ("stock",)),
        Bit("discard", "dim", ("discard",)),
    )
    return [*pictures, foot]


class TableView(Lines):
    """The seats with their melds, laid out anew for every size."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._view: SeatView | None = None
        self._card_style = CardStyle()
        self._marks = Marks()
        self._laid: object = None

    def update(self, view: SeatView, style: CardStyle, marks: Marks | None = None) -> None:
        """Shows the table as a view knows it."""
        self._view, self._card_style, self._marks = view, style, marks or Marks()
        self._lay()

    def on_resize(self) -> None:
        """Lays the table out for the new size."""
        self._lay()

    def _lay(self) -> None:
        view, size = self._view, self.size
        asked = (view, size, self._card_style, self._marks)
        if view is not None and size.width and asked != self._laid:
            self._laid = asked
            self.show(table_rows(view, size.width, size.height, self._card_style, self._marks))
